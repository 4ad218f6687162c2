//! Steps of a search for plays.

use std::cell::Cell;

use lexc_runtime::Tracer;

/// The steps of a search, as [`Tracer`] defines them.
#[derive(Debug, Default)]
pub struct StepCounter {
    /// The edges followed.
    pub edges: Cell<u64>,
    /// The anchors searched from.
    pub anchors: Cell<u64>,
}

impl Tracer for &StepCounter {
    fn edge(self) {
        self.edges.set(self.edges.get() + 1);
    }

    fn anchor(self) {
        self.anchors.set(self.anchors.get() + 1);
    }
}
