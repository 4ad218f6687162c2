//! Iterative deepening, and the line of best play.

use lexc_runtime::Move;

use super::Solution;
use super::limits::Stop;
use super::search::{INFINITY, MAX_DEPTH, Search};
use super::store::{PASS, PlayId};
use super::table::{Bound, COMPLETE};

/// Buckets of the table for each node searched: the next depth may need several times as many nodes.
const BUCKETS_PER_NODE: u64 = 8;

/// Least number of bytes by which a full store grows.
const LEAST_GROWTH: usize = 4096;

impl Search<'_> {
    /// Solves the root.
    pub(super) fn solve(mut self) -> Solution {
        let (guess, _) = self.most_promising();
        let mut solution = Solution {
            value: self.playout(),
            line: vec![self.store.action(guess)],
            is_exact: false,
            depth: 0,
            nodes: 0,
        };
        let mut depth = 1;
        while depth <= MAX_DEPTH && self.limits.stop.is_none() {
            let value = self.search(depth, -INFINITY, INFINITY);
            match self.limits.stop {
                None => {
                    solution.value = value.points;
                    solution.is_exact = value.is_complete;
                    solution.depth = depth.into();
                    let line = self.line(value.points, value.is_complete);
                    if !line.is_empty() {
                        solution.line = line;
                    }
                    if value.is_complete {
                        break;
                    }
                    depth += 1;
                    let nodes = self.limits.nodes;
                    self.table.grow(nodes.saturating_mul(BUCKETS_PER_NODE));
                }
                Some(Stop::StoreFull) => self.empty_store(),
                Some(Stop::Limit) => {}
            }
        }
        solution.nodes = self.limits.nodes;
        solution
    }

    /// Empties the store, so that the search can start again. The table keeps the values that were found.
    fn empty_store(&mut self) {
        self.path.clear();
        self.store.clear();
        self.nodes.truncate(1);
        self.nodes[0].lines = self.store.root_lines();
        self.limits.stop = None;
        // Raises the limit: a search that needs more plays at once would never end.
        self.limits.store_limit += self.limits.store_limit / 4 + LEAST_GROWTH;
    }

    /// Line of best play from the root, which has this value. If the value is not exact, the line ends at the first node whose
    /// value the table lacks.
    fn line(&mut self, mut value: i32, is_exact: bool) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some(id) = self.best_move(value, is_exact) {
            line.push(self.store.action(id));
            let node = self.node();
            let is_end = match id {
                PASS => node.passes + 1 >= self.pass_limit,
                _ => self.store.stored(id).tiles == node.rack(),
            };
            if is_end || line.len() >= usize::from(MAX_DEPTH) {
                break;
            }
            let (_, score) = node.key_after(&self.store, id);
            value = score - value;
            self.make(id);
        }
        self.path.clear();
        line
    }

    /// A best move of the current node, which has this value. If the value is exact and the table lacks it, searches the node
    /// again; `None` if the table lacks it still.
    fn best_move(&mut self, value: i32, is_exact: bool) -> Option<PlayId> {
        let key = self.node().key();
        let holds = |search: &Search<'_>| {
            let entry = search.table.get(key)?;
            let is_same = entry.bound == Bound::Exact && entry.value == value;
            (is_same && (entry.depth == COMPLETE || !is_exact)).then_some(entry)
        };
        let mut entry = holds(self);
        if entry.is_none() && is_exact && self.limits.stop.is_none() {
            self.search(MAX_DEPTH, value - 1, value + 1);
            entry = holds(self);
        }
        let label = entry?.best;
        if label == PASS {
            return Some(PASS);
        }
        let node = &self.nodes[self.path.len()];
        let (rack, mut found) = (node.rack(), None);
        let store = &mut self.store;
        store.for_each(&node.lines, node.player, rack, &self.path, |id, play| {
            if play.label() == label {
                found = Some(id);
            }
        });
        found
    }
}
