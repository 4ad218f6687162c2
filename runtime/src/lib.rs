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

mod layout;
mod premium;
mod rack;
mod rules;
mod square;
mod text;

#[cfg(test)]
mod testing;

pub use layout::{Layout, LayoutError};
pub use lexc_formats::alphabet::{Alphabet, AlphabetError, FaceText};
pub use lexc_formats::tile::{Face, Tile};
pub use lexc_formats::tile_set::TileSet;
pub use premium::Premium;
pub use rack::{Rack, RackError, RackText};
pub use rules::{Rules, RulesError};
pub use square::{Dimensions, Direction, Line, MAX_DIM, Square};
pub use text::TileTextError;
