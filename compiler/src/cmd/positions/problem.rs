//! What can be wrong with a position.

use std::fmt;

use lexc_runtime::{CgpError, Dimensions, PositionError};

use crate::cmd::lines::{LineProblem, MAX_LINE_BYTES};

/// Why there are no plays to be told for a position. The place of the position is not part of the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionProblem {
    /// The line can't be used.
    Line(LineProblem),
    /// It is not written as positions are.
    Cgp(CgpError),
    /// There is no preset layout for such a board.
    NoLayout { board: Dimensions },
    /// It does not fit the rules.
    Rules(PositionError),
}

impl fmt::Display for PositionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionProblem::Line(LineProblem::TooLong) => write!(
                f,
                "the line is longer than {MAX_LINE_BYTES} bytes, which no position is"
            ),
            PositionProblem::Line(LineProblem::NotUtf8 { column }) => write!(
                f,
                "column {column}: not UTF-8 (convert the positions to UTF-8)"
            ),
            PositionProblem::Cgp(error) => error.fmt(f),
            PositionProblem::NoLayout { board } => write!(
                f,
                "no preset layout has {board} squares (give a layout file with --layout)"
            ),
            PositionProblem::Rules(PositionError::Dimensions { board, layout }) => write!(
                f,
                "the board has {board} squares and the layout {layout} (give the board's layout with --layout)"
            ),
            PositionProblem::Rules(PositionError::RackTooLong { found, rack_size }) => write!(
                f,
                "{found} tiles on the rack where the rules allow {rack_size} (allow them with --rack-size {found})"
            ),
            PositionProblem::Rules(error) => error.fmt(f),
        }
    }
}
