//! JSON of `lexc info`.

use std::io::{self, Write};

use lexc_formats::Tile;
use lexc_formats::raw::section::REQUIRED;
use serde::Serialize;

use super::facts::{AutomatonInfo, Info};
use crate::command::json::write_pretty;

/// Writes the facts as one object.
pub fn write(info: &Info<'_>, out: &mut dyn Write) -> io::Result<()> {
    let lexicon = &info.lexicon;
    let (image, metadata) = (lexicon.image(), lexicon.image().metadata());
    let alphabet = lexicon.alphabet();
    let tile = |tile: Tile| TileJson {
        tile: alphabet.text(tile),
        blank: alphabet.blank_text(tile),
        count: alphabet.count(tile),
        value: alphabet.value(tile),
        vowel: alphabet.is_vowel(tile),
    };
    let sections = image.sections().iter().map(|section| SectionJson {
        name: section.name.to_string(),
        required: section.flags.get() & REQUIRED != 0,
        offset: section.offset.get(),
        bytes: section.len.get(),
        checksum: format!("{:016x}", section.checksum.get()),
    });
    let lengths = info.words_by_length.iter().enumerate();
    let lengths = lengths.filter(|(_, words)| **words > 0);
    let json = InfoJson {
        image: &info.path,
        bytes: info.bytes,
        format: image.version().to_string(),
        name: lexicon.name(),
        source: metadata.source(),
        license: metadata.license(),
        words: lexicon.word_count(),
        longest: lexicon.longest_word(),
        fingerprint: lexicon.fingerprint().to_string(),
        word_index: lexicon.has_word_index(),
        anagram_filter: lexicon.has_anagram_filter(),
        alphabet: AlphabetJson {
            name: alphabet.name(),
            blanks: alphabet.blank_count(),
            tiles: alphabet.tiles().map(tile).collect(),
        },
        sections: sections.collect(),
        characters: info.characters(),
        words_by_length: lengths
            .map(|(length, &words)| LengthJson { length, words })
            .collect(),
        dawg: info.dawg.as_ref().map(|dawg| automaton(info, dawg)),
        gaddag: info.gaddag.as_ref().map(|gaddag| automaton(info, gaddag)),
    };
    write_pretty(out, &json)
}

fn automaton(info: &Info<'_>, automaton: &AutomatonInfo) -> AutomatonJson {
    let stats = &automaton.stats;
    let by_edges = stats.states_by_edges.iter().enumerate();
    let by_edges = by_edges.filter(|(_, states)| **states > 0);
    AutomatonJson {
        strings: automaton.strings,
        states: stats.states,
        edges: stats.edges,
        letter_sets: stats.letter_sets,
        pairs: stats.pairs,
        pairs_with_letter_set: stats.pairs_with_letter_set,
        bytes: automaton.bytes,
        bits_per_character: info.bits_per_character(automaton.bytes),
        compressed_bytes: automaton.compressed_bytes,
        expanded_bytes: automaton.expanded_bytes,
        states_by_edges: by_edges
            .map(|(edges, &states)| EdgesJson { edges, states })
            .collect(),
    }
}

#[derive(Serialize)]
struct InfoJson<'a> {
    image: &'a str,
    bytes: u64,
    format: String,
    name: &'a str,
    source: &'a str,
    license: &'a str,
    words: u32,
    longest: usize,
    fingerprint: String,
    word_index: bool,
    anagram_filter: bool,
    alphabet: AlphabetJson<'a>,
    sections: Vec<SectionJson>,
    characters: u64,
    words_by_length: Vec<LengthJson>,
    dawg: Option<AutomatonJson>,
    gaddag: Option<AutomatonJson>,
}

#[derive(Serialize)]
struct AlphabetJson<'a> {
    name: &'a str,
    blanks: u16,
    tiles: Vec<TileJson<'a>>,
}

#[derive(Serialize)]
struct TileJson<'a> {
    tile: &'a str,
    blank: &'a str,
    count: u16,
    value: i16,
    vowel: bool,
}

#[derive(Serialize)]
struct SectionJson {
    name: String,
    required: bool,
    offset: u64,
    bytes: u64,
    checksum: String,
}

#[derive(Serialize)]
struct LengthJson {
    length: usize,
    words: u64,
}

#[derive(Serialize)]
struct AutomatonJson {
    strings: u64,
    states: u32,
    edges: u64,
    letter_sets: u32,
    pairs: u32,
    pairs_with_letter_set: u32,
    bytes: u64,
    bits_per_character: f64,
    compressed_bytes: u64,
    expanded_bytes: u64,
    states_by_edges: Vec<EdgesJson>,
}

#[derive(Serialize)]
struct EdgesJson {
    edges: usize,
    states: u32,
}
