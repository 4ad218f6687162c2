//! Every compact image of a few bytes of nodes: the validator and the independent reader (`common::reader::compact`)
//! both accept it, or both refuse it for the same rule. From an accepted image, `lexc-formats` and the independent
//! reader read the same strings in the same number of steps.
//!
//! All sequences of bytes are tried as nodes. Short sequences have bytes of all values, and follow a first node that
//! they can refer to. Longer sequences have bytes of a vocabulary with every kind of head, class, label, index and
//! distance. These images have the right page heads. A sample of the accepted images is tried again with other roots,
//! page heads, hot tables, letter sets and header bytes, and a sample of the refused images with other page heads. The
//! root is the DAWG's or the GADDAG's. In some scopes the nodes start near the end of a page of 128 bytes, or at the
//! start of the next page. `LEXC_SCOPE=full` has longer nodes: more than a hundred million images.

use common::letters;
use common::parts::{Parts, bytes, compact_section, seal};
use common::reader::compact::{Broken, Compact};
use common::words::small_list;
use common::{compact, image, scope};
use lexc_compiler::{Automata, CompileOptions};
use lexc_formats::raw::node::{NodeRef, compact_labels};
use lexc_formats::{Checks, Image, ImageError, NodeError, SectionName};
use lexc_runtime::Lexicon;

use crate::exhaustive::{Walk, advance, try_each, write_section};

const DAWG: SectionName = SectionName::DAWG;
const GADDAG: SectionName = SectionName::GADDAG;

/// The vocabulary and the size of the images.
struct Scope {
    /// The section of the root.
    automaton: SectionName,
    tile_count: usize,
    /// Number of entries in the hot table.
    hot: usize,
    /// Number of letter sets.
    sets: usize,
    /// Upper bound on the bytes after the first node.
    longest: usize,
    /// True for bytes of all values, false for the vocabulary.
    is_every_byte: bool,
}

/// Scopes that take some ten seconds in all.
const USUAL: [Scope; 10] = [
    case(DAWG, 1, 0, 1, 2, true),
    case(DAWG, 2, 1, 2, 2, true),
    case(DAWG, 31, 1, 15, 2, true),
    case(DAWG, 32, 1, 1, 2, true),
    case(DAWG, 62, 0, 207, 2, true),
    case(DAWG, 32, 1, 1, 3, false),
    // The nodes start at bytes 125 and 128 of the section.
    case(DAWG, 2, 39, 1, 4, false),
    case(DAWG, 62, 40, 1, 3, false),
    case(GADDAG, 2, 1, 2, 2, true),
    case(GADDAG, 62, 40, 1, 3, false),
];

/// Scopes that take some ten minutes in all, with optimisation.
const THOROUGH: [Scope; 11] = [
    case(DAWG, 2, 0, 1, 4, false),
    case(DAWG, 1, 0, 1, 3, true),
    // If there are 32 tiles, only classes 0 to 6 have a label byte for every label; class 7 has one for the lower
    // labels only. More tiles would take longer: every image's alphabet is checked.
    case(DAWG, 32, 1, 1, 3, true),
    case(DAWG, 1, 0, 1, 5, false),
    case(DAWG, 2, 1, 16, 5, false),
    case(DAWG, 31, 0, 208, 5, false),
    case(DAWG, 62, 0, 1, 5, false),
    case(DAWG, 2, 39, 1, 5, false),
    case(DAWG, 32, 38, 1, 5, false),
    case(GADDAG, 1, 1, 1, 3, true),
    case(GADDAG, 32, 1, 1, 5, false),
];

const fn case(
    automaton: SectionName,
    tile_count: usize,
    hot: usize,
    sets: usize,
    longest: usize,
    is_every_byte: bool,
) -> Scope {
    Scope {
        automaton,
        tile_count,
        hot,
        sets,
        longest,
        is_every_byte,
    }
}

#[test]
fn validator_and_reader_agree_on_every_compact_image_of_a_few_bytes() {
    let scopes = if scope::is_full() {
        &THOROUGH[..]
    } else {
        &USUAL
    };
    try_each(scopes, try_scope);
}

fn try_scope(scope: &Scope) {
    let mut trial = Trial::new(scope);
    trial.try_every_sequence();
    let Scope {
        automaton,
        tile_count,
        hot,
        sets,
        longest,
        ..
    } = scope;
    let Found {
        cases,
        accepted,
        variants,
        walked,
        most_steps,
    } = trial.found;
    println!(
        "{automaton}, {tile_count} tiles, {hot} hot, {sets} letter sets, up to {longest} bytes: {cases} images, {accepted} accepted; {variants} with other roots and tables; {walked} walks of up to {most_steps} steps"
    );
    assert!(
        accepted > 5 && walked > 10 && variants > 1000 && cases > 10 * accepted,
        "{accepted} of {cases}"
    );
}

/// Numbers of cases.
#[derive(Debug, Default)]
struct Found {
    /// Images that were tried: each sequence of bytes as nodes, with each hot table.
    cases: u64,
    /// Images that were accepted.
    accepted: u64,
    /// Trials of an image with another root or table.
    variants: u64,
    /// Images that were walked.
    walked: u64,
    /// Steps of the longest walk.
    most_steps: u64,
}

