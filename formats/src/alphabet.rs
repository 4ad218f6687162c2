//! The alphabet section: the tiles of the game, their texts, values and counts.

#[cfg(any(test, feature = "alloc"))]
mod definition;
mod error;
mod layout;
#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;
mod view;

#[cfg(any(test, feature = "alloc"))]
pub use self::definition::{AlphabetDefinition, TileDefinition};
pub use self::error::AlphabetError;
pub use self::view::{Alphabet, PlacedTileText, WordText};
