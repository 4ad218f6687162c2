//! Errors of the tokenizer.

use std::fmt;

use lexc_formats::MAX_WORD_LEN;

use crate::text::{NamedChar, Quoted};

/// Why a word has no tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenizeError {
    /// The number of characters of the word before the place.
    pub offset: usize,
    /// The rule that the word breaks there.
    pub kind: TokenizeErrorKind,
}

/// Rules that a word can break.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TokenizeErrorKind {
    /// No tile starts with this character and matches the word after it.
    NoTile(char),
    /// Brackets with a text that spells no tile.
    NotATile(String),
    /// A bracket is not closed.
    OpenBracket,
    /// The word can be read in several ways.
    Ambiguous {
        /// The first readings, as they have to be written.
        readings: Vec<String>,
        /// True if there are more.
        has_more: bool,
    },
    /// The word has more than 63 tiles; the place is that of the 64th.
    TooLong,
}

impl fmt::Display for TokenizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl fmt::Display for TokenizeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TokenizeErrorKind::NoTile(c) => write!(f, "{} fits no tile", NamedChar(*c)),
            TokenizeErrorKind::NotATile(name) => write!(f, "unknown tile {}", Quoted(name)),
            TokenizeErrorKind::OpenBracket => f.write_str("`[` without `]`"),
            TokenizeErrorKind::Ambiguous { readings, has_more } => {
                let more = if *has_more { " or otherwise" } else { "" };
                let readings = readings.join(" or ");
                write!(f, "can be read as {readings}{more} (write it so)")
            }
            TokenizeErrorKind::TooLong => write!(f, "more than {MAX_WORD_LEN} tiles"),
        }
    }
}

impl std::error::Error for TokenizeError {}
