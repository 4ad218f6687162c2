//! Ctrl-C in long calls.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::refused;

/// Checks for signals in a loop that is detached from the interpreter, at most once in 50 ms.
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

    /// Returns the exception as an error, if a signal handler raised one.
    pub fn finish(self) -> PyResult<()> {
        self.error.map_or(Ok(()), Err)
    }
}

/// Runs work on another thread, and checks for signals meanwhile. Once a signal handler has raised an exception, sets
/// the flag, waits for the work to end, and returns the exception.
pub fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let flag = &AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                let result = work(flag);
                // Sending can't fail: the receiver waits until the work has ended.
                let _ = sender.send(result);
            });
            let worker = worker?;
            let mut raised = None;
            loop {
                match receiver.recv_timeout(INTERVAL) {
                    Ok(result) => return raised.map_or(Ok(result), Err),
                    Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                        raised = Python::attach(|py| py.check_signals()).err();
                        flag.store(raised.is_some(), Ordering::Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        // The work panicked: its message is on standard error.
                        let _ = worker.join();
                        return Err(PyRuntimeError::new_err(
                            "the search failed (report this as a fault of lexc)",
                        ));
                    }
                }
            }
        })
    })
}

/// The greatest number of threads of a call.
const MAX_THREADS: usize = 256;

/// The number of threads of a call; by default, one for each processor.
pub fn thread_count(threads: Option<usize>) -> PyResult<usize> {
    match threads {
        None => Ok(thread::available_parallelism()
            .map_or(1, NonZero::get)
            .min(MAX_THREADS)),
        Some(threads @ 1..=MAX_THREADS) => Ok(threads),
        Some(threads) => Err(refused(format_args!(
            "{threads} threads: not 1 to {MAX_THREADS}"
        ))),
    }
}

/// A pool of threads for one call. In a forked process, a global pool would have no threads.
pub fn pool(threads: Option<usize>) -> PyResult<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(thread_count(threads)?)
        .build()
        .map_err(refused)
}
