//! Iterative deepening, and the line of best play.

use std::cmp::Reverse;
use std::sync::Arc;
use std::thread;

use lexc_runtime::Move;

use super::search::{INFINITY, MAX_DEPTH, Search, Value};
use super::stop::Stop;
use super::store::{PASS, PlayId};
use super::table::{Bound, COMPLETE, PASS_LABEL};
use super::team::Team;

/// Buckets of the table for each node searched: the next depth may need several times as many nodes.
const BUCKETS_PER_NODE: u64 = 2;

/// Nodes that one thread searches before other threads start. Searching fewer nodes takes less time than starting a
/// thread.
const NODES_BEFORE_THREADS: u64 = 500;

/// Least number of bytes by which the limit of a full store grows.
const LEAST_GROWTH: usize = 4096;

/// Value and best play of an end game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Points that the player on turn gains on the opponent from here to the end of the game, tiles left on racks included.
    /// An estimate unless [`is_exact`](Self::is_exact).
    pub value: i32,
    /// Moves of both players in turn, the player on turn first; at least one. If the solution is exact, the moves are
    /// best play to the end of the game; later moves are missing if a limit ended the search for them.
    pub line: Vec<Move>,
    /// True if the value is exact and the first move is best.
    pub is_exact: bool,
    /// Depth of the last search that finished, in turns. If no search finished, 0, and value and move are a guess.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

impl<'p> Search<'p> {
    /// Solves the root on this number of threads. `other` makes a search of the same root for another thread.
    pub(super) fn solve(mut self, threads: usize, other: impl Fn() -> Search<'p>) -> Solution {
        let (guess, _) = self.most_promising();
        let mut solution = Solution {
            value: self.playout(),
            line: vec![self.store.action(guess)],
            is_exact: false,
            depth: 0,
            nodes: 0,
        };
        let mut others = Vec::new();
        for depth in 1..=MAX_DEPTH {
            if others.is_empty() && self.limits.nodes > NODES_BEFORE_THREADS {
                others.extend((1..threads).map(|_| other()));
            }
            let Some(value) = self.deepen_together(&mut others, depth) else {
                break;
            };
            solution.value = value.points;
            solution.depth = depth.into();
            let line = self.line(value.points, value.is_complete);
            if !line.is_empty() {
                solution.is_exact = value.is_complete;
                solution.line = line;
            }
            if value.is_complete || self.limits.stop.is_some() {
                break;
            }
            self.grow_table();
        }
        let nodes = others.iter().map(|other| other.limits.nodes);
        solution.nodes = self.limits.nodes + nodes.sum::<u64>();
        solution
    }

    /// Grows the table with the number of nodes.
    pub(super) fn grow_table(&mut self) {
        let nodes = self.limits.nodes;
        if let Some(table) = self.table.grown(nodes.saturating_mul(BUCKETS_PER_NODE)) {
            self.table = table;
        }
    }

    /// Searches the root to a depth on several threads. Returns the value of a thread that finished, a complete value
    /// if possible; `None` if limits ended the searches of all threads.
    fn deepen_together(&mut self, others: &mut [Search<'p>], depth: u8) -> Option<Value> {
        if others.is_empty() {
            return self.deepen(depth);
        }
        let team = Arc::new(Team::new());
        let deepen = |search: &mut Search<'p>| {
            search.limits.team = Some(team.clone());
            let value = search.deepen(depth);
            search.limits.team = None;
            if value.is_some() {
                team.finish();
            }
            value
        };
        let values: Vec<Value> = thread::scope(|scope| {
            // Leaves out threads that can't be started.
            let started = others.iter_mut().filter_map(|other| {
                other.table = self.table.clone();
                let start = thread::Builder::new();
                start.spawn_scoped(scope, || deepen(other)).ok()
            });
            let started: Vec<_> = started.collect();
            let own = deepen(self);
            let rest = started.into_iter().filter_map(|one| one.join().ok()?);
            own.into_iter().chain(rest).collect()
        });
        values.into_iter().max_by_key(|value| value.is_complete)
    }

