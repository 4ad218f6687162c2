//! Images: mapped files or bytes, with the views that borrow them.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use lexc_runtime::{Checks, Lexicon, MappedImage};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView};
use self_cell::self_cell;

use crate::error::{not_readable, refused, refused_file};
use crate::spelling::Spelling;

/// The bytes of an image.
pub enum Bytes {
    Mapped { map: MappedImage, path: PathBuf },
    Owned(Vec<u8>),
}

impl Bytes {
    /// Maps a file.
    pub fn map(py: Python<'_>, path: PathBuf) -> PyResult<Bytes> {
        let map = py.detach(|| {
            let file = File::open(&path)?;
            // SAFETY: `Lexicon.open` and `Leaves.open` document that the file must not be written to or truncated while
            // it is open. The package never writes to an image in place.
            unsafe { MappedImage::map(&file) }
        });
        match map {
            Ok(map) => Ok(Bytes::Mapped { map, path }),
            Err(error) => Err(not_readable(py, &path, &error)),
        }
    }

    /// Copies the bytes of a `bytes`, `bytearray` or `memoryview` object.
    pub fn copy(image: &Bound<'_, PyAny>) -> PyResult<Bytes> {
        if let Ok(bytes) = image.cast::<PyBytes>() {
            return Ok(Bytes::Owned(bytes.as_bytes().to_vec()));
        }
        if let Ok(bytes) = image.cast::<PyByteArray>() {
            return Ok(Bytes::Owned(bytes.to_vec()));
        }
        if let Ok(view) = image.cast::<PyMemoryView>() {
            return Bytes::copy(&view.call_method0("tobytes")?);
        }
        let found = image.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "image: bytes are needed, not {found}"
        )))
    }

    pub fn as_slice(&self) -> &[u8] {
        match self {
            Bytes::Mapped { map, .. } => map.bytes(),
            Bytes::Owned(bytes) => bytes,
        }
    }

    /// The path of a mapped file.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Bytes::Mapped { path, .. } => Some(path),
            Bytes::Owned(_) => None,
        }
    }

    /// The exception for a fault of the image, with the path of a mapped file.
    pub fn refused(&self, error: impl std::fmt::Display) -> PyErr {
        match self.path() {
            Some(path) => refused_file(path, error),
            None => refused(error),
        }
    }
}

/// Views of an image.
pub struct Views<'a> {
    pub lexicon: Lexicon<'a>,
    pub spelling: Spelling<'a>,
}

self_cell!(
    /// An image with its lexicon.
    pub struct OpenImage {
        owner: Arc<Bytes>,
        #[covariant]
        dependent: Views,
    }
);

impl OpenImage {
    /// Opens the lexicon, with all checks.
    pub fn open(bytes: Bytes) -> PyResult<OpenImage> {
        OpenImage::of(Arc::new(bytes), Checks::All, &[])
    }

    /// The lexicon of all words of the image.
    pub fn base(&self) -> PyResult<OpenImage> {
        self.again(&[])
    }

    /// The view of the words whose labels satisfy an expression.
    pub fn view(&self, expression: &str) -> PyResult<OpenImage> {
        let outer = self.lexicon().expression().to_string();
        match outer.is_empty() {
            true => self.again(&[expression]),
            false => self.again(&[&outer, expression]),
        }
    }

    /// Views over the same bytes, which were checked; the checks of bounds are for a mapped file that has changed since.
    fn again(&self, expressions: &[&str]) -> PyResult<OpenImage> {
        OpenImage::of(Arc::clone(self.borrow_owner()), Checks::Bounds, expressions)
    }

    fn of(bytes: Arc<Bytes>, checks: Checks, expressions: &[&str]) -> PyResult<OpenImage> {
        OpenImage::try_new(bytes, |bytes| {
            let lexicon = Lexicon::open(bytes.as_slice(), checks);
            let mut lexicon = lexicon.map_err(|error| bytes.refused(error))?;
            for expression in expressions {
                lexicon = lexicon.view(expression).map_err(refused)?;
            }
            let spelling = Spelling::new(lexicon.alphabet());
            Ok(Views { lexicon, spelling })
        })
    }

    pub fn bytes(&self) -> &Bytes {
        self.borrow_owner()
    }

    /// The word with this index, counted from the end if it is below 0.
    ///
    /// # Errors
    /// An index that none of the words has; `word_count` is their number.
    pub fn word_text_at(&self, index: isize, word_count: u32) -> PyResult<String> {
        let from_start = match index {
            0.. => Some(index),
            _ => index.checked_add_unsigned(word_count as usize),
        };
        let word = from_start
            .and_then(|index| u32::try_from(index).ok())
            .and_then(|index| self.lexicon().word_at(index));
        let word = word.ok_or_else(|| {
            PyIndexError::new_err(format!(
                "index {index} out of range (the lexicon has {word_count} words)"
            ))
        })?;
        Ok(word.display(self.lexicon().alphabet()).to_string())
    }

    pub fn lexicon(&self) -> &Lexicon<'_> {
        &self.borrow_dependent().lexicon
    }

    pub fn spelling(&self) -> &Spelling<'_> {
        &self.borrow_dependent().spelling
    }
}

/// An image that can be closed. Calls under way keep the image until they return.
pub struct Closable(RwLock<Option<Arc<OpenImage>>>);

impl Closable {
    pub fn new(image: OpenImage) -> Closable {
        Closable(RwLock::new(Some(Arc::new(image))))
    }

    /// The image.
    ///
    /// # Errors
    /// The lexicon is closed.
    pub fn get(&self) -> PyResult<Arc<OpenImage>> {
        self.with(Arc::clone)
    }

    /// Calls a short function with the image. A thread that closes the image waits until the function returns.
    ///
    /// # Errors
    /// The lexicon is closed.
    #[inline]
    pub fn with<T>(&self, f: impl FnOnce(&Arc<OpenImage>) -> T) -> PyResult<T> {
        let image = self.0.read().unwrap_or_else(PoisonError::into_inner);
        match &*image {
            Some(image) => Ok(f(image)),
            None => Err(refused("the lexicon is closed (open it again)")),
        }
    }

    pub fn close(&self) {
        let image = self
            .0
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        // Unmaps the file after the lock is released, unless a call still uses it.
        drop(image);
    }

    pub fn is_closed(&self) -> bool {
        self.0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .is_none()
    }
}
