//! Facts about an image, counted once for text and JSON.

use lexc_compiler::{AutomatonStats, ImageStats};
use lexc_formats::raw::node::NodeList;
use lexc_formats::raw::section::REQUIRED;
use lexc_formats::{Image, Label, MAX_WORD_LEN, Tile, with_nodes};
use lexc_runtime::{UnlistedLeaves, Words};
use serde::Serialize;

/// Facts about an image. The fields are those of the JSON object, in its order.
#[derive(Serialize)]
pub struct Info<'a> {
    pub image: String,
    pub bytes: u64,
    pub format: String,
    pub name: &'a str,
    pub source: &'a str,
    pub license: &'a str,
    pub words: u32,
    pub longest: usize,
    pub fingerprint: String,
    pub word_index: bool,
    pub anagram_filter: bool,
    pub word_map: bool,
    /// The number of words with a definition.
    pub definitions: u64,
    pub labels: Vec<LabelInfo<'a>>,
    /// The lowest and the highest value of a leaves image.
    pub leave_values: Option<LeaveInfo>,
    pub alphabet: AlphabetInfo<'a>,
    pub sections: Vec<SectionInfo>,
    /// The number of tiles of all words together, without delimiters.
    pub characters: u64,
    /// The number of words of each length, in tiles, for the lengths that occur.
    pub words_by_length: Vec<LengthInfo>,
    pub dawg: Option<AutomatonInfo>,
    pub gaddag: Option<AutomatonInfo>,
}

/// A flag or a number of words.
#[derive(Serialize)]
pub struct LabelInfo<'a> {
    pub name: &'a str,
    /// `flag` or `number`.
    pub kind: &'static str,
    pub symbol: Option<char>,
    /// The number of words that have it.
    pub words: u64,
    pub lowest: Option<u32>,
    pub highest: Option<u32>,
}

/// The lowest and the highest value of leaves, in points, and the values of leaves that are not listed.
#[derive(Serialize)]
pub struct LeaveInfo {
    pub lowest: f64,
    pub highest: f64,
    /// `estimate`, `zero` or `sum`.
    pub unlisted: &'static str,
}

#[derive(Serialize)]
pub struct AlphabetInfo<'a> {
    pub name: &'a str,
    pub blanks: u16,
    pub tiles: Vec<TileInfo<'a>>,
}

#[derive(Serialize)]
pub struct TileInfo<'a> {
    pub tile: &'a str,
    pub blank: &'a str,
    pub count: u16,
    pub value: i16,
    pub vowel: bool,
}

#[derive(Serialize)]
pub struct SectionInfo {
    pub name: String,
    pub required: bool,
    pub offset: u64,
    pub bytes: u64,
    pub checksum: String,
}

#[derive(Serialize)]
pub struct LengthInfo {
    pub length: u64,
    pub words: u64,
}

#[derive(Serialize)]
pub struct AutomatonInfo {
    /// The number of strings that the automaton accepts.
    pub strings: u64,
    pub states: u32,
    pub edges: u64,
    pub letter_sets: u32,
    pub pairs: u32,
    pub pairs_with_letter_set: u32,
    /// The size of the automaton's nodes. For the GADDAG, this is the size of all nodes of the image.
    pub bytes: u64,
    pub bits_per_character: f64,
    /// The size in Gordon's compressed form: a list of states and edges, and a list of the letter sets.
    pub compressed_bytes: u64,
    /// The size in Gordon's expanded form: an edge for each label of each state, and a list of the letter sets.
    pub expanded_bytes: u64,
    /// The number of states with each number of edges, for the numbers that occur.
    pub states_by_edges: Vec<EdgesInfo>,
}

#[derive(Serialize)]
pub struct EdgesInfo {
    pub edges: usize,
    pub states: u32,
}

