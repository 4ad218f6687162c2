//! Tiles and placed tiles: the symbols of a game's alphabet.

use core::num::NonZeroU8;

/// The code of the separator `◇` of a GADDAG string, and its bit in a node's mask.
pub const SEPARATOR_CODE: u8 = 0;

/// The largest number of lettered tiles an alphabet can have.
pub const MAX_TILES: usize = 62;

/// The largest number of tiles in a word.
pub const MAX_WORD_LEN: usize = 63;

/// A lettered tile. Its code, `1..=62`, is its place in alphabet order.
///
/// Its text may have several characters (`L·L`, `CH`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Tile(NonZeroU8);

impl Tile {
    /// The first tile of every alphabet.
    pub const FIRST: Tile = Tile(NonZeroU8::MIN);

    /// The tile with this code; `None` if the code is not `1..=62`.
    #[inline]
    pub const fn new(code: u8) -> Option<Tile> {
        match NonZeroU8::new(code) {
            Some(code) if code.get() as usize <= MAX_TILES => Some(Tile(code)),
            _ => None,
        }
    }

    /// The code, `1..=62`.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0.get()
    }

    /// The code as an array index, `1..=62`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }
}

/// A letter or a designated blank, on a square of the board or in a play.
///
/// One byte in memory: the tile's code, with the top bit set for a blank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct PlacedTile(NonZeroU8);

impl PlacedTile {
    /// The byte of a blank that stands for no letter, as on a rack. A designated blank adds the code of its letter.
    pub const BLANK: u8 = 0x80;

    /// A lettered tile.
    #[inline]
    pub const fn letter(tile: Tile) -> PlacedTile {
        PlacedTile(tile.0)
    }

    /// A blank designated as `tile`.
    #[inline]
    pub const fn blank(tile: Tile) -> PlacedTile {
        PlacedTile(tile.0.saturating_add(PlacedTile::BLANK))
    }

    /// The placed tile with this byte; `None` if no placed tile has it.
    #[inline]
    pub const fn from_byte(byte: u8) -> Option<PlacedTile> {
        match (NonZeroU8::new(byte), Tile::new(byte & !PlacedTile::BLANK)) {
            (Some(byte), Some(_)) => Some(PlacedTile(byte)),
            _ => None,
        }
    }

    /// The placed tile as one byte: the tile's code, plus 128 for a blank.
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0.get()
    }

    /// The letter; for a blank, the letter that it stands for.
    #[inline]
    pub const fn tile(self) -> Tile {
        match NonZeroU8::new(self.0.get() & !PlacedTile::BLANK) {
            Some(code) => Tile(code),
            // No constructor makes a placed tile without a letter.
            None => Tile::FIRST,
        }
    }

    /// Returns `true` for a designated blank.
    #[inline]
    pub const fn is_blank(self) -> bool {
        self.0.get() & PlacedTile::BLANK != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip_and_reserved_codes_are_refused() {
        for code in 0..=255 {
            let tile = Tile::new(code);
            assert_eq!(tile.is_some(), (1..=62).contains(&code), "{code}");
            if let Some(tile) = tile {
                assert_eq!(tile.code(), code);
                for placed_tile in [PlacedTile::letter(tile), PlacedTile::blank(tile)] {
                    assert_eq!(placed_tile.tile(), tile);
                    assert_eq!(PlacedTile::from_byte(placed_tile.byte()), Some(placed_tile));
                }
                assert!(PlacedTile::blank(tile).is_blank());
                assert!(!PlacedTile::letter(tile).is_blank());
            }
        }
        assert_eq!(Tile::new(SEPARATOR_CODE), None);
        assert_eq!(Tile::new(63), None);
        assert_eq!(PlacedTile::from_byte(0), None);
        assert_eq!(PlacedTile::from_byte(0x80), None);
        assert_eq!(PlacedTile::from_byte(0x80 | 63), None);
    }
}
