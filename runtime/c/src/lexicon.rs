//! Lexicons: opens them from images, gives their names, properties and tiles, and looks up words.

use core::ffi::c_char;
use core::fmt;

use lexc_runtime::{Alphabet, Checks, Lexicon, PlacedTile, Tile, Word};

use crate::argument::{Argument, Handle, arguments};
use crate::status::{Failure, answer, lexc_error, lexc_status};
use crate::text::copy_text;

use lexc_checks::*;

/// A lexicon. Borrows the bytes of its image.
#[repr(C)]
#[derive(Debug)]
pub struct lexc_lexicon {
    pub opaque: [u64; 96],
}

// `'static` stands for the time in which the handle is in use. The header requires the image to stay for this time.
impl Handle for lexc_lexicon {
    type Value = Lexicon<'static>;
    const TAG: u64 = 0x4C45_5843_D1C7_1001;
}

/// Checks of an image when it is opened.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum lexc_checks {
    /// Every byte. Takes about 2 ms per megabyte, 50 ms per megabyte if the image is compact, and at most 220 ms per megabyte if it is
    /// forged. A library without the feature "full" makes the checks of LEXC_CHECK_CHECKSUMS.
    LEXC_CHECK_ALL = 0,
    /// The checksums, which miss accidental damage with a probability below 1 in 4 billion. For fast nodes, takes at most an eighth
    /// of the instructions of LEXC_CHECK_ALL.
    LEXC_CHECK_CHECKSUMS = 1,
    /// The header, the section table and a few bytes of some sections, so that all reads stay within the image: for images that were
    /// checked before and cannot have changed, such as an image in flash.
    LEXC_CHECK_BOUNDS = 2,
}

/// Properties of a lexicon.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct lexc_lexicon_info {
    /// Identity of the set of words, as `lexc info` prints it.
    pub fingerprint: [u8; 16],
    /// Number of words.
    pub word_count: u32,
    /// Number of tiles of the longest word.
    pub longest_word: u32,
    /// Number of tiles of the alphabet. Their codes are 1 to tile_count.
    pub tile_count: u32,
    /// Number of blanks in a full bag.
    pub blank_count: u32,
    /// True if the image has a DAWG.
    pub has_dawg: bool,
    /// True if the image has a GADDAG.
    pub has_gaddag: bool,
    /// True if the image has a word index: lexc_word_index and lexc_word_at need it.
    pub has_word_index: bool,
    /// True if the image has an anagram filter: lexc_best_plays, lexc_best_moves and anagrams of lexc_find are faster with it.
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
    /// Always 0.
    pub reserved: u8,
    /// Points.
    pub value: i16,
    /// Number of copies of the tile in a full bag.
    pub count: u16,
}

/// A flag or a number of a word.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct lexc_label {
    /// The name; empty if the word has no label with the index.
    pub name: [c_char; 33],
    /// True for a number, false for a flag.
    pub is_number: bool,
    /// Always 0.
    pub reserved: [u8; 2],
    /// The value of a number; 1 for a flag.
    pub value: u32,
}

/// Opens an image, whose bytes need no alignment. `checks` is a lexc_checks; if an image is damaged or forged in a way that they do
/// not cover, answers may be wrong and searches may take long; nothing worse happens.
/// LEXC_ERROR_IMAGE: the message names the fault, and its place if it has one; or the image is of leaves, or has fast nodes, and the
/// library was built without the feature "fast-nodes". LEXC_ERROR_ARGUMENT: unknown checks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_lexicon_open(
    lexicon: *mut lexc_lexicon,
    image: *const u8,
    image_bytes: usize,
    checks: i32,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(lexicon, image[image_bytes], error);
    error.answer(|| {
        let checks = checks_of(checks)?;
        lexicon.put(|| Ok(Lexicon::open(image.values()?, checks)?))
    })
}

/// (views) Makes the lexicon of the words whose labels satisfy an expression, such as "csw & !new" or "level<=35": a view, which borrows
/// the same image as `lexicon`. Every function that takes a lexicon then finds, plays and judges these words alone; words that are
/// on a board stay. Fingerprint and name are the image's. lexc_lexicon_get_info, lexc_word_index and lexc_word_at walk over all words of
/// the image.
/// LEXC_ERROR_TEXT: the image has no labels, or the message names the fault of the expression and its place.
#[cfg(feature = "views")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_lexicon_view(
    lexicon: *const lexc_lexicon,
    expression: *const c_char,
    view: *mut lexc_lexicon,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(lexicon, expression, view, error);
    error.answer(|| {
        let lexicon = lexicon.get()?;
        view.put(|| Ok(lexicon.view(expression.text()?)?))
    })
}

