//! Positions and plays as text.

pub(crate) mod cgp;
pub(crate) mod cgp_parse;
pub(crate) mod play;
