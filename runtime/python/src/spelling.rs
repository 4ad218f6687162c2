//! Text to tiles.

use std::borrow::Cow;

use lexc_compiler::tokenizer::Tokenizer;
use lexc_runtime::{Alphabet, Lexicon, Tile, Word};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::error::refused;

/// Reads words as the compiler reads them from word lists. A table makes this fast for alphabets in which each tile is
/// one character.
pub struct Spelling<'a> {
    tokenizer: Tokenizer<'a>,
    /// The tile of each ASCII letter; `None` if the letter is not one tile. If some tile of the alphabet has several
    /// characters, `None` for all letters.
    ascii: [Option<Tile>; 128],
}

impl<'a> Spelling<'a> {
    pub fn new(alphabet: Alphabet<'a>) -> Spelling<'a> {
        let tokenizer = Tokenizer::new(alphabet);
        let is_simple = alphabet
            .tiles()
            .all(|tile| alphabet.text(tile).chars().count() == 1);
        let tile_of = |code: u8| {
            let word = tokenizer
                .tokenize(char::from(code).encode_utf8(&mut [0; 4]))
                .ok()?;
            match word.codes() {
                &[code] => Tile::new(code),
                _ => None,
            }
        };
        let ascii = std::array::from_fn(|code| match u8::try_from(code) {
            Ok(code) if is_simple && code.is_ascii_alphabetic() => tile_of(code),
            _ => None,
        });
        Spelling { tokenizer, ascii }
    }

    /// The word of a text whose characters are all in the table; `None` if the text needs the tokenizer.
    #[inline]
    pub fn read_ascii(&self, chars: impl Iterator<Item = u32>) -> Option<Word> {
        let mut word = Word::EMPTY;
        for c in chars {
            let tile = (*self.ascii.get(c as usize)?)?;
            if !word.push(tile) {
                return None;
            }
        }
        Some(word)
    }

    /// Reads a word.
    ///
    /// # Errors
    /// The text cannot be read as tiles, or has more than 63 tiles.
    pub fn word(&self, text: &str) -> PyResult<Word> {
        if let Some(word) = self.read_ascii(text.chars().map(u32::from)) {
            return Ok(word);
        }
        let tiles = self.tokenizer.tokenize(text);
        let tiles = tiles.map_err(|error| refused(format_args!("{text:?}: {error}")))?;
        let codes = tiles.codes().iter().copied();
        let tiles: Vec<Tile> = codes.filter_map(Tile::new).collect();
        Word::from_tiles(&tiles)
            .ok_or_else(|| refused(format_args!("{text:?}: more than 63 tiles")))
    }

    /// Returns `true` if a reading of the text is a word. A text without a reading is not a word.
    #[inline(never)]
    pub fn is_word(&self, text: &str, lexicon: &Lexicon<'_>) -> bool {
        let is_start = |tiles: &[Tile]| lexicon.is_prefix(tiles);
        let is_word = |tiles: &[Tile]| lexicon.contains(tiles);
        let read = self.tokenizer.tokenize_among(text, is_start, is_word);
        read.is_ok_and(|tiles| tiles.is_some_and(|tiles| lexicon.contains(&tiles)))
    }
}

/// The greatest number of characters that a look-up copies. Longer words are rare; the tokenizer reads them, which is
/// slower.
pub const MAX_CHARS: usize = 31;

/// Copies the characters of a short string into the buffer; `None` if the string is longer than the buffer, or cannot
/// be copied.
///
/// The stable ABI of Python 3.9 gives access to all characters at once only by a copy. `PyString::to_cow` allocates
/// twice, which takes longer than the rest of a look-up.
#[inline]
pub fn short_chars<'b>(
    text: &Bound<'_, PyString>,
    buffer: &'b mut [u32; MAX_CHARS],
) -> Option<&'b [u32]> {
    // SAFETY: `text` is a string, and the interpreter is attached.
    let len = unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) };
    let len = usize::try_from(len).ok().filter(|len| *len <= MAX_CHARS)?;
    // SAFETY: `text` is a string, the interpreter is attached, and the buffer has room for `MAX_CHARS` characters.
    // Strings do not change.
    let copied =
        unsafe { ffi::PyUnicode_AsUCS4(text.as_ptr(), buffer.as_mut_ptr(), MAX_CHARS as isize, 0) };
    match copied.is_null() {
        true => {
            // The error is set; the caller reads the text in another way.
            drop(PyErr::take(text.py()));
            None
        }
        false => buffer.get(..len),
    }
}

/// The text in NFC, the form in which racks, positions and conditions are read.
pub fn nfc(text: &str) -> Cow<'_, str> {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => Cow::Borrowed(text),
        _ => Cow::Owned(text.nfc().collect()),
    }
}
