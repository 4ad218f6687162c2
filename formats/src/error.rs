//! Errors of images, and their messages: the problem, and in brackets the remedy if there is one.

use core::error::Error;
use core::fmt::{Display, Formatter, Result};

use crate::alphabet::AlphabetError;
use crate::raw::header::{VERSION, Version};
use crate::raw::node::{MAX_NODE_BYTES, MAX_NODE_UNITS};
use crate::raw::section::{MAX_SECTIONS, SECTION_ALIGNMENT, SectionName, write_escaped};
use crate::text::NAMES_CONTENTS;

/// The first rule that an image breaks.
///
/// The fields, unless an error explains its own: `section` is the section at fault. `offset` is the place of the fault
/// in bytes from the image's start. `what` names the part at fault, or the fault. `found` is the value or length at
/// fault; `needed` is the right value, or the right or the minimum length. `recorded` is a value that the image stores;
/// `computed` and `counted` are the reader's values in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are explained above")]
pub enum ImageError {
    /// The bytes end within the header or the section table: `what` names the part, which ends at `needed`.
    TooShort {
        what: &'static str,
        needed: u64,
        found: u64,
    },
    /// The bytes do not start with the magic. `found` has the first 8 bytes, with zeros in place of missing ones.
    Magic { found: [u8; 8] },
    /// The format's major version is not supported.
    Version { found: Version },
    /// The image is longer or shorter than its header says. `section` is the first section that is cut off, or the last
    /// section if the image is too long; `None` if there is no such section, or if the header or the section table is
    /// damaged or cut off.
    Length {
        recorded: u64,
        found: u64,
        section: Option<SectionName>,
    },
    /// The header counts more sections than an image can have.
    SectionCount { found: u32 },
    /// The header or the section table is damaged.
    HeaderChecksum { recorded: u32, computed: u32 },
    /// A reserved field of the header, or of section `DAWG`, `GADD` or `ANAG`, is not 0.
    Reserved {
        section: Option<SectionName>,
        offset: u64,
    },
    /// A required section has a name that this reader does not support.
    UnknownSection { section: SectionName },
    /// A section is missing.
    MissingSection { section: SectionName },
    /// Two sections have the same name.
    RepeatedSection { section: SectionName },
    /// The image has compact nodes, and a section that they exclude.
    BesideCompact { section: SectionName },
    /// The image has neither a DAWG nor a GADDAG.
    NoAutomaton,
    /// A section has other flags than its name requires.
    SectionFlags { section: SectionName, found: u32 },
    /// A section, which starts at `offset`, ends after the image or starts at the wrong place. The right place is the first
    /// multiple of 64 that is not before the end of the previous section or, for the first one, of the section table.
    SectionPlace {
        section: SectionName,
        offset: u64,
        len: u64,
    },
    /// The nodes take more bytes than references can name.
    NodesTooLong { section: SectionName, found: u64 },
    /// The end recorded for the compact nodes is before their start; both are in bytes from the start of the section.
    NodesEnd { start: u32, end: u32 },
    /// The image continues after `offset`: the end of its last section or, if it has no section, of the section table.
    Trailing {
        section: Option<SectionName>,
        offset: u64,
    },
    /// A byte of the padding before a section is not 0.
    Padding { section: SectionName, offset: u64 },
    /// A section, which starts at `offset`, is damaged.
    SectionChecksum {
        section: SectionName,
        offset: u64,
        recorded: u64,
        computed: u64,
    },
    /// A section does not have the length in bytes that its contents require.
    SectionLength {
        section: SectionName,
        needed: u64,
        found: u64,
    },
    /// The image has no compact nodes, and the reader has no code for fast ones: its Cargo feature `fast-nodes` is off.
    NotCompact,
    /// The alphabet breaks a rule.
    Alphabet(AlphabetError),
    /// The field `what` of the metadata is out of range, not UTF-8, or, if it is the name, not one line.
    Metadata { what: &'static str },
    /// The contents of a section, such as definitions, leave values, labels or the word map, break a rule.
    Contents {
        section: SectionName,
        offset: u64,
        what: &'static str,
    },
    /// A node breaks a rule.
    Node {
        section: SectionName,
        offset: u64,
        problem: NodeError,
    },
    /// An entry of a table of the compact nodes breaks a rule.
    Table { offset: u64, what: &'static str },
    /// The root of an automaton is an invalid reference, or names a node with a separator edge.
    Root { section: SectionName, found: u32 },
    /// A count of the word index is wrong.
    WordIndex {
        offset: u64,
        needed: u64,
        found: u32,
    },
    /// A row of the set codes breaks a rule, or the image has section `SETS` with an alphabet of more than 29 tiles.
    SetCode { offset: u64 },
    /// The last tile of the alphabet is the blank, but the image has no leave values; or the image has leave values,
    /// but the last tile is not the blank.
    BlankTile { has_leave_values: bool },
    /// The image has leaves and their values where one of words is needed.
    NotWords,
    /// A number of the estimate of leave values is out of range.
    LeaveEstimate { offset: u64 },
    /// The word index counts more or fewer words than the metadata.
    WordCount { recorded: u32, counted: u64 },
}

impl ImageError {
    /// The first section that the message names; `None` if it names no section.
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
            | ImageError::Contents { section, .. }
            | ImageError::Node { section, .. }
            | ImageError::Root { section, .. } => Some(section),
            ImageError::Alphabet(_) | ImageError::BlankTile { .. } => Some(SectionName::ALPHABET),
            ImageError::LeaveEstimate { .. } => Some(SectionName::ESTIMATE),
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
            | ImageError::NotWords
            | ImageError::NoAutomaton => None,
        }
    }
}

