//! Results of a search, and positions that can't be searched.

use std::fmt;

use lexc_runtime::{Move, PositionError, RulesKey};

use super::race::{DrawResults, Total};
use crate::endgame::write_unsolved;

/// The moves of a position with one to four tiles in the bag.
#[derive(Clone, PartialEq, Debug)]
pub struct PreEndgameReport {
    /// The candidates: the best first; then the others that are not dropped, by share of wins; then the dropped ones,
    /// by the upper bound of this share. Among equal shares, exact mean gains are first, the largest before the others.
    /// Candidates with equal results are in the order of their values as static moves. Candidates that playouts have ruled out
    /// come last.
    pub candidates: Vec<RankedMove>,
    /// The number of candidates that a limit of time, an interrupt or `progress` left out.
    pub skipped: usize,
    /// The number of tiles in the bag.
    pub bag_len: usize,
    /// The number of orders of the tiles in the bag, equal tiles told apart.
    pub orders: u64,
    /// The results by the tiles in the bag. A sample of them if a limit ended the search with more than 36 sets.
    pub draws: Vec<DrawResults>,
}

/// A candidate, over all orders.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankedMove {
    /// The move.
    pub action: Move,
    /// The share of orders in which the player on turn wins, from 0 to 1. A draw counts as half a win. For a dropped
    /// candidate, an upper bound.
    pub win_rate: f64,
    /// True if the candidate can't be best, as far as the orders searched tell, and its exact share of wins is not known.
    pub is_dropped: bool,
    /// The mean gain in spread of the player on turn, in points, from here to the end of the game. `None` if the
    /// candidate can't be best and its gain is not known.
    pub spread: Option<f64>,
    /// True if the results are complete, or the candidate is known not to be best; false if a limit ended a search, or
    /// playouts alone compared the candidate.
    pub is_exact: bool,
    /// True if static moves follow the candidate until the bag is empty: even complete results are estimates then.
    pub is_static: bool,
}

impl PreEndgameReport {
    /// True if no limit ended a search, and no candidate was left out or ruled out by playouts.
    pub fn is_exact(&self) -> bool {
        self.skipped == 0 && self.candidates.iter().all(|one| one.is_exact)
    }
}

impl RankedMove {
    /// The certainty of the results.
    pub fn certainty(&self) -> Certainty {
        match (self.is_exact, self.spread) {
            (true, None) => Certainty::Bounded,
            (true, Some(_)) if !self.is_static => Certainty::Exact,
            _ => Certainty::Estimated,
        }
    }

    pub(super) fn new(action: Move, bag_len: usize, total: &Total, is_beaten: bool) -> RankedMove {
        let (wins, spread) = (total.half_wins, total.spread);
        let orders = total.orders as f64;
        let is_dropped = is_beaten && !wins.is_exact();
        let half_wins = if is_dropped { wins.most } else { wins.estimate };
        let has_spread = !is_beaten || spread.is_exact();
        RankedMove {
            action,
            win_rate: half_wins as f64 / (2.0 * orders),
            is_dropped,
            spread: has_spread.then_some(spread.estimate as f64 / orders),
            is_exact: is_beaten || wins.is_exact() && spread.is_exact(),
            is_static: !empties(&action, bag_len),
        }
    }

    /// A candidate with results by playouts.
    pub(super) fn estimated(action: Move, bag_len: usize, total: &Total) -> RankedMove {
        let (win_rate, spread) = total.means();
        RankedMove {
            action,
            win_rate,
            is_dropped: false,
            spread: Some(spread),
            is_exact: false,
            is_static: !empties(&action, bag_len),
        }
    }
}

/// The certainty of a candidate's results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Certainty {
    /// Every order is solved.
    Exact,
    /// The candidate can't be best: its share of wins, or else its spread, is an upper bound or not known.
    Bounded,
    /// Static moves, playouts, a sample of the orders, or a limit that ended the search: [`RankedMove::is_static`] and
    /// [`RankedMove::is_exact`].
    Estimated,
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Certainty::Exact => "exact",
            Certainty::Bounded => "bounded",
            Certainty::Estimated => "estimated",
        })
    }
}

/// Returns `true` if the player draws the whole bag after a move.
fn empties(action: &Move, bag_len: usize) -> bool {
    matches!(action, Move::Play(play) if play.placed_len() >= bag_len)
}

/// A position whose moves can't be ranked over every order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PreEndgameError {
    /// The position breaks the rules.
    Position(PositionError),
    /// The player on turn has no tiles.
    EmptyRack,
    /// More than two players.
    Players,
    /// Rules that the solver does not follow: a game ends in another way by this setting.
    Rules(RulesKey),
    /// The bag does not have one to four tiles.
    Bag {
        /// The number of tiles in the bag.
        tiles: usize,
    },
}

impl fmt::Display for PreEndgameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PreEndgameError::Position(error) => error.fmt(f),
            PreEndgameError::EmptyRack => {
                f.write_str("the player on turn has no tiles (give that player a rack)")
            }
            PreEndgameError::Players => {
                f.write_str("more than two players (moves are ranked for games of two)")
            }
            PreEndgameError::Rules(key) => write_unsolved(f, *key),
            PreEndgameError::Bag { tiles } => {
                write!(f, "{tiles} tiles in the bag (moves are ranked with 1 to 4)")
            }
        }
    }
}

impl std::error::Error for PreEndgameError {}
