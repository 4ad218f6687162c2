//! [`Deadline`]: the end of a search's time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When a search must end: at an instant, or once another thread sets a flag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline<'a> {
    at: Option<Instant>,
    interrupt: Option<&'a AtomicBool>,
}

impl<'a> Deadline<'a> {
    /// No end.
    pub(crate) const NONE: Deadline<'static> = Deadline {
        at: None,
        interrupt: None,
    };

    /// The deadline of a search that starts now, with a limit of time and a flag, each if it is given.
    pub(crate) fn new(
        time_limit: Option<Duration>,
        interrupt: Option<&'a AtomicBool>,
    ) -> Deadline<'a> {
        Deadline {
            at: time_limit.and_then(|limit| Instant::now().checked_add(limit)),
            interrupt,
        }
    }

    /// Returns `true` after the deadline.
    pub(crate) fn is_over(&self) -> bool {
        self.at.is_some_and(|at| Instant::now() >= at)
            || (self.interrupt).is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }
}