impl Display for ImageError {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.fmt_problem(f)?;
        match self.remedy() {
            Some(remedy) => write!(f, " ({remedy})"),
            None => Ok(()),
        }
    }
}

impl ImageError {
    /// The remedy for damage, a wrong file, another version, leaves or a missing feature; `None` for other errors.
    fn remedy(&self) -> Option<&'static str> {
        Some(match self {
            ImageError::TooShort { .. } | ImageError::Trailing { .. } => "fetch or build it again",
            ImageError::Magic { found }
                if found.starts_with(b"\x89LXC") || found.starts_with(b"\tLXC") =>
            {
                "it was transferred as text: fetch it again in binary mode"
            }
            ImageError::Magic { .. } => "build one from a word list with `lexc build`",
            ImageError::Version { found } if found.major > VERSION.major => {
                "use a newer reader, or build the image again with this version's compiler"
            }
            ImageError::Version { .. } => "build the image again",
            ImageError::Length {
                recorded, found, ..
            } if found < recorded => "it was cut off: fetch or build it again",
            ImageError::Length { .. } => "it was added to: fetch or build it again",
            ImageError::HeaderChecksum { .. }
            | ImageError::Padding { .. }
            | ImageError::SectionChecksum { .. } => "fetch or build the image again",
            ImageError::UnknownSection { .. } => "use a newer reader",
            ImageError::NotWords => "open it as leaves; `lexc info` and `lexc dump` show it",
            ImageError::NotCompact => {
                "build the image with `lexc build --compact`, or the reader with its feature `fast-nodes`"
            }
            _ => return None,
        })
    }

    /// Writes the message without the remedy.
    fn fmt_problem(&self, f: &mut Formatter<'_>) -> Result {
        const COMPACT: SectionName = SectionName::COMPACT;
        const LEAVES: SectionName = SectionName::LEAVES;
        match self {
            ImageError::TooShort {
                what,
                needed,
                found,
            } => write!(
                f,
                "image too short for {what}: needs {needed} bytes, found {found}"
            ),
            ImageError::Magic { found } => {
                f.write_str("not a lexc image: it starts with \"")?;
                write_escaped(f, found)?;
                f.write_str("\"")
            }
            ImageError::Version { found } => write!(
                f,
                "image has format version {found}, this reader supports version {}",
                u32::from(VERSION.major)
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
                match section {
                    Some(section) if found < recorded => {
                        write!(f, ", and ends before section {section} does")
                    }
                    Some(section) => write!(f, ", and continues after section {section}"),
                    None => Ok(()),
                }
            }
            ImageError::SectionCount { found } => write!(
                f,
                "header counts {found} sections where at most {MAX_SECTIONS} are possible"
            ),
            ImageError::HeaderChecksum { recorded, computed } => write!(
                f,
                "header or section table is damaged: checksum {recorded:08x} recorded, {computed:08x} computed"
            ),
            ImageError::NotWords => f.write_str("image of leaves, not of words"),
            ImageError::NoAutomaton => f.write_str("image has neither a DAWG nor a GADDAG"),
            ImageError::UnknownSection { section } => write!(
                f,
                "image requires a section {section}, which this reader does not support"
            ),
            ImageError::MissingSection { section } => write!(f, "image has no section {section}"),
            ImageError::RepeatedSection { section } => {
                write!(f, "image has more than one section {section}")
            }
            ImageError::SectionFlags { section, found } => {
                write!(f, "section {section} has invalid flags {found:#x}")
            }
            ImageError::SectionPlace {
                section,
                offset,
                len,
            } => write!(
                f,
                "section {section} at offset {offset} with {len} bytes is not at the next multiple of {SECTION_ALIGNMENT} after the part before it, or ends after the image"
            ),
            ImageError::Trailing { section, offset } => {
                f.write_str("image continues after its ")?;
                match section {
                    Some(section) => write!(f, "last section {section}")?,
                    None => f.write_str("empty section table")?,
                }
                write!(f, ", which ends at offset {offset}")
            }
            ImageError::Padding { section, offset } => write!(
                f,
                "padding before section {section}, offset {offset}: a byte is not 0"
            ),
            ImageError::SectionChecksum {
                section,
                offset,
                recorded,
                computed,
            } => write!(
                f,
                "section {section} at offset {offset} is damaged: checksum {recorded:016x} recorded, {computed:016x} computed"
            ),
            ImageError::SectionLength {
                section,
                needed,
                found,
            } => write!(
                f,
                "section {section} has {found} bytes where its contents need {needed}"
            ),
            ImageError::Reserved { section, offset } => {
                match section {
                    Some(section) => write!(f, "section {section}")?,
                    None => f.write_str("header")?,
                }
                write!(f, ", offset {offset}: a reserved field is not 0")
            }
            ImageError::NotCompact => write!(
                f,
                "image has no section {COMPACT}, and this reader has code for compact images only"
            ),
            ImageError::BesideCompact { section } => write!(
                f,
                "image has a section {section} beside section {COMPACT}, which excludes it"
            ),
            ImageError::NodesTooLong { section, found } => {
                let limit = match *section {
                    COMPACT => u64::from(MAX_NODE_BYTES),
                    _ => 4 * u64::from(MAX_NODE_UNITS),
                };
                write!(
                    f,
                    "section {section} has {found} bytes of nodes where references can name {limit}"
                )
            }
            ImageError::NodesEnd { start, end } => write!(
                f,
                "section {COMPACT}: nodes end at {end}, before they start at {start}"
            ),
            ImageError::Alphabet(error) => write!(f, "section {}: {error}", SectionName::ALPHABET),
            ImageError::Root { section, found } => {
                write!(f, "section {section}: invalid root reference {found:#x}")
            }
            // All errors after this line are of contents.
            _ if !NAMES_CONTENTS => f.write_str("a section is malformed"),
            ImageError::Metadata { what } => {
                write!(f, "section {}: invalid {what}", SectionName::METADATA)
            }
            ImageError::Contents {
                section,
                offset,
                what,
            } => write!(f, "section {section}, offset {offset}: {what}"),
            ImageError::Node {
                section,
                offset,
                problem,
            } => write!(f, "section {section}, offset {offset}: {problem}"),
            ImageError::Table { offset, what } => {
                write!(f, "section {COMPACT}, offset {offset}: {what}")
            }
            ImageError::SetCode { offset } => write!(
                f,
                "section {}, offset {offset}: invalid row of set codes",
                SectionName::SETS
            ),
            ImageError::WordIndex {
                offset,
                needed,
                found,
            } => write!(
                f,
                "section {}, offset {offset}: counts {found} words where the nodes have {needed}",
                SectionName::WORD_INDEX
            ),
            ImageError::BlankTile { has_leave_values } => {
                let (tile, number) = match has_leave_values {
                    true => ("not", "a"),
                    false => ("the blank", "no"),
                };
                write!(
                    f,
                    "section {}: the last tile is {tile} ?, and the image has {number} section {LEAVES}",
                    SectionName::ALPHABET
                )
            }
            ImageError::LeaveEstimate { offset } => write!(
                f,
                "section {}, offset {offset}: a number beyond 1,048,576 or -1,048,576",
                SectionName::ESTIMATE
            ),
            ImageError::WordCount { recorded, counted } => write!(
                f,
                "section {}: counts {counted} words, section {} says {recorded}",
                SectionName::WORD_INDEX,
                SectionName::METADATA
            ),
        }
    }
}

