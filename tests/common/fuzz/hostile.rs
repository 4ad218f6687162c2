//! Images of a hostile writer: any nodes in either store, roots, letter sets, counts, filters, definitions and
//! alphabets. Header and section table are correct, so that the checks of sections and their contents are reached.

use lexc_compiler::{Automata, CompileOptions, compile_sorted};
use lexc_formats::raw::int::U32Le;
use lexc_formats::raw::node::{CountedNodes, NodeList, NodeRef};
use lexc_formats::{
    Alphabet, AlphabetDefinition, Checks, Fingerprint, Image, MAX_TILES, MAX_WORD_LEN,
    MetadataDefinition, SectionName, TileDefinition, WordIndex, with_nodes,
};
use lexc_runtime::Lexicon;

use super::compact::HostileCompact;
use super::input::{Input, push_sized};
use crate::parts::{Part, Parts, bytes, place, words};
use crate::{letters, options};

/// Bit of an input's second byte: set if the filter is a section of any bytes.
const ANY_FILTER: u8 = 1 << 7;
/// Bit of an input's second byte: set if the filter is computed from the words.
const RIGHT_FILTER: u8 = 1 << 6;
/// Bit of an input's second byte: set if the image has definitions.
const DEFINITIONS: u8 = 1 << 5;
/// Bit of an input's second byte: set if the image has a word map, which is computed from the words if it is empty in the
/// input. The lower bits of the byte select the alphabet.
const WORD_MAP: u8 = 1 << 4;
/// Bit of the length of the longest word: set if the image has labels.
const LABELS: u8 = 1 << 7;

/// Upper bound on the words from which metadata, filter and word map are computed.
const MAX_WORDS: usize = 600;

/// Tile counts of the plain valid alphabets: small and large ones, and the counts around which masks grow and set codes
/// shrink.
const TILE_COUNTS: [usize; 10] = [4, 62, 40, 29, 28, 27, 30, 53, 54, 1];

/// The parts of an image, as decoded from a fuzzer's input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hostile {
    /// The alphabet section.
    pub alphabet: AlphabetChoice,
    /// The DAWG's root, if the image has one.
    pub dawg: Option<u32>,
    /// The GADDAG's root, if the image has one.
    pub gaddag: Option<u32>,
    /// The rows of the section `SETS` that differ from the plain table, each as its number and its letter set. A set of
    /// all ones says that nodes with this set code store their sets themselves. In the plain table, row 8 says this,
    /// and all other rows are empty. `None` leaves the section out.
    pub sets: Option<Vec<(u8, u64)>>,
    /// The word index.
    pub numbers: Counts,
    /// True if the metadata is computed from the words. If false, or if there are too many words or invalid words, the
    /// metadata has `word_count` and `longest_word`.
    pub is_settled: bool,
    /// The recorded number of words, if it is not computed.
    pub word_count: u16,
    /// The recorded length of the longest word, if it is not computed.
    pub longest_word: u8,
    /// The compact nodes, if the image has them.
    pub compact: Option<HostileCompact>,
    /// The anagram filter.
    pub filter: Filter,
    /// The word map.
    pub map: Filter,
    /// The section of definitions, if the image has it.
    pub definitions: Option<Vec<u8>>,
    /// The section of labels, if the image has it.
    pub labels: Option<Vec<u8>>,
    /// The fast nodes. If there are none, an image with compact nodes lacks their section, and any other image
    /// has an empty section.
    pub nodes: Vec<u32>,
}

/// The anagram filter of an image, or its word map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Filter {
    /// The image has no such section.
    Missing,
    /// The section computed from the words. Missing if there are too many words, or invalid ones.
    Right,
    /// A section of any bytes.
    Any(Vec<u8>),
}

/// The alphabet of an image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AlphabetChoice {
    /// The valid alphabet of this index, modulo `SOUND_ALPHABETS`.
    Sound(u8),
    /// A section of any bytes.
    Any(Vec<u8>),
}

