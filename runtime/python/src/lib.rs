//! The Python module `lexc._lexc`, which the package `lexc` re-exports.
//!
//! - [`image`]: mapped files and bytes, with the views that borrow them.
//! - [`lexicon`], [`words`], [`spelling`], [`find`]: words.
//! - [`rack`], [`board`], [`rules`], [`position`], [`moves`], [`best`], [`after`], [`leaves`], [`batch`]: positions and
//!   moves.
//! - [`analysis`]: simulation and end games.
//! - [`game`], [`gcg`]: games and their records.
//! - [`selfplay`]: games that the library plays against itself.
//! - [`compile`]: images from words.
//! - [`values`]: the named tuples of `lexc._types`, made here.
//! - [`error`], [`interrupt`]: exceptions, and Ctrl-C in long calls.
//!
//! Each class owns its data: a `lexc.Lexicon` owns its image, a position owns its rules and a reference to its lexicon.
//! Long calls clone the `Arc` of the image and detach from the interpreter, so that another thread may close the
//! lexicon meanwhile.

mod analysis;
mod batch;
mod best;
mod board;
mod compile;
mod error;
mod find;
mod game;
mod gcg;
mod image;
mod interrupt;
mod labels;
mod leaves;
mod lexicon;
mod moves;
mod pickle;
mod position;
mod rack;
mod rules;
mod selfplay;
mod spelling;
mod texts;
mod values;
mod words;

/// The compiled part of the package lexc.
#[pyo3::pymodule(gil_used = false)]
mod _lexc {

    #[pymodule_export]
    use crate::batch::best_rows;
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::compile::{alphabets, compile};
    #[pymodule_export]
    use crate::error::LexcError;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::gcg::Gcg;
    #[pymodule_export]
    use crate::leaves::Leaves;
    #[pymodule_export]
    use crate::lexicon::Lexicon;
    #[pymodule_export]
    use crate::moves::{MoveIterator, Moves};
    #[pymodule_export]
    use crate::pickle::reopen;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::rack::Rack;
    #[pymodule_export]
    use crate::selfplay::play_games;
    #[pymodule_export]
    use crate::words::WordIterator;
}
