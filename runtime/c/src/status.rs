//! Results of functions, by number.

/// Result of a function: 0 or more if it did its work, negative if not.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum lexc_status {
    /// Done.
    LEXC_OK = 0,
    /// Done until the visitor ended the search.
    LEXC_STOPPED = 1,
    /// A pointer is NULL.
    LEXC_ERROR_NULL = -1,
    /// A pointer is not aligned to its type.
    LEXC_ERROR_ALIGNMENT = -2,
    /// A handle was not made, or was closed.
    LEXC_ERROR_HANDLE = -3,
    /// A number is out of range, or a play is malformed.
    LEXC_ERROR_ARGUMENT = -4,
    /// A text is not UTF-8.
    LEXC_ERROR_UTF8 = -5,
    /// A buffer is too short.
    LEXC_ERROR_CAPACITY = -6,
    /// The bytes are damaged, or are not an image.
    LEXC_ERROR_IMAGE = -7,
    /// The image lacks the automaton or the word index.
    LEXC_ERROR_MISSING = -8,
    /// A word, rack, position, play or layout is written wrongly.
    LEXC_ERROR_TEXT = -9,
    /// The lexicon has no such word.
    LEXC_ERROR_NO_WORD = -10,
    /// The rules are impossible.
    LEXC_ERROR_RULES = -11,
    /// Board, rack and rules do not fit together.
    LEXC_ERROR_POSITION = -12,
    /// The play is illegal.
    LEXC_ERROR_ILLEGAL = -13,
    /// A file cannot be read or mapped.
    LEXC_ERROR_FILE = -14,
}

pub(crate) use lexc_status::{LEXC_OK, LEXC_STOPPED};
