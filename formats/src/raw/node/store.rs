//! FastNodes of any packing and width behind one type: for programs that must be small rather than fast, in which the code
//! that walks them is there once.

use super::compact::CompactNodes;
use super::fast::{FastNodes, Node, NodeRef, Nodes, mask_units};
use super::set_code::SetCodes;
use crate::raw::int::U32Le;

/// The nodes of an image, in whatever packing and width: what [`with_nodes!`](crate::with_nodes) tells apart.
#[derive(Clone, Copy, Debug)]
pub enum NodeStore<'a> {
    /// 32-bit words, with masks of one.
    One(FastNodes<'a, 1>),
    /// 32-bit words, with masks of two.
    Two(FastNodes<'a, 2>),
    /// 32-bit words, with masks of three.
    Three(FastNodes<'a, 3>),
    /// Compact nodes.
    Compact(CompactNodes<'a>),
}

impl<'a> NodeStore<'a> {
    /// The nodes in these words, for an alphabet of `tile_count` tiles, and the codes of their letter sets.
    pub(crate) fn with_codes(
        words: &'a [U32Le],
        codes: &'a SetCodes,
        tile_count: usize,
    ) -> NodeStore<'a> {
        match mask_units(tile_count) {
            1 => NodeStore::One(FastNodes::with_codes(words, codes, tile_count)),
            2 => NodeStore::Two(FastNodes::with_codes(words, codes, tile_count)),
            _ => NodeStore::Three(FastNodes::with_codes(words, codes, tile_count)),
        }
    }
}

/// Evaluates an expression with the nodes of an [`Image`], whatever their packing: the expression is compiled once for
/// each.
///
/// ```
/// use lexc_formats::raw::node::{NodeRef, Nodes};
/// use lexc_formats::{Image, with_nodes};
///
/// /// The number of tiles that words start with.
/// fn first_tiles(image: &Image<'_>) -> u32 {
///     let root = image.dawg().or(image.gaddag());
///     with_nodes!(image, |nodes| root.map_or(0, |root| first_labels(nodes, root)))
/// }
///
/// fn first_labels<P: Nodes>(nodes: P, root: NodeRef) -> u32 {
///     let node = nodes.node(root);
///     (node.set | node.mask).count_ones()
/// }
/// ```
#[macro_export]
macro_rules! with_nodes {
    ($image:expr, |$nodes:ident| $body:expr) => {
        match $image.node_store() {
            $crate::raw::node::NodeStore::One($nodes) => $body,
            $crate::raw::node::NodeStore::Two($nodes) => $body,
            $crate::raw::node::NodeStore::Three($nodes) => $body,
            $crate::raw::node::NodeStore::Compact($nodes) => $body,
        }
    };
}

/// Calls a method of the nodes, whatever they are.
macro_rules! of_any {
    ($any:expr, |$nodes:ident| $call:expr) => {
        match *$any {
            NodeStore::One($nodes) => $call,
            NodeStore::Two($nodes) => $call,
            NodeStore::Three($nodes) => $call,
            NodeStore::Compact($nodes) => $call,
        }
    };
}

// Not inlined: what is to be there once is what happens in here, too. And by reference, so that no call copies them. What
// asks for a single edge or letter reads the node: functions of their own for that made the module for browsers 2,654 bytes
// larger, of 109,928.
impl Nodes for &NodeStore<'_> {
    #[inline(never)]
    fn node(self, reference: NodeRef) -> Node {
        of_any!(self, |nodes| nodes.node(reference))
    }

    #[inline(never)]
    fn child(self, node: Node, rank: u32) -> NodeRef {
        of_any!(self, |nodes| nodes.child(node, rank))
    }

    #[inline(never)]
    fn follow(self, node: Node, label: u8) -> NodeRef {
        of_any!(self, |nodes| nodes.follow(node, label))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use crate::image::Image;

    #[test]
    fn any_records_are_the_same_as_those_by_their_own_type() {
        let fixtures = [3, 40, 62].map(Fixture::new);
        for fixture in fixtures.into_iter().chain([3, 40].map(Fixture::compact)) {
            let bytes = fixture.write();
            let image = Image::from_bytes(&bytes).unwrap();
            let any = &image.node_store();
            let root = image.dawg().unwrap();
            let node = any.node(root);
            assert_ne!(node.mask | node.set, 0);
            with_nodes!(image, |nodes| {
                assert_eq!(node, nodes.node(root));
                for label in 0..=62 {
                    assert_eq!(any.step(node, label), nodes.step(node, label));
                    assert_eq!(any.leads(root, label), nodes.leads(root, label));
                    assert_eq!(any.completes(root, label), nodes.completes(root, label));
                }
                for rank in 0..node.mask.count_ones() {
                    assert_eq!(any.child(node, rank), nodes.child(node, rank));
                }
            });
        }
    }
}
