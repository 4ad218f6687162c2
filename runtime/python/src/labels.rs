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
    let lexicon = image.lexicon();
    let word = image.spelling().word(word)?;
    let (Some(set), Some(labels)) = (lexicon.labels(&word), lexicon.image().labels()) else {
        return Ok(None);
    };
    let found = PyDict::new(py);
    for (index, flag) in labels.flags().enumerate() {
        if set.has(index) {
            found.set_item(flag.name(), true)?;
        }
    }
    for (index, number) in labels.numbers().enumerate() {
        if let Some(value) = set.number(index) {
            found.set_item(number.name(), value)?;
        }
    }
    Ok(Some(found))
}
