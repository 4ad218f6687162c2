//! What the rest of the board has to say about each square, in both directions: the tiles that fit, and what is scored
//! across (Appel and Jacobson 1988, section 3.1.1).

use lexc_formats::raw::node::Nodes;

use super::bits::bits;
use super::cross_words::{Block, Walker, WordLine};
use super::line::LineState;
use crate::game::board::Board;
use crate::game::position::Position;
use crate::game::rules::Rules;
use crate::game::square::{Dimensions, Direction, Line, MAX_DIM, Square};

/// The cross-checks of every square, for plays in either direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CrossChecks {
    dimensions: Dimensions,
    across: Checks,
    down: Checks,
}

// The smallest hosts that keep one have 64 KiB of memory.
const _: () = assert!(size_of::<CrossChecks>() <= 11 << 10);

/// The cross-checks for plays in one direction, by line and offset.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Checks {
    fits: [[u64; MAX_DIM]; MAX_DIM],
    values: [[i32; MAX_DIM]; MAX_DIM],
    /// The places where a tile lies. Lines and places count from 1, and those around are empty.
    taken: [u32; MAX_DIM + 2],
}

/// The cross-checks of one line.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineChecks<'c> {
    /// For an empty square the tiles that fit: its cross-set, bit *c* for the tile of code *c*. None for a taken one.
    pub(super) fits: &'c [u64; MAX_DIM],
    /// The value of the tile that lies here, or of the tiles in the cross-word that a tile here would make.
    pub(super) values: &'c [i32; MAX_DIM],
    /// The places where a tile lies. The first square is place 1.
    pub(super) taken: u32,
    /// The empty places beside a tile of a neighbouring line: a tile there makes a cross-word.
    pub(super) crossed: u32,
}

/// Who knows the cross-checks of a line.
pub(super) trait LineCheck {
    /// Makes it the state of a line with its cross-checks; `false` if the line is outside of every board. Whether there
    /// are starts on it, the state tells.
    fn set_line(&self, state: &mut LineState, position: &Position<'_>, line: Line) -> bool;
}

impl LineCheck for CrossChecks {
    #[inline(always)]
    fn set_line(&self, state: &mut LineState, position: &Position<'_>, line: Line) -> bool {
        let checks = self.line(line);
        if let Some(checks) = checks {
            state.set(position, line, checks);
        }
        checks.is_some()
    }
}

/// The cross-checks of one line at a time, computed where they are asked for, from the board alone. That takes under 1 KiB
/// of the stack instead of 11, and two walks along each block instead of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineByLine<P> {
    walker: Walker<P>,
}

impl<P: Nodes> LineByLine<P> {
    pub(super) fn new(walker: Walker<P>) -> LineByLine<P> {
        LineByLine { walker }
    }

    /// The cross-check of an empty square for the plays across a line that it is on: what fits, and the value of the tiles
    /// beside it on that line.
    #[inline(never)]
    fn check(&self, position: &Position<'_>, line: Line, place: usize) -> (u64, i32) {
        let taken = taken(position.board(), line);
        let values = values(position, line);
        let words = WordLine::new(self.walker, position.board(), line, taken, &values);
        let (before, after) = (words.block_at(place - 1), words.block_at(place + 1));
        let check = words.check(before.as_ref(), after.as_ref());
        check.unwrap_or((u64::MAX, 0))
    }
}

impl<P: Nodes> LineCheck for LineByLine<P> {
    #[inline(never)]
    fn set_line(&self, state: &mut LineState, position: &Position<'_>, line: Line) -> bool {
        let (board, tiles) = (position.board(), position.rules().tiles().bits());
        let len = board.dimensions().line_len(line.direction());
        let here = taken(board, line);
        let beside = |index: Option<usize>| {
            let line = index.and_then(|index| Line::new(line.direction(), index));
            line.map_or(0, |line| taken(board, line))
        };
        let above = beside(line.index().checked_sub(1));
        let crossed = (above | beside(Some(line.index() + 1))) & !here;
        let mut values = values(position, line);
        let mut fits = [tiles; MAX_DIM];
        for (offset, (fits, value)) in fits.iter_mut().zip(&mut values).enumerate().take(len) {
            let place = offset + 1;
            if here >> place & 1 != 0 {
                *fits = 0;
            } else if crossed >> place & 1 != 0
                && let Some(square) = line.square(offset)
            {
                let across = square.line(line.direction().crossing());
                let check = self.check(position, across, line.index() + 1);
                // The letter sets of an image that was not checked may have other tiles than the alphabet.
                (*fits, *value) = (check.0 & tiles, check.1);
            }
        }
        let checks = LineChecks {
            fits: &fits,
            values: &values,
            taken: here,
            crossed,
        };
        state.set(position, line, checks);
        true
    }
}

