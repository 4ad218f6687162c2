//! Text: read tile by tile, refused with a place, quoted in errors, and written with padding.

mod error;
mod number;
mod padded;
mod place;
mod quoted;
mod reader;

pub(crate) use self::error::Part;
pub use self::error::{TextError, TextErrorKind};
pub(crate) use self::number::number;
pub(crate) use self::padded::{Text, pad, write_map};
pub(crate) use self::place::Place;
pub use self::quoted::TileName;
pub(crate) use self::reader::{Reader, lines, words};

#[cfg(test)]
mod tests;
