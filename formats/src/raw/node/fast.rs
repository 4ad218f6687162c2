//! Edge nodes: the packing of the automata.
//!
//! A **node** is what an edge refers to: the edge's letter set together with the outgoing edges of the state it leads
//! to (Gordon 1994, "A more deterministic algorithm", convention 3). Edges with the same destination and the same
//! letter set share one node, and there are under 2 % more of those pairs than there are states. A node is a run of
//! 32-bit words that ends in its **head**, and the index of the head names the node. With `W` words to a mask, the
//! node at index `p` is, from its last word down:
//!
//! ```text
//! p                 head: bit 31 set, the code of the letter set, the top bits of the mask
//! p-1 ...           the W-1 lower words of the mask, 31 bits each, down to the lowest
//! then, if the code says so: the W words of the letter set, 31 bits each, from the highest down to the lowest
//! then a reference for each edge, from the lowest label to the highest
//! ```
//!
//! - The **mask** is the set of the state's outgoing labels: bit 0 for the separator, bit *c* for the tile of code *c*.
//!   The letter set has the same bits, without the separator. `W` is 1 for up to 29 tiles ([`mask_units`]), so that the
//!   head alone holds the mask of most games.
//! - The **code** is what the mask leaves of bits 27 to 30. It tells whether there is a letter set, and which, if it is
//!   one of the common ones in a table ([`set_code`](crate::raw::node)).
//! - Bit 31 is set in heads and clear in every other word: an index names a node if and only if the word there has
//!   it. That makes a linear check complete without memory.
//! - A **direct reference** (bit 30 clear) is the index of the node that the edge refers to.
//! - A **inline reference** (bit 30 set) stands for a node that need not be written: one with no letter set and a single
//!   edge. It holds that edge: its label in the lowest bits, and above them the index of the node it refers to; or, with
//!   bit 29 set, the label of a second such edge and then the index. A traversal learns all about such states without
//!   touching another cache line. What follows the first edge is the reference shifted down by a label, so that it takes
//!   few instructions and no branch. With ENABLE, 40 % of the nodes are not written.
//! - **Chaining**: where the edge with the highest label refers to the node that ends right before this one, its
//!   reference is left out. The word in its place is then that node's head, and bit 31 tells.
//!
//! What was measured, in bytes of nodes for ENABLE (SETS not counted):
//!
//! | packing | DAWG | both automata |
//! |---|---|---|
//! | head, letter set and all references | 728,764 | 4,870,744 |
//! | with chaining | 626,376 | 4,085,524 |
//! | with chaining, and single edges in the head | 586,404 | 3,654,892 |
//! | with chaining and inline references of one edge | 590,556 | 3,679,492 |
//! | with all three | 582,688 | 3,657,112 |
//! | with chaining and inline references of up to two edges | 562,880 | 3,445,400 |
//! | and with the 14 best letter sets in a table | 508,512 | 3,313,780 |
//! | and with the first 14 of a single tile there: this one | 513,152 | 3,329,216 |
//!
//! Single edges in the head save as much as inline references of one edge, but are still a node to be fetched.
//!
//! Rejected; in the first five lines with inline references of up to two edges and the best 14 letter sets otherwise:
//!
//! | packing | DAWG | both automata | why not |
//! |---|---|---|---|
//! | any edge may be chained, not the highest alone | 486,584 | 3,193,540 | no cheap way to know which: each step down pays |
//! | inline references of any number of edges | 494,520 | 3,172,516 | bits for labels and index: a bound, not a packing |
//! | 20 bits of index beside two labels | 508,512 | 3,275,748 | no bit left that tells one edge from two |
//! | up to three edges, 14 bits of index beside two or three | 512,788 | 3,458,216 | larger |
//! | 30 letter sets | 498,716 | 3,278,476 | English leaves 16 codes |
//! | 16-bit units; references of a node all short or all long | 439,942 | 2,960,632 | three nodes in five are long; a step takes twice the work |
//!
//! The last has a bit in 16 to mark heads, a unit for each letter set (all are in a table), and short references of 15
//! bits: to the 2^14 units before, or by a table of the 2^13 most frequent.

use super::mask::count_labels;
use super::set_code::{CODE_SHIFT, SetCodes, top_mask_bits};
use crate::raw::int::U32Le;
use crate::raw::section::SectionName;

/// The bit that heads have and no other word.
pub(crate) const HEAD: u32 = 1 << 31;

/// The bit of a head that, alone among those of the code, says that the letter set is written in the node.
pub(crate) const HAS_SET: u32 = 1 << 30;

/// The bit of a reference that says that it holds the only edge of a node that is not written, or two such edges.
pub(crate) const INLINE: u32 = 1 << 30;

/// The bit of a inline reference that says that it holds two edges, one after the other.
pub(crate) const PAIR: u32 = 1 << 29;

