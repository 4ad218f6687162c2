//! Ctrl-C in long calls.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// Checks for signals from a loop that is detached from the interpreter, at most every 50 ms.
pub struct Interrupt {
    next: Instant,
    error: Option<PyErr>,
}

const INTERVAL: Duration = Duration::from_millis(50);

impl Interrupt {
    pub fn new() -> Interrupt {
        Interrupt {
            next: Instant::now() + INTERVAL,
            error: None,
        }
    }

    /// Returns `true` if a signal handler raised an exception, such as `KeyboardInterrupt`: the loop then ends.
    pub fn is_raised(&mut self) -> bool {
        let now = Instant::now();
        if self.error.is_none() && now >= self.next {
            self.next = now + INTERVAL;
            self.error = Python::attach(|py| py.check_signals()).err();
        }
        self.error.is_some()
    }

    /// The exception, if there is one.
    pub fn finish(self) -> PyResult<()> {
        self.error.map_or(Ok(()), Err)
    }
}
