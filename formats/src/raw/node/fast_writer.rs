//! Writes nodes.

use alloc::vec::Vec;

use super::fast::{
    FastNodes, HAS_SET, HEAD, MAX_NODE_UNITS, Node, NodeRef, Nodes, WORD_BITS, most_tiles,
};
use super::set_code::{CodeWriter, SetCodes};
use crate::raw::int::U32Le;

/// Writes nodes, children first.
#[derive(Clone, Debug)]
pub struct NodeWriter<const W: usize> {
    words: Vec<U32Le>,
    codes: CodeWriter,
    tile_count: usize,
}

impl<const W: usize> Default for NodeWriter<W> {
    /// Without letter set codes, for any alphabet that takes `W` words to a mask.
    fn default() -> NodeWriter<W> {
        let tile_count = most_tiles(W);
        NodeWriter {
            words: Vec::new(),
            codes: CodeWriter::without_codes(tile_count),
            tile_count,
        }
    }
}

impl<const W: usize> NodeWriter<W> {
    const WIDTH: u32 = FastNodes::<W>::WIDTH;

    /// A writer for an alphabet of `tile_count` tiles.
    pub fn new(tile_count: usize) -> NodeWriter<W> {
        NodeWriter {
            words: Vec::new(),
            codes: CodeWriter::new(tile_count),
            tile_count,
        }
    }

    /// The nodes written so far.
    #[inline]
    pub fn nodes(&self) -> FastNodes<'_, W> {
        FastNodes::with_codes(&self.words, self.codes.codes(), self.tile_count)
    }

    /// Writes a node: its letter set, its mask, and what its edges refer to, by ascending label.
    ///
    /// Returns `None`, and writes nothing, where the node's index would be too high for a reference.
    ///
    /// The caller sees to it that there is a child for each bit of the mask, and that the bits are those of tiles
    /// of an alphabet that takes `W` words to a mask.
    pub fn push(&mut self, set: u64, mask: u64, children: &[NodeRef]) -> Option<NodeRef> {
        debug_assert_eq!(mask.count_ones() as usize, children.len());
        debug_assert_eq!((mask | set) >> (WORD_BITS * Self::WIDTH - 1).min(63), 0);
        let common = self.codes.common(set);
        let is_written = set != 0 && common.is_none();
        let last_record = self.words.len().checked_sub(1);
        let explicit = match children.split_last() {
            Some((last, others)) if Some(last.unit() as usize) == last_record => others,
            _ => children,
        };
        let len = explicit.len() + if is_written { 2 * W } else { W };
        let head_index = u32::try_from(self.words.len() + len - 1)
            .ok()
            .filter(|&index| index < MAX_NODE_UNITS)?;
        self.words
            .extend(explicit.iter().rev().map(|child| U32Le::new(child.unit())));
        if is_written {
            self.words
                .extend((0..Self::WIDTH).map(|word| U32Le::new(bits(set, word) & !HEAD)));
        }
        let top = Self::WIDTH - 1;
        self.words
            .extend((0..top).map(|word| U32Le::new(bits(mask, word) & !HEAD)));
        let code = common.unwrap_or(if is_written { HAS_SET } else { 0 });
        self.words.push(U32Le::new(HEAD | code | bits(mask, top)));
        Some(NodeRef::from_unit(head_index))
    }

    /// What the edges of a node refer to, by ascending label.
    #[inline]
    pub fn children(&self, node: Node) -> impl Iterator<Item = NodeRef> + '_ {
        (0..node.mask.count_ones()).map(move |rank| self.nodes().child(node, rank))
    }

    /// The words written, and the codes of their letter sets.
    pub fn finish(self) -> (Vec<U32Le>, SetCodes) {
        (self.words, *self.codes.codes())
    }
}

/// The bits of a mask from word `word` on.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the bits above belong to the next word"
)]
const fn bits(mask: u64, word: u32) -> u32 {
    (mask >> (WORD_BITS * word)) as u32
}
