//! Reads lexc images in place and generates crossword-game plays, without std and without a heap.
#![no_std]
#![cfg_attr(not(feature = "mmap"), forbid(unsafe_code))]
#![cfg_attr(feature = "mmap", deny(unsafe_code))]
#![cfg_attr(
    not(test),
    deny(
        clippy::indexing_slicing,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable
    )
)]

#[cfg(any(test, feature = "std"))]
extern crate std;

mod lexicon;
mod walk;
mod word;
mod words;

pub use lexc_formats::{Alphabet, Face, Image, ImageError, Tile, TileSet, metadata::Fingerprint};
pub use lexicon::Lexicon;
pub use word::{Word, WordError, WordText};
pub use words::Words;
