//! Crossword game positions (CGP).

mod parse;
mod position;
mod write;

pub use self::position::Cgp;
