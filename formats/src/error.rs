//! Why an image is refused.

mod record;

pub use self::record::RecordError;
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
            ImageError::Length { recorded, found } => write!(
                f,
                "image has {found} bytes where its header says {recorded} (it was {}: fetch or build it again)",
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
                "header or section table is damaged: checksum {recorded:08x} recorded, {computed:08x} computed (fetch or build the image again)"
            ),
            ImageError::Reserved { offset } => {
                write!(f, "reserved field at offset {offset} is not 0")
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
                "image goes on after its last section, which ends at offset {offset} (fetch or build it again)"
            ),
            ImageError::Padding { offset } => {
                write!(
                    f,
                    "byte between sections at offset {offset} is not 0 (fetch or build the image again)"
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
            ImageError::SetCode { offset } => write!(
                f,
                "section {}, offset {offset}: a row that is not allowed there",
                SectionName::SETS
            ),
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
            ImageError::Record { problem, .. } => Some(problem),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn messages_name_the_place_and_the_remedy() {
        let section = SectionName::RECORDS;
        let magic = |found: &[u8; 8]| ImageError::Magic { found: *found };
        let version = |major, minor| ImageError::Version {
            found: Version { major, minor },
        };
        let length = |recorded, found| ImageError::Length { recorded, found };
        for (error, message) in [
            (
                ImageError::TooShort {
                    what: "header",
                    needed: 32,
                    found: 4,
                },
                "image too short for header: needs 32 bytes, found 4 (fetch or build it again)",
            ),
            (
                magic(b"AA\nAAH\nA"),
                "not a lexc image: it starts with \"AA\\nAAH\\nA\" (build one from a word list with `lexc build`)",
            ),
            (
                magic(b"\tLXC\r\n\x1a\n"),
                "not a lexc image: it starts with \"\\tLXC\\r\\n\\x1a\\n\" (it was transferred as text: fetch it again in binary mode)",
            ),
            (
                magic(b"\x89LXC\n\x1a\n\x01"),
                "not a lexc image: it starts with \"\\x89LXC\\n\\x1a\\n\\x01\" (it was transferred as text: fetch it again in binary mode)",
            ),
            (
                version(2, 1),
                "image has format version 2.1, this reader knows version 1 (use a newer reader, or build the image again with this version's compiler)",
            ),
            (
                version(0, 9),
                "image has format version 0.9, this reader knows version 1 (build the image again)",
            ),
            (
                length(680, 100),
                "image has 100 bytes where its header says 680 (it was cut off: fetch or build it again)",
            ),
            (
                length(680, 681),
                "image has 681 bytes where its header says 680 (it was added to: fetch or build it again)",
            ),
            (
                ImageError::SectionCount { found: 65 },
                "header counts 65 sections where at most 64 are possible",
            ),
            (
                ImageError::HeaderChecksum {
                    recorded: 0xab,
                    computed: 0x1234_5678,
                },
                "header or section table is damaged: checksum 000000ab recorded, 12345678 computed (fetch or build the image again)",
            ),
            (
                ImageError::Reserved { offset: 28 },
                "reserved field at offset 28 is not 0",
            ),
            (
                ImageError::UnknownSection {
                    section: SectionName(*b"LEAV"),
                },
                "image requires a section LEAV that this reader does not know (use a newer reader)",
            ),
            (
                ImageError::MissingSection { section },
                "image has no section RECS",
            ),
            (
                ImageError::RepeatedSection { section },
                "image has more than one section RECS",
            ),
            (
                ImageError::NoAutomaton,
                "image has neither a DAWG nor a GADDAG",
            ),
            (
                ImageError::SectionFlags { section, found: 3 },
                "section RECS has flags 0x3, which it can't have",
            ),
            (
                ImageError::SectionPlace {
                    section,
                    offset: 65,
                    len: 9,
                },
                "section RECS at offset 65 with 9 bytes is not the next multiple of 64 after the one before it, or ends after the image",
            ),
            (
                ImageError::RecordsTooLong {
                    found: 4_294_967_300,
                },
                "section RECS has 4294967300 bytes where references can name 4294967296",
            ),
            (
                ImageError::Trailing { offset: 680 },
                "image goes on after its last section, which ends at offset 680 (fetch or build it again)",
            ),
            (
                ImageError::Padding { offset: 230 },
                "byte between sections at offset 230 is not 0 (fetch or build the image again)",
            ),
            (
                ImageError::SectionChecksum {
                    section,
                    offset: 512,
                    recorded: 1,
                    computed: 2,
                },
                "section RECS at offset 512 is damaged: checksum 0000000000000001 recorded, 0000000000000002 computed (fetch or build the image again)",
            ),
            (
                ImageError::SectionLength {
                    section,
                    needed: 8,
                    found: 7,
                },
                "section RECS has 7 bytes where its contents need 8",
            ),
            (
                ImageError::Alphabet(AlphabetError::TileCount { found: 0 }),
                "section ALPH: 0 tiles where 1 to 62 are possible",
            ),
            (
                ImageError::Metadata {
                    what: "longest word",
                },
                "section META: longest word is out of range or not UTF-8",
            ),
            (
                ImageError::Root {
                    section: SectionName::DAWG,
                    found: 18,
                },
                "section DAWG: 0x12 is no root",
            ),
            (
                ImageError::Number {
                    offset: 640,
                    needed: 4,
                    found: 5,
                },
                "section NUMB, offset 640: 5 where 4 words are counted",
            ),
            (
                ImageError::SetCode { offset: 656 },
                "section SETS, offset 656: a row that is not allowed there",
            ),
            (
                ImageError::WordCount {
                    recorded: 9,
                    counted: 8,
                },
                "section NUMB: 8 words are numbered where section META records 9",
            ),
            (
                ImageError::Record {
                    offset: 516,
                    problem: RecordError::NotChained,
                },
                "section RECS, offset 516: a reference that must be left out",
            ),
        ] {
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn what_is_wrong_with_a_part_is_the_source() {
        use core::error::Error as _;

        let error = ImageError::Alphabet(AlphabetError::Name);
        let source = error.source().map(ToString::to_string);
        assert_eq!(
            source.as_deref(),
            Some("the alphabet's name is not a line of UTF-8 text")
        );
        let (offset, problem) = (516, RecordError::Empty);
        let error = ImageError::Record { offset, problem };
        assert_eq!(
            error.source().map(ToString::to_string),
            Some(problem.to_string())
        );
        assert!(ImageError::NoAutomaton.source().is_none());
    }
}
