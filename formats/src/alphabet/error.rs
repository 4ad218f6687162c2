//! Why an alphabet is refused.

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
    /// The section is not as long as its counts and lengths require.
    Length {
        /// The number of bytes they require.
        needed: usize,
        /// The number of bytes there are.
        found: usize,
    },
    /// The alphabet's name is not text of one line.
    Name,
    /// The text or the blank form of a tile is missing, malformed, or has a character that tiles can't have.
    Text {
        /// The tile.
        tile: Tile,
    },
    /// The text or the blank form of a tile is also another's.
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
            AlphabetError::Name => f.write_str("the alphabet's name is not a line of UTF-8 text"),
            AlphabetError::Text { tile } => write!(
                f,
                "the text of tile {} is not one a tile can have",
                tile.code()
            ),
            AlphabetError::Repeated { tile } => {
                write!(
                    f,
                    "the text of tile {} is also that of another tile or blank form",
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
    fn errors_say_what_and_where() {
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
                "the alphabet's name is not a line of UTF-8 text",
            ),
            (
                AlphabetError::Text { tile },
                "the text of tile 7 is not one a tile can have",
            ),
            (
                AlphabetError::Repeated { tile },
                "the text of tile 7 is also that of another tile or blank form",
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
