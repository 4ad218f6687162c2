//! Is an image what it should be? Level by level, from its first bytes to what its words mean.
//!
//! | level | what is checked |
//! |---|---|
//! | header | magic, version, length, the checksum of header and section table, the places of the sections |
//! | checksums | every section's checksum, and that there is nothing between sections |
//! | contents | which sections there are, the alphabet, the metadata |
//! | structure | every record and every number, by the rules of the format |
//! | words | the words' count, the longest one and the fingerprint are as recorded |
//! | gaddag | the GADDAG's strings are exactly those of the words |
//! | minimal | no two records are the same, and each is reached from a root |
//! | canonical | this compiler makes the same bytes of the words |
//!
//! Each level relies on those before it; none is done after one has failed. The first four are what
//! [`Image::from_bytes`] checks, whenever an image is opened. The others don't take the compiler's word for it: the
//! words are read from one automaton, and the other's strings are compared with them one by one.

use std::fmt;

use lexc_formats::{Image, ImageError};

use automata::Automata;
pub use difference::Difference;

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
    /// The alphabet and the metadata.
    Contents,
    /// Records, roots and numbers.
    Structure,
    /// Word count, longest word and fingerprint.
    Words,
    /// The GADDAG's strings.
    Gaddag,
    /// No two records are alike, and none is useless.
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

    /// The level at which an image with this error fails.
    fn of(error: &ImageError) -> Level {
        match error {
            ImageError::Padding { .. } | ImageError::SectionChecksum { .. } => Level::Checksums,
            ImageError::MissingSection { .. }
            | ImageError::NoAutomaton
            | ImageError::SectionLength { .. }
            | ImageError::Alphabet(_)
            | ImageError::Metadata { .. } => Level::Contents,
            ImageError::Record { .. }
            | ImageError::Root { .. }
            | ImageError::Number { .. }
            | ImageError::WordCount { .. } => Level::Structure,
            _ => Level::Header,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Level::Header => "header",
            Level::Checksums => "checksums",
            Level::Contents => "contents",
            Level::Structure => "structure",
            Level::Words => "words",
            Level::Gaddag => "gaddag",
            Level::Minimal => "minimal",
            Level::Canonical => "canonical",
        })
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
        for level in &Level::ALL[self.levels.len()..] {
            let reason = "a level before it failed".to_owned();
            self.levels.push((*level, Outcome::NotDone(reason)));
        }
    }
}

/// Checks an image at every level.
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
    let mut report = Report {
        levels: Vec::new(),
        words: None,
    };
    let image = match Image::from_bytes(bytes) {
        Ok(image) => image,
        Err(error) => {
            let failed = Level::of(&error);
            let passed = Level::ALL.into_iter().filter(|level| *level < failed);
            report.levels = passed
                .map(|level| (level, Outcome::Passed(String::new())))
                .collect();
            report.fail(failed, error.to_string());
            return report;
        }
    };
    report.levels = opened(&image, bytes.len()).into();
    let result = match image.mask_words() {
        1 => meaning::<1>(bytes, image, &mut report),
        2 => meaning::<2>(bytes, image, &mut report),
        _ => meaning::<3>(bytes, image, &mut report),
    };
    if let Err((level, message)) = result {
        report.fail(level, message);
    }
    report
}

/// The levels that opening an image doesn't have, up to the first that fails.
fn meaning<const W: usize>(
    bytes: &[u8],
    image: Image<'_>,
    report: &mut Report,
) -> Result<(), (Level, String)> {
    let at = |level| move |message| (level, message);
    let Report { levels, words } = report;
    let automata = Automata::<W>::new(image);

    let (list, tile_count) = automata.words().map_err(at(Level::Words))?;
    let metadata = image.metadata();
    let found = format!(
        "{} words, the longest of {} tiles, fingerprint {}",
        metadata.word_count(),
        metadata.longest_word(),
        metadata.fingerprint()
    );
    levels.push((Level::Words, Outcome::Passed(found)));
    let list = words.insert(list);

    let strings = automata
        .gaddag(list, tile_count)
        .map_err(at(Level::Gaddag))?;
    let outcome = match strings {
        Some(strings) => Outcome::Passed(format!("{strings} strings, those of the words")),
        None => Outcome::NotDone("the image has no GADDAG".to_owned()),
    };
    levels.push((Level::Gaddag, outcome));

    let records = minimal::check(&automata).map_err(at(Level::Minimal))?;
    let found = format!("{records} records, no two alike");
    levels.push((Level::Minimal, Outcome::Passed(found)));

    let outcome = canonical::check(bytes, &image, list).map_err(at(Level::Canonical))?;
    levels.push((Level::Canonical, outcome));
    Ok(())
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
    let numbers = match image.numbers() {
        Some(numbers) => format!(", {} numbers", numbers.len()),
        None => String::new(),
    };
    let found = [
        format!("version {}, {bytes} bytes", image.version()),
        format!("sections {}", names.join(" ")),
        format!("alphabet {name}, {} tiles", alphabet.len()),
        format!(
            "{} 32-bit words of records{numbers}",
            image.record_words().len()
        ),
    ];
    let [header, checksums, contents, structure] = found.map(Outcome::Passed);
    [
        (Level::Header, header),
        (Level::Checksums, checksums),
        (Level::Contents, contents),
        (Level::Structure, structure),
    ]
}
