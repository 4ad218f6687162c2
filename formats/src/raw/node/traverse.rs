//! Nodes decoded for traversal, and the traits of node stores.

use super::mask::label_bit;
use super::reference::NodeRef;
use crate::raw::section::SectionName;

/// An edge's letter set and the outgoing labels of its target state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The letter set: the tiles that complete a word if they come next. Bit *c* for the tile of code *c*.
    pub set: u64,
    /// The outgoing labels: bit 0 for the separator, bit *c* for the tile of code *c*.
    pub mask: u64,
    /// Where the references are, in the store's own form.
    references: u32,
}

impl Node {
    /// The node without a letter set and edges.
    pub const EMPTY: Node = Node::new(0, 0, 0);

    /// A node whose store finds its references by `references`.
    #[inline(always)]
    pub(crate) const fn new(set: u64, mask: u64, references: u32) -> Node {
        Node {
            set,
            mask,
            references,
        }
    }

    /// Where the references are, in the store's own form.
    #[inline(always)]
    pub(crate) const fn references(self) -> u32 {
        self.references
    }

    /// The edges alone.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
    pub const fn edges(self) -> Edges {
        Edges {
            mask: [self.mask as u32, (self.mask >> 32) as u32],
            references: self.references,
        }
    }

    /// The number of outgoing labels below this one, `0..=62`.
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

/// The edges of a node, in half of its memory.
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
    /// The node of a reference. In an image that was not validated, an invalid reference gives an empty or another node.
    fn node(self, reference: NodeRef) -> Node;

    /// The target of the edge with the `rank`-th lowest label of `node`. Any reference if there are fewer edges.
    fn child(self, node: Node, rank: u32) -> NodeRef;

    /// The target of the edge with this label. Any reference if there is no such edge.
    fn follow(self, node: Node, label: u8) -> NodeRef;

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

    /// The target of the edge with this label of the node of a reference, if there is one. Cheaper than reading the node
    /// where nothing else of it is needed.
    #[inline(always)]
    fn target(self, reference: NodeRef, label: u8) -> Option<NodeRef> {
        self.step(self.node(reference), label)
    }

    /// Returns `true` if this label is in the letter set of the node of a reference.
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

    /// The first index behind all nodes.
    fn end(self) -> u32;

    /// References to all stored nodes, by ascending or descending index.
    fn stored(self) -> impl Iterator<Item = NodeRef>;

    /// The reference to the stored node at the end of an inline reference; a direct reference itself.
    fn resolve(self, reference: NodeRef) -> NodeRef;
}
