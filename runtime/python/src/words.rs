//! The iterator over the words of a lexicon.

use std::sync::{Arc, Mutex, PoisonError};

use lexc_runtime::Word;
use pyo3::prelude::*;

use crate::image::{Closable, OpenImage};

/// The number of words that are read at a time.
const BLOCK: usize = 64;

/// The words of a lexicon in alphabetical order.
#[pyclass(frozen, module = "lexc")]
pub struct WordIterator {
    lexicon: Arc<Closable>,
    image: Arc<OpenImage>,
    block: Mutex<Block>,
}

/// Words that are read and not yet returned, the last first, and the word after which the next block starts.
struct Block {
    words: Vec<Word>,
    last: Word,
}

impl Block {
    fn next(&mut self, image: &OpenImage) -> Option<Word> {
        if self.words.is_empty() {
            let words = image.lexicon().words_after(&self.last);
            self.words.extend(words.take(BLOCK));
            self.last = self.words.last().copied().unwrap_or(self.last);
            self.words.reverse();
        }
        self.words.pop()
    }
}

impl WordIterator {
    /// # Errors
    /// The lexicon is closed.
    pub fn new(lexicon: Arc<Closable>) -> PyResult<WordIterator> {
        Ok(WordIterator {
            image: lexicon.get()?,
            lexicon,
            block: Mutex::new(Block {
                words: Vec::new(),
                last: Word::EMPTY,
            }),
        })
    }
}

#[pymethods]
impl WordIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> PyResult<Option<String>> {
        // Raises if the lexicon is closed.
        self.lexicon.with(|_| ())?;
        let mut block = self.block.lock().unwrap_or_else(PoisonError::into_inner);
        let word = block.next(&self.image);
        let alphabet = self.image.lexicon().alphabet();
        Ok(word.map(|word| word.display(alphabet).to_string()))
    }
}