impl Error for ImageError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ImageError::Alphabet(error) => Some(error),
            ImageError::Node { problem, .. } => Some(problem),
            _ => None,
        }
    }
}

/// The rule that a node breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "`found` is in the node, `needed` is right")]
pub enum NodeError {
    /// Fewer units than the node's head, mask and letter set take.
    TooShort { needed: u64, found: u64 },
    /// Neither edges nor a letter set.
    Empty,
    /// An edge label that is not in the alphabet.
    Label,
    /// A stored letter set that is empty or has a tile that is not in the alphabet.
    LetterSet,
    /// A set code without a letter set; in compact nodes, an index of a letter set that is not in the table.
    SetCode,
    /// A separator edge in a node of the DAWG.
    Separator,
    /// More or fewer references than edges; in compact nodes, more edges than there are labels.
    EdgeCount { needed: u32, found: u64 },
    /// A reference that names no earlier node, or holds an invalid label.
    Reference { found: u32 },
    /// A stored reference to the preceding node, for an edge that must be implicit.
    NotImplicit,
    /// A stored node that must be inline.
    NotInline,
    /// Units after the last node that are not all inline references.
    NoHead,
    /// A compact node that starts before the first byte of nodes.
    Start,
    /// Labels that do not ascend, in a compact node or in a wide head.
    Order,
}

impl Display for NodeError {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            NodeError::TooShort { needed, found } => {
                return write!(
                    f,
                    "a node too short for its mask and letter set: {found} of {needed} units"
                );
            }
            NodeError::EdgeCount { needed, found } => {
                return write!(f, "references or edges: {found}, where {needed} fit");
            }
            NodeError::Reference { found } => {
                return write!(
                    f,
                    "reference {found:#x} names no earlier node, or has an invalid label"
                );
            }
            NodeError::Empty => "a node with neither edges nor a letter set",
            NodeError::Label => "an edge label that is not in the alphabet",
            NodeError::LetterSet => "a letter set that is empty or not within the alphabet",
            NodeError::SetCode => "a set code or index without a letter set",
            NodeError::Separator => "a separator edge within the DAWG",
            NodeError::NotImplicit => "a stored reference that must be implicit",
            NodeError::NotInline => "a stored node that must be inline",
            NodeError::NoHead => "units without a head after the last node",
            NodeError::Start => "a node that starts before the first byte of nodes",
            NodeError::Order => "edge labels that do not ascend",
        })
    }
}

impl Error for NodeError {}

#[cfg(test)]
mod tests;
