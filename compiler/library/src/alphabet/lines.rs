//! Lines of a letter distribution, and their fields.

use crate::input::TextFault;

/// A line without its comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: u64,
    pub(super) text: &'a str,
}

/// A part of a line, and the column where it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    pub(super) text: &'a str,
    /// Column of its first character, counted from 1.
    pub(super) column: usize,
}

/// The lines that have more than white space and a comment.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut number = 1;
    let mut lines = Vec::new();
    let mut after_carriage_return = false;
    for end in text.split_inclusive(['\n', '\r']) {
        // The line ended at the carriage return of this CRLF.
        if after_carriage_return && end == "\n" {
            after_carriage_return = false;
            continue;
        }
        let line = end.trim_end_matches(['\n', '\r']);
        let (text, _comment) = line.split_once('#').unwrap_or((line, ""));
        if !text.trim().is_empty() {
            lines.push(Line { number, text });
        }
        number += 1;
        after_carriage_return = end.ends_with('\r');
    }
    lines
}

impl<'a> Line<'a> {
    pub(super) fn fault(&self, column: usize, message: String) -> TextFault {
        TextFault {
            place: Some((self.number, column)),
            message,
        }
    }

    /// The column after the last character that is not white space.
    pub(super) fn end_column(&self) -> usize {
        self.text.trim_end().chars().count() + 1
    }

    /// The parts between separators.
    pub(super) fn fields(&self, separator: char) -> Vec<Field<'a>> {
        let mut column = 1;
        let fields = self.text.split(separator).map(|field| {
            let indent = field.chars().count() - field.trim_start().chars().count();
            let start = column + indent;
            column += field.chars().count() + 1;
            Field {
                text: field.trim(),
                column: start,
            }
        });
        fields.collect()
    }

    /// The parts between white space.
    pub(super) fn white_space_fields(&self) -> Vec<Field<'a>> {
        Field {
            text: self.text,
            column: 1,
        }
        .words()
    }
}

impl<'a> Field<'a> {
    /// The parts between white space.
    pub(super) fn words(self) -> Vec<Field<'a>> {
        let mut column = self.column;
        let words = self.text.split(char::is_whitespace).map(|text| {
            let start = column;
            column += text.chars().count() + 1;
            Field {
                text,
                column: start,
            }
        });
        words.filter(|word| !word.text.is_empty()).collect()
    }

    /// The rest of the field after its first `bytes` bytes.
    pub(super) fn after(self, bytes: usize) -> Field<'a> {
        let (before, text) = self.text.split_at(bytes);
        Field {
            text,
            column: self.column + before.chars().count(),
        }
    }
}
