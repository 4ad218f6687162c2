//! Reads word lists into a [`WordList`].
//!
//! A list is UTF-8 text with one word per line. Lists may have: a byte order mark; line ends LF, CRLF and CR, and no
//! line end at the end; white space before a word; empty lines; comments, from a `#` to the end of the line; a
//! definition, that is any text after a word and white space; words in any case, in any order, more than once;
//! decomposed characters. [`tokenizer`](crate::tokenizer) turns a word's text into tiles.
//!
//! Everything else is an error: above all `,`, `;` and `"`, which no tile can have. They do not end a word,
//! because a list with several words on a line would lose all but the first word of the line. Bad lines are reported up
//! to a limit or, as an option, skipped and counted. UTF-16, UTF-32 and NUL bytes are errors of the whole list.
//!
//! Memory is bounded by the words that are kept: input goes through a buffer of 256 KiB, and a line is read
//! up to 64 KiB.

mod list;
mod reader;
mod report;
#[cfg(test)]
mod tests;

pub use list::{TooManyTilesError, WordList, WordListBuilder, WordListIter};
pub use reader::{ReadOptions, WordListReader, read};
pub use report::{ReadSummary, WordListError};
