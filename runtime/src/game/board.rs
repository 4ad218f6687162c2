//! The board: a placed tile or nothing on each square.

use core::fmt;

use lexc_formats::PlacedTile;

use crate::game::square::{Dimensions, Direction, Line, MAX_DIM, Square};
use crate::text::write_map;

/// A board of up to [`MAX_DIM`] rows and columns. Takes one byte for each square of the largest board.
///
/// It accepts any placed tiles; the words on it may be invalid or unconnected.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Board, Dimensions, Square};
///
/// let mut board = Board::new(Dimensions::new(3, 3).ok_or("no such board")?);
/// let centre = Square::new(1, 1).ok_or("no such square")?;
/// board.set(centre, alphabet.placed_tile("Q"))?;
/// assert_eq!(board.get(centre), alphabet.placed_tile("Q"));
/// assert_eq!(board.display(alphabet).to_string(), "3/1Q1/3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    dimensions: Dimensions,
    /// Row by row; empty outside the dimensions.
    placed_tiles: [[Option<PlacedTile>; MAX_DIM]; MAX_DIM],
}

impl Board {
    /// The board without tiles.
    pub const fn new(dimensions: Dimensions) -> Board {
        Board {
            dimensions,
            placed_tiles: [[None; MAX_DIM]; MAX_DIM],
        }
    }

    /// The numbers of rows and columns.
    #[inline]
    pub const fn dimensions(&self) -> Dimensions {
        self.dimensions
    }

    /// The placed tile on the square; `None` if the square is empty or outside the board.
    #[inline]
    pub fn get(&self, square: Square) -> Option<PlacedTile> {
        *self.placed_tiles.get(square.row())?.get(square.col())?
    }

    /// Puts a placed tile on the square; `None` empties the square.
    ///
    /// # Errors
    /// [`BoardError::Outside`] if the square is outside the board, which then stays unchanged.
    pub fn set(
        &mut self,
        square: Square,
        placed_tile: Option<PlacedTile>,
    ) -> Result<(), BoardError> {
        let outside = BoardError::Outside {
            square,
            dimensions: self.dimensions,
        };
        if !self.dimensions.contains(square) {
            return Err(outside);
        }
        let row = self.placed_tiles.get_mut(square.row()).ok_or(outside)?;
        *row.get_mut(square.col()).ok_or(outside)? = placed_tile;
        Ok(())
    }

    /// The placed tiles of a row or column, from its start; empty beyond the board. Copies 21 bytes.
    #[inline]
    pub fn line(&self, line: Line) -> [Option<PlacedTile>; MAX_DIM] {
        match line.direction() {
            Direction::Across => self
                .placed_tiles
                .get(line.index())
                .copied()
                .unwrap_or_default(),
            Direction::Down => self
                .placed_tiles
                .map(|row| row.get(line.index()).copied().flatten()),
        }
    }

    /// The rows from top to bottom, as slices of their squares.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[Option<PlacedTile>]> {
        let rows = self.placed_tiles.iter().take(self.dimensions.rows());
        rows.filter_map(|row| row.get(..self.dimensions.cols()))
    }

    /// Returns `true` if the board has no tiles.
    pub fn is_empty(&self) -> bool {
        self.placed_tiles.as_flattened().iter().all(Option::is_none)
    }

    /// Returns `true` if one of the four adjacent squares has a tile.
    pub fn has_neighbour(&self, square: Square) -> bool {
        square
            .neighbours()
            .any(|neighbour| self.get(neighbour).is_some())
    }

    /// Keeps the part with these dimensions in the upper left corner. In place: a board takes a tenth of a small host's stack.
    pub(crate) fn crop(&mut self, dimensions: Dimensions) {
        self.dimensions = dimensions;
        for (index, row) in self.placed_tiles.iter_mut().enumerate() {
            let kept = match index < dimensions.rows() {
                true => dimensions.cols(),
                false => 0,
            };
            row.iter_mut().skip(kept).for_each(|square| *square = None);
        }
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let taken = self
            .dimensions
            .squares()
            .filter_map(|square| Some((square, self.get(square)?)));
        write!(f, "{} ", self.dimensions)?;
        write_map(
            f,
            taken.map(|(square, placed_tile)| (square, placed_tile.byte())),
        )
    }
}

/// A square that cannot be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the variant explains the fields")]
pub enum BoardError {
    /// The square is outside the board with these dimensions.
    Outside {
        square: Square,
        dimensions: Dimensions,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Outside { square, dimensions } => {
                write!(f, "{square} is outside the board of {dimensions} squares")
            }
        }
    }
}

impl core::error::Error for BoardError {}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::ToString;

    use lexc_formats::Tile;

    use super::*;

    fn square(row: usize, col: usize) -> Square {
        Square::new(row, col).unwrap()
    }

    fn placed_tile(code: u8) -> Option<PlacedTile> {
        Tile::new(code).map(PlacedTile::letter)
    }

    #[test]
    fn keeps_a_placed_tile_on_each_square_and_none_outside() {
        let dimensions = Dimensions::new(3, 5).unwrap();
        let mut board = Board::new(dimensions);
        assert!(board.is_empty());
        for square in Dimensions::MAX.squares() {
            let error = BoardError::Outside { square, dimensions };
            let result = board.set(square, placed_tile(7));
            assert_eq!(result.is_ok(), dimensions.contains(square));
            assert_eq!(result.err().unwrap_or(error), error);
            assert_eq!(board.get(square).is_some(), dimensions.contains(square));
        }
        for square in dimensions.squares() {
            assert!(!board.is_empty());
            board.set(square, None).unwrap();
        }
        assert_eq!(board, Board::new(dimensions));
        let outside = board.set(square(0, 5), placed_tile(1)).unwrap_err();
        assert_eq!(
            outside.to_string(),
            "1F is outside the board of 3 x 5 squares"
        );
    }

    #[test]
    fn lines_and_crops_agree_with_squares() {
        let dimensions = Dimensions::new(3, 5).unwrap();
        let mut board = Board::new(dimensions);
        for (code, square) in (1..).zip(dimensions.squares()) {
            board.set(square, placed_tile(code)).unwrap();
        }
        for direction in Direction::ALL {
            for line in Dimensions::MAX.lines(direction) {
                for (offset, found) in board.line(line).into_iter().enumerate() {
                    assert_eq!(found, board.get(line.square(offset).unwrap()));
                }
            }
        }
        board.crop(Dimensions::new(2, 2).unwrap());
        assert_eq!(format!("{board:?}"), "2 x 2 {1A: 1, 1B: 2, 2A: 6, 2B: 7}");
    }

    #[test]
    fn finds_tiles_on_the_four_adjacent_squares() {
        let mut board = Board::new(Dimensions::new(3, 3).unwrap());
        board.set(square(1, 1), placed_tile(1)).unwrap();
        let dimensions = board.dimensions();
        let beside = dimensions.squares().filter(|&at| board.has_neighbour(at));
        assert!(beside.eq([square(0, 1), square(1, 0), square(1, 2), square(2, 1)]));
    }
}
