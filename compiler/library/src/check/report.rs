//! Levels of a check and their outcomes, and the difference of two word lists.

use std::cmp::Ordering;
use std::fmt;

use lexc_formats::{ImageError, SectionName};

use crate::word_list::WordList;

/// Outcome of a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Passed, with the findings.
    Passed(String),
    /// Failed, with the error and its place.
    Failed(String),
    /// Not checked, with the reason.
    NotDone(String),
}

/// Outcome of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckReport {
    /// Every level with its outcome, in order.
    pub levels: Vec<(CheckLevel, Outcome)>,
    /// The words, if they were read and match the metadata.
    pub words: Option<WordList>,
}

impl CheckReport {
    /// Returns `true` if no level failed.
    pub fn is_good(&self) -> bool {
        self.failure().is_none()
    }

    /// The level that failed, and its error.
    pub fn failure(&self) -> Option<(CheckLevel, &str)> {
        self.levels
            .iter()
            .find_map(|(level, outcome)| match outcome {
                Outcome::Failed(message) => Some((*level, message.as_str())),
                Outcome::Passed(_) | Outcome::NotDone(_) => None,
            })
    }

    /// Adds a failed level, and the levels after it as not checked.
    pub(super) fn fail(&mut self, level: CheckLevel, message: String) {
        self.levels.push((level, Outcome::Failed(message)));
        self.leave_out("a level before it failed");
    }

    /// Adds the remaining levels as not done, for this reason.
    pub(super) fn leave_out(&mut self, reason: &str) {
        for level in &CheckLevel::ALL[self.levels.len()..] {
            let outcome = Outcome::NotDone(reason.to_owned());
            self.levels.push((*level, outcome));
        }
    }
}

/// A level of a check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum CheckLevel {
    /// Magic, version, length, section table and their checksum.
    Header,
    /// Every section's checksum, and the padding.
    Checksums,
    /// The presence and lengths of the sections; alphabet, metadata, reserved fields, set codes, definitions and leave values.
    Contents,
    /// Nodes, roots and the word index.
    Structure,
    /// Word count, longest word and fingerprint; the anagram filter has every word that is long enough for it; the
    /// tiles of each leave are sorted.
    Words,
    /// The GADDAG's strings.
    Gaddag,
    /// No two nodes are equal, and each is reached from a root.
    Minimal,
    /// Texts read back as tiles and words, and the bytes are equal to this compiler's.
    Canonical,
}

impl CheckLevel {
    /// All levels in their order.
    pub const ALL: [CheckLevel; 8] = [
        CheckLevel::Header,
        CheckLevel::Checksums,
        CheckLevel::Contents,
        CheckLevel::Structure,
        CheckLevel::Words,
        CheckLevel::Gaddag,
        CheckLevel::Minimal,
        CheckLevel::Canonical,
    ];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            CheckLevel::Header => "header",
            CheckLevel::Checksums => "checksums",
            CheckLevel::Contents => "contents",
            CheckLevel::Structure => "structure",
            CheckLevel::Words => "words",
            CheckLevel::Gaddag => "gaddag",
            CheckLevel::Minimal => "minimal",
            CheckLevel::Canonical => "canonical",
        }
    }

    /// The level at which an image with this error fails.
    pub(super) fn of(error: &ImageError) -> CheckLevel {
        match error {
            // Bit 31 of a root is checked with the lengths of sections, before the structure.
            ImageError::Root { found, .. } if found >> 31 != 0 => CheckLevel::Contents,
            ImageError::Padding { .. } | ImageError::SectionChecksum { .. } => {
                CheckLevel::Checksums
            }
            ImageError::MissingSection { .. }
            | ImageError::NoAutomaton
            | ImageError::BesideCompact { .. }
            | ImageError::NodesTooLong {
                section: SectionName::COMPACT,
                ..
            }
            | ImageError::NodesEnd { .. }
            | ImageError::NotCompact
            | ImageError::SectionLength { .. }
            | ImageError::Reserved {
                section: Some(_), ..
            }
            | ImageError::Alphabet(_)
            | ImageError::Contents { .. }
            | ImageError::BlankTile { .. }
            | ImageError::Metadata { .. }
            | ImageError::SetCode { .. } => CheckLevel::Contents,
            ImageError::Node { .. }
            | ImageError::Table { .. }
            | ImageError::Root { .. }
            | ImageError::WordIndex { .. }
            | ImageError::WordCount { .. } => CheckLevel::Structure,
            _ => CheckLevel::Header,
        }
    }
}

impl fmt::Display for CheckLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Words that are in only one of two lists: counts of missing and of extra words, and the first words of each kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Difference {
    /// The number of words that are expected but not found.
    pub missing_count: u64,
    /// The first missing words, as tile codes.
    pub missing: Vec<Vec<u8>>,
    /// The number of words that are found but not expected.
    pub extra_count: u64,
    /// The first extra words, as tile codes.
    pub extra: Vec<Vec<u8>>,
}

impl Difference {
    /// Compares the words found with the expected ones; keeps up to `limit` missing and `limit` extra words.
    ///
    /// ```
    /// use lexc_compiler::check::Difference;
    /// use lexc_compiler::word_list::WordList;
    /// use lexc_formats::Alphabet;
    ///
    /// let section = lexc_compiler::alphabet::load("english")?.encode()?;
    /// let alphabet = Alphabet::from_bytes(&section)?;
    /// let found = WordList::from_words(alphabet, ["AB", "AD", "AE"])?;
    /// let expected = WordList::from_words(alphabet, ["AB", "AC", "AE"])?;
    /// let difference = Difference::between(&found, &expected, 10);
    /// assert_eq!(difference.missing, [[1, 3]]);
    /// assert_eq!(difference.extra, [[1, 4]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between(found: &WordList, expected: &WordList, limit: usize) -> Difference {
        let mut difference = Difference::default();
        let (mut found, mut expected) = (found.iter().peekable(), expected.iter().peekable());
        loop {
            let order = match (found.peek(), expected.peek()) {
                (Some(found), Some(expected)) => found.cmp(expected),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return difference,
            };
            let extra = found.next_if(|_| order.is_le());
            let missing = expected.next_if(|_| order.is_ge());
            let note = |word: &[u8], count: &mut u64, words: &mut Vec<Vec<u8>>| {
                *count += 1;
                if words.len() < limit {
                    words.push(word.to_vec());
                }
            };
            match (extra, missing) {
                (Some(word), None) => {
                    note(word, &mut difference.extra_count, &mut difference.extra);
                }
                (None, Some(word)) => {
                    note(word, &mut difference.missing_count, &mut difference.missing);
                }
                _ => {}
            }
        }
    }

    /// Returns `true` if there is no difference.
    pub fn is_empty(&self) -> bool {
        self.missing_count == 0 && self.extra_count == 0
    }
}
