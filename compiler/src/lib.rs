//! The lexc compiler: from a word list to a finished image.
#![forbid(unsafe_code)]

mod automaton;
pub mod compile;
mod dawg;
pub mod error;
mod gaddag;
pub mod stats;

pub use compile::{Automata, CompileOptions, Compiled, compile};
pub use error::CompileError;
pub use stats::{AutomatonStats, ImageStats};
