//! The lexc image: the byte-level contract between compiler and runtime.
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

pub mod alphabet;
pub mod checksum;
pub mod error;
pub mod header;
pub mod image;
pub mod int;
pub mod metadata;
pub mod numbers;
pub mod record;
pub mod section;
mod structure;
pub mod tile;
pub mod tile_set;
mod validate;
#[cfg(any(test, feature = "alloc"))]
pub mod writer;

pub use alphabet::Alphabet;
pub use error::ImageError;
pub use image::Image;
pub use tile::{Face, Tile};
pub use tile_set::TileSet;
