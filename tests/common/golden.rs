//! Small images of many kinds, stored in `tests/data/images`.
//!
//! Their bytes change only with the version of the format. `cargo run -p lexc-tests --example write_golden` writes
//! the images of the current version.

use std::collections::BTreeSet;
use std::path::PathBuf;

use lexc_compiler::{Automata, CompileOptions, StoreKind};
use lexc_formats::{AlphabetDefinition, LabelDefinition, LabelsDefinition, Version};

use crate::english::{data, english};
use crate::fuzz::seeds::leaves_image_with_estimate;
use crate::random::Random;
use crate::words::{random_words, scowl_60};
use crate::{compact, compact_options, image, letters, options};

/// The version of images of words.
pub const WORDS: Version = Version { major: 1, minor: 0 };

/// The version of leaves images with an estimate.
pub const ESTIMATE: Version = Version { major: 1, minor: 1 };

/// The version of images of words with marks.
pub const MARKS: Version = Version { major: 1, minor: 2 };

/// The version of images with a word map.
pub const WORD_MAP: Version = Version { major: 1, minor: 3 };

/// The version of images with labels.
pub const LABELS: Version = Version { major: 1, minor: 4 };

/// The stored leaves images with an estimate: their paths and bytes.
pub fn golden_leaves() -> [(PathBuf, Vec<u8>); 2] {
    [
        ("leaves", StoreKind::Fast),
        ("leaves-compact", StoreKind::Compact),
    ]
    .map(|(file, store)| {
        let path = folder(ESTIMATE).join(format!("{file}.leaves"));
        (path, leaves_image_with_estimate(store))
    })
}

/// Input of a stored image.
#[derive(Clone, Debug)]
pub struct Golden {
    /// The name of the image's file.
    pub file: String,
    /// The words in order, as tile codes.
    pub words: Vec<Vec<u8>>,
    /// The tiles.
    pub alphabet: AlphabetDefinition,
    /// The options of the compilation.
    pub options: CompileOptions,
}

impl Golden {
    /// Compiles the image.
    pub fn image(&self) -> Vec<u8> {
        image(&self.words, &self.alphabet, &self.options)
    }

    /// The lowest version that has all sections of the image.
    pub fn version(&self) -> Version {
        match self.alphabet.marks[..] {
            _ if self.options.labels.is_some() => LABELS,
            _ if self.options.word_map => WORD_MAP,
            [] => WORDS,
            _ => MARKS,
        }
    }

    /// The path of the stored image.
    pub fn path(&self) -> PathBuf {
        folder(self.version()).join(&self.file)
    }
}

/// The folder of the images of a format version.
pub fn folder(version: Version) -> PathBuf {
    data("images").join(format!("v{version}"))
}