/// The word index of an image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Counts {
    /// The image has no word index.
    Missing,
    /// Counts that are computed from the nodes.
    Counted,
    /// Any counts.
    Any(Vec<u32>),
}

impl Hostile {
    /// Decodes an input of any bytes.
    pub fn decode(input: &mut Input<'_>) -> Hostile {
        let [flags, more] = [input.byte(), input.byte()];
        let has = |bit: u8| flags >> bit & 1 != 0;
        let alphabet = more % WORD_MAP;
        let alphabet = match has(7) {
            true => AlphabetChoice::Any(input.sized().to_vec()),
            false => AlphabetChoice::Sound(alphabet),
        };
        let row = |bytes: &[u8]| {
            let mut row = Input::new(bytes);
            (row.byte() % 16, row.u64())
        };
        let has_labels;
        Hostile {
            alphabet,
            // An image needs at least one automaton.
            dawg: (has(0) || !has(1)).then(|| input.u32()),
            gaddag: has(1).then(|| input.u32()),
            sets: has(2).then(|| input.sized().chunks(9).map(row).collect()),
            numbers: match (has(3), has(4)) {
                (false, _) => Counts::Missing,
                (true, false) => Counts::Counted,
                (true, true) => Counts::Any(words(input.sized())),
            },
            is_settled: has(5),
            word_count: input.u16() % 4096,
            longest_word: {
                let longest = input.byte();
                has_labels = longest & LABELS != 0;
                longest % LABELS % 66
            },
            compact: has(6).then(|| HostileCompact::decode(input)),
            filter: match (more & ANY_FILTER != 0, more & RIGHT_FILTER != 0) {
                (true, _) => Filter::Any(input.sized().to_vec()),
                (false, true) => Filter::Right,
                (false, false) => Filter::Missing,
            },
            map: match (more & WORD_MAP != 0).then(|| input.sized()) {
                None => Filter::Missing,
                Some([]) => Filter::Right,
                Some(contents) => Filter::Any(contents.to_vec()),
            },
            definitions: (more & DEFINITIONS != 0).then(|| input.sized().to_vec()),
            labels: has_labels.then(|| input.sized().to_vec()),
            nodes: words(input.rest()),
        }
    }

    /// Encodes the parts.
    pub fn encode(&self) -> Vec<u8> {
        let (has_any_alphabet, number) = match self.alphabet {
            AlphabetChoice::Sound(number) => (false, number % WORD_MAP),
            AlphabetChoice::Any(_) => (true, 0),
        };
        let filter = match self.filter {
            Filter::Missing => 0,
            Filter::Right => RIGHT_FILTER,
            Filter::Any(_) => ANY_FILTER,
        };
        let flags = [
            self.dawg.is_some(),
            self.gaddag.is_some(),
            self.sets.is_some(),
            self.numbers != Counts::Missing,
            matches!(self.numbers, Counts::Any(_)),
            self.is_settled,
            self.compact.is_some(),
            has_any_alphabet,
        ];
        let flags = (0..).zip(flags).map(|(bit, flag)| u8::from(flag) << bit);
        let definitions = match self.definitions {
            Some(_) => DEFINITIONS,
            None => 0,
        };
        let (map, contents) = match &self.map {
            Filter::Missing => (0, None),
            Filter::Right => (WORD_MAP, Some(&[][..])),
            Filter::Any(contents) => (WORD_MAP, Some(&contents[..])),
        };
        let mut out = vec![flags.sum(), number | filter | map | definitions];
        if let AlphabetChoice::Any(section) = &self.alphabet {
            push_sized(section, &mut out);
        }
        for root in [self.dawg, self.gaddag].into_iter().flatten() {
            out.extend(root.to_le_bytes());
        }
        if let Some(rows) = &self.sets {
            let row = |&(number, set): &(u8, u64)| [vec![number], set.to_le_bytes().to_vec()];
            let rows: Vec<u8> = rows.iter().flat_map(row).flatten().collect();
            push_sized(&rows, &mut out);
        }
        if let Counts::Any(counts) = &self.numbers {
            push_sized(&bytes(counts), &mut out);
        }
        out.extend(self.word_count.to_le_bytes());
        let labels = self.labels.as_ref().map_or(0, |_| LABELS);
        out.push(self.longest_word | labels);
        if let Some(compact) = &self.compact {
            compact.encode(&mut out);
        }
        if let Filter::Any(contents) = &self.filter {
            push_sized(contents, &mut out);
        }
        if let Some(contents) = contents {
            push_sized(contents, &mut out);
        }
        for contents in [&self.definitions, &self.labels].into_iter().flatten() {
            push_sized(contents, &mut out);
        }
        out.extend(bytes(&self.nodes));
        out
    }

