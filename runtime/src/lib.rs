//! Reads lexc images in place, looks words up, finds words by conditions, and generates every legal play of a crossword-game
//! position. `lexc build` and the crate `lexc-compiler` make images.
//!
//! ```
//! use lexc_runtime::{Cgp, Lexicon, MoveGen, Rules, Word};
//!
//! // 15 words, among them CARE, SCARE and ABLE.
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
//! - **Allocation**: none, except for the lists of the feature `alloc`. Stack use is bounded and documented.
//! - **Panics**: none, for any image and any input, except in `Debug`, which is for developers.
//! - **Wrong images**: an image that was not validated may give wrong answers, nothing worse. Validation does not find a wrong
//!   anagram filter; with a wrong filter, searches may miss bingos and anagrams.
//! - **Steps**: bounded, for any image, validated or not: look-ups by the length of the word, searches for plays by board
//!   and rack ([`Algorithm`] has the formula), searches for words by the word count in the metadata ([`Finder`]).
//! - **Unsafe code**: only in the file map behind the feature `mmap`.
//! - **Loading**: [`Lexicon::from_bytes`] checks the whole image; [`Lexicon::open`] with [`Checks::Checksums`] refuses accidental
//!   damage, and with [`Checks::Bounds`] reads only the header, the section table and a few fields of sections.
//!   None of them copies anything or needs an alignment. A [`Lexicon`] borrows the bytes, an [`OwnedLexicon`] owns them.
//! - **Results**: the same, in the same order, on every host. There is no global state. All types are `Send` and `Sync`, except
//!   [`Moves`], [`RackSearch`] and [`TracedPlays`], which hold the caller's leave values or tracer.
//!
//! # Features
//!
//! - `alloc`: plays and moves as lists, such as [`MoveGen::plays`] and [`MoveGen::best_n`].
//! - `mmap`: [`MappedImage`], an image file mapped into memory. Implies `std`, which links the standard library and implies
//!   `alloc` and `views`.
//! - `speed`, on by default: larger, faster code.
//! - `fast-nodes`, on by default: reads images with fast nodes. Without it, all images must be compact.
//! - `games`, on by default: reads all settings of rules from text, and presets of rules.
//! - `views`, on by default and implied by `std`: `Lexicon::view`, the words whose labels satisfy an expression.
//!
//! # Format version
//!
//! The crate reads images of format version 1 with any minor version. It refuses an image with an unknown required
//! section, as [`lexc_formats`] specifies.
//!
//! # Where to look next
//!
//! [`surface`] lists every public item. [`in_an_app`] shows a struct that owns image, lexicon and position. [`small_hosts`]
//! is about hosts with little memory, and [`glossary`] defines the terms.
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

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

#[doc = include_str!("glossary.md")]
pub mod glossary {}
#[doc = include_str!("in_an_app.md")]
pub mod in_an_app {}
#[doc = include_str!("small_hosts.md")]
pub mod small_hosts {}
#[doc = include_str!("surface.md")]
pub mod surface {}

mod find;
mod game;
mod leave_image;
mod lexicon;
#[cfg(feature = "mmap")]
#[allow(unsafe_code)]
mod mmap;
mod movegen;
mod notation;
mod text;
mod visible;

#[cfg(test)]
mod testing;

pub use find::{
    Condition, ConditionKind, Finder, MAX_PHRASE_LEN, Phrase, PhraseQuery, Side, StepLimitError,
    draws, parse_range,
};
pub use game::{
    AppliedMove, Bag, Board, BoardError, Bonus, Bonuses, Candidate, Casual, ChallengeError,
    ChallengeOutcome, ChallengeRule, Clock, Dimensions, Direction, FinalPoints, Finish, FormedWord,
    GameEnd, GameError, GameState, Idea, IllegalPlayError, Layout, Leaves, Line, MAX_DIM, Move,
    NoLeaves, Play, Position, PositionError, Premium, Rack, RackTile, RackTiles, Rules, RulesError,
    ScoredTile, ScorelessTurns, Seat, Square, StaticEndgame, TurnError, bingo_bonus,
    check_placement, check_play, for_each_exchange, score, words_formed, words_on,
};
pub use leave_image::{LeaveImage, LeaveImageError, OwnedLeaves, UnlistedLeaves};
pub use lexc_formats::{
    Alphabet, AlphabetError, Checks, Definition, Digraphs, Fingerprint, Image, ImageError, Label,
    LabelSet, Labels, OwnedImage, PlacedTile, PlacedTileText, PlacedTiles, Tile, TileSet, WordHash,
    WordText, is_label_name, is_label_symbol,
};
pub use lexicon::word::Word;
pub use lexicon::words::Words;
pub use lexicon::{Hooks, Lexicon, OwnedLexicon};
#[cfg(feature = "mmap")]
pub use mmap::MappedImage;
pub use movegen::{
    Algorithm, MissingAutomatonError, MoveGen, Moves, NotLatestPlayError, Plays, PositionRef,
    RackSearch, TracedPlays, Tracer, TrackedPosition, Undo, VisitorResult,
};
pub use notation::cgp::Cgp;
pub use notation::moves::parts::{MovePart, MovePartText, MoveParts, MoveValue};
pub use notation::rules::games_in_use::RulesPreset;
pub use notation::rules::key::RulesKey;
pub use notation::rules::{NoLayoutError, RulesText};
#[cfg(feature = "views")]
pub use text::LabelNames;
pub use text::{TextError, TextErrorKind, TileName};
pub use visible::{Visible, is_visible};

/// Runs the example of the crate's README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
