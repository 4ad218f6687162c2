//! Labels of words.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::image::OpenImage;

/// The labels of a word: each flag that it has with `True`, and each number that it has. `None` if it is not in the lexicon, or the
/// image has no labels.
pub fn labels<'py>(
    py: Python<'py>,
    image: &OpenImage,
    word: &str,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let word = image.spelling().word(word)?;
    let Some(labels) = image.lexicon().labels(&word) else {
        return Ok(None);
    };
    let found = PyDict::new(py);
    for (label, number) in labels.named() {
        match number {
            None => found.set_item(label.name(), true)?,
            Some(value) => found.set_item(label.name(), value)?,
        }
    }
    Ok(Some(found))
}
