//! Why an image is refused.

mod node;
#[cfg(test)]
mod tests;

pub use self::node::NodeError;
use crate::alphabet::AlphabetError;
use crate::raw::header::{VERSION, Version};
use crate::raw::node::MAX_NODE_BYTES;
use crate::raw::node::MAX_NODE_UNITS;
use crate::raw::section::{MAX_SECTIONS, SECTION_ALIGNMENT, SectionName};

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
        /// The first section that is not whole, or the last one if the image is too long. None if header and section
        /// table are not there undamaged.
        section: Option<SectionName>,
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
        /// The section that has the field, or none if the header has it.
        section: Option<SectionName>,
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
    /// The image has compact nodes, and a section that can't be there with them.
    BesideCompact {
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
    /// The nodes take more than references can name.
    NodesTooLong {
        /// The section they are in.
        section: SectionName,
        /// Their length in bytes.
        found: u64,
    },
    /// The compact nodes are to end before they start.
    NodesEnd {
        /// Where they start in their section: after the hot table.
        start: u32,
        /// Where they end.
        end: u32,
    },
    /// The image goes on after its last section.
    Trailing {
        /// The last section, or none if the table is empty.
        section: Option<SectionName>,
        /// Where it ends, or the table does.
        offset: u64,
    },
    /// A byte between the section table and a section, or between two sections, is not 0.
    Padding {
        /// The section that the byte lies before.
        section: SectionName,
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
    /// The image has fast nodes, and this reader has no code for them: its Cargo feature `fast-nodes` is off.
    NotCompact,
    /// The alphabet section breaks a rule.
    Alphabet(AlphabetError),
    /// A field of the metadata is out of range or not UTF-8.
    Metadata {
        /// The field.
        what: &'static str,
    },
    /// A node breaks a rule.
    Node {
        /// The section it is in.
        section: SectionName,
        /// Where the word or byte at fault is.
        offset: u64,
        /// The rule.
        problem: NodeError,
    },
    /// An entry of a table of the compact nodes breaks a rule.
    Table {
        /// Where the entry is.
        offset: u64,
        /// The entry, and what it is not.
        what: &'static str,
    },
    /// The root of an automaton names no node, or one with a separator edge.
    Root {
        /// The automaton's section.
        section: SectionName,
        /// The reference.
        found: u32,
    },
    /// A number of the numbers section is not the count it stands for.
    WordIndex {
        /// Where the number is.
        offset: u64,
        /// The count.
        needed: u64,
        /// The number in the section.
        found: u32,
    },
    /// A row of the letter set codes is not as it has to be.
    SetCode {
        /// Where the row is.
        offset: u64,
    },
    /// The numbers count more or fewer words than the metadata.
    WordCount {
        /// The word count in the metadata.
        recorded: u32,
        /// What the numbers count.
        counted: u64,
    },
}

impl ImageError {
    /// The section that the message names; none for what is wrong with the header or the section table as a whole.
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
            ImageError::NotCompact => Some(SectionName::COMPACT),
            ImageError::Alphabet(_) => Some(SectionName::ALPHABET),
            ImageError::Metadata { .. } => Some(SectionName::METADATA),
            ImageError::SetCode { .. } => Some(SectionName::SETS),
            ImageError::NodesEnd { .. } | ImageError::Table { .. } => Some(SectionName::COMPACT),
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
                    "image too short for {what}: needs {needed} bytes, found {found} (fetch or build it again)"
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
                    "not a lexc image: it starts with \"{}\" ({remedy})",
                    found.escape_ascii()
                )
            }
            ImageError::Version { found } => write!(
                f,
                "image has format version {found}, this reader knows version {} ({})",
                VERSION.major,
                if found.major > VERSION.major {
                    "use a newer reader, or build the image again with this version's compiler"
                } else {
                    "build the image again"
                }
            ),
            ImageError::Length {
                recorded,
                found,
                section,
            } => {
                write!(
                    f,
                    "image has {found} bytes where its header says {recorded}"
                )?;
                let is_cut = found < recorded;
                match section {
                    Some(section) if is_cut => {
                        write!(f, ", and ends before section {section} does")?
                    }
                    Some(section) => write!(f, ", and goes on after section {section}")?,
                    None => {}
                }
                let what = if is_cut { "cut off" } else { "added to" };
                write!(f, " (it was {what}: fetch or build it again)")
            }
            ImageError::SectionCount { found } => {
                write!(
                    f,
                    "header counts {found} sections where at most {MAX_SECTIONS} are possible"
                )
            }
            ImageError::HeaderChecksum { recorded, computed } => write!(
                f,
                "header or section table is damaged: checksum {recorded:08x} recorded, {computed:08x} computed (fetch or build the image again)"
            ),
            ImageError::Reserved { section, offset } => {
                match section {
                    Some(section) => write!(f, "section {section}")?,
                    None => f.write_str("header")?,
                }
                write!(f, ", offset {offset}: a reserved field is not 0")
            }
            ImageError::UnknownSection { section } => {
                write!(
                    f,
                    "image requires a section {section} that this reader does not know (use a newer reader)"
                )
            }
            ImageError::MissingSection { section } => write!(f, "image has no section {section}"),
            ImageError::RepeatedSection { section } => {
                write!(f, "image has more than one section {section}")
            }
            ImageError::BesideCompact { section } => write!(
                f,
                "image has a section {section} beside section {}, which goes with a DAWG alone",
                SectionName::COMPACT
            ),
            ImageError::NoAutomaton => f.write_str("image has neither a DAWG nor a GADDAG"),
            ImageError::NotCompact => write!(
                f,
                "no section {}, and this reader has code for compact images only (build the image with `lexc build --compact`, or the reader with its feature `fast-nodes`)",
                SectionName::COMPACT
            ),
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
            ImageError::NodesTooLong { section, found } => {
                let most = match *section {
                    SectionName::COMPACT => u64::from(MAX_NODE_BYTES),
                    _ => 4 * u64::from(MAX_NODE_UNITS),
                };
                write!(
                    f,
                    "section {section} has {found} bytes of nodes where references can name {most}"
                )
            }
            ImageError::NodesEnd { start, end } => write!(
                f,
                "section {}: nodes end at {end}, and start after the hot table, at {start}",
                SectionName::COMPACT
            ),
            ImageError::Trailing { section, offset } => {
                f.write_str("image goes on after its ")?;
                match section {
                    Some(section) => write!(f, "last section {section}")?,
                    None => f.write_str("empty section table")?,
                }
                write!(
                    f,
                    ", which ends at offset {offset} (fetch or build it again)"
                )
            }
            ImageError::Padding { section, offset } => {
                write!(
                    f,
                    "padding before section {section}, offset {offset}: a byte is not 0 (fetch or build the image again)"
                )
            }
            ImageError::SectionChecksum {
                section,
                offset,
                recorded,
                computed,
            } => write!(
                f,
                "section {section} at offset {offset} is damaged: checksum {recorded:016x} recorded, {computed:016x} computed (fetch or build the image again)"
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
            ImageError::Node {
                section,
                offset,
                problem,
            } => write!(f, "section {section}, offset {offset}: {problem}"),
            ImageError::Table { offset, what } => {
                write!(
                    f,
                    "section {}, offset {offset}: {what}",
                    SectionName::COMPACT
                )
            }
            ImageError::Root { section, found } => {
                write!(f, "section {section}: {found:#x} is no root")
            }
            ImageError::WordIndex {
                offset,
                needed,
                found,
            } => {
                write!(
                    f,
                    "section {}, offset {offset}: {found} where {needed} words are counted",
                    SectionName::WORD_INDEX
                )
            }
            ImageError::SetCode { offset } => write!(
                f,
                "section {}, offset {offset}: a row that is not allowed there",
                SectionName::SETS
            ),
            ImageError::WordCount { recorded, counted } => write!(
                f,
                "section {}: {counted} words are numbered where section {} nodes {recorded}",
                SectionName::WORD_INDEX,
                SectionName::METADATA
            ),
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
