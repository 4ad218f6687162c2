//! Settings for reading word lists.

use std::num::NonZeroU8;
use std::str::FromStr;

use lexc_formats::MAX_WORD_LEN;

use crate::encoding::TextEncoding;
use crate::limits::Limits;

/// Words to read, and the treatment of bad lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadOptions {
    /// The fewest tiles of a word; shorter words are skipped. 1 by default.
    pub min_length: usize,
    /// The most tiles of a word; longer words are skipped. 63 by default. If the limit is 63 or more, a
    /// word of more than 63 tiles is an error.
    pub max_length: usize,
    /// Skips and counts bad lines up to a limit. `None` by default: bad lines are errors.
    pub skip_invalid: Option<SkipLimit>,
    /// Skips words with a capital letter, which are names in a list of words in lower case. False by default.
    pub skip_capitalised: bool,
    /// The start of definitions, besides a tab. [`DefinitionStart::Tab`] by default.
    pub definitions: DefinitionStart,
    /// The column of the words, counted from 1. `None` by default: the word is at the start of the line, and no cell ends at a comma
    /// or semicolon.
    pub column: Option<NonZeroU8>,
    /// Characters that are ignored besides the marks of the alphabet: the first and the last of each range. None by default.
    pub ignored: Vec<(char, char)>,
    /// The columns with labels of the words. None by default. With labels, the lines are cut into cells as by [`column`](Self::column);
    /// without a column, the words are in that with the heading `word`, or else in the first one.
    pub labels: Vec<LabelColumn>,
    /// Keeps the definitions, which are dropped otherwise. False by default.
    pub keep_definitions: bool,
    /// The encoding of the lists. `None` by default: UTF-8, or UTF-16 with a byte order mark.
    pub encoding: Option<TextEncoding>,
    /// The number of reported faults after which further bad lines are only counted. The first three lines of each cause are still
    /// reported, up to twice this number of faults. 20 by default.
    pub max_errors: usize,
    /// Limits of the lists together. [`Limits::DEFAULT`] by default.
    pub limits: Limits,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            min_length: 1,
            max_length: MAX_WORD_LEN,
            skip_invalid: None,
            skip_capitalised: false,
            definitions: DefinitionStart::Tab,
            column: None,
            ignored: Vec::new(),
            labels: Vec::new(),
            keep_definitions: false,
            encoding: None,
            max_errors: 20,
            limits: Limits::DEFAULT,
        }
    }
}

impl ReadOptions {
    /// Returns `true` if the lines are cut into cells.
    pub(super) fn has_columns(&self) -> bool {
        self.column.is_some() || !self.labels.is_empty()
    }
}

/// A column of a list with a label of the words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelColumn {
    /// The name of the label, and the heading of the column.
    pub name: String,
    /// The kind of the cells.
    pub kind: LabelKind,
    /// Refuses a list without the heading. Otherwise its labels are in the column after the words.
    pub needs_heading: bool,
}

/// A kind of labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabelKind {
    /// A flag. A word has it if its cell is `1`, `x`, `yes` or `true`, and does not if it is empty, `0`, `no` or `false`.
    Flag,
    /// A number from 0 to 4,294,967,295. A word with an empty cell does not have it.
    Number,
}

/// Limit of the bad lines that may be skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkipLimit {
    /// A number of lines.
    Lines(u64),
    /// A share of the lines with words, in millionths.
    Millionths(u64),
}

impl SkipLimit {
    /// One per cent.
    pub const ONE_PERCENT: SkipLimit = SkipLimit::Millionths(10_000);

    /// Returns `true` if this number of skipped lines is within the limit.
    pub(super) fn allows(self, skipped: u64, lines: u64) -> bool {
        match self {
            SkipLimit::Lines(limit) => skipped <= limit,
            SkipLimit::Millionths(share) => {
                u128::from(skipped) * 1_000_000 <= u128::from(share) * u128::from(lines)
            }
        }
    }
}

