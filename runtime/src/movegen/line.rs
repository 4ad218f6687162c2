//! What move generation knows of a line before it starts: the board in one dimension.
//!
//! A play lies in one row or column. What the rest of the board has to say about it, its cross-words, is said square by
//! square: which tiles fit there, and what is scored across (Appel and Jacobson 1988, sections 3.1 and 3.5). So plays
//! are generated line by line, and never look outside of the line.

use lexc_formats::record::{EdgeRef, Packing};
use lexc_formats::tile::SEPARATOR_CODE;
use lexc_formats::{Tile, TileSet};

use super::grid::Grid;
use super::search::Scoring;
use crate::position::Position;
use crate::rules::Rules;
use crate::square::{Dimensions, Direction, Line, MAX_DIM, Square};
use crate::walk::Automaton;

/// The number of places on a line: square *i* is at place *i* + 1, so that there is a place on both sides of the line
/// that no tile fits (Appel and Jacobson 1988, section 3.5). Sets of places are 32-bit masks.
pub(super) const PLACES: usize = 32;

const _: () = assert!(MAX_DIM + 2 <= PLACES);

/// One line of the board.
#[derive(Clone, Debug)]
pub(super) struct LineState {
    pub(super) line: Line,
    /// The number of squares.
    pub(super) len: usize,
    /// The places where a tile lies.
    taken: u32,
    /// The empty places beside a tile of a neighbouring line: a tile there makes a cross-word.
    crossed: u32,
    places: [PlaceState; PLACES],
}

/// One place of a line: 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaceState {
    /// For an empty square the tiles that fit: its cross-set, bit *c* for the tile of code *c*. Empty for other places.
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

impl PlaceState {
    const OUTSIDE: PlaceState = PlaceState {
        fits: 0,
        value: 0,
        letter_multiplier: 1,
        word_multiplier: 1,
        cross_multiplier: 0,
        code: 0,
    };
}

impl LineState {
    /// The state of a place.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> &PlaceState {
        // The mask keeps the place within, and the compiler sees it.
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        &self.places[place & (PLACES - 1)]
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

    /// The place of a square, if it is on the line.
    pub(super) fn place_of(&self, square: Square) -> Option<usize> {
        (1..=self.len).find(|place| self.line.square(place - 1) == Some(square))
    }
}

/// Whether a place is in a set of places.
#[inline(always)]
fn is_in(places: u32, place: usize) -> bool {
    places >> (place & (PLACES - 1)) & 1 != 0
}

/// The lines of one direction, one after the other.
///
/// The cross-words run in the other direction, across the lines. Each block of tiles there is walked once, at the
/// square before it or, if there is none, at the one after it.
#[derive(Debug)]
pub(super) struct Lines<'p, P> {
    packing: P,
    automaton: Automaton,
    rules: &'p Rules,
    scoring: &'p Scoring,
    direction: Direction,
    dimensions: Dimensions,
    grid: Grid,
    next_index: usize,
    /// For each place the block across the lines that was walked last.
    blocks: [Option<Block>; PLACES],
}

/// A block of tiles across the lines.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// What words go on with after it, as the DAWG has it.
    follow: Option<EdgeRef>,
    /// The value of its tiles.
    value: i32,
}

