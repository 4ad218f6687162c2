//! Cross-sets and cross-scores: the tiles that fit an empty square because of the words across, and the points of the tiles
//! across (Appel and Jacobson 1988, section 3.1.1).

mod compute;
mod table;

pub(super) use compute::{CrossSetSource, RunWalker};
pub(super) use table::CrossSets;
