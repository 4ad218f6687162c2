//! `Leaves`: values of leaves.

use std::path::PathBuf;

use lexc_runtime::{Alphabet, Checks, Image, LeaveImage, LeaveImageError, NoLeaves};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::image::Bytes;

/// Values of leaves, the tiles that a move keeps on the rack, read in place from an image.
///
/// ``lexc leaves`` and ``lexc convert`` make such images. The equity of a move is its score plus the value of its
/// leave. A leave that is not listed has the value of the image's estimate. In an image without an estimate, it has the
/// value 0 if the image lists leaves of six tiles, and otherwise the sum of the values of its single tiles.
#[pyclass(frozen, module = "lexc")]
pub struct Leaves {
    bytes: Bytes,
    /// The file of a mapped image.
    path: Option<PathBuf>,
    count: u32,
}

impl Leaves {
    fn new(py: Python<'_>, bytes: Bytes) -> PyResult<Leaves> {
        let path = bytes.path().map(std::path::absolute).transpose()?;
        let count = py.detach(|| {
            let image = Image::from_bytes(bytes.as_slice());
            let image = image.map_err(|error| bytes.refused(error))?;
            match image.leave_values() {
                Some(_) => Ok(image.metadata().word_count()),
                None => Err(bytes.refused(LeaveImageError::NoLeaves)),
            }
        })?;
        Ok(Leaves { bytes, path, count })
    }

    /// The values for the alphabet of a lexicon. The image was checked when it was opened.
    pub fn view(&self, alphabet: Alphabet<'_>) -> PyResult<LeaveImage<'_>> {
        let view = LeaveImage::open(self.bytes.as_slice(), Checks::Bounds, alphabet);
        view.map_err(|error| self.bytes.refused(error))
    }
}

/// The values for a lexicon; without an image, 0 for all leaves.
pub struct Values<'a>(Option<LeaveImage<'a>>);

impl<'a> Values<'a> {
    pub fn of(leaves: Option<&'a Leaves>, alphabet: Alphabet<'_>) -> PyResult<Values<'a>> {
        let image = leaves.map(|leaves| leaves.view(alphabet)).transpose()?;
        Ok(Values(image))
    }

    pub fn as_dyn(&self) -> &(dyn lexc_runtime::Leaves + Sync) {
        match &self.0 {
            Some(image) => image,
            None => &NoLeaves,
        }
    }
}

#[pymethods]
impl Leaves {
    /// Opens a leaves image file: maps it into memory and checks all of it.
    ///
    /// While the leaves are in use, no program may write to the file or truncate it.
    #[classmethod]
    fn open(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Leaves> {
        Leaves::new(py, Bytes::map(py, path)?)
    }

    /// Opens a leaves image in memory, and checks all of it. Copies the bytes.
    #[classmethod]
    fn from_bytes(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        image: &Bound<'_, PyAny>,
    ) -> PyResult<Leaves> {
        Leaves::new(py, Bytes::copy(image)?)
    }

    /// The number of leaves.
    fn __len__(&self) -> usize {
        self.count as usize
    }

    /// Pickles mapped leaves by path, and leaves in memory with their bytes.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (name, argument) = match &self.path {
            Some(path) => ("open", path.into_pyobject(py)?.into_any()),
            None => (
                "from_bytes",
                PyBytes::new(py, self.bytes.as_slice()).into_any(),
            ),
        };
        let open = py.get_type::<Leaves>().getattr(name)?;
        Ok((open, (argument,).into_pyobject(py)?.into_any()))
    }

    fn __repr__(&self) -> String {
        format!("<lexc.Leaves with the values of {} leaves>", self.count)
    }
}