    /// Searches the root to a depth. Returns `None` if a limit or another thread ends the search.
    fn deepen(&mut self, depth: u8) -> Option<Value> {
        loop {
            let value = self.search(depth, -INFINITY, INFINITY);
            match self.limits.stop {
                None => return Some(value),
                Some(Stop::StoreFull) => self.empty_store(),
                Some(Stop::Limit) => return None,
                Some(Stop::Finished) => {
                    self.path.clear();
                    self.limits.stop = None;
                    return None;
                }
            }
        }
    }

    /// Empties the store, so that the search can start again. The table keeps the values that were found.
    pub(super) fn empty_store(&mut self) {
        self.path.clear();
        self.store.clear();
        self.nodes.truncate(1);
        self.nodes[0].lines = self.store.root_lines();
        self.limits.stop = None;
        // Raises the limit: otherwise a search that needs more plays at once would never end.
        self.limits.store_limit += self.limits.store_limit / 4 + LEAST_GROWTH;
    }

    /// Line of best play from the root, whose value is `value`. If the value is not exact, the line ends at the first
    /// node whose value the table lacks.
    fn line(&mut self, mut value: i32, is_exact: bool) -> Vec<Move> {
        let mut line = Vec::new();
        // Lifts the limit of the store: the table has nearly all values of the line, so searches for the missing values
        // add few plays.
        let store_limit = std::mem::replace(&mut self.limits.store_limit, usize::MAX);
        while let Some(id) = self.best_move(value, is_exact) {
            line.push(self.store.action(id));
            if self.end_points(id).is_some() || line.len() >= usize::from(MAX_DEPTH) {
                break;
            }
            let (_, score) = self.node().key_after(&self.store, id, self.turn_limits);
            value = score - value;
            self.make(id);
        }
        self.path.clear();
        self.limits.store_limit = store_limit;
        line
    }

    /// A best move of the current node, whose value is `value`. If the value is exact and no limit ends the search,
    /// returns the first best move in a fixed order, otherwise the best move that the table has. Returns `None` if the
    /// table has no best move for this value, or if two plays have the move's label.
    fn best_move(&mut self, value: i32, is_exact: bool) -> Option<PlayId> {
        if is_exact && let Some(id) = self.first_best(value) {
            return Some(id);
        }
        let entry = self.table.get(self.node().key()).filter(|entry| {
            let is_same = entry.bound == Bound::Exact && entry.value == value;
            is_same && (entry.depth == COMPLETE || !is_exact)
        });
        let label = entry?.best;
        let node = &self.nodes[self.path.len()];
        let mut found = Vec::from_iter((label == PASS_LABEL).then_some(PASS));
        node.for_each_play(node.player, &mut self.store, &self.path, |id, play| {
            if play.label() == label {
                found.push(id);
            }
        });
        match found[..] {
            [id] => Some(id),
            _ => None,
        }
    }

    /// The first move of the current node that gains `value`, the exact value of the node; `None` if a limit ends the search. The
    /// table has no effect on the result, only on the time.
    fn first_best(&mut self, value: i32) -> Option<PlayId> {
        for id in self.moves_in_order() {
            let is_best = match self.end_points(id) {
                Some(end) => self.store.score(id) + end == value,
                None => self.child(id, MAX_DEPTH, value - 1, value).points >= value,
            };
            if self.limits.stop.is_some() {
                return None;
            }
            if is_best {
                return Some(id);
            }
        }
        None
    }

    /// The moves of the current node in a fixed order: plays that go out, other plays, the pass. In both groups of plays, the
    /// highest sum of score and value of the tiles comes first.
    pub(super) fn moves_in_order(&mut self) -> Vec<PlayId> {
        let node = &self.nodes[self.path.len()];
        let (rack, mut moves) = (node.rack(), Vec::new());
        node.for_each_play(node.player, &mut self.store, &self.path, |id, play| {
            let merit = (play.tiles == rack, play.merit);
            moves.push((Reverse(merit), id));
        });
        let store = &self.store;
        moves.sort_by(|(a, a_id), (b, b_id)| {
            let by_place = || store.play(*a_id).best_first(store.play(*b_id));
            a.cmp(b).then_with(by_place)
        });
        let plays = moves.into_iter().map(|(_, id)| id);
        plays.chain([PASS]).collect()
    }
}
