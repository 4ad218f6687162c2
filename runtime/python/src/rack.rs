//! `Rack`: tiles of a player.

use std::borrow::Cow;

use lexc_runtime::{Alphabet, RackTile};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::error::refused;
use crate::lexicon::Lexicon;
use crate::spelling::nfc;

/// The tiles of a player, in alphabet order; ``?`` is a blank.
///
/// >>> rack = lexc.Rack("TRACE?", lexicon)
/// >>> rack, len(rack), list(rack), rack.count("R")
/// (Rack('ACERT?'), 6, ['A', 'C', 'E', 'R', 'T', '?'], 1)
#[pyclass(frozen, module = "lexc")]
pub struct Rack {
    text: String,
    tiles: Vec<String>,
}

/// Reads a rack.
pub fn read(text: &str, alphabet: Alphabet<'_>) -> PyResult<lexc_runtime::Rack> {
    lexc_runtime::Rack::parse(&nfc(text), alphabet)
        .map_err(|error| refused(format_args!("rack {text:?}: {error}")))
}

/// The text of a tile; `?` for a blank.
pub fn tile_text(tile: RackTile, alphabet: Alphabet<'_>) -> String {
    tile.letter()
        .map_or("?", |tile| alphabet.text(tile))
        .to_owned()
}

impl Rack {
    pub fn new(rack: lexc_runtime::Rack, alphabet: Alphabet<'_>) -> Rack {
        Rack {
            text: rack.display(alphabet).to_string(),
            tiles: rack
                .into_iter()
                .map(|tile| tile_text(tile, alphabet))
                .collect(),
        }
    }
}

#[pymethods]
impl Rack {
    #[new]
    fn py_new(text: Cow<'_, str>, lexicon: &Lexicon) -> PyResult<Rack> {
        let image = lexicon.open_image()?;
        let alphabet = image.lexicon().alphabet();
        Ok(Rack::new(read(&text, alphabet)?, alphabet))
    }

    /// Counts the tiles of the rack that have this text.
    fn count(&self, tile: Cow<'_, str>) -> usize {
        let tile = nfc(&tile);
        self.tiles.iter().filter(|found| **found == *tile).count()
    }

    fn __len__(&self) -> usize {
        self.tiles.len()
    }

    fn __contains__(&self, tile: &Bound<'_, PyAny>) -> bool {
        let text = tile.extract::<String>();
        text.is_ok_and(|text| self.tiles.contains(&nfc(&text).into_owned()))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyTuple::new(py, &self.tiles)?.try_iter()?.into_any())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Rack>()
            .is_ok_and(|other| other.get().text == self.text)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.text).hash()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Rack('{}')", self.text)
    }
}
