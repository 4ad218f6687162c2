//! Problems of letter distributions, and their messages.

use std::fmt;

use lexc_formats::MAX_TILES;

use super::preset::presets;
use crate::text::{ForeignEncoding, NamedChar, Quoted};

/// A blank form for a letter of a script that has no small letters.
const BLANK_MARK_EXAMPLE: &str = "א*";

/// The longest letter distribution that is read; 62 tiles take about 1,000 bytes.
pub(super) const MAX_FILE_BYTES: u64 = 1 << 16;

/// The number of problems that are written out.
const MAX_PROBLEMS: usize = 20;

/// Why a letter distribution is refused: everything that is wrong with it, a line each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphabetFileError {
    source_name: String,
    problems: Vec<AlphabetProblem>,
}

impl AlphabetFileError {
    pub(super) fn new(source_name: &str, problems: Vec<AlphabetProblem>) -> AlphabetFileError {
        AlphabetFileError {
            source_name: source_name.to_owned(),
            problems,
        }
    }

    /// The problems in the order of the file.
    pub fn problems(&self) -> &[AlphabetProblem] {
        &self.problems
    }
}

/// One thing that is wrong with a letter distribution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphabetProblem {
    /// Line and column in characters, counted from 1; none if it concerns the whole.
    pub place: Option<(usize, usize)>,
    /// The rule that is broken.
    pub kind: AlphabetProblemKind,
}

/// The rules of a letter distribution, as they are broken.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AlphabetProblemKind {
    /// Neither the name of a preset nor a file.
    Unknown,
    /// The file cannot be read: message of the [`ReadFailure`](crate::input::ReadFailure).
    Unreadable(String),
    /// The file is far longer than any letter distribution.
    TooLarge,
    /// The file is in another encoding.
    Encoding(ForeignEncoding),
    /// This byte is not part of UTF-8 text.
    NotUtf8(u8),
    /// There is no row with a tile.
    NoTiles,
    /// There are more than 62 rows with tiles.
    TooManyTiles,
    /// The row has fewer than five columns.
    Columns {
        /// The number of columns.
        found: usize,
    },
    /// The text has a character that a tile can't have.
    Character {
        /// The character.
        character: char,
        /// The text.
        text: String,
    },
    /// The text starts with a character that combines with the one before it.
    Combining(String),
    /// The text is empty or longer than 16 bytes.
    FaceLength(String),
    /// The text or blank form occurred before.
    Repeated {
        /// The text.
        text: String,
        /// The line of the other.
        line: usize,
    },
    /// Not a whole number in range.
    Number {
        /// Which number.
        what: &'static str,
        /// The text in its place.
        found: String,
        /// The smallest and the largest possible.
        range: (i32, i32),
    },
    /// The vowel flag is not 0 or 1.
    Vowel(String),
    /// The blank's row says something else than `?,?,count,0,0`.
    BlankRow {
        /// The text in the field.
        found: String,
        /// The valid values.
        expected: &'static str,
    },
    /// There is a blank's row already.
    SecondBlank,
}

impl fmt::Display for AlphabetFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().take(MAX_PROBLEMS).enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{}:", self.source_name)?;
            if let Some((line, column)) = problem.place {
                write!(f, "{line}:{column}:")?;
            }
            write!(f, " {}", problem.kind)?;
        }
        match self.problems.len().saturating_sub(MAX_PROBLEMS) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for AlphabetFileError {}

impl fmt::Display for AlphabetProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AlphabetProblemKind::Unknown => {
                f.write_str("no such alphabet file, and no preset of this name (presets:")?;
                for name in presets() {
                    write!(f, " {name}")?;
                }
                f.write_str(")")
            }
            AlphabetProblemKind::Unreadable(message) => f.write_str(message),
            AlphabetProblemKind::TooLarge => {
                write!(
                    f,
                    "longer than {MAX_FILE_BYTES} bytes: not a letter distribution"
                )
            }
            AlphabetProblemKind::Encoding(encoding) => {
                write!(f, "the file is {encoding} (convert it to UTF-8)")
            }
            AlphabetProblemKind::NotUtf8(byte) => {
                write!(
                    f,
                    "byte 0x{byte:02X} is not UTF-8 text (convert the file to UTF-8)"
                )
            }
            AlphabetProblemKind::NoTiles => {
                f.write_str("no tiles (one row each: tile,blank form,count,value,vowel)")
            }
            AlphabetProblemKind::TooManyTiles => write!(f, "more than {MAX_TILES} tiles"),
            AlphabetProblemKind::Columns { found } => write!(
                f,
                "{found} of the 5 columns tile,blank form,count,value,vowel"
            ),
            AlphabetProblemKind::Character { character, text } => write!(
                f,
                "{} can be on no tile, in {}",
                NamedChar(*character),
                Quoted(text)
            ),
            AlphabetProblemKind::Combining(text) => {
                write!(f, "{} starts with a combining character", Quoted(text))
            }
            AlphabetProblemKind::FaceLength(text) => write!(
                f,
                "a tile's text has 1 to 16 bytes of UTF-8, {} has {}",
                Quoted(text),
                text.len()
            ),
            AlphabetProblemKind::Repeated { text, line } => write!(
                f,
                "{} is already a tile or blank form on line {line} (give each a text of its own; where letters have no case, mark the blank forms, as in `{BLANK_MARK_EXAMPLE}`)",
                Quoted(text)
            ),
            AlphabetProblemKind::Number {
                what,
                found,
                range: (min, max),
            } => write!(
                f,
                "{what} is a whole number from {min} to {max}, not {}",
                Quoted(found)
            ),
            AlphabetProblemKind::Vowel(found) => {
                write!(f, "the vowel column is 0 or 1, not {}", Quoted(found))
            }
            AlphabetProblemKind::BlankRow { found, expected } => write!(
                f,
                "the blank's row is ?,?,count,0,0: {} where {} belongs",
                Quoted(found),
                Quoted(expected)
            ),
            AlphabetProblemKind::SecondBlank => f.write_str("a second row for the blank"),
        }
    }
}
