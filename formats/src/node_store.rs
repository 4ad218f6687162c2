//! FastNodes of any packing and width behind one type: for programs that must be small rather than fast, in which the code
//! that walks them is there once.

use crate::image::NodeStore;
use crate::node::{Node, NodeRef, Nodes};

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
    use crate::with_nodes;

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
