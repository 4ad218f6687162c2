//! Labels of words.

use lexc_runtime::Label;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};

use crate::image::OpenImage;
use crate::texts::Texts;

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

/// A column for each flag, and one for each number, by name.
pub type LabelColumns<'py> = (Bound<'py, PyDict>, Bound<'py, PyDict>);

/// The labels of many words, an item for each: `None` for a text that is not a word, and for a number that the word does not have.
pub fn columns<'py>(image: &OpenImage, words: &Bound<'py, PyAny>) -> PyResult<LabelColumns<'py>> {
    let (py, texts) = (words.py(), Texts::of(words)?);
    let (flags, numbers) = py.detach(|| {
        let labels = image.lexicon().image().labels();
        let found: Vec<_> = texts
            .find(image)
            .map(|word| Some(labels?.get(&word?)))
            .collect();
        let (flags, numbers) = labels.map_or_else(Default::default, |labels| {
            (names(labels.flags()), names(labels.numbers()))
        });
        let flags = flags.into_iter().enumerate().map(|(index, name)| {
            let column = found.iter().map(|word| word.map(|word| word.has(index)));
            (name, column.collect::<Vec<_>>())
        });
        let numbers = numbers.into_iter().enumerate().map(|(index, name)| {
            let column = found.iter();
            let column = column.map(|word| word.and_then(|word| word.number(index)));
            (name, column.collect::<Vec<_>>())
        });
        (flags.collect::<Vec<_>>(), numbers.collect::<Vec<_>>())
    });
    Ok((flags.into_py_dict(py)?, numbers.into_py_dict(py)?))
}

fn names<'a>(labels: impl Iterator<Item = Label<'a>>) -> Vec<String> {
    labels.map(|label| label.name().to_owned()).collect()
}
