//! The lexc image: the byte-level contract between compiler and runtime. An image holds the words of a crossword game's
//! lexicon as minimal automata and is read in place.
//!
//! ```
//! use lexc_formats::{Image, ImageError};
//!
//! fn title(bytes: &[u8]) -> Result<String, ImageError> {
//!     let image = Image::from_bytes(bytes)?;
//!     let metadata = image.metadata();
//!     Ok(format!("{}: {} words", metadata.name(), metadata.word_count()))
//! }
//!
//! // A word list is not an image; the error names the remedy.
//! let error = title(b"AA\nAAH\nAAHED\n").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "not a lexc image: it starts with \"AA\\nAAH\\nA\" (build one from a word list with `lexc build`)"
//! );
//! ```
//!
//! [A complete image](#a-complete-image) is explained byte by byte below.
//!
//! # Guarantees
//!
//! - **No heap, no `std`, no `unsafe`.** Only the writers (feature `alloc`) allocate.
//! - **No panic** for any bytes: the three functions that open an image return the image or an [`ImageError`], and a
//!   walk in the image does not panic or read out of bounds.
//! - **Loading copies nothing.**
//!
//! | function | promise | takes time |
//! |---|---|---|
//! | [`Image::from_bytes`] | the image is well-formed: every walk ends | linear in its length |
//! | [`Image::open`] with [`Checks::Checksums`] | every checksum matches; a walker must bound its steps | linear: for fast nodes, at most an eighth of the instructions of `from_bytes` |
//! | [`Image::open`] with [`Checks::Bounds`] | reading is safe; a walker must bound its steps | constant |
//!
//! - **Portable**: the same results on hosts of either byte order, of 32 or 64 bits, at any alignment.
//!
//! # Features
//!
//! - `alloc`: the writers (`ImageWriter`, `AlphabetDefinition`, `MetadataDefinition`).
//! - `fast-nodes` (default): reads images with fast nodes, not only compact ones. Without it, opening an image with
//!   fast nodes returns [`ImageError::NotCompact`], and a program that generates plays on a microcontroller has 40 %
//!   less code.
//! - `speed` (default): tables and inlined code that speed up reading and enlarge the program, and the reader of word maps.
//!
//! No feature changes a byte of an image, or an answer from an image that opens.
//!
//! # Format version
//!
//! This crate writes versions 1.0 to 1.4 (`raw::header::VERSION`): each image gets the lowest version that has all its
//! sections. It reads images of every version 1.x, except images with a required section that it does not know.
//!
//! # Where to look next
//!
//! [`Image`] opens an image, [`ImageError`] has the errors of opening. The `lexc-runtime` crate looks words up and
//! generates plays; the `lexc-compiler` crate compiles images. The hidden module `raw` has header, section table and node stores
//! for these crates, and may change in any version. The rest of this page is `FORMAT.md`, the format's definition.
//!
#![doc = include_str!("../FORMAT.md")]
#![no_std]
#![forbid(unsafe_code)]
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

#[cfg(any(test, feature = "alloc"))]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod alphabet;
mod anagram_filter;
mod case;
mod definitions;
mod error;
#[cfg(test)]
mod fixture;
mod image;
mod labels;
#[cfg(any(test, feature = "alloc"))]
mod labels_writer;
mod leave_estimate;
mod leave_values;
mod marks;
mod metadata;
mod multiset;
mod owned_image;
#[doc(hidden)]
pub mod raw;
mod read_tiles;
mod reading;
#[cfg(test)]
mod table;
mod text;
mod tile;
mod tile_set;
mod tile_texts;
mod validate;
mod word_index;
mod word_map;
#[cfg(any(test, feature = "alloc"))]
mod word_map_writer;
mod write_tiles;
#[cfg(any(test, feature = "alloc"))]
mod writer;

pub use alphabet::{Alphabet, AlphabetError};
#[doc(hidden)]
pub use anagram_filter::{AnagramFilter, AnagramKey};
pub use definitions::Definition;
#[doc(hidden)]
pub use definitions::Definitions;
pub use error::{ImageError, NodeError};
pub use image::Image;
pub use labels::{Label, LabelSet, Labels, WordHash, is_label_name, is_label_symbol};
#[cfg(any(test, feature = "alloc"))]
pub use labels_writer::{LabelDefinition, LabelsDefinition};
#[doc(hidden)]
pub use leave_estimate::LeaveEstimate;
#[doc(hidden)]
pub use leave_values::LeaveValues;
pub use marks::{Marks, MarksError};
pub use metadata::{Fingerprint, Metadata};
#[doc(hidden)]
pub use multiset::{Multiset, Permutation};
pub use owned_image::OwnedImage;
pub use raw::header::Version;
pub use raw::section::SectionName;
pub use reading::{Digraphs, PlacedTiles};
pub use text::{is_one_line, is_reading_text, is_tile_text};
pub use tile::{MAX_TILES, MAX_WORD_LEN, PlacedTile, SEPARATOR_CODE, Tile};
pub use tile_set::{TileSet, Tiles};
pub use validate::Checks;
#[doc(hidden)]
pub use word_index::WordIndex;
#[doc(hidden)]
pub use word_map::{Anagrams, WordMap};
pub use write_tiles::{PlacedTileText, WordText};
#[cfg(any(test, feature = "alloc"))]
pub use writer::{
    AlphabetDefinition, ImageWriter, MetadataDefinition, ReadingDefinition, TileDefinition,
};

/// Runs the example of the crate's README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
