//! Errors of crossword game positions.

use core::fmt;

use crate::game::rack::RackError;
use crate::game::square::MAX_DIM;
use crate::text::reader::{Quoted, TileTextError};

/// Why a text is not read as a position. Columns count the characters of the line from 1, rows those of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CgpError {
    /// Something on the board is neither a tile nor a number.
    BoardTile {
        /// The row.
        row: usize,
        /// What is wrong, and in which column.
        error: TileTextError,
    },
    /// A number of empty squares is 0, has leading zeros, or is absurd.
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
        /// The column of the tile or number that is too much.
        column: usize,
    },
    /// A row has no squares.
    EmptyRow {
        /// The row.
        row: usize,
        /// The column where its squares are missing.
        column: usize,
    },
    /// A row is shorter or longer than the first.
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
        /// The column of the first row that is too much.
        column: usize,
    },
    /// No rack follows the board.
    NoRack {
        /// The column where it is missing.
        column: usize,
    },
    /// A rack is not written as racks are; its columns are those of the line.
    Rack(RackError),
    /// There is a third rack.
    ThirdRack {
        /// The column of the slash before it.
        column: usize,
    },
    /// The scores are not two numbers that fit an `i32`.
    Score {
        /// The column.
        column: usize,
        /// The character; nothing at the end of the text.
        found: Option<char>,
    },
    /// The number of turns without points is no number that fits a `u32`.
    ZeroTurns {
        /// The column.
        column: usize,
        /// The character; nothing at the end of the text.
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
                "column {column}: no rack follows the board (write / if none is known)"
            ),
            CgpError::Rack(error) => write!(f, "racks, {error}"),
            CgpError::ThirdRack { column } => {
                write!(
                    f,
                    "racks, column {column}: a third rack (write those of two players)"
                )
            }
            CgpError::Score { column, found } => {
                write_unexpected(f, "scores", column, found)?;
                f.write_str("two scores are read (write them as 0/0, each up to 2147483647)")
            }
            CgpError::ZeroTurns { column, found } => {
                write_unexpected(f, "zero turns", column, found)?;
                f.write_str(
                    "a number of turns without points is read (write one from 0 to 4294967295)",
                )
            }
            CgpError::ControlCharacter { column, found } => write!(
                f,
                "operations, column {column}: {} can't be part of the line",
                Quoted(found)
            ),
        }
    }
}

/// Writes where something else was found.
fn write_unexpected(
    f: &mut fmt::Formatter<'_>,
    field: &str,
    column: usize,
    found: Option<char>,
) -> fmt::Result {
    match found {
        Some(found) => write!(
            f,
            "{field}, column {column}: found {} where ",
            Quoted(found)
        ),
        None => write!(f, "{field}, column {column}: the line ends where "),
    }
}

impl core::error::Error for CgpError {}

impl From<RackError> for CgpError {
    fn from(error: RackError) -> CgpError {
        CgpError::Rack(error)
    }
}
