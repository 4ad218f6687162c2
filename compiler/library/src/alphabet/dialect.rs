//! Dialects: the forms in which programs write letter distributions.

use std::fmt;

use super::lines::{Field, Line};
use crate::input::TextFault;

/// The form of a letter distribution: its columns and the character between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// `A,a,9,1,1`, as lexc and MAGPIE write it.
    Lexc,
    /// `A;a;9;1;1`, as spreadsheets write it where the comma is the decimal mark.
    LexcSemicolons,
    /// `A,9,1,1`: no blank form.
    Macondo,
    /// `A;9;1;1`.
    MacondoSemicolons,
    /// `A a 9 1 1`, with tabs.
    Wolges,
    /// `A a 1 9 1`, with tabs: the value before the count.
    Quackle,
}

/// The dialect and its columns.
impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (program, separator) = match self {
            Dialect::Lexc => ("lexc or MAGPIE", "commas"),
            Dialect::LexcSemicolons => ("lexc or MAGPIE", "semicolons"),
            Dialect::Macondo => ("Macondo", "commas"),
            Dialect::MacondoSemicolons => ("Macondo", "semicolons"),
            Dialect::Wolges => ("wolges", "tabs"),
            Dialect::Quackle => ("Quackle", "tabs"),
        };
        let columns = self.columns();
        write!(
            f,
            "columns of {program}: {columns}, separated by {separator}"
        )
    }
}

impl Dialect {
    /// Determines the dialect of these rows. `headings` are the texts of a first row of headings, or empty.
    ///
    /// # Errors
    /// If white space separates the columns, and neither the headings, the row of the blank nor the number of columns determines
    /// the order of count and value; if separators are commas or semicolons, and the headings name the value before the count.
    pub(super) fn of(rows: &[Line<'_>], headings: Option<&Line<'_>>) -> Result<Dialect, TextFault> {
        let Some(first) = rows.first() else {
            return Ok(Dialect::Lexc);
        };
        let has_value_first = headings.and_then(has_value_first);
        let has = |separator: char| rows.iter().any(|row| row.text.contains(separator));
        let separator = [',', ';'].into_iter().find(|separator| has(*separator));
        if let Some(separator) = separator {
            if let Some(headings) = headings.filter(|_| has_value_first == Some(true)) {
                return Err(headings.fault(
                    1,
                    "the value comes before the count (exchange the columns: tile,blank form,count,value,vowel)".to_owned(),
                ));
            }
            let is_number = |field: &Field<'_>| field.text.parse::<i64>().is_ok();
            let second = first.fields(separator).into_iter().nth(1);
            return Ok(match (second.filter(is_number), separator) {
                (Some(_), ',') => Dialect::Macondo,
                (Some(_), _) => Dialect::MacondoSemicolons,
                (None, ',') => Dialect::Lexc,
                (None, _) => Dialect::LexcSemicolons,
            });
        }
        if !first.text.trim().contains(char::is_whitespace) {
            return Ok(Dialect::Lexc);
        }
        let has_row = |name: &str| {
            let mut rows = rows.iter();
            rows.any(|row| {
                row.white_space_fields()
                    .first()
                    .is_some_and(|field| field.text == name)
            })
        };
        match (has_row("?"), has_row("blank")) {
            (true, false) => Ok(Dialect::Wolges),
            (false, true) => Ok(Dialect::Quackle),
            _ if has_value_first.is_some() => Ok(match has_value_first {
                Some(true) => Dialect::Quackle,
                _ => Dialect::Wolges,
            }),
            (false, false) if first.white_space_fields().len() >= 7 => Ok(Dialect::Wolges),
            _ => Err(first.fault(
                1,
                "white space separates the columns, and the count may come before the value or after it (write one row for the blank: `? ? 2 0 0` if the count comes first, as in wolges; `blank 0 2` if the value does, as in Quackle)".to_owned(),
            )),
        }
    }

    /// The names of the columns of a tile.
    pub(super) fn columns(self) -> &'static str {
        match self {
            Dialect::Lexc | Dialect::LexcSemicolons | Dialect::Wolges => {
                "tile,blank form,count,value,vowel"
            }
            Dialect::Macondo | Dialect::MacondoSemicolons => "tile,count,value,vowel",
            Dialect::Quackle => "tile,blank form,value,count,vowel",
        }
    }

    /// The row of the blank.
    pub(super) fn blank_row(self) -> &'static str {
        match self {
            Dialect::Lexc | Dialect::LexcSemicolons | Dialect::Wolges => "?,?,count,0,0",
            Dialect::Macondo | Dialect::MacondoSemicolons => "?,count,0,0",
            Dialect::Quackle => "blank,0,count",
        }
    }

    pub(super) fn fields<'a>(self, line: &Line<'a>) -> Vec<Field<'a>> {
        match self {
            Dialect::Lexc | Dialect::Macondo => line.fields(','),
            Dialect::LexcSemicolons | Dialect::MacondoSemicolons => line.fields(';'),
            Dialect::Wolges | Dialect::Quackle => line.white_space_fields(),
        }
    }
}

/// Names of the columns of counts and of values, and other names of columns, in lower case.
const COUNTS: [&str; 6] = [
    "count",
    "number",
    "quantity",
    "frequency",
    "amount",
    "tiles",
];
const VALUES: [&str; 4] = ["value", "score", "points", "worth"];
const OTHERS: [&str; 8] = [
    "tile",
    "letter",
    "char",
    "text",
    "blank",
    "blank form",
    "vowel",
    "is_vowel",
];

/// Returns `true` for a row of headings: at least three names of columns, and no number.
pub(super) fn is_headings(line: &Line<'_>) -> bool {
    let known = [&COUNTS[..], &VALUES, &OTHERS].concat();
    let names = names(line);
    let count = names
        .iter()
        .filter(|name| known.contains(&&name[..]))
        .count();
    count >= 3 && !line.text.contains(|c: char| c.is_ascii_digit())
}

/// `Some(true)` if the headings name the value before the count, `Some(false)` if after it, `None` if they lack one of them.
fn has_value_first(headings: &Line<'_>) -> Option<bool> {
    let names = names(headings);
    let place = |known: &[&str]| names.iter().position(|name| known.contains(&&name[..]));
    Some(place(&VALUES)? < place(&COUNTS)?)
}

/// The headings in lower case.
fn names(line: &Line<'_>) -> Vec<String> {
    let separator = [',', ';', '\t']
        .into_iter()
        .find(|c| line.text.contains(*c));
    let fields = match separator {
        Some(separator) => line.fields(separator),
        None => line.white_space_fields(),
    };
    let lower = fields.iter().map(|field| field.text.to_lowercase());
    lower.collect()
}
