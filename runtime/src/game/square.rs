//! Squares, lines, directions and dimensions: the geometry of boards and layouts.

use core::fmt;

use crate::text::pad;

/// The largest number of rows and of columns of a board.
pub const MAX_DIM: usize = 21;

/// A direction of a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// From left to right, along a row.
    Across,
    /// From top to bottom, along a column.
    Down,
}

impl Direction {
    /// Both directions, across first.
    pub const ALL: [Direction; 2] = [Direction::Across, Direction::Down];

    /// The other direction, that of the cross-words.
    #[inline]
    #[must_use]
    pub const fn crossing(self) -> Direction {
        match self {
            Direction::Across => Direction::Down,
            Direction::Down => Direction::Across,
        }
    }

    /// The name of the direction: `across` or `down`.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Across => "across",
            Direction::Down => "down",
        }
    }
}

/// A square of the largest board; a board may be smaller.
///
/// Rows and columns count from 0. Squares are ordered by row, then by column. Their text is that of plays,
/// where rows count from 1: `8D` is row 7, column 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    row: u8,
    col: u8,
}

impl Square {
    /// The square in this row and column, counted from 0; `None` unless both are below [`MAX_DIM`].
    #[inline]
    pub const fn new(row: usize, col: usize) -> Option<Square> {
        if row < MAX_DIM && col < MAX_DIM {
            Some(Square {
                row: narrow(row),
                col: narrow(col),
            })
        } else {
            None
        }
    }

    /// The row, counted from 0, below [`MAX_DIM`].
    #[inline]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// The column, counted from 0, below [`MAX_DIM`].
    #[inline]
    pub const fn col(self) -> usize {
        self.col as usize
    }

    /// The next square in this direction; `None` beyond the largest board.
    #[inline]
    pub const fn next(self, direction: Direction) -> Option<Square> {
        match direction {
            Direction::Across => Square::new(self.row(), self.col() + 1),
            Direction::Down => Square::new(self.row() + 1, self.col()),
        }
    }

    /// The preceding square in this direction; `None` beyond the largest board.
    #[inline]
    pub const fn previous(self, direction: Direction) -> Option<Square> {
        // 0 - 1 wraps to `usize::MAX`, which `Square::new` refuses.
        match direction {
            Direction::Across => Square::new(self.row(), self.col().wrapping_sub(1)),
            Direction::Down => Square::new(self.row().wrapping_sub(1), self.col()),
        }
    }

    /// The square as the origin of a word in this direction, in the notation of plays: `8D` across, `D8` down.
    pub fn as_origin(self, direction: Direction) -> impl fmt::Display + Copy {
        Place(self, direction)
    }

    /// The two to four adjacent squares on the largest board.
    pub fn neighbours(self) -> impl Iterator<Item = Square> {
        Direction::ALL
            .into_iter()
            .flat_map(move |direction| [self.previous(direction), self.next(direction)])
            .flatten()
    }

    /// The square mirrored at the main diagonal.
    #[inline]
    #[must_use]
    pub const fn transposed(self) -> Square {
        Square {
            row: self.col,
            col: self.row,
        }
    }

    /// The line through the square in this direction.
    pub(crate) const fn line(self, direction: Direction) -> Line {
        let index = match direction {
            Direction::Across => self.row,
            Direction::Down => self.col,
        };
        Line { direction, index }
    }

    /// The letter of the column, `A` to `U`.
    const fn column_letter(self) -> char {
        (b'A' + self.col) as char
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, &|to| {
            write!(to, "{}{}", self.row + 1, self.column_letter())
        })
    }
}

/// The first square of a word and its direction, as text: `8D` across, `D8` down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place(pub(crate) Square, pub(crate) Direction);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place(square, direction) = *self;
        match direction {
            Direction::Across => write!(f, "{square}"),
            Direction::Down => write!(f, "{}{}", square.column_letter(), square.row + 1),
        }
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A row or a column of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line {
    direction: Direction,
    index: u8,
}

impl Line {
    /// The first row.
    pub(crate) const FIRST: Line = Line {
        direction: Direction::Across,
        index: 0,
    };

    /// The row (across) or column (down) with this index, counted from 0; `None` unless it is below [`MAX_DIM`].
    #[inline]
    pub const fn new(direction: Direction, index: usize) -> Option<Line> {
        if index < MAX_DIM {
            Some(Line {
                direction,
                index: narrow(index),
            })
        } else {
            None
        }
    }

    /// The direction of words along the line.
    #[inline]
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// The index of the row or column, counted from 0, below [`MAX_DIM`].
    #[inline]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// The distance of a square from the start of the line.
    pub(crate) const fn offset_of(self, square: Square) -> usize {
        match self.direction {
            Direction::Across => square.col(),
            Direction::Down => square.row(),
        }
    }

    /// The square at this offset from the start of the line; `None` unless the offset is below [`MAX_DIM`].
    #[inline]
    pub const fn square(self, offset: usize) -> Option<Square> {
        match self.direction {
            Direction::Across => Square::new(self.index(), offset),
            Direction::Down => Square::new(offset, self.index()),
        }
    }
}

