//! The numbers section: word counts that number the words in one walk.
//!
//! The section has one 32-bit number for each word of the nodes section up to the end of the DAWG's nodes, which
//! come first: up to its root's head, or where the root is a inline reference, to the head that it holds. For the word
//! that is the head of a node, it is the number of words that the node's edges lead to (its letter set not
//! counted); for one that holds a reference, the number of words that the edges with lower labels lead to; for other
//! words 0. An edge *leads to* the tiles in its node's letter set and to all that the node's edges lead to.
//!
//! So the words below an edge are numbered by one look at the letter set and one at the number beside the reference.
//! (Lucchesi and Kowaltowski 1993, "Applications of finite automata representing large vocabularies", number the words
//! by a sum over the earlier edges of each state instead.)

use crate::raw::int::U32Le;
use crate::raw::node::{FastNodes, Node, NodeRef, Nodes};

/// The word counts of an image, read in place.
#[derive(Clone, Copy, Debug)]
pub struct WordIndex<'a, const W: usize> {
    nodes: FastNodes<'a, W>,
    counts: &'a [U32Le],
}

impl<'a, const W: usize> WordIndex<'a, W> {
    /// The counts that belong to these nodes.
    #[inline]
    pub const fn new(nodes: FastNodes<'a, W>, counts: &'a [U32Le]) -> WordIndex<'a, W> {
        WordIndex { nodes, counts }
    }

    fn count(self, index: u32) -> u32 {
        self.counts
            .get(index as usize)
            .map_or(0, |count| count.get())
    }

    /// The number of words that the edges of a node lead to.
    pub fn below(self, reference: NodeRef) -> u32 {
        match self.nodes.inline_edge(reference) {
            Some((_, target)) => self.through(target),
            None => self.count(reference.unit()),
        }
    }

    /// The number of words that an edge leads to.
    pub fn through(self, reference: NodeRef) -> u32 {
        u32::try_from(self.total(reference)).unwrap_or(u32::MAX)
    }

    /// [`through`](Self::through), exactly: in an image that was not checked it may be a little more than a number can
    /// be.
    pub(crate) fn total(self, reference: NodeRef) -> u64 {
        u64::from(self.nodes.node(reference).set.count_ones()) + u64::from(self.below(reference))
    }

    /// The number of words that the edges of a node with ranks lower than `rank` lead to. `reference` is the
    /// node's.
    pub fn before(self, reference: NodeRef, node: Node, rank: u32) -> u32 {
        if rank >= node.mask.count_ones() {
            return self.below(reference);
        }
        match self.nodes.reference_index(node, rank) {
            Some(index) => self.count(index),
            // A chained edge is the last one; a inline edge the only one.
            None => self
                .below(reference)
                .saturating_sub(self.through(self.nodes.child(node, rank))),
        }
    }
}

#[cfg(any(test, feature = "alloc"))]
mod writer {
    use alloc::vec::Vec;

    use super::{U32Le, WordIndex};
    use crate::raw::node::{FastNodes, NodeList, Nodes};

    impl<'a, const W: usize> WordIndex<'a, W> {
        /// The numbers section for the DAWG's nodes, which are all of `nodes`; `None` if there are more words
        /// than a number can count.
        pub fn encode(nodes: FastNodes<'a, W>) -> Option<Vec<U32Le>> {
            let mut counts = Vec::from_iter(nodes.units().iter().map(|_| U32Le::new(0)));
            for reference in nodes.stored() {
                let node = nodes.node(reference);
                let mut sum = 0_u64;
                for rank in 0..node.mask.count_ones() {
                    let before = U32Le::new(u32::try_from(sum).ok()?);
                    if let Some(count) = nodes
                        .reference_index(node, rank)
                        .and_then(|index| counts.get_mut(index as usize))
                    {
                        *count = before;
                    }
                    sum += WordIndex::new(nodes, &counts).total(nodes.child(node, rank));
                }
                let below = U32Le::new(u32::try_from(sum).ok()?);
                if let Some(count) = counts.get_mut(reference.unit() as usize) {
                    *count = below;
                }
                u32::try_from(WordIndex::new(nodes, &counts).total(reference)).ok()?;
            }
            Some(counts)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::raw::node::FastWriter;

    /// A node for each of the words that bits of `sum` stand for: two edges to the one before double it.
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
    fn counts_stand_beside_references_and_heads() {
        let mut writer = FastWriter::<1>::default();
        let two = writer.push(0b110, 0, &[]).unwrap();
        let three = writer.push(0b10, 0b10, &[two]).unwrap();
        let inline = NodeRef::inline(3, three, 1).unwrap();
        let chained = writer.push(0b100, 0, &[]).unwrap();
        let root = writer
            .push(0b10, 0b11110, &[two, inline, three, chained])
            .unwrap();
        let nodes = writer.nodes();
        let counts = WordIndex::encode(nodes).unwrap();
        let counts: Vec<u32> = counts.iter().map(|count| count.get()).collect();
        // A set and a head for each of the first three nodes (the second is chained to the first), then the root.
        assert_eq!(counts, [0, 0, 0, 2, 0, 0, 5, 2, 0, 0, 9]);

        let counts = WordIndex::encode(nodes).unwrap();
        let numbers = WordIndex::new(nodes, &counts);
        assert_eq!((numbers.below(root), numbers.through(root)), (9, 10));
        assert_eq!((numbers.below(inline), numbers.through(inline)), (3, 3));
        let node = nodes.node(root);
        let before: Vec<u32> = (0..6)
            .map(|rank| numbers.before(root, node, rank))
            .collect();
        assert_eq!(before, [0, 2, 5, 8, 9, 9]);
        assert_eq!(numbers.before(inline, nodes.node(inline), 0), 0);
        assert_eq!(numbers.before(inline, nodes.node(inline), 1), 3);
    }

    #[test]
    fn up_to_as_many_words_as_a_number_can_count() {
        let (writer, levels) = doubling(32);
        let counts = WordIndex::encode(writer.nodes()).unwrap();
        let numbers = WordIndex::new(writer.nodes(), &counts);
        assert_eq!(numbers.through(levels[31]), 1 << 31);
        let (writer, _) = doubling(33);
        assert_eq!(WordIndex::encode(writer.nodes()), None);

        // 2^31 + 2^30 + ... + 1, and then one more in the letter set.
        for (set, expected) in [(0, Some(u32::MAX)), (0b10, None)] {
            let (mut writer, levels) = doubling(32);
            let root = writer.push(set, (1 << 33) - 2, &levels).unwrap();
            let counts = WordIndex::encode(writer.nodes());
            let words = counts.map(|counts| WordIndex::new(writer.nodes(), &counts).through(root));
            assert_eq!(words, expected);
        }
    }

    #[test]
    fn wrong_counts_give_wrong_numbers_and_no_panic() {
        let (writer, levels) = doubling(4);
        let counts = std::vec![U32Le::new(u32::MAX); writer.nodes().units().len() / 2];
        let numbers = WordIndex::new(writer.nodes(), &counts);
        for reference in levels {
            let node = writer.nodes().node(reference);
            let _ = (numbers.below(reference), numbers.through(reference));
            let _ = (0..70)
                .map(|rank| numbers.before(reference, node, rank))
                .max();
        }
        assert_eq!(numbers.through(NodeRef::from_unit(1)), u32::MAX);
    }
}
