//! A word as tiles, without a heap.

use core::fmt;

use lexc_formats::{Alphabet, MAX_WORD_LEN, Tile};

use crate::text::display::Text;
use crate::text::reader::{Reader, TileTextError};

/// A sequence of up to 63 tiles, such as a word of the lexicon.
///
/// It dereferences to `[Tile]`.
#[derive(Clone, Copy)]
pub struct Word {
    tiles: [Tile; MAX_WORD_LEN],
    len: u8,
}

impl Word {
    /// The word without tiles.
    pub const EMPTY: Word = Word {
        tiles: [FILLER; MAX_WORD_LEN],
        len: 0,
    };

    /// Reads a word: one character a tile, tiles of several characters in brackets. Upper case and blank forms (lower
    /// case) are read alike.
    ///
    /// # Errors
    /// The first character that is no tile, or a tile too many.
    pub fn parse(text: &str, alphabet: Alphabet<'_>) -> Result<Word, WordError> {
        let mut word = Word::EMPTY;
        let mut reader = Reader::new(text);
        while let Some(first) = reader.peek() {
            let column = reader.column();
            let placed_tile = reader
                .placed_tile(first, alphabet)
                .map_err(WordError::Tile)?;
            if !word.push(placed_tile.tile()) {
                return Err(WordError::TooLong { column });
            }
        }
        Ok(word)
    }

    /// The word of these tiles, if there are at most 63.
    pub fn from_tiles(tiles: &[Tile]) -> Option<Word> {
        let mut word = Word::EMPTY;
        tiles.iter().all(|&tile| word.push(tile)).then_some(word)
    }

    /// Adds a tile at the end. Says whether there was room.
    pub fn push(&mut self, tile: Tile) -> bool {
        match self.tiles.get_mut(usize::from(self.len)) {
            Some(place) => {
                *place = tile;
                self.len += 1;
                true
            }
            None => false,
        }
    }

    /// Takes the last tile off.
    pub fn pop(&mut self) -> Option<Tile> {
        let last = self.last().copied()?;
        self.len -= 1;
        Some(last)
    }

    /// The word as text, as `lexc dump` writes it.
    pub fn display<'a>(&'a self, alphabet: Alphabet<'a>) -> impl fmt::Display + Copy + use<'a> {
        Text::new(move |to| write!(to, "{}", alphabet.spell(self)))
    }
}

/// What lies in the places after the last tile.
const FILLER: Tile = Tile::FIRST;

impl core::ops::Deref for Word {
    type Target = [Tile];

    fn deref(&self) -> &[Tile] {
        self.tiles.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        **self == **other
    }
}

impl Eq for Word {}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Word) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Alphabet order: that of the tile codes, a prefix before what it starts.
impl Ord for Word {
    fn cmp(&self, other: &Word) -> core::cmp::Ordering {
        (**self).cmp(&**other)
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.iter().map(|tile| tile.code()))
            .finish()
    }
}

/// Why a text is not a word. Columns count characters from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WordError {
    /// A character that starts no tile of the alphabet.
    Tile(TileTextError),
    /// More than 63 tiles.
    TooLong {
        /// Where the first tile too many is.
        column: usize,
    },
}

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordError::Tile(error) => error.fmt(f),
            WordError::TooLong { column } => {
                write!(
                    f,
                    "column {column}: more than {MAX_WORD_LEN} tiles, the most that a word can have"
                )
            }
        }
    }
}

impl core::error::Error for WordError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;
    use crate::testing::{catalan, english};

    #[test]
    fn words_are_read_in_either_case_and_spelled_in_upper_case() {
        let word = Word::parse("LA[l·l]Ça", catalan()).unwrap();
        assert_eq!(word.len(), 5);
        assert_eq!(word.display(catalan()).to_string(), "LA[L·L]ÇA");
        let dot = Word::parse("L·L", catalan());
        assert!(matches!(dot, Err(WordError::Tile(_))), "{dot:?}");
        assert_eq!(Word::parse("", english()), Ok(Word::EMPTY));
        assert_eq!(Word::from_tiles(&word), Some(word));
    }

    #[test]
    fn a_word_has_up_to_63_tiles() {
        let mut word = Word::parse(&"A".repeat(63), english()).unwrap();
        assert!(!word.push(Tile::FIRST));
        assert_eq!(
            Word::parse(&"A".repeat(64), english()),
            Err(WordError::TooLong { column: 64 })
        );
        assert_eq!(
            WordError::TooLong { column: 64 }.to_string(),
            "column 64: more than 63 tiles, the most that a word can have"
        );
        assert_eq!(word.pop(), Some(Tile::FIRST));
        assert_eq!(word.len(), 62);
        assert_eq!(Word::from_tiles(&[Tile::FIRST; 64]), None);
        assert_eq!(Word::EMPTY.clone().pop(), None);
    }

    #[test]
    fn words_are_in_alphabet_order() {
        let [a, ab, b] = ["A", "AB", "B"].map(|text| Word::parse(text, english()).unwrap());
        assert!(Word::EMPTY < a && a < ab && ab < b);
    }
}
