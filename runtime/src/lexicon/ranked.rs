//! Prefixes with their place in the alphabetical order of words.

use lexc_formats::raw::node::{CountedNodes, NodeRef};
use lexc_formats::{Image, Tile, TileSet, WordIndex};

use crate::lexicon::automaton::{has_tile, with_nodes};
use crate::lexicon::word::Word;

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

/// The index of a string of an image: the number of strings before it in alphabetical order.
pub(crate) fn index_of(image: &Image<'_>, word: &[Tile]) -> Option<u32> {
    with_nodes!(image, |nodes| index_in(image, nodes, word))
}

fn index_in<N: CountedNodes>(image: &Image<'_>, nodes: N, word: &[Tile]) -> Option<u32> {
    let counts = WordIndex::new(nodes, image.word_index()?);
    let (last, rest) = word.split_last()?;
    let mut prefix = RankedPrefix::new(image.dawg()?);
    for &tile in rest {
        let (_, longer) = prefix.step(nodes, counts, tile);
        prefix = longer?;
    }
    let (index, _) = prefix.step(nodes, counts, *last);
    index
}

/// The string of an image with this index.
pub(crate) fn word_at(image: &Image<'_>, index: u32) -> Option<Word> {
    with_nodes!(image, |nodes| word_in(image, nodes, index))
}

fn word_in<N: CountedNodes>(image: &Image<'_>, nodes: N, mut index: u32) -> Option<Word> {
    let counts = WordIndex::new(nodes, image.word_index()?);
    let mut reference = image.dawg()?;
    let mut word = Word::EMPTY;
    'tiles: loop {
        let node = nodes.node(reference);
        let mut rank = 0;
        // The numbers of words of the letters and of the edges tried. Their sum is at most `index`, whatever the
        // counts of an invalid image are, so nothing overflows.
        let (mut letter_words, mut edge_words) = (0, 0);
        for tile in TileSet::from_bits(node.set | node.mask) {
            if has_tile(node, tile) {
                if index == letter_words + edge_words {
                    return word.push(tile).then_some(word);
                }
                letter_words += 1;
            }
            if node.has_edge(tile.code()) {
                let with_edge = counts.before(reference, node, rank + 1);
                if index - letter_words < with_edge {
                    index -= letter_words + edge_words;
                    reference = nodes.child(node, rank);
                    if !word.push(tile) {
                        return None;
                    }
                    continue 'tiles;
                }
                (rank, edge_words) = (rank + 1, with_edge);
            }
        }
        return None;
    }
}