    /// The parts of a valid image. Word index, metadata, filter and word map are not copied: [`Self::write`] computes them.
    pub fn of(bytes_of_image: &[u8]) -> Hostile {
        let image = Image::from_bytes(bytes_of_image).expect("the image is sound");
        let section = image.alphabet().section();
        let sound = (0..).take(SOUND_ALPHABETS).map(AlphabetChoice::Sound);
        let mut sound = sound.filter(|choice| choice.section() == section);
        let any = || AlphabetChoice::Any(section.to_vec());
        let entries = image.sections().iter();
        let has_sets = entries.clone().any(|entry| entry.name == SectionName::SETS);
        let nodes = image.node_units().iter();
        let section_of = |name| {
            let entry = entries.clone().find(|entry| entry.name == name);
            entry.map(|entry| bytes_of_image[place(entry)].to_vec())
        };
        Hostile {
            alphabet: sound.next().unwrap_or_else(any),
            dawg: image.dawg().map(NodeRef::unit),
            gaddag: image.gaddag().map(NodeRef::unit),
            sets: has_sets.then(|| rows(&image)),
            numbers: match image.word_index() {
                None => Counts::Missing,
                Some(_) => Counts::Counted,
            },
            is_settled: true,
            // Recorded if there are too many words to compute the metadata.
            word_count: 1,
            longest_word: 1,
            compact: image
                .compact_nodes()
                .map(|nodes| HostileCompact::of(nodes, image.alphabet().len())),
            filter: match image.anagram_filter() {
                None => Filter::Missing,
                Some(_) => Filter::Right,
            },
            map: match image.word_map() {
                None => Filter::Missing,
                Some(_) => Filter::Right,
            },
            definitions: section_of(SectionName::DEFINITIONS),
            labels: section_of(SectionName::LABELS),
            nodes: nodes.map(|word| word.get()).collect(),
        }
    }

    /// Writes the image with correct checksums.
    pub fn write(&self) -> Vec<u8> {
        let metadata = self.recorded_metadata();
        let counts = match &self.numbers {
            Counts::Any(counts) => Some(counts.clone()),
            Counts::Missing | Counts::Counted => None,
        };
        let mut parts = self.parts(metadata, counts);
        let mut computed = [&self.filter, &self.map].map(|section| match section {
            Filter::Any(contents) => Some(contents.clone()),
            Filter::Missing | Filter::Right => None,
        });
        let is_right = [&self.filter, &self.map].contains(&&Filter::Right);
        if self.is_settled || self.numbers == Counts::Counted || is_right {
            self.add_computed(&mut parts, &mut computed);
        }
        let [filter, map] = computed;
        let optional = [
            (SectionName::ANAGRAM_FILTER, filter.as_ref()),
            (SectionName::WORD_MAP, map.as_ref()),
            (SectionName::DEFINITIONS, self.definitions.as_ref()),
            (SectionName::LABELS, self.labels.as_ref()),
        ];
        for (name, contents) in optional {
            if let Some(contents) = contents {
                parts = parts.with(name, 0, contents);
            }
        }
        parts.write()
    }

