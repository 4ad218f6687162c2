//! Best plays and moves, by branch and bound.
//!
//! Each anchor has an upper bound on the score or equity of its plays ([`bound`], [`leave_bounds`]). Anchors are searched
//! from the highest bound down, until the next bound is below the threshold: the score or equity of the lowest-ranked item
//! in a full top k ([`prune`]). An anchor whose bound equals the threshold is searched: its plays may rank higher among
//! equals.
//!
//! Each span of an anchor, a number of tiles left of the anchor and a number right of it, has a bound, too. The search
//! does not extend to a side if the bounds of all longer spans there are below the threshold. It prunes plays of fewer
//! tiles than the smallest span whose bound reaches the threshold.
//!
//! Most anchors have room for a bingo that would beat all other plays, and most steps would be spent on bingos that do
//! not exist. The image's anagram filter rules out most such bingos beforehand ([`bingo_filter`]). An anchor's bingos
//! are an entry of their own in the queue.

mod bingo_filter;
mod bound;
mod equity;
mod heap;
mod leave_bounds;
mod prune;
mod queue;
mod rack_leaves;
mod sums;

pub(super) use equity::pass;
pub(super) use prune::{top_moves, top_plays};
pub(super) use rack_leaves::RackLeaves;
