//! Reads the lines of a list whose words are in a column that an option names.

use std::ops::ControlFlow;

use super::cause::Cause;
use super::collector::Collector;
use super::columns::Separator;
use crate::text::Quoted;

impl Collector<'_> {
    /// Reads the word in the column that the option names, and the cell after it as a definition.
    pub(super) fn table_line(&mut self, text: &str) -> ControlFlow<()> {
        let column = self
            .options
            .column
            .map_or(1, |column| usize::from(column.get()));
        let separator = self.source.separator.unwrap_or(Separator::of(&[text]));
        let cells = separator.cells(text);
        let cell = cells.get(column - 1).filter(|cell| !cell.text.is_empty());
        let Some(cell) = cell else {
            let offset = text.trim_end().chars().count();
            self.log.bad_line(offset, Cause::Column, text, || {
                format!("no word in column {column}, in {}", Quoted(text))
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
                let rest = match cells.get(column) {
                    Some(next) if !next.text.is_empty() => format!("\t{}", next.text),
                    _ => String::new(),
                };
                self.count_rest(&rest);
                self.accept(&tokenized, word.as_bytes(), &rest, || offset)
            }
            Err(error) => {
                self.bad_word(word, &error, offset);
                ControlFlow::Continue(())
            }
        }
    }
}
