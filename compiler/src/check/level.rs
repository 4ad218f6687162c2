//! Levels of a check.

use std::fmt;

use lexc_formats::{ImageError, SectionName};

/// A level of a check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum CheckLevel {
    /// Magic, version, length, section table and their checksum.
    Header,
    /// Every section's checksum, and the padding.
    Checksums,
    /// The alphabet, the metadata, and the fixed parts of the other sections.
    Contents,
    /// Nodes, roots and the word index.
    Structure,
    /// Word count, longest word and fingerprint; and every long word is in the anagram filter.
    Words,
    /// The GADDAG's strings.
    Gaddag,
    /// No two nodes are equal, and each is reached from a root.
    Minimal,
    /// The bytes are equal to this compiler's.
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
