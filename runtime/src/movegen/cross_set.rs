//! Cross-sets and cross-scores: the tiles that fit an empty square because of the words across, and the points of the tiles
//! across (Appel and Jacobson 1988, section 3.1.1).

mod by_line;
mod run;
mod table;

pub(super) use by_line::ComputedByLine;
pub(super) use run::RunWalker;
pub(super) use table::{CrossSetSource, CrossSets};
