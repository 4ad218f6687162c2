//! What the rest of the board has to say about each square, in both directions: the tiles that fit, and what is scored
//! across (Appel and Jacobson 1988, section 3.1.1).

use lexc_formats::record::Packing;

use super::cross_words::{Block, Walker, WordLine};
use crate::board::Board;
use crate::position::Position;
use crate::rules::Rules;
use crate::square::{Dimensions, Direction, Line, MAX_DIM};

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

    /// Notes a tile of this value.
    #[inline]
    fn cover(&mut self, line: usize, offset: usize, value: i32) {
        self.set(line, offset, 0, value);
        if let Some(taken) = self.taken.get_mut(line + 1) {
            *taken |= 1 << (offset + 1);
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

    /// Adds all tiles of a position under these rules to an empty board.
    pub(super) fn add_all<P: Packing>(&mut self, walker: Walker<P>, position: &Position<'_>) {
        let (board, rules) = (position.board(), position.rules());
        for line in self.dimensions.lines(Direction::Across) {
            for (offset, face) in board.line(line).into_iter().enumerate() {
                if let Some(face) = face {
                    let value = rules.value(face);
                    self.across.cover(line.index(), offset, value);
                    self.down.cover(offset, line.index(), value);
                }
            }
        }
        for direction in Direction::ALL {
            for line in self.dimensions.lines(direction) {
                self.check_across(walker, board, line);
            }
        }
    }

    /// The cross-checks of a line; `None` if it is outside of every board.
    #[inline]
    pub(super) fn line(&self, line: Line) -> Option<LineChecks<'_>> {
        let checks = match line.direction() {
            Direction::Across => &self.across,
            Direction::Down => &self.down,
        };
        // Lines of the masks count from 1, so that this is the line before.
        let &[above, taken, below] = checks.taken.get(line.index()..)?.first_chunk()?;
        let squares = (1_u32 << (self.dimensions.line_len(line.direction()) + 1)) - 2;
        Some(LineChecks {
            fits: checks.fits.get(line.index())?,
            values: checks.values.get(line.index())?,
            taken,
            crossed: (above | below) & !taken & squares,
        })
    }

    /// Computes the cross-checks next to the blocks of a line, for the plays across it. Each block is walked once.
    fn check_across<P: Packing>(&mut self, walker: Walker<P>, board: &Board, line: Line) {
        let (words, across) = match line.direction() {
            Direction::Across => (&self.across, &mut self.down),
            Direction::Down => (&self.down, &mut self.across),
        };
        let index = line.index();
        let taken = words.taken.get(index + 1).copied().unwrap_or(0);
        let Some(values) = words.values.get(index).filter(|_| taken != 0) else {
            return;
        };
        let words = WordLine::new(walker, board, line, taken, values);
        let len = self.dimensions.line_len(line.direction());
        let mut set = |place: usize, before: Option<&Block<'_>>, after: Option<&Block<'_>>| {
            if let Some((fits, value)) = words.check(before, after) {
                across.set(place - 1, index, fits, value);
            }
        };
        let mut before: Option<Block<'_>> = None;
        let mut rest = taken;
        while let Some(block) = words.block_at(rest.trailing_zeros() as usize) {
            // Carries through the lowest run of ones.
            rest &= rest.wrapping_add(1 << block.first);
            if block.first > 1 {
                let before = before
                    .as_ref()
                    .filter(|before| before.end + 2 == block.first);
                set(block.first - 1, before, Some(&block));
            }
            let is_between = taken >> (block.end + 2) & 1 != 0;
            if block.end < len && !is_between {
                set(block.end + 1, Some(&block), None);
            }
            before = Some(block);
        }
    }
}
