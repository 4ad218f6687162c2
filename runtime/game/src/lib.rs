//! Crossword games on the plays of [`lexc_runtime`].
//!
//! - [`Game`]: a game of two players by the rules, with challenges and take-back.
//! - [`Player`]: chooses moves, by score, equity, sampling or exact search.
//! - [`Simulation`]: moves compared by sampling the tiles that the player does not see.
//! - [`Endgame`]: the exact value and the best play once the bag is empty.
//! - [`Analysis`]: the moves of a record beside the best ones.
//! - [`LeaveLearning`]: values of leaves from games.
//! - [`Gcg`]: game records, read, replayed, written and resumed.
#![forbid(unsafe_code)]

mod analysis;
mod endgame;
mod equity;
mod game;
mod gcg;
mod learn;
mod player;
mod random;
mod sim;
mod static_endgame;
#[cfg(test)]
mod testing;

pub use analysis::{Analysis, EndgameValues, Judgement};
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
