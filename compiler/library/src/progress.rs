//! Progress of long work: the current stage, and the number of items done in it.

use std::fmt;

/// A stage of long work, and the number of items done in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The name of the stage, such as `reading`.
    pub stage: &'static str,
    pub done: u64,
    /// The number of items of the stage; `None` if it is unknown, as for the bytes of standard input.
    pub total: Option<u64>,
    /// The name of the items, in the plural: `words`.
    pub unit: &'static str,
}

/// Receives the steps of long work.
pub type StepVisitor<'v> = &'v mut dyn FnMut(Step);

/// The number of items between two visits of a [`Counter`].
const STRIDE: u64 = 4096;

/// Counts the items of a stage, and calls the visitor after every `STRIDE` items.
pub struct Counter<'v> {
    step: Step,
    visit: StepVisitor<'v>,
}

impl fmt::Debug for Counter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counter")
            .field("step", &self.step)
            .finish_non_exhaustive()
    }
}

impl<'v> Counter<'v> {
    /// Starts a stage of `total` items, and calls the visitor for the first time.
    pub fn start(
        stage: &'static str,
        total: u64,
        unit: &'static str,
        visit: StepVisitor<'v>,
    ) -> Counter<'v> {
        let step = Step {
            stage,
            done: 0,
            total: Some(total),
            unit,
        };
        visit(step);
        Counter { step, visit }
    }

    /// The number of items counted.
    pub fn done(&self) -> u64 {
        self.step.done
    }

    /// Counts an item.
    #[inline]
    pub fn advance(&mut self) {
        self.step.done += 1;
        if self.step.done.is_multiple_of(STRIDE) {
            (self.visit)(self.step);
        }
    }
}
