//! Progress of long work: its stage, and the fraction that is done.

/// A stage of long work, and the fraction that is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// The name of the stage, such as `reading`.
    pub(crate) stage: &'static str,
    pub(crate) done: u64,
    /// All items; `None` if their number is unknown, as it is for the bytes of standard input.
    pub(crate) total: Option<u64>,
    /// The items, such as `words`.
    pub(crate) unit: &'static str,
}

/// Receives the steps of long work.
pub(crate) type StepVisitor<'v> = &'v mut dyn FnMut(Step);

/// The number of items between two steps.
const STRIDE: u64 = 4096;

/// Counts the items of a stage, and visits a step for every [`STRIDE`].
pub(crate) struct Counter<'v> {
    step: Step,
    visit: StepVisitor<'v>,
}

impl<'v> Counter<'v> {
    /// Starts a stage of this many items.
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

    /// The number of items so far.
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
