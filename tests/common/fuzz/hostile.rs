//! Images of a hostile writer: any nodes in either store, roots, letter sets, alphabets and other sections. Header and section
//! table are correct, so that the checks of sections and their contents are reached.

use lexc_compiler::{Automata, CompileOptions, compile_sorted};
use lexc_formats::raw::int::U32Le;
use lexc_formats::raw::node::{CountedNodes, NodeList, NodeRef};
use lexc_formats::{
    Alphabet, AlphabetDefinition, Checks, Fingerprint, Image, ImageError, MAX_TILES, MAX_WORD_LEN,
    MetadataDefinition, SectionName, TileDefinition, WordIndex, with_nodes,
};
use lexc_runtime::Lexicon;

use super::compact::HostileCompact;
use super::input::{Input, push_sized};
use crate::parts::{Part, Parts, bytes, place, words};
use crate::{letters, options};

/// Upper bound on the words from which sections are computed.
const MAX_WORDS: usize = 600;

/// The longest section that is fitted, in bytes.
const MAX_FITTED: u64 = 1 << 14;

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
    /// The compact nodes, if the image has them.
    pub compact: Option<HostileCompact>,
    /// The [`SECTIONS`].
    pub sections: [Section; SECTIONS.len()],
    /// The fast nodes. If there are none, an image with compact nodes lacks their section, and any other image
    /// has an empty section.
    pub nodes: Vec<u32>,
}

/// The sections besides the alphabet and the automata.
pub const SECTIONS: [SectionName; 9] = [
    SectionName::METADATA,
    SectionName::WORD_INDEX,
    SectionName::ANAGRAM_FILTER,
    SectionName::WORD_MAP,
    SectionName::LABELS,
    SectionName::DEFINITIONS,
    SectionName::LEAVES,
    SectionName::ESTIMATE,
    SectionName::MARKS,
];

/// One of the [`SECTIONS`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Section {
    /// The image does not have it.
    Missing,
    /// One of the sections [`COMPUTED`] from the nodes and words. If there are too many words, or invalid ones, the metadata has
    /// one word, and others are missing.
    Right,
    /// Any bytes.
    Any(Vec<u8>),
    /// Any bytes, cut off or filled up with zeros to the length that the image needs.
    Fitted(Vec<u8>),
}

/// The alphabet of an image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AlphabetChoice {
    /// The valid alphabet of this index, modulo `SOUND_ALPHABETS`.
    Sound(u8),
    /// A section of any bytes.
    Any(Vec<u8>),
}

impl Hostile {
    /// Decodes an input of any bytes.
    pub fn decode(input: &mut Input<'_>) -> Hostile {
        let [flags, alphabet] = [input.byte(), input.byte()];
        let has = |bit: u8| flags >> bit & 1 != 0;
        let row = |bytes: &[u8]| {
            let mut row = Input::new(bytes);
            (row.byte() % 16, row.u64())
        };
        Hostile {
            alphabet: match has(4) {
                true => AlphabetChoice::Any(input.sized().to_vec()),
                false => AlphabetChoice::Sound(alphabet),
            },
            // An image needs at least one automaton.
            dawg: (has(0) || !has(1)).then(|| input.u32()),
            gaddag: has(1).then(|| input.u32()),
            sets: has(2).then(|| input.sized().chunks(9).map(row).collect()),
            compact: has(3).then(|| HostileCompact::decode(input)),
            sections: SECTIONS.map(|_| match input.below(4) {
                0 => Section::Missing,
                1 => Section::Right,
                2 => Section::Any(input.sized().to_vec()),
                _ => Section::Fitted(input.sized().to_vec()),
            }),
            nodes: words(input.rest()),
        }
    }

