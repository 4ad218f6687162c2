//! End games: the exact value of a position with an empty bag.
//!
//! A solver turns an [`EndgamePosition`] into a [`Solution`]. Its modules:
//!
//! - [`position`]: positions with an empty bag.
//! - [`limits`]: the usual limits of nodes.
//! - [`racks`]: racks as integers.
//! - [`hash`]: keys of tiles on squares, of lines and of nodes.
//! - [`store`]: plays by line, generated once for each state of a line.
//! - [`stored`]: plays as a search reads them.
//! - [`outs`]: plays by which the opponent can go out, as bounds.
//! - [`passes`]: bounds by passes, for a player with one or two tiles.
//! - [`node`]: nodes of the search tree.
//! - [`table`]: values and bounds of nodes.
//! - [`team`]: threads that search the same root.
//! - [`turns`]: turns without points, as a search counts them.
//! - [`search`]: alpha-beta, and estimates of nodes at the depth limit.
//! - [`solve`]: iterative deepening, and the line of best play.
//! - [`solver`]: the solver, and its settings.
//! - [`stop`]: limits of a search, its nodes, and when it stops.
//! - [`ranking`]: values of single moves, and the best moves.
//! - [`shared`]: end games from one board, with one table and store.

mod hash;
mod limits;
mod node;
mod outs;
mod passes;
mod position;
mod racks;
mod ranking;
mod search;
mod shared;
mod solve;
mod solver;
mod stop;
mod store;
mod stored;
mod table;
mod team;
mod turns;

pub(crate) use self::position::write_unsolved;
pub use self::position::{EndgameError, EndgamePosition};
pub use self::ranking::SolvedMove;
pub(crate) use self::shared::{Range, SharedEndgame, Start};
pub use self::solve::Solution;
pub use self::solver::Endgame;

#[cfg(test)]
pub(crate) mod tests;