/// Images of English words, with either node store and several choices of automata. Also images with other alphabets,
/// so that all mask widths occur; some of these alphabets have tiles of several characters.
pub fn golden_images() -> Vec<Golden> {
    let mut all = Vec::new();
    for (file, automata, word_index) in [
        ("english", Automata::Both, true),
        ("english-without-numbers", Automata::Both, false),
        ("english-dawg", Automata::Dawg, false),
        ("english-dawg-numbers", Automata::Dawg, true),
        ("english-gaddag", Automata::Gaddag, false),
    ] {
        all.push(Golden {
            file: format!("{file}.gaddag"),
            words: scowl_60().into_iter().step_by(1601).collect(),
            alphabet: english(),
            options: CompileOptions {
                name: "Some words".to_owned(),
                ..options(automata, word_index)
            },
        });
    }
    all.push(Golden {
        file: "english-both-compact.gaddag".to_owned(),
        words: scowl_60().into_iter().step_by(1601).collect(),
        alphabet: english(),
        options: CompileOptions {
            name: "Some words".to_owned(),
            ..compact(Automata::Both, true)
        },
    });
    all.push(Golden {
        file: "english-compact.gaddag".to_owned(),
        words: scowl_60().into_iter().step_by(97).collect(),
        alphabet: english(),
        options: CompileOptions {
            name: "Some words".to_owned(),
            anagram_filter: true,
            ..compact_options()
        },
    });
    for name in ["catalan", "spanish"] {
        let path = data("alphabets").join(format!("{name}.csv"));
        let rows = std::fs::read_to_string(path).expect("the file is in the repository");
        let alphabet = lexc_compiler::alphabet::parse(name, &rows).expect("the file is valid");
        all.push(Golden {
            words: seeded_words(alphabet.tiles.len()),
            options: CompileOptions {
                name: "Paraules · palabras".to_owned(),
                source: "chance".to_owned(),
                license: "none\nneeded".to_owned(),
                ..options(Automata::Both, true)
            },
            file: format!("{name}.gaddag"),
            alphabet: alphabet.clone(),
        });
        all.push(Golden {
            words: seeded_words(alphabet.tiles.len()),
            options: compact_options(),
            file: format!("{name}-compact.gaddag"),
            alphabet,
        });
    }
    // Low and high numbers of tiles. In alphabets of 27 to 29 tiles, the mask takes one to three bits from the set
    // code. Alphabets of 30 to 53 tiles have masks of two units, larger alphabets masks of three.
    for count in [1, 2, 26, 27, 28, 29, 30, 40, 57, 58, 59, 60, 61, 62] {
        all.push(Golden {
            file: format!("letters-{count}.gaddag"),
            words: seeded_words(count),
            alphabet: letters(count),
            options: options(Automata::Both, count % 2 == 0),
        });
    }
    // Low and high numbers of tiles, and numbers on both sides of three steps (at 8, 32 and 56 tiles) where letter sets
    // grow by a byte.
    for count in [1, 2, 7, 8, 31, 32, 55, 56, 62] {
        all.push(Golden {
            file: format!("letters-{count}-compact.gaddag"),
            words: seeded_words(count),
            alphabet: letters(count),
            options: compact_options(),
        });
    }
    // Marks, with points and signs of stress to ignore.
    for (file, options) in [
        ("marks", options(Automata::Both, true)),
        ("marks-compact", compact_options()),
    ] {
        all.push(Golden {
            file: format!("{file}.gaddag"),
            words: seeded_words(26),
            alphabet: AlphabetDefinition {
                marks: vec![('\u{300}', '\u{301}'), ('\u{591}', '\u{5C7}')],
                ..letters(26)
            },
            options,
        });
    }
    // The word map: beside the anagram filter or not, and with words that are too wide for it.
    for (file, options) in [
        ("word-map", options(Automata::Both, true)),
        ("word-map-compact", compact_options()),
    ] {
        let wide = (1..=26).map(|tiles| (1..=tiles).collect());
        let words = seeded_words(26).into_iter().chain(wide);
        all.push(Golden {
            file: format!("{file}.gaddag"),
            words: words.collect::<BTreeSet<_>>().into_iter().collect(),
            alphabet: letters(26),
            options: CompileOptions {
                word_map: true,
                ..options
            },
        });
    }
    // Labels: flags and numbers, with a table of values and without.
    for (file, options) in [
        ("labels", options(Automata::Both, true)),
        ("labels-compact", compact_options()),
    ] {
        let words = seeded_words(26);
        all.push(Golden {
            file: format!("{file}.gaddag"),
            options: CompileOptions {
                labels: Some(labels(words.len())),
                ..options
            },
            words,
            alphabet: letters(26),
        });
    }
    all
}

/// Some labels for this many words, the same at each call: two flags, a level of few values, and a rank that some words lack.
pub fn labels(words: usize) -> LabelsDefinition {
    let mut random = Random::new(9);
    let label = |name: &str, symbol| LabelDefinition {
        name: name.to_owned(),
        symbol,
    };
    let flags = (0..words).map(|_| [0, 1, 1, 3][random.below(4)]).collect();
    let levels = (0..words).map(|_| Some([10, 35, 50, 70][random.below(4)]));
    let levels = levels.collect();
    let ranks = (1..)
        .take(words)
        .map(|rank| (random.below(5) > 0).then_some(rank));
    LabelsDefinition {
        flags: vec![label("csw", Some('#')), label("nwl", None)],
        numbers: vec![label("level", None), label("rank", None)],
        flags_of_words: flags,
        numbers_of_words: vec![levels, ranks.collect()],
    }
}

/// Random words, the same at each call. All words together use at most seven different tiles of the alphabet; the first
/// and the last are among those to choose from.
fn seeded_words(tile_count: usize) -> Vec<Vec<u8>> {
    let last = u8::try_from(tile_count).expect("at most 62");
    let mut tiles = vec![1, 2, last / 3, last / 2, last - last / 4, last - 1, last];
    tiles.retain(|tile| (1..=last).contains(tile));
    random_words(&mut Random::new(u64::from(last)), &tiles, 7, 60)
}