    /// The number of tiles in the alphabet section; the nearest valid number if it is invalid.
    pub fn tile_count(&self) -> usize {
        let section = self.alphabet.section();
        let [low, high] = section.first_chunk().copied().unwrap_or_default();
        usize::from(u16::from_le_bytes([low, high])).clamp(1, MAX_TILES)
    }

    fn recorded_metadata(&self) -> Vec<u8> {
        let definition = MetadataDefinition {
            fingerprint: Fingerprint([0; 16]),
            word_count: u32::from(self.word_count),
            longest_word: u32::from(self.longest_word),
            name: "hostile".into(),
            source: String::new(),
            license: String::new(),
        };
        definition.encode().expect("the texts are short")
    }

    fn parts(&self, metadata: Vec<u8>, counts: Option<Vec<u32>>) -> Parts {
        let root = |root: u32| bytes(&[root, 0]);
        let has_records = self.compact.is_none() || !self.nodes.is_empty();
        let nodes = has_records.then(|| bytes(&self.nodes));
        let sections = [
            (SectionName::ALPHABET, Some(self.alphabet.section())),
            (SectionName::DAWG, self.dawg.map(root)),
            (SectionName::GADDAG, self.gaddag.map(root)),
            (SectionName::METADATA, Some(metadata)),
            (SectionName::SETS, self.sets.as_deref().map(set_codes)),
            (SectionName::NODES, nodes),
            (
                SectionName::COMPACT,
                self.compact
                    .as_ref()
                    .map(|compact| compact.section(self.tile_count())),
            ),
            (SectionName::WORD_INDEX, counts.map(|counts| bytes(&counts))),
        ];
        let part = |(name, contents): (SectionName, Option<Vec<u8>>)| {
            Some(Part {
                name,
                flags: name.known_flags()?,
                contents: contents?,
            })
        };
        Parts(sections.into_iter().filter_map(part).collect())
    }

    /// Computes metadata, filter, word map and word index from words and nodes, each only if its field says so. If the image does
    /// not open even without validation, computes none of them, and leaves the number of words in the metadata at 600.
    fn add_computed(&self, parts: &mut Parts, [filter, map]: &mut [Option<Vec<u8>>; 2]) {
        let recorded = parts.contents(SectionName::METADATA).clone();
        parts.set_unit(SectionName::METADATA, 4, 600);
        let image = parts.write();
        let Ok(lexicon) = Lexicon::open(&image, Checks::Bounds) else {
            return;
        };
        let of_words = of_words(&lexicon);
        if self.filter == Filter::Right {
            *filter = of_words.as_ref().map(|of_words| of_words.filter.clone());
        }
        if self.map == Filter::Right {
            *map = of_words.as_ref().map(|of_words| of_words.map.clone());
        }
        *parts.contents(SectionName::METADATA) = match of_words {
            Some(of_words) if self.is_settled => of_words.metadata,
            _ => recorded,
        };
        let counts = match self.numbers {
            Counts::Counted => with_nodes!(*lexicon.image().node_store(), |nodes| counts_of(
                lexicon.image(),
                nodes
            )),
            Counts::Missing | Counts::Any(_) => None,
        };
        if let Some(counts) = counts {
            parts.0.push(Part {
                name: SectionName::WORD_INDEX,
                flags: 0,
                contents: counts,
            });
        }
    }
}

/// The number of valid alphabets: the plain ones, and one with digraphs.
const SOUND_ALPHABETS: usize = TILE_COUNTS.len() + 1;

impl AlphabetChoice {
    fn section(&self) -> Vec<u8> {
        let number = match self {
            AlphabetChoice::Sound(number) => usize::from(*number) % SOUND_ALPHABETS,
            AlphabetChoice::Any(section) => return section.clone(),
        };
        let definition = match TILE_COUNTS.get(number) {
            Some(&count) => letters(count),
            None => digraphs(),
        };
        definition.encode().expect("the definition is valid")
    }
}

