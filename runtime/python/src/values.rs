//! Named tuples of `lexc._types`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

/// A class of `lexc._types`, imported once.
pub struct Class {
    name: &'static str,
    class: PyOnceLock<Py<PyType>>,
}

pub static MOVE: Class = Class::named("Move");
pub static TILE: Class = Class::named("Tile");
pub static HOOKS: Class = Class::named("Hooks");
pub static RULING: Class = Class::named("Ruling");
pub static SCORED_WORD: Class = Class::named("ScoredWord");
pub static SIMULATED_MOVE: Class = Class::named("SimulatedMove");
pub static SIMULATION: Class = Class::named("Simulation");
pub static SOLUTION: Class = Class::named("Solution");
pub static TURN: Class = Class::named("Turn");
pub static GCG_EVENT: Class = Class::named("GcgEvent");
pub static GCG_STEP: Class = Class::named("GcgStep");

impl Class {
    const fn named(name: &'static str) -> Class {
        Class {
            name,
            class: PyOnceLock::new(),
        }
    }

    /// The class.
    pub fn get<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyType>> {
        self.class.import(py, "lexc._types", self.name)
    }

    /// A tuple of the class with these fields.
    pub fn make<'py>(
        &self,
        py: Python<'py>,
        fields: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.get(py)?.call1(fields.into_pyobject(py)?)
    }
}
