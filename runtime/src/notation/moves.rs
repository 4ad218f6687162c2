//! Moves as text: `8D RETSINA`, `exchange QV`, `pass`.

mod parse;
mod parse_play;
mod parse_typed;
pub(crate) mod parts;
mod write;
