//! Exceptions.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    lexc,
    LexcError,
    PyValueError,
    "A fault of an image, a text, a position, a move, a record or a setting; a use of a closed lexicon. The message names the problem, and its place and remedy where there are any."
);

/// The exception with the text of an error.
pub fn refused(error: impl Display) -> PyErr {
    LexcError::new_err(error.to_string())
}

/// The exception for a fault of a file's contents.
pub fn refused_file(path: &Path, error: impl Display) -> PyErr {
    refused(format_args!("{}: {error}", path.display()))
}

/// The `OSError` of a file; Python chooses the subclass, such as `FileNotFoundError`.
pub fn not_readable(py: Python<'_>, path: &Path, error: &io::Error) -> PyErr {
    let Some(code) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    let text = py
        .import("os")
        .and_then(|os| os.call_method1("strerror", (code,)));
    match text {
        Ok(text) => PyOSError::new_err((code, text.unbind(), path.as_os_str().to_owned())),
        Err(error) => error,
    }
}