/// The numbers of rows and columns of a board, `1..=`[`MAX_DIM`] each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dimensions {
    rows: u8,
    cols: u8,
}

impl Dimensions {
    /// The largest dimensions: 21 rows and 21 columns.
    pub const MAX: Dimensions = Dimensions {
        rows: narrow(MAX_DIM),
        cols: narrow(MAX_DIM),
    };

    /// The dimensions of these numbers of rows and columns; `None` unless both are `1..=`[`MAX_DIM`].
    pub const fn new(rows: usize, cols: usize) -> Option<Dimensions> {
        if rows >= 1 && rows <= MAX_DIM && cols >= 1 && cols <= MAX_DIM {
            Some(Dimensions {
                rows: narrow(rows),
                cols: narrow(cols),
            })
        } else {
            None
        }
    }

    /// The number of rows, `1..=`[`MAX_DIM`].
    #[inline]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns, `1..=`[`MAX_DIM`].
    #[inline]
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// The number of squares of a line in this direction.
    #[inline]
    pub const fn line_len(self, direction: Direction) -> usize {
        match direction {
            Direction::Across => self.cols(),
            Direction::Down => self.rows(),
        }
    }

    /// The lines in this direction: the rows from top to bottom, or the columns from left to right.
    pub fn lines(self, direction: Direction) -> impl Iterator<Item = Line> {
        (0..self.line_len(direction.crossing()))
            .filter_map(move |index| Line::new(direction, index))
    }

    /// The squares, row by row.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        self.lines(Direction::Across)
            .flat_map(move |line| (0..self.cols()).filter_map(move |offset| line.square(offset)))
    }

    /// Returns `true` if the square is within these dimensions.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        square.row < self.rows && square.col < self.cols
    }
}

impl fmt::Display for Dimensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.rows, self.cols)
    }
}

/// Narrows a number up to [`MAX_DIM`] to a byte.
#[expect(clippy::cast_possible_truncation, reason = "at most MAX_DIM")]
const fn narrow(number: usize) -> u8 {
    number as u8
}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn refuses_squares_lines_and_dimensions_out_of_range() {
        for (row, col) in [(0, 0), (0, 20), (20, 0), (20, 20)] {
            let square = Square::new(row, col).unwrap();
            assert_eq!((square.row(), square.col()), (row, col));
            assert_eq!(square.transposed(), Square::new(col, row).unwrap());
        }
        for (row, col) in [(21, 0), (0, 21), (usize::MAX, 0), (0, 256)] {
            assert_eq!(Square::new(row, col), None);
        }
        assert_eq!(Line::new(Direction::Down, MAX_DIM), None);
        assert_eq!(Dimensions::new(0, 1), None);
        assert_eq!(Dimensions::new(1, 0), None);
        assert_eq!(Dimensions::new(22, 1), None);
        assert_eq!(Dimensions::new(1, 22), None);
        assert_eq!(Dimensions::new(21, 21), Some(Dimensions::MAX));
    }

    #[test]
    fn steps_end_at_the_edges() {
        let corner = Square::new(0, 0).unwrap();
        let opposite = Square::new(20, 20).unwrap();
        for direction in Direction::ALL {
            assert_eq!(corner.previous(direction), None);
            assert_eq!(opposite.next(direction), None);
            let next = corner.next(direction).unwrap();
            assert_eq!(next.previous(direction), Some(corner));
            assert_eq!(next.previous(direction.crossing()), None);
        }
        assert_eq!(corner.neighbours().count(), 2);
        assert_eq!(opposite.as_origin(Direction::Across).to_string(), "21U");
        assert_eq!(opposite.as_origin(Direction::Down).to_string(), "U21");
        let inner: Vec<_> = Square::new(3, 4).unwrap().neighbours().collect();
        assert_eq!(
            inner.iter().map(Square::to_string).collect::<Vec<_>>(),
            ["4D", "4F", "3E", "5E"]
        );
    }

    #[test]
    fn lines_cover_every_square_once() {
        let dimensions = Dimensions::new(3, 5).unwrap();
        let mut expected: Vec<_> = dimensions.squares().collect();
        assert_eq!(expected.len(), 15);
        assert!(expected.is_sorted());
        for direction in Direction::ALL {
            let mut squares: Vec<_> = dimensions
                .lines(direction)
                .inspect(|line| assert_eq!(line.direction(), direction))
                .flat_map(|line| {
                    (0..dimensions.line_len(direction)).map(move |at| line.square(at).unwrap())
                })
                .collect();
            squares.sort();
            assert_eq!(squares, expected);
        }
        expected.retain(|&square| !dimensions.contains(square));
        assert!(expected.is_empty());
        assert!(!dimensions.contains(Square::new(3, 0).unwrap()));
        assert!(!dimensions.contains(Square::new(0, 5).unwrap()));
    }
}
