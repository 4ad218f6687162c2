//! Challenges: rulings on the latest play.

use std::fmt;

use lexc_runtime::{FormedWord, Lexicon, words_formed};

use super::{Action, Game, Seat, Turn};

/// The price of a challenge of valid words. A challenged play with a phony always comes off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ChallengeRule {
    /// Phonies are refused when they are played, so there are no challenges.
    Void,
    /// A challenge of valid words costs nothing.
    Single,
    /// The challenger loses the turn, unless the game is over.
    #[default]
    Double,
    /// The player of the valid words gets these points, once for the whole play; 5 or 10 in tournaments.
    Points(u16),
}

/// The ruling on a challenged play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// All words are valid: the play stays.
    Acceptable,
    /// The play came off the board. The field is the play's first formed word that is not in the lexicon.
    Phony(FormedWord),
}

impl Game<'_> {
    /// Challenges the play of the latest turn. The challenger is the opponent of the player who made it.
    ///
    /// A play with a phony comes off the board: its tiles return to the rack, and the tiles drawn after it return to
    /// the bag. The turn counts as a turn without points.
    ///
    /// # Errors
    /// [`ChallengeError::Void`] under [`ChallengeRule::Void`]; [`ChallengeError::NoPlay`] if there is no turn yet, or
    /// the latest turn was not a play.
    pub fn challenge(
        &mut self,
        lexicon: &Lexicon<'_>,
        rule: ChallengeRule,
    ) -> Result<Ruling, ChallengeError> {
        if rule == ChallengeRule::Void {
            return Err(ChallengeError::Void);
        }
        let latest = self.turns.last().ok_or(ChallengeError::NoPlay)?;
        let Action::Play(play) = *latest.action() else {
            return Err(ChallengeError::NoPlay);
        };
        let (seat, board) = (latest.seat(), latest.board());
        let phony = words_formed(board, &play).find(|word| !lexicon.contains(word));
        if let Some(phony) = phony {
            self.withdraw();
            return Ok(Ruling::Phony(phony));
        }
        match rule {
            ChallengeRule::Double if !self.is_over() => self.lose_turn(),
            ChallengeRule::Points(points) => self.add_bonus(seat, points.into()),
            _ => {}
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
        self.pass_on(seat, true);
        let withdrawal = Action::Withdrawal(play);
        self.record(Turn::new(seat, withdrawal, -play.score(), now));
        true
    }

    /// Ends the turn of the player on turn, who has challenged valid words.
    pub(crate) fn lose_turn(&mut self) {
        let now = self.state.clone();
        self.end_turn(Turn::new(self.state.on_turn, Action::LostTurn, 0, now));
    }

    /// Adds the points for a challenge of valid words to the score of the player who made the play.
    pub(crate) fn add_bonus(&mut self, seat: Seat, points: i32) {
        let now = self.state.clone();
        self.add(seat, points);
        self.record(Turn::new(seat, Action::ChallengeBonus, points, now));
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