    /// Encodes the parts.
    pub fn encode(&self) -> Vec<u8> {
        let (has_any_alphabet, number) = match self.alphabet {
            AlphabetChoice::Sound(number) => (false, number),
            AlphabetChoice::Any(_) => (true, 0),
        };
        let flags = [
            self.dawg.is_some(),
            self.gaddag.is_some(),
            self.sets.is_some(),
            self.compact.is_some(),
            has_any_alphabet,
        ];
        let flags = (0..).zip(flags).map(|(bit, flag)| u8::from(flag) << bit);
        let mut out = vec![flags.sum(), number];
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
        if let Some(compact) = &self.compact {
            compact.encode(&mut out);
        }
        for section in &self.sections {
            let (kind, contents) = match section {
                Section::Missing => (0, None),
                Section::Right => (1, None),
                Section::Any(contents) => (2, Some(contents)),
                Section::Fitted(contents) => (3, Some(contents)),
            };
            out.push(kind);
            if let Some(contents) = contents {
                push_sized(contents, &mut out);
            }
        }
        out.extend(bytes(&self.nodes));
        out
    }

    /// The parts of a valid image.
    pub fn of(bytes_of_image: &[u8]) -> Hostile {
        let image = Image::from_bytes(bytes_of_image).expect("the image is sound");
        let section = image.alphabet().section();
        let sound = (0..).take(SOUND_ALPHABETS).map(AlphabetChoice::Sound);
        let mut sound = sound.filter(|choice| choice.section() == section);
        let any = || AlphabetChoice::Any(section.to_vec());
        let entry = |name| {
            let mut entries = image.sections().iter();
            entries.find(|entry| entry.name == name)
        };
        let nodes = image.node_units().iter();
        Hostile {
            alphabet: sound.next().unwrap_or_else(any),
            dawg: image.dawg().map(NodeRef::unit),
            gaddag: image.gaddag().map(NodeRef::unit),
            sets: entry(SectionName::SETS).map(|_| rows(&image)),
            compact: image
                .compact_nodes()
                .map(|nodes| HostileCompact::of(nodes, image.alphabet().len())),
            sections: SECTIONS.map(|name| match entry(name) {
                None => Section::Missing,
                Some(_) if COMPUTED.contains(&name) => Section::Right,
                Some(entry) => Section::Fitted(bytes_of_image[place(entry)].to_vec()),
            }),
            nodes: nodes.map(|word| word.get()).collect(),
        }
    }

    /// The section of this name, one of the [`SECTIONS`].
    pub fn section(&mut self, name: SectionName) -> &mut Section {
        let mut sections = SECTIONS.into_iter().zip(&mut self.sections);
        let found = sections.find(|(other, _)| *other == name);
        found.expect("one of the sections").1
    }

    /// Writes the image with correct checksums.
    pub fn write(&self) -> Vec<u8> {
        let mut parts = self.automata();
        let computed = match self.sections.contains(&Section::Right) {
            true => computed(parts.clone()),
            false => COMPUTED.map(|_| None),
        };
        for (index, (name, section)) in SECTIONS.into_iter().zip(&self.sections).enumerate() {
            let contents = match section {
                Section::Missing => None,
                Section::Right => computed.get(index).and_then(Option::as_ref),
                Section::Any(contents) | Section::Fitted(contents) => Some(contents),
            };
            match (name, contents) {
                (SectionName::METADATA, Some(contents)) => {
                    parts.contents(name).clone_from(contents)
                }
                (SectionName::METADATA, None) if *section == Section::Missing => {
                    parts = parts.without(name);
                }
                (_, Some(contents)) => {
                    parts = parts.with(name, name.known_flags().unwrap_or(0), contents);
                }
                (_, None) => {}
            }
        }
        // The length of a section may depend on another one that does not fit yet.
        for _ in SECTIONS {
            if !self.fit(&mut parts) {
                break;
            }
        }
        parts.write()
    }

    /// Gives the first fitted section that is too short or too long its length; returns `false` if there is none.
    fn fit(&self, parts: &mut Parts) -> bool {
        let image = parts.write();
        let (name, len) = match Image::open(&image, Checks::Bounds) {
            Err(ImageError::SectionLength {
                section, needed, ..
            }) if needed <= MAX_FITTED => (section, usize::try_from(needed).unwrap_or(0)),
            _ => return false,
        };
        let mut sections = SECTIONS.into_iter().zip(&self.sections);
        let is_fitted =
            sections.any(|(other, section)| other == name && matches!(section, Section::Fitted(_)));
        if is_fitted {
            let contents = parts.contents(name);
            // The names of labels stay at the end.
            let names = match (name, contents.get(14..16)) {
                (SectionName::LABELS, Some(len)) => {
                    usize::from(u16::from_le_bytes([len[0], len[1]]))
                }
                _ => 0,
            };
            let names = contents.split_off(contents.len().saturating_sub(names));
            contents.resize(len.saturating_sub(names.len()), 0);
            contents.extend(names);
            contents.truncate(len);
        }
        is_fitted
    }