/// The first index that a inline reference cannot hold beside its one label.
#[inline]
const fn lone_limit(mask_units: usize) -> u32 {
    PAIR >> inline_label_bits(mask_units)
}

/// The number of mask bits in a word that is not a head.
pub(crate) const WORD_BITS: u32 = 31;

/// The bit of the separator in a mask.
pub const SEPARATOR: u64 = 1;

/// The largest number of words in a nodes section: references can name no more.
pub const MAX_NODE_UNITS: u32 = INLINE;

/// The number of words that a mask takes for an alphabet of `tile_count` tiles: `1..=29` tiles and the separator take
/// one, up to 60 two, up to 62 three.
#[inline]
pub const fn mask_units(tile_count: usize) -> usize {
    match tile_count {
        ..30 => 1,
        30..61 => 2,
        _ => 3,
    }
}

/// The largest alphabet for which masks take `mask_units` words.
pub(crate) const fn most_tiles(mask_units: usize) -> usize {
    match mask_units {
        1 => 29,
        2 => 60,
        _ => 62,
    }
}

/// The number of bits that the label takes in a inline reference, where masks take `mask_units` words.
#[inline]
pub const fn inline_label_bits(mask_units: usize) -> u32 {
    if mask_units == 1 { 5 } else { 6 }
}

/// What an edge refers to: the index of a node, or a inline edge. Bit 31 is clear.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct NodeRef(u32);

impl NodeRef {
    /// The reference in a word of an image.
    #[inline]
    pub const fn from_unit(unit: u32) -> NodeRef {
        NodeRef(unit & !HEAD)
    }

    /// The reference as a word of an image.
    #[inline]
    pub const fn unit(self) -> u32 {
        self.0
    }

    /// Whether the reference stands for a node that is not written.
    #[inline]
    pub const fn is_inline(self) -> bool {
        self.0 & INLINE != 0
    }

    /// The reference to a node without a letter set and with this edge alone, where a inline reference can hold it:
    /// the edge's own reference is direct, or holds one edge itself, and its index is low enough to leave room for
    /// the labels.
    #[inline]
    pub const fn inline(label: u8, target: NodeRef, mask_units: usize) -> Option<NodeRef> {
        let bits = inline_label_bits(mask_units);
        let (limit, labels) = (lone_limit(mask_units), 1 << bits);
        let rest = target.0 & (INLINE - 1);
        // Of two edges, the second takes room from the index.
        let kind = match target.0 & (INLINE | PAIR) {
            INLINE => INLINE | PAIR,
            0 | PAIR => INLINE,
            _ => return None,
        };
        if label < labels && rest < limit {
            Some(NodeRef(kind | rest << bits | label as u32))
        } else {
            None
        }
    }
}

/// A packing of nodes: how a traversal reads them. The traversals are generic over it.
pub trait Nodes: Copy {
    /// The node that a reference stands for. Where there is none, in an image whose structure was not checked, it is
    /// empty or another's.
    fn node(self, reference: NodeRef) -> Node;

    /// What the edge with the `rank`-th lowest label of `node` refers to.
    ///
    /// A rank that the node does not have gives some reference or other; following it is harmless.
    fn child(self, node: Node, rank: u32) -> NodeRef;

    /// What the edge with this label refers to, which is known to be there.
    fn follow(self, node: Node, label: u8) -> NodeRef;

    /// What the edge with this label refers to, if there is one.
    #[inline(always)]
    fn step(self, node: Node, label: u8) -> Option<NodeRef> {
        node.has_edge(label).then(|| self.follow(node, label))
    }

    /// What the edge with this label refers to, if there is one, of the node that a reference stands for: where nothing
    /// else is asked of the node.
    #[inline(always)]
    fn leads(self, reference: NodeRef, label: u8) -> Option<NodeRef> {
        self.step(self.node(reference), label)
    }

    /// Whether this label is in the letter set of the node that a reference stands for.
    #[inline(always)]
    fn completes(self, reference: NodeRef, label: u8) -> bool {
        self.node(reference).set.wrapping_shr(label.into()) & 1 != 0
    }
}

/// FastNodes that can be gone through one by one.
pub trait NodeList: Nodes {
    /// The section that they are in.
    const SECTION: SectionName;

    /// The number of bytes from one index to the next.
    const INDEX_BYTES: u64;

    /// What all indices are below.
    fn index_end(self) -> u32;

    /// The references to all nodes that are written, in their order or the reverse.
    fn heads(self) -> impl Iterator<Item = NodeRef>;

    /// The reference to the node that a reference names, or that the last edge it holds refers to.
    fn held(self, reference: NodeRef) -> NodeRef;
}

