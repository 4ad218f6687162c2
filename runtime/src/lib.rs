//! Reads lexc images in place, looks words up, and generates every legal play of a crossword-game position. An image is
//! made by `lexc build`, or by the crate `lexc`.
//!
//! ```
//! use lexc_runtime::{Cgp, Lexicon, MoveGen, Rules, Word};
//!
//! // 15 words: CARE, SCARE, ABLE and the like.
//! static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
//!
//! let lexicon = Lexicon::from_bytes(IMAGE)?;
//! let alphabet = lexicon.alphabet();
//! assert!(lexicon.contains(&Word::parse("CARES", alphabet)?));
//!
//! let rules = Rules::standard(alphabet);
//! let cgp = Cgp::parse("15/15/15/15/15/15/15/4ABLE7/15/15/15/15/15/15/15 ACERS/ 0/0 0", alphabet)?;
//! let position = cgp.position(&rules)?;
//! let (mut plays, mut best) = (0, 0);
//! MoveGen::new(&lexicon).for_each(&position, |play| {
//!     plays += 1;
//!     best = best.max(play.score());
//! });
//! assert_eq!((plays, best), (39, 32));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! - **Allocation**: none. The crate has no heap, and rustc proves it: there is no `alloc` in it. What a call needs is on the
//!   stack, and bounded.
//! - **Panics**: none, for any image and any input; `Debug` apart, which is for developers. An image whose structure was not
//!   checked may give wrong words, and nothing worse; so may one with a wrong filter of anagrams miss the best play.
//! - **Steps**: bounded, for any image, checked or not: those of look-ups by the length of the word, those of plays by board
//!   and rack ([`Algorithm`] has the formula).
//! - **Unsafe code**: none, but for the memory map behind the feature `mmap`.
//! - **Cost of loading**: [`Lexicon::from_bytes`] reads the whole image once and checks all of it;
//!   [`Lexicon::from_bytes_unvalidated`] touches its first page. Neither copies anything; any alignment will do.
//! - **Results**: the same, in the same order, on every host. There is no global state; all types are `Send` and `Sync`.
//!
//! # Features
//!
//! - `mmap`: [`MappedImage`], an image file mapped into memory, for files that don't change. Whoever can read the file into
//!   memory does without. Implies `std`, which does nothing by itself.
//!
//! # Format version
//!
//! Images of version 1, whatever the minor version: [`lexc_formats`] specifies them.
//!
//! # Where to look next
//!
//! [`Lexicon`] for words; [`Cgp`] and [`Position`] for positions, [`TrackedPosition`] for games and searches;
//! [`MoveGen`] for plays and moves, all of them or the best; [`Play`], [`Candidate`] and [`Leaves`] for their parts;
//! [`check_play`] and [`score`] for plays that come from elsewhere. [`small_hosts`] is about microcontrollers and other hosts with
//! little memory, [`glossary`] defines the terms.
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

#[doc = include_str!("glossary.md")]
pub mod glossary {}
#[doc = include_str!("in_an_app.md")]
pub mod in_an_app {}
#[doc = include_str!("small_hosts.md")]
pub mod small_hosts {}

mod game;
mod lexicon;
#[cfg(feature = "mmap")]
#[allow(unsafe_code)]
mod mmap;
mod movegen;
mod notation;
mod text;

#[cfg(test)]
mod testing;

pub use game::board::{Board, BoardError};
pub use game::candidate::{Candidate, Move, for_each_exchange};
pub use game::formed_word::{FormedWord, words_formed};
pub use game::layout::{Layout, LayoutError};
pub use game::leaves::{LeaveKey, LeaveTable, LeaveTableError, Leaves};
pub use game::legal::{IllegalPlayError, check_placement, check_play};
pub use game::play::Play;
pub use game::position::{Position, PositionError};
pub use game::premium::Premium;
pub use game::rack::{Rack, RackError, RackTile, RackTiles};
pub use game::rules::{Rules, RulesError};
pub use game::score::score;
pub use game::square::{Dimensions, Direction, Line, MAX_DIM, Square};
pub use lexc_formats::{
    Alphabet, AlphabetError, Fingerprint, Image, ImageError, PlacedTile, PlacedTileText, Tile,
    TileSet, WordText,
};
pub use lexicon::hooks::Hooks;
pub use lexicon::lookup::Lexicon;
pub use lexicon::word::{Word, WordError};
pub use lexicon::words::Words;
#[cfg(feature = "mmap")]
pub use mmap::MappedImage;
pub use movegen::{
    Algorithm, MissingAutomatonError, MoveGen, Moves, NotLatestPlayError, Plays, PositionRef,
    TracedPlays, Tracer, TrackedPosition, Undo, VisitorResult,
};
pub use notation::cgp::Cgp;
pub use notation::cgp_error::CgpError;
pub use notation::play::PlayError;
pub use text::reader::TileTextError;
