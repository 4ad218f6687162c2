//! Counts and errors of reading word lists.

use std::fmt;

/// Counts of words that were read, normalised and skipped.
///
/// Its text is one line: the words, the lines, and the other counts above 0.
///
/// ```
/// use lexc::word_list::ReadSummary;
///
/// let summary = ReadSummary {
///     lines: 20,
///     words: 12,
///     duplicates: 1,
///     comments: 7,
///     ..ReadSummary::default()
/// };
/// assert_eq!(summary.to_string(), "12 words in 20 lines: 7 comments, 1 duplicate");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadSummary {
    /// Lines of all lists.
    pub lines: u64,
    /// Words in the result, each counted once.
    pub words: u64,
    /// Lines that started with a byte order mark.
    pub byte_order_marks: u64,
    /// Lines that ended in CR and LF.
    pub crlf_lines: u64,
    /// Lines that ended in CR alone.
    pub cr_lines: u64,
    /// Lines with nothing but white space.
    pub blank_lines: u64,
    /// Comments, on lines of their own and after words.
    pub comments: u64,
    /// Dropped definitions.
    pub definitions: u64,
    /// Words with tiles in lower case or as blanks.
    pub folded: u64,
    /// Words whose text was not in NFC.
    pub normalized: u64,
    /// Words that repeat an earlier word.
    pub duplicates: u64,
    /// Words shorter than the requested minimum.
    pub skipped_short: u64,
    /// Words longer than the requested maximum.
    pub skipped_long: u64,
    /// Bad lines that were left out.
    pub skipped_invalid: u64,
}

impl fmt::Display for ReadSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count| if count == 1 { "" } else { "s" };
        let (words, lines) = (self.words, self.lines);
        write!(f, "{words} word{} in ", plural(words))?;
        write!(f, "{lines} line{}", plural(lines))?;
        let notes = [
            (self.byte_order_marks, "byte order mark", ""),
            (self.crlf_lines, "CRLF line end", ""),
            (self.cr_lines, "CR line end", ""),
            (self.blank_lines, "blank line", ""),
            (self.comments, "comment", ""),
            (self.definitions, "definition", " dropped"),
            (self.folded, "word", " upper-cased"),
            (self.normalized, "word", " normalised to NFC"),
            (self.duplicates, "duplicate", ""),
            (self.skipped_short, "word", " skipped as too short"),
            (self.skipped_long, "word", " skipped as too long"),
            (self.skipped_invalid, "invalid line", " skipped"),
        ];
        let mut separator = ": ";
        for (count, what, done) in notes {
            if count > 0 {
                let plural = plural(count);
                write!(f, "{separator}{count} {what}{plural}{done}")?;
                separator = ", ";
            }
        }
        Ok(())
    }
}

/// Faults of word lists. The message has a line for each reported fault.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WordListError {
    pub(super) problems: Vec<String>,
    /// The number of bad lines that `problems` leaves out.
    pub(super) more: u64,
    pub(super) has_stray_characters: bool,
}

impl WordListError {
    /// Messages of the first faults, in the order of the sources, each after the name of the source and the place.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// Returns `true` if a reported word has a character that fits no tile.
    pub(crate) fn has_stray_characters(&self) -> bool {
        self.has_stray_characters
    }
}

impl fmt::Display for WordListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problems.join("\n"))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_out_counts_of_zero() {
        let mut summary = ReadSummary {
            lines: 1,
            words: 1,
            ..ReadSummary::default()
        };
        assert_eq!(summary.to_string(), "1 word in 1 line");
        summary.folded = 1;
        assert_eq!(summary.to_string(), "1 word in 1 line: 1 word upper-cased");
    }

    #[test]
    fn names_every_count() {
        let summary = ReadSummary {
            lines: 100,
            words: 50,
            byte_order_marks: 2,
            crlf_lines: 3,
            cr_lines: 4,
            blank_lines: 5,
            comments: 6,
            definitions: 7,
            folded: 8,
            normalized: 9,
            duplicates: 10,
            skipped_short: 11,
            skipped_long: 12,
            skipped_invalid: 13,
        };
        assert_eq!(
            summary.to_string(),
            "50 words in 100 lines: 2 byte order marks, 3 CRLF line ends, 4 CR line ends, 5 blank lines, 6 comments, \
             7 definitions dropped, 8 words upper-cased, 9 words normalised to NFC, 10 duplicates, \
             11 words skipped as too short, 12 words skipped as too long, 13 invalid lines skipped"
        );
    }
}
