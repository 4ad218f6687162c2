//! Many texts, copied so that they can be read detached from the interpreter.

use lexc_runtime::Word;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::image::OpenImage;

/// Texts, one after the other.
#[derive(Default)]
pub struct Texts {
    chars: Vec<u32>,
    /// The end of each text in `chars`; an item that is not a string is an empty text, which is not a word.
    ends: Vec<usize>,
}

impl Texts {
    /// Copies the strings of an iterable.
    ///
    /// # Errors
    /// The object is not iterable, or the iteration fails.
    pub fn of(items: &Bound<'_, PyAny>) -> PyResult<Texts> {
        let mut texts = Texts::default();
        for item in items.try_iter()? {
            if let Ok(text) = item?.cast::<PyString>() {
                texts.push(text)?;
            }
            texts.ends.push(texts.chars.len());
        }
        Ok(texts)
    }

    fn push(&mut self, text: &Bound<'_, PyString>) -> PyResult<()> {
        // SAFETY: `text` is a string, and the interpreter is attached.
        let len = unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) };
        let Ok(len) = usize::try_from(len) else {
            return Err(PyErr::fetch(text.py()));
        };
        let start = self.chars.len();
        self.chars.resize(start + len, 0);
        let free = &mut self.chars[start..];
        // SAFETY: `text` is a string, the interpreter is attached, and `free` has room for its characters. Strings do not change.
        let copied = unsafe {
            ffi::PyUnicode_AsUCS4(text.as_ptr(), free.as_mut_ptr(), free.len() as isize, 0)
        };
        match copied.is_null() {
            true => Err(PyErr::fetch(text.py())),
            false => Ok(()),
        }
    }

    /// For each text, the reading that is a word.
    pub fn find<'t>(&'t self, image: &'t OpenImage) -> impl Iterator<Item = Option<Word>> + 't {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let chars = &self.chars[std::mem::replace(&mut start, end)..end];
            let (spelling, lexicon) = (image.spelling(), image.lexicon());
            if let Some(word) = spelling.read_ascii(chars.iter().copied()) {
                return lexicon.contains(&word).then_some(word);
            }
            // Text with lone surrogates is not a word.
            let text: Option<String> = chars.iter().map(|&c| char::from_u32(c)).collect();
            spelling.find(&text?, lexicon)
        })
    }
}