impl<'a> Info<'a> {
    /// Collects the facts of an image, and counts its words and the parts of its automata.
    pub fn of(image: &Image<'a>, path: String, bytes: u64) -> Info<'a> {
        let (alphabet, metadata) = (image.alphabet(), image.metadata());
        let tile = |tile: Tile| TileInfo {
            tile: alphabet.text(tile),
            blank: alphabet.blank_text(tile),
            count: alphabet.count(tile),
            value: alphabet.value(tile),
            vowel: alphabet.is_vowel(tile),
        };
        let sections = image.sections().iter().map(|section| SectionInfo {
            name: section.name.to_string(),
            required: section.flags.get() & REQUIRED != 0,
            offset: section.offset.get(),
            bytes: section.len.get(),
            checksum: format!("{:016x}", section.checksum.get()),
        });
        let mut words_by_length = [0; MAX_WORD_LEN + 1];
        for word in Words::of(*image) {
            if let Some(count) = words_by_length.get_mut(word.len()) {
                *count += 1;
            }
        }
        let lengths = (0..).zip(words_by_length);
        let characters = lengths.clone().map(|(tiles, words)| tiles * words).sum();
        let lengths = lengths.filter(|(_, words)| *words > 0);
        let stats = ImageStats::of(image);
        let labels = alphabet.len() as u64;
        Info {
            image: path,
            bytes,
            format: image.version().to_string(),
            name: metadata.name(),
            source: metadata.source(),
            license: metadata.license(),
            words: metadata.word_count(),
            longest: metadata.longest_word(),
            fingerprint: metadata.fingerprint().to_string(),
            word_index: image.word_index().is_some(),
            anagram_filter: image.anagram_filter().is_some(),
            word_map: image.word_map().is_some(),
            definitions: image
                .definitions()
                .map_or(0, |all| all.iter().flatten().count() as u64),
            labels: labels_of(image),
            leave_values: image.leave_values().map(|values| LeaveInfo {
                lowest: f64::from(values.lowest()) / 1000.0,
                highest: f64::from(values.highest()) / 1000.0,
                unlisted: match UnlistedLeaves::of(image) {
                    Some(UnlistedLeaves::Estimate) => "estimate",
                    Some(UnlistedLeaves::Sum) => "sum",
                    _ => "zero",
                },
            }),
            alphabet: AlphabetInfo {
                name: alphabet.name(),
                blanks: alphabet.blank_count(),
                tiles: alphabet.tiles().map(tile).collect(),
            },
            sections: sections.collect(),
            characters,
            words_by_length: lengths
                .map(|(length, words)| LengthInfo { length, words })
                .collect(),
            dawg: stats.dawg.map(|stats| {
                let words = metadata.word_count().into();
                AutomatonInfo::new(&stats, labels, words, dawg_bytes(image), characters)
            }),
            gaddag: stats.gaddag.map(|stats| {
                let bytes = with_nodes!(*image.node_store(), |nodes| bytes_before(
                    nodes,
                    nodes.end()
                ));
                // The GADDAG has a string for each tile of each word.
                AutomatonInfo::new(&stats, labels + 1, characters, bytes, characters)
            }),
        }
    }

    /// Converts a size in bytes to bits for each tile of each word.
    pub fn bits_per_character(&self, bytes: u64) -> f64 {
        bits_per_character(bytes, self.characters)
    }
}

impl AutomatonInfo {
    fn new(
        stats: &AutomatonStats,
        labels: u64,
        strings: u64,
        bytes: u64,
        characters: u64,
    ) -> AutomatonInfo {
        let (size, sets) = (stats.size(), u64::from(stats.letter_sets));
        let by_edges = (0..).zip(stats.states_by_edges);
        let by_edges = by_edges.filter(|(_, states)| *states > 0);
        AutomatonInfo {
            strings,
            states: stats.states,
            edges: stats.edges,
            letter_sets: stats.letter_sets,
            pairs: stats.pairs,
            pairs_with_letter_set: stats.pairs_with_letter_set,
            bytes,
            bits_per_character: bits_per_character(bytes, characters),
            compressed_bytes: size.compressed_bytes(sets),
            expanded_bytes: size.expanded_bytes(labels, sets),
            states_by_edges: by_edges
                .map(|(edges, states)| EdgesInfo { edges, states })
                .collect(),
        }
    }
}

/// The labels of an image, counted word by word.
fn labels_of<'a>(image: &Image<'a>) -> Vec<LabelInfo<'a>> {
    let Some(labels) = image.labels() else {
        return Vec::new();
    };
    let info = |label: Label<'a>, kind| LabelInfo {
        name: label.name(),
        kind,
        symbol: label.symbol(),
        words: 0,
        lowest: None,
        highest: None,
    };
    let mut flags: Vec<_> = labels.flags().map(|label| info(label, "flag")).collect();
    let mut numbers: Vec<_> = labels
        .numbers()
        .map(|label| info(label, "number"))
        .collect();
    for word in Words::of(*image) {
        let set = labels.get(&word);
        for (index, flag) in flags.iter_mut().enumerate() {
            flag.words += u64::from(set.has(index));
        }
        for (index, number) in numbers.iter_mut().enumerate() {
            if let Some(value) = set.number(index) {
                number.words += 1;
                number.lowest = Some(number.lowest.map_or(value, |lowest| lowest.min(value)));
                number.highest = number.highest.max(Some(value));
            }
        }
    }
    flags.append(&mut numbers);
    flags
}

fn bits_per_character(bytes: u64, characters: u64) -> f64 {
    8.0 * bytes as f64 / characters.max(1) as f64
}

/// The size of the DAWG's nodes: they are the first nodes of the store, and the root is the last of them.
fn dawg_bytes(image: &Image<'_>) -> u64 {
    image.dawg().map_or(0, |root| {
        with_nodes!(*image.node_store(), |nodes| bytes_before(
            nodes,
            nodes.last_index(root) + 1
        ))
    })
}

/// The size of the nodes before an index.
fn bytes_before<R: NodeList>(_: R, end: u32) -> u64 {
    R::INDEX_BYTES * u64::from(end)
}
