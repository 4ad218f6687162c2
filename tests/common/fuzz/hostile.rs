//! Images of a hostile writer: any records, roots, letter sets, counts and alphabets, with everything around them put
//! right, so that nothing but what they say stands between them and the reader.

use lexc::{Automata, CompileOptions, compile};
use lexc_formats::alphabet::{Alphabet, AlphabetDefinition, TileDefinition};
use lexc_formats::int::U32Le;
use lexc_formats::metadata::{Fingerprint, MetadataDefinition};
use lexc_formats::numbers::Numbers;
use lexc_formats::record::{EdgeRef, RecordList, Records};
use lexc_formats::section::SectionName;
use lexc_formats::{Image, tile};
use lexc_runtime::Lexicon;

use super::input::{Input, push_sized};
use crate::parts::{Part, Parts, bytes, words};
use crate::{letters, options};

/// More words than this are not counted to put the metadata right.
const MOST_WORDS: usize = 600;

/// Alphabets on both sides of the places where masks get wider and letter set codes fewer, and one with digraphs.
const ALPHABETS: [usize; 10] = [4, 62, 40, 29, 28, 27, 30, 58, 60, 1];

/// What an image is made of, as a fuzzer's input has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hostile {
    /// The alphabet section.
    pub alphabet: AlphabetChoice,
    /// The root of the DAWG, if there is one.
    pub dawg: Option<u32>,
    /// The root of the GADDAG, if there is one.
    pub gaddag: Option<u32>,
    /// The rows of the letter set codes that are not as usual, by their number; `None` leaves the section out. The bits of
    /// a letter set, or all ones for one that is written.
    pub sets: Option<Vec<(u8, u64)>>,
    /// What numbers the words.
    pub numbers: Counts,
    /// Whether the metadata, and the numbers if they are counted, are what the words make them.
    pub is_settled: bool,
    /// The recorded number of words, if it is not.
    pub word_count: u16,
    /// The recorded length of the longest word, if it is not.
    pub longest_word: u8,
    /// The records.
    pub records: Vec<u32>,
}

/// The alphabet of an image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AlphabetChoice {
    /// One that keeps the rules, by its number.
    Sound(u8),
    /// Any bytes.
    Any(Vec<u8>),
}

/// The word counts of an image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Counts {
    /// None.
    Missing,
    /// Those that follow from the records.
    Counted,
    /// Any.
    Any(Vec<u32>),
}

impl Hostile {
    /// What these bytes say; there is nothing they could not say.
    pub fn decode(input: &mut Input<'_>) -> Hostile {
        let [flags, alphabet] = [input.byte(), input.byte()];
        let has = |bit: u8| flags >> bit & 1 != 0;
        let alphabet = match has(7) {
            true => AlphabetChoice::Any(input.sized().to_vec()),
            false => AlphabetChoice::Sound(alphabet),
        };
        let row = |bytes: &[u8]| {
            let mut row = Input::new(bytes);
            (row.byte() % 16, row.u64())
        };
        Hostile {
            alphabet,
            // An image without either would say nothing.
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
            longest_word: input.byte() % 66,
            records: words(input.rest()),
        }
    }

