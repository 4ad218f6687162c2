//! Is an image what it should be? Level by level, from its first bytes to what its words mean.
//!
//! | level | what is checked |
//! |---|---|
//! | header | magic, version, length, the checksum of header and section table, the places of the sections |
//! | checksums | every section's checksum, and that there is nothing between sections |
//! | contents | which sections there are, the alphabet, the metadata, the roots' and letter sets' sections |
//! | structure | every node and every number, by the rules of the format |
//! | words | the words' count, the longest one and the fingerprint are as recorded |
//! | gaddag | the GADDAG's strings are exactly those of the words |
//! | minimal | no two nodes are the same, and each is reached from a root |
//! | canonical | this compiler makes the same bytes of the words |
//!
//! Each level relies on those before it; none is done after one has failed. What passes the last is exactly what this
//! compiler writes of the words, with the alphabet, the texts and the automata that the image shows. The first four are what
//! [`Image::from_bytes`] checks, whenever an image is opened. The others don't take the compiler's word for it: the
//! words are read from one automaton, and the other's strings are compared with them one by one.

use std::fmt;
use std::ops::Add;

use lexc_formats::raw::node::NodeList;
use lexc_formats::{
    Alphabet, AnagramFilter, AnagramKey, Image, ImageError, SectionName, with_nodes,
};

use automata::Automata;
pub use difference::Difference;

use crate::spelling::Speller;
use crate::word_list::WordList;

mod automata;
mod canonical;
mod difference;
mod minimal;
#[cfg(test)]
mod tests;

/// A level of a check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Level {
    /// Magic, version, length, section table and their checksum.
    Header,
    /// Every section's checksum, and the padding.
    Checksums,
    /// The alphabet, the metadata, and what the other sections must have at the least.
    Contents,
    /// FastNodes, roots and numbers.
    Structure,
    /// Word count, longest word and fingerprint; and no long word that the filter of anagrams has not.
    Words,
    /// The GADDAG's strings.
    Gaddag,
    /// No two nodes are alike, and none is useless.
    Minimal,
    /// The bytes are those that this compiler writes.
    Canonical,
}

impl Level {
    /// All levels in their order.
    pub const ALL: [Level; 8] = [
        Level::Header,
        Level::Checksums,
        Level::Contents,
        Level::Structure,
        Level::Words,
        Level::Gaddag,
        Level::Minimal,
        Level::Canonical,
    ];

    /// The name, in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Header => "header",
            Level::Checksums => "checksums",
            Level::Contents => "contents",
            Level::Structure => "structure",
            Level::Words => "words",
            Level::Gaddag => "gaddag",
            Level::Minimal => "minimal",
            Level::Canonical => "canonical",
        }
    }

    /// The level at which an image with this error fails.
    fn of(error: &ImageError) -> Level {
        match error {
            ImageError::Padding { .. } | ImageError::SectionChecksum { .. } => Level::Checksums,
            ImageError::MissingSection { .. }
            | ImageError::NoAutomaton
            | ImageError::BesideCompact { .. }
            | ImageError::NodesTooLong {
                section: SectionName::COMPACT,
                ..
            }
            | ImageError::NodesEnd { .. }
            | ImageError::NotCompact
            | ImageError::TooManyTiles { .. }
            | ImageError::SectionLength { .. }
            | ImageError::Reserved {
                section: Some(_), ..
            }
            | ImageError::Alphabet(_)
            | ImageError::Metadata { .. }
            | ImageError::SetCode { .. } => Level::Contents,
            ImageError::Node { .. }
            | ImageError::Table { .. }
            | ImageError::Root { .. }
            | ImageError::Number { .. }
            | ImageError::WordCount { .. } => Level::Structure,
            _ => Level::Header,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What came of a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All is well; what was found.
    Passed(String),
    /// What is wrong, and where.
    Failed(String),
    /// It could not be done; why.
    NotDone(String),
}

/// What came of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Every level with its outcome, in order.
    pub levels: Vec<(Level, Outcome)>,
    /// The words, if they are as recorded.
    pub words: Option<WordList>,
}

impl Report {
    /// Whether nothing is wrong.
    pub fn is_good(&self) -> bool {
        self.failure().is_none()
    }

    /// The level that failed, and what is wrong.
    pub fn failure(&self) -> Option<(Level, &str)> {
        self.levels
            .iter()
            .find_map(|(level, outcome)| match outcome {
                Outcome::Failed(message) => Some((*level, message.as_str())),
                Outcome::Passed(_) | Outcome::NotDone(_) => None,
            })
    }

    /// Adds what is wrong, and the levels after it.
    fn fail(&mut self, level: Level, message: String) {
        self.levels.push((level, Outcome::Failed(message)));
        self.leave_out("a level before it failed");
    }

    /// Adds the levels that are missing, none of which is done for this reason.
    fn leave_out(&mut self, reason: &str) {
        for level in &Level::ALL[self.levels.len()..] {
            let outcome = Outcome::NotDone(reason.to_owned());
            self.levels.push((*level, outcome));
        }
    }
}

/// Checks an image at every level. Whatever the image, it takes no more than some gigabytes of memory; with more than a
/// gigabyte of words, it fails at their level.
///
/// ```
/// use lexc::check::{Level, check};
///
/// let report = check(b"AA\nAAH\n");
/// let (level, message) = report.failure().unwrap();
/// assert_eq!(level, Level::Header);
/// assert!(message.starts_with("not a lexc image"));
/// ```
pub fn check(bytes: &[u8]) -> Report {
    check_up_to(bytes, Level::Canonical)
}

