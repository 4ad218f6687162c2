//! Move generation: every legal play of a position.
//!
//! On each line, plays are generated from *starts*: each block of tiles is one, for the plays that run through it; and
//! so is each empty square with a tile beside the line but none next to it on the line, for the plays that cover it.
//! These are the anchors of Appel and Jacobson (1988, section 3.1.2), except that a block makes those at its ends
//! superfluous, of which Gordon (1994, "The move generation algorithm") notes a part. A play is generated from the
//! first start that it covers: what is placed to the left of a start stops short of the one before.
//!
//! Two algorithms walk from a start, over the same image: Gordon's over the GADDAG, and Appel and Jacobson's over the
//! DAWG. With SLATE placed through the block LA, Gordon's walk is `A L` along the block, `S` to the left, then `◇`, and
//! `T` and `E` to the right: the letter set on the edge of T has the E. Each step asks for tiles that fit the square, are
//! in the hand and label an edge: three masks and two ANDs. Before the walk goes on, the next node's mask and letter
//! set are tested in the same way against the next square: four of ten steps end there.
//!
//! A third one makes Appel and Jacobson's left parts for all starts of all lines in one walk ([`every_line`]); it takes
//! the fewest steps where all plays are wanted, but can't look at the most promising start first.
//!
//! By one of the first two, the best play is found from those starts that may lead to it, the most promising one first
//! ([`best`]); bingos apart, of which a filter in the image tells where there can be none ([`bingos`]).
//!
//! All walk over letters: a blank is taken for a letter that the rack has no more of, and not for others, so that no
//! string is walked twice. In which other ways a play's tiles could be blanks is worked out when it is delivered.

mod algorithm;
mod all_plays;
mod best;
mod bingos;
mod bits;
mod bound;
mod children;
mod cross_checks;
mod cross_words;
mod dawg;
mod every_line;
mod gaddag;
mod hand;
mod heap;
mod judge;
mod lane_board;
mod lanes;
mod levels;
mod line;
mod move_gen;
mod position_ref;
mod prospects;
mod right;
mod search;
mod shortlist;
mod starts;
mod trace;
mod tracked;
mod visitor;

pub use self::algorithm::{Algorithm, MissingAutomatonError};
pub use self::move_gen::{MoveGen, Moves, Plays, TracedPlays};
pub use self::position_ref::PositionRef;
pub use self::trace::Tracer;
pub use self::tracked::{NotLatestPlayError, TrackedPosition, Undo};
pub use self::visitor::VisitorResult;

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;
