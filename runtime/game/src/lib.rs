//! Crossword games on the plays of [`lexc_runtime`].

mod game;
mod random;

pub use game::{
    Action, ChallengeError, ChallengeRule, Game, GameError, LAST_ZERO_TURN, Ruling, Seat, Turn,
    TurnError,
};
pub use random::Random;
