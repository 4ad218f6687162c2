//! Sorted words → a finished image: the stages, one call each.

mod assemble;
mod options;
mod stage;

pub use assemble::compile;
pub use options::{Automata, CompileOptions, StoreKind};
pub use stage::{Compiled, Stage, StageKind};
