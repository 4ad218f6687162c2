//! Checks an image level by level, from its first bytes to its words.
//!
//! | level | checked |
//! |---|---|
//! | header | magic, version, length, the checksum of header and section table, the places of the sections |
//! | checksums | every section's checksum, and zero bytes between sections |
//! | contents | which sections there are, the alphabet, the metadata, the roots' and letter sets' sections |
//! | structure | every node and every entry of the word index, by the rules of the format |
//! | words | word count, longest word and fingerprint match the metadata; the anagram filter has every long word |
//! | gaddag | the GADDAG's strings are exactly those of the words |
//! | minimal | no two nodes are equal, and each is reached from a root |
//! | canonical | the alphabet's texts read back as their tiles, and this compiler writes the same bytes for the words |
//!
//! Each level relies on the earlier ones; a failure ends the check. [`Image::from_bytes`](lexc_formats::Image::from_bytes)
//! checks the first four whenever an image is opened. The others do not trust the compiler: they read the words from one
//! automaton and compare the other automaton's strings with them one by one. An image passes the last level if
//! this compiler writes the same bytes for its words, alphabet, texts and automata; then the output of `lexc dump` builds it again.

mod canonical;
mod difference;
mod level;
mod levels;
mod minimal;
mod report;
#[cfg(test)]
mod tests;
mod texts;
mod words;

pub use difference::Difference;
pub use level::CheckLevel;
pub use levels::{check, check_up_to};
pub use report::{CheckReport, Outcome};
