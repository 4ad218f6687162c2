//! Input: sources by name, lines of text, and messages for failures.

mod failure;
mod line_reader;
mod source;
mod text_lines;

pub use failure::ReadFailure;
pub use line_reader::MAX_LINE_BYTES;
pub(crate) use line_reader::{LineReader, RawLine};
pub use source::Source;
pub use text_lines::{InputError, InputErrorKind, Line, LineProblem, TextLines};
