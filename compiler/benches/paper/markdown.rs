//! Markdown: tables, and texts with their inline markup escaped.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use lexc_compiler::text::Visible;

/// A table of GitHub's Markdown. The first column has the default alignment, the others are aligned to the right.
#[derive(Debug)]
pub struct MarkdownTable(Vec<Vec<String>>);

impl MarkdownTable {
    /// A table with these headings. Cells are Markdown.
    pub fn new<C: Into<String>>(headings: impl IntoIterator<Item = C>) -> MarkdownTable {
        MarkdownTable(vec![headings.into_iter().map(Into::into).collect()])
    }

    /// Adds a row with a cell for each heading.
    pub fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.0.push(cells.into_iter().map(Into::into).collect());
    }

    /// Writes the table and an empty line.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for (index, row) in self.0.iter().enumerate() {
            writeln!(out, "| {} |", row.join(" | "))?;
            if index == 0 {
                let rest = "---:|".repeat(row.len().saturating_sub(1));
                writeln!(out, "|---|{rest}")?;
            }
        }
        writeln!(out)
    }
}

/// A plain text as Markdown for use within a line: characters of inline markup are escaped.
pub struct Plain<'a>(pub &'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let visible = Visible(self.0).to_string();
        visible.chars().try_for_each(|c| {
            if "\\`*_[]<>|~&#!".contains(c) {
                f.write_char('\\')?;
            }
            f.write_char(c)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_no_markup() {
        let text = Plain("<b>|L·L| *_x_* [a](b)\n\\").to_string();
        assert_eq!(
            text,
            "\\<b\\>\\|L·L\\| \\*\\_x\\_\\* \\[a\\](b)\\\\u{a}\\\\"
        );
    }

    #[test]
    fn tables_have_a_line_of_alignment() {
        let mut table = MarkdownTable::new(["", "a", "b"]);
        table.row(["x", "1", "2"]);
        let mut text = Vec::new();
        table.write(&mut text).unwrap();
        let expected = "|  | a | b |\n|---|---:|---:|\n| x | 1 | 2 |\n\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
