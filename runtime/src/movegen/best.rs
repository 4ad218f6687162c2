//! Best plays and moves, by branch and bound.
//!
//! Each anchor has an upper bound on the score or equity of its plays ([`bound`], [`leave_bounds`]). Anchors are searched
//! in descending order of bound, until the next bound is below the threshold: the score or equity of the lowest-ranked
//! item in a full top k ([`prune`]). An anchor whose bound equals the threshold is searched, too: its plays may rank
//! higher than that item at the same score or equity.
//!
//! Each span of an anchor, a number of tiles left of the anchor and a number right of it, has a bound, too. The search
//! extends left and right only as far as spans whose bound reaches the threshold. It prunes plays of fewer tiles than
//! the smallest of these spans.
//!
//! Most anchors have room for bingos that would beat all other plays, but most of these bingos do not exist. The
//! image's anagram filter rules out most of them before a search spends steps on them ([`bingo_filter`]). If the image
//! has a filter, an anchor's bingos are an entry of their own in the queue of anchors. If it also has a word map, bingos of
//! few multisets are looked up instead ([`look_up`]).

mod bingo_filter;
mod bound;
mod changes;
mod equity;
mod heap;
mod leave_bounds;
mod look_up;
mod prune;
mod pruner;
mod queue;
mod rack_leaves;
mod rack_search;
mod sums;

pub(super) use prune::{top_moves, top_plays};
pub(super) use rack_leaves::RackLeaves;
pub use rack_search::RackSearch;
