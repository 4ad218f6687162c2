//! Opens pickled lexicons.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::image::Bytes;
use crate::lexicon::Lexicon;

/// Opens the image of a pickled lexicon. Raises ``LexcError`` if the file has other words.
#[pyfunction]
pub fn reopen(
    py: Python<'_>,
    path: PathBuf,
    fingerprint: &Bound<'_, PyString>,
) -> PyResult<Lexicon> {
    let lexicon = Lexicon::new(py, Bytes::map(py, path)?)?;
    let needed = fingerprint.to_cow()?;
    let image = lexicon.open_image()?;
    let found = image.lexicon().fingerprint().to_string();
    if found == needed {
        return Ok(lexicon);
    }
    Err(image.bytes().refused(format_args!(
        "fingerprint {found} where the pickled lexicon had {needed} (pickle the lexicon again)"
    )))
}
