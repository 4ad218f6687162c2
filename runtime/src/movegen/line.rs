//! One line of the board, in the form that move generation reads.
//!
//! A play lies on one row or column. Cross-sets and cross-scores hold all that the other lines contribute (Appel and
//! Jacobson 1988, sections 3.1 and 3.5), so each line can be searched alone.

use lexc_formats::TileSet;

use super::place::{PLACES, Place, PlaceSet};
use crate::game::board::Board;
use crate::game::position::Position;
use crate::game::premium::Premium;
use crate::game::square::{Line, MAX_DIM};

/// One line of the board, by place.
#[derive(Clone, Debug)]
pub(super) struct LineState {
    pub(super) line: Line,
    /// Number of squares.
    pub(super) len: usize,
    /// Occupied places.
    pub(super) taken: PlaceSet,
    /// Empty places beside a tile of a neighbouring line: a tile placed there forms a cross-word. Includes the bricks, whose
    /// cross-sets are empty.
    pub(super) crossed: PlaceSet,
    cross_sets: [TileSet; PLACES],
    values: [i32; PLACES],
    letter_multipliers: [u8; PLACES],
    word_multipliers: [u8; PLACES],
    cross_multipliers: [u8; PLACES],
    codes: [u8; PLACES],
}

/// Cross-sets and cross-scores of one line, by the offset of the square.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineCrossSets<'c> {
    /// Cross-sets of empty squares; empty for occupied squares.
    pub(super) cross_sets: &'c [TileSet; MAX_DIM],
    /// Values of the tiles on occupied squares; cross-scores of empty squares.
    pub(super) values: &'c [i32; MAX_DIM],
    /// Occupied places.
    pub(super) taken: PlaceSet,
    /// Empty places beside a tile of a neighbouring line.
    pub(super) crossed: PlaceSet,
}

/// One place of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlaceState {
    /// Cross-set of an empty square; empty for a brick, an occupied square and the two places just outside the line.
    pub(super) cross_set: TileSet,
    /// Value of the tile here; for an empty square its cross-score.
    pub(super) value: i32,
    /// Letter multiplier for a tile placed here.
    pub(super) letter_multiplier: u8,
    /// Word multiplier for a tile placed here.
    pub(super) word_multiplier: u8,
    /// Multiplier of the cross-word; 0 if a tile placed here forms none.
    pub(super) cross_multiplier: u8,
    /// Code of the tile here; 0 for an empty square.
    pub(super) code: u8,
}

impl LineState {
    /// Line without squares.
    pub(super) const EMPTY: LineState = LineState {
        line: Line::FIRST,
        len: 0,
        taken: PlaceSet::EMPTY,
        crossed: PlaceSet::EMPTY,
        cross_sets: [TileSet::EMPTY; PLACES],
        values: [0; PLACES],
        letter_multipliers: [1; PLACES],
        word_multipliers: [1; PLACES],
        cross_multipliers: [0; PLACES],
        codes: [0; PLACES],
    };

    /// Sets the state to that of a line, in place, which saves copies.
    pub(super) fn set(&mut self, position: &Position<'_>, line: Line, sets: LineCrossSets<'_>) {
        let (board, layout) = (position.board(), position.rules().layout());
        self.line = line;
        self.len = layout.dimensions().line_len(line.direction());
        (self.taken, self.crossed) = (sets.taken, sets.crossed);
        copy_squares(&mut self.cross_sets, sets.cross_sets);
        if let Some(after) = self.cross_sets.get_mut(self.len + 1) {
            *after = TileSet::EMPTY;
        }
        copy_squares(&mut self.values, sets.values);
        let mut premiums = [Premium::Plain; PLACES];
        if let Some(squares) = premiums.get_mut(1..=self.len) {
            layout.copy_line(line, squares);
        }
        let multipliers = self
            .letter_multipliers
            .iter_mut()
            .zip(&mut self.word_multipliers);
        for ((letter, word), premium) in multipliers.zip(premiums) {
            (*letter, *word) = premium.multipliers();
        }
        self.cross_multipliers = [0; PLACES];
        for place in self.crossed.iter() {
            if let (Some(to), Some(&word)) = (
                self.cross_multipliers.get_mut(place.index()),
                self.word_multipliers.get(place.index()),
            ) {
                *to = word;
            }
        }
        self.codes = codes(self.taken, board, line);
        if let Some(bricks) = layout.bricks(line) {
            self.add_bricks(PlaceSet(bricks).next());
        }
    }

    /// Marks bricks as crossed squares with an empty cross-set: no search covers such squares.
    #[cold]
    #[inline(never)]
    fn add_bricks(&mut self, bricks: PlaceSet) {
        self.crossed = self.crossed | bricks;
        for place in bricks.iter() {
            if let Some(cross_set) = self.cross_sets.get_mut(place.index()) {
                *cross_set = TileSet::EMPTY;
            }
        }
    }

    /// Places that are squares of the board.
    pub(super) fn squares(&self) -> PlaceSet {
        PlaceSet::squares(self.len)
    }

    pub(super) fn at(&self, place: Place) -> PlaceState {
        let index = place.index();
        #[expect(clippy::indexing_slicing, reason = "an index is below 32")]
        PlaceState {
            cross_set: self.cross_sets[index],
            value: self.values[index],
            letter_multiplier: self.letter_multipliers[index],
            word_multiplier: self.word_multipliers[index],
            cross_multiplier: self.cross_multipliers[index],
            code: self.codes[index],
        }
    }

    pub(super) fn is_taken(&self, place: Place) -> bool {
        self.taken.contains(place)
    }

    pub(super) fn is_crossed(&self, place: Place) -> bool {
        self.crossed.contains(place)
    }
}

/// Copies an array with an entry for each offset into an array with an entry for each place.
fn copy_squares<T: Copy>(places: &mut [T; PLACES], squares: &[T; MAX_DIM]) {
    let [_, places @ ..] = places;
    // An array, not a slice: at every level of optimisation, the compiler then sees that the lengths are equal.
    if let Some(places) = places.first_chunk_mut() {
        *places = *squares;
    }
}

/// Codes of the tiles on a line, by place; 0 elsewhere. Reads only the occupied squares, which are few.
#[inline]
pub(super) fn codes(taken: PlaceSet, board: &Board, line: Line) -> [u8; PLACES] {
    let mut codes = [0; PLACES];
    for place in taken.iter() {
        let placed_tile = line
            .square(place.offset())
            .and_then(|square| board.get(square));
        if let (Some(code), Some(placed_tile)) = (codes.get_mut(place.index()), placed_tile) {
            *code = placed_tile.tile().code();
        }
    }
    codes
}
