//! Why an image is refused.

use crate::alphabet::AlphabetError;
use crate::header::{VERSION, Version};
use crate::record::MAX_RECORD_WORDS;
use crate::section::{MAX_SECTIONS, SECTION_ALIGNMENT, SectionName};

/// Why an image is refused. Offsets are in bytes from the start of the image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ImageError {
    /// The bytes end before the header or the section table does.
    TooShort {
        /// What they end before.
        what: &'static str,
        /// The number of bytes up to its end.
        needed: u64,
        /// The number of bytes there are.
        found: u64,
    },
    /// The bytes do not start as an image does.
    Magic {
        /// What they start with.
        found: [u8; 8],
    },
    /// The image has a version of the format that this reader does not know.
    Version {
        /// The image's version.
        found: Version,
    },
    /// The image is longer or shorter than its header says.
    Length {
        /// The length in the header.
        recorded: u64,
        /// The number of bytes there are.
        found: u64,
    },
    /// The header says that there are more sections than an image can have.
    SectionCount {
        /// The number in the header.
        found: u32,
    },
    /// The header or the section table was changed.
    HeaderChecksum {
        /// The checksum in the header.
        recorded: u32,
        /// The checksum of what is there.
        computed: u32,
    },
    /// A reserved field is not 0.
    Reserved {
        /// Where the field is.
        offset: u64,
    },
    /// The image has a section that a reader must know and this one does not.
    UnknownSection {
        /// The section's name.
        section: SectionName,
    },
    /// The image lacks a section.
    MissingSection {
        /// The section's name.
        section: SectionName,
    },
    /// The image has two sections of one name.
    RepeatedSection {
        /// The section's name.
        section: SectionName,
    },
    /// The image has neither a DAWG nor a GADDAG.
    NoAutomaton,
    /// The flags of a section are not those it must have.
    SectionFlags {
        /// The section's name.
        section: SectionName,
        /// The flags in the table.
        found: u32,
    },
    /// A section does not start at the first aligned place after the one before it, or ends after the image.
    SectionPlace {
        /// The section's name.
        section: SectionName,
        /// Where it starts.
        offset: u64,
        /// Its length in bytes.
        len: u64,
    },
    /// The records section is longer than references can name.
    RecordsTooLong {
        /// The section's length in bytes.
        found: u64,
    },
    /// The image goes on after its last section.
    Trailing {
        /// Where the last section ends.
        offset: u64,
    },
    /// A byte between sections is not 0.
    Padding {
        /// Where the byte is.
        offset: u64,
    },
    /// A section was changed.
    SectionChecksum {
        /// The section's name.
        section: SectionName,
        /// Where it starts.
        offset: u64,
        /// The checksum in the table.
        recorded: u64,
        /// The checksum of what is there.
        computed: u64,
    },
    /// A section does not have the length that its contents require.
    SectionLength {
        /// The section's name.
        section: SectionName,
        /// The length they require.
        needed: u64,
        /// The length in the table.
        found: u64,
    },
    /// The alphabet section breaks a rule.
    Alphabet(AlphabetError),
    /// A field of the metadata is out of range or not UTF-8.
    Metadata {
        /// The field.
        what: &'static str,
    },
    /// A record breaks a rule.
    Record {
        /// Where the word at fault is.
        offset: u64,
        /// The rule.
        problem: RecordError,
    },
    /// The root of an automaton names no record, or one with a separator edge.
    Root {
        /// The automaton's section.
        section: SectionName,
        /// The reference.
        found: u32,
    },
    /// A number of the numbers section is not the count it stands for.
    Number {
        /// Where the number is.
        offset: u64,
        /// The count.
        needed: u64,
        /// The number in the section.
        found: u32,
    },
    /// The numbers count more or fewer words than the metadata.
    WordCount {
        /// The word count in the metadata.
        recorded: u32,
        /// What the numbers count.
        counted: u64,
    },
}

/// The rule that a record breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecordError {
    /// It has fewer words than its mask and letter set take.
    TooShort {
        /// The number of words they take.
        needed: u64,
        /// The number of words from the end of the record before it.
        found: u64,
    },
    /// It has neither edges nor a letter set.
    Empty,
    /// Its mask has a label that is not of the alphabet.
    Label,
    /// It is marked to have a letter set that is empty or has a tile that is not of the alphabet.
    LetterSet,
    /// It is the DAWG's, and has a separator edge.
    Separator,
    /// It has not as many references as edges.
    EdgeCount {
        /// The number of edges in its mask.
        needed: u32,
        /// The number of words for references.
        found: u64,
    },
    /// A reference names no record that ends before this one starts, or holds a label that it can't have.
    Reference {
        /// The reference.
        found: u32,
    },
    /// A reference is written that is to be left out, as its record ends right before this one.
    NotChained,
    /// It is written where a lone reference stands for it.
    NotLone,
    /// The words after the last record end in no head.
    NoHead,
}

