//! Errors of crossword game positions.

use core::fmt;

use crate::game::rack::RackError;
use crate::game::square::MAX_DIM;
use crate::text::reader::{Quoted, TileTextError};

/// A text that is not a position. Columns count the characters of the line from 1, rows the rows of the board from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CgpError {
    /// A character of the board that is neither a tile nor a number.
    BoardTile {
        /// The row.
        row: usize,
        /// The fault and its column.
        error: TileTextError,
    },
    /// A run of empty squares that is 0, has leading zeros, or exceeds a `usize`.
    Run {
        /// The row.
        row: usize,
        /// The column of the number.
        column: usize,
    },
    /// A row has more than [`MAX_DIM`] squares.
    RowTooLong {
        /// The row.
        row: usize,
        /// The column of the first tile or number beyond them.
        column: usize,
    },
    /// A row has no squares.
    EmptyRow {
        /// The row.
        row: usize,
        /// The column of the missing squares.
        column: usize,
    },
    /// A row with another width than the first.
    RowWidth {
        /// The row.
        row: usize,
        /// The column of its end.
        column: usize,
        /// Its number of squares.
        found: usize,
        /// The first row's number of squares.
        expected: usize,
    },
    /// The board has more than [`MAX_DIM`] rows.
    TooManyRows {
        /// The column of the first row beyond them.
        column: usize,
    },
    /// No rack after the board.
    NoRack {
        /// The column of the missing rack.
        column: usize,
    },
    /// A fault of a rack. Columns count from the start of the line.
    Rack(RackError),
    /// A third rack.
    ThirdRack {
        /// The column of the slash before it.
        column: usize,
    },
    /// A fault of the scores: two numbers that fit an `i32`.
    Score {
        /// The column.
        column: usize,
        /// The character; `None` at the end of the text.
        found: Option<char>,
    },
    /// A fault of the number of scoreless turns, which fits a `u32`.
    ZeroTurns {
        /// The column.
        column: usize,
        /// The character; `None` at the end of the text.
        found: Option<char>,
    },
    /// A control character, such as a line break, among the operations.
    ControlCharacter {
        /// The column.
        column: usize,
        /// The character.
        found: char,
    },
}

impl fmt::Display for CgpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            CgpError::BoardTile { row, error } => write!(f, "board row {row}, {error}"),
            CgpError::Run { row, column } => write!(
                f,
                "board row {row}, column {column}: a run of empty squares is a number from 1 to {MAX_DIM}"
            ),
            CgpError::RowTooLong { row, column } => write!(
                f,
                "board row {row}, column {column}: a row has at most {MAX_DIM} squares"
            ),
            CgpError::EmptyRow { row, column } => {
                write!(
                    f,
                    "board row {row}, column {column}: the row has no squares"
                )
            }
            CgpError::RowWidth {
                row,
                column,
                found,
                expected,
            } => write!(
                f,
                "board row {row}, column {column}: the row has {found} squares and the first one {expected}"
            ),
            CgpError::TooManyRows { column } => {
                write!(
                    f,
                    "board, column {column}: a board has at most {MAX_DIM} rows"
                )
            }
            CgpError::NoRack { column } => write!(
                f,
                "column {column}: no rack after the board (write / for an unknown one)"
            ),
            CgpError::Rack(error) => write!(f, "racks, {error}"),
            CgpError::ThirdRack { column } => {
                write!(f, "racks, column {column}: a third rack (write two)")
            }
            CgpError::Score { column, found } => {
                write_unexpected(f, "scores", column, found)?;
                f.write_str("two scores (write 0/0, each up to 2147483647)")
            }
            CgpError::ZeroTurns { column, found } => {
                write_unexpected(f, "zero turns", column, found)?;
                f.write_str("the number of scoreless turns (write 0 to 4294967295)")
            }
            CgpError::ControlCharacter { column, found } => write!(
                f,
                "operations, column {column}: control character {} (remove it)",
                Quoted(found)
            ),
        }
    }
}

/// Writes the field, the column and the character that was found.
fn write_unexpected(
    f: &mut fmt::Formatter<'_>,
    field: &str,
    column: usize,
    found: Option<char>,
) -> fmt::Result {
    match found {
        Some(found) => write!(
            f,
            "{field}, column {column}: found {} instead of ",
            Quoted(found)
        ),
        None => write!(f, "{field}, column {column}: the line ends instead of "),
    }
}

impl core::error::Error for CgpError {}

impl From<RackError> for CgpError {
    fn from(error: RackError) -> CgpError {
        CgpError::Rack(error)
    }
}
