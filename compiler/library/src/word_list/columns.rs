//! Columns: cuts the lines of a list into cells, and recognises a row of headings and the column of the words.

use std::borrow::Cow;

use super::definitions::HEAD_BYTES;
use super::options::ReadOptions;
use crate::text::BYTE_ORDER_MARK;
use crate::tokenizer::Tokenizer;

/// The number of lines at the start of a list by which its columns are recognised.
const MAX_SAMPLE: usize = 200;

/// Texts of headings, in lower case.
const HEADINGS: [&str; 24] = [
    "word",
    "words",
    "alphagram",
    "alphagrams",
    "anagrams",
    "back hooks",
    "count",
    "definition",
    "definitions",
    "form",
    "frequency",
    "front hooks",
    "hooks",
    "index",
    "lemma",
    "length",
    "meaning",
    "part of speech",
    "playability",
    "points",
    "pos",
    "probability",
    "rank",
    "score",
];

/// A cell of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cell<'l> {
    /// Excludes the white space and the quotation marks around it.
    pub(super) text: Cow<'l, str>,
    /// The number of characters of the line before the text.
    pub(super) offset: usize,
    pub(super) is_quoted: bool,
}

/// The separator of the columns of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Separator {
    /// A tab, a semicolon or a comma.
    Character(char),
    WhiteSpace,
}

impl Separator {
    /// The separator of the lines: the first of tab, semicolon and comma that nine tenths of them have, or else white space.
    pub(super) fn of(lines: &[&str]) -> Separator {
        let is_common = |mark: &char| {
            let with_mark = lines.iter().filter(|line| line.contains(*mark)).count();
            with_mark > 0 && with_mark * 10 >= lines.len() * 9
        };
        let mark = ['\t', ';', ','].into_iter().find(is_common);
        mark.map_or(Separator::WhiteSpace, Separator::Character)
    }

    /// The cells of a line. A cell in quotation marks may contain the separator, and two quotation marks for one.
    pub(super) fn cells(self, line: &str) -> Vec<Cell<'_>> {
        let is_separator = |c: char| match self {
            Separator::Character(mark) => c == mark,
            Separator::WhiteSpace => c.is_whitespace(),
        };
        let mut cells = Vec::new();
        let mut rest = line;
        loop {
            let start = rest.trim_start_matches(|c: char| {
                c.is_whitespace() && (self == Separator::WhiteSpace || !is_separator(c))
            });
            if self == Separator::WhiteSpace && start.is_empty() {
                return cells;
            }
            let offset = line[..line.len() - start.len()].chars().count();
            let (text, after, is_quoted) = match quoted(start) {
                Some((text, after)) => (text, after, true),
                None => (Cow::Borrowed(""), start, false),
            };
            let end = after.find(is_separator).unwrap_or(after.len());
            let (bare, after) = after.split_at(end);
            cells.push(Cell {
                text: match is_quoted {
                    true => text,
                    false => Cow::Borrowed(bare.trim_end()),
                },
                offset: offset + usize::from(is_quoted),
                is_quoted,
            });
            let mut chars = after.chars();
            if chars.next().is_none() {
                return cells;
            }
            rest = chars.as_str();
        }
    }
}

/// The text in quotation marks at the start, and the rest after them; `None` if there are none.
fn quoted(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut from = 0;
    loop {
        let end = from + inner[from..].find('"')?;
        let after = &inner[end + 1..];
        if !after.starts_with('"') {
            let text = match inner[..end].contains('"') {
                true => Cow::Owned(inner[..end].replace("\"\"", "\"")),
                false => Cow::Borrowed(&inner[..end]),
            };
            return Some((text, after));
        }
        from = end + 2;
    }
}

/// The first lines of a list that have more than white space and comments.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample<'h> {
    lines: Vec<&'h str>,
}

impl<'h> Sample<'h> {
    /// The lines of the start of a list, without a last line that may be cut.
    pub(super) fn of(head: &'h [u8]) -> Sample<'h> {
        let head = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head);
        let whole = match head.len() >= HEAD_BYTES {
            true => head.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')),
            false => Some(head.len()),
        };
        let lines = head[..whole.unwrap_or(0)].split(|byte| matches!(byte, b'\n' | b'\r'));
        let lines = lines.filter_map(|line| str::from_utf8(line).ok());
        let has_cells = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
        Sample {
            lines: lines.filter(has_cells).take(MAX_SAMPLE).collect(),
        }
    }

    /// The columns of the words and of each label, counted from 0, by the options and the headings of the first line.
    pub(super) fn columns(
        &self,
        options: &ReadOptions,
        separator: Separator,
    ) -> (usize, Vec<Option<usize>>) {
        let first = self.lines.first().copied().unwrap_or_default();
        let headings = separator.cells(first);
        let place = |name: &str| {
            let mut headings = headings.iter();
            headings.position(|cell| cell.text.eq_ignore_ascii_case(name))
        };
        let words = match options.column {
            Some(column) => usize::from(column.get()) - 1,
            None => place("word").unwrap_or(0),
        };
        let labels = options.labels.iter().map(|label| place(&label.name));
        (words, labels.collect())
    }

    pub(super) fn separator(&self) -> Separator {
        Separator::of(&self.lines)
    }

