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

mod board;
mod cgp;
mod formed_word;
mod layout;
mod legal;
mod lexicon;
#[cfg(feature = "mmap")]
#[allow(unsafe_code)]
mod mmap;
mod movegen;
mod notation;
mod play;
mod position;
mod premium;
mod rack;
mod rules;
mod score;
mod square;
mod text;
mod walk;
mod word;
mod words;

#[cfg(test)]
mod testing;

pub use board::{Board, BoardError};
pub use cgp::{BoardText, Cgp, CgpError, CgpText};
pub use formed_word::{FormedWord, words_formed};
pub use layout::{Layout, LayoutError};
pub use legal::{IllegalPlay, check_placement, is_legal};
pub use lexc_formats::alphabet::{Alphabet, AlphabetError, FaceText, WordText};
pub use lexc_formats::metadata::Fingerprint;
pub use lexc_formats::tile::{Face, Tile};
pub use lexc_formats::tile_set::TileSet;
pub use lexc_formats::{Image, ImageError};
pub use lexicon::Lexicon;
#[cfg(feature = "mmap")]
pub use mmap::MappedImage;
pub use movegen::{Algorithm, for_each_play, for_each_play_by};
pub use notation::{PlayError, PlayText};
pub use play::Play;
pub use position::{Position, PositionError};
pub use premium::Premium;
pub use rack::{Rack, RackError, RackText};
pub use rules::{Rules, RulesError};
pub use score::score;
pub use square::{Dimensions, Direction, Line, MAX_DIM, Square};
pub use text::TileTextError;
pub use word::{Word, WordError};
pub use words::Words;
