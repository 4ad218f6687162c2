//! Challenges of the latest play, with their place in the history.

use lexc_runtime::{
    AppliedMove, ChallengeError, ChallengeOutcome, ChallengeRule, FormedWord, Lexicon, Move, Play,
    Seat,
};

use super::{Action, Game, Turn};

impl Game {
    /// Challenges the play of the latest turn, at the price of [`Rules::challenge`](lexc_runtime::Rules::challenge). The challenger
    /// is the player after the one who made it: see [`GameState::challenge`](lexc_runtime::GameState::challenge). Returns the
    /// play's first formed word that is not in the lexicon, if the play came off the board; `None` if it stays.
    ///
    /// # Errors
    /// [`ChallengeError::Void`] under [`ChallengeRule::Void`]; [`ChallengeError::NoPlay`] if there is no turn yet, or
    /// the latest turn was not a play.
    pub fn challenge(
        &mut self,
        lexicon: &Lexicon<'_>,
    ) -> Result<Option<FormedWord>, ChallengeError> {
        self.challenge_at(self.rules.challenge(), lexicon)
    }

    /// Challenges the play of the latest turn, as [`challenge`](Self::challenge) does, but at this price.
    ///
    /// # Errors
    /// The same as for [`challenge`](Self::challenge).
    pub fn challenge_at(
        &mut self,
        rule: ChallengeRule,
        lexicon: &Lexicon<'_>,
    ) -> Result<Option<FormedWord>, ChallengeError> {
        if rule == ChallengeRule::Void {
            return Err(ChallengeError::Void);
        }
        let (maker, play, applied) = self.latest_play().ok_or(ChallengeError::NoPlay)?;
        let now = self.state.clone();
        let challenger = now.next_seat();
        let outcome = (self.state).challenge(&self.rules, rule, lexicon, &applied)?;
        let (seat, action, points) = match outcome {
            ChallengeOutcome::Withdrawn(_) => (maker, Action::Withdrawal(play), -play.score()),
            ChallengeOutcome::LostTurn => (challenger, Action::LostTurn, 0),
            ChallengeOutcome::Forfeit(loser) => (loser, Action::Forfeit, 0),
            ChallengeOutcome::Points(seat, points) => (seat, Action::of_points(points), points),
            ChallengeOutcome::Stands => return Ok(None),
        };
        self.record(Turn::new(seat, action, points, now));
        Ok(match outcome {
            ChallengeOutcome::Withdrawn(phony) => Some(phony),
            _ => None,
        })
    }

    /// Takes the latest play off the board. Returns `false` if there is no turn, or if the latest turn is not a play.
    pub(crate) fn withdraw(&mut self) -> bool {
        let Some((seat, play, applied)) = self.latest_play() else {
            return false;
        };
        let now = self.state.clone();
        self.state.withdraw(&self.rules, &applied);
        let withdrawal = Action::Withdrawal(play);
        self.record(Turn::new(seat, withdrawal, -play.score(), now));
        true
    }

    /// The play of the latest turn, with its player and the value that takes it back; `None` if the turn was none.
    fn latest_play(&self) -> Option<(Seat, Play, AppliedMove)> {
        let latest = self.turns.last()?;
        let Action::Play(play) = *latest.action() else {
            return None;
        };
        let applied = latest.before().applied(&Move::Play(play));
        Some((latest.seat(), play, applied))
    }

    /// Ends the turn of the player on turn, who has challenged valid words.
    pub(crate) fn lose_turn(&mut self) {
        let now = self.state.clone();
        self.state.lose_turn(&self.rules);
        self.record(Turn::new(now.next_seat(), Action::LostTurn, 0, now));
    }

    /// Adds points for a challenge of valid words: to the score of the player who made the play, or, if negative, to that of the
    /// challenger.
    pub(crate) fn add_challenge_points(&mut self, seat: Seat, points: i32) {
        let now = self.state.clone();
        self.state.adjust(seat, points);
        self.record(Turn::new(seat, Action::of_points(points), points, now));
    }

    /// Ends the game: this player has lost it by a challenge of valid words. No points are added for tiles left.
    pub(crate) fn forfeit(&mut self, loser: Seat) {
        let now = self.state.clone();
        self.state.forfeit(loser);
        self.record(Turn::new(loser, Action::Forfeit, 0, now));
    }
}
