//! Text to tiles.

use std::borrow::Cow;

use lexc_compiler::tokenizer::Tokenizer;
use lexc_runtime::{Alphabet, Lexicon, Tile, Word};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::error::refused;

/// Reads words as the compiler reads them from word lists. The library reads most of them, and faster.
pub struct Spelling<'a> {
    tokenizer: Tokenizer<'a>,
    /// The tile that the library reads each ASCII character as, so that `in` need not encode the characters of Python. `None` if
    /// the character is not one tile; for all, if a text of the alphabet has several characters.
    ascii: [Option<Tile>; 128],
}

impl<'a> Spelling<'a> {
    pub fn new(alphabet: Alphabet<'a>) -> Spelling<'a> {
        let tiles = alphabet
            .tiles()
            .flat_map(|tile| [alphabet.text(tile), alphabet.blank_text(tile)]);
        let mut texts = tiles.chain(alphabet.readings().map(|(text, _)| text));
        let is_simple = texts.all(|text| text.chars().nth(1).is_none());
        let tile_of = |code: u8| {
            let text = char::from(code).to_string();
            match Word::parse(&text, alphabet).as_deref() {
                Ok(&[tile]) => Some(tile),
                _ => None,
            }
        };
        Spelling {
            tokenizer: Tokenizer::new(alphabet),
            ascii: std::array::from_fn(|code| {
                u8::try_from(code)
                    .ok()
                    .filter(|_| is_simple)
                    .and_then(tile_of)
            }),
        }
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

    /// The reading of the text that is a word, by the tokenizer; `None` if there is none. A text without a reading is not a word.
    #[inline(never)]
    pub fn find(&self, text: &str, lexicon: &Lexicon<'_>) -> Option<Word> {
        let is_start = |tiles: &[Tile]| lexicon.is_prefix(tiles);
        let is_word = |tiles: &[Tile]| lexicon.contains(tiles);
        let tiles = self.tokenizer.tokenize_among(text, is_start, is_word);
        Word::from_tiles(&tiles.ok()??)
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
    let len = char_count(text).ok().filter(|len| *len <= MAX_CHARS)?;
    // After an error, the caller reads the text in another way.
    copy_chars(text, buffer).ok()?;
    buffer.get(..len)
}

/// The number of characters of a string.
#[inline]
pub fn char_count(text: &Bound<'_, PyString>) -> PyResult<usize> {
    // SAFETY: `text` is a string, and the interpreter is attached.
    let len = unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) };
    usize::try_from(len).map_err(|_| PyErr::fetch(text.py()))
}

/// Copies the characters of a string to the start of the buffer.
///
/// # Errors
/// The buffer is too short.
#[inline]
pub fn copy_chars(text: &Bound<'_, PyString>, buffer: &mut [u32]) -> PyResult<()> {
    // SAFETY: `text` is a string, the interpreter is attached, and writes at most `buffer.len()` characters. Strings do not
    // change.
    let copied = unsafe {
        ffi::PyUnicode_AsUCS4(text.as_ptr(), buffer.as_mut_ptr(), buffer.len() as isize, 0)
    };
    match copied.is_null() {
        true => Err(PyErr::fetch(text.py())),
        false => Ok(()),
    }
}

/// The text in NFC, the form in which racks, positions and conditions are read.
pub fn nfc(text: &str) -> Cow<'_, str> {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => Cow::Borrowed(text),
        _ => Cow::Owned(text.nfc().collect()),
    }
}
