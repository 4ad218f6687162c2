//! The errors of an alphabet.

use crate::tile::{MAX_TILES, Tile};

/// Why an alphabet section is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AlphabetError {
    /// The number of lettered tiles is not `1..=62`.
    TileCount {
        /// The number in the section.
        found: usize,
    },
    /// The section does not have the length that its counts and lengths require.
    Length {
        /// The number of bytes they require.
        needed: usize,
        /// The number of bytes in the section.
        found: usize,
    },
    /// The alphabet's name is not [one line](crate::is_one_line) of UTF-8.
    Name,
    /// The text or the blank form of a tile is not [one that tiles can have](crate::is_tile_text).
    Text {
        /// The tile.
        tile: Tile,
    },
    /// Two texts or blank forms are equal.
    Repeated {
        /// The later tile.
        tile: Tile,
    },
    /// A reserved bit of a tile's entry is set.
    Reserved {
        /// The tile.
        tile: Tile,
    },
}

impl core::fmt::Display for AlphabetError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            AlphabetError::TileCount { found } => {
                write!(f, "{found} tiles where 1 to {MAX_TILES} are possible")
            }
            AlphabetError::Length { needed, found } => {
                write!(f, "needs {needed} bytes, found {found}")
            }
            AlphabetError::Name => f.write_str("the alphabet's name is not one line of UTF-8 text"),
            AlphabetError::Text { tile } => {
                write!(f, "invalid text or blank form of tile {}", tile.code())
            }
            AlphabetError::Repeated { tile } => {
                write!(
                    f,
                    "the text or blank form of tile {} is that of another tile, too",
                    tile.code()
                )
            }
            AlphabetError::Reserved { tile } => {
                write!(f, "a reserved bit of tile {} is set", tile.code())
            }
        }
    }
}

impl core::error::Error for AlphabetError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn messages_name_the_tile_and_the_rule() {
        let tile = Tile::new(7).unwrap();
        for (error, message) in [
            (
                AlphabetError::TileCount { found: 63 },
                "63 tiles where 1 to 62 are possible",
            ),
            (
                AlphabetError::Length {
                    needed: 44,
                    found: 40,
                },
                "needs 44 bytes, found 40",
            ),
            (
                AlphabetError::Name,
                "the alphabet's name is not one line of UTF-8 text",
            ),
            (
                AlphabetError::Text { tile },
                "invalid text or blank form of tile 7",
            ),
            (
                AlphabetError::Repeated { tile },
                "the text or blank form of tile 7 is that of another tile, too",
            ),
            (
                AlphabetError::Reserved { tile },
                "a reserved bit of tile 7 is set",
            ),
        ] {
            assert_eq!(error.to_string(), message);
        }
    }
}
