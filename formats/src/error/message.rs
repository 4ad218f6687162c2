//! The messages of an image's errors: the problem, and in brackets the remedy.

use core::fmt::{Display, Formatter, Result, Write as _};

use super::image::ImageError;
use crate::raw::header::VERSION;
use crate::raw::node::{MAX_NODE_BYTES, MAX_NODE_UNITS};
use crate::raw::section::{MAX_SECTIONS, SECTION_ALIGNMENT, SectionName};

impl Display for ImageError {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.fmt_header(f)?;
        match self.remedy() {
            Some(remedy) => write!(f, " ({remedy})"),
            None => Ok(()),
        }
    }
}

impl ImageError {
    /// The remedy, if the problem itself does not suggest one.
    fn remedy(&self) -> Option<&'static str> {
        const AGAIN: &str = "fetch or build it again";
        const IMAGE_AGAIN: &str = "fetch or build the image again";
        Some(match self {
            ImageError::TooShort { .. } | ImageError::Trailing { .. } => AGAIN,
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
            | ImageError::SectionChecksum { .. } => IMAGE_AGAIN,
            ImageError::UnknownSection { .. } => "use a newer reader",
            ImageError::NotCompact => {
                "build the image with `lexc build --compact`, or the reader with its feature `fast-nodes`"
            }
            _ => return None,
        })
    }

    /// Problems of the header and of the image as a whole.
    fn fmt_header(&self, f: &mut Formatter<'_>) -> Result {
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
                let start = found.escape_ascii();
                write!(f, "not a lexc image: it starts with \"{start}\"")
            }
            ImageError::Version { found } => write!(
                f,
                "image has format version {found}, this reader supports version {}",
                VERSION.major
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
            ImageError::NoAutomaton => f.write_str("image has neither a DAWG nor a GADDAG"),
            _ => self.fmt_table(f),
        }
    }

    /// Problems of the section table, of padding and checksums.
    fn fmt_table(&self, f: &mut Formatter<'_>) -> Result {
        match self {
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
                "section {section} at offset {offset} with {len} bytes is not at the next multiple of {SECTION_ALIGNMENT} after the one before it, or ends after the image"
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
            _ => self.fmt_contents(f),
        }
    }

    /// Problems of the contents of a section.
    fn fmt_contents(&self, f: &mut Formatter<'_>) -> Result {
        const COMPACT: SectionName = SectionName::COMPACT;
        match self {
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
                "image has a section {section} beside section {COMPACT}, which belongs to a DAWG alone"
            ),
            ImageError::NodesTooLong { section, found } => {
                let most = match *section {
                    COMPACT => u64::from(MAX_NODE_BYTES),
                    _ => 4 * u64::from(MAX_NODE_UNITS),
                };
                write!(
                    f,
                    "section {section} has {found} bytes of nodes where references can name {most}"
                )
            }
            ImageError::NodesEnd { start, end } => write!(
                f,
                "section {COMPACT}: nodes end at {end}, before they start at {start}"
            ),
            ImageError::Alphabet(error) => write!(f, "section {}: {error}", SectionName::ALPHABET),
            ImageError::Metadata { what } => {
                write!(f, "section {}: invalid {what}", SectionName::METADATA)
            }
            ImageError::Node {
                section,
                offset,
                problem,
            } => write!(f, "section {section}, offset {offset}: {problem}"),
            ImageError::Table { offset, what } => {
                write!(f, "section {COMPACT}, offset {offset}: {what}")
            }
            ImageError::Root { section, found } => {
                write!(f, "section {section}: invalid root reference {found:#x}")
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
                "section {}, offset {offset}: counts {found} words, the automaton has {needed}",
                SectionName::WORD_INDEX
            ),
            ImageError::WordCount { recorded, counted } => write!(
                f,
                "section {}: counts {counted} words, section {} says {recorded}",
                SectionName::WORD_INDEX,
                SectionName::METADATA
            ),
            _ => f.write_char('?'),
        }
    }
}