    /// The bytes that say this.
    pub fn encode(&self) -> Vec<u8> {
        let (has_any_alphabet, number) = match self.alphabet {
            AlphabetChoice::Sound(number) => (false, number),
            AlphabetChoice::Any(_) => (true, 0),
        };
        let flags = [
            self.dawg.is_some(),
            self.gaddag.is_some(),
            self.sets.is_some(),
            self.numbers != Counts::Missing,
            matches!(self.numbers, Counts::Any(_)),
            self.is_settled,
            false,
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
        if let Counts::Any(counts) = &self.numbers {
            push_sized(&bytes(counts), &mut out);
        }
        out.extend(self.word_count.to_le_bytes());
        out.push(self.longest_word);
        out.extend(bytes(&self.records));
        out
    }

    /// The parts that a sound image is made of, with numbers and metadata to be made anew.
    pub fn of(image: &[u8]) -> Hostile {
        let image = Image::from_bytes(image).expect("it is sound");
        let section = image.alphabet().section();
        let sound = (0..).take(SOUND_ALPHABETS).map(AlphabetChoice::Sound);
        let mut sound = sound.filter(|choice| choice.section() == section);
        let any = || AlphabetChoice::Any(section.to_vec());
        let entries = image.sections().iter();
        let has_sets = entries.clone().any(|entry| entry.name == SectionName::SETS);
        let records = image.record_words().iter();
        Hostile {
            alphabet: sound.next().unwrap_or_else(any),
            dawg: image.dawg().map(EdgeRef::word),
            gaddag: image.gaddag().map(EdgeRef::word),
            sets: has_sets.then(|| rows(&image)),
            numbers: match image.numbers() {
                None => Counts::Missing,
                Some(_) => Counts::Counted,
            },
            is_settled: true,
            word_count: 0,
            longest_word: 1,
            records: records.map(|word| word.get()).collect(),
        }
    }

    /// The image, every checksum right.
    pub fn write(&self) -> Vec<u8> {
        let metadata = self.recorded_metadata();
        let counts = match &self.numbers {
            Counts::Any(counts) => Some(counts.clone()),
            Counts::Missing | Counts::Counted => None,
        };
        let parts = self.parts(metadata, counts);
        if self.is_settled || self.numbers == Counts::Counted {
            return self.settled(parts);
        }
        parts.write()
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
        let sections = [
            (SectionName::ALPHABET, Some(self.alphabet.section())),
            (SectionName::DAWG, self.dawg.map(root)),
            (SectionName::GADDAG, self.gaddag.map(root)),
            (SectionName::METADATA, Some(metadata)),
            (SectionName::SETS, self.sets.as_deref().map(set_codes)),
            (SectionName::RECORDS, Some(bytes(&self.records))),
            (SectionName::NUMBERS, counts.map(|counts| bytes(&counts))),
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

    /// The image with the metadata of its words, and with its counts, as far as there are such.
    fn settled(&self, mut parts: Parts) -> Vec<u8> {
        parts.set_word(SectionName::METADATA, 4, 600);
        let image = parts.write();
        let Ok(lexicon) = Lexicon::from_bytes_trusted(&image) else {
            return image;
        };
        if self.is_settled {
            match metadata_of(&lexicon) {
                Some(metadata) => *parts.contents(SectionName::METADATA) = metadata,
                None => *parts.contents(SectionName::METADATA) = self.recorded_metadata(),
            }
        }
        let counts = match (&self.numbers, lexicon.image().mask_words()) {
            (Counts::Counted, 1) => counts_of::<1>(lexicon.image()),
            (Counts::Counted, 2) => counts_of::<2>(lexicon.image()),
            (Counts::Counted, _) => counts_of::<3>(lexicon.image()),
            _ => None,
        };
        match counts {
            Some(counts) => parts.with(SectionName::NUMBERS, 0, &counts).write(),
            None => parts.write(),
        }
    }
}

/// The number of alphabets that keep the rules.
const SOUND_ALPHABETS: usize = ALPHABETS.len() + 1;

impl AlphabetChoice {
    fn section(&self) -> Vec<u8> {
        let number = match self {
            AlphabetChoice::Sound(number) => usize::from(*number) % SOUND_ALPHABETS,
            AlphabetChoice::Any(section) => return section.clone(),
        };
        let definition = match ALPHABETS.get(number) {
            Some(&count) => letters(count),
            None => digraphs(),
        };
        definition.encode().expect("it keeps the rules")
    }
}

/// Tiles that are prefixes of each other, and one that is written with characters that are no tiles.
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
    }
}

/// The section with these rows and otherwise the usual ones, of an alphabet that leaves all four bits to the code.
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

/// The rows that differ from the usual ones.
fn rows(image: &Image<'_>) -> Vec<(u8, u64)> {
    let records = image.records::<1>();
    let rows = (0..).zip(records.codes().rows());
    let rows = rows.map(|(number, row)| (number, row.written.get() | row.set.get()));
    let is_usual = |&(number, set): &(u8, u64)| set == if number == 8 { u64::MAX } else { 0 };
    rows.filter(|row| !is_usual(row)).collect()
}

/// The metadata of the words that are there, if they are few.
fn metadata_of(lexicon: &Lexicon<'_>) -> Option<Vec<u8>> {
    let words: Vec<Vec<u8>> = lexicon
        .words()
        .take(MOST_WORDS + 1)
        .map(|word| word.iter().map(|tile| tile.code()).collect())
        .collect();
    if words.len() > MOST_WORDS {
        return None;
    }
    let alphabet = Alphabet::from_bytes(lexicon.alphabet().section()).ok()?;
    let options = CompileOptions {
        name: "settled".into(),
        ..options(Automata::Dawg, false)
    };
    let compiled = compile(words.iter().map(Vec::as_slice), alphabet, &options).ok()?;
    Some(
        Parts::of(&compiled.image)
            .contents(SectionName::METADATA)
            .clone(),
    )
}

/// The numbers section of the records up to the DAWG's root.
fn counts_of<const W: usize>(image: &Image<'_>) -> Option<Vec<u8>> {
    let records: Records<'_, W> = image.records();
    let root = records.held(image.dawg()?).word();
    let counts = Numbers::encode(records.first(root as usize + 1)?)?;
    Some(
        counts
            .iter()
            .flat_map(|&count: &U32Le| count.get().to_le_bytes())
            .collect(),
    )
}

const _: () = assert!(MOST_WORDS * tile::MAX_WORD_LEN < 1 << 16);