/// The bit of a label in a mask. Wrapping: whatever the label, a shift can't panic.
#[inline(always)]
const fn bit(label: u8) -> u64 {
    1_u64.wrapping_shl(label as u32)
}

/// An edge's letter set and the outgoing labels of the state it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The letter set: the tiles which, if met next, complete a word. Bit *c* for the tile of code *c*.
    pub set: u64,
    /// The outgoing labels: bit 0 for the separator, bit *c* for the tile of code *c*.
    pub mask: u64,
    /// The index of the first reference; or, with [`HEAD`] set, the only reference itself. What it is in compact nodes,
    /// they know.
    slots: u32,
}

impl Node {
    /// The node without edges.
    pub const EMPTY: Node = Node {
        set: 0,
        mask: 0,
        slots: 0,
    };

    #[inline(always)]
    pub(crate) const fn new(set: u64, mask: u64, slots: u32) -> Node {
        Node { set, mask, slots }
    }

    /// What the packing has noted of where the references are.
    #[inline(always)]
    pub(crate) const fn slots(self) -> u32 {
        self.slots
    }

    /// The edges alone.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
    pub const fn edges(self) -> Edges {
        Edges {
            mask: [self.mask as u32, (self.mask >> 32) as u32],
            slots: self.slots,
        }
    }

    /// The rank of a label, `0..=62`, among the outgoing ones: how many are lower.
    #[inline(always)]
    pub const fn rank(self, label: u8) -> u32 {
        self.below(label).count_ones()
    }

    /// The outgoing labels that are lower than this one.
    #[inline(always)]
    const fn below(self, label: u8) -> u64 {
        self.mask & bit(label).wrapping_sub(1)
    }

    /// Whether there is an edge with this label, `0..=62`.
    #[inline(always)]
    pub const fn has_edge(self, label: u8) -> bool {
        self.mask & bit(label) != 0
    }
}

/// The edges of a node, in half of its memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edges {
    /// The lower and the upper half of the mask.
    mask: [u32; 2],
    slots: u32,
}

impl Edges {
    /// The node with these edges and without a letter set.
    #[inline(always)]
    pub const fn node(self) -> Node {
        let [low, high] = self.mask;
        Node {
            set: 0,
            mask: low as u64 | (high as u64) << 32,
            slots: self.slots,
        }
    }
}

/// The nodes of an image whose masks take `W` words. Their `Debug` form has a line for each.
#[derive(Clone, Copy)]
pub struct FastNodes<'a, const W: usize> {
    words: &'a [U32Le],
    codes: &'a SetCodes,
    /// The part of the head that belongs to the mask.
    top_mask: u32,
}

impl<'a, const W: usize> FastNodes<'a, W> {
    #[expect(clippy::cast_possible_truncation, reason = "at most 3")]
    pub(crate) const WIDTH: u32 = W as u32;

    /// The nodes in these words, which are those of a nodes section of an image without letter set codes.
    #[inline]
    pub fn without_codes(words: &'a [U32Le]) -> FastNodes<'a, W> {
        let tile_count = most_tiles(W);
        FastNodes::with_codes(words, SetCodes::none(tile_count), tile_count)
    }

    /// The nodes in these words, for an alphabet of `tile_count` tiles, and the codes of their letter sets.
    #[inline]
    pub(crate) const fn with_codes(
        words: &'a [U32Le],
        codes: &'a SetCodes,
        tile_count: usize,
    ) -> FastNodes<'a, W> {
        let top_mask = (1 << top_mask_bits(tile_count)) - 1;
        FastNodes {
            words,
            codes,
            top_mask,
        }
    }

    /// The bits of a head that are the code.
    #[inline]
    pub(crate) const fn code_bits(self) -> u32 {
        (HEAD - 1) >> CODE_SHIFT << CODE_SHIFT & !self.top_mask
    }

