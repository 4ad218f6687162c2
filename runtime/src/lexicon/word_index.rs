//! The word index: a word's rank in alphabetical order, and the word of a rank.

use lexc_formats::raw::node::{FastNodes, Nodes};
use lexc_formats::{Tile, TileSet, WordIndex};

use crate::lexicon::automaton::has_tile;
use crate::lexicon::lookup::Lexicon;
use crate::lexicon::word::Word;

impl<'a> Lexicon<'a> {
    /// Returns `true` if the image has a word index (`lexc build --word-index`).
    pub fn has_word_index(&self) -> bool {
        self.image().word_index().is_some()
    }

    /// The index of a word: the number of words before it in alphabetical order. `None` if the lexicon does not have the
    /// word, or the image has no word index. Follows one edge fewer than there are tiles.
    pub fn index_of(&self, word: &[Tile]) -> Option<u32> {
        lexc_formats::with_nodes!(
            *self.image().node_store_ref(),
            fast | nodes | self.index_in(nodes, word),
            compact | _nodes | None
        )
    }

    /// The word with this index, `0..word_count`. `None` if the index is larger, or the image has no word index. Reads
    /// each edge of at most 63 nodes.
    pub fn word_at(&self, index: u32) -> Option<Word> {
        lexc_formats::with_nodes!(
            *self.image().node_store_ref(),
            fast | nodes | self.word_in(nodes, index),
            compact | _nodes | None
        )
    }

    fn index_in<const W: usize>(&self, nodes: FastNodes<'a, W>, word: &[Tile]) -> Option<u32> {
        let counts = WordIndex::new(nodes, self.image().word_index()?);
        let (last, rest) = word.split_last()?;
        let mut reference = self.image().dawg()?;
        let mut index = 0_u32;
        // Words of this prefix whose next tile is lower.
        let earlier = |reference, tile: Tile| {
            let node = nodes.node(reference);
            let completed = TileSet::from_bits(node.set).before(tile).len();
            let longer = counts.before(reference, node, node.rank(tile.code()));
            let completed = u32::try_from(completed).unwrap_or(0);
            (node, completed.saturating_add(longer))
        };
        for &tile in rest {
            let (node, count) = earlier(reference, tile);
            index = index
                .checked_add(count)?
                .checked_add(u32::from(has_tile(node, tile)))?;
            reference = nodes.step(node, tile.code())?;
        }
        let (node, count) = earlier(reference, *last);
        has_tile(node, *last).then_some(index.checked_add(count)?)
    }

    fn word_in<const W: usize>(&self, nodes: FastNodes<'a, W>, index: u32) -> Option<Word> {
        let counts = WordIndex::new(nodes, self.image().word_index()?);
        let mut reference = self.image().dawg()?;
        let mut word = Word::EMPTY;
        let mut skipped = index;
        'tiles: loop {
            let node = nodes.node(reference);
            for tile in TileSet::from_bits(node.set | node.mask) {
                if has_tile(node, tile) {
                    match skipped.checked_sub(1) {
                        Some(rest) => skipped = rest,
                        None => return word.push(tile).then_some(word),
                    }
                }
                if let Some(child) = nodes.step(node, tile.code()) {
                    match skipped.checked_sub(counts.through(child)) {
                        Some(rest) => skipped = rest,
                        None => {
                            reference = child;
                            if !word.push(tile) {
                                return None;
                            }
                            continue 'tiles;
                        }
                    }
                }
            }
            return None;
        }
    }
}
