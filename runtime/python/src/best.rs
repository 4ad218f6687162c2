//! Best moves of a position.

use std::cmp::Ordering;

use lexc_runtime::{Candidate, MoveGen, Play, Position};

use crate::image::OpenImage;
use crate::leaves::Values;
use crate::moves::Found;

/// The greatest number of slots of a search for the best moves. If more moves are wanted, all moves are found and
/// sorted.
const MAX_SLOTS: usize = 1 << 10;

/// The first `count` items by `order`. `top` fills slots with the first items; `all` visits all items.
fn first<T: Copy>(
    count: usize,
    top: impl FnOnce(&mut [Option<T>]) -> usize,
    all: impl FnOnce(&mut dyn FnMut(&T)),
    order: fn(&T, &T) -> Ordering,
) -> Vec<T> {
    if count <= MAX_SLOTS {
        let mut slots = vec![None; count];
        top(&mut slots);
        return slots.into_iter().flatten().collect();
    }
    let mut found = Vec::new();
    all(&mut |one| found.push(*one));
    found.sort_unstable_by(order);
    found.truncate(count);
    found
}

/// The best moves of a position: plays by score, or moves by equity if there are leaves.
pub fn best(
    image: &OpenImage,
    position: &Position<'_>,
    bag_len: usize,
    leaves: Option<&Values<'_>>,
    count: usize,
) -> Found {
    let generator = MoveGen::new(image.lexicon());
    match leaves {
        Some(values) => {
            let generator = generator.with_moves(bag_len, values.as_dyn());
            Found::Moves(first(
                count,
                |slots| generator.top(position, slots),
                |visit| generator.for_each(position, visit),
                Candidate::best_first,
            ))
        }
        None => Found::Plays(first(
            count,
            |slots| generator.top(position, slots),
            |visit| generator.for_each(position, visit),
            Play::best_first,
        )),
    }
}
