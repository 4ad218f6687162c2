//! Lexicons: opening an image, and its name, counts and tiles.

use core::ffi::c_char;

use lexc_runtime::{ImageError, Lexicon, Tile};

use crate::failure::Failure;
use crate::handle::{Handle, get, put};
use crate::memory::{bytes, write};
use crate::message::{Message, status};
use crate::status::lexc_status;
use crate::text::{answer_text, copy_text};

/// A lexicon. Borrows the bytes of its image.
#[repr(C)]
#[derive(Debug)]
pub struct lexc_lexicon {
    pub opaque: [u64; 64],
}

// `'static` stands for the time that the header requires: the image stays while the handle is in use.
impl Handle for lexc_lexicon {
    type Value = Lexicon<'static>;
    const TAG: u64 = 0x4C45_5843_D1C7_1001;
    const ARGUMENT: &'static str = "lexicon";
}

/// Properties of a lexicon.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct lexc_lexicon_info {
    /// Identity of the set of words, as `lexc info` prints it.
    pub fingerprint: [u8; 16],
    /// Number of words.
    pub word_count: u32,
    /// Tiles of the longest word.
    pub longest_word: u32,
    /// Tiles of the alphabet: their codes are 1 to tile_count.
    pub tile_count: u32,
    /// Blanks in the bag.
    pub blank_count: u32,
    /// True if the image has a DAWG.
    pub has_dawg: bool,
    /// True if the image has a GADDAG.
    pub has_gaddag: bool,
    /// True if the image has a word index: lexc_word_index and lexc_word_at need it.
    pub has_word_index: bool,
    /// True if the image has an anagram filter: lexc_best_plays is faster with it.
    pub has_anagram_filter: bool,
}

/// A tile of the alphabet.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct lexc_tile {
    /// Text of the tile, without brackets.
    pub text: [c_char; 17],
    /// Text of a blank designated as this tile.
    pub blank_text: [c_char; 17],
    /// True if the tile is a vowel.
    pub is_vowel: bool,
    /// 0.
    pub reserved: u8,
    /// Points.
    pub value: i16,
    /// Number of these tiles in the bag.
    pub count: u16,
}

/// Opens an image and checks all of it. The bytes need no alignment. Takes about 2 ms per megabyte, 50 ms per megabyte of a
/// compact image, and at most 220 ms per megabyte of a forged one.
/// LEXC_ERROR_IMAGE: the message names the damage and its place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_lexicon_open(
    lexicon: *mut lexc_lexicon,
    image: *const u8,
    image_bytes: usize,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    // SAFETY: the header requires it of messages.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of lexicons and images.
    message.answer(unsafe { open(lexicon, image, image_bytes, Lexicon::from_bytes) })
}

/// Opens an image without validating its sections, for images that were checked before and cannot have changed, as in flash.
/// Reads the header and the section table alone, whatever the size. If the image is damaged, answers may be wrong, and
/// nothing worse happens.
/// LEXC_ERROR_IMAGE: the header is damaged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_lexicon_open_unvalidated(
    lexicon: *mut lexc_lexicon,
    image: *const u8,
    image_bytes: usize,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    // SAFETY: the header requires it of messages.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of lexicons and images.
    message.answer(unsafe { open(lexicon, image, image_bytes, Lexicon::from_bytes_unvalidated) })
}

/// Opens an image by one of the two constructors.
///
/// # Safety
/// Same as [`put`]; and same as [`bytes`], while the lexicon is in use.
unsafe fn open(
    lexicon: *mut lexc_lexicon,
    image: *const u8,
    image_bytes: usize,
    from_bytes: impl FnOnce(&'static [u8]) -> Result<Lexicon<'static>, ImageError>,
) -> Result<(), Failure> {
    let make = || {
        // SAFETY: the caller promises the same.
        let image = unsafe { bytes(image, image_bytes, "image") }?;
        Ok(from_bytes(image)?)
    };
    // SAFETY: the caller promises the same.
    unsafe { put(lexicon, make) }
}

/// Writes the properties of a lexicon.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_lexicon_get_info(
    lexicon: *const lexc_lexicon,
    info: *mut lexc_lexicon_info,
) -> lexc_status {
    // SAFETY: the header requires it of lexicons.
    status(unsafe { get(lexicon) }.and_then(|lexicon| {
        let alphabet = lexicon.alphabet();
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let value = lexc_lexicon_info {
            fingerprint: lexicon.fingerprint().0,
            word_count: lexicon.word_count(),
            longest_word: number(lexicon.longest_word()),
            tile_count: number(alphabet.len()),
            blank_count: u32::from(alphabet.blank_count()),
            has_dawg: lexicon.image().dawg().is_some(),
            has_gaddag: lexicon.image().gaddag().is_some(),
            has_word_index: lexicon.has_word_index(),
            has_anagram_filter: lexicon.has_anagram_filter(),
        };
        // SAFETY: the header requires it of results.
        unsafe { write(info, "info", value) }
    }))
}

/// Writes the name of a lexicon, which may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_lexicon_name(
    lexicon: *const lexc_lexicon,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    // SAFETY: the header requires it of lexicons.
    status(unsafe { get(lexicon) }.and_then(|lexicon| {
        // SAFETY: the header requires it of buffers for texts.
        unsafe { answer_text(text, text_bytes, len, &lexicon.name()) }
    }))
}

/// Writes the tile with a code.
/// LEXC_ERROR_ARGUMENT: the code is not 1 to tile_count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_lexicon_tile(
    lexicon: *const lexc_lexicon,
    code: u8,
    tile: *mut lexc_tile,
) -> lexc_status {
    // SAFETY: the header requires it of lexicons.
    status(unsafe { get(lexicon) }.and_then(|lexicon| {
        let alphabet = lexicon.alphabet();
        let found = Tile::new(code).filter(|&tile| alphabet.all().contains(tile));
        let found = found.ok_or(Failure::OutOfRange { argument: "code" })?;
        let value = lexc_tile {
            text: copy_text(alphabet.text(found)),
            blank_text: copy_text(alphabet.blank_text(found)),
            is_vowel: alphabet.is_vowel(found),
            reserved: 0,
            value: alphabet.value(found),
            count: alphabet.count(found),
        };
        // SAFETY: the header requires it of results.
        unsafe { write(tile, "tile", value) }
    }))
}
