//! The lexicon: an image, and what can be asked of it.

use lexc_formats::raw::node::{FastNodes, Nodes};
use lexc_formats::{Alphabet, Fingerprint, Image, ImageError, Tile, TileSet, WordIndex};

use crate::lexicon::automaton::{Automaton, has_tile, with_nodes};
use crate::lexicon::word::Word;
use crate::lexicon::words::Words;

/// A lexicon, read in place from an image.
///
/// It borrows the image's bytes, in memory, in flash or in a map, and is as small as a few slices. No question needs a
/// heap, and none can make it panic, whatever the image.
///
/// ```
/// use lexc_runtime::{Lexicon, Word};
///
/// // 15 words, numbered.
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let word = |text| Word::parse(text, lexicon.alphabet());
/// assert!(lexicon.contains(&word("CARE")?) && !lexicon.contains(&word("CAR")?));
/// assert!(lexicon.is_prefix(&word("CAR")?));
///
/// let words: Vec<String> = lexicon.words().map(|word| word.display(lexicon.alphabet()).to_string()).collect();
/// assert_eq!(words.len(), 15);
/// assert_eq!(words[..3], ["ABLE", "ABLES", "ACE"]);
///
/// assert_eq!(lexicon.index_of(&word("ACE")?), Some(2));
/// assert_eq!(lexicon.word_at(2), Some(word("ACE")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lexicon<'a> {
    image: Image<'a>,
}

impl<'a> Lexicon<'a> {
    /// Reads an image and checks all of it: see [`Image::from_bytes`]. O(image).
    ///
    /// # Errors
    /// What is wrong with the image, and where.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Lexicon<'a>, ImageError> {
        Ok(Lexicon {
            image: Image::from_bytes(bytes)?,
        })
    }

    /// Reads an image that was checked before: see [`Image::from_bytes_unvalidated`]. O(1).
    ///
    /// As safe as [`from_bytes`](Self::from_bytes); but from an image that was damaged since, answers may be wrong.
    ///
    /// # Errors
    /// What is wrong with the header or the section table.
    pub fn from_bytes_unvalidated(bytes: &'a [u8]) -> Result<Lexicon<'a>, ImageError> {
        Ok(Lexicon {
            image: Image::from_bytes_unvalidated(bytes)?,
        })
    }

    /// The image.
    pub fn image(&self) -> &Image<'a> {
        &self.image
    }

    /// The tiles of the game.
    pub fn alphabet(&self) -> Alphabet<'a> {
        self.image.alphabet()
    }

    /// The lexicon's name; may be empty.
    pub fn name(&self) -> &'a str {
        self.image.metadata().name()
    }

    /// The number of words.
    pub fn word_count(&self) -> u32 {
        self.image.metadata().word_count()
    }

    /// The length of the longest word in tiles.
    pub fn longest_word(&self) -> usize {
        self.image.metadata().longest_word()
    }

    /// The identity of the set of words.
    pub fn fingerprint(&self) -> Fingerprint {
        self.image.metadata().fingerprint()
    }

    /// Whether the tiles are a word. One walk of a step a tile: whatever the image, an edge less than there are tiles. Takes
    /// up to 256 bytes of the stack on 32-bit ARM: 192 on thumbv7em, in a compact image.
    pub fn contains(&self, word: &[Tile]) -> bool {
        let Some(automaton) = Automaton::of(&self.image) else {
            return false;
        };
        with_nodes!(self.image, |nodes| automaton.contains(nodes, word))
    }

    /// Whether a word starts with the tiles; a word starts with itself, and every word with no tiles. Two walks at most, of
    /// a step a tile.
    pub fn is_prefix(&self, tiles: &[Tile]) -> bool {
        let Some(automaton) = Automaton::of(&self.image) else {
            return false;
        };
        with_nodes!(self.image, |nodes| automaton.is_prefix(nodes, tiles))
    }

    /// All words in alphabet order.
    pub fn words(&self) -> Words<'a> {
        Words::new(self.image)
    }

    /// Whether the image numbers its words (`lexc build --word-index`).
    pub fn has_word_index(&self) -> bool {
        self.image.word_index().is_some()
    }

    /// Whether the image says which tiles make a long word in some order, so that the best plays are found sooner over the
    /// GADDAG. `lexc build` adds that unless it is told not to.
    pub fn has_anagram_filter(&self) -> bool {
        self.image.anagram_filter().is_some()
    }

    /// The number of a word: how many words come before it in alphabet order. `None` if it is no word, or if the image
    /// does not number its words. One walk of a step a tile, each of which looks at two numbers.
    pub fn index_of(&self, word: &[Tile]) -> Option<u32> {
        lexc_formats::with_nodes!(
            self.image.node_store(),
            fast | nodes | self.number_in(nodes, word),
            compact | _nodes | None
        )
    }

    /// The word with this number, `0..word_count`. `None` if there is no such word, or if the image does not number its
    /// words. One walk: whatever the image, a look at each edge of no more than 63 nodes.
    pub fn word_at(&self, number: u32) -> Option<Word> {
        lexc_formats::with_nodes!(
            self.image.node_store(),
            fast | nodes | self.word_in(nodes, number),
            compact | _nodes | None
        )
    }

    fn number_in<const W: usize>(&self, nodes: FastNodes<'a, W>, word: &[Tile]) -> Option<u32> {
        let numbers = WordIndex::new(nodes, self.image.word_index()?);
        let (last, rest) = word.split_last()?;
        let mut reference = self.image.dawg()?;
        let mut number = 0_u32;
        // Before a tile's words come those that earlier tiles complete or lead to.
        let earlier = |reference, tile: Tile| {
            let node = nodes.node(reference);
            let completed = TileSet::from_bits(node.set).before(tile).len();
            let led_to = numbers.before(reference, node, node.rank(tile.code()));
            (
                node,
                u32::try_from(completed).unwrap_or(0).saturating_add(led_to),
            )
        };
        for &tile in rest {
            let (node, count) = earlier(reference, tile);
            number = number
                .checked_add(count)?
                .checked_add(u32::from(has_tile(node, tile)))?;
            reference = nodes.step(node, tile.code())?;
        }
        let (node, count) = earlier(reference, *last);
        has_tile(node, *last).then_some(number.checked_add(count)?)
    }

    fn word_in<const W: usize>(&self, nodes: FastNodes<'a, W>, number: u32) -> Option<Word> {
        let numbers = WordIndex::new(nodes, self.image.word_index()?);
        let mut reference = self.image.dawg()?;
        let mut word = Word::EMPTY;
        let mut left = number;
        'tiles: loop {
            let node = nodes.node(reference);
            for tile in TileSet::from_bits(node.set | node.mask) {
                if has_tile(node, tile) {
                    match left.checked_sub(1) {
                        Some(rest) => left = rest,
                        None => return word.push(tile).then_some(word),
                    }
                }
                if let Some(child) = nodes.step(node, tile.code()) {
                    match left.checked_sub(numbers.through(child)) {
                        Some(rest) => left = rest,
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
