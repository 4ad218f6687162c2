//! Where the search on a line starts.

use super::line::place_on;
use crate::game::position::Position;
use crate::game::square::{Direction, Line};

/// A start: a block of tiles, or an empty square beside a tile of a neighbouring line and away from all blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Start {
    /// The place of the first tile, or of the square.
    pub(super) first: usize,
    /// The place of the last tile, or of the square.
    pub(super) end: usize,
    /// The lowest place that a play from here may cover.
    pub(super) stop: usize,
    /// Whether it is a square, which a play must cover.
    pub(super) is_empty: bool,
}

impl Start {
    /// The start with this first place on a line with tiles at the places `taken`: a block, or an empty square.
    #[inline(always)]
    pub(super) fn new(taken: u32, first: usize, stop: usize) -> Start {
        let block_len = (taken >> first).trailing_ones() as usize;
        Start {
            first,
            end: first + block_len.max(1) - 1,
            stop,
            is_empty: block_len == 0,
        }
    }

    /// No start.
    pub(super) const NONE: Start = Start {
        first: 0,
        end: 0,
        stop: 0,
        is_empty: true,
    };
}

/// The starts on a line, from left to right. A play is found from the first start that it covers.
#[derive(Clone, Debug)]
pub(super) struct Starts {
    taken: u32,
    /// Where blocks and squares are.
    places: u32,
    stop: usize,
}

impl Starts {
    /// The starts on a line with tiles at the places `taken`, and with tiles beside it at the empty places `crossed`.
    #[inline]
    pub(super) fn new(taken: u32, crossed: u32) -> Starts {
        Starts {
            taken,
            // Who covers a square next to a block runs through the block.
            places: taken | crossed & !(taken >> 1) & !(taken << 1),
            stop: 1,
        }
    }
}

impl Iterator for Starts {
    type Item = Start;

    #[inline]
    fn next(&mut self) -> Option<Start> {
        if self.places == 0 {
            return None;
        }
        let start = Start::new(self.taken, self.places.trailing_zeros() as usize, self.stop);
        self.places &= u32::MAX << start.end << 1;
        self.stop = start.end + 2 - usize::from(start.is_empty);
        Some(start)
    }
}

/// The directions of the plays: on an empty board that is its own mirror image, across alone.
pub(super) fn directions(
    position: &Position<'_>,
    is_opening: bool,
) -> impl Iterator<Item = Direction> {
    let is_mirrored = is_opening && position.rules().layout().is_symmetric();
    let count = if is_mirrored { 1 } else { 2 };
    Direction::ALL.into_iter().take(count)
}

/// The start on an empty board: the start square, if it is on the line.
pub(super) fn opening(position: &Position<'_>, line: Line) -> Option<Start> {
    let place = place_on(line, position.rules().layout().start())?;
    Some(Start {
        first: place,
        end: place,
        stop: 1,
        is_empty: true,
    })
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    /// The places of a picture of a line that have this sign.
    fn places(picture: &str, sign: char) -> u32 {
        let signs = (1..).zip(picture.chars());
        let places = signs.filter(|&(_, found)| found == sign);
        places.map(|(place, _)| 1 << place).sum()
    }

    #[test]
    fn blocks_and_crossed_squares_away_from_them() {
        let picture = ".+.##+.+##.+..+";
        let found: Vec<_> = Starts::new(places(picture, '#'), places(picture, '+')).collect();
        let start = |first, end, stop, is_empty| Start {
            first,
            end,
            stop,
            is_empty,
        };
        let expected = [
            start(2, 2, 1, true),
            start(4, 5, 3, false),
            start(9, 10, 7, false),
            start(12, 12, 12, true),
            start(15, 15, 13, true),
        ];
        assert_eq!(found, expected);
        assert_eq!(Starts::new(0, 0).next(), None);
    }
}
