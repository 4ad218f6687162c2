//! The words of a line, as plays across it see them: what can be hooked to a block of tiles, before it, after it, or
//! between two of them.

use lexc_formats::TileSet;
use lexc_formats::raw::node::{Node, Nodes, SEPARATOR};

use super::line::{PLACES, codes};
use crate::game::board::Board;
use crate::game::square::{Line, MAX_DIM};
use crate::lexicon::automaton::Automaton;

/// A line of the board, read for the words on it.
#[derive(Clone, Debug)]
pub(super) struct WordLine<'v, P> {
    walker: Walker<P>,
    /// The places where a tile lies; places count from 1.
    taken: u32,
    /// The codes of the tiles, by place.
    codes: [u8; PLACES],
    /// The values of the tiles, by offset.
    values: &'v [i32; MAX_DIM],
}

/// Tiles that lie next to each other on a line, with none next to them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<'c> {
    /// The place of the last tile.
    pub(super) end: usize,
    /// The sum of the tiles' values.
    value: i32,
    /// The codes of the tiles.
    codes: &'c [u8],
    /// Where the tiles lead from the root, in a GADDAG from the last to the first; the empty node if nowhere.
    node: Node,
}

impl<'v, P: Nodes> WordLine<'v, P> {
    pub(super) fn new(
        walker: Walker<P>,
        board: &Board,
        line: Line,
        taken: u32,
        values: &'v [i32; MAX_DIM],
    ) -> WordLine<'v, P> {
        WordLine {
            walker,
            taken,
            codes: codes(taken, board, line),
            values,
        }
    }

    /// The block that has a tile at a place; `None` if there is no tile.
    #[inline(always)]
    pub(super) fn block_at(&self, place: usize) -> Option<Block<'_>> {
        let place = place & (PLACES - 1);
        if self.taken >> place & 1 == 0 {
            return None;
        }
        let up_to_here = (self.taken << (PLACES - 1 - place)).leading_ones() as usize;
        let first = place + 1 - up_to_here;
        let end = place + (self.taken >> place).trailing_ones() as usize - 1;
        let codes = self.codes.get(first..=end)?;
        let values = self.values.get(first - 1..end)?;
        Some(Block {
            end,
            value: values.iter().sum(),
            codes,
            node: self.walker.walk(codes),
        })
    }

    /// The cross-check of an empty square between these blocks: the tiles that make a word with them, and what they
    /// score in it. `None` if there are no blocks.
    #[inline(always)]
    pub(super) fn check(
        &self,
        before: Option<&Block<'_>>,
        after: Option<&Block<'_>>,
    ) -> Option<(u64, i32)> {
        Some(match (before, after) {
            (None, None) => return None,
            (Some(before), None) => (self.walker.after(before), before.value),
            (None, Some(after)) => (self.walker.before(after), after.value),
            (Some(before), Some(after)) => {
                let fits = self.walker.between(before, after);
                (fits, before.value + after.value)
            }
        })
    }
}

/// The automaton, asked about blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walker<P> {
    packing: P,
    automaton: Automaton,
}

impl<P: Nodes> Walker<P> {
    pub(super) fn new(packing: P, automaton: Automaton) -> Walker<P> {
        Walker { packing, automaton }
    }

    /// Where the tiles of a block lead.
    #[inline]
    fn walk(self, codes: &[u8]) -> Node {
        let root = self.packing.node(self.automaton.root());
        let node = match self.automaton {
            Automaton::Gaddag(_) => self.follow(root, codes.iter().rev()),
            Automaton::Dawg(_) => self.follow(root, codes.iter()),
        };
        node.unwrap_or_default()
    }

    /// What words go on with after a block.
    #[inline]
    fn onward(self, block: &Block<'_>) -> Node {
        match self.automaton {
            Automaton::Gaddag(_) if block.node.mask & SEPARATOR == 0 => Node::default(),
            // No label is lower than the separator.
            Automaton::Gaddag(_) => self.packing.node(self.packing.child(block.node, 0)),
            Automaton::Dawg(_) => block.node,
        }
    }

    /// The tiles that fit after a block, bit *c* for the tile of code *c*.
    ///
    /// In a GADDAG that takes no other walk than what fits before it: the last edge's letter set are the tiles that fit
    /// before the block, and the ◇ edge's those after it (Gordon 1994, "Computing cross sets").
    #[inline]
    fn after(self, block: &Block<'_>) -> u64 {
        self.onward(block).set
    }

    /// The tiles that fit before a block. In a DAWG each must be tried.
    #[inline]
    fn before(self, block: &Block<'_>) -> u64 {
        match self.automaton {
            Automaton::Gaddag(_) => block.node.set,
            Automaton::Dawg(root) => {
                let root = self.packing.node(root);
                self.leading_through(root, root.mask, block.codes)
            }
        }
    }

    /// The tiles that fit between two blocks. It is the only cross-set of a GADDAG that takes a walk for each candidate
    /// (Gordon 1994, "Computing cross sets"). But few tiles can both follow the first block and precede the second, and
    /// the walk may go along the shorter one.
    fn between(self, before: &Block<'_>, after: &Block<'_>) -> u64 {
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

    /// Those of the `candidates` that lead from a node through a block to the end of a word.
    #[inline]
    fn leading_through(self, from: Node, candidates: u64, codes: &[u8]) -> u64 {
        let Some((&last, rest)) = codes.split_last() else {
            return 0;
        };
        self.leading(from, candidates, |node| {
            Some(self.follow(node, rest.iter())?.set >> last & 1 != 0)
        })
    }

    /// The same from the last tile of the block to the first, which ends a word in a GADDAG.
    #[inline]
    fn leading_back_through(self, from: Node, candidates: u64, codes: &[u8]) -> u64 {
        let Some((&first, rest)) = codes.split_first() else {
            return 0;
        };
        self.leading(from, candidates, |node| {
            Some(self.follow(node, rest.iter().rev())?.set >> first & 1 != 0)
        })
    }

    /// Those of the `candidates` that lead to a node of which something holds.
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
        let reference = self.packing.step(node, code)?;
        Some(self.packing.node(reference))
    }
}