    /// The number of tiles in the alphabet section; the nearest valid number if it is invalid.
    pub fn tile_count(&self) -> usize {
        let section = self.alphabet.section();
        let [low, high] = section.first_chunk().copied().unwrap_or_default();
        usize::from(u16::from_le_bytes([low, high])).clamp(1, MAX_TILES)
    }

    /// The alphabet, the automata, and metadata of one word.
    fn automata(&self) -> Parts {
        let metadata = MetadataDefinition {
            fingerprint: Fingerprint([0; 16]),
            word_count: 1,
            longest_word: 1,
            name: "hostile".into(),
            source: String::new(),
            license: String::new(),
        };
        let root = |root: u32| bytes(&[root, 0]);
        let has_records = self.compact.is_none() || !self.nodes.is_empty();
        let nodes = has_records.then(|| bytes(&self.nodes));
        let compact = self.compact.as_ref();
        let sections = [
            (SectionName::ALPHABET, Some(self.alphabet.section())),
            (SectionName::DAWG, self.dawg.map(root)),
            (SectionName::GADDAG, self.gaddag.map(root)),
            (
                SectionName::METADATA,
                Some(metadata.encode().expect("the texts are short")),
            ),
            (SectionName::SETS, self.sets.as_deref().map(set_codes)),
            (SectionName::NODES, nodes),
            (
                SectionName::COMPACT,
                compact.map(|compact| compact.section(self.tile_count())),
            ),
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
}

/// The first of the [`SECTIONS`], which can be [`Section::Right`].
pub const COMPUTED: [SectionName; 4] = *SECTIONS.first_chunk().expect("there are more");

/// Computes the sections from the nodes and words. If the image does not open even without validation, computes none of them.
fn computed(mut parts: Parts) -> [Option<Vec<u8>>; COMPUTED.len()] {
    // The number of words that the iterator of words returns at most.
    parts.set_unit(SectionName::METADATA, 4, 600);
    let image = parts.write();
    let Ok(lexicon) = Lexicon::open(&image, Checks::Bounds) else {
        return COMPUTED.map(|_| None);
    };
    let index = with_nodes!(*lexicon.image().node_store(), |nodes| counts_of(
        lexicon.image(),
        nodes
    ));
    let mut of_words = of_words(&lexicon);
    COMPUTED.map(|name| match name {
        SectionName::WORD_INDEX => index.clone(),
        name => of_words.as_mut().map(|parts| parts.contents(name).clone()),
    })
}

/// The number of valid alphabets: the plain ones, and one with digraphs.
const SOUND_ALPHABETS: usize = TILE_COUNTS.len() + 1;

impl AlphabetChoice {
    /// The bytes of the section.
    pub fn section(&self) -> Vec<u8> {
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

/// An image of the words with metadata, filter and map. `None` if there are more than [`MAX_WORDS`] or they are invalid.
fn of_words(lexicon: &Lexicon<'_>) -> Option<Parts> {
    let words: Vec<Vec<u8>> = lexicon
        .words()
        .take(MAX_WORDS + 1)
        .map(|word| word.iter().map(|tile| tile.code()).collect())
        .collect();
    if words.len() > MAX_WORDS {
        return None;
    }
    // An image of words has no alphabet of leaves.
    let section = match lexicon.alphabet().blank_tile() {
        Some(_) => letters(lexicon.alphabet().len()).encode().ok()?,
        None => lexicon.alphabet().section().to_vec(),
    };
    let alphabet = Alphabet::from_bytes(&section).ok()?;
    let options = CompileOptions {
        name: "settled".into(),
        anagram_filter: true,
        word_map: true,
        ..options(Automata::Dawg, false)
    };
    let compiled = compile_sorted(words.iter().map(Vec::as_slice), alphabet, &options).ok()?;
    Some(Parts::of(&compiled.image))
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
