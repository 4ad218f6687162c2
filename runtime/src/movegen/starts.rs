//! Where the search on a line starts.

use super::line::LineState;

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
pub(super) struct Starts<'l> {
    line: &'l LineState,
    place: usize,
    stop: usize,
}

impl<'l> Starts<'l> {
    pub(super) fn new(line: &'l LineState) -> Starts<'l> {
        Starts {
            line,
            place: 1,
            stop: 1,
        }
    }
}

impl Iterator for Starts<'_> {
    type Item = Start;

    fn next(&mut self) -> Option<Start> {
        while self.place <= self.line.len {
            let (first, stop) = (self.place, self.stop);
            if self.line.is_taken(first) {
                let mut end = first;
                while self.line.is_taken(end + 1) {
                    end += 1;
                }
                // Who covers the square next to the block runs through the block.
                self.place = end + 2;
                self.stop = end + 2;
                return Some(Start {
                    first,
                    end,
                    stop,
                    is_empty: false,
                });
            }
            self.place += 1;
            if self.line.is_crossed(first) && !self.line.is_taken(first + 1) {
                self.stop = first + 1;
                return Some(Start {
                    first,
                    end: first,
                    stop,
                    is_empty: true,
                });
            }
        }
        None
    }
}
