//! Files of other programs: KWG word graphs, KLV2 leave values, Quackle's DAWGs, and leaves as text.
//!
//! | module | file | read | written |
//! |---|---|---|---|
//! | [`kwg`] | word graphs of wolges, MAGPIE and Macondo (`.kwg`, `.kbwg`) | yes | yes |
//! | [`klv`] | leave values of the same programs (`.klv2`, the older `.klv`) | yes | as `.klv2` |
//! | [`quackle`] | word graphs of Quackle (`.dawg`, version 1) | yes | no |
//! | [`leave_text`] | leaves and their values, a line for each (`.csv`, `.txt`) | yes | yes |
//!
//! KWG and KLV2 files have neither a checksum nor an alphabet, and the hash in Quackle's files is not compared. So readers
//! check the whole graph: a file with a cycle, a reference out of range or more words than [`Limits`](crate::Limits) permit is refused with the byte
//! offset. Readers take time linear in the file and its words, apart from sorting, and do not recurse.

mod error;
mod graph;
mod kind;
pub mod klv;
pub mod kwg;
pub mod leave_text;
pub mod quackle;

pub use error::InteropError;
pub use kind::FileKind;
