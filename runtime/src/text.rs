//! Text read tile by tile.

pub(crate) mod reader;
