//! Move generation: all legal plays or moves of a position, or the best of them.
//!
//! [`MoveGen`] is the entry point. A search extends words along a line, from anchors ([`anchor`]) or, in [`bitboard`], from
//! all squares where a word may start. Cross-sets and cross-scores stand for the tiles beside the line ([`cross_set`]).
//!
//! - [`bitboard`]: Appel and Jacobson's algorithm over the DAWG, for all lines at once; finds all plays fastest.
//! - [`gaddag`]: Gordon's algorithm over the GADDAG. Finds the best play fastest, by branch and bound ([`best`]), if the image has
//!   an anagram filter or the rack has a blank.
//! - [`dawg`]: Appel and Jacobson's algorithm over the DAWG, anchor by anchor.
//! - [`small`]: [`gaddag`] and [`dawg`] without recursion, for hosts with little stack.
//!
//! Papers: Appel and Jacobson, "The world's fastest Scrabble program", 1988; Gordon, "A faster Scrabble move generation
//! algorithm", 1994.

mod algorithm;
mod all_plays;
mod anchor;
mod best;
mod bitboard;
mod blanks;
mod cross_set;
mod dawg;
mod extend_right;
mod gaddag;
mod in_view;
mod line;
#[cfg(feature = "alloc")]
mod lists;
mod move_gen;
mod moves;
mod partial_score;
mod place;
mod rack_state;
mod search;
mod sink;
mod small;
mod tracer;
mod tracked;

pub use self::algorithm::{Algorithm, MissingAutomatonError};
pub use self::best::RackSearch;
pub use self::move_gen::{MoveGen, Plays, PositionRef, TracedPlays};
pub use self::moves::Moves;
pub use self::sink::VisitorResult;
pub(crate) use self::sink::visit_with;
pub use self::tracer::Tracer;
pub use self::tracked::{NotLatestPlayError, TrackedPosition, Undo};

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;
