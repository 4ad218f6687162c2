//! Positions, plays, moves and rules as text.

pub(crate) mod cgp;
pub(crate) mod cgp_parse;
mod clock;
pub(crate) mod moves;
pub(crate) mod parts;
pub(crate) mod play;
pub(crate) mod rules;
pub(crate) mod rules_key;
pub(crate) mod rules_preset;
pub(crate) mod typed;
pub(crate) mod write_rules;
