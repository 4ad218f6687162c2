//! The errors of an image.

use super::node::NodeError;
use crate::alphabet::AlphabetError;
use crate::raw::header::Version;
use crate::raw::section::SectionName;

/// Why an image is refused. Offsets are in bytes from the start of the image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ImageError {
    /// The bytes end within the header or the section table.
    TooShort {
        /// The part that is cut.
        what: &'static str,
        /// The number of bytes up to its end.
        needed: u64,
        /// The number of bytes in the image.
        found: u64,
    },
    /// The bytes do not start with the magic.
    Magic {
        /// The first bytes.
        found: [u8; 8],
    },
    /// The format's major version is not supported.
    Version {
        /// The image's version.
        found: Version,
    },
    /// The image is longer or shorter than its header says.
    Length {
        /// The length in the header.
        recorded: u64,
        /// The number of bytes in the image.
        found: u64,
        /// The first section that is not whole, or the last one if the image is too long. `None` if header or section table are
        /// damaged.
        section: Option<SectionName>,
    },
    /// The header counts more sections than an image can have.
    SectionCount {
        /// The number in the header.
        found: u32,
    },
    /// The header or the section table is damaged.
    HeaderChecksum {
        /// The checksum in the header.
        recorded: u32,
        /// The checksum of header and table.
        computed: u32,
    },
    /// A reserved field is not 0.
    Reserved {
        /// The section of the field; `None` for the header.
        section: Option<SectionName>,
        /// The offset of the field.
        offset: u64,
    },
    /// A required section has a name that this reader does not support.
    UnknownSection {
        /// The section.
        section: SectionName,
    },
    /// A section is missing.
    MissingSection {
        /// The section.
        section: SectionName,
    },
    /// Two sections have the same name.
    RepeatedSection {
        /// The section.
        section: SectionName,
    },
    /// The image has compact nodes, and a section that belongs to fast nodes.
    BesideCompact {
        /// The section.
        section: SectionName,
    },
    /// The image has neither a DAWG nor a GADDAG.
    NoAutomaton,
    /// The flags of a section are not those of its name.
    SectionFlags {
        /// The section.
        section: SectionName,
        /// The flags in the table.
        found: u32,
    },
    /// A section does not start at the next multiple of 64 after the section before it, or ends after the image.
    SectionPlace {
        /// The section.
        section: SectionName,
        /// Its start.
        offset: u64,
        /// Its length in bytes.
        len: u64,
    },
    /// The nodes take more bytes than references can name.
    NodesTooLong {
        /// The section.
        section: SectionName,
        /// The length of the nodes in bytes.
        found: u64,
    },
    /// The compact nodes end before they start.
    NodesEnd {
        /// Their start in the section: the end of the hot table.
        start: u32,
        /// Their end.
        end: u32,
    },
    /// The image continues after its last section.
    Trailing {
        /// The last section; `None` if the table is empty.
        section: Option<SectionName>,
        /// The end of the section, or of the table.
        offset: u64,
    },
    /// A byte of the padding before a section is not 0.
    Padding {
        /// The section after the padding.
        section: SectionName,
        /// The offset of the byte.
        offset: u64,
    },
    /// A section is damaged.
    SectionChecksum {
        /// The section.
        section: SectionName,
        /// Its start.
        offset: u64,
        /// The checksum in the table.
        recorded: u64,
        /// The checksum of the section.
        computed: u64,
    },
    /// A section does not have the length that its contents require.
    SectionLength {
        /// The section.
        section: SectionName,
        /// The length that they require.
        needed: u64,
        /// The length in the table.
        found: u64,
    },
    /// The image has fast nodes, and this reader has no code for them: its Cargo feature `fast-nodes` is off.
    NotCompact,
    /// The alphabet breaks a rule.
    Alphabet(AlphabetError),
    /// A field of the metadata is out of range, not UTF-8, or, for the name, not one line.
    Metadata {
        /// The field.
        what: &'static str,
    },
    /// A node breaks a rule.
    Node {
        /// The section.
        section: SectionName,
        /// The offset of the unit or byte at fault.
        offset: u64,
        /// The rule.
        problem: NodeError,
    },
    /// An entry of a table of the compact nodes breaks a rule.
    Table {
        /// The offset of the entry.
        offset: u64,
        /// The entry and the rule.
        what: &'static str,
    },
    /// The root of an automaton names no node, or a node with a separator edge.
    Root {
        /// The automaton's section.
        section: SectionName,
        /// The reference.
        found: u32,
    },
    /// A count of the word index is wrong.
    WordIndex {
        /// The offset of the count.
        offset: u64,
        /// The right count.
        needed: u64,
        /// The count in the section.
        found: u32,
    },
    /// A row of the set codes breaks a rule.
    SetCode {
        /// The offset of the row.
        offset: u64,
    },
    /// The word index counts more or fewer words than the metadata.
    WordCount {
        /// The word count in the metadata.
        recorded: u32,
        /// The word count of the word index.
        counted: u64,
    },
}

impl ImageError {
    /// The section that the message names; `None` for errors of the header or of the section table as a whole.
    ///
    /// ```
    /// use lexc_formats::{ImageError, SectionName};
    ///
    /// let section = SectionName::DAWG;
    /// let error = ImageError::Root { section, found: 7 };
    /// assert_eq!(error.section(), Some(section));
    /// assert!(error.to_string().starts_with("section DAWG: "));
    /// ```
    pub fn section(&self) -> Option<SectionName> {
        match *self {
            ImageError::Length { section, .. }
            | ImageError::Reserved { section, .. }
            | ImageError::Trailing { section, .. } => section,
            ImageError::UnknownSection { section }
            | ImageError::MissingSection { section }
            | ImageError::RepeatedSection { section }
            | ImageError::BesideCompact { section }
            | ImageError::SectionFlags { section, .. }
            | ImageError::SectionPlace { section, .. }
            | ImageError::Padding { section, .. }
            | ImageError::SectionChecksum { section, .. }
            | ImageError::SectionLength { section, .. }
            | ImageError::NodesTooLong { section, .. }
            | ImageError::Node { section, .. }
            | ImageError::Root { section, .. } => Some(section),
            ImageError::Alphabet(_) => Some(SectionName::ALPHABET),
            ImageError::Metadata { .. } => Some(SectionName::METADATA),
            ImageError::SetCode { .. } => Some(SectionName::SETS),
            ImageError::NotCompact | ImageError::NodesEnd { .. } | ImageError::Table { .. } => {
                Some(SectionName::COMPACT)
            }
            ImageError::WordIndex { .. } | ImageError::WordCount { .. } => {
                Some(SectionName::WORD_INDEX)
            }
            ImageError::TooShort { .. }
            | ImageError::Magic { .. }
            | ImageError::Version { .. }
            | ImageError::SectionCount { .. }
            | ImageError::HeaderChecksum { .. }
            | ImageError::NoAutomaton => None,
        }
    }
}

impl core::error::Error for ImageError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ImageError::Alphabet(error) => Some(error),
            ImageError::Node { problem, .. } => Some(problem),
            _ => None,
        }
    }
}