/// Checks an image at every level up to this one.
///
/// Up to [`Level::Structure`] that is what [`Image::from_bytes`] checks, and an image that another program has laid out
/// differently passes all levels but the last.
pub fn check_up_to(bytes: &[u8], last: Level) -> Report {
    check_within(bytes, last, MOST_WORD_BYTES)
}

/// The memory that the words of an image may take: a hundred times what those of the largest games do. Half a kilobyte of
/// nodes can lead to 2^32 words.
const MOST_WORD_BYTES: u64 = 1 << 30;

fn check_within(bytes: &[u8], last: Level, most_word_bytes: u64) -> Report {
    let mut report = Report {
        levels: Vec::new(),
        words: None,
    };
    let image = match Image::from_bytes(bytes) {
        Ok(image) => image,
        Err(error) => {
            let failed = Level::of(&error);
            let is_passed = |level: &Level| *level < failed && *level <= last;
            let passed = Level::ALL.into_iter().filter(is_passed);
            report.levels = passed
                .map(|level| (level, Outcome::Passed(String::new())))
                .collect();
            if failed <= last {
                report.fail(failed, error.to_string());
            }
            report.leave_out(NOT_ASKED_FOR);
            return report;
        }
    };
    let opened = opened(&image, bytes.len());
    report.levels = opened
        .into_iter()
        .filter(|(level, _)| *level <= last)
        .collect();
    let result = with_nodes!(image, |nodes| meaning(
        bytes,
        Automata { image, nodes },
        last,
        most_word_bytes,
        &mut report
    ));
    if let Err((level, message)) = result {
        report.fail(level, message);
    }
    report.leave_out(NOT_ASKED_FOR);
    report
}

const NOT_ASKED_FOR: &str = "not asked for";

/// The levels that opening an image doesn't have, up to the last one or the first that fails.
fn meaning<R: NodeList>(
    bytes: &[u8],
    automata: Automata<'_, R>,
    last: Level,
    most_word_bytes: u64,
    report: &mut Report,
) -> Result<(), (Level, String)> {
    if last < Level::Words {
        return Ok(());
    }
    let at = |level| move |message| (level, message);
    let Report { levels, words } = report;
    let image = automata.image;

    let (list, tile_count) = (automata.words(most_word_bytes)).map_err(at(Level::Words))?;
    let metadata = image.metadata();
    let found = format!(
        "{} words, the longest of {} tiles, fingerprint {}",
        metadata.word_count(),
        metadata.longest_word(),
        metadata.fingerprint()
    );
    let list = words.insert(list);
    if let Some(filter) = image.anagram_filter() {
        check_filter(filter, list, image.alphabet()).map_err(at(Level::Words))?;
    }
    levels.push((Level::Words, Outcome::Passed(found)));

    if last < Level::Gaddag {
        return Ok(());
    }
    let strings = automata
        .gaddag(list, tile_count)
        .map_err(at(Level::Gaddag))?;
    let outcome = match strings {
        Some(strings) => Outcome::Passed(format!("{strings} strings, those of the words")),
        None => Outcome::NotDone("the image has no GADDAG".to_owned()),
    };
    levels.push((Level::Gaddag, outcome));

    if last < Level::Minimal {
        return Ok(());
    }
    let nodes = minimal::check(&automata).map_err(at(Level::Minimal))?;
    let found = format!("{nodes} nodes, no two alike");
    levels.push((Level::Minimal, Outcome::Passed(found)));

    if last < Level::Canonical {
        return Ok(());
    }
    canonical::check(bytes, &image, list).map_err(at(Level::Canonical))?;
    let found = "byte for byte what this compiler writes".to_owned();
    levels.push((Level::Canonical, Outcome::Passed(found)));
    Ok(())
}

/// All long words are in the filter of anagrams: without them best plays are missed.
fn check_filter(
    filter: AnagramFilter<'_>,
    words: &WordList,
    alphabet: Alphabet<'_>,
) -> Result<(), String> {
    let is_missing = |word: &&[u8]| {
        let tiles = word.iter().map(|&code| AnagramKey::of_code(code));
        word.len() >= filter.shortest() && !filter.may_spell(tiles.fold(AnagramKey::NONE, Add::add))
    };
    match words.iter().find(is_missing) {
        Some(word) => Err(format!(
            "section {}: the tiles of {} are not in the filter (build the image again)",
            SectionName::ANAGRAM_FILTER,
            Speller::new(alphabet).spell(word)
        )),
        None => Ok(()),
    }
}

/// What is to be said of the levels that an image has passed when it is opened.
fn opened(image: &Image<'_>, bytes: usize) -> [(Level, Outcome); 4] {
    let names: Vec<String> = image
        .sections()
        .iter()
        .map(|section| section.name.to_string())
        .collect();
    let alphabet = image.alphabet();
    let name = match alphabet.name() {
        "" => "without a name",
        name => name,
    };
    let numbers = match image.word_index() {
        Some(numbers) => format!(", {} numbers", numbers.len()),
        None => String::new(),
    };
    let found = [
        format!("version {}, {bytes} bytes", image.version()),
        format!("sections {}", names.join(" ")),
        format!("alphabet {name}, {} tiles", alphabet.len()),
        match image.compact_nodes() {
            Some(nodes) => format!("{} bytes of compact nodes", nodes.bytes().len()),
            None => format!(
                "{} 32-bit words of nodes{numbers}",
                image.node_units().len()
            ),
        },
    ];
    let [header, checksums, contents, structure] = found.map(Outcome::Passed);
    [
        (Level::Header, header),
        (Level::Checksums, checksums),
        (Level::Contents, contents),
        (Level::Structure, structure),
    ]
}
