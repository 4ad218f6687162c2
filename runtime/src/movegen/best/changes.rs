//! Places where two boards differ: a play that covers none of them is legal on both boards or on neither, with the same
//! score.

use crate::game::board::Board;
use crate::game::play::Play;
use crate::game::square::{Direction, Line, MAX_DIM, Square};
use crate::movegen::cross_set::CrossSets;
use crate::movegen::place::{Place, PlaceSet};

/// By line, the *changed* places: squares with another tile, the squares next to them on the line, and the squares at the
/// ends of the runs across the line that have another tile: only there, cross-sets and cross-scores may differ.
#[derive(Debug)]
pub(super) struct Changes {
    across: [PlaceSet; MAX_DIM],
    down: [PlaceSet; MAX_DIM],
}

impl Changes {
    /// Changes between two boards of the same rules, each with its cross-sets.
    pub(super) fn between(boards: [(&Board, &CrossSets); 2]) -> Changes {
        let mut changes = Changes {
            across: [PlaceSet::EMPTY; MAX_DIM],
            down: [PlaceSet::EMPTY; MAX_DIM],
        };
        let [(old, _), (new, _)] = boards;
        let cross_sets = boards.map(|(_, cross_sets)| cross_sets);
        for row in old.dimensions().lines(Direction::Across) {
            let [before, after] = cross_sets.map(|cross_sets| cross_sets.taken(row));
            for place in (before | after).iter() {
                if let Some(square) = row.square(place.offset())
                    && old.get(square) != new.get(square)
                {
                    changes.add(square, cross_sets);
                }
            }
        }
        changes
    }

    /// Adds the places that change with the tile on a square.
    fn add(&mut self, square: Square, cross_sets: [&CrossSets; 2]) {
        for direction in Direction::ALL {
            let line = square.line(direction);
            let here = PlaceSet::only(Place::of_offset(line.offset_of(square)));
            self.add_places(line, here | here.next() | here.previous());
            let [old, new] = cross_sets.map(|cross_sets| cross_sets.around(line, square));
            for place in (old | new).iter() {
                if let Some(end) = line.square(place.offset()) {
                    let across = end.line(direction.crossing());
                    let offset = across.offset_of(end);
                    self.add_places(across, PlaceSet::only(Place::of_offset(offset)));
                }
            }
        }
    }

    fn add_places(&mut self, line: Line, added: PlaceSet) {
        let lines = match line.direction() {
            Direction::Across => &mut self.across,
            Direction::Down => &mut self.down,
        };
        if let Some(places) = lines.get_mut(line.index()) {
            *places = *places | added;
        }
    }

    /// Changed places of a line.
    #[inline(always)]
    pub(super) fn on(&self, line: Line) -> PlaceSet {
        let lines = match line.direction() {
            Direction::Across => &self.across,
            Direction::Down => &self.down,
        };
        lines.get(line.index()).copied().unwrap_or_default()
    }

    /// True if the play's word has a changed place.
    pub(super) fn touch(&self, play: &Play) -> bool {
        let line = play.origin().line(play.direction());
        let first = line.offset_of(play.origin());
        let word = PlaceSet::squares(first + play.len()) & !PlaceSet::squares(first);
        !(self.on(line) & word).is_empty()
    }
}
