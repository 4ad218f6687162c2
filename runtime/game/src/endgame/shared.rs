//! End games from one board that share a table and a store of plays.

use lexc_runtime::{Play, Position, Rack, RackTile, Rules, ScorelessTurns};

use super::search::{INFINITY, MAX_DEPTH, Search, Value};
use super::solver::Endgame;
use super::stop::{Limits, Stop};
use super::table::Table;
use super::turns::TurnLimits;
use crate::deadline::Deadline;

/// Solves end games that start after different plays, on one board and with the same tiles. Keeps the table and the
/// store of plays from one end game to the next, because the end games have many nodes in common.
#[derive(Debug)]
pub(crate) struct SharedEndgame<'p> {
    search: Search<'p>,
    rules: &'p Rules,
}

/// The start of an end game: plays on the board, and the racks after them.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// Plays, each with its player, 0 or 1.
    pub(crate) plays: Vec<(Play, usize)>,
    pub(crate) racks: [Rack; 2],
    /// The player on turn.
    pub(crate) player: usize,
    /// Turns without points before it.
    pub(crate) scoreless: ScorelessTurns,
}

/// The range of the points that player 0 gains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) least: i32,
    pub(crate) most: i32,
    /// An estimate of the value; the value itself if `least` and `most` are equal.
    pub(crate) estimate: i32,
}

impl Range {
    /// Above all values.
    pub(crate) const INFINITY: i32 = INFINITY;

    /// The range of a known value.
    pub(crate) fn of(value: i32) -> Range {
        Range {
            least: value,
            most: value,
            estimate: value,
        }
    }

    /// The range before any search.
    pub(crate) fn unknown() -> Range {
        Range {
            least: -INFINITY,
            most: INFINITY,
            estimate: 0,
        }
    }

    /// The intersection with the range of a later search, with the estimate of that search clamped to the intersection.
    /// If the ranges are disjoint, all three numbers of the result are the larger `least`.
    #[must_use]
    pub(crate) fn and(self, other: Range) -> Range {
        let least = self.least.max(other.least);
        let most = self.most.min(other.most).max(least);
        Range {
            least,
            most,
            estimate: other.estimate.clamp(least, most),
        }
    }
}

impl<'l> Endgame<'l> {
    /// A solver of end games from the board of a position, where player 0 holds some of `tiles[0]`, and player 1 some
    /// of `tiles[1]`. `table_bytes` limits the table. It is also the first limit of the store; the limit of the store
    /// grows each time the store is full.
    pub(crate) fn shared<'p>(
        &self,
        position: &Position<'p>,
        tiles: [&[RackTile]; 2],
        table_bytes: usize,
        deadline: Deadline<'l>,
    ) -> SharedEndgame<'p>
    where
        'l: 'p,
    {
        let limits = Limits {
            deadline,
            node_limit: u64::MAX,
            store_limit: table_bytes,
            nodes: 0,
            stop: None,
            team: None,
        };
        SharedEndgame {
            search: self.search(position, tiles, Table::new(table_bytes), limits),
            rules: position.rules(),
        }
    }
}

impl SharedEndgame<'_> {
    /// Nodes searched, as a limit of nodes counts them.
    pub(crate) fn nodes(&self) -> u64 {
        self.search.limits.counted(self.search.store.work())
    }

    /// Searches an end game until its value is known exactly, or known to be at most `low` or at least `high`, or until
    /// a limit ends the search.
    pub(crate) fn search(
        &mut self,
        start: &Start,
        [low, high]: [i32; 2],
        node_limit: u64,
    ) -> Range {
        self.search.limits.node_limit = self.nodes().saturating_add(node_limit);
        let (alpha, beta, sign) = match start.player {
            0 => (low, high, 1),
            _ => (-high, -low, -1),
        };
        let value = self.value(start, alpha, beta);
        let estimate = sign * value.points;
        let is_bound = |is_bound| is_bound && value.is_complete;
        Range {
            least: if is_bound(estimate > low) {
                estimate
            } else {
                -INFINITY
            },
            most: if is_bound(estimate < high) {
                estimate
            } else {
                INFINITY
            },
            estimate,
        }
    }

    /// The value of an end game for the player on turn, by iterative deepening. If the value is not between `alpha` and
    /// `beta`, returns a bound on it.
    fn value(&mut self, start: &Start, alpha: i32, beta: i32) -> Value {
        self.enter(start);
        let (mut depth, mut estimate) = (1, None);
        loop {
            let value = self.search.search(depth, alpha, beta);
            match self.search.limits.stop.take() {
                None if value.is_complete || depth == MAX_DEPTH => return value,
                None => {
                    estimate = Some(value.points);
                    self.search.grow_table();
                    depth += 1;
                }
                Some(Stop::StoreFull) => {
                    self.search.empty_store();
                    self.enter(start);
                }
                Some(Stop::Limit | Stop::Finished) => {
                    return Value {
                        points: estimate.unwrap_or_else(|| self.search.playout()),
                        is_complete: false,
                    };
                }
            }
        }
    }

    /// Makes the start of an end game the current node.
    fn enter(&mut self, start: &Start) {
        let search = &mut self.search;
        search.path.clear();
        for (play, player) in &start.plays {
            let id = search.store.add(play, *player);
            search.nodes[search.path.len()].player = *player;
            search.make(id);
        }
        let node = &mut search.nodes[search.path.len()];
        node.racks = search.store.codes(start.racks);
        node.values = start.racks.map(|rack| self.rules.rack_value(rack));
        node.lens = start.racks.map(|rack| rack.len());
        node.player = start.player;
        (search.turn_limits, node.turns) = TurnLimits::new(self.rules, start.scoreless);
    }
}
