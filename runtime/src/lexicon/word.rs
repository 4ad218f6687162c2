//! A word: up to 63 tiles, without a heap.

use core::fmt;

use lexc_formats::{Alphabet, MAX_WORD_LEN, Tile};

use crate::text::{Reader, Text, TextError, TextErrorKind};

/// A sequence of up to 63 tiles, such as a word of the lexicon. It dereferences to `[Tile]`.
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

    /// Reads a word, by [`Alphabet::read_tiles`]. A designated blank counts as its letter, so that lower case equals upper
    /// case.
    ///
    /// # Errors
    /// The first character that is not part of a tile or a [reading](Alphabet::readings), or the 64th tile.
    pub fn parse(text: &str, alphabet: Alphabet<'_>) -> Result<Word, TextError> {
        let mut word = Word::EMPTY;
        let len = alphabet.read_word(text, |tile| word.push(tile));
        if len == text.len() {
            return Ok(word);
        }
        let mut rest = Reader::new(text).after(len);
        let too_long = rest.error(TextErrorKind::WordTooLong);
        let found = rest.peek().unwrap_or_default();
        Err(rest.read(found, alphabet, true).err().unwrap_or(too_long))
    }

    /// The word of these tiles; `None` for more than 63.
    pub fn from_tiles(tiles: &[Tile]) -> Option<Word> {
        let mut word = Word::EMPTY;
        tiles.iter().all(|&tile| word.push(tile)).then_some(word)
    }

    /// Adds a tile at the end. Returns `false`, and adds nothing, if the word has 63 tiles.
    pub fn push(&mut self, tile: Tile) -> bool {
        match self.tiles.get_mut(usize::from(self.len)) {
            Some(free) => {
                *free = tile;
                self.len += 1;
                true
            }
            None => false,
        }
    }

    /// Removes the last tile and returns it; `None` if the word has no tiles.
    pub fn pop(&mut self) -> Option<Tile> {
        let last = self.last().copied()?;
        self.len -= 1;
        Some(last)
    }

    /// Text of the word, as [`WordText`](crate::WordText) and `lexc dump` write it. It reads as the same tiles again.
    pub fn display<'a>(&'a self, alphabet: Alphabet<'a>) -> impl fmt::Display + Copy + use<'a> {
        Text::new(move |to| write!(to, "{}", alphabet.spell(self)))
    }
}

/// The tile in unused places of the array.
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

/// Alphabetical order: by tile codes; a prefix comes before longer words.
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

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;
    use crate::testing::{catalan, english, spanish};

    #[test]
    fn reads_either_case_and_writes_upper_case() {
        let word = Word::parse("LA[l·l]Ça", catalan()).unwrap();
        assert_eq!(word.len(), 5);
        assert_eq!(word.display(catalan()).to_string(), "LA[L·L]ÇA");
        let dot = Word::parse("L·L", catalan());
        assert_eq!(
            dot.unwrap_err().to_string(),
            "character 2: '·' is an unknown tile (write a tile of several characters in brackets: [L·L])"
        );
        assert_eq!(Word::parse("", english()), Ok(Word::EMPTY));
        assert_eq!(Word::from_tiles(&word), Some(word));
    }

    #[test]
    fn reads_by_the_rules_of_the_alphabet_and_writes_text_that_reads_as_the_same_word() {
        for (text, written) in [
            ("CHALLÁ", "[CH]A[LL]A"),
            ("chællá", "[CH]AA[LL]A"),
            ("[C]HA[L]L", "[C]HA[L]L"),
            ("AL.HA", "A[LL]A"),
            ("LLL", "[LL]L"),
        ] {
            let word = Word::parse(text, spanish()).unwrap();
            let shown = word.display(spanish()).to_string();
            assert_eq!(shown, written, "{text}");
            assert_eq!(Word::parse(&shown, spanish()), Ok(word));
        }
        let long = "Æ".repeat(32);
        let error = Word::parse(&long, spanish()).unwrap_err();
        assert_eq!(
            (error.column(), error.kind()),
            (32, TextErrorKind::WordTooLong)
        );
    }

    #[test]
    fn holds_63_tiles_and_no_more() {
        let mut word = Word::parse(&"A".repeat(63), english()).unwrap();
        assert!(!word.push(Tile::FIRST));
        assert_eq!(
            Word::parse(&"A".repeat(64), english())
                .unwrap_err()
                .to_string(),
            "character 64: a word has at most 63 tiles"
        );
        assert_eq!(word.pop(), Some(Tile::FIRST));
        assert_eq!(word.len(), 62);
        assert_eq!(Word::from_tiles(&[Tile::FIRST; 64]), None);
        assert_eq!(Word::EMPTY.clone().pop(), None);
    }

    #[test]
    fn sorts_in_alphabetical_order() {
        let [a, ab, b] = ["A", "AB", "B"].map(|text| Word::parse(text, english()).unwrap());
        assert!(Word::EMPTY < a && a < ab && ab < b);
    }
}
