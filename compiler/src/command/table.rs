//! Numbers and names, parsed from arguments; numbers written for people; and tables of aligned columns.

use std::io::{self, Write};
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use comfy_table::{CellAlignment, ContentArrangement};
use lexc_compiler::text::Visible;

pub(crate) use lexc_compiler::text::{grouped, plural};

/// A parser of whole numbers from `first` to `last`. Its error names the range.
pub fn whole<N>(
    first: u64,
    last: u64,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: TryFrom<u64>,
{
    move |text| {
        let number = text.parse().ok();
        let number = number.filter(|number| (first..=last).contains(number));
        number
            .and_then(|number| N::try_from(number).ok())
            .ok_or_else(|| format!("a whole number from {first} to {last} is needed"))
    }
}

/// A parser of values by their names. The help lists each name with its description, if it has one.
pub fn named<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = (&'static str, &'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let values: Vec<_> = values.into_iter().collect();
    let names = values.iter().map(|(name, help, _)| match *help {
        "" => PossibleValue::new(*name),
        help => PossibleValue::new(*name).help(help),
    });
    PossibleValuesParser::new(names.collect::<Vec<_>>()).map(move |found| {
        let value = values.iter().find(|(name, ..)| *name == found);
        let (_, _, value) = value.expect("clap accepts only these names");
        value.clone()
    })
}

/// Parses a number of seconds, which may have a fraction: `8`, `0.5`.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let is_plain = |c: char| c.is_ascii_digit() || c == '.';
    let number = text.parse().ok().filter(|_| text.chars().all(is_plain));
    number
        .and_then(|number| Duration::try_from_secs_f64(number).ok())
        .ok_or_else(|| "a number of seconds, such as 8 or 0.5, is needed".to_owned())
}

/// A sum of scores, in groups of three digits: `-1,000`.
pub fn signed(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(number.unsigned_abs()))
}

/// A share in per cent, with one decimal.
pub fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}", 100.0 * part as f64 / whole.max(1) as f64)
}

/// A time in microseconds.
pub fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e3
}

/// The number of blanks on a rack: `no blank`, `1 blank`, `2 blanks`.
pub fn blanks(count: usize) -> String {
    match count {
        0 => "no blank".to_owned(),
        count => plural(count as u64, "blank"),
    }
}

/// Rows of cells. The first column is aligned to the left, the others to the right, two spaces apart.
#[derive(Debug)]
pub struct Table(comfy_table::Table);

impl Table {
    /// A table with these headings.
    pub fn new<C: AsRef<str>>(headings: impl IntoIterator<Item = C>) -> Table {
        let mut table = comfy_table::Table::new();
        table.load_style(comfy_table::presets::NOTHING);
        table.set_content_arrangement(ContentArrangement::Disabled);
        let mut table = Table(table);
        table.row(headings);
        table
    }

    /// Adds a row. A row may have fewer cells than the headings.
    pub fn row<C: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let cells = cells.into_iter();
        self.0
            .add_row(cells.map(|cell| Visible(cell.as_ref()).to_string()));
    }

    /// Prints the rows, without spaces at their ends.
    pub fn print(mut self, out: &mut dyn Write) -> io::Result<()> {
        for (index, column) in self.0.column_iter_mut().enumerate() {
            let (alignment, left) = match index {
                0 => (CellAlignment::Left, 0),
                _ => (CellAlignment::Right, 2),
            };
            column.set_cell_alignment(alignment);
            column.set_padding((left, 0));
        }
        writeln!(out, "{}", self.0.trim_fmt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_may_have_a_fraction() {
        for (text, millis) in [
            ("0", 0),
            ("8", 8_000),
            ("0.5", 500),
            (".25", 250),
            ("2.", 2_000),
        ] {
            assert_eq!(seconds(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in [
            "",
            ".",
            "-1",
            "1e3",
            "inf",
            "nan",
            "0,5",
            "1 s",
            "99999999999999999999",
        ] {
            let message = "a number of seconds, such as 8 or 0.5, is needed";
            assert_eq!(seconds(text), Err(message.to_owned()), "{text}");
        }
    }

    #[test]
    fn refuses_numbers_out_of_range_and_names_the_range() {
        let parse = whole::<u8>(1, 63);
        assert_eq!(parse("1"), Ok(1));
        assert_eq!(parse("63"), Ok(63));
        for text in [
            "0",
            "64",
            "-1",
            "",
            "x",
            "1.5",
            " 1",
            "99999999999999999999",
        ] {
            let message = "a whole number from 1 to 63 is needed";
            assert_eq!(parse(text), Err(message.to_owned()), "{text}");
        }
        assert_eq!(
            whole::<u64>(0, u64::MAX)("18446744073709551615"),
            Ok(u64::MAX)
        );
    }

    #[test]
    fn writes_numbers_for_people() {
        assert_eq!([0, 999, 1000].map(grouped), ["0", "999", "1,000"]);
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!([39_205, 0, -1000].map(signed), ["39,205", "0", "-1,000"]);
        assert_eq!(plural(1, "word"), "1 word");
        assert_eq!(plural(2000, "word"), "2000 words");
        assert_eq!(plural(0, "entry"), "0 entries");
        assert_eq!(plural(1, "entry"), "1 entry");
        assert_eq!(plural(3, "pass"), "3 passes");
        assert_eq!([0, 1, 2].map(blanks), ["no blank", "1 blank", "2 blanks"]);
        assert_eq!(percent(1, 3), "33.3");
        assert_eq!(percent(0, 0), "0.0");
    }

    #[test]
    fn aligns_columns_of_wide_narrow_and_missing_cells() {
        let mut table = Table::new(["stage", "items", "bytes"]);
        table.row(["Çava", "1"]);
        table.row(["字", "1,000,000", "7"]);
        table.row(["e\u{301}\u{1b}", "a b", ""]);
        let mut text = Vec::new();
        table.print(&mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "\
stage        items  bytes
Çava             1
字       1,000,000      7
e\u{301}\\u{1b}        a b
"
        );
    }
}
