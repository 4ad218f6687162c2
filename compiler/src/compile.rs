//! Sorted words → a finished image: the stages, one call each.

use std::time::{Duration, Instant};

use lexc_formats::int::U32Le;
use lexc_formats::metadata::{Fingerprint, MetadataDefinition};
use lexc_formats::numbers::Numbers;
use lexc_formats::record::{EdgeRef, Records, mask_words};
use lexc_formats::section::{AutomatonEntry, SectionName};
use lexc_formats::writer::ImageWriter;
use lexc_formats::{Alphabet, Tile};
use xxhash_rust::xxh3::Xxh3;

use crate::automaton::RecordTable;
use crate::dawg::DawgBuilder;
use crate::error::CompileError;
use crate::gaddag::add_left_half;

/// Which automata an image holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Automata {
    /// Both: the DAWG costs next to nothing beside a GADDAG.
    #[default]
    Both,
    /// The DAWG alone, a sixth of the size: look-ups, and move generation by Appel and Jacobson's algorithm.
    Dawg,
    /// The GADDAG alone.
    Gaddag,
}

/// What goes into an image besides the words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CompileOptions {
    /// Which automata.
    pub automata: Automata,
    /// Whether the words are numbered. Needs the DAWG.
    pub numbers: bool,
    /// The lexicon's name.
    pub name: String,
    /// Where the words come from.
    pub source: String,
    /// The notice that goes along with the words.
    pub license: String,
}

/// One stage of a compilation, as `lexc build -v` prints it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What the stage makes.
    pub name: &'static str,
    /// How many things it makes: words, prefixes, records, sections.
    pub items: u64,
    /// What the things are.
    pub unit: &'static str,
    /// How many bytes they take in the image.
    pub bytes: u64,
    /// How long it took.
    pub time: Duration,
}

/// Measures stages.
struct Clock {
    stages: Vec<Stage>,
    start: Instant,
}

impl Clock {
    fn lap(&mut self, name: &'static str, items: usize, unit: &'static str, bytes: usize) {
        let end = Instant::now();
        let time = end - self.start;
        self.start = end;
        self.stages.push(Stage {
            name,
            items: items as u64,
            unit,
            bytes: bytes as u64,
            time,
        });
    }
}

/// A finished image and how it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The image.
    pub image: Vec<u8>,
    /// The stages, in order.
    pub stages: Vec<Stage>,
}

/// Compiles words to an image. The bytes depend on the set of words, the alphabet and the options alone.
///
/// The words are tile codes; they come sorted and without duplicates.
///
/// # Errors
/// A word out of order, with a code that the alphabet does not have, or of a length that is not 1 to 63 tiles; no
/// words at all; or more than an image can hold.
pub fn compile<'w>(
    words: impl Iterator<Item = &'w [u8]>,
    alphabet: Alphabet<'_>,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    if options.numbers && options.automata == Automata::Gaddag {
        return Err(CompileError::NumbersWithoutDawg);
    }
    match mask_words(alphabet.len()) {
        1 => compile_with::<1>(words, alphabet, options),
        2 => compile_with::<2>(words, alphabet, options),
        _ => compile_with::<3>(words, alphabet, options),
    }
}