impl core::fmt::Display for RecordError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            RecordError::TooShort { needed, found } => write!(
                f,
                "a record of {found} words whose mask and letter set take {needed}"
            ),
            RecordError::Empty => f.write_str("a record without edges and letter set"),
            RecordError::Label => f.write_str("an edge label that is not in the alphabet"),
            RecordError::LetterSet => {
                f.write_str("a letter set that is empty or not within the alphabet")
            }
            RecordError::Separator => f.write_str("a separator edge within the DAWG"),
            RecordError::EdgeCount { needed, found } => {
                write!(f, "{found} references for {needed} edges")
            }
            RecordError::Reference { found } => {
                write!(
                    f,
                    "the reference {found:#x}, which leads to no earlier record"
                )
            }
            RecordError::NotChained => f.write_str("a reference that must be left out"),
            RecordError::NotLone => {
                f.write_str("a record in place of which there must be lone references")
            }
            RecordError::NoHead => f.write_str("words that belong to no record"),
        }
    }
}

impl core::fmt::Display for ImageError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            ImageError::TooShort {
                what,
                needed,
                found,
            } => {
                write!(
                    f,
                    "image too short for {what}: needs {needed} bytes, found {found} [fetch or build it again]"
                )
            }
            ImageError::Magic { found } => {
                let remedy = if found.starts_with(b"\x89LXC") || found.starts_with(b"\tLXC") {
                    "it was transferred as text: fetch it again in binary mode"
                } else {
                    "build one from a word list with `lexc build`"
                };
                write!(
                    f,
                    "not a lexc image: it starts with \"{}\" [{remedy}]",
                    found.escape_ascii()
                )
            }
            ImageError::Version { found } => write!(
                f,
                "image has format version {found}, this reader knows version {} [{}]",
                VERSION.major,
                if found.major > VERSION.major {
                    "use a newer reader, or build the image again with this version's compiler"
                } else {
                    "build the image again"
                }
            ),
            ImageError::Length { recorded, found } => write!(
                f,
                "image has {found} bytes where its header says {recorded} [it was {}: fetch or build it again]",
                if found < recorded {
                    "cut off"
                } else {
                    "added to"
                }
            ),
            ImageError::SectionCount { found } => {
                write!(
                    f,
                    "header counts {found} sections where at most {MAX_SECTIONS} are possible"
                )
            }
            ImageError::HeaderChecksum { recorded, computed } => write!(
                f,
                "header or section table is damaged: checksum {recorded:08x} recorded, {computed:08x} computed [fetch or build the image again]"
            ),
            ImageError::Reserved { offset } => {
                write!(f, "reserved field at offset {offset} is not 0")
            }
            ImageError::UnknownSection { section } => {
                write!(
                    f,
                    "image requires a section {section} that this reader does not know [use a newer reader]"
                )
            }
            ImageError::MissingSection { section } => write!(f, "image has no section {section}"),
            ImageError::RepeatedSection { section } => {
                write!(f, "image has more than one section {section}")
            }
            ImageError::NoAutomaton => f.write_str("image has neither a DAWG nor a GADDAG"),
            ImageError::SectionFlags { section, found } => {
                write!(
                    f,
                    "section {section} has flags {found:#x}, which it can't have"
                )
            }
            ImageError::SectionPlace {
                section,
                offset,
                len,
            } => write!(
                f,
                "section {section} at offset {offset} with {len} bytes is not the next multiple of {SECTION_ALIGNMENT} after the one before it, or ends after the image"
            ),
            ImageError::RecordsTooLong { found } => write!(
                f,
                "section {} has {found} bytes where references can name {}",
                SectionName::RECORDS,
                4 * u64::from(MAX_RECORD_WORDS)
            ),
            ImageError::Trailing { offset } => write!(
                f,
                "image goes on after its last section, which ends at offset {offset} [fetch or build it again]"
            ),
            ImageError::Padding { offset } => {
                write!(
                    f,
                    "byte between sections at offset {offset} is not 0 [fetch or build the image again]"
                )
            }
            ImageError::SectionChecksum {
                section,
                offset,
                recorded,
                computed,
            } => write!(
                f,
                "section {section} at offset {offset} is damaged: checksum {recorded:016x} recorded, {computed:016x} computed [fetch or build the image again]"
            ),
            ImageError::SectionLength {
                section,
                needed,
                found,
            } => {
                write!(
                    f,
                    "section {section} has {found} bytes where its contents need {needed}"
                )
            }
            ImageError::Alphabet(error) => write!(f, "section {}: {error}", SectionName::ALPHABET),
            ImageError::Metadata { what } => {
                write!(
                    f,
                    "section {}: {what} is out of range or not UTF-8",
                    SectionName::METADATA
                )
            }
            ImageError::Record { offset, problem } => {
                write!(
                    f,
                    "section {}, offset {offset}: {problem}",
                    SectionName::RECORDS
                )
            }
            ImageError::Root { section, found } => {
                write!(f, "section {section}: {found:#x} is no root")
            }
            ImageError::Number {
                offset,
                needed,
                found,
            } => {
                write!(
                    f,
                    "section {}, offset {offset}: {found} where {needed} words are counted",
                    SectionName::NUMBERS
                )
            }
            ImageError::WordCount { recorded, counted } => write!(
                f,
                "section {}: {counted} words are numbered where section {} records {recorded}",
                SectionName::NUMBERS,
                SectionName::METADATA
            ),
        }
    }
}

impl core::error::Error for ImageError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ImageError::Alphabet(error) => Some(error),
            _ => None,
        }
    }
}
