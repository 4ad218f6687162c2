//! Problems of word lists, and their messages.

use std::fmt;

use super::builder::TooManyTilesError;
use super::summary::ReadSummary;
use crate::input::MAX_LINE_BYTES;
use crate::text::{ForeignEncoding, Quoted};
use crate::tokenizer::TokenizeErrorKind;

/// Problems for which word lists are refused, a line each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordListError {
    problems: Vec<WordListProblem>,
    more: u64,
}

impl WordListError {
    pub(super) fn new(problems: Vec<WordListProblem>, more: u64) -> WordListError {
        WordListError { problems, more }
    }

    /// The first problems in the order of the sources.
    pub fn problems(&self) -> &[WordListProblem] {
        &self.problems
    }

    /// The number of bad lines that are not among the problems.
    pub fn more(&self) -> u64 {
        self.more
    }
}

/// One thing that is wrong with a word list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordListProblem {
    /// The list.
    pub source_name: String,
    /// Line, and column in characters, counted from 1; none if it concerns the whole.
    pub place: Option<(u64, usize)>,
    /// The rule that is broken.
    pub kind: WordListProblemKind,
}

/// The rules of word lists, as they are broken.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WordListProblemKind {
    /// The list cannot be read: message of the [`ReadFailure`](crate::input::ReadFailure).
    Unreadable(String),
    /// The path is a directory's.
    Directory,
    /// The list is in another encoding.
    Encoding(ForeignEncoding),
    /// A NUL byte: the file is not text.
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
        error: TokenizeErrorKind,
    },
    /// The words have more tiles than a list can hold.
    TooManyTiles,
    /// No list has a word; the counts of skipped lines.
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

impl fmt::Display for WordListProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.source_name)?;
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}:")?;
        }
        write!(f, " {}", self.kind)
    }
}

impl fmt::Display for WordListProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordListProblemKind::Unreadable(message) => f.write_str(message),
            WordListProblemKind::Directory => {
                f.write_str("is a directory, not a word list (name the lists in it)")
            }
            WordListProblemKind::Encoding(encoding) => {
                write!(f, "the list is {encoding} (convert it to UTF-8)")
            }
            WordListProblemKind::Nul => {
                f.write_str("a NUL byte, so this is not text (name a text file)")
            }
            WordListProblemKind::NotUtf8(byte) => write!(
                f,
                "byte 0x{byte:02X} is not UTF-8 text (convert the list to UTF-8)"
            ),
            WordListProblemKind::LineTooLong => {
                write!(
                    f,
                    "a line of more than {MAX_LINE_BYTES} bytes (write each word on a line of its own)"
                )
            }
            WordListProblemKind::Word { word, error } => {
                write!(f, "{error}, in {}", Quoted(word))?;
                match error {
                    TokenizeErrorKind::NoTile(',' | ';') => {
                        f.write_str(" (only white space or `#` ends a word)")
                    }
                    TokenizeErrorKind::NoTile('\u{feff}') => {
                        f.write_str(" (a byte order mark, which may only start a line: remove it)")
                    }
                    TokenizeErrorKind::TooLong => {
                        f.write_str(" (write each word on a line of its own, or skip long ones with --max-length)")
                    }
                    _ => Ok(()),
                }
            }
            WordListProblemKind::TooManyTiles => TooManyTilesError.fmt(f),
            WordListProblemKind::NoWords(summary) => write!(f, "no words ({summary})"),
        }
    }
}
