//! Tiles that hook onto the runs of a line: before a run, after it, or between two.

use lexc_formats::TileSet;
use lexc_formats::raw::node::{Node, Nodes, SEPARATOR};

use crate::game::board::Board;
use crate::game::square::{Line, MAX_DIM};
use crate::lexicon::automaton::Automaton;
use crate::movegen::line::codes;
use crate::movegen::place::{PLACES, Place, PlaceSet};

/// A line of the board, with its runs.
#[derive(Clone, Debug)]
pub(super) struct RunLine<'v, N> {
    walker: RunWalker<N>,
    taken: PlaceSet,
    /// Codes of the tiles, by place.
    codes: [u8; PLACES],
    /// Values of the tiles, by offset.
    values: &'v [i32; MAX_DIM],
}

/// Adjacent occupied squares of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<'c> {
    pub(super) end: Place,
    /// Sum of the tiles' values.
    value: i32,
    codes: &'c [u8],
    /// Node at the end of the tiles' path from the root, in a GADDAG from the last tile to the first; the empty node if there
    /// is no path.
    node: Node,
}

impl<'v, N: Nodes> RunLine<'v, N> {
    pub(super) fn new(
        walker: RunWalker<N>,
        board: &Board,
        line: Line,
        taken: PlaceSet,
        values: &'v [i32; MAX_DIM],
    ) -> RunLine<'v, N> {
        RunLine {
            walker,
            taken,
            codes: codes(taken, board, line),
            values,
        }
    }

    /// The run with a tile at a place; `None` at an empty place.
    #[inline(always)]
    pub(super) fn run_at(&self, place: Place) -> Option<Run<'_>> {
        if !self.taken.contains(place) {
            return None;
        }
        let (place, taken) = (place.index(), self.taken.0);
        let up_to_here = (taken << (PLACES - 1 - place)).leading_ones() as usize;
        let first = place + 1 - up_to_here;
        let end = place + (taken >> place).trailing_ones() as usize - 1;
        let codes = self.codes.get(first..=end)?;
        let values = self.values.get(first - 1..end)?;
        Some(Run {
            end: Place::new(end),
            value: values.iter().sum(),
            codes,
            node: self.walker.walk(codes),
        })
    }

    /// Cross-set and cross-score of an empty square between these runs; `None` if there is no run.
    #[inline(always)]
    pub(super) fn cross_set(
        &self,
        before: Option<&Run<'_>>,
        after: Option<&Run<'_>>,
    ) -> Option<(TileSet, i32)> {
        let (bits, score) = match (before, after) {
            (None, None) => return None,
            (Some(before), None) => (self.walker.after(before), before.value),
            (None, Some(after)) => (self.walker.before(after), after.value),
            (Some(before), Some(after)) => {
                let set = self.walker.between(before, after);
                (set, before.value + after.value)
            }
        };
        Some((TileSet::from_bits(bits), score))
    }
}

/// Walks an automaton along runs.
#[derive(Clone, Copy, Debug)]
pub(in crate::movegen) struct RunWalker<N> {
    nodes: N,
    automaton: Automaton,
}

impl<N: Nodes> RunWalker<N> {
    pub(in crate::movegen) fn new(nodes: N, automaton: Automaton) -> RunWalker<N> {
        RunWalker { nodes, automaton }
    }

    /// Node at the end of the path of a run's tiles.
    #[inline]
    fn walk(self, codes: &[u8]) -> Node {
        let root = self.nodes.node(self.automaton.root());
        let node = match self.automaton {
            Automaton::Gaddag(_) => self.follow(root, codes.iter().rev()),
            Automaton::Dawg(_) => self.follow(root, codes.iter()),
        };
        node.unwrap_or_default()
    }

    /// Node after a run, in a GADDAG the target of the ◇ edge.
    #[inline]
    fn onward(self, run: &Run<'_>) -> Node {
        match self.automaton {
            Automaton::Gaddag(_) if run.node.mask & SEPARATOR == 0 => Node::default(),
            // No label is lower than the separator.
            Automaton::Gaddag(_) => self.nodes.node(self.nodes.child(run.node, 0)),
            Automaton::Dawg(_) => run.node,
        }
    }

    /// Tiles that fit after a run.
    ///
    /// In a GADDAG the same walk gives the tiles that fit before it: the last edge's letter set, and the ◇ edge's letter set
    /// (Gordon 1994, "Computing cross sets").
    #[inline]
    fn after(self, run: &Run<'_>) -> u64 {
        self.onward(run).set
    }

    /// Tiles that fit before a run. A DAWG has to try each.
    #[inline]
    fn before(self, run: &Run<'_>) -> u64 {
        match self.automaton {
            Automaton::Gaddag(_) => run.node.set,
            Automaton::Dawg(root) => {
                let root = self.nodes.node(root);
                self.leading_through(root, root.mask, run.codes)
            }
        }
    }

    /// Tiles that fit between two runs: the only cross-set for which a GADDAG has to try each candidate (Gordon 1994,
    /// "Computing cross sets"). Few tiles both follow the first run and precede the second, and the walk takes the
    /// shorter run.
    fn between(self, before: &Run<'_>, after: &Run<'_>) -> u64 {
        let onward = self.onward(before);
        match self.automaton {
            Automaton::Dawg(_) => self.leading_through(onward, onward.mask, after.codes),
            Automaton::Gaddag(_) => {
                let candidates = onward.mask & after.node.mask;
                if before.codes.len() < after.codes.len() {
                    self.leading_back_through(after.node, candidates, before.codes)
                } else {
                    self.leading_through(onward, candidates, after.codes)
                }
            }
        }
    }

    /// Candidates that complete a word with a run after them.
    #[inline]
    fn leading_through(self, from: Node, candidates: u64, codes: &[u8]) -> u64 {
        let Some((&last, rest)) = codes.split_last() else {
            return 0;
        };
        self.leading(from, candidates, |node| {
            Some(self.follow(node, rest.iter())?.set >> last & 1 != 0)
        })
    }

    /// Candidates that complete a word with a run before them, walked from the last tile to the first.
    #[inline]
    fn leading_back_through(self, from: Node, candidates: u64, codes: &[u8]) -> u64 {
        let Some((&first, rest)) = codes.split_first() else {
            return 0;
        };
        self.leading(from, candidates, |node| {
            Some(self.follow(node, rest.iter().rev())?.set >> first & 1 != 0)
        })
    }

    /// Candidates whose target satisfies `holds`.
    #[inline(always)]
    fn leading(self, from: Node, candidates: u64, holds: impl Fn(Node) -> Option<bool>) -> u64 {
        let tiles = TileSet::from_bits(candidates).into_iter();
        let leading = tiles.filter(|tile| {
            let node = self.next(from, tile.code());
            node.and_then(&holds).unwrap_or(false)
        });
        leading.collect::<TileSet>().bits()
    }

    #[inline]
    fn follow<'c>(self, from: Node, mut codes: impl Iterator<Item = &'c u8>) -> Option<Node> {
        codes.try_fold(from, |node, &code| self.next(node, code))
    }

    #[inline(always)]
    fn next(self, node: Node, code: u8) -> Option<Node> {
        let reference = self.nodes.step(node, code)?;
        Some(self.nodes.node(reference))
    }
}
