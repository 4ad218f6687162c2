//! Counts of lines and words of word lists.

use std::fmt;

use super::cause::{Cause, CauseCounts};
use crate::text::{grouped, noun, plural};

/// Counts of lines and words that were read, changed and skipped, with warnings.
///
/// The summary's text is one line: the words, the lines, and the other counts above 0.
///
/// ```
/// use lexc_compiler::word_list::ReadSummary;
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
    /// Definitions that were kept.
    pub kept_definitions: u64,
    /// Words in which a tile was written in another case or in its blank form.
    pub folded: u64,
    /// Words with characters, such as accented letters, that a reading of the alphabet maps to tiles.
    pub respelled: u64,
    /// Words whose text was not in NFC.
    pub normalized: u64,
    /// Words with compatibility forms, which were read as the letters that they stand for.
    pub with_forms: u64,
    /// Words with marks, which were ignored.
    pub marked: u64,
    /// Words with several readings, of which `digraphs: longest` prefers one.
    pub longest: u64,
    /// First lines of lists that were skipped as headings.
    pub headings: u64,
    /// Words that repeat an earlier word.
    pub duplicates: u64,
    /// Words shorter than the requested minimum.
    pub skipped_short: u64,
    /// Words longer than the requested maximum.
    pub skipped_long: u64,
    /// Words with a capital letter that were left out.
    pub skipped_capitalised: u64,
    /// Bad lines that were left out.
    pub skipped_invalid: u64,
    /// The numbers of these bad lines by cause.
    pub skipped_causes: CauseCounts,
    /// Warnings of probable mistakes in the lists, and of compound words that are not formed; each a line.
    pub warnings: Vec<String>,
}

/// The largest number of causes in [`ReadSummary::notes`].
const MAX_CAUSES: usize = 12;

impl ReadSummary {
    /// Notes for people: the skipped lines by cause, and the warnings.
    pub fn notes(&self) -> Vec<String> {
        let causes = self.skipped_causes.by_frequency();
        let line = |(cause, count): &(Cause, u64)| {
            format!(
                "skipped: {} {} {cause}",
                grouped(*count),
                noun(*count, "line")
            )
        };
        let mut notes: Vec<String> = causes.iter().take(MAX_CAUSES).map(line).collect();
        let listed: u64 = causes.iter().take(MAX_CAUSES).map(|(_, count)| count).sum();
        let more = self.skipped_causes.total() - listed;
        if more > 0 {
            let lines = noun(more, "line");
            notes.push(format!(
                "skipped: {} {lines} of other causes",
                grouped(more)
            ));
        }
        notes.extend(
            self.warnings
                .iter()
                .map(|warning| format!("warning: {warning}")),
        );
        notes
    }
}

impl fmt::Display for ReadSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, lines) = (plural(self.words, "word"), plural(self.lines, "line"));
        write!(f, "{words} in {lines}")?;
        let notes = [
            (self.byte_order_marks, "byte order mark", ""),
            (self.crlf_lines, "CRLF line end", ""),
            (self.cr_lines, "CR line end", ""),
            (self.blank_lines, "blank line", ""),
            (self.headings, "line", " of headings"),
            (self.comments, "comment", ""),
            (self.definitions, "definition", " dropped"),
            (self.kept_definitions, "definition", " kept"),
            (self.folded, "word", " upper-cased"),
            (self.respelled, "word", " read by a rule of the alphabet"),
            (self.normalized, "word", " normalised to NFC"),
            (self.with_forms, "word", " read by compatibility forms"),
            (self.marked, "word", " read without marks"),
            (self.longest, "word", " read as the longest digraphs"),
            (self.duplicates, "duplicate", ""),
            (self.skipped_short, "word", " skipped as too short"),
            (self.skipped_long, "word", " skipped as too long"),
            (self.skipped_capitalised, "word", " skipped as capitalised"),
            (self.skipped_invalid, "invalid line", " skipped"),
        ];
        let mut separator = ": ";
        for (count, what, done) in notes {
            if count > 0 {
                write!(f, "{separator}{}{done}", plural(count, what))?;
                separator = ", ";
            }
        }
        Ok(())
    }
}

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
            kept_definitions: 17,
            folded: 8,
            respelled: 14,
            normalized: 9,
            with_forms: 20,
            marked: 22,
            longest: 21,
            headings: 1,
            duplicates: 10,
            skipped_short: 11,
            skipped_long: 12,
            skipped_capitalised: 13,
            skipped_invalid: 14,
            ..ReadSummary::default()
        };
        assert_eq!(
            summary.to_string(),
            "50 words in 100 lines: 2 byte order marks, 3 CRLF line ends, 4 CR line ends, 5 blank lines, 1 line of headings, 6 comments, \
             7 definitions dropped, 17 definitions kept, 8 words upper-cased, 14 words read by a rule of the alphabet, 9 words normalised to NFC, \
             20 words read by compatibility forms, 22 words read without marks, 21 words read as the longest digraphs, 10 duplicates, \
             11 words skipped as too short, 12 words skipped as too long, \
             13 words skipped as capitalised, 14 invalid lines skipped"
        );
    }
}
