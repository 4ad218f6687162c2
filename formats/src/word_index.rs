//! The word index: from a word to its rank in alphabet order, and from a rank to its word, each in one walk.
//!
//! The section has a 32-bit count for each unit of fast nodes, or each byte of section `COMP`, up to the end of the DAWG's
//! root. The **words of an edge** are one for each tile of its letter set, and the words of all edges of its target.
//! Counts by kind of unit or byte:
//!
//! - head: the words of all the node's edges,
//! - reference, or label byte: the words of the node's edges with lower labels,
//! - other units and bytes: 0.
//!
//! A walk from a word to its rank therefore reads at most two counts for each tile. (Lucchesi and Kowaltowski 1993,
//! "Applications of finite automata representing large vocabularies", add up the words of a state's earlier edges
//! instead.)

use crate::raw::int::U32Le;
use crate::raw::node::{CountedNodes, Node, NodeRef};
use crate::tile::MAX_WORD_LEN;

/// The word index of an image, read in place.
#[derive(Clone, Copy, Debug)]
pub struct WordIndex<'a, N> {
    nodes: N,
    counts: &'a [U32Le],
}

impl<'a, N: CountedNodes> WordIndex<'a, N> {
    /// The word index with these counts of these nodes.
    #[inline]
    pub const fn new(nodes: N, counts: &'a [U32Le]) -> WordIndex<'a, N> {
        WordIndex { nodes, counts }
    }

    fn count(self, index: u32) -> u32 {
        self.counts
            .get(index as usize)
            .map_or(0, |count| count.get())
    }

    /// The number of words of all edges of a node.
    pub fn below(self, reference: NodeRef) -> u32 {
        self.below_node(reference, self.nodes.node(reference))
    }

    /// The number of words of all edges of `node`, the node of `reference`.
    fn below_node(self, reference: NodeRef, node: Node) -> u32 {
        match self.nodes.only_target(node) {
            Some(target) => self.through(target),
            None => self.count(reference.unit()),
        }
    }

    /// The number of words of an edge, at most [`u32::MAX`].
    pub fn through(self, reference: NodeRef) -> u32 {
        u32::try_from(self.total(reference)).unwrap_or(u32::MAX)
    }

    /// [`through`](Self::through) without the upper bound, which the number may exceed in an image that was not validated.
    pub(crate) fn total(self, mut reference: NodeRef) -> u64 {
        let mut words = 0;
        // Bounded, because a chain of inline nodes may have no end in an image that was not validated.
        for _ in 0..=MAX_WORD_LEN {
            let node = self.nodes.node(reference);
            // Most letter sets are empty, and counting takes a dozen steps.
            if node.set != 0 {
                words += u64::from(node.set.count_ones());
            }
            match self.nodes.only_target(node) {
                Some(target) => reference = target,
                None => return words + u64::from(self.count(reference.unit())),
            }
        }
        words
    }

    /// The number of words that the first `rank` edges of a node have. `node` is the node of `reference`.
    // Inlined, so that a loop over the edges of a node counts the edges only once.
    #[inline(always)]
    pub fn before(self, reference: NodeRef, node: Node, rank: u32) -> u32 {
        if rank == 0 {
            return 0;
        }
        let edges = node.mask.count_ones();
        if rank >= edges {
            return self.below_node(reference, node);
        }
        if let Some(index) = self.nodes.count_index(node, rank) {
            return self.count(index);
        }
        // The edge of this rank is implicit, so the next edge, if any, has a reference.
        let next = rank + 1;
        let before_next = match self.nodes.count_index(node, next) {
            Some(index) if next < edges => self.count(index),
            _ => self.below_node(reference, node),
        };
        before_next.saturating_sub(self.through(self.nodes.child(node, rank)))
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::raw::node::{FastWriter, Nodes};

    /// Nodes that each have two edges to the node before, so that the number of words doubles from node to node.
    fn doubling(levels: usize) -> (FastWriter<2>, Vec<NodeRef>) {
        let mut writer = FastWriter::<2>::default();
        let mut levels_so_far = Vec::from([writer.push(0b10, 0, &[]).unwrap()]);
        for level in 1..levels {
            let below = levels_so_far[level - 1];
            levels_so_far.push(writer.push(0, 0b110, &[below, below]).unwrap());
        }
        (writer, levels_so_far)
    }

    #[test]
    fn counts_are_those_of_references_and_heads() {
        let mut writer = FastWriter::<1>::default();
        let two = writer.push(0b110, 0, &[]).unwrap();
        let three = writer.push(0b10, 0b10, &[two]).unwrap();
        let inline = NodeRef::inline(3, three, 1).unwrap();
        let last = writer.push(0b100, 0, &[]).unwrap();
        let root = writer
            .push(0b10, 0b11110, &[two, inline, three, last])
            .unwrap();
        let nodes = writer.nodes();
        let counts = WordIndex::encode(nodes, root).unwrap();
        let counts: Vec<u32> = counts.iter().map(|count| count.get()).collect();
        // Set and head of each of the first three nodes (the second has an implicit edge to the first), then the root's
        // references, set and head.
        assert_eq!(counts, [0, 0, 0, 2, 0, 0, 5, 2, 0, 0, 9]);

        let counts = WordIndex::encode(nodes, root).unwrap();
        let word_index = WordIndex::new(nodes, &counts);
        assert_eq!((word_index.below(root), word_index.through(root)), (9, 10));
        assert_eq!(
            (word_index.below(inline), word_index.through(inline)),
            (3, 3)
        );
        let node = nodes.node(root);
        let before: Vec<u32> = (0..6)
            .map(|rank| word_index.before(root, node, rank))
            .collect();
        assert_eq!(before, [0, 2, 5, 8, 9, 9]);
        assert_eq!(word_index.before(inline, nodes.node(inline), 0), 0);
        assert_eq!(word_index.before(inline, nodes.node(inline), 1), 3);
    }

    #[test]
    fn counts_up_to_32_bits() {
        let (writer, levels) = doubling(32);
        let counts = WordIndex::encode(writer.nodes(), levels[31]).unwrap();
        let word_index = WordIndex::new(writer.nodes(), &counts);
        assert_eq!(word_index.through(levels[31]), 1 << 31);
        let (writer, levels) = doubling(33);
        assert_eq!(WordIndex::encode(writer.nodes(), levels[32]), None);

        // 2^31 + 2^30 + ... + 1, and then one more in the letter set.
        for (set, expected) in [(0, Some(u32::MAX)), (0b10, None)] {
            let (mut writer, levels) = doubling(32);
            let root = writer.push(set, (1 << 33) - 2, &levels).unwrap();
            let counts = WordIndex::encode(writer.nodes(), root);
            let words = counts.map(|counts| WordIndex::new(writer.nodes(), &counts).through(root));
            assert_eq!(words, expected);
        }
    }

    #[test]
    fn wrong_counts_do_not_panic() {
        let (writer, levels) = doubling(4);
        let counts = std::vec![U32Le::new(u32::MAX); writer.nodes().units().len() / 2];
        let word_index = WordIndex::new(writer.nodes(), &counts);
        for reference in levels {
            let node = writer.nodes().node(reference);
            let _ = (word_index.below(reference), word_index.through(reference));
            let _ = (0..70)
                .map(|rank| word_index.before(reference, node, rank))
                .max();
        }
        assert_eq!(word_index.through(NodeRef::from_unit(1)), u32::MAX);
    }
}
