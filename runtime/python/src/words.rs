//! The iterator over the words of a lexicon.

use std::sync::{Arc, Mutex, PoisonError};

use lexc_runtime::{Word, Words};
use pyo3::prelude::*;
use self_cell::self_cell;

use crate::image::OpenImage;
use crate::lexicon::Lexicon;

self_cell!(
    struct Walk {
        owner: Arc<OpenImage>,
        #[not_covariant]
        dependent: Words,
    }
);

/// The words of a lexicon in alphabetical order.
#[pyclass(frozen, module = "lexc")]
pub struct WordIterator {
    lexicon: Py<Lexicon>,
    walk: Mutex<Walk>,
}

impl WordIterator {
    pub fn new(lexicon: Py<Lexicon>, image: Arc<OpenImage>) -> WordIterator {
        let walk = Walk::new(image, |image| image.lexicon().words());
        WordIterator {
            walk: Mutex::new(walk),
            lexicon,
        }
    }
}

#[pymethods]
impl WordIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> PyResult<Option<String>> {
        // Raises if the lexicon is closed.
        self.lexicon.get().check_open()?;
        let mut walk = self.walk.lock().unwrap_or_else(PoisonError::into_inner);
        let word: Option<Word> = walk.with_dependent_mut(|_, words| words.next());
        let alphabet = walk.borrow_owner().lexicon().alphabet();
        Ok(word.map(|word| word.display(alphabet).to_string()))
    }
}
