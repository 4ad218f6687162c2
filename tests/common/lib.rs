//! Shared parts of the suite: alphabets, word lists, images, the oracle, the independent reader and fuzz targets.
#![forbid(unsafe_code)]

pub mod cases;
pub mod english;
pub mod fuzz;
pub mod game;
pub mod generators;
pub mod golden;
pub mod oracle;
pub mod parts;
pub mod perft;
pub mod positions;
pub mod random;
pub mod reader;
pub mod scope;
pub mod searches;
pub mod steps;
pub mod words;

use lexc_compiler::word_list::{WordList, WordListBuilder};
use lexc_compiler::{Automata, CompileError, CompileOptions, StoreKind, compile_sorted};
use lexc_formats::{Alphabet, AlphabetDefinition, TileDefinition};

/// An alphabet of the first `count` letters, at most 62, of A to Z followed by the Armenian letters. A designated blank
/// is shown as the small letter.
pub fn letters(count: usize) -> AlphabetDefinition {
    let armenian = ('\u{531}'..='\u{556}').zip('\u{561}'..='\u{586}');
    let letters = ('A'..='Z').zip('a'..='z').chain(armenian);
    let tile = |(index, (upper, lower)): (i16, (char, char))| TileDefinition {
        text: upper.to_string(),
        blank_text: lower.to_string(),
        value: 1 + index % 9,
        count: 2,
        is_vowel: index % 4 == 0,
    };
    AlphabetDefinition {
        name: format!("letters-{count}"),
        tiles: (0..).zip(letters).map(tile).take(count).collect(),
        blank_count: 2,
        ..AlphabetDefinition::default()
    }
}

/// Tile counts of alphabets with masks of one, two and three units.
pub const WIDTHS: [usize; 3] = [4, 40, 62];

/// Options as `lexc build` sets them for these automata, with an empty name, source and licence.
pub fn options(automata: Automata, word_index: bool) -> CompileOptions {
    CompileOptions {
        automata,
        word_index,
        anagram_filter: automata != Automata::Dawg,
        ..CompileOptions::default()
    }
}

/// Options of a compact DAWG.
pub fn compact_options() -> CompileOptions {
    compact(Automata::Dawg, false)
}

/// Options of an image with compact nodes.
pub fn compact(automata: Automata, word_index: bool) -> CompileOptions {
    CompileOptions {
        store: StoreKind::Compact,
        ..options(automata, word_index)
    }
}

/// Options with each node store and each choice of automata, some with a word index or a word map; name, source and licence are
/// empty.
pub fn every_kind() -> [CompileOptions; 10] {
    [
        options(Automata::Both, false),
        options(Automata::Both, true),
        options(Automata::Dawg, false),
        options(Automata::Dawg, true),
        options(Automata::Gaddag, false),
        compact(Automata::Both, true),
        compact(Automata::Dawg, false),
        compact(Automata::Gaddag, false),
        with_map(options(Automata::Both, false)),
        with_map(compact(Automata::Dawg, false)),
    ]
}

/// The options, with the word map in place of the anagram filter.
fn with_map(options: CompileOptions) -> CompileOptions {
    CompileOptions {
        anagram_filter: false,
        word_map: true,
        ..options
    }
}

/// Compiles words, given as tile codes in any order.
pub fn image(
    words: &[Vec<u8>],
    alphabet: &AlphabetDefinition,
    options: &CompileOptions,
) -> Vec<u8> {
    let mut words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
    words.sort();
    words.dedup();
    try_image(&words, alphabet, options).expect("the words are valid")
}

/// The words, given as tile codes, as a [`WordList`].
pub fn word_list(words: &[Vec<u8>]) -> WordList {
    let mut builder = WordListBuilder::default();
    for word in words {
        builder.push(word).expect("the words are few");
    }
    builder.finish().0
}

/// Compiles words in the given order.
///
/// # Errors
/// Names the first rule that the words break.
pub fn try_image(
    words: &[&[u8]],
    alphabet: &AlphabetDefinition,
    options: &CompileOptions,
) -> Result<Vec<u8>, CompileError> {
    let section = alphabet.encode().expect("the alphabet is valid");
    let marks = alphabet.encode_marks().expect("the marks are valid");
    let alphabet = Alphabet::from_bytes(&section).expect("the encoding is valid");
    let alphabet = alphabet
        .with_mark_section(&marks)
        .expect("the encoding is valid");
    Ok(compile_sorted(words.iter().copied(), alphabet, options)?.image)
}

/// Compiles words, given as tile codes in any order, with definitions of all but every third word.
pub fn image_with_definitions(
    words: &[Vec<u8>],
    alphabet: &AlphabetDefinition,
    options: CompileOptions,
) -> Vec<u8> {
    let mut builder = WordListBuilder::default();
    for (index, word) in words.iter().enumerate() {
        builder.push(word).expect("the words are few");
        if index % 3 != 2 {
            builder.define(word, &format!("définition {index} of {word:?}"));
        }
    }
    let (mut list, _) = builder.finish();
    let options = CompileOptions {
        definitions: list.take_definitions(),
        ..options
    };
    image(words, alphabet, &options)
}

/// The image of [`words::small_list`] with fast nodes, both automata and a word index, but no anagram filter.
pub fn small_image(tile_count: usize) -> Vec<u8> {
    let words = words::small_list(tile_count);
    let options = CompileOptions {
        anagram_filter: false,
        ..options(Automata::Both, true)
    };
    image(&words, &letters(tile_count), &options)
}

/// The compact image of [`words::small_list`] with a DAWG and an anagram filter.
pub fn small_compact_image(tile_count: usize) -> Vec<u8> {
    let options = CompileOptions {
        anagram_filter: true,
        ..compact_options()
    };
    image(
        &words::small_list(tile_count),
        &letters(tile_count),
        &options,
    )
}

/// The images of [`words::small_list`] with fast nodes and with compact nodes.
pub fn small_images(tile_count: usize) -> [Vec<u8>; 2] {
    [small_image(tile_count), small_compact_image(tile_count)]
}

/// The images of [`small_images`] for every mask width, each with its tile count.
pub fn small_images_of_every_width() -> impl Iterator<Item = (usize, Vec<u8>)> {
    let of_width = |count| small_images(count).map(|image| (count, image));
    WIDTHS.into_iter().flat_map(of_width)
}

/// Runs the Rust snippets of these pages of the book as tests.
#[cfg(doctest)]
pub mod documents {
    #[doc = include_str!("../../compiler/book/src/firmware.md")]
    pub struct Firmware;

    #[doc = include_str!("../../compiler/book/src/games.md")]
    pub struct Games;

    #[doc = include_str!("../../compiler/book/src/hooks.md")]
    pub struct Hooks;

    #[doc = include_str!("../../compiler/book/src/positions.md")]
    pub struct Positions;

    #[doc = include_str!("../../compiler/book/src/start_device.md")]
    pub struct StartDevice;
}
