//! The lexc compiler: from a word list to a finished image.
//!
//! [`compile()`] makes an image of words in one call. It has three stages, which have options: [`alphabet`] loads the tiles,
//! [`word_list`] reads lists into sorted tile sequences, and [`compile_sorted`] builds the image. Besides these,
//! [`check`](check::check) verifies an image, [`ImageStats`] counts the states and edges of its automata, and [`interop`]
//! reads and writes the files of other programs.
//!
//! ```
//! use lexc_compiler::word_list::WordList;
//! use lexc_compiler::{CompileOptions, compile_sorted};
//! use lexc_runtime::{Alphabet, Lexicon, Word};
//!
//! let alphabet = lexc_compiler::alphabet::load("english")?.encode()?;
//! let alphabet = Alphabet::from_bytes(&alphabet)?;
//! let words = WordList::from_words(alphabet, ["care", "CARES", "ear"])?;
//! let options = CompileOptions {
//!     word_index: true,
//!     ..CompileOptions::default()
//! };
//! let image = compile_sorted(words.iter(), alphabet, &options)?.image;
//!
//! let lexicon = Lexicon::from_bytes(&image)?;
//! assert!(lexicon.contains(&Word::parse("CARES", lexicon.alphabet())?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::panic, clippy::unreachable)
)]

mod compression;
pub mod encoding;
mod hunspell;
pub mod input;

pub mod alphabet;
pub mod tokenizer;
pub mod word_list;

mod compact;
mod compile;
mod dawg;
mod digest;
mod error;
mod gaddag;
mod labels;
mod leaves;
mod limits;
mod registry;

mod stats;
mod steps;
#[cfg(test)]
mod table;
#[cfg(test)]
mod testing;

pub mod check;
pub mod interop;
mod judge;
mod word_labels;

pub use compile::{
    Automata, CompileOptions, Compiled, StoreKind, compile, compile_leaves, compile_sorted,
};
pub use draw::BoardPicture;
pub use error::CompileError;
pub use judge::{Account, Ruling, TileAccount, WordAccount};
pub use labels::{LabelNameError, LabelsBuilder};
pub use leaves::{
    LeaveList, LeaveListBuilder, LeaveListError, leaves_alphabet, leaves_alphabet_of,
};
pub use limits::Limits;
pub use stats::{AutomatonSize, AutomatonStats, ImageStats};
pub use word_labels::WordLabels;

// For the command `lexc`. Hidden, because these items may change in any version.
#[doc(hidden)]
pub use compile::{StageKind, compile_showing};
#[doc(hidden)]
pub use labels::missing_words;
#[doc(hidden)]
pub use leaves::Points;
#[doc(hidden)]
pub use steps::StepCounter;
#[doc(hidden)]
pub mod diff;
#[doc(hidden)]
pub mod draw;
#[doc(hidden)]
pub mod progress;
#[doc(hidden)]
pub mod text;

/// Runs the example of the crate's README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
