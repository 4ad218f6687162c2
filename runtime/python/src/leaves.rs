//! `Leaves`: values of leaves.

use std::path::PathBuf;

use lexc_runtime::{Alphabet, Image, LeaveImage, LeaveImageError, Rack};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::image::Bytes;

/// Values of leaves, the tiles that a move keeps on the rack, read in place from an image.
///
/// ``lexc leaves`` and ``lexc convert`` make such images. The equity of a move is its score plus the value of its
/// leave. With ``sums=True``, a leave that is not listed has the sum of the values of its single tiles; otherwise its
/// value is 0.
#[pyclass(frozen, module = "lexc")]
pub struct Leaves {
    bytes: Bytes,
    /// The file of a mapped image.
    path: Option<PathBuf>,
    sums: bool,
    count: u32,
}

impl Leaves {
    fn new(py: Python<'_>, bytes: Bytes, sums: bool) -> PyResult<Leaves> {
        let path = bytes.path().map(std::path::absolute).transpose()?;
        let count = py.detach(|| {
            let image = Image::from_bytes(bytes.as_slice());
            let image = image.map_err(|error| bytes.refused(error))?;
            match image.leave_values() {
                Some(_) => Ok(image.metadata().word_count()),
                None => Err(bytes.refused(LeaveImageError::NoLeaves)),
            }
        })?;
        Ok(Leaves {
            bytes,
            path,
            sums,
            count,
        })
    }

    /// The values for the alphabet of a lexicon. The image was checked when it was opened.
    pub fn view(&self, alphabet: Alphabet<'_>) -> PyResult<LeaveImage<'_>> {
        let view = LeaveImage::from_bytes_unvalidated(self.bytes.as_slice(), alphabet);
        let view = view.map_err(|error| self.bytes.refused(error))?;
        Ok(if self.sums { view.with_sums() } else { view })
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
            None => &|_: &Rack| 0,
        }
    }
}

#[pymethods]
impl Leaves {
    /// Opens a leaves image file: maps it into memory and checks all of it.
    ///
    /// While the leaves are in use, no program may write to the file or truncate it.
    #[classmethod]
    #[pyo3(signature = (path, *, sums=false))]
    fn open(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        path: PathBuf,
        sums: bool,
    ) -> PyResult<Leaves> {
        Leaves::new(py, Bytes::map(py, path)?, sums)
    }

    /// Opens a leaves image in memory, and checks all of it. Copies the bytes.
    #[classmethod]
    #[pyo3(signature = (image, *, sums=false))]
    fn from_bytes(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        image: &Bound<'_, PyAny>,
        sums: bool,
    ) -> PyResult<Leaves> {
        Leaves::new(py, Bytes::copy(image)?, sums)
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
        let partial = py.import("functools")?.getattr("partial")?;
        let keywords = pyo3::types::PyDict::new(py);
        keywords.set_item("sums", self.sums)?;
        let open = py.get_type::<Leaves>().getattr(name)?;
        let open = partial.call((open,), Some(&keywords))?;
        Ok((open, (argument,).into_pyobject(py)?.into_any()))
    }

    fn __repr__(&self) -> String {
        format!("<lexc.Leaves with the values of {} leaves>", self.count)
    }
}