impl<'p, P: Packing> Lines<'p, P> {
    pub(super) fn new(
        packing: P,
        automaton: Automaton,
        position: &'p Position<'p>,
        scoring: &'p Scoring,
        direction: Direction,
    ) -> Lines<'p, P> {
        Lines {
            packing,
            automaton,
            rules: position.rules(),
            scoring,
            direction,
            dimensions: position.board().dimensions(),
            grid: Grid::new(position, direction),
            next_index: 0,
            blocks: [None; PLACES],
        }
    }

    /// The next line, if there is one.
    pub(super) fn next_line(&mut self) -> Option<LineState> {
        let index = self.next_index;
        if index >= self.dimensions.line_len(self.direction.crossing()) {
            return None;
        }
        self.next_index += 1;
        let line = Line::new(self.direction, index)?;
        let len = self.dimensions.line_len(self.direction);
        // Lines of the grid count from 1.
        let here = index + 1;
        let [above, taken, below] = [here - 1, here, here + 1].map(|line| self.grid.taken(line));
        let squares = (1_u32 << (len + 1)) - 2;
        let crossed = (above | below) & !taken & squares;
        let mut places = [PlaceState::OUTSIDE; PLACES];
        let all = self.rules.tiles().bits();
        let premiums = self.rules.layout().line(line).into_iter();
        for (state, premium) in places.iter_mut().skip(1).take(len).zip(premiums) {
            (state.letter_multiplier, state.word_multiplier) = premium.multipliers();
            state.fits = all;
        }
        let mut tiles = taken;
        while tiles != 0 {
            let place = tiles.trailing_zeros() as usize;
            tiles &= tiles - 1;
            let state = places.get_mut(place)?;
            state.fits = 0;
            state.code = self.grid.code(here, place);
            state.value = self.scoring.value(self.grid.face(here, place));
        }
        let mut left = crossed;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            let state = places.get_mut(place)?;
            (state.fits, state.value) =
                self.cross(here, place, is_in(above, place), is_in(below, place));
            state.cross_multiplier = state.word_multiplier;
        }
        Some(LineState {
            line,
            len,
            taken,
            crossed,
            places,
        })
    }

    /// The cross-set and the cross-sum of an empty square with tiles on one or both sides.
    fn cross(&mut self, line: usize, place: usize, has_above: bool, has_below: bool) -> (u64, i32) {
        let above = has_above.then(|| {
            // A block that starts at the edge was not walked at the square before it.
            self.blocks
                .get(place)
                .copied()
                .flatten()
                .unwrap_or_else(|| self.walk(line - 1, place).1)
        });
        let below = has_below.then(|| {
            let (front, block) = self.walk(self.grid.end_of_block(line + 1, place), place);
            if let Some(entry) = self.blocks.get_mut(place) {
                *entry = Some(block);
            }
            (front, block.value)
        });
        match (above, below) {
            (Some(above), None) => (
                above
                    .follow
                    .map_or(0, |follow| self.packing.record(follow).set),
                above.value,
            ),
            (None, Some(below)) => below,
            (Some(above), Some((_, value))) => (
                above
                    .follow
                    .map_or(0, |follow| self.between(follow, line, place)),
                above.value + value,
            ),
            (None, None) => (0, 0),
        }
    }

    /// Walks the block whose last tile is at `place` of line `end`. Returns the tiles that can be hooked before it, bit
    /// *c* for the tile of code *c*, and what follows it.
    ///
    /// In a GADDAG that is one walk: the last edge's letter set has the tiles that fit before the block, and the ◇ edge's
    /// those after it (Gordon 1994, "Computing cross sets"). In a DAWG every tile must be tried before the block.
    fn walk(&self, end: usize, place: usize) -> (u64, Block) {
        let mut first = end;
        let mut value = self.scoring.value(self.grid.face(end, place));
        while self.grid.face(first - 1, place) != 0 {
            first -= 1;
            value += self.scoring.value(self.grid.face(first, place));
        }
        let (front, follow) = match self.automaton {
            Automaton::Gaddag(root) => {
                let mut lines = (first..=end).rev();
                let record = lines.try_fold(self.packing.record(root), |record, line| {
                    let next = self.packing.step(record, self.grid.code(line, place))?;
                    Some(self.packing.record(next))
                });
                match record {
                    Some(record) => (record.set, self.packing.step(record, SEPARATOR_CODE)),
                    None => (0, None),
                }
            }
            Automaton::Dawg(root) => {
                let follow = (first..=end).try_fold(root, |reference, line| {
                    self.packing
                        .step(self.packing.record(reference), self.grid.code(line, place))
                });
                (self.leading_through(root, first, end, place), follow)
            }
        };
        (front, Block { follow, value })
    }

    /// The tiles that fit between two blocks: those that can follow the first and lead through the second. It is the
    /// only cross-set that takes a walk for each candidate (Gordon 1994, "Computing cross sets").
    fn between(&self, follow: EdgeRef, line: usize, place: usize) -> u64 {
        let end = self.grid.end_of_block(line + 1, place);
        self.leading_through(follow, line + 1, end, place)
    }

    /// The tiles after which the block from line `first` to `end` completes a word, from a state of the DAWG.
    fn leading_through(&self, from: EdgeRef, first: usize, end: usize, place: usize) -> u64 {
        let record = self.packing.record(from);
        let leads_through = |tile: &Tile| {
            let reference = self.packing.step(record, tile.code())?;
            let last = (first..end).try_fold(self.packing.record(reference), |record, line| {
                let next = self.packing.step(record, self.grid.code(line, place))?;
                Some(self.packing.record(next))
            })?;
            (last.set >> self.grid.code(end, place) & 1 != 0).then_some(())
        };
        let tiles = TileSet::from_bits(record.mask).into_iter();
        tiles
            .filter(|tile| leads_through(tile).is_some())
            .collect::<TileSet>()
            .bits()
    }
}
