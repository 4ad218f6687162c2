//! Look-ups in either automaton, for any packing.

use lexc_formats::raw::node::{Node, NodeRef, Nodes, SEPARATOR};
use lexc_formats::{Image, SEPARATOR_CODE, Tile};

/// Evaluates an expression with the nodes of an image: compiled once for each node store.
#[cfg(feature = "speed")]
macro_rules! with_image_nodes {
    ($image:expr, |$nodes:ident| $body:expr) => {
        lexc_formats::with_nodes!($image.node_store(), |$nodes| $body)
    };
}

/// Evaluates an expression with the nodes of an image: compiled once for all node stores.
#[cfg(not(feature = "speed"))]
macro_rules! with_image_nodes {
    ($image:expr, |$nodes:ident| $body:expr) => {{
        let nodes = $image.node_store();
        let $nodes = &nodes;
        $body
    }};
}
pub(crate) use with_image_nodes as with_nodes;

/// An automaton and where it starts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Automaton {
    /// Words from left to right.
    Dawg(NodeRef),
    /// `REV(x) ◇ y` for every word xy; the ◇ is left out where y is empty.
    Gaddag(NodeRef),
}

impl Automaton {
    /// The one to look words up in: the DAWG if there is one, as its nodes are fewer and closer together.
    pub(crate) fn of(image: &Image<'_>) -> Option<Automaton> {
        image
            .dawg()
            .map(Automaton::Dawg)
            .or_else(|| image.gaddag().map(Automaton::Gaddag))
    }

    /// The one that makes cross-sets with fewer steps: the GADDAG if there is one.
    pub(crate) fn for_cross_sets(image: &Image<'_>) -> Option<Automaton> {
        let gaddag = image.gaddag().map(Automaton::Gaddag);
        gaddag.or_else(|| image.dawg().map(Automaton::Dawg))
    }

    /// Whether the tiles are a word.
    // On a bare machine, what one packing takes of the stack is not to be there for the others.
    #[cfg_attr(target_os = "none", inline(never))]
    #[cfg_attr(not(target_os = "none"), inline(always))]
    pub(crate) fn contains<P: Nodes>(self, packing: P, word: &[Tile]) -> bool {
        let (found, last) = match self {
            Automaton::Dawg(root) => match word.split_last() {
                Some((last, rest)) => (follow(packing, root, rest.iter()), last),
                None => return false,
            },
            Automaton::Gaddag(root) => match word.split_first() {
                Some((first, rest)) => (follow(packing, root, rest.iter().rev()), first),
                None => return false,
            },
        };
        found.is_some_and(|reference| packing.completes(reference, last.code()))
    }

    /// Whether a word starts with the tiles.
    pub(crate) fn is_prefix<P: Nodes>(self, packing: P, tiles: &[Tile]) -> bool {
        let Some((_, _)) = tiles.split_first() else {
            return true;
        };
        let longer = match self {
            Automaton::Dawg(root) => follow(packing, root, tiles.iter()).is_some(),
            Automaton::Gaddag(root) => follow(packing, root, tiles.iter().rev())
                .is_some_and(|reference| packing.node(reference).mask & SEPARATOR != 0),
        };
        longer || self.contains(packing, tiles)
    }

    /// The node from which words go on from left to right after their first tile.
    pub(crate) fn after_first<P: Nodes>(self, packing: P, first: Tile) -> Option<NodeRef> {
        match self {
            Automaton::Dawg(root) => packing.step(packing.node(root), first.code()),
            Automaton::Gaddag(root) => {
                let reversed = packing.step(packing.node(root), first.code())?;
                packing.step(packing.node(reversed), SEPARATOR_CODE)
            }
        }
    }

    /// The root.
    pub(crate) fn root(self) -> NodeRef {
        match self {
            Automaton::Dawg(root) | Automaton::Gaddag(root) => root,
        }
    }
}

/// What the tiles lead to.
fn follow<'t, P: Nodes>(
    packing: P,
    root: NodeRef,
    mut tiles: impl Iterator<Item = &'t Tile>,
) -> Option<NodeRef> {
    tiles.try_fold(root, |reference, tile| {
        packing.target(reference, tile.code())
    })
}

/// Whether the tile, met next, completes a word.
pub(crate) fn has_tile(node: Node, tile: Tile) -> bool {
    node.set >> tile.code() & 1 != 0
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::vec;

    use lexc_formats::raw::node::FastNodes;

    use super::*;
    use crate::testing::{Counted, EVERY_STRING};

    /// Where every string is a word and nothing ever ends, a look-up still follows no more edges than the word has tiles.
    #[test]
    fn steps_of_look_ups() {
        let nodes = FastNodes::<1>::without_codes(&EVERY_STRING);
        let dawg = Automaton::Dawg(NodeRef::from_unit(5));
        let gaddag = Automaton::Gaddag(NodeRef::from_unit(12));
        let tile = Tile::new(3).unwrap();
        for automaton in [dawg, gaddag] {
            for len in 1..200 {
                let word = vec![tile; len];
                let edges = Cell::new(0);
                let inner = nodes;
                let counted = Counted {
                    inner,
                    edges: &edges,
                };
                assert!(automaton.contains(counted, &word));
                assert_eq!(edges.replace(0), len - 1);
                assert!(automaton.is_prefix(counted, &word));
                assert_eq!(edges.replace(0), len);
                // A tile that no edge has: not found as soon as it is met, and looked for as a whole word after that.
                let unknown = vec![Tile::new(5).unwrap(); len];
                assert!(!automaton.contains(counted, &unknown));
                assert!(!automaton.is_prefix(counted, &unknown));
                assert_eq!(edges.get(), 0);
            }
        }
    }
}