    /// The nodes in the first `len` words, if there are as many.
    #[inline]
    pub fn first(self, len: usize) -> Option<FastNodes<'a, W>> {
        let words = self.words.get(..len)?;
        Some(FastNodes { words, ..self })
    }

    /// Where the letter sets of heads are.
    #[inline]
    pub const fn codes(self) -> &'a SetCodes {
        self.codes
    }

    /// The words.
    #[inline]
    pub const fn units(self) -> &'a [U32Le] {
        self.words
    }

    /// The label of the first edge that a inline reference holds, and what that edge refers to: the second edge, if it
    /// holds two.
    #[inline]
    pub fn inline_edge(self, reference: NodeRef) -> Option<(u8, NodeRef)> {
        reference.is_inline().then_some((
            Self::lone_label(reference.0),
            Self::inline_child(reference.0),
        ))
    }

    /// The label of the first edge that a inline reference holds.
    #[inline(always)]
    const fn lone_label(reference: u32) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "5 or 6 bits")]
        {
            (reference & ((1 << inline_label_bits(W)) - 1)) as u8
        }
    }

    /// What the first edge that a inline reference holds refers to. No branch: one edge or two is as good as random to a
    /// processor.
    #[inline(always)]
    const fn inline_child(reference: u32) -> NodeRef {
        const { assert!(PAIR << 1 == INLINE) };
        let rest = reference >> inline_label_bits(W) & (lone_limit(W) - 1);
        NodeRef(rest | (reference & PAIR) << 1)
    }

    /// Where the reference of an edge is written, counted in words; `None` for a chained or a inline edge.
    #[inline]
    pub fn reference_index(self, node: Node, rank: u32) -> Option<u32> {
        let slot = node.slots.wrapping_sub(rank);
        (node.slots & HEAD == 0 && self.word(slot) & HEAD == 0).then_some(slot)
    }

    /// The word at an index; 0 where there is none, which as a head is an empty node's.
    #[inline(always)]
    fn word(self, index: u32) -> u32 {
        let place = index as usize;
        if place < self.words.len() {
            #[expect(clippy::indexing_slicing, reason = "it was compared")]
            return self.words[place].get();
        }
        0
    }

    /// The words at two indices, of which the second is the first less the width of a mask.
    #[inline(always)]
    fn two_words(self, index: u32, below: u32) -> (u32, u32) {
        let place = index as usize;
        if W == 1 && place != 0 && place < self.words.len() {
            // Two comparisons for both, instead of three.
            #[expect(clippy::indexing_slicing, reason = "both were compared")]
            return (self.words[place].get(), self.words[place - 1].get());
        }
        (self.word(index), self.word(below))
    }

    /// The mask or letter set with this top word, which is at `index`.
    #[inline(always)]
    fn bits(self, top: u32, index: u32) -> u64 {
        (1..Self::WIDTH).fold(u64::from(top), |bits, below| {
            bits << WORD_BITS | u64::from(self.word(index.wrapping_sub(below)))
        })
    }
}

impl<const W: usize> core::fmt::Debug for FastNodes<'_, W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for reference in self.heads() {
            let node = self.node(reference);
            write!(f, "{}: set {:#x},", reference.unit(), node.set)?;
            let labels = (0..=62).filter(|&label| node.has_edge(label));
            for (rank, label) in (0..).zip(labels) {
                write!(f, " {label} -> {:#x}", self.child(node, rank).unit())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl<const W: usize> Nodes for FastNodes<'_, W> {
    #[inline(always)]
    fn node(self, reference: NodeRef) -> Node {
        let NodeRef(index) = reference;
        if reference.is_inline() {
            return Node {
                set: 0,
                mask: 1 << Self::lone_label(index),
                slots: HEAD | Self::inline_child(index).0,
            };
        }
        let below = index.wrapping_sub(Self::WIDTH);
        let (head, top) = self.two_words(index, below);
        let mask = self.bits(head & self.top_mask, index);
        // No branch: which nodes have which letter set is as good as random to a processor.
        let code = self.codes.row(head);
        let written = code.written.get();
        let set = self.bits(top, below) & written | code.set.get();
        #[expect(clippy::cast_possible_truncation, reason = "all ones or none")]
        let slots = match W {
            1 => below.wrapping_add(written as u32),
            _ => below.wrapping_sub(written as u32 & Self::WIDTH),
        };
        Node { set, mask, slots }
    }

    #[inline(always)]
    fn child(self, node: Node, rank: u32) -> NodeRef {
        if node.slots & HEAD != 0 {
            return NodeRef(node.slots & !HEAD);
        }
        let slot = node.slots.wrapping_sub(rank);
        let word = self.word(slot);
        NodeRef(if word & HEAD == 0 { word } else { slot })
    }

    #[inline(always)]
    fn follow(self, node: Node, label: u8) -> NodeRef {
        self.child(node, count_labels::<W>(node.below(label)))
    }
}

impl<const W: usize> NodeList for FastNodes<'_, W> {
    const SECTION: SectionName = SectionName::NODES;
    const INDEX_BYTES: u64 = size_of::<U32Le>() as u64;

    fn index_end(self) -> u32 {
        u32::try_from(self.words.len()).unwrap_or(MAX_NODE_UNITS)
    }

    fn heads(self) -> impl Iterator<Item = NodeRef> {
        let heads = (0..MAX_NODE_UNITS)
            .zip(self.words)
            .filter(|(_, word)| word.get() & HEAD != 0);
        heads.map(|(index, _)| NodeRef(index))
    }

    #[inline]
    fn held(self, reference: NodeRef) -> NodeRef {
        let next = |at| self.inline_edge(at).map(|(_, target)| target);
        // A inline reference holds one edge or two.
        let target = next(reference).unwrap_or(reference);
        next(target).unwrap_or(target)
    }
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;
