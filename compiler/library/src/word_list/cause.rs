//! Causes for which lines are bad, dropped, changed or read in one of several ways.

use std::fmt;

use lexc_formats::MAX_WORD_LEN;

use crate::input::MAX_LINE_BYTES;
use crate::text::NamedChar;
use crate::tokenizer::TokenizeErrorKind;

/// Cause for which a line is bad, dropped, changed or read in one of several ways.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// Bad: a character fits no tile.
    Character(char),
    /// Bad: several words.
    Phrase,
    /// Bad: the word can be read as tiles in several ways.
    Ambiguous,
    /// Bad: a bracket is not closed, or has no tile in it.
    Brackets,
    /// Bad: more than 63 tiles.
    TooManyTiles,
    /// Bad: more bytes than a line may have.
    LongLine,
    /// Bad: bytes that are not UTF-8.
    NotUtf8,
    /// Bad: no cell in the column of the words.
    Column,
    /// Bad: a cell that is neither a flag nor a number.
    Label,
    /// Dropped on request: a word with a capital letter.
    Capitalised,
    /// Dropped on request: fewer tiles than the minimum.
    Short,
    /// Dropped on request: more tiles than the maximum.
    Long,
    /// Changed: the tiles spell other letters than the text of the word.
    Respelled,
    /// Chosen: `digraphs: longest` prefers one of several readings of the word.
    Longest,
}

impl Cause {
    /// The cause's name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Character(_) => "character",
            Cause::Phrase => "phrase",
            Cause::Ambiguous => "ambiguous",
            Cause::Brackets => "brackets",
            Cause::TooManyTiles => "too-many-tiles",
            Cause::LongLine => "long-line",
            Cause::NotUtf8 => "not-utf-8",
            Cause::Column => "column",
            Cause::Label => "label",
            Cause::Capitalised => "capitalised",
            Cause::Short => "short",
            Cause::Long => "long",
            Cause::Respelled => "respelled",
            Cause::Longest => "longest",
        }
    }

    /// The cause of an error of the tokenizer.
    pub(super) fn of(error: &TokenizeErrorKind) -> Cause {
        match error {
            TokenizeErrorKind::NoTile(c) => Cause::Character(*c),
            TokenizeErrorKind::NotATile(_) | TokenizeErrorKind::OpenBracket => Cause::Brackets,
            TokenizeErrorKind::Ambiguous { .. } => Cause::Ambiguous,
            TokenizeErrorKind::TooLong => Cause::TooManyTiles,
        }
    }
}

/// The cause as it follows a number of lines, as in "3 lines with `-` (U+002D), which fits no tile".
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Character(c) => write!(f, "with {}, which fits no tile", NamedChar(*c)),
            Cause::Phrase => f.write_str("of several words"),
            Cause::Ambiguous => f.write_str("with several readings"),
            Cause::Brackets => f.write_str("with an open bracket or an unknown tile in brackets"),
            Cause::TooManyTiles => write!(f, "of more than {MAX_WORD_LEN} tiles"),
            Cause::LongLine => write!(f, "of more than {MAX_LINE_BYTES} bytes"),
            Cause::NotUtf8 => f.write_str("with bytes that are not UTF-8"),
            Cause::Column => f.write_str("without a cell in the column of the words"),
            Cause::Label => f.write_str("with a label that is neither a flag nor a number"),
            Cause::Capitalised => f.write_str("with a capital letter"),
            Cause::Short => f.write_str("with too few tiles"),
            Cause::Long => f.write_str("with too many tiles"),
            Cause::Respelled => f.write_str("read as other letters"),
            Cause::Longest => f.write_str("with several readings, read as the longest digraphs"),
        }
    }
}

/// Numbers of bad lines by cause.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CauseCounts {
    counts: Vec<(Cause, u64)>,
    /// The number of bad lines of all causes that are not in `counts`.
    others: u64,
}

impl CauseCounts {
    /// The largest number of causes that are counted separately.
    const MAX_CAUSES: usize = 256;

    /// Counts lines of a cause. Returns the number of lines of the cause so far; for a cause after the first 256 causes, the
    /// number of lines of all these further causes together.
    pub(super) fn add(&mut self, cause: Cause, lines: u64) -> u64 {
        if let Some((_, count)) = self.counts.iter_mut().find(|(known, _)| *known == cause) {
            *count += lines;
            return *count;
        }
        if self.counts.len() == CauseCounts::MAX_CAUSES {
            self.others += lines;
            return self.others;
        }
        self.counts.push((cause, lines));
        lines
    }

    /// The number of lines of all causes.
    pub fn total(&self) -> u64 {
        self.counts.iter().map(|(_, count)| count).sum::<u64>() + self.others
    }

    /// Causes and their numbers of lines, the most frequent first. At most 256; [`total`](Self::total) counts the lines of
    /// further causes, too.
    pub fn by_frequency(&self) -> Vec<(Cause, u64)> {
        let mut counts = self.counts.clone();
        counts.sort_by_key(|(cause, count)| (u64::MAX - count, *cause));
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_a_bounded_number_of_causes() {
        let mut counts = CauseCounts::default();
        for c in ('\u{100}'..='\u{300}').chain(['-', '\u{100}', '-']) {
            counts.add(Cause::Character(c), 1);
        }
        assert_eq!(counts.total(), 513 + 3);
        let by_frequency = counts.by_frequency();
        assert_eq!(by_frequency.len(), 256);
        assert_eq!(by_frequency[0], (Cause::Character('\u{100}'), 2));
        assert_eq!(by_frequency[1], (Cause::Character('\u{101}'), 1));
    }
}
