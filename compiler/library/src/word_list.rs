//! Reads word lists into a [`WordList`].
//!
//! A list is text with one word per line, in UTF-8, in UTF-16 with a byte order mark or in the encoding that an option
//! names, and may be compressed by gzip or zstd. Lists may have: a byte order mark; line ends LF, CRLF and CR (the last
//! line needs none); white space before a word; empty lines; comments, from a `#` outside a definition to the end of
//! the line; definitions; words in any case, in any order, more than once; decomposed characters.
//! [`tokenizer`](crate::tokenizer) turns a word's text into tiles. A Hunspell dictionary with its affix file stands for
//! its forms.
//!
//! Definitions start at a tab; an option can name one more start. Without the option, the reader recognises lists with
//! parts of speech in brackets, such as `AA rough lava [n AAS]`. In such a list, text after a word is a definition,
//! too, if it ends in a part of speech in brackets. A list is recognised if its first 64 KiB have such text after words
//! in upper case, and no other text after words except comments and text after a tab. Text after a word that is neither
//! a definition nor a comment is another word, and the line is bad: `hot dog` is not HOT.
//!
//! An option names the column of the words, counted from 1. Then the cells of a line end at a tab, a semicolon, a comma or white
//! space, whichever the list has, and may be in quotation marks; the cell after the word is its definition. A first line of
//! headings, recognised by numbers below texts or by common names of columns, is skipped and counted in lists with such an
//! option, and in lists with definitions after a tab.
//!
//! A line is also bad if its word cannot be read as tiles, for example because of a `,`, `;` or `"`. The reader counts
//! bad lines by [`Cause`], and reports the first ones, some of each cause; an option skips bad lines, up to a limit.
//! NUL bytes and UTF-32 are errors of the whole list. If no option names another encoding, lines that are not UTF-8 are
//! bad lines in a list that an option or other lines (with UTF-8 text beyond ASCII) mark as UTF-8; any other list with
//! such lines is in another encoding, which is one error of the whole list.
//!
//! Memory is bounded, except for the words and kept definitions: input goes through a buffer of 256 KiB, a line is read up
//! to 64 KiB, and zstd data takes up to 128 MiB. [`Limits`](crate::Limits) bound the bytes, the words and the forms.

mod advice;
mod cause;
mod collector;
mod columns;
mod definition_list;
mod definitions;
mod dictionary_lines;
pub(crate) mod doubts;
mod fault_log;
mod faults;
mod labels;
mod line_notes;
mod list;
mod not_utf8;
mod note;
mod options;
mod reader;
mod report;
mod source_state;
mod table_lines;
#[cfg(test)]
mod tests;
mod word_text;

pub use cause::{Cause, CauseCounts};
pub use definition_list::DefinitionList;
pub(crate) use definition_list::check_texts as check_definitions;
pub use faults::WordListError;
pub use list::{TooManyTilesError, WordList, WordListBuilder, WordListIter};
pub use note::{LineNote, NoteKind};
pub use options::{DefinitionStart, LabelColumn, LabelKind, ReadOptions, SkipLimit};
pub use reader::{NoteVisitor, WordListReader, read};
pub use report::ReadSummary;
