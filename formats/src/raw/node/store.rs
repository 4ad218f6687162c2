//! The node store of an image: dispatches between fast and compact nodes.

use super::compact::CompactNodes;
use super::fast::FastNodes;
use super::set_code::SetCodes;
use super::traverse::{CountedNodes, Node, Nodes};
use super::unit::{NodeRef, mask_units};
use crate::raw::int::U32Le;

/// The nodes of an image. [`with_nodes!`](crate::with_nodes) dispatches on the kind.
#[derive(Clone, Copy, Debug)]
pub enum NodeStore<'a> {
    /// Narrow fast nodes.
    Narrow(FastNodes<'a, 1>),
    /// Wide fast nodes.
    Wide(FastNodes<'a, 2>),
    /// Compact nodes.
    Compact(CompactNodes<'a>),
}

impl<'a> NodeStore<'a> {
    /// No nodes.
    pub(crate) const NONE: NodeStore<'static> = NodeStore::Compact(CompactNodes::NONE);

    /// The fast nodes in the units and set codes of an image with `tile_count` tiles.
    pub(crate) fn fast(
        units: &'a [U32Le],
        set_codes: &'a SetCodes,
        tile_count: usize,
    ) -> NodeStore<'a> {
        match mask_units(tile_count) {
            1 => NodeStore::Narrow(FastNodes::with_codes(units, set_codes, tile_count)),
            _ => NodeStore::Wide(FastNodes::with_codes(units, set_codes, tile_count)),
        }
    }

    /// The compact nodes; an empty store if the nodes are fast.
    #[cfg(not(feature = "fast-nodes"))]
    #[inline]
    pub fn compact(&self) -> CompactNodes<'a> {
        match *self {
            NodeStore::Compact(nodes) => nodes,
            _ => CompactNodes::NONE,
        }
    }
}

/// Evaluates an expression with the nodes of a [`NodeStore`](crate::raw::node::NodeStore), whatever their kind: the expression
/// is compiled once for each kind. Compact nodes can have an expression of their own.
///
/// ```
/// use lexc_formats::raw::node::{NodeRef, Nodes};
/// use lexc_formats::{Image, with_nodes};
///
/// /// The number of tiles that words start with; 0 without a DAWG.
/// fn first_tiles(image: &Image<'_>) -> u32 {
///     let root = image.dawg();
///     with_nodes!(*image.node_store(), |nodes| root.map_or(0, |root| first_labels(nodes, root)))
/// }
///
/// fn first_labels<N: Nodes>(nodes: N, root: NodeRef) -> u32 {
///     let node = nodes.node(root);
///     (node.set | node.mask).count_ones()
/// }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! with_nodes {
    ($store:expr, |$nodes:ident| $body:expr) => {
        $crate::with_nodes!($store, fast | $nodes | $body, compact | $nodes | $body)
    };
    ($store:expr, fast |$fast:ident| $body:expr, compact |$compact:ident| $other:expr) => {
        match $crate::possible_nodes!($store) {
            $crate::raw::node::NodeStore::Narrow($fast) => $body,
            $crate::raw::node::NodeStore::Wide($fast) => $body,
            $crate::raw::node::NodeStore::Compact($compact) => $other,
        }
    };
}

/// The nodes of a store, of any kind.
#[cfg(feature = "fast-nodes")]
#[macro_export]
#[doc(hidden)]
macro_rules! possible_nodes {
    ($store:expr) => {
        $store
    };
}

/// The compact nodes of a store. Without the feature `fast-nodes`, an image with fast nodes is refused when it is opened, so the
/// kind is always `Compact` here, and the Rust compiler leaves out the code for fast nodes.
#[cfg(not(feature = "fast-nodes"))]
#[macro_export]
#[doc(hidden)]
macro_rules! possible_nodes {
    ($store:expr) => {
        $crate::raw::node::NodeStore::Compact($store.compact())
    };
}

/// Reads nodes of any kind through one copy of the code, for programs that must be small rather than fast.
// The methods are not inlined, so that their code occurs once. The trait is implemented for a reference to the store,
// so that no call copies the store. `target` and `completes` keep the trait's defaults, which read the whole node:
// overriding them made the module for browsers 2,654 bytes larger.
impl Nodes for &NodeStore<'_> {
    #[inline(never)]
    fn node(self, reference: NodeRef) -> Node {
        with_nodes!(*self, |nodes| nodes.node(reference))
    }

    #[inline(never)]
    fn child(self, node: Node, rank: u32) -> NodeRef {
        with_nodes!(*self, |nodes| nodes.child(node, rank))
    }

    #[inline(never)]
    fn follow(self, node: Node, label: u8) -> NodeRef {
        with_nodes!(*self, |nodes| nodes.follow(node, label))
    }

    fn dereference(self, reference: NodeRef) -> NodeRef {
        with_nodes!(*self, |nodes| nodes.dereference(reference))
    }
}

impl CountedNodes for &NodeStore<'_> {
    fn only_target(self, node: Node) -> Option<NodeRef> {
        with_nodes!(*self, |nodes| nodes.only_target(node))
    }

    fn count_index(self, node: Node, rank: u32) -> Option<u32> {
        with_nodes!(*self, |nodes| nodes.count_index(node, rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use crate::image::Image;

    #[test]
    fn a_reference_to_a_store_reads_the_same_nodes() {
        let fixtures = [3, 40, 62].map(Fixture::new);
        for fixture in fixtures.into_iter().chain([3, 40].map(Fixture::compact)) {
            let bytes = fixture.write();
            let image = Image::from_bytes(&bytes).unwrap();
            let any = image.node_store();
            let root = image.dawg().unwrap();
            let node = any.node(root);
            assert_ne!(node.mask | node.set, 0);
            with_nodes!(*any, |nodes| {
                assert_eq!(node, nodes.node(root));
                for label in 0..=62 {
                    assert_eq!(any.step(node, label), nodes.step(node, label));
                    assert_eq!(any.target(root, label), nodes.target(root, label));
                    assert_eq!(any.completes(root, label), nodes.completes(root, label));
                }
                assert_eq!(any.only_target(node), nodes.only_target(node));
                for rank in 0..node.mask.count_ones() {
                    assert_eq!(any.count_index(node, rank), nodes.count_index(node, rank));
                }
                assert!(any.children(node).eq(nodes.children(node)));
            });
        }
    }
}
