//! Input files: names and failures.

mod failure;
mod source;

pub use failure::ReadFailure;
pub use source::Source;
