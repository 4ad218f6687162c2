//! Options for reading word lists.

use lexc_formats::MAX_WORD_LEN;

/// Words to read, and the treatment of bad lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadOptions {
    /// The fewest tiles of a word; shorter words are skipped. 1 by default.
    pub min_length: usize,
    /// The most tiles of a word; longer words are skipped. 63 by default, the limit of words: with it, a longer word is an
    /// error.
    pub max_length: usize,
    /// Skips and counts bad lines, which are errors otherwise. False by default.
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
