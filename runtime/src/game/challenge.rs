//! Challenges: rulings on the latest play, and their effects.

use core::fmt;

use crate::game::legal::valid_words;
use crate::game::{AppliedMove, ChallengeRule, FormedWord, GameState, Rules, Seat};
use crate::lexicon::Lexicon;

/// The effect of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeOutcome {
    /// The play came off the board: this is its first formed word that is not in the lexicon.
    Withdrawn(FormedWord),
    /// All words are valid, and the challenge costs nothing.
    Stands,
    /// All words are valid: the challenger lost the turn.
    LostTurn,
    /// All words are valid: the player at this seat got these points, or lost them if they are negative.
    Points(Seat, i32),
    /// All words are valid: the challenger lost the game.
    Forfeit(Seat),
}

impl GameState {
    /// Challenges the play that was made last, at this price, which usually is [`Rules::challenge`]. The challenger is the player
    /// after the one who made it. `latest` is the value that [`apply`](Self::apply) returned for the play.
    ///
    /// A play with a phony comes off the board: see [`withdraw`](Self::withdraw).
    ///
    /// # Errors
    /// [`ChallengeError::Void`] under [`ChallengeRule::Void`]; [`ChallengeError::NoPlay`] if the move was not a play.
    pub fn challenge(
        &mut self,
        rules: &Rules,
        rule: ChallengeRule,
        lexicon: &Lexicon<'_>,
        latest: &AppliedMove,
    ) -> Result<ChallengeOutcome, ChallengeError> {
        if rule == ChallengeRule::Void {
            return Err(ChallengeError::Void);
        }
        let play = latest.play.ok_or(ChallengeError::NoPlay)?;
        let words = match valid_words(lexicon, &self.board, &play) {
            Ok(words) => i32::from(words),
            Err(phony) => {
                self.withdraw(rules, latest);
                return Ok(ChallengeOutcome::Withdrawn(phony));
            }
        };
        let (seat, challenger) = (latest.before.on_turn, self.next_seat());
        let outcome = match rule {
            ChallengeRule::Double if self.end().is_none() => ChallengeOutcome::LostTurn,
            ChallengeRule::Triple => ChallengeOutcome::Forfeit(challenger),
            ChallengeRule::Points(points) => ChallengeOutcome::Points(seat, points.into()),
            ChallengeRule::WordPoints(points) => {
                ChallengeOutcome::Points(seat, words * i32::from(points))
            }
            ChallengeRule::Loss(points) => ChallengeOutcome::Points(challenger, -i32::from(points)),
            ChallengeRule::Void | ChallengeRule::Single | ChallengeRule::Double => {
                ChallengeOutcome::Stands
            }
        };
        match outcome {
            ChallengeOutcome::LostTurn => self.lose_turn(rules),
            ChallengeOutcome::Points(seat, points) => self.adjust(seat, points),
            ChallengeOutcome::Forfeit(loser) => self.forfeit(loser),
            ChallengeOutcome::Withdrawn(_) | ChallengeOutcome::Stands => {}
        }
        Ok(outcome)
    }

    /// Takes the play that was made last off the board: its tiles return to the rack, and the tiles drawn after it to the bag. The
    /// turn counts as a turn without points.
    pub fn withdraw(&mut self, rules: &Rules, latest: &AppliedMove) {
        self.undo(latest);
        let had_bag = self.bag_len() > 0;
        self.table
            .end_turn(rules, self.table.scoreless.after(0), had_bag);
    }

    /// Ends the turn of the player on turn, who has challenged valid words.
    pub fn lose_turn(&mut self, rules: &Rules) {
        let had_bag = self.bag_len() > 0;
        self.table
            .end_turn(rules, self.table.scoreless.after(0), had_bag);
    }
}

/// A reason why there can be no challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ChallengeError {
    /// The rule is [`ChallengeRule::Void`]: the caller refuses phonies when they are played, by [`GameState::check`].
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

impl core::error::Error for ChallengeError {}
