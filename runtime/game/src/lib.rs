//! Crossword games on the plays of [`lexc_runtime`].
#![forbid(unsafe_code)]

mod endgame;
mod game;
mod random;

pub use endgame::{Endgame, EndgameError, EndgamePosition, Solution};
pub use game::{
    Action, ChallengeError, ChallengeRule, Game, GameError, LAST_ZERO_TURN, Ruling, Seat, Turn,
    TurnError,
};
pub use random::Random;
