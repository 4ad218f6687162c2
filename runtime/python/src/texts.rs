//! Many texts, copied so that they can be read detached from the interpreter.

use lexc_runtime::Word;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::image::OpenImage;
use crate::spelling::{char_count, copy_chars};

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
        let start = self.chars.len();
        self.chars.resize(start + char_count(text)?, 0);
        copy_chars(text, &mut self.chars[start..])
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
