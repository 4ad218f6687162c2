//! Lists of moves, with one group for each [`Idea`].

use std::collections::HashMap;
use std::hash::Hash;

use lexc_runtime::{Candidate, Idea, Move, MoveGen, Moves, Play, PositionRef};

/// Groups a ranked list by [`Idea`], or by any other key: the groups are in the order of their first items, and the items
/// of a group in the order of the list. Keeps the first `count` groups.
pub fn grouped<T, K: Eq + Hash>(
    list: impl IntoIterator<Item = T>,
    count: usize,
    key: impl Fn(&T) -> K,
) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    let mut places: HashMap<K, usize> = HashMap::new();
    for item in list {
        let place = *places.entry(key(&item)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(item),
            None if place < count => groups.push(vec![item]),
            None => {}
        }
    }
    groups
}

/// The plays of the highest score, in groups by [`Idea`]: the best `count` ideas, best first, each with all of its plays.
pub fn best_play_ideas<'p>(
    movegen: &MoveGen<'_>,
    position: impl Into<PositionRef<'p>>,
    count: usize,
) -> Vec<Vec<Play>> {
    let position = position.into();
    let idea = |play: &Play| Idea::of(&Move::Play(*play), position.position());
    grouped(movegen.plays(position), count, idea)
}

/// The moves of the highest equity, in groups by [`Idea`]: the best `count` ideas, best first, each with all of its moves.
pub fn best_move_ideas<'p>(
    movegen: &MoveGen<'_, Moves<'_>>,
    position: impl Into<PositionRef<'p>>,
    count: usize,
) -> Vec<Vec<Candidate>> {
    let position = position.into();
    let idea = |candidate: &Candidate| Idea::of(&candidate.action, position.position());
    grouped(movegen.moves(position), count, idea)
}
