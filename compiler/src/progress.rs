//! Progress of long work: the current stage, and the number of items done in it.

/// A stage of long work, and the number of items done in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// The name of the stage, such as `reading`.
    pub(crate) stage: &'static str,
    pub(crate) done: u64,
    /// The number of items of the stage; `None` if it is unknown, as for the bytes of standard input.
    pub(crate) total: Option<u64>,
    /// The name of the items, in the plural: `words`.
    pub(crate) unit: &'static str,
}

/// Receives the steps of long work.
pub(crate) type StepVisitor<'v> = &'v mut dyn FnMut(Step);

/// The number of items between two visits of a [`Counter`].
const STRIDE: u64 = 4096;

/// Counts the items of a stage, and calls the visitor after every [`STRIDE`] items.
pub(crate) struct Counter<'v> {
    step: Step,
    visit: StepVisitor<'v>,
}

impl<'v> Counter<'v> {
    /// Starts a stage of `total` items, and calls the visitor for the first time.
    pub(crate) fn start(
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
    pub(crate) fn done(&self) -> u64 {
        self.step.done
    }

    /// Counts an item.
    #[inline]
    pub(crate) fn advance(&mut self) {
        self.step.done += 1;
        if self.step.done.is_multiple_of(STRIDE) {
            (self.visit)(self.step);
        }
    }
}