    /// True if the first line has headings: texts above columns of numbers, or only names of columns.
    pub(super) fn has_header(&self, separator: Separator) -> bool {
        let mut rows = self.lines.iter().map(|line| separator.cells(line));
        let (Some(first), rows) = (rows.next(), rows.collect::<Vec<_>>()) else {
            return false;
        };
        if first.len() < 2 || rows.is_empty() {
            return false;
        }
        let is_name = |cell: &Cell<'_>| HEADINGS.contains(&&cell.text.to_lowercase()[..]);
        let is_number = |text: &str| text.replace(',', ".").parse::<f64>().is_ok();
        let heads_numbers = |(column, cell): (usize, &Cell<'_>)| {
            let mut below = rows.iter().map(|row| row.get(column));
            cell.text.contains(char::is_alphabetic)
                && below.all(|cell| cell.is_some_and(|cell| is_number(&cell.text)))
        };
        first.iter().all(is_name) || first.iter().enumerate().any(heads_numbers)
    }

    /// The column whose cells `is_word` accepts in nine tenths of the lines, counted from 1; the column after it, if its cells are
    /// alphagrams of the next column's. `None` if there is none, or if no option is needed to read it.
    fn column_of_words(
        &self,
        is_word: impl Fn(&str) -> bool,
        are_anagrams: impl Fn(&str, &str) -> bool,
    ) -> Option<usize> {
        let separator = self.separator();
        let start = usize::from(self.has_header(separator));
        let rows = self.lines.iter().skip(start);
        let rows: Vec<Vec<Cell<'_>>> = rows.map(|line| separator.cells(line)).collect();
        let most = |holds: &dyn Fn(&[Cell<'_>]) -> bool| {
            let count = rows.iter().filter(|row| holds(row)).count();
            count > 0 && count * 10 >= rows.len() * 9
        };
        if !most(&|row| row.len() > 1 || row.first().is_some_and(|cell| cell.is_quoted)) {
            return None;
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let has_words =
            |column: &usize| most(&|row| row.get(*column).is_some_and(|cell| is_word(&cell.text)));
        let column = (0..columns).find(has_words)?;
        let are_alphagrams = most(&|row| match row.get(column..) {
            Some([first, second, ..]) => are_anagrams(&first.text, &second.text),
            _ => false,
        });
        Some(column + 1 + usize::from(are_alphagrams))
    }
}

/// The column of the words at the start of a list; `None` if the lines have one column, or words in none.
pub(super) fn column_of_words(tokenizer: &Tokenizer<'_>, head: &[u8]) -> Option<usize> {
    let codes = |text: &str| {
        let word = tokenizer.tokenize(text).ok()?;
        Some(word.codes().to_vec()).filter(|codes| !codes.is_empty())
    };
    let are_anagrams = |first: &str, second: &str| {
        let (Some(first), Some(mut second)) = (codes(first), codes(second)) else {
            return false;
        };
        second.sort_unstable();
        first == second
    };
    Sample::of(head).column_of_words(|text| codes(text).is_some(), are_anagrams)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(separator: Separator, line: &str) -> Vec<(String, usize)> {
        let cells = separator.cells(line).into_iter();
        cells
            .map(|cell| (cell.text.into_owned(), cell.offset))
            .collect()
    }

    #[test]
    fn cells_are_cut_at_separators_outside_quotation_marks() {
        let comma = Separator::Character(',');
        let cell = |text: &str, offset| (text.to_owned(), offset);
        for (separator, line, expected) in [
            (comma, "CARE,1", vec![cell("CARE", 0), cell("1", 5)]),
            (comma, " CARE , 1 ", vec![cell("CARE", 1), cell("1", 8)]),
            (
                comma,
                "\"A,B\"\"C\" x,",
                vec![cell("A,B\"C", 1), cell("", 11)],
            ),
            (comma, "\"A", vec![cell("\"A", 0)]),
            (comma, "", vec![cell("", 0)]),
            (
                Separator::Character('\t'),
                "a b\t\tc",
                vec![cell("a b", 0), cell("", 4), cell("c", 5)],
            ),
            (
                Separator::WhiteSpace,
                "  1200 \u{a0} CARE ",
                vec![cell("1200", 2), cell("CARE", 9)],
            ),
            (Separator::WhiteSpace, " ", vec![]),
        ] {
            assert_eq!(texts(separator, line), expected, "{line}");
        }
    }

    #[test]
    fn the_columns_are_recognised_by_the_first_lines() {
        let is_word = |text: &str| !text.is_empty() && text.chars().all(char::is_uppercase);
        let are_anagrams = |sorted: &str, text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            letters.sort_unstable();
            sorted.chars().eq(letters) && sorted != text
        };
        for (head, header, column) in [
            ("word,playability\nCARE,1200\nCARES,900\n", true, Some(1)),
            ("rank;word\n1;CARE\n2;CARES\n", true, Some(2)),
            ("Word\tDefinition\nCARE\tto mind\n", true, Some(1)),
            ("CARE\tto mind\nCARES\tsee CARE\n", false, Some(1)),
            ("# x\n\n1200 CARE\n900 CARES\n", false, Some(2)),
            ("ACER CARE\nACERS CARES\n", false, Some(2)),
            ("\"CARE\"\n\"CARES\"\n", false, Some(1)),
            ("CARE\nHOT DOG\n", false, None),
            ("CARE\nCARES\n", false, None),
            ("1,2\n3,4\n", false, None),
            ("", false, None),
        ] {
            let sample = Sample::of(head.as_bytes());
            assert_eq!(sample.has_header(sample.separator()), header, "{head}");
            assert_eq!(
                sample.column_of_words(is_word, are_anagrams),
                column,
                "{head}"
            );
        }
    }
}
