//! The multiset of tiles that racks and bags are.

use core::hash::Hash;

use lexc_formats::TileSet;

use super::rack_tile::RackTile;

/// A multiset of letters and blanks. `C` is the type of the number of one tile, `L` that of all tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TileCounts<C, L> {
    /// Bit *r* for a tile of the [rank](RackTile::rank) *r*.
    ranks: u64,
    len: L,
    /// The number of each tile, in order of ranks.
    counts: [C; RackTile::KINDS],
}

/// A number of tiles.
pub(crate) trait Count: Copy + TryFrom<usize> + Into<usize> {
    const ZERO: Self;
}

impl Count for u8 {
    const ZERO: u8 = 0;
}

impl Count for u16 {
    const ZERO: u16 = 0;
}

impl Count for usize {
    const ZERO: usize = 0;
}

impl<C: Count, L: Count> TileCounts<C, L> {
    pub(crate) const EMPTY: TileCounts<C, L> = TileCounts {
        ranks: 0,
        len: L::ZERO,
        counts: [C::ZERO; RackTile::KINDS],
    };

    /// Replaces the number of a tile by another one, unless this or the number of all tiles does not fit its type. Returns `false`
    /// if it does not, or if there is no other number.
    #[inline(always)]
    fn change(&mut self, tile: RackTile, change: impl Fn(usize) -> Option<usize>) -> bool {
        let Some(slot) = self.counts.get_mut(tile.rank().wrapping_sub(1)) else {
            return false;
        };
        let count = change((*slot).into());
        let len = change(self.len.into());
        let (Some(count), Some(len)) = (count, len) else {
            return false;
        };
        let (Ok(new), Ok(len)) = (C::try_from(count), L::try_from(len)) else {
            return false;
        };
        (*slot, self.len) = (new, len);
        let bit = 1 << tile.rank();
        self.ranks = match count {
            0 => self.ranks & !bit,
            _ => self.ranks | bit,
        };
        true
    }

    /// Adds this number of a tile. Returns `false`, and adds nothing, if there is no room.
    #[inline]
    pub(crate) fn add(&mut self, tile: RackTile, number: usize) -> bool {
        self.change(tile, |count| count.checked_add(number))
    }

    /// Removes a tile. Returns `false` if there is none.
    #[inline]
    pub(crate) fn remove(&mut self, tile: RackTile) -> bool {
        self.change(tile, |count| count.checked_sub(1))
    }

    /// The multiset without these tiles; `None` if it lacks any of them.
    pub(crate) fn checked_sub<T: Into<RackTile>>(
        mut self,
        tiles: impl IntoIterator<Item = T>,
    ) -> Option<Self> {
        let mut tiles = tiles.into_iter();
        tiles.all(|tile| self.remove(tile.into())).then_some(self)
    }

    /// The number of this tile.
    #[inline]
    pub(crate) fn count(&self, tile: RackTile) -> usize {
        let count = self.counts.get(tile.rank().wrapping_sub(1));
        count.map_or(0, |&count| count.into())
    }

    /// The number of all tiles.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len.into()
    }

    /// The letters.
    #[inline]
    pub(crate) fn letters(&self) -> TileSet {
        TileSet::ALL.masked(self.ranks)
    }

    /// The different tiles: letters in alphabet order, then the blank.
    #[inline]
    fn kinds(&self) -> impl Iterator<Item = RackTile> + Clone + use<C, L> {
        let has_blank = self.ranks >> RackTile::Blank.rank() != 0;
        let letters = self.letters().into_iter().map(RackTile::Letter);
        letters.chain(has_blank.then_some(RackTile::Blank))
    }

    /// The different tiles in order, each with its number.
    #[inline]
    pub(crate) fn counts(&self) -> impl Iterator<Item = (RackTile, usize)> + Clone {
        self.kinds().map(|tile| (tile, self.count(tile)))
    }

    /// Removes and returns the first tile in order.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<RackTile> {
        let first = self.kinds().next()?;
        self.remove(first).then_some(first)
    }
}