/// The places of a line where a tile lies. The first square is place 1.
fn taken(board: &Board, line: Line) -> u32 {
    let placed_tiles = (1..).zip(board.line(line));
    let taken = placed_tiles.filter(|(_, placed_tile)| placed_tile.is_some());
    taken.fold(0, |taken, (place, _)| taken | 1 << place)
}

/// The values of the tiles that lie on a line, by offset; 0 where there is none.
fn values(position: &Position<'_>, line: Line) -> [i32; MAX_DIM] {
    let placed_tiles = position.board().line(line);
    placed_tiles
        .map(|placed_tile| placed_tile.map_or(0, |placed_tile| position.rules().value(placed_tile)))
}

impl Checks {
    /// Those of an empty board.
    #[inline(always)]
    fn new(rules: &Rules) -> Checks {
        Checks {
            fits: [[rules.tiles().bits(); MAX_DIM]; MAX_DIM],
            values: [[0; MAX_DIM]; MAX_DIM],
            taken: [0; MAX_DIM + 2],
        }
    }

    #[inline]
    fn set(&mut self, line: usize, offset: usize, fits: u64, value: i32) {
        let fits_here = self
            .fits
            .get_mut(line)
            .and_then(|line| line.get_mut(offset));
        let value_here = self
            .values
            .get_mut(line)
            .and_then(|line| line.get_mut(offset));
        if let (Some(fits_here), Some(value_here)) = (fits_here, value_here) {
            (*fits_here, *value_here) = (fits, value);
        }
    }

    /// Notes what lies on a square: a tile of this value, or nothing.
    #[inline]
    fn put(&mut self, line: usize, offset: usize, value: Option<i32>) {
        self.set(line, offset, 0, value.unwrap_or(0));
        if let Some(taken) = self.taken.get_mut(line + 1) {
            let place = 1 << (offset + 1);
            *taken = if value.is_some() {
                *taken | place
            } else {
                *taken & !place
            };
        }
    }
}

impl CrossChecks {
    /// Those of an empty board under these rules. Inlined, as it is too large to be copied.
    #[inline(always)]
    pub(super) fn new(rules: &Rules) -> CrossChecks {
        CrossChecks {
            dimensions: rules.layout().dimensions(),
            across: Checks::new(rules),
            down: Checks::new(rules),
        }
    }

    /// Adds all tiles of a position under the same rules to an empty board.
    pub(super) fn add_all<P: Nodes>(&mut self, walker: Walker<P>, position: &Position<'_>) {
        for (row, placed_tiles) in position.board().rows().enumerate() {
            let squares = (0..).zip(placed_tiles);
            // No branch: where tiles lie is as good as random to a processor.
            let taken = squares.fold(0_u64, |taken, (col, placed_tile)| {
                taken | u64::from(placed_tile.is_some()) << col
            });
            for col in bits(taken) {
                if let Some(Some(placed_tile)) = placed_tiles.get(col) {
                    self.put(row, col, Some(position.rules().value(*placed_tile)));
                }
            }
        }
        for direction in Direction::ALL {
            for line in self.dimensions.lines(direction) {
                let taken = self.taken(line);
                if taken != 0 {
                    let beside_tiles = (taken << 1 | taken >> 1) & !taken;
                    self.check_across(walker, position, line, beside_tiles);
                }
            }
        }
    }

    /// Computes again what is changed by tiles that were put on these places of a line of the position, or taken off: the
    /// checks of the places themselves, and of those next to the blocks that the tiles are, or were, part of (Appel and
    /// Jacobson 1988, section 3.1.1). There are two of these on the line, and two more across it for each tile.
    pub(super) fn update<P: Nodes>(
        &mut self,
        walker: Walker<P>,
        position: &Position<'_>,
        line: Line,
        places: u32,
    ) {
        let squares = || bits(places.into()).filter_map(|place| line.square(place - 1));
        for square in squares() {
            let placed_tile = position.board().get(square);
            let value = placed_tile.map(|placed_tile| position.rules().value(placed_tile));
            self.put(square.row(), square.col(), value);
        }
        let mut along = 0;
        for square in squares() {
            along |= self.around(line, square);
            let across = square.line(line.direction().crossing());
            self.check_across(walker, position, across, self.around(across, square));
        }
        self.check_across(walker, position, line, along);
    }

