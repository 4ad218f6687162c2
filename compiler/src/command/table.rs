//! Tables of aligned columns.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement};

use crate::text::Visible;

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
