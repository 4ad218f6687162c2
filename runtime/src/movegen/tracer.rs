//! Reports of a search's steps. A search with a tracer runs the same code as one without a tracer, over nodes that
//! report each edge followed.

use lexc_formats::raw::node::{Node, NodeRef, Nodes};

/// Receiver of a search's steps: see [`MoveGen::with_tracer`](crate::MoveGen::with_tracer).
///
/// Gordon counts the same steps (1994, tables IV and V). Both methods do nothing by default.
pub trait Tracer: Copy {
    /// Reports that an edge is followed (*arcs traversed* in the paper): its target is read, even if the search then
    /// extends no further from it. Edges for ◇ and for tiles on the board count, too.
    ///
    /// Finding a word's last tile in a letter set follows no edge. Steps to compute cross-sets do not count. An edge
    /// counts once even if its tile could be placed both as a letter and as a blank.
    #[inline(always)]
    fn edge(self) {}

    /// Reports a search from an anchor (*anchors used* in the paper).
    ///
    /// [`EveryLine`](crate::Algorithm::EveryLine) reports none if the feature `speed` is on.
    #[inline(always)]
    fn anchor(self) {}
}

impl Tracer for () {}

/// Nodes that report to a tracer when an edge is followed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traced<N, T> {
    inner: N,
    pub(super) tracer: T,
}

impl<N: Nodes, T: Tracer> Traced<N, T> {
    pub(super) fn new(inner: N, tracer: T) -> Traced<N, T> {
        Traced { inner, tracer }
    }
}

impl<N: Nodes, T: Tracer> Nodes for Traced<N, T> {
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
