//! Cross-sets and cross-scores of empty squares: the tiles that form a word across the line there (all tiles if both
//! neighbours across the line are empty), and the sum of the values of the word's other tiles (Appel and Jacobson 1988,
//! sections 3.1.1 and 3.5).

mod compute;
mod table;

pub(super) use compute::{CrossSetSource, RunWalker};
pub(super) use table::CrossSets;
