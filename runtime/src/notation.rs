//! Texts of a game: [`cgp`] has positions, [`clock`] clocks, [`moves`] moves and plays, and [`rules`] rules; each is read and
//! written in its module.

pub(crate) mod cgp;
mod clock;
pub(crate) mod moves;
pub(crate) mod rules;
