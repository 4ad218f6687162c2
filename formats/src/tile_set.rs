//! Sets of tiles: letter sets, cross-sets, the letters on a rack.

use core::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use crate::tile::{MAX_TILES, Tile};

/// A set of lettered tiles, one bit each: bit *c* for the tile of code *c*. Bits 0 and 63 are always clear.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct TileSet(u64);

impl TileSet {
    /// The set without tiles.
    pub const EMPTY: TileSet = TileSet(0);

    /// The set of all 62 possible tiles.
    pub const ALL: TileSet = TileSet::first(MAX_TILES);

    /// The set of the tiles with codes `1..=count`; all 62 tiles if `count` is higher than 62.
    #[inline]
    pub const fn first(count: usize) -> TileSet {
        let count = if count < MAX_TILES { count } else { MAX_TILES };
        TileSet(((1 << count) - 1) << 1)
    }

    /// The set with these bits; drops bits 0 and 63.
    #[inline]
    pub const fn from_bits(bits: u64) -> TileSet {
        TileSet(bits & TileSet::ALL.0)
    }

    /// The tiles of the set that are also in a node's mask or letter set. `bits` has bit *c* for the tile of code *c*.
    #[inline]
    #[must_use]
    pub const fn masked(self, bits: u64) -> TileSet {
        TileSet(self.0 & bits)
    }

    /// The bits: bit *c* for the tile of code *c*.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns `true` if the tile is in the set.
    #[inline]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.code() & 1 != 0
    }

    /// The set with the tile in it.
    #[inline]
    #[must_use]
    pub const fn with(self, tile: Tile) -> TileSet {
        TileSet(self.0 | 1 << tile.code())
    }

    /// The set without the tile.
    #[inline]
    #[must_use]
    pub const fn without(self, tile: Tile) -> TileSet {
        TileSet(self.0 & !(1 << tile.code()))
    }

    /// The tiles of the set that come after `tile` in alphabet order; the whole set for `None`.
    #[inline]
    #[must_use]
    pub const fn after(self, tile: Option<Tile>) -> TileSet {
        match tile {
            Some(tile) => TileSet(self.0 & u64::MAX << tile.code() << 1),
            None => self,
        }
    }

    /// The tiles of the set that come before `tile` in alphabet order.
    #[inline]
    #[must_use]
    pub const fn before(self, tile: Tile) -> TileSet {
        TileSet(self.0 & !(u64::MAX << tile.code()))
    }

    /// Returns `true` if there is no tile in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of tiles in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The first tile in alphabet order; `None` if the set is empty.
    #[inline]
    pub const fn first_tile(self) -> Option<Tile> {
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        Tile::new(self.0.trailing_zeros() as u8)
    }
}

impl BitAnd for TileSet {
    type Output = TileSet;
    #[inline]
    fn bitand(self, other: TileSet) -> TileSet {
        TileSet(self.0 & other.0)
    }
}

impl BitOr for TileSet {
    type Output = TileSet;
    #[inline]
    fn bitor(self, other: TileSet) -> TileSet {
        TileSet(self.0 | other.0)
    }
}

impl BitOrAssign for TileSet {
    #[inline]
    fn bitor_assign(&mut self, other: TileSet) {
        self.0 |= other.0;
    }
}

impl Sub for TileSet {
    type Output = TileSet;
    #[inline]
    fn sub(self, other: TileSet) -> TileSet {
        TileSet(self.0 & !other.0)
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileSet {
        tiles.into_iter().fold(TileSet::EMPTY, TileSet::with)
    }
}

impl IntoIterator for TileSet {
    type Item = Tile;
    type IntoIter = Tiles;
    #[inline]
    fn into_iter(self) -> Tiles {
        Tiles(self.0)
    }
}

impl core::fmt::Debug for TileSet {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set()
            .entries(self.into_iter().map(Tile::code))
            .finish()
    }
}

/// The tiles of a set in alphabet order.
#[derive(Clone, Debug)]
pub struct Tiles(u64);

impl Iterator for Tiles {
    type Item = Tile;

    #[inline]
    fn next(&mut self) -> Option<Tile> {
        let tile = TileSet(self.0).first_tile()?;
        self.0 &= self.0 - 1;
        Some(tile)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Tiles {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_and_all_leave_the_reserved_bits_clear() {
        assert_eq!(TileSet::first(0), TileSet::EMPTY);
        assert_eq!(TileSet::first(1).bits(), 0b10);
        assert_eq!(TileSet::first(62), TileSet::ALL);
        assert_eq!(TileSet::first(1000), TileSet::ALL);
        assert_eq!(TileSet::from_bits(u64::MAX), TileSet::ALL);
        assert_eq!(TileSet::ALL.len(), 62);
        assert_eq!(TileSet::ALL.bits() & (1 | 1 << 63), 0);
    }

    #[test]
    fn iterates_in_alphabet_order() {
        let codes = [1, 5, 62];
        let set: TileSet = codes.into_iter().filter_map(Tile::new).collect();
        assert!(set.into_iter().map(Tile::code).eq(codes));
        assert_eq!(set.into_iter().len(), 3);
        for tile in set {
            assert!(set.contains(tile) && !set.without(tile).contains(tile));
            assert_eq!((set.with(tile), set.without(tile).with(tile)), (set, set));
        }
    }

    #[test]
    fn before_and_after_exclude_the_tile() {
        let [first, middle, last] = [1, 30, 62].map(|code| Tile::new(code).unwrap());
        let set = TileSet::EMPTY.with(first).with(middle).with(last);
        assert_eq!(set.before(first), TileSet::EMPTY);
        assert_eq!(set.before(last), TileSet::EMPTY.with(first).with(middle));
        assert_eq!(set.after(None), set);
        assert_eq!(set.after(Some(first)), set.without(first));
        assert_eq!(set.after(Some(last)), TileSet::EMPTY);
        assert_eq!(
            (set.first_tile(), TileSet::EMPTY.first_tile()),
            (Some(first), None)
        );
        assert!(TileSet::EMPTY.is_empty() && !set.is_empty());
    }

    #[test]
    fn operators_intersect_unite_and_subtract() {
        let [low, high] = [TileSet::first(3), TileSet::ALL - TileSet::first(2)];
        assert_eq!((low & high).bits(), 0b1000);
        assert_eq!(low | high, TileSet::ALL);
        let mut set = low;
        set |= high;
        assert_eq!(set, low | high);
        assert_eq!(std::format!("{low:?}"), "{1, 2, 3}");
    }
}
