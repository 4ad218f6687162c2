//! The game: board, racks, rules, positions and plays.

pub(crate) mod board;
pub(crate) mod candidate;
pub(crate) mod formed_word;
pub(crate) mod layout;
pub(crate) mod leaves;
pub(crate) mod legal;
pub(crate) mod play;
pub(crate) mod position;
pub(crate) mod premium;
pub(crate) mod rack;
pub(crate) mod rules;
pub(crate) mod score;
pub(crate) mod square;
