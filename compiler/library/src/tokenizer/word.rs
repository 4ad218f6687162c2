//! Tiles of a word, and errors of the tokenizer.

use std::fmt;

use lexc_formats::MAX_WORD_LEN;

use crate::text::{NamedChar, Quoted};

/// A word's tiles.
#[derive(Clone, Copy, Debug)]
pub struct TokenizedWord {
    pub(super) codes: [u8; MAX_WORD_LEN],
    pub(super) len: usize,
    /// True if some tile was spelled neither by its exact text nor by a reading with other letters.
    pub(crate) is_folded: bool,
    pub(crate) odd: Oddities,
}

/// Facts about the text of a word that differs from the letters of its tiles by more than case. Most texts have none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Oddities {
    /// A reading with other letters spelled some tile.
    pub(crate) is_respelled: bool,
    /// The text was not in NFC.
    pub(crate) is_normalized: bool,
    /// Compatibility forms in the text were replaced by their letters.
    pub(crate) has_forms: bool,
    /// Marks were ignored.
    pub(crate) has_marks: bool,
    /// `digraphs: longest` preferred a tile to shorter ones that fit, too.
    pub(crate) has_preferred: bool,
}

impl Oddities {
    pub(crate) const NONE: Oddities = Oddities {
        is_respelled: false,
        is_normalized: false,
        has_forms: false,
        has_marks: false,
        has_preferred: false,
    };
}

impl TokenizedWord {
    pub(crate) const EMPTY: TokenizedWord = TokenizedWord {
        codes: [0; MAX_WORD_LEN],
        len: 0,
        is_folded: false,
        odd: Oddities::NONE,
    };

    /// The tiles' codes, at most 63.
    #[inline]
    pub fn codes(&self) -> &[u8] {
        &self.codes[..self.len]
    }

    #[inline]
    pub(super) fn push(&mut self, code: u8) -> Option<()> {
        *self.codes.get_mut(self.len)? = code;
        self.len += 1;
        Some(())
    }
}

/// Error of a word that cannot be read as tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenizeError {
    /// The number of characters of the word before the place of the error.
    pub(crate) offset: usize,
    /// The rule that the word breaks.
    pub(crate) kind: TokenizeErrorKind,
}

/// Rules that a word can break.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TokenizeErrorKind {
    /// No tile fits the word at this character.
    NoTile(char),
    /// Brackets with a text that spells no tile.
    NotATile(String),
    /// A bracket is not closed.
    OpenBracket,
    /// The word can be read in several ways.
    Ambiguous {
        /// The first readings, each as text that has no other reading.
        readings: Vec<String>,
        /// True if there are more readings.
        has_more: bool,
    },
    /// More than 63 tiles. The place is the end of the longest start of the word that 63 tiles or fewer spell.
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
                write!(
                    f,
                    "can be read as {readings}{more} (write the reading that is meant)"
                )
            }
            TokenizeErrorKind::TooLong => write!(f, "more than {MAX_WORD_LEN} tiles"),
        }
    }
}

impl std::error::Error for TokenizeError {}
