//! The lexicon: opened from an image; look-ups of words and prefixes.

use lexc_formats::{Alphabet, Fingerprint, Image, ImageError, Tile};

use crate::lexicon::automaton::{Automaton, with_nodes};
use crate::lexicon::word::{Word, WordError};
use crate::lexicon::words::Words;

/// A lexicon, read in place from an image.
///
/// It borrows the image's bytes, which may be in memory, in flash or in a file map, and is the size of a few slices. No
/// call needs a heap or panics, whatever the image.
///
/// ```
/// use lexc_runtime::{Lexicon, Word};
///
/// // 15 words, with a word index.
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let word = |text| Word::parse(text, lexicon.alphabet());
/// assert!(lexicon.contains(&word("CARE")?) && !lexicon.contains(&word("CAR")?));
/// assert!(lexicon.is_prefix(&word("CAR")?) && lexicon.contains_str("care")?);
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
    /// Opens an image and checks all of it, as [`Image::from_bytes`] does. O(image).
    ///
    /// # Errors
    /// The first fault of the image, and its place.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Lexicon<'a>, ImageError> {
        Ok(Lexicon {
            image: Image::from_bytes(bytes)?,
        })
    }

    /// Opens an image that was checked before, as [`Image::from_bytes_unvalidated`] does. O(1).
    ///
    /// It is as safe as [`from_bytes`](Self::from_bytes), but an image damaged since that check may give wrong answers.
    ///
    /// # Errors
    /// The first fault of the header or the section table.
    pub fn from_bytes_unvalidated(bytes: &'a [u8]) -> Result<Lexicon<'a>, ImageError> {
        Ok(Lexicon {
            image: Image::from_bytes_unvalidated(bytes)?,
        })
    }

    /// The image.
    pub fn image(&self) -> &Image<'a> {
        &self.image
    }

    /// The alphabet of the game.
    pub fn alphabet(&self) -> Alphabet<'a> {
        self.image.alphabet()
    }

    /// The name of the lexicon; it may be empty.
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

    /// The hash that identifies the set of words, whatever the image's layout.
    pub fn fingerprint(&self) -> Fingerprint {
        self.image.metadata().fingerprint()
    }

    /// Returns `true` if the tiles are a word. Follows one edge fewer than there are tiles, in any image. Takes up to 256
    /// bytes of stack on 32-bit ARM (192 on thumbv7em, for a compact image).
    pub fn contains(&self, word: &[Tile]) -> bool {
        let Some(automaton) = Automaton::of(&self.image) else {
            return false;
        };
        with_nodes!(self.image, |nodes| automaton.contains(nodes, word))
    }

    /// Returns `true` if the text is a word. Reads the text as [`Word::parse`] does.
    ///
    /// # Errors
    /// The first character that is not part of a tile, or a tile too many.
    pub fn contains_str(&self, word: &str) -> Result<bool, WordError> {
        Ok(self.contains(&Word::parse(word, self.alphabet())?))
    }

    /// Returns `true` if the tiles are a prefix of a word; a word is a prefix of itself, no tiles are a prefix of every
    /// word. Follows at most two edges per tile.
    pub fn is_prefix(&self, tiles: &[Tile]) -> bool {
        let Some(automaton) = Automaton::of(&self.image) else {
            return false;
        };
        with_nodes!(self.image, |nodes| automaton.is_prefix(nodes, tiles))
    }

    /// All words in alphabetical order.
    pub fn words(&self) -> Words<'a> {
        Words::new(self.image)
    }

    /// Returns `true` if the image has an anagram filter, which speeds up the best plays over the GADDAG. `lexc build`
    /// adds one by default.
    pub fn has_anagram_filter(&self) -> bool {
        self.image.anagram_filter().is_some()
    }
}
