//! Best moves of a position.

use lexc_runtime::{Candidate, Leaves, Move, MoveGen, Position};

use crate::image::OpenImage;
use crate::leaves::Values;

/// The best moves of a position, by [`MoveGen::best_moves`], each with its equity if there are leaves.
pub fn best(
    image: &OpenImage,
    position: &Position<'_>,
    bag_len: usize,
    leaves: Option<&Values<'_>>,
    count: usize,
) -> Vec<(Move, Option<i64>)> {
    let generator = MoveGen::new(image.lexicon());
    let values = leaves.map(|values| values.as_dyn() as &dyn Leaves);
    let best = generator.best_moves(position, bag_len, values, count);
    let with_equity = |one: Candidate| (one.action, values.map(|_| one.equity));
    best.into_iter().map(with_equity).collect()
}