    /// The cross-checks of a line; `None` if it is outside of every board.
    #[inline]
    pub(super) fn line(&self, line: Line) -> Option<LineChecks<'_>> {
        let checks = self.along(line.direction());
        // Lines of the masks count from 1, so that this is the line before.
        let &[above, taken, below] = checks.taken.get(line.index()..)?.first_chunk()?;
        Some(LineChecks {
            fits: checks.fits.get(line.index())?,
            values: checks.values.get(line.index())?,
            taken,
            crossed: (above | below) & !taken & self.squares(line),
        })
    }

    fn put(&mut self, row: usize, col: usize, value: Option<i32>) {
        self.across.put(row, col, value);
        self.down.put(col, row, value);
    }

    #[inline]
    fn along(&self, direction: Direction) -> &Checks {
        match direction {
            Direction::Across => &self.across,
            Direction::Down => &self.down,
        }
    }

    /// The places of a line.
    #[inline]
    fn squares(&self, line: Line) -> u32 {
        (1_u32 << (self.dimensions.line_len(line.direction()) + 1)) - 2
    }

    /// The places of a line where a tile lies.
    #[inline]
    fn taken(&self, line: Line) -> u32 {
        let taken = &self.along(line.direction()).taken;
        taken.get(line.index() + 1).copied().unwrap_or(0)
    }

    /// The empty places of a line that are nearest to a square, on both sides of it, and the square itself if it is one.
    fn around(&self, line: Line, square: Square) -> u32 {
        let empty = !self.taken(line);
        let here = 2 << line.offset_of(square);
        let before = empty & (here - 1);
        let after = empty & !(2 * here - 1);
        // The place before the line is empty, and so is the one after it.
        let nearest = 1 << before.checked_ilog2().unwrap_or(0) | 1 << after.trailing_zeros();
        (nearest | here & empty) & self.squares(line)
    }

    /// Computes the cross-checks of empty places of a line, for the plays across it. Each block is walked once.
    fn check_across<P: Nodes>(
        &mut self,
        walker: Walker<P>,
        position: &Position<'_>,
        line: Line,
        places: u32,
    ) {
        let (index, taken) = (line.index(), self.taken(line));
        let places = places & self.squares(line);
        let (along, across) = match line.direction() {
            Direction::Across => (&self.across, &mut self.down),
            Direction::Down => (&self.down, &mut self.across),
        };
        let Some(values) = along.values.get(index) else {
            return;
        };
        let tiles = position.rules().tiles().bits();
        let words = WordLine::new(walker, position.board(), line, taken, values);
        let mut before: Option<Block<'_>> = None;
        for place in bits(places.into()) {
            if before.as_ref().is_none_or(|block| block.end + 1 != place) {
                before = words.block_at(place - 1);
            }
            let after = words.block_at(place + 1);
            let check = words.check(before.as_ref(), after.as_ref());
            let (fits, value) = check.unwrap_or((u64::MAX, 0));
            // The letter sets of an image that was not checked may have other tiles than the alphabet.
            across.set(place - 1, index, fits & tiles, value);
            before = after;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use lexc_formats::raw::node::{FastNodes, NodeRef};
    use lexc_formats::{MAX_TILES, PlacedTile, Tile};

    use super::*;
    use crate::game::board::Board;
    use crate::game::rack::Rack;
    use crate::lexicon::automaton::Automaton;
    use crate::testing::{Counted, EVERY_STRING, english};

    /// Boards with tiles in all patterns that repeat after a few squares, in an image in which every string is a word and
    /// nothing ever ends: the edges are as few as [`Algorithm`](crate::Algorithm) says.
    #[test]
    fn steps_of_cross_sets() {
        let nodes = FastNodes::<1>::without_codes(&EVERY_STRING);
        let tile = PlacedTile::letter(Tile::new(2).unwrap());
        let rules = Rules::standard(english());
        let dimensions = rules.layout().dimensions();
        let longest = dimensions.rows().max(dimensions.cols());
        let bound = 2 * dimensions.squares().count() * (2 + MAX_TILES * longest);
        let mut most = 0;
        for pattern in 0..1_usize << 9 {
            let mut board = Board::new(dimensions);
            for square in dimensions.squares() {
                let bit = square.row() * 4 + square.col() + square.row() * square.col() / 7;
                if pattern >> (bit % 9) & 1 != 0 {
                    board.set(square, Some(tile)).unwrap();
                }
            }
            let position = Position::try_new(board, Rack::EMPTY, &rules).unwrap();
            for automaton in [
                Automaton::Dawg(NodeRef::from_unit(5)),
                Automaton::Gaddag(NodeRef::from_unit(12)),
            ] {
                let edges = Cell::new(0);
                let counted = Counted {
                    inner: nodes,
                    edges: &edges,
                };
                CrossChecks::new(&rules).add_all(Walker::new(counted, automaton), &position);
                assert!(edges.get() <= bound, "{} of {bound}", edges.get());
                most = most.max(edges.get());
            }
        }
        // Four labels of the 62 that there could be.
        assert!(most > 1_000, "{most}");
    }
}
