//! Notes on single lines, for reports.

use super::cause::Cause;

/// A line that is bad, dropped, changed or read in one of several ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineNote {
    /// The number of the line in its list, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// Treatment of the line.
    pub kind: NoteKind,
    /// Cause of the treatment.
    pub cause: Cause,
    /// The word. For a line that is not UTF-8, the line; for a line noted as a phrase, or a dropped phrase with a
    /// capital letter, the line without its indentation.
    pub text: String,
    /// The fault of a bad line, or the tiles of a changed or chosen word; empty for a capitalised, short or long word.
    pub message: String,
}

/// Treatment of a noted line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// An error.
    Bad,
    /// Left out on request.
    Dropped,
    /// Kept, but read as other letters.
    Changed,
    /// Kept in one of several readings.
    Chosen,
}

impl NoteKind {
    /// The kind's name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            NoteKind::Bad => "bad",
            NoteKind::Dropped => "dropped",
            NoteKind::Changed => "changed",
            NoteKind::Chosen => "chosen",
        }
    }
}
