//! Best moves of a position.

use lexc_runtime::{Bag, Candidate, MoveGen, Play, Position};

use crate::image::OpenImage;
use crate::leaves::Values;
use crate::moves::Found;

/// Most slots of a search for the best moves; beyond, all moves are found and sorted.
const MAX_SLOTS: usize = 1 << 10;

/// The best plays, by score.
fn best_plays(generator: &MoveGen<'_>, position: &Position<'_>, count: usize) -> Vec<Play> {
    if count <= MAX_SLOTS {
        let mut slots = vec![None; count];
        generator.top(position, &mut slots);
        return slots.into_iter().flatten().collect();
    }
    let mut plays = Vec::new();
    generator.for_each(position, |play| plays.push(*play));
    plays.sort_unstable_by(Play::best_first);
    plays.truncate(count);
    plays
}

/// The best moves, by equity.
fn best_candidates(
    generator: &MoveGen<'_, lexc_runtime::Moves<'_>>,
    position: &Position<'_>,
    count: usize,
) -> Vec<Candidate> {
    if count <= MAX_SLOTS {
        let mut slots = vec![None; count];
        generator.top(position, &mut slots);
        return slots.into_iter().flatten().collect();
    }
    let mut moves = Vec::new();
    generator.for_each(position, |candidate| moves.push(*candidate));
    moves.sort_unstable_by(Candidate::best_first);
    moves.truncate(count);
    moves
}

/// The best moves of a position: plays by score, or moves by equity if there are leaves.
pub fn best(
    image: &OpenImage,
    position: &Position<'_>,
    leaves: Option<&Values<'_>>,
    count: usize,
) -> Found {
    let generator = MoveGen::new(image.lexicon());
    match leaves {
        Some(values) => {
            let bag_len = bag_len(image, position);
            Found::Moves(best_candidates(
                &generator.with_moves(bag_len, values.as_dyn()),
                position,
                count,
            ))
        }
        None => Found::Plays(best_plays(&generator, position, count)),
    }
}

/// The number of tiles in the bag if the opponent's rack is full.
pub fn bag_len(image: &OpenImage, position: &Position<'_>) -> usize {
    let unseen = Bag::unseen(
        image.lexicon().alphabet(),
        position.board(),
        *position.rack(),
    );
    unseen.len().saturating_sub(position.rules().rack_size())
}
