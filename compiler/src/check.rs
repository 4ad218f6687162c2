//! Is an image what it should be? CheckLevel by level, from its first bytes to what its words mean.
//!
//! | level | what is checked |
//! |---|---|
//! | header | magic, version, length, the checksum of header and section table, the places of the sections |
//! | checksums | every section's checksum, and that there is nothing between sections |
//! | contents | which sections there are, the alphabet, the metadata, the roots' and letter sets' sections |
//! | structure | every node and every number, by the rules of the format |
//! | words | the words' count, the longest one and the fingerprint are as recorded |
//! | gaddag | the GADDAG's strings are exactly those of the words |
//! | minimal | no two nodes are the same, and each is reached from a root |
//! | canonical | this compiler makes the same bytes of the words |
//!
//! Each level relies on those before it; none is done after one has failed. What passes the last is exactly what this
//! compiler writes of the words, with the alphabet, the texts and the automata that the image shows. The first four are what
//! [`Image::from_bytes`] checks, whenever an image is opened. The others don't take the compiler's word for it: the
//! words are read from one automaton, and the other's strings are compared with them one by one.

mod canonical;
mod difference;
mod level;
mod levels;
mod minimal;
mod report;
#[cfg(test)]
mod tests;
mod words;

pub use difference::Difference;
pub use level::CheckLevel;
pub use levels::{check, check_up_to};
pub use report::{CheckReport, Outcome};
