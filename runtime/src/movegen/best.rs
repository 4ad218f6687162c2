//! Best plays and moves, by branch and bound.
//!
//! A bound on the score of each anchor's plays is known before the search ([`bound`]). Anchors are searched from the highest
//! bound down, until the next bound is below the threshold, the last of the top k held ([`prune`]). An anchor whose bound
//! equals the threshold is searched, as its plays may come first in the order of ranking.
//!
//! The search from an anchor is bounded in the same way: each number of tiles left and right of it, a span, has a bound.
//! Where no span with one more tile on a side reaches the threshold, the search does not extend to that side, and plays
//! of fewer tiles than any such span are pruned.
//!
//! Most anchors have room for a bingo that would beat all other plays, and most steps would go into finding none. The
//! image's anagram filter rules bingos out beforehand ([`bingo_filter`]), so an anchor's bingos are queued as an entry of
//! their own, with the letters that blanks may stand for.

mod bingo_filter;
mod bound;
mod equity;
mod heap;
mod prune;
mod queue;
mod sums;

pub(super) use equity::{RackLeaves, pass};
pub(super) use prune::{top_moves, top_plays};
