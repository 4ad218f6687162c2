//! Tables of aligned columns, and numbers as people read them.

use std::io::{self, Write};
use std::time::Duration;

/// Rows of cells, printed in columns that are as wide as their widest cell.
#[derive(Debug, Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Adds a row.
    pub fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(C::into).collect());
    }

    /// Prints the rows, columns two blanks apart. Cells of the first column start at its left, those of the others end
    /// at its right.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                if column == 0 {
                    line.push_str(&format!("{cell:<width$}"));
                } else {
                    line.push_str(&format!("  {cell:>width$}"));
                }
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A number in groups of three digits: `168,551`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number that may be negative, in the same groups.
pub fn signed(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(number.unsigned_abs()))
}

/// A share in per cent, with one decimal.
pub fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}", 100.0 * part as f64 / whole.max(1) as f64)
}

/// A count and what is counted, as messages have them: `1 word`, `168551 words`.
pub fn plural(count: u64, what: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {what}{ending}")
}

/// A time in microseconds.
pub fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e3
}

/// How many blanks there are on a rack: `no blank`, `1 blank`, `2 blanks`.
pub fn blanks(count: usize) -> String {
    match count {
        0 => "no blank".to_owned(),
        count => plural(count as u64, "blank"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (168_551, "168,551"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!([39_205, 0, -1000].map(signed), ["39,205", "0", "-1,000"]);
        assert_eq!(plural(1, "word"), "1 word");
        assert_eq!(plural(2000, "word"), "2000 words");
        assert_eq!([0, 1, 2].map(blanks), ["no blank", "1 blank", "2 blanks"]);
        assert_eq!(percent(1, 3), "33.3");
        assert_eq!(percent(0, 0), "0.0");
    }

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::default();
        table.row(["stage", "items", "bytes"]);
        table.row(["Çava", "1"]);
        table.row(["x", "1,000,000", "7"]);
        let mut text = Vec::new();
        table.print(&mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "stage      items  bytes\nÇava           1\nx      1,000,000      7\n"
        );
    }
}
