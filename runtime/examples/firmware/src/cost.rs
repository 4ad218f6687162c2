//! Costs of operations, and their lines of text.

use core::fmt::{self, Write};

/// Cost of an operation, or of several repeats measured together.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Instructions; `None` if they were too many to count.
    pub instructions: Option<u64>,
    /// Bytes of stack, including the frame of the operation itself.
    pub stack: usize,
}

/// Measures operations.
pub trait Meter {
    /// Runs the operation, and measures its cost if the machine can.
    fn measure<T>(&mut self, operation: impl FnOnce() -> T) -> (T, Option<Cost>);
}

/// Measures nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unmetered;

impl Meter for Unmetered {
    fn measure<T>(&mut self, operation: impl FnOnce() -> T) -> (T, Option<Cost>) {
        (operation(), None)
    }
}

/// Costs of operations of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    count: u64,
    instructions: u64,
    /// Instructions of the most expensive operation. Repeats that were measured together count with their mean.
    most_instructions: u64,
    most_stack: usize,
    are_counted: bool,
}

impl Costs {
    pub(crate) const NONE: Costs = Costs {
        count: 0,
        instructions: 0,
        most_instructions: 0,
        most_stack: 0,
        are_counted: true,
    };

    /// Cost of one operation.
    pub(crate) fn of(cost: Option<Cost>) -> Costs {
        let mut costs = Costs::NONE;
        costs.add(cost, 1);
        costs
    }

    /// Adds an operation that was repeated `times` times; `cost` is the cost of all repeats together.
    pub(crate) fn add(&mut self, cost: Option<Cost>, times: u32) {
        let Some(cost) = cost else {
            return;
        };
        let instructions = cost.instructions.unwrap_or(0);
        self.merge(&Costs {
            count: times.into(),
            instructions,
            most_instructions: instructions / u64::from(times),
            most_stack: cost.stack,
            are_counted: cost.instructions.is_some(),
        });
    }

    pub(crate) fn merge(&mut self, other: &Costs) {
        self.count += other.count;
        self.instructions += other.instructions;
        self.most_instructions = self.most_instructions.max(other.most_instructions);
        self.most_stack = self.most_stack.max(other.most_stack);
        self.are_counted &= other.are_counted;
    }

    /// Writes a line, if anything was measured.
    pub(crate) fn report(&self, name: &str, output: &mut impl Write) -> fmt::Result {
        self.write(name, None, output)
    }

    /// Writes a line as [`report`](Self::report) does, with the instructions per byte.
    pub(crate) fn report_per_byte(
        &self,
        bytes: usize,
        name: &str,
        output: &mut impl Write,
    ) -> fmt::Result {
        self.write(name, Some(bytes as u64), output)
    }

    fn write(&self, name: &str, bytes: Option<u64>, output: &mut impl Write) -> fmt::Result {
        if self.count == 0 {
            return Ok(());
        }
        let separator = if name.is_empty() { "" } else { ": " };
        write!(output, "#   {name}{separator}")?;
        match (self.are_counted, self.count) {
            (false, _) => write!(output, "too many instructions to count")?,
            (true, 1) => write!(output, "{} instructions", self.instructions)?,
            (true, count) => write!(
                output,
                "{count} times, {} instructions on average, {} at most",
                self.instructions / count,
                self.most_instructions
            )?,
        }
        if let (true, Some(bytes @ 1..)) = (self.are_counted, bytes) {
            let tenths = self.instructions * 10 / bytes;
            write!(output, ", {}.{} per byte", tenths / 10, tenths % 10)?;
        }
        writeln!(output, "; {} bytes of stack", self.most_stack)
    }
}
