//! Options for reading word lists.

use lexc_formats::MAX_WORD_LEN;

/// What to read, and what to do with what can't be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadOptions {
    /// The fewest tiles of a word; shorter words are skipped. 1 by default.
    pub min_length: usize,
    /// The most tiles of a word; longer words are skipped. 63 by default, which is the most a word can have: if nothing
    /// less is asked for, a longer word is not skipped but an error.
    pub max_length: usize,
    /// Whether bad lines are skipped and counted instead of being errors. False by default.
    pub skip_invalid: bool,
    /// The number of bad lines that are reported one by one; others are only counted. 20 by default.
    pub max_errors: usize,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            min_length: 1,
            max_length: MAX_WORD_LEN,
            skip_invalid: false,
            max_errors: 20,
        }
    }
}
