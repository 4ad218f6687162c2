//! Lexicons: opening images, and questions about words.

use core::ffi::c_char;
use core::fmt;

use lexc_runtime::{Lexicon, Tile, Word};

use crate::answer::{Message, OK, Status, status};
use crate::failure::Failure;
use crate::memory::{Handle, Kept, bytes, handle, put, text, write};
use crate::text::{answer_text, copy_text};

/// `lexc_lexicon`: a lexicon, which borrows the bytes of its image.
///
/// The header requires that these stay where they are, unchanged, as long as the handle is in use. That is what stands for
/// `'static` here.
pub type LexiconHandle = Handle<Lexicon<'static>>;

// As in the header.
const _: () = assert!(size_of::<LexiconHandle>() <= 64 * 8);

impl Kept for Lexicon<'static> {
    const TAG: u64 = 0x4C45_5843_D1C7_1001;
    const WHAT: &'static str = "lexicon";
}

/// `lexc_lexicon_info`: what a lexicon is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LexiconInfo {
    /// Identity of the set of words.
    pub fingerprint: [u8; 16],
    /// Number of words.
    pub word_count: u32,
    /// Tiles of the longest word.
    pub longest_word: u32,
    /// Lettered tiles of the alphabet; their codes count from 1.
    pub tile_count: u32,
    /// Blanks in the bag.
    pub blank_count: u32,
    /// Whether there is a DAWG.
    pub has_dawg: bool,
    /// Whether there is a GADDAG.
    pub has_gaddag: bool,
    /// Whether words are numbered.
    pub has_numbers: bool,
    /// Whether there is a filter of anagrams.
    pub has_anagrams: bool,
}

