//! Nodes as traversals read them: sets of labels, nodes, and the traits of node stores.

use super::unit::NodeRef;
use crate::raw::section::SectionName;

/// An edge's letter set and the outgoing labels of its target state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The letter set: the tiles that complete a word if they come next. Bit *c* for the tile of code *c*.
    pub set: u64,
    /// The outgoing labels: bit 0 for the separator, bit *c* for the tile of code *c*.
    pub mask: u64,
    /// The place of the references, as the node store encodes it.
    references: u32,
}

impl Node {
    /// The node without a letter set or edges.
    pub const EMPTY: Node = Node::new(0, 0, 0);

    /// A node; its store finds the node's references by `references`.
    #[inline(always)]
    pub(crate) const fn new(set: u64, mask: u64, references: u32) -> Node {
        Node {
            set,
            mask,
            references,
        }
    }

    /// The place of the references, as the node store encodes it.
    #[inline(always)]
    pub(crate) const fn references(self) -> u32 {
        self.references
    }

    /// The edges, without the letter set.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
    pub const fn edges(self) -> Edges {
        Edges {
            mask: [self.mask as u32, (self.mask >> 32) as u32],
            references: self.references,
        }
    }

    /// The number of outgoing labels below `label`, which is `0..=62`.
    #[inline(always)]
    pub const fn rank(self, label: u8) -> u32 {
        self.below(label).count_ones()
    }

    /// The outgoing labels below this one.
    #[inline(always)]
    pub(crate) const fn below(self, label: u8) -> u64 {
        self.mask & label_bit(label).wrapping_sub(1)
    }

    /// Returns `true` if there is an edge with this label, `0..=62`.
    #[inline(always)]
    pub const fn has_edge(self, label: u8) -> bool {
        self.mask & label_bit(label) != 0
    }
}

/// The edges of a node, in half of the memory of a [`Node`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edges {
    /// The lower and the upper half of the mask.
    mask: [u32; 2],
    references: u32,
}

impl Edges {
    /// The node with these edges and without a letter set.
    #[inline(always)]
    pub const fn node(self) -> Node {
        let [low, high] = self.mask;
        let mask = low as u64 | (high as u64) << 32;
        Node::new(0, mask, self.references)
    }
}

/// A node store, as traversals read it.
pub trait Nodes: Copy {
    /// The node of a reference. In an image that was not validated, an invalid reference gives an arbitrary node.
    fn node(self, reference: NodeRef) -> Node;

    /// The target of the edge whose label has `rank` outgoing labels below it. Arbitrary if there is no such edge.
    fn child(self, node: Node, rank: u32) -> NodeRef;

    /// The target of the edge with this label. Arbitrary if there is no such edge.
    fn follow(self, node: Node, label: u8) -> NodeRef;

    /// Replaces an indirect reference by the inline reference that it stands for, and returns any other reference
    /// unchanged. References to equal nodes of a minimal automaton give equal results.
    #[inline]
    fn dereference(self, reference: NodeRef) -> NodeRef {
        reference
    }

    /// The targets of the edges, by ascending label.
    #[inline]
    fn children(self, node: Node) -> impl Iterator<Item = NodeRef> {
        (0..node.mask.count_ones()).map(move |rank| self.child(node, rank))
    }

    /// The target of the edge with this label, if there is one.
    #[inline(always)]
    fn step(self, node: Node, label: u8) -> Option<NodeRef> {
        node.has_edge(label).then(|| self.follow(node, label))
    }

    /// The target of the edge with this label, if the referenced node has such an edge. For compact nodes, cheaper than
    /// reading the whole node.
    #[inline(always)]
    fn target(self, reference: NodeRef, label: u8) -> Option<NodeRef> {
        self.step(self.node(reference), label)
    }

    /// Returns `true` if this label is in the letter set of the referenced node.
    #[inline(always)]
    fn completes(self, reference: NodeRef, label: u8) -> bool {
        self.node(reference).set & label_bit(label) != 0
    }
}

/// A node store whose nodes can be listed.
pub trait NodeList: Nodes {
    /// The section of the nodes.
    const SECTION: SectionName;

    /// The number of bytes from one index to the next.
    const INDEX_BYTES: u64;

    /// The first index after all nodes.
    fn end(self) -> u32;

    /// References to all stored nodes, by ascending or descending index.
    fn stored(self) -> impl Iterator<Item = NodeRef>;

    /// The index in a reference: the whole of a direct reference, or the index that an inline reference holds.
    fn last_index(self, reference: NodeRef) -> u32;

