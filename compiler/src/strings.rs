//! Lists and looks up the strings of an automaton.

use lexc_formats::MAX_WORD_LEN;
use lexc_formats::raw::node::{NodeRef, Nodes, labels};

/// The most labels of a string: a GADDAG's have a separator besides the tiles of a word.
pub(crate) const MAX_STRING_LEN: usize = MAX_WORD_LEN + 1;

/// Why a walk ended before its time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum WalkError<E> {
    /// Strings from this node are too long.
    TooLong(NodeRef),
    /// Error of the visitor.
    Visitor(E),
}

/// Visits the strings from a node, depth first, in the order of their labels, each with the node whose letter set
/// completes it.
///
/// In a validated image every node has a string, so the number of strings bounds the walk.
pub(crate) fn for_each_string<P: Nodes, E>(
    nodes: P,
    root: NodeRef,
    visit: impl FnMut(&[u8], NodeRef) -> Result<(), E>,
) -> Result<(), WalkError<E>> {
    let path = [0; MAX_STRING_LEN];
    Walk { nodes, visit, path }.from(root, 0)
}

struct Walk<P, V> {
    nodes: P,
    visit: V,
    path: [u8; MAX_STRING_LEN],
}

impl<P: Nodes, V> Walk<P, V> {
    /// Visits the strings that have the first `len` labels of the path. Recursion is as deep as the path is long.
    fn from<E>(&mut self, reference: NodeRef, len: usize) -> Result<(), WalkError<E>>
    where
        V: FnMut(&[u8], NodeRef) -> Result<(), E>,
    {
        if len == MAX_STRING_LEN {
            return Err(WalkError::TooLong(reference));
        }
        let node = self.nodes.node(reference);
        for label in labels(node.set | node.mask) {
            self.path[len] = label;
            if node.set >> label & 1 != 0 {
                (self.visit)(&self.path[..=len], reference).map_err(WalkError::Visitor)?;
            }
            if let Some(child) = self.nodes.step(node, label) {
                self.from(child, len + 1)?;
            }
        }
        Ok(())
    }
}

/// Node at the end of the labels' path.
pub(crate) fn follow<P: Nodes>(
    nodes: P,
    root: NodeRef,
    labels: impl IntoIterator<Item = u8>,
) -> Option<NodeRef> {
    labels.into_iter().try_fold(root, |reference, label| {
        nodes.step(nodes.node(reference), label)
    })
}

/// Returns `true` if the labels are a string from the node.
pub(crate) fn accepts<P: Nodes>(nodes: P, root: NodeRef, labels: &[u8]) -> bool {
    labels.split_last().is_some_and(|(last, before)| {
        follow(nodes, root, before.iter().copied())
            .is_some_and(|reference| nodes.node(reference).set >> last & 1 != 0)
    })
}