/// `lexc_tile`: a tile of the alphabet.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TileInfo {
    /// What is written on it, with a zero at the end.
    pub text: [c_char; 17],
    /// What a blank that stands for it shows, with a zero at the end.
    pub blank_text: [c_char; 17],
    /// Whether it counts as a vowel.
    pub is_vowel: bool,
    /// 0.
    pub reserved: u8,
    /// Points.
    pub value: i16,
    /// How many there are in the bag.
    pub count: u16,
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_lexicon_open(
    lexicon: *mut LexiconHandle,
    image: *const u8,
    image_bytes: usize,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of lexicons, and of images.
    message.answer(unsafe { open(lexicon, image, image_bytes, Lexicon::from_bytes) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_lexicon_open_trusted(
    lexicon: *mut LexiconHandle,
    image: *const u8,
    image_bytes: usize,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of lexicons, and of images.
    message.answer(unsafe { open(lexicon, image, image_bytes, Lexicon::from_bytes_unvalidated) })
}

/// Opens an image in one of two ways.
///
/// # Safety
/// As of [`put`], and of [`bytes`] for as long as the lexicon is in use.
unsafe fn open(
    lexicon: *mut LexiconHandle,
    image: *const u8,
    image_bytes: usize,
    read: impl FnOnce(&'static [u8]) -> Result<Lexicon<'static>, lexc_runtime::ImageError>,
) -> Result<(), Failure> {
    let make = || {
        // SAFETY: the caller's promise is the same.
        let image = unsafe { bytes(image, image_bytes, "image") }?;
        Ok(read(image)?)
    };
    // SAFETY: the caller's promise is the same.
    unsafe { put(lexicon, make) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_lexicon_get_info(
    lexicon: *const LexiconHandle,
    info: *mut LexiconInfo,
) -> Status {
    // SAFETY: the header requires it of lexicons.
    let result = unsafe { handle(lexicon) }.and_then(|lexicon| {
        let alphabet = lexicon.alphabet();
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let value = LexiconInfo {
            fingerprint: lexicon.fingerprint().0,
            word_count: lexicon.word_count(),
            longest_word: number(lexicon.longest_word()),
            tile_count: number(alphabet.len()),
            blank_count: u32::from(alphabet.blank_count()),
            has_dawg: lexicon.image().dawg().is_some(),
            has_gaddag: lexicon.image().gaddag().is_some(),
            has_numbers: lexicon.has_word_index(),
            has_anagrams: lexicon.has_anagram_filter(),
        };
        // SAFETY: the header requires it of results.
        unsafe { write(info, "info", value) }
    });
    status(result.map(|()| OK))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_lexicon_name(
    lexicon: *const LexiconHandle,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> Status {
    // SAFETY: the header requires it of lexicons.
    let result = unsafe { handle(lexicon) }
        // SAFETY: the header requires it of texts that are written.
        .and_then(|lexicon| unsafe { answer_text(text, text_bytes, len, &lexicon.name()) });
    status(result.map(|()| OK))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_lexicon_tile(
    lexicon: *const LexiconHandle,
    code: u8,
    tile: *mut TileInfo,
) -> Status {
    // SAFETY: the header requires it of lexicons.
    let result = unsafe { handle(lexicon) }.and_then(|lexicon| {
        let alphabet = lexicon.alphabet();
        let found = Tile::new(code).filter(|&tile| alphabet.all().contains(tile));
        let found = found.ok_or(Failure::OutOfRange { what: "code" })?;
        let value = TileInfo {
            text: copy_text(alphabet.text(found)),
            blank_text: copy_text(alphabet.blank_text(found)),
            is_vowel: alphabet.is_vowel(found),
            reserved: 0,
            value: alphabet.value(found),
            count: alphabet.count(found),
        };
        // SAFETY: the header requires it of results.
        unsafe { write(tile, "tile", value) }
    });
    status(result.map(|()| OK))
}

/// Asks a lexicon about a word that is written as text.
///
/// # Safety
/// As of [`handle`] and [`text`], and of [`write`] for the answer.
pub(crate) unsafe fn ask<T>(
    lexicon: *const LexiconHandle,
    word: *const c_char,
    answer: *mut T,
    what: &'static str,
    question: impl FnOnce(&Lexicon<'static>, &Word) -> Result<T, Failure>,
) -> Result<(), Failure> {
    // SAFETY: the caller's promise is the same.
    let lexicon = unsafe { handle(lexicon) }?;
    // SAFETY: the caller's promise is the same.
    let word = Word::parse(unsafe { text(word, "word") }?, lexicon.alphabet())?;
    let value = question(lexicon, &word)?;
    // SAFETY: the caller's promise is the same.
    unsafe { write(answer, what, value) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_contains(
    lexicon: *const LexiconHandle,
    word: *const c_char,
    answer: *mut bool,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    let question = |lexicon: &Lexicon<'_>, word: &Word| Ok(lexicon.contains(word));
    // SAFETY: the header requires it of lexicons, texts and results.
    message.answer(unsafe { ask(lexicon, word, answer, "answer", question) })
}

#[cfg(feature = "full")]
#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_is_prefix(
    lexicon: *const LexiconHandle,
    word: *const c_char,
    answer: *mut bool,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    let question = |lexicon: &Lexicon<'_>, word: &Word| Ok(lexicon.is_prefix(word));
    // SAFETY: the header requires it of lexicons, texts and results.
    message.answer(unsafe { ask(lexicon, word, answer, "answer", question) })
}

#[cfg(feature = "full")]
#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_contains_tiles(
    lexicon: *const LexiconHandle,
    codes: *const u8,
    len: usize,
    answer: *mut bool,
) -> Status {
    // SAFETY: the header requires it of lexicons.
    let result = unsafe { handle(lexicon) }.and_then(|lexicon| {
        // SAFETY: the header requires it of codes.
        let codes = unsafe { bytes(codes, len, "codes") }?;
        let mut word = Word::EMPTY;
        // What is longer than a word can be, or no tile, is no word.
        let is_written = codes
            .iter()
            .all(|&code| Tile::new(code).is_some_and(|tile| word.push(tile)));
        // SAFETY: the header requires it of results.
        unsafe { write(answer, "answer", is_written && lexicon.contains(&word)) }
    });
    status(result.map(|()| OK))
}

#[cfg(feature = "full")]
#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_number_of(
    lexicon: *const LexiconHandle,
    word: *const c_char,
    number: *mut u32,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    let question = |lexicon: &Lexicon<'_>, word: &Word| {
        if !lexicon.has_word_index() {
            return Err(Failure::NoNumbers);
        }
        lexicon.index_of(word).ok_or(Failure::NoWord)
    };
    // SAFETY: the header requires it of lexicons, texts and results.
    message.answer(unsafe { ask(lexicon, word, number, "number", question) })
}

#[cfg(feature = "full")]
#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_word_at(
    lexicon: *const LexiconHandle,
    number: u32,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> Status {
    // SAFETY: the header requires it of lexicons.
    let result = unsafe { handle(lexicon) }.and_then(|lexicon| {
        if !lexicon.has_word_index() {
            return Err(Failure::NoNumbers);
        }
        let word = lexicon.word_at(number).ok_or(Failure::NoWord)?;
        let word: &dyn fmt::Display = &word.display(lexicon.alphabet());
        // SAFETY: the header requires it of texts that are written.
        unsafe { answer_text(text, text_bytes, len, word) }
    });
    status(result.map(|()| OK))
}
