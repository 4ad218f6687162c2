//! Tiles of a word.

use std::fmt;

use lexc_formats::MAX_WORD_LEN;

/// A word's tiles.
#[derive(Clone, Copy)]
pub struct TokenizedWord {
    pub(super) codes: [u8; MAX_WORD_LEN],
    pub(super) len: usize,
    /// True if some tile was not spelled by its text: in lower case, or as a blank.
    pub is_folded: bool,
    /// True if the text was not in NFC.
    pub is_normalized: bool,
}

impl TokenizedWord {
    pub(crate) const EMPTY: TokenizedWord = TokenizedWord {
        codes: [0; MAX_WORD_LEN],
        len: 0,
        is_folded: false,
        is_normalized: false,
    };

    /// The tiles' codes, at most 63.
    #[inline]
    pub fn codes(&self) -> &[u8] {
        &self.codes[..self.len]
    }

    #[inline]
    pub(super) fn push(&mut self, code: u8) -> Option<()> {
        *self.codes.get_mut(self.len)? = code;
        self.len += 1;
        Some(())
    }
}

impl fmt::Debug for TokenizedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenizedWord")
            .field("codes", &self.codes())
            .field("is_folded", &self.is_folded)
            .field("is_normalized", &self.is_normalized)
            .finish()
    }
}
