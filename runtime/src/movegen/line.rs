//! What move generation knows of a line before it starts: the board in one dimension.
//!
//! A play lies in one row or column. What the rest of the board has to say about it, its cross-words, is said square by
//! square: which tiles fit there, and what is scored across (Appel and Jacobson 1988, sections 3.1 and 3.5). So plays
//! are generated line by line, and never look outside of the line.

use super::bits::bits;
use super::cross_checks::LineChecks;
use crate::game::board::Board;
use crate::game::position::Position;
use crate::game::premium::Premium;
use crate::game::square::{Line, MAX_DIM, Square};

/// The number of places on a line: square *i* is at place *i* + 1, so that there is a place on both sides of the line
/// that no tile fits (Appel and Jacobson 1988, section 3.5). Sets of places are 32-bit masks.
pub(super) const PLACES: usize = 32;

const _: () = assert!(MAX_DIM + 2 <= PLACES);

/// One line of the board, by place.
#[derive(Clone, Debug)]
pub(super) struct LineState {
    pub(super) line: Line,
    /// The number of squares.
    pub(super) len: usize,
    /// The places where a tile lies.
    pub(super) taken: u32,
    /// The empty places beside a tile of a neighbouring line: a tile there makes a cross-word.
    pub(super) crossed: u32,
    fits: [u64; PLACES],
    pub(super) values: [i32; PLACES],
    pub(super) letter_multipliers: [u8; PLACES],
    pub(super) word_multipliers: [u8; PLACES],
    pub(super) cross_multipliers: [u8; PLACES],
    pub(super) codes: [u8; PLACES],
}

/// One place of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlaceState {
    /// For an empty square the tiles that fit: its cross-set, bit *c* for the tile of code *c*. Empty for a taken one, and
    /// for the places next to the first and the last.
    pub(super) fits: u64,
    /// The value of the tile that lies here, or of the tiles in the cross-word that a tile here would make.
    pub(super) value: i32,
    /// How many times a tile placed here counts.
    pub(super) letter_multiplier: u8,
    /// How many times the word counts with a tile placed here.
    pub(super) word_multiplier: u8,
    /// How many times the cross-word counts that a tile here would make; 0 if it makes none.
    pub(super) cross_multiplier: u8,
    /// The code of the tile that lies here; 0 if there is none.
    pub(super) code: u8,
}

impl LineState {
    /// A line without squares.
    pub(super) const EMPTY: LineState = LineState {
        line: Line::FIRST,
        len: 0,
        taken: 0,
        crossed: 0,
        fits: [0; PLACES],
        values: [0; PLACES],
        letter_multipliers: [1; PLACES],
        word_multipliers: [1; PLACES],
        cross_multipliers: [0; PLACES],
        codes: [0; PLACES],
    };

    /// Makes it the state of a line with these cross-checks. That saves the copies that making a new one would take.
    pub(super) fn set(&mut self, position: &Position<'_>, line: Line, checks: LineChecks<'_>) {
        let (board, layout) = (position.board(), position.rules().layout());
        self.line = line;
        self.len = layout.dimensions().line_len(line.direction());
        (self.taken, self.crossed) = (checks.taken, checks.crossed);
        copy_squares(&mut self.fits, checks.fits);
        if let Some(after) = self.fits.get_mut(self.len + 1) {
            *after = 0;
        }
        copy_squares(&mut self.values, checks.values);
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
        for place in bits(self.crossed.into()) {
            if let (Some(to), Some(&word)) = (
                self.cross_multipliers.get_mut(place),
                self.word_multipliers.get(place),
            ) {
                *to = word;
            }
        }
        self.codes = codes(self.taken, board, line);
    }

    /// The places that are squares of the board.
    #[inline(always)]
    pub(super) fn squares(&self) -> u32 {
        (1_u32 << (self.len + 1)) - 2
    }

    /// The state of a place.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> PlaceState {
        let place = place & (PLACES - 1);
        // The mask keeps the place within, and the compiler sees it.
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        PlaceState {
            fits: self.fits[place],
            value: self.values[place],
            letter_multiplier: self.letter_multipliers[place],
            word_multiplier: self.word_multipliers[place],
            cross_multiplier: self.cross_multipliers[place],
            code: self.codes[place],
        }
    }

    /// Whether a tile lies at a place.
    #[inline(always)]
    pub(super) fn is_taken(&self, place: usize) -> bool {
        is_in(self.taken, place)
    }

    /// Whether a tile at a place would make a cross-word.
    #[inline(always)]
    pub(super) fn is_crossed(&self, place: usize) -> bool {
        is_in(self.crossed, place)
    }
}

/// The place of a square on a line, if it is on it.
pub(super) fn place_on(line: Line, square: Square) -> Option<usize> {
    let is_on_line = square.line(line.direction()) == line;
    is_on_line.then(|| line.offset_of(square) + 1)
}

/// Copies what is listed by square to the places of the squares.
#[inline(always)]
fn copy_squares<T: Copy>(places: &mut [T; PLACES], squares: &[T; MAX_DIM]) {
    if let Some(places) = places.get_mut(1..=MAX_DIM) {
        places.copy_from_slice(squares);
    }
}

/// Whether a place is in a set of places.
#[inline(always)]
pub(super) fn is_in(places: u32, place: usize) -> bool {
    places >> (place & (PLACES - 1)) & 1 != 0
}

/// The codes of the tiles on a line, by place; 0 elsewhere. They are few, so only the `taken` places are looked at.
#[inline]
pub(super) fn codes(taken: u32, board: &Board, line: Line) -> [u8; PLACES] {
    let mut codes = [0; PLACES];
    for place in bits(taken.into()) {
        let placed_tile = line.square(place - 1).and_then(|square| board.get(square));
        if let (Some(code), Some(placed_tile)) = (codes.get_mut(place), placed_tile) {
            *code = placed_tile.tile().code();
        }
    }
    codes
}