/// A number of lines, `500`, or a share in per cent with up to four decimals, `2.5%`.
impl FromStr for SkipLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<SkipLimit, String> {
        let fault = || "a number of lines, or a share from 0% to 100%, is needed".to_owned();
        let digits = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse::<u64>().ok()).flatten()
        };
        let Some(percent) = text.strip_suffix('%') else {
            return digits(text).map(SkipLimit::Lines).ok_or_else(fault);
        };
        let (whole, decimals) = percent.split_once('.').unwrap_or((percent, "0"));
        let whole = digits(whole).filter(|whole| *whole <= 100);
        let part = digits(&format!("{decimals:0<4}")).filter(|_| (1..=4).contains(&decimals.len()));
        match (whole, part) {
            (Some(whole), Some(part)) if 10_000 * whole + part <= 1_000_000 => {
                Ok(SkipLimit::Millionths(10_000 * whole + part))
            }
            _ => Err(fault()),
        }
    }
}

/// The start of the definition after a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefinitionStart {
    /// A tab. In lists with parts of speech in brackets, which [`word_list`](crate::word_list) describes, also white
    /// space before text that ends in a part of speech in brackets.
    Tab,
    /// Any white space, such as a tab.
    Space,
    /// A tab, or this character, with or without white space around it.
    Character(char),
}

/// `tab`, `space`, or one character other than a letter, a digit, white space, `#`, `[` and `]`.
impl FromStr for DefinitionStart {
    type Err = String;

    fn from_str(text: &str) -> Result<DefinitionStart, String> {
        let mut chars = text.chars();
        match (text, chars.next(), chars.next()) {
            ("tab" | "\t", ..) => Ok(DefinitionStart::Tab),
            ("space" | " ", ..) => Ok(DefinitionStart::Space),
            (_, Some(c), None)
                if !c.is_alphanumeric() && !c.is_whitespace() && !"#[]".contains(c) =>
            {
                Ok(DefinitionStart::Character(c))
            }
            _ => Err("tab, space, or a character such as ; or = is needed".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_numbers_or_shares() {
        let limit = |text: &str| text.parse::<SkipLimit>().ok();
        assert_eq!(limit("0"), Some(SkipLimit::Lines(0)));
        assert_eq!(limit("1%"), Some(SkipLimit::ONE_PERCENT));
        assert_eq!(limit("2.5%"), Some(SkipLimit::Millionths(25_000)));
        assert_eq!(limit("0.0001%"), Some(SkipLimit::Millionths(1)));
        assert_eq!(limit("100%"), Some(SkipLimit::Millionths(1_000_000)));
        for text in [
            "", "%", "-1", "+1", "1.5", "101%", "100.1%", "1.%", "1.00000%", ".5%", "1 %",
        ] {
            assert_eq!(limit(text), None, "{text}");
        }
        assert!(SkipLimit::ONE_PERCENT.allows(1, 100) && !SkipLimit::ONE_PERCENT.allows(2, 199));
        assert!(SkipLimit::ONE_PERCENT.allows(0, 0));
        assert!(SkipLimit::Lines(1).allows(1, 1) && !SkipLimit::Lines(1).allows(2, u64::MAX));
        assert!(SkipLimit::Millionths(1_000_000).allows(u64::MAX, u64::MAX));
    }

    #[test]
    fn definitions_start_at_a_tab_a_space_or_a_mark() {
        let start = |text: &str| text.parse::<DefinitionStart>().ok();
        assert_eq!(start("tab"), Some(DefinitionStart::Tab));
        assert_eq!(start("space"), Some(DefinitionStart::Space));
        assert_eq!(start(";"), Some(DefinitionStart::Character(';')));
        for text in ["", "a", "7", "#", "[", ";;", "\u{a0}", "spaces"] {
            assert_eq!(start(text), None, "{text}");
        }
    }
}
