//! Text, read tile by tile and written with padding.

pub(crate) mod display;
pub(crate) mod reader;
