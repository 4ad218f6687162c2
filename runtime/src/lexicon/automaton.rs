//! Look-ups in the DAWG or the GADDAG, for any node store.

use lexc_formats::raw::node::{Node, NodeRef, Nodes, SEPARATOR};
use lexc_formats::{Image, SEPARATOR_CODE, Tile, TileSet};

/// Evaluates an expression with the nodes of an image; compiles the expression once for each type of node store.
#[cfg(feature = "speed")]
macro_rules! with_image_nodes {
    ($image:expr, |$nodes:ident| $body:expr) => {
        lexc_formats::with_nodes!(*$image.node_store(), |$nodes| $body)
    };
}

/// Evaluates an expression with the nodes of an image; compiles the expression once for all types of node stores.
#[cfg(not(feature = "speed"))]
macro_rules! with_image_nodes {
    ($image:expr, |$nodes:ident| $body:expr) => {{
        let nodes = *$image.node_store();
        let $nodes = &nodes;
        $body
    }};
}
pub(crate) use with_image_nodes as with_nodes;

/// An automaton, by its root.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Automaton {
    /// Words from left to right.
    Dawg(NodeRef),
    /// `REV(x) ◇ y` for every word xy with x not empty; the ◇ is left out where y is empty.
    Gaddag(NodeRef),
}

impl Automaton {
    /// The automaton for look-ups: the DAWG, whose nodes are fewer and closer together; in an image without a DAWG, the
    /// GADDAG.
    pub(crate) fn of(image: &Image<'_>) -> Option<Automaton> {
        image
            .dawg()
            .map(Automaton::Dawg)
            .or_else(|| image.gaddag().map(Automaton::Gaddag))
    }

    /// The automaton that computes cross-sets in fewer steps: the GADDAG; in an image without a GADDAG, the DAWG.
    pub(crate) fn for_cross_sets(image: &Image<'_>) -> Option<Automaton> {
        let gaddag = image.gaddag().map(Automaton::Gaddag);
        gaddag.or_else(|| image.dawg().map(Automaton::Dawg))
    }

    /// Returns `true` if the tiles are a word.
    // Inlining would add the frames for all node stores to the caller's frame; bare machines have little stack.
    #[cfg_attr(target_os = "none", inline(never))]
    #[cfg_attr(not(target_os = "none"), inline(always))]
    pub(crate) fn contains<N: Nodes>(self, nodes: N, word: &[Tile]) -> bool {
        let (found, last) = match self {
            Automaton::Dawg(root) => match word.split_last() {
                Some((last, rest)) => (follow(nodes, root, rest.iter()), last),
                None => return false,
            },
            Automaton::Gaddag(root) => match word.split_first() {
                Some((first, rest)) => (follow(nodes, root, rest.iter().rev()), first),
                None => return false,
            },
        };
        found.is_some_and(|reference| nodes.completes(reference, last.code()))
    }

    /// Returns `true` if the tiles are a prefix of a word.
    pub(crate) fn is_prefix<N: Nodes>(self, nodes: N, tiles: &[Tile]) -> bool {
        if tiles.is_empty() {
            return true;
        }
        let longer = match self {
            Automaton::Dawg(root) => follow(nodes, root, tiles.iter()).is_some(),
            Automaton::Gaddag(root) => follow(nodes, root, tiles.iter().rev())
                .is_some_and(|reference| nodes.node(reference).mask & SEPARATOR != 0),
        };
        longer || self.contains(nodes, tiles)
    }

    /// The node whose paths spell, from left to right, the rest of each word that starts with this tile.
    pub(crate) fn after_first<N: Nodes>(self, nodes: N, first: Tile) -> Option<NodeRef> {
        match self {
            Automaton::Dawg(root) => nodes.step(nodes.node(root), first.code()),
            Automaton::Gaddag(root) => {
                let reversed = nodes.step(nodes.node(root), first.code())?;
                nodes.step(nodes.node(reversed), SEPARATOR_CODE)
            }
        }
    }

    /// The front hooks and the back hooks of these tiles; none if there are no tiles.
    pub(crate) fn hooks<N: Nodes>(self, nodes: N, tiles: &[Tile]) -> (TileSet, TileSet) {
        if tiles.is_empty() {
            return (TileSet::EMPTY, TileSet::EMPTY);
        }
        let letter_set = |reference| TileSet::from_bits(nodes.node(reference).set);
        match self {
            Automaton::Gaddag(root) => {
                let Some(reversed) = follow(nodes, root, tiles.iter().rev()) else {
                    return (TileSet::EMPTY, TileSet::EMPTY);
                };
                let whole = nodes.step(nodes.node(reversed), SEPARATOR_CODE);
                (
                    letter_set(reversed),
                    whole.map_or(TileSet::EMPTY, letter_set),
                )
            }
            Automaton::Dawg(root) => {
                let first_tiles = TileSet::from_bits(nodes.node(root).mask).into_iter();
                let completes = |first: &Tile| {
                    let (last, rest) = tiles.split_last()?;
                    let before = follow(nodes, root, core::iter::once(first).chain(rest))?;
                    nodes.completes(before, last.code()).then_some(())
                };
                (
                    first_tiles
                        .filter(|first| completes(first).is_some())
                        .collect(),
                    follow(nodes, root, tiles.iter()).map_or(TileSet::EMPTY, letter_set),
                )
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

/// The node at the end of the path of these tiles from the root.
fn follow<'t, N: Nodes>(
    nodes: N,
    root: NodeRef,
    mut tiles: impl Iterator<Item = &'t Tile>,
) -> Option<NodeRef> {
    tiles.try_fold(root, |reference, tile| nodes.target(reference, tile.code()))
}

/// Returns `true` if the node's letter set has the tile.
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

    /// The nodes are a cycle in which every string of the tiles 1 to 4 is a word.
    #[test]
    fn follows_no_more_edges_than_tiles_even_around_a_cycle() {
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
                // No edge has this tile.
                let unknown = vec![Tile::new(5).unwrap(); len];
                assert!(!automaton.contains(counted, &unknown));
                assert!(!automaton.is_prefix(counted, &unknown));
                assert_eq!(edges.get(), 0);
            }
        }
    }
}
