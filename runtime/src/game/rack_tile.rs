//! Tiles on a rack or in a bag.

use lexc_formats::{MAX_TILES, PlacedTile, Tile};

/// A tile on a rack or in a bag: a letter, or a blank, which does not stand for a letter yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RackTile {
    /// A lettered tile.
    Letter(Tile),
    /// A blank.
    Blank,
}

impl RackTile {
    /// The number of different tiles of the largest alphabet.
    pub(crate) const KINDS: usize = MAX_TILES + 1;

    /// The letter; `None` for a blank.
    #[inline]
    pub const fn letter(self) -> Option<Tile> {
        match self {
            RackTile::Letter(tile) => Some(tile),
            RackTile::Blank => None,
        }
    }

    /// The tile as a byte: the code of the letter, [`PlacedTile::BLANK`] for a blank.
    #[inline]
    pub const fn byte(self) -> u8 {
        match self {
            RackTile::Letter(tile) => tile.code(),
            RackTile::Blank => PlacedTile::BLANK,
        }
    }

    /// The tile with this byte; `None` if no tile has it.
    #[inline]
    pub const fn from_byte(byte: u8) -> Option<RackTile> {
        match (Tile::new(byte), byte) {
            (Some(tile), _) => Some(RackTile::Letter(tile)),
            (None, PlacedTile::BLANK) => Some(RackTile::Blank),
            (None, _) => None,
        }
    }

    /// The rank of the tile in the order of racks, bags and leaves, from 1: the code of the letter, or [`RackTile::KINDS`] for the
    /// blank. In an image of leaves, too, the blank follows the last letter of the alphabet.
    #[inline]
    pub(crate) const fn rank(self) -> usize {
        match self {
            RackTile::Letter(tile) => tile.index(),
            RackTile::Blank => RackTile::KINDS,
        }
    }
}

impl From<Tile> for RackTile {
    fn from(tile: Tile) -> RackTile {
        RackTile::Letter(tile)
    }
}

/// The tile of the rack that a placed tile comes from: the blank for a designated blank.
impl From<PlacedTile> for RackTile {
    fn from(placed_tile: PlacedTile) -> RackTile {
        if placed_tile.is_blank() {
            RackTile::Blank
        } else {
            RackTile::Letter(placed_tile.tile())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_codes_of_letters_and_that_of_the_blank() {
        for byte in 0..=u8::MAX {
            match RackTile::from_byte(byte) {
                Some(tile) => assert_eq!(tile.byte(), byte),
                None => assert!(!matches!(byte, 1..=62 | 0x80)),
            }
        }
        assert_eq!(RackTile::from_byte(0x80), Some(RackTile::Blank));
        let last = RackTile::from_byte(62).map(RackTile::rank);
        assert_eq!((last, RackTile::Blank.rank()), (Some(62), 63));
    }
}
