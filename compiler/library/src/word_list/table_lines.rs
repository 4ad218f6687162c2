//! Reads the lines of a list with columns of words and labels.

use std::ops::ControlFlow;

use super::cause::Cause;
use super::collector::Collector;
use super::columns::{Cell, Separator};
use super::options::LabelKind;
use crate::text::Quoted;

impl Collector<'_> {
    /// Reads the word in its column, the cell after it as a definition, and the cells of labels.
    pub(super) fn table_line(&mut self, text: &str) -> ControlFlow<()> {
        self.check_headings()?;
        let column = self.source.columns.0;
        let separator = self.source.separator.unwrap_or(Separator::of(&[text]));
        let cells = separator.cells(text);
        let cell = cells.get(column).filter(|cell| !cell.text.is_empty());
        let Some(cell) = cell else {
            let offset = text.trim_end().chars().count();
            self.log.bad_line(offset, Cause::Column, text, || {
                format!("no word in column {}, in {}", column + 1, Quoted(text))
            });
            return ControlFlow::Continue(());
        };
        let (word, offset) = (cell.text.trim(), cell.offset);
        let is_capitalised = self.options.skip_capitalised
            && self.drop_capitalised(word.as_bytes(), word.as_bytes(), || offset);
        if is_capitalised {
            return ControlFlow::Continue(());
        }
        match self.tokenizer.tokenize_general(word) {
            Ok(tokenized) => {
                let next = cells.get(column + 1).filter(|_| !self.is_label(column + 1));
                let rest = match next {
                    Some(next) if !next.text.is_empty() => format!("\t{}", next.text),
                    _ => String::new(),
                };
                if self.keep_labels(tokenized.codes(), &cells, text) {
                    self.count_rest(&rest);
                    self.accept(&tokenized, word.as_bytes(), &rest, || offset)?;
                }
            }
            Err(error) => self.bad_word(word, &error, offset),
        }
        ControlFlow::Continue(())
    }

    /// Refuses a list without the heading of a label that needs one.
    fn check_headings(&mut self) -> ControlFlow<()> {
        let places = &self.source.columns.1;
        let mut labels = self.options.labels.iter().zip(places);
        let missing = labels.find(|(label, place)| label.needs_heading && place.is_none());
        match missing {
            None => ControlFlow::Continue(()),
            Some((label, _)) => {
                let message = format!(
                    "no column {} (write a first line of headings, or give a file of its own: {}=FILE)",
                    Quoted(&label.name),
                    label.name
                );
                self.log.fail(message)
            }
        }
    }

    /// The column of a label, by its index among the labels.
    fn place_of_label(&self, index: usize) -> usize {
        let (column, labels) = &self.source.columns;
        let place = labels.get(index).copied().flatten();
        place.unwrap_or(column + 1)
    }

    fn is_label(&self, column: usize) -> bool {
        (0..self.options.labels.len()).any(|index| self.place_of_label(index) == column)
    }

    /// Keeps the labels of a word. Returns `false` if a cell is wrong.
    fn keep_labels(&mut self, codes: &[u8], cells: &[Cell<'_>], line: &str) -> bool {
        let mut values = Vec::new();
        for (index, label) in self.options.labels.iter().enumerate() {
            let cell = cells.get(self.place_of_label(index));
            let text = cell.map_or("", |cell| &cell.text);
            let Some(value) = label.kind.value(text) else {
                let offset = cell.map_or(0, |cell| cell.offset);
                self.log.bad_line(offset, Cause::Label, line, || {
                    let (name, needed) = (&label.name, label.kind.needed());
                    format!("{} as {name} ({needed})", Quoted(text))
                });
                return false;
            };
            values.push(value);
        }
        self.labels.push(codes, &values, &self.log);
        true
    }
}

impl LabelKind {
    /// The value of a cell, 1 for a flag; `Some(None)` if the word lacks it, `None` if the cell is wrong.
    #[expect(clippy::option_option, reason = "a label may be wrong, or missing")]
    fn value(self, text: &str) -> Option<Option<u32>> {
        let is = |texts: [&str; 4]| texts.iter().any(|other| text.eq_ignore_ascii_case(other));
        match self {
            LabelKind::Number if text.is_empty() => Some(None),
            LabelKind::Number => {
                let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
                text.parse().ok().filter(|_| is_number).map(Some)
            }
            LabelKind::Flag if is(["1", "x", "yes", "true"]) => Some(Some(1)),
            LabelKind::Flag => is(["", "0", "no", "false"]).then_some(None),
        }
    }

    fn needed(self) -> &'static str {
        match self {
            LabelKind::Flag => "write 1, x, yes or true, or nothing, 0, no or false",
            LabelKind::Number => "write a whole number up to 4294967295, or nothing",
        }
    }
}
