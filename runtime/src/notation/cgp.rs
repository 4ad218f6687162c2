//! Crossword game positions (CGP): [`position`] has the type and writes it, [`parse`] reads it.

mod parse;
mod position;

pub use self::position::Cgp;