    /// Follows the chain of inline nodes that starts at a reference, and returns the reference to the stored node at
    /// its end.
    fn resolve(self, reference: NodeRef) -> NodeRef;
}

/// A node store with places for the counts of a [`WordIndex`](crate::WordIndex).
pub trait CountedNodes: Nodes {
    /// The target of the only edge of an inline fast node, if `node` is one. This edge has no count.
    fn only_target(self, node: Node) -> Option<NodeRef>;

    /// The index of an edge's count; `rank` is the number of the node's edges with lower labels. In fast nodes, `None`
    /// if the edge is implicit or `node` is inline.
    fn count_index(self, node: Node, rank: u32) -> Option<u32>;
}

/// The bit of the separator in a mask.
pub const SEPARATOR: u64 = 1;

/// The bit of a label in a mask. Wraps at 64, so that no label causes a panic.
#[inline(always)]
pub(crate) const fn label_bit(label: u8) -> u64 {
    1_u64.wrapping_shl(label as u32)
}

/// The labels of all tiles in an alphabet of `tile_count` tiles, at most 62.
pub(crate) const fn tile_labels(tile_count: usize) -> u64 {
    let all = u64::MAX >> 1 & !SEPARATOR;
    if tile_count < 62 {
        all & ((2 << tile_count) - 1)
    } else {
        all
    }
}

/// The labels in a mask or letter set, ascending.
pub fn labels(mut mask: u64) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let label = u8::try_from(mask.trailing_zeros()).ok();
        let label = label.filter(|_| mask != 0)?;
        mask &= mask - 1;
        Some(label)
    })
}

/// True if labels are counted by table. The oldest x86 processors lack the instruction that counts bits; its
/// replacement is a chain of a dozen dependent steps. Three look-ups in a table of 1 KiB are independent of each other:
/// they save 1 to 2 % of the time of move generation.
const COUNTS_BY_TABLE: bool = cfg!(all(
    any(target_arch = "x86", target_arch = "x86_64"),
    not(target_feature = "popcnt"),
    feature = "speed"
));

/// The number of bits of a look-up: a third of a mask of one unit.
const LOOK_UP_BITS: u32 = 10;

const LOOK_UPS: usize = 1 << LOOK_UP_BITS;

/// For each index, the number of its bits that are set.
static COUNTS: [u8; LOOK_UPS] = {
    let mut counts = [0; LOOK_UPS];
    let mut number = 1;
    while number < LOOK_UPS {
        #[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            counts[number] = counts[number / 2];
            if number % 2 == 1 {
                counts[number] += 1;
            }
        }
        number += 1;
    }
    counts
};

/// The number of labels in a mask, or in a subset of a mask. If `W` is 1, the mask must be a narrow node's.
///
/// If `W` is 1, may ignore labels above 29, which occur only in inline references of images that were not validated.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "one unit has labels below 30"
)]
pub(crate) fn count_labels<const W: usize>(mask: u64) -> u32 {
    match W {
        1 if COUNTS_BY_TABLE => (0..3)
            .map(|third| {
                let bits = mask as usize >> (third * LOOK_UP_BITS) & (LOOK_UPS - 1);
                #[expect(clippy::indexing_slicing, reason = "the mask keeps the index in range")]
                u32::from(COUNTS[bits])
            })
            .sum(),
        // Counting 32 bits takes two thirds of the steps of counting 64.
        1 => (mask as u32).count_ones(),
        _ => mask.count_ones(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile_set::TileSet;

    #[test]
    fn counts_the_labels_of_any_third_of_a_mask() {
        for bits in 0..1 << LOOK_UP_BITS {
            for shift in 0..=2 * LOOK_UP_BITS {
                let mask = bits << shift;
                assert_eq!(count_labels::<1>(mask), mask.count_ones(), "{mask:#x}");
                assert_eq!(count_labels::<2>(mask), mask.count_ones(), "{mask:#x}");
            }
        }
        assert_eq!(count_labels::<1>((1 << 30) - 1), 30);
        assert_eq!(count_labels::<3>(u64::MAX >> 1), 63);
    }

    #[test]
    fn lists_the_labels_of_a_mask_ascending() {
        assert!(labels(0b1000_0101).eq([0, 2, 7]));
        assert!(labels(1 << 63).eq([63]));
        assert_eq!(labels(0).count(), 0);
    }

    #[test]
    fn tile_labels_are_the_set_of_all_tiles() {
        for tile_count in 1..=63 {
            assert_eq!(tile_labels(tile_count), TileSet::first(tile_count).bits());
        }
    }
}
