//! Challenges: rulings on the latest play.

use std::fmt;

use lexc_runtime::{FormedWord, Lexicon, words_formed};

use super::{Action, Game, Turn};

/// The price of a challenge of valid words. A play with a phony always comes off the board, and its player loses the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ChallengeRule {
    /// Phonies are refused when they are played, so there are no challenges.
    Void,
    /// A challenge of valid words costs nothing.
    Single,
    /// The challenger loses the turn.
    #[default]
    Double,
    /// The player of the valid words gets these points, 5 or 10 in tournaments, for the whole play.
    Points(u16),
}

/// The ruling on a challenged play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// All words are valid: the play stays.
    Acceptable,
    /// The play came off the board. This word, the first of its words, is not in the lexicon.
    Phony(FormedWord),
}

impl Game<'_> {
    /// Challenges the latest turn, a play, by its opponent, who is on turn unless the play has ended the game.
    ///
    /// A phony comes off the board: its tiles return to the rack, and the tiles drawn after it to the bag; the turn counts as one
    /// without a point.
    ///
    /// # Errors
    /// If phonies are refused when they are played, or the latest turn was not a play.
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
        let (seat, before) = (latest.seat(), latest.before().clone());
        let phony = words_formed(&before.board, &play).find(|word| !lexicon.contains(word));
        let now = self.state.clone();
        let Some(phony) = phony else {
            match rule {
                ChallengeRule::Double if !self.is_over() => {
                    self.end_turn(Turn::new(seat.other(), Action::LostTurn, 0, now));
                }
                ChallengeRule::Points(points) => {
                    self.add(seat, points.into());
                    self.record(Turn::new(seat, Action::ChallengeBonus, points.into(), now));
                }
                _ => {}
            }
            return Ok(Ruling::Acceptable);
        };
        self.state = before;
        self.pass_on(seat, true);
        let withdrawal = Action::Withdrawal(play);
        self.record(Turn::new(seat, withdrawal, -play.score(), now));
        Ok(Ruling::Phony(phony))
    }
}

/// A challenge that the rules do not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ChallengeError {
    /// Phonies are refused when they are played.
    Void,
    /// The latest turn was not a play.
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