fn compile_with<'w, const W: usize>(
    words: impl Iterator<Item = &'w [u8]>,
    alphabet: Alphabet<'_>,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    let mut clock = Clock {
        stages: Vec::new(),
        start: Instant::now(),
    };

    let mut builder = DawgBuilder::<W>::new(alphabet.len());
    let mut dump = Dump::new(alphabet);
    for word in words {
        builder.insert(word)?;
        dump.add(word)?;
    }
    if dump.word_count == 0 {
        return Err(CompileError::NoWords);
    }
    let metadata = MetadataDefinition {
        fingerprint: dump.fingerprint(),
        word_count: dump.word_count,
        longest_word: dump.longest_word,
        name: options.name.clone(),
        source: options.source.clone(),
        license: options.license.clone(),
    };
    let metadata = metadata.encode().ok_or(CompileError::TextTooLong)?;

    builder.finish_children()?;
    let dawg = match options.automata {
        Automata::Gaddag => None,
        Automata::Dawg | Automata::Both => Some(builder.write_root()?),
    };
    let (mut table, trie) = builder.finish();
    clock.lap("DAWG", table.len(), "records", bytes(&table));
    let numbers = match dawg {
        Some(_) if options.numbers => {
            let numbers =
                Numbers::encode(table.writer().records()).ok_or(CompileError::TooManyWords)?;
            clock.lap(
                "numbers",
                numbers.len(),
                "counts",
                size_of_val(numbers.as_slice()),
            );
            Some(numbers)
        }
        _ => None,
    };
    let gaddag = match options.automata {
        Automata::Dawg => None,
        Automata::Gaddag | Automata::Both => {
            let (records, size) = (table.len(), bytes(&table));
            let root = add_left_half(&mut table, &trie)?;
            clock.lap(
                "GADDAG, left half",
                table.len() - records,
                "records",
                bytes(&table) - size,
            );
            Some(root)
        }
    };
    drop(trie);

    let records = table.finish();
    let root = |root: EdgeRef| AutomatonEntry {
        root: U32Le::new(root.word()),
        reserved: U32Le::new(0),
    };
    let (dawg, gaddag) = (dawg.map(root), gaddag.map(root));
    let mut image = ImageWriter::new();
    // What opening reads comes first, so that it is all on one page.
    image.add(SectionName::ALPHABET, alphabet.section());
    for (name, root) in [(SectionName::DAWG, &dawg), (SectionName::GADDAG, &gaddag)] {
        if let Some(root) = root {
            image.add(name, bytemuck::bytes_of(root));
        }
    }
    image.add(SectionName::METADATA, &metadata);
    image.add(SectionName::RECORDS, bytemuck::cast_slice(&records));
    if let Some(numbers) = &numbers {
        image.add(SectionName::NUMBERS, bytemuck::cast_slice(numbers));
    }
    let image = image.finish();
    clock.lap("image", 1, "file", image.len());
    Ok(Compiled {
        image,
        stages: clock.stages,
    })
}

fn bytes<const W: usize>(table: &RecordTable<W>) -> usize {
    let records: Records<'_, W> = table.writer().records();
    size_of_val(records.words())
}

/// The words as `lexc dump` prints them, hashed as they come.
struct Dump<'a> {
    alphabet: Alphabet<'a>,
    /// What is written for each code, where a word is the texts of its tiles: where no tile has several characters.
    plain_texts: Option<Vec<&'a str>>,
    tiles: Vec<Tile>,
    block: Vec<u8>,
    hasher: Xxh3,
    word_count: u32,
    longest_word: u32,
}

impl<'a> Dump<'a> {
    /// Words are hashed in blocks of about this size.
    const BLOCK: usize = 1 << 14;

    fn new(alphabet: Alphabet<'a>) -> Dump<'a> {
        let texts: Vec<&str> = std::iter::once("")
            .chain(alphabet.tiles().map(|tile| alphabet.text(tile)))
            .collect();
        let is_plain = texts.iter().all(|text| text.chars().nth(1).is_none());
        Dump {
            alphabet,
            plain_texts: is_plain.then_some(texts),
            tiles: Vec::new(),
            block: Vec::with_capacity(2 * Dump::BLOCK),
            hasher: Xxh3::new(),
            word_count: 0,
            longest_word: 0,
        }
    }

    /// Adds a word of codes that are known to be of the alphabet.
    fn add(&mut self, word: &[u8]) -> Result<(), CompileError> {
        match &self.plain_texts {
            Some(texts) => {
                for &code in word {
                    self.block
                        .extend_from_slice(texts[usize::from(code)].as_bytes());
                }
            }
            None => {
                self.tiles.clear();
                self.tiles
                    .extend(word.iter().filter_map(|&code| Tile::new(code)));
                self.block
                    .extend_from_slice(self.alphabet.spell(&self.tiles).to_string().as_bytes());
            }
        }
        self.block.push(b'\n');
        if self.block.len() >= Dump::BLOCK {
            self.hasher.update(&self.block);
            self.block.clear();
        }
        self.word_count = self
            .word_count
            .checked_add(1)
            .ok_or(CompileError::TooManyWords)?;
        self.longest_word = self
            .longest_word
            .max(u32::try_from(word.len()).unwrap_or(u32::MAX));
        Ok(())
    }

    fn fingerprint(&mut self) -> Fingerprint {
        self.hasher.update(&self.block);
        self.block.clear();
        Fingerprint::new(self.hasher.digest128())
    }
}
