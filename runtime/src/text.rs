//! Text: read tile by tile, refused with a place, quoted in errors, and written with padding.

mod error;
#[cfg(feature = "views")]
mod label_names;
mod number;
mod padded;
mod place;
mod quoted;
mod reader;

pub(crate) use self::error::Part;
pub use self::error::{TextError, TextErrorKind};
#[cfg(feature = "views")]
pub use self::label_names::LabelNames;
pub(crate) use self::number::number;
pub(crate) use self::padded::{Text, pad, write_map};
pub(crate) use self::place::Place;
pub use self::quoted::TileName;
pub(crate) use self::reader::{Reader, lines, words};

#[cfg(test)]
mod tests;
