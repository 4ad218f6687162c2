//! Steps of a search, told to who counts them: the search itself is the same code, over nodes that tell when an edge is
//! followed.

use lexc_formats::raw::node::{Node, NodeRef, Nodes};

/// Who is told of the steps of a search, as [`MoveGen::with_tracer`](crate::MoveGen::with_tracer) takes them.
///
/// The steps are those that Gordon counts (1994, tables IV and V). Both methods do nothing unless they are written, and
/// a search for which nobody counts, that is, with `()`, has no trace of them.
pub trait Tracer: Copy {
    /// An edge is followed, *arcs traversed* in the paper: the node that it leads to is read, be it that the search
    /// goes on from there, or that it turns out not to lead on. Edges for ◇ count; so do those for tiles on the board.
    ///
    /// A word's last tile has no edge, as it is in the letter set of the one before. The steps by which cross-sets are
    /// computed do not count, nor is an edge counted twice where a blank could take the place of the tile that is
    /// placed: such plays are worked out when the one without it is delivered.
    #[inline(always)]
    fn edge(self) {}

    /// A start is searched from, *anchors used* in the paper: a block of tiles on a line, or an empty square with a tile
    /// beside the line and none next to it on the line.
    ///
    /// Both the algorithm over the GADDAG and that over the DAWG start from these. The one that searches every line at
    /// once has no such starts, and tells of none.
    #[inline(always)]
    fn anchor(self) {}
}

impl Tracer for () {}

/// FastNodes that tell a tracer when an edge is followed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traced<P, T> {
    pub(super) inner: P,
    pub(super) tracer: T,
}

impl<P: Nodes, T: Tracer> Traced<P, T> {
    pub(super) fn new(inner: P, tracer: T) -> Traced<P, T> {
        Traced { inner, tracer }
    }
}

impl<P: Nodes, T: Tracer> Nodes for Traced<P, T> {
    #[inline(always)]
    fn node(self, reference: NodeRef) -> Node {
        self.inner.node(reference)
    }

    #[inline(always)]
    fn child(self, node: Node, rank: u32) -> NodeRef {
        self.tracer.edge();
        self.inner.child(node, rank)
    }

    #[inline(always)]
    fn follow(self, node: Node, label: u8) -> NodeRef {
        self.tracer.edge();
        self.inner.follow(node, label)
    }
}
