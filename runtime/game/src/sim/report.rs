//! Results of simulations, and positions that can't be simulated.

use std::cmp::Reverse;
use std::fmt;

use lexc_runtime::{Candidate, PositionError};

use super::running::Running;
use super::win;

/// The result of a simulation.
#[derive(Clone, PartialEq, Debug)]
pub struct SimulationReport {
    /// The candidates: first those never dropped, the highest mean equity first, or, if rollouts went to the end, the highest share
    /// of wins; then the others, the last dropped first.
    pub candidates: Vec<SimulatedMove>,
    /// The number of samples.
    pub samples: u32,
    /// The number of moves after the candidate; `None` if rollouts went to the end of the game, and candidates rank by wins.
    pub plies: Option<u32>,
    /// The number of rollouts: the sum of the candidates' numbers of samples.
    pub rollouts: u64,
    /// The number of tiles that the player on turn did not see.
    pub unseen: usize,
    /// The reason for the end.
    pub end: SimulationEnd,
}

/// The reason for the end of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SimulationEnd {
    /// It has the largest number of samples.
    Samples,
    /// One candidate is left.
    Decided,
    /// The limit of time, an interrupt, or `progress`.
    Deadline,
}

/// A candidate of a simulation.
#[derive(Clone, PartialEq, Debug)]
pub struct SimulatedMove {
    /// The move, and its equity before simulation: its score plus the value of its leave.
    pub candidate: Candidate,
    /// The mean equity of the rollouts in points.
    pub equity: f64,
    /// The standard error of the equity in points.
    pub equity_error: f64,
    /// The share of games that the player on turn wins, from 0 to 1. A draw counts as half a win, and a game that is
    /// not over counts as the probability of a win, estimated from the spread and the number of unseen tiles.
    pub win_rate: f64,
    /// The standard error of the share of wins.
    pub win_rate_error: f64,
    /// The number of samples that this candidate played.
    pub samples: u32,
    /// The number of samples after which the move was dropped, if it was.
    pub dropped_at: Option<u32>,
}

impl SimulationReport {
    pub(super) fn new(
        running: Vec<Running>,
        (samples, plies): (u32, Option<u32>),
        unseen: usize,
        end: SimulationEnd,
    ) -> SimulationReport {
        let rollouts = running.iter().map(|one| one.outcomes.len() as u64).sum();
        let mut running = running;
        running.sort_by_key(|one| {
            let dropped_at = one.dropped_at.unwrap_or(u32::MAX);
            (Reverse(dropped_at), Reverse(one.rank(plies.is_none())))
        });
        let candidates = running.into_iter().map(|one| SimulatedMove {
            candidate: one.candidate,
            equity: one.equity.mean() / Candidate::PER_POINT as f64,
            equity_error: one.equity.standard_error() / Candidate::PER_POINT as f64,
            win_rate: one.wins.mean() / win::WIN as f64,
            win_rate_error: one.wins.standard_error() / win::WIN as f64,
            samples: one.equity.count(),
            dropped_at: one.dropped_at,
        });
        SimulationReport {
            candidates: candidates.collect(),
            samples,
            plies,
            rollouts,
            unseen,
            end,
        }
    }
}

/// A position that can't be simulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SimulationError {
    /// The position breaks the rules.
    Position(PositionError),
    /// The opponent's rack has tiles that are not among the unseen ones.
    OpponentRack,
    /// More than two players.
    Players,
    /// No tiles are unseen: the game is over, or the alphabet does not count its tiles.
    NothingUnseen,
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimulationError::Position(error) => error.fmt(f),
            SimulationError::OpponentRack => f.write_str(
                "the opponent's rack has more of a tile than the alphabet has beyond the board and the rack of the player on turn (correct a rack, or write nothing after / if the opponent's rack is unknown)",
            ),
            SimulationError::Players => {
                f.write_str("more than two players (simulation is for games of two)")
            }
            SimulationError::NothingUnseen => f.write_str(
                "the opponent has no tiles: the game is over, or the alphabet does not count its tiles (build the image with their numbers)",
            ),
        }
    }
}

impl std::error::Error for SimulationError {}
