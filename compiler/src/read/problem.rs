//! What can be wrong with word lists, and how it is said.

use std::fmt;

use super::ReadSummary;
use super::reader::MAX_LINE_BYTES;
use crate::text::{ForeignEncoding, Quoted};
use crate::tiling::TilingErrorKind;
use crate::word_list::TooManyTilesError;

/// Why word lists are refused: what is wrong with them, a line each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordListError {
    problems: Vec<Problem>,
    more: u64,
}

impl WordListError {
    pub(super) fn new(problems: Vec<Problem>, more: u64) -> WordListError {
        WordListError { problems, more }
    }

    /// The first problems in the order of the sources.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The number of bad lines that are not among the problems.
    pub fn more(&self) -> u64 {
        self.more
    }
}

/// One thing that is wrong with a word list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The list.
    pub source_name: String,
    /// Line, and column in characters, counted from 1; none if it concerns the whole.
    pub place: Option<(u64, usize)>,
    /// The rule that is broken.
    pub kind: ProblemKind,
}

/// The rules of word lists, as they are broken.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The list can't be read: what [`CannotRead`](super::CannotRead) says.
    Unreadable(String),
    /// The path is a directory's.
    Directory,
    /// The list is in another encoding.
    Encoding(ForeignEncoding),
    /// There is a NUL byte, so it is no text.
    Nul,
    /// This byte is not part of UTF-8 text.
    NotUtf8(u8),
    /// The line is longer than 64 KiB.
    LineTooLong,
    /// The word can't be laid with the alphabet's tiles.
    Word {
        /// The word, or the start of a long one.
        word: String,
        /// Why not.
        error: TilingErrorKind,
    },
    /// The words have more tiles than a list can hold.
    TooManyTiles,
    /// There is no word in all the lists, only this.
    NoWords(Box<ReadSummary>),
}

impl fmt::Display for WordListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            problem.fmt(f)?;
        }
        match (self.more, self.problems.len()) {
            (0, _) => Ok(()),
            (1, 0) => write!(f, "1 bad line"),
            (more, 0) => write!(f, "{more} bad lines"),
            (1, _) => write!(f, "\nand 1 more bad line"),
            (more, _) => write!(f, "\nand {more} more bad lines"),
        }
    }
}

impl std::error::Error for WordListError {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.source_name)?;
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}:")?;
        }
        write!(f, " {}", self.kind)
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemKind::Unreadable(message) => f.write_str(message),
            ProblemKind::Directory => {
                f.write_str("is a directory, not a word list (name the lists in it)")
            }
            ProblemKind::Encoding(encoding) => {
                write!(f, "the list is {encoding} (convert it to UTF-8)")
            }
            ProblemKind::Nul => f.write_str("a NUL byte, so this is not text (name a text file)"),
            ProblemKind::NotUtf8(byte) => write!(
                f,
                "byte 0x{byte:02X} is not UTF-8 text (convert the list to UTF-8)"
            ),
            ProblemKind::LineTooLong => {
                write!(
                    f,
                    "a line of more than {MAX_LINE_BYTES} bytes (write each word on a line of its own)"
                )
            }
            ProblemKind::Word { word, error } => {
                write!(f, "{error}, in {}", Quoted(word))?;
                match error {
                    TilingErrorKind::NoTile(',' | ';') => {
                        f.write_str(" (only white space or `#` ends a word)")
                    }
                    TilingErrorKind::NoTile('\u{feff}') => {
                        f.write_str(" (a byte order mark, which may only start a line: remove it)")
                    }
                    TilingErrorKind::TooLong => {
                        f.write_str(" (write each word on a line of its own, or skip long ones with --max-length)")
                    }
                    _ => Ok(()),
                }
            }
            ProblemKind::TooManyTiles => TooManyTilesError.fmt(f),
            ProblemKind::NoWords(summary) => write!(f, "no words ({summary})"),
        }
    }
}