/// The checks with the value of a `lexc_checks`.
pub(crate) fn checks_of(checks: i32) -> Result<Checks, Failure> {
    const ALL: i32 = LEXC_CHECK_ALL as i32;
    const CHECKSUMS: i32 = LEXC_CHECK_CHECKSUMS as i32;
    const BOUNDS: i32 = LEXC_CHECK_BOUNDS as i32;
    match checks {
        ALL if cfg!(feature = "full") => Ok(Checks::All),
        // Checks beyond the checksums would take 8 KB of a compressed WebAssembly module.
        ALL | CHECKSUMS => Ok(Checks::Checksums),
        BOUNDS => Ok(Checks::Bounds),
        _ => Err(Failure::OutOfRange("checks")),
    }
}

/// Writes the properties of a lexicon.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_lexicon_get_info(
    lexicon: *const lexc_lexicon,
    info: *mut lexc_lexicon_info,
) -> lexc_status {
    arguments!(lexicon, info);
    answer(|| {
        let lexicon = lexicon.get()?;
        let alphabet = lexicon.alphabet();
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        info.write(lexc_lexicon_info {
            fingerprint: lexicon.fingerprint().0,
            word_count: lexicon.word_count(),
            longest_word: number(lexicon.longest_word()),
            tile_count: number(alphabet.len()),
            blank_count: u32::from(alphabet.blank_count()),
            has_dawg: lexicon.image().dawg().is_some(),
            has_gaddag: lexicon.image().gaddag().is_some(),
            has_word_index: lexicon.has_word_index(),
            has_anagram_filter: lexicon.has_anagram_filter(),
        })
    })
}

/// Writes the name of a lexicon, which may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_lexicon_name(
    lexicon: *const lexc_lexicon,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    arguments!(lexicon, text[text_bytes], len);
    answer(|| text.answer_text(&len, &lexicon.get()?.name()))
}

/// Writes the tile that has this code.
/// LEXC_ERROR_ARGUMENT: the code is not 1 to tile_count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_lexicon_tile(
    lexicon: *const lexc_lexicon,
    code: u8,
    tile: *mut lexc_tile,
) -> lexc_status {
    arguments!(lexicon, tile);
    answer(|| {
        let alphabet = lexicon.get()?.alphabet();
        let found = Tile::new(code).filter(|&tile| alphabet.all().contains(tile));
        let found = found.ok_or(Failure::OutOfRange("code"))?;
        tile.write(lexc_tile {
            text: copy_text(alphabet.text(found)),
            blank_text: copy_text(alphabet.blank_text(found)),
            is_vowel: alphabet.is_vowel(found),
            reserved: 0,
            value: alphabet.value(found),
            count: alphabet.count(found),
        })
    })
}

/// Returns the lexicon of a handle, and the text `word` as tiles of this lexicon.
pub(crate) fn word_of(
    lexicon: &Argument<*const lexc_lexicon>,
    word: &Argument<*const c_char>,
) -> Result<(&'static Lexicon<'static>, Word), Failure> {
    let lexicon = lexicon.get()?;
    let word = Word::parse(word.text()?, lexicon.alphabet())?;
    Ok((lexicon, word))
}

/// Writes a word in the tiles of its alphabet, with brackets around tiles of several characters and around tiles that would
/// read as part of such a tile.
pub(crate) fn write_word(
    to: &mut dyn fmt::Write,
    word: &[Tile],
    alphabet: Alphabet<'_>,
) -> fmt::Result {
    let mut tiles = word.iter().map(|&tile| PlacedTile::letter(tile));
    while let Some(tile) = tiles.next() {
        write!(to, "{}", alphabet.display_before(tile, tiles.clone()))?;
    }
    Ok(())
}

/// (views) Writes one of the labels of a word, its flags first, in the order of the image: the one with this index, from 0. A text that is not
/// a word, and a word of an image without labels, have none.
#[cfg(feature = "views")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_word_label(
    lexicon: *const lexc_lexicon,
    word: *const c_char,
    index: usize,
    label: *mut lexc_label,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(lexicon, word, label, error);
    error.answer(|| {
        let (lexicon, word) = word_of(&lexicon, &word)?;
        let labels = lexicon.labels(&word);
        let found = labels.and_then(|labels| labels.named().nth(index));
        let (name, value) = found.map_or(("", None), |(label, value)| (label.name(), value));
        label.write(lexc_label {
            name: copy_text(name),
            is_number: value.is_some(),
            reserved: [0; 2],
            value: value.unwrap_or(u32::from(!name.is_empty())),
        })
    })
}

/// Looks up a word. The text of a tile and the text of a blank designated as this tile mean the same; a tile of several
/// characters may be in mixed case, such as "Ch" for "CH". Takes one step per tile.
/// LEXC_ERROR_TEXT: the text is not written in tiles of the alphabet, or has more than 63 tiles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_contains(
    lexicon: *const lexc_lexicon,
    word: *const c_char,
    is_word: *mut bool,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(lexicon, word, is_word, error);
    error.answer(|| {
        let (lexicon, word) = word_of(&lexicon, &word)?;
        is_word.write(lexicon.contains(&word))
    })
}