struct Trial<'s> {
    scope: &'s Scope,
    found: Found,
    /// The image; compact nodes are its last section.
    image: Vec<u8>,
}

impl<'s> Trial<'s> {
    fn new(scope: &'s Scope) -> Trial<'s> {
        let count = scope.tile_count;
        let automaton = match scope.automaton {
            GADDAG => Automata::Gaddag,
            _ => Automata::Dawg,
        };
        let mut parts = Parts::of(&image(
            &small_list(count.max(4)),
            &letters(count.max(4)),
            &CompileOptions {
                anagram_filter: false,
                ..compact(automaton, false)
            },
        ));
        let alphabet = letters(count).encode().expect("the definition is valid");
        *parts.contents(SectionName::ALPHABET) = alphabet;
        Trial {
            scope,
            found: Found::default(),
            image: parts.write(),
        }
    }

    /// Tries every sequence of bytes as nodes.
    fn try_every_sequence(&mut self) {
        let vocabulary = self.vocabulary();
        for length in 0..=self.scope.longest {
            let mut places = vec![0; length];
            loop {
                let mut nodes = self.first_node();
                nodes.extend(places.iter().map(|&place| vocabulary[place]));
                for hot in self.hot_targets(nodes.len()) {
                    self.try_nodes(&nodes, hot);
                }
                if !advance(&mut places, vocabulary.len()) {
                    break;
                }
            }
        }
    }

    /// A node that later nodes can refer to; empty for sequences of the vocabulary.
    fn first_node(&self) -> Vec<u8> {
        match self.scope.is_every_byte {
            true => vec![0x00, 0x81],
            false => Vec::new(),
        }
    }

    fn vocabulary(&self) -> Vec<u8> {
        if self.scope.is_every_byte {
            return (0..=u8::MAX).collect();
        }
        let start = u8::try_from(self.start()).expect("a few entries");
        let last = u8::try_from(self.scope.tile_count).expect("at most 62");
        let labels = compact_labels(self.scope.tile_count);
        // The label 1 with every class.
        let mut all: Vec<u8> = (1..=u8::MAX).step_by(labels.into()).collect();
        // The separator: implicit next, and a reference of one byte.
        all.extend([0, labels]);
        // The last label and one beyond; heads with and without edges and letter sets; indices, distances and places.
        all.extend([last, last + 1, 0x81, 0x90, 0x91, 0xa0, 0x8f]);
        all.extend([0, 1, 2, 3, start, start + 1]);
        if self.scope.sets > 200 {
            all.push(0xc0);
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The places to try as entries of the hot table: those of the nodes' second byte and last byte. In each trial, all
    /// entries have the same place. If the table is empty, returns one place, so that the nodes are tried once.
    fn hot_targets(&self, length: usize) -> Vec<usize> {
        let mut places = vec![self.start() + 1, self.start() + length - length.min(1)];
        places.truncate(if self.scope.hot == 0 { 1 } else { 2 });
        places.dedup();
        places
    }

    fn start(&self) -> usize {
        8 + 3 * self.scope.hot
    }

    fn try_nodes(&mut self, nodes: &[u8], hot: usize) {
        let Scope {
            tile_count,
            hot: hot_count,
            sets,
            ..
        } = *self.scope;
        let end = self.start() + nodes.len();
        let place = u32::try_from(hot).expect("a short section");
        // Letter sets of one tile, each tile in turn.
        let sets: Vec<u64> = (0..sets).map(|set| 1 << (1 + set % tile_count)).collect();
        let section = compact_section(tile_count, &vec![place; hot_count], nodes, &sets);
        let page_heads = section.len() - end.div_ceil(128);
        let compact = Compact {
            tile_count,
            section,
            dawg: None,
            gaddag: None,
        };
        let compact = self.with_root(&compact, u32::try_from(end - 1).expect("a short section"));
        self.found.cases += 1;
        if self.is_accepted(&compact) {
            self.found.accepted += 1;
            if self.found.accepted % self.accepted_per_sample() == 1 {
                self.try_roots(&compact);
                self.try_tables(&compact, page_heads);
            }
        } else if self.found.cases.is_multiple_of(499) {
            self.try_page_heads(&compact, page_heads);
            self.read_unvalidated(&compact);
        }
    }

    /// The same section with another root.
    fn with_root(&self, compact: &Compact, root: u32) -> Compact {
        let of = |automaton| (self.scope.automaton == automaton).then_some(root);
        Compact {
            dawg: of(DAWG),
            gaddag: of(GADDAG),
            ..compact.clone()
        }
    }

    /// One accepted image in this many is tried again with other roots and tables.
    fn accepted_per_sample(&self) -> u64 {
        match self.scope.sets {
            0..=2 => 19,
            3..=20 => 67,
            _ => 499,
        }
    }

    /// Returns `true` if the validator and the independent reader accept the image, `false` if both refuse it for the
    /// same rule. Panics if they differ.
    fn is_accepted(&mut self, compact: &Compact) -> bool {
        let expected = compact.nodes();
        let found = self.read(compact).map(drop);
        match (expected, found) {
            (Ok(_), Ok(())) => {
                self.walk(compact);
                true
            }
            (Err(expected), Err(found)) => {
                assert_eq!(expected, broken(compact, found), "{compact:x?}: {found}");
                false
            }
            (expected, found) => panic!("{compact:x?}: {found:?}, {expected:?}"),
        }
    }

    fn read(&mut self, compact: &Compact) -> Result<Image<'_>, ImageError> {
        self.write(compact);
        Image::from_bytes(&self.image)
    }

    fn write(&mut self, compact: &Compact) {
        let image = &mut self.image;
        write_section(image, self.scope.automaton, &bytes(&[root(compact), 0]));
        write_section(image, SectionName::COMPACT, &compact.section);
        seal(image);
    }

    /// Asserts that `lexc-formats` and the independent reader read the same strings over the same number of edges, and
    /// that no path has more edges than there are nodes.
    fn walk(&mut self, compact: &Compact) {
        let nodes = compact.nodes().expect("the image was accepted");
        let root = root(compact);
        let (expected, steps) = Compact::strings(&nodes, root as usize);
        let mut walk = Walk::new(nodes.len());
        let image = self.read(compact).expect("the image was accepted");
        let read = image.compact_nodes().expect("they are compact");
        walk.from(read, NodeRef::from_unit(root));
        assert_eq!(
            (&walk.strings, walk.steps),
            (&expected, steps),
            "{compact:x?}"
        );
        self.found.walked += 1;
        self.found.most_steps = self.found.most_steps.max(steps);
    }

    /// Tries every place up to two bytes beyond the right root as the root, and six fixed places.
    fn try_roots(&mut self, compact: &Compact) {
        let end = root(compact) + 1;
        for root in (0..end + 2).chain([127, 128, 255, 256, 1 << 24, (1 << 31) - 1]) {
            let other = self.with_root(compact, root);
            self.found.variants += 1;
            self.is_accepted(&other);
        }
    }

    /// Tries other page heads. Tries eight values for each single byte of the header, the hot table and the first 20
    /// bytes of the letter sets. Tries the section one byte shorter and one byte longer.
    fn try_tables(&mut self, compact: &Compact, page_heads: usize) {
        self.try_page_heads(compact, page_heads);
        let len = compact.section.len();
        let sets = root(compact) as usize + 1..page_heads;
        let header = 0..8 + 3 * self.scope.hot;
        for at in header.chain(sets.take(20)) {
            for value in [
                0,
                1,
                2,
                4,
                0x40,
                0x80,
                0xff,
                compact.section[at].wrapping_add(1),
            ] {
                let mut other = compact.clone();
                other.section[at] = value;
                self.found.variants += 1;
                self.is_accepted(&other);
            }
        }
        for wrong_len in [len - 1, len + 1] {
            let mut other = compact.clone();
            other.section.resize(wrong_len, 0);
            self.found.variants += 1;
            assert!(!self.is_accepted(&other));
        }
    }

    /// Tries every third value of each page head.
    fn try_page_heads(&mut self, compact: &Compact, page_heads: usize) {
        for at in page_heads..compact.section.len() {
            for value in (0..=u8::MAX).rev().step_by(3) {
                let mut other = compact.clone();
                other.section[at] = value;
                self.found.variants += 1;
                self.is_accepted(&other);
            }
        }
    }

    /// Reads up to 1,000 words of a refused image without validation.
    fn read_unvalidated(&mut self, compact: &Compact) {
        self.write(compact);
        let lexicon = Lexicon::open(&self.image, Checks::Bounds).expect("its lengths are right");
        let words = lexicon.words().take(1000);
        for word in words {
            // Nodes may form a cycle, but no word is longer than the longest valid word, 63 tiles.
            assert!(word.len() <= 63);
        }
    }
}

/// The root of the only automaton.
fn root(compact: &Compact) -> u32 {
    let root = compact.dawg.or(compact.gaddag);
    root.expect("one automaton")
}

/// The rule that the error names.
fn broken(compact: &Compact, error: ImageError) -> Broken {
    match error {
        ImageError::SectionLength { .. } => Broken::Length,
        ImageError::NodesTooLong { .. } | ImageError::NodesEnd { .. } => Broken::End,
        ImageError::Table { what, .. } if what.starts_with("a letter set") => Broken::Rule(1),
        ImageError::Table { what, .. } if what.starts_with("a page head") => Broken::Rule(2),
        ImageError::Table { .. } => Broken::Rule(3),
        ImageError::Node { problem, .. } => match problem {
            NodeError::Start
            | NodeError::EdgeCount { .. }
            | NodeError::SetCode
            | NodeError::Empty => Broken::Rule(2),
            _ => Broken::Rule(4),
        },
        ImageError::Root { .. } => Broken::Root,
        _ => panic!("{compact:x?}: {error}"),
    }
}
