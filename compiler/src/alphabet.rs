//! Alphabet definitions: presets, and letter distributions from files.
//!
//! A letter distribution is the comma-separated file that the field uses, one row a tile, in alphabet order:
//!
//! ```text
//! # tile,blank form,count,value,vowel
//! ?,?,2,0,0
//! A,a,12,1,1
//! L·L,l·l,1,10,0
//! ```
//!
//! The row `?,?,count,0,0` is the blank's and may stand anywhere; without it there are no blanks. Blanks around a field,
//! further columns, empty lines, comments after a `#`, a byte order mark and any line ends are ignored. Tiles may have
//! several characters; texts are normalised to NFC.

mod load;
mod parse;
mod preset;
mod problem;
#[cfg(test)]
mod tests;

pub use load::load;
pub use parse::parse;
pub use preset::presets;
pub use problem::{AlphabetFileError, AlphabetProblem, AlphabetProblemKind};