/// An alphabet with texts that are prefixes of other texts, and a text whose characters are not tiles.
pub fn digraphs() -> AlphabetDefinition {
    let tiles = [
        ("A", "a"),
        ("L", "l"),
        ("L·L", "l·l"),
        ("LL", "ll"),
        ("ẞQ", "ßq"),
    ];
    let tile = |(text, blank_text): (&str, &str)| TileDefinition {
        text: text.to_owned(),
        blank_text: blank_text.to_owned(),
        value: 3,
        count: 2,
        is_vowel: text == "A",
    };
    AlphabetDefinition {
        name: "digraphs".into(),
        tiles: tiles.map(tile).into(),
        blank_count: 2,
        ..AlphabetDefinition::default()
    }
}

/// The section `SETS` for set codes of four bits, with these rows; all other rows are those of the plain table, see
/// [`Hostile::sets`].
fn set_codes(rows: &[(u8, u64)]) -> Vec<u8> {
    let mut sets = [0; 16];
    sets[8] = u64::MAX;
    for &(number, set) in rows {
        sets[usize::from(number)] = set;
    }
    let row = |set| match set {
        u64::MAX => [u64::MAX, 0],
        set => [0, set],
    };
    let fields = sets.into_iter().flat_map(row);
    fields.flat_map(u64::to_le_bytes).collect()
}

/// The rows of the section `SETS` that differ from the plain table, as in [`Hostile::sets`].
fn rows(image: &Image<'_>) -> Vec<(u8, u64)> {
    let nodes = image.nodes::<1>();
    let rows = (0..).zip(nodes.set_codes().rows());
    let rows = rows.map(|(number, row)| (number, row.stored.get() | row.set.get()));
    let is_usual = |&(number, set): &(u8, u64)| set == if number == 8 { u64::MAX } else { 0 };
    rows.filter(|row| !is_usual(row)).collect()
}

/// Sections that are computed from an image's words.
struct OfWords {
    metadata: Vec<u8>,
    filter: Vec<u8>,
    map: Vec<u8>,
}

/// Computes the sections from the words. `None` if there are more than [`MAX_WORDS`] or they are invalid.
fn of_words(lexicon: &Lexicon<'_>) -> Option<OfWords> {
    let words: Vec<Vec<u8>> = lexicon
        .words()
        .take(MAX_WORDS + 1)
        .map(|word| word.iter().map(|tile| tile.code()).collect())
        .collect();
    if words.len() > MAX_WORDS {
        return None;
    }
    let alphabet = Alphabet::from_bytes(lexicon.alphabet().section()).ok()?;
    let options = CompileOptions {
        name: "settled".into(),
        anagram_filter: true,
        word_map: true,
        ..options(Automata::Dawg, false)
    };
    let compiled = compile_sorted(words.iter().map(Vec::as_slice), alphabet, &options).ok()?;
    let mut parts = Parts::of(&compiled.image);
    Some(OfWords {
        metadata: parts.contents(SectionName::METADATA).clone(),
        filter: parts.contents(SectionName::ANAGRAM_FILTER).clone(),
        map: parts.contents(SectionName::WORD_MAP).clone(),
    })
}

/// The word index of the nodes up to the DAWG's root.
fn counts_of<N: CountedNodes + NodeList>(image: &Image<'_>, nodes: N) -> Option<Vec<u8>> {
    // The section has a count for every unit up to the root's, so a root far above the nodes would fill the memory.
    let root = image
        .dawg()
        .filter(|&root| nodes.last_index(root) < nodes.end())?;
    let counts = WordIndex::encode(nodes, root)?;
    Some(
        counts
            .iter()
            .flat_map(|&count: &U32Le| count.get().to_le_bytes())
            .collect(),
    )
}

const _: () = assert!(MAX_WORDS * MAX_WORD_LEN < 1 << 16);
