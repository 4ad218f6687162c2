//! Dialects: the forms in which programs write letter distributions.

use std::fmt;

use super::lines::{Field, Line};
use crate::input::TextFault;

/// The form of a letter distribution: its columns and the character between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// `A,a,9,1,1`, as lexc and MAGPIE write it.
    Lexc,
    /// `A,9,1,1`: no blank form.
    Macondo,
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
            Dialect::Macondo => ("Macondo", "commas"),
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
    /// Determines the dialect of these rows.
    ///
    /// # Errors
    /// If white space separates the columns, and neither the row of the blank nor the number of columns determines the order of
    /// count and value.
    pub(super) fn of(rows: &[Line<'_>]) -> Result<Dialect, TextFault> {
        let Some(first) = rows.first() else {
            return Ok(Dialect::Lexc);
        };
        if rows.iter().any(|row| row.text.contains(',')) {
            let is_number = |field: &Field<'_>| field.text.parse::<i64>().is_ok();
            let second = first.comma_fields().into_iter().nth(1);
            return Ok(match second.filter(is_number) {
                Some(_) => Dialect::Macondo,
                None => Dialect::Lexc,
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
            Dialect::Lexc | Dialect::Wolges => "tile,blank form,count,value,vowel",
            Dialect::Macondo => "tile,count,value,vowel",
            Dialect::Quackle => "tile,blank form,value,count,vowel",
        }
    }

    /// The row of the blank.
    pub(super) fn blank_row(self) -> &'static str {
        match self {
            Dialect::Lexc | Dialect::Wolges => "?,?,count,0,0",
            Dialect::Macondo => "?,count,0,0",
            Dialect::Quackle => "blank,0,count",
        }
    }

    pub(super) fn fields<'a>(self, line: &Line<'a>) -> Vec<Field<'a>> {
        match self {
            Dialect::Lexc | Dialect::Macondo => line.comma_fields(),
            Dialect::Wolges | Dialect::Quackle => line.white_space_fields(),
        }
    }
}
