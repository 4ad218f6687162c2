//! Cross-sets and cross-scores: the tiles that form words across on an empty square, and the points of the tiles across
//! that touch it (Appel and Jacobson 1988, section 3.1.1).

mod compute;
mod table;

pub(super) use compute::{CrossSetSource, RunWalker};
pub(super) use table::CrossSets;
