//! Problems of positions.

use std::fmt;

use lexc_runtime::{CgpError, Dimensions, PositionError};

use crate::input::{LineProblem, MAX_LINE_BYTES};

/// Why a position can't be searched. The message does not name the place of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionProblem {
    /// The line can't be read.
    Line(LineProblem),
    /// The text is not CGP.
    Cgp(CgpError),
    /// No preset layout has the board's size.
    NoLayout { board: Dimensions },
    /// The position breaks the rules.
    Rules(PositionError),
}

impl fmt::Display for PositionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionProblem::Line(LineProblem::TooLong) => write!(
                f,
                "line longer than {MAX_LINE_BYTES} bytes (write each position on a line of its own)"
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
