//! Crossword games on the plays of [`lexc_runtime`].
//!
//! - [`Game`]: a game of two players by the rules, with challenges and take-back.
//! - [`Player`]: chooses moves, by score, equity, sampling or exact search.
//! - [`Simulation`]: moves compared by sampling the tiles that the player does not see.
//! - [`Endgame`]: the exact value and the best play once the bag is empty.
//! - [`LeaveLearning`]: values of leaves from games.
//! - [`Gcg`]: game records, read, replayed, written and resumed.
#![forbid(unsafe_code)]

mod endgame;
mod game;
mod gcg;
mod learn;
mod player;
mod random;
mod sim;
mod static_endgame;
#[cfg(test)]
mod testing;

pub use endgame::{Endgame, EndgameError, EndgamePosition, Solution};
pub use game::{
    Action, ChallengeError, ChallengeRule, Game, GameError, LAST_ZERO_TURN, Ruling, Seat, Turn,
    TurnError,
};
pub use gcg::{
    Gcg, GcgError, GcgEvent, GcgEventKind, GcgFault, GcgPlayer, GcgRemedy, GcgRepair, GcgReplay,
    GcgStep,
};
pub use learn::{LearningError, LeaveLearning, LeaveValues, StateError};
pub use player::{ByEquity, BySimulation, Greedy, Player, View, WithEndgame, play_out};
pub use random::Random;
pub use sim::{Confidence, Estimate, SimulatedMove, Simulation, SimulationError, SimulationReport};
pub use static_endgame::StaticEndgame;
