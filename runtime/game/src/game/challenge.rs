//! Challenges: rulings on the latest play.

use std::fmt;

use lexc_runtime::{ChallengeRule, FormedWord, Lexicon, words_formed};

use super::{Action, Game, Seat, Turn};

/// The ruling on a challenged play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// All words are valid: the play stays.
    Acceptable,
    /// The play came off the board. The field is the play's first formed word that is not in the lexicon.
    Phony(FormedWord),
}

impl Game<'_> {
    /// Challenges the play of the latest turn, at the price of [`Rules::challenge`](lexc_runtime::Rules::challenge). The challenger
    /// is the opponent of the player who made it.
    ///
    /// A play with a phony comes off the board: its tiles return to the rack, and the tiles drawn after it return to
    /// the bag. The turn counts as a turn without points.
    ///
    /// # Errors
    /// [`ChallengeError::Void`] under [`ChallengeRule::Void`]; [`ChallengeError::NoPlay`] if there is no turn yet, or
    /// the latest turn was not a play.
    pub fn challenge(&mut self, lexicon: &Lexicon<'_>) -> Result<Ruling, ChallengeError> {
        self.challenge_at(self.rules().challenge(), lexicon)
    }

    /// Challenges the play of the latest turn, as [`challenge`](Self::challenge) does, but at this price.
    ///
    /// # Errors
    /// The same as for [`challenge`](Self::challenge).
    pub fn challenge_at(
        &mut self,
        rule: ChallengeRule,
        lexicon: &Lexicon<'_>,
    ) -> Result<Ruling, ChallengeError> {
        if rule == ChallengeRule::Void {
            return Err(ChallengeError::Void);
        }
        let latest = self.turns.last().ok_or(ChallengeError::NoPlay)?;
        let Action::Play(play) = *latest.action() else {
            return Err(ChallengeError::NoPlay);
        };
        let seat = latest.seat();
        let phony = words_formed(latest.board(), &play).find(|word| !lexicon.contains(word));
        let words = words_formed(latest.board(), &play).map(|_| 1).sum::<i32>();
        if let Some(phony) = phony {
            self.withdraw();
            return Ok(Ruling::Phony(phony));
        }
        match rule {
            ChallengeRule::Double if !self.is_over() => self.lose_turn(),
            ChallengeRule::Triple => self.forfeit(seat.other()),
            ChallengeRule::Points(points) => self.add_challenge_points(seat, points.into()),
            ChallengeRule::WordPoints(points) => {
                self.add_challenge_points(seat, words * i32::from(points));
            }
            ChallengeRule::Loss(points) => {
                self.add_challenge_points(seat.other(), -i32::from(points));
            }
            ChallengeRule::Void | ChallengeRule::Single | ChallengeRule::Double => {}
        }
        Ok(Ruling::Acceptable)
    }

    /// Takes the latest play off the board. Returns `false` if there is no turn, or if the latest turn is not a play.
    pub(crate) fn withdraw(&mut self) -> bool {
        let Some((latest, play)) = self.turns.last().and_then(|latest| match latest.action() {
            Action::Play(play) => Some((latest, *play)),
            _ => None,
        }) else {
            return false;
        };
        let (seat, before) = (latest.seat(), latest.before().clone());
        let now = std::mem::replace(&mut self.state, before);
        self.pass_on(seat, self.state.scoreless.after(0));
        let withdrawal = Action::Withdrawal(play);
        self.record(Turn::new(seat, withdrawal, -play.score(), now));
        true
    }

    /// Ends the turn of the player on turn, who has challenged valid words.
    pub(crate) fn lose_turn(&mut self) {
        let now = self.state.clone();
        let turn = Turn::new(self.state.on_turn, Action::LostTurn, 0, now);
        self.end_turn(turn, self.state.scoreless.after(0));
    }

    /// Adds points for a challenge of valid words: to the score of the player who made the play, or, if negative, to that of the
    /// challenger.
    pub(crate) fn add_challenge_points(&mut self, seat: Seat, points: i32) {
        let action = match points {
            ..0 => Action::ChallengeLoss,
            _ => Action::ChallengeBonus,
        };
        let now = self.state.clone();
        self.add(seat, points);
        self.record(Turn::new(seat, action, points, now));
    }

    /// Ends the game: this player has lost it by a challenge of valid words. No points are added for tiles left.
    pub(crate) fn forfeit(&mut self, loser: Seat) {
        let now = self.state.clone();
        self.state.is_over = true;
        self.state.forfeited = Some(loser);
        self.record(Turn::new(loser, Action::Forfeit, 0, now));
    }
}

/// A reason why there can be no challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ChallengeError {
    /// The rule is [`ChallengeRule::Void`]: the caller refuses phonies when they are played, by [`Game::check`].
    Void,
    /// There is no turn yet, or the latest turn was not a play.
    NoPlay,
}

impl fmt::Display for ChallengeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ChallengeError::Void => {
                "phonies are refused when they are played, so there is no challenge (choose another challenge rule)"
            }
            ChallengeError::NoPlay => "there is no play to challenge (challenge right after a play)",
        })
    }
}

impl std::error::Error for ChallengeError {}
