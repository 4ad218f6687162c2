//! Prefixes with their place in the alphabetical order of words.

use lexc_formats::raw::node::{CountedNodes, NodeRef};
use lexc_formats::{Tile, TileSet, WordIndex};

use crate::lexicon::automaton::has_tile;

/// A prefix of words, and the number of words before the first longer word that starts with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedPrefix {
    reference: NodeRef,
    before: u32,
}

impl RankedPrefix {
    /// The empty prefix.
    pub(crate) fn new(root: NodeRef) -> RankedPrefix {
        RankedPrefix {
            reference: root,
            before: 0,
        }
    }

    /// Adds a tile. Returns the index of the resulting string if it is a word, and the string as a prefix if longer
    /// words start with it.
    #[inline]
    pub(crate) fn step<N: CountedNodes>(
        self,
        nodes: N,
        counts: WordIndex<'_, N>,
        tile: Tile,
    ) -> (Option<u32>, Option<RankedPrefix>) {
        let node = nodes.node(self.reference);
        let completed = TileSet::from_bits(node.set).before(tile).len();
        let completed = u32::try_from(completed).unwrap_or(0);
        let rank = node.rank(tile.code());
        let longer = counts.before(self.reference, node, rank);
        let index = self.before.checked_add(completed.saturating_add(longer));
        let is_word = has_tile(node, tile);
        let longer_words = || {
            Some(RankedPrefix {
                reference: node
                    .has_edge(tile.code())
                    .then(|| nodes.child(node, rank))?,
                before: index?.checked_add(u32::from(is_word))?,
            })
        };
        (index.filter(|_| is_word), longer_words())
    }
}
