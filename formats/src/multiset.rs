//! Multisets of tiles, and the numbers of their permutations.

use core::mem::swap;
use core::ops::Deref;

use crate::anagram_filter::AnagramKey;
use crate::tile::{MAX_WORD_LEN, Tile};
use crate::tile_set::TileSet;

/// A multiset of tiles, at most 63 of them, with its [anagram key](AnagramKey).
///
/// Adding or removing a tile takes about ten instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Multiset {
    key: AnagramKey,
    /// The tiles, each once.
    tiles: TileSet,
    /// The number of tiles.
    len: u8,
    /// The number of tiles that are equal to another one, less one of each kind.
    repeats: u8,
    /// By tile code: the number of tiles.
    counts: [u8; 64],
}

impl Multiset {
    /// The multiset without tiles.
    pub const EMPTY: Multiset = Multiset {
        key: AnagramKey::NONE,
        tiles: TileSet::EMPTY,
        len: 0,
        repeats: 0,
        counts: [0; 64],
    };

    /// Adds a tile.
    #[inline(always)]
    pub fn add(&mut self, tile: Tile) {
        debug_assert!(usize::from(self.len) < MAX_WORD_LEN);
        let count = self.count_mut(tile);
        let is_repeat = *count != 0;
        *count = count.wrapping_add(1);
        self.repeats = self.repeats.wrapping_add(is_repeat.into());
        self.len = self.len.wrapping_add(1);
        self.tiles = self.tiles.with(tile);
        self.key += AnagramKey::of(tile);
    }

    /// Removes a tile that the multiset has.
    #[inline(always)]
    pub fn remove(&mut self, tile: Tile) {
        debug_assert!(self.tiles.contains(tile));
        let count = self.count_mut(tile);
        *count = count.wrapping_sub(1);
        if *count == 0 {
            self.tiles = self.tiles.without(tile);
        } else {
            self.repeats = self.repeats.wrapping_sub(1);
        }
        self.len = self.len.wrapping_sub(1);
        self.key = self.key - AnagramKey::of(tile);
    }

    /// The number of tiles.
    #[inline]
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// Returns `true` if there are no tiles.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The sum of the keys of the tiles.
    #[inline]
    pub fn key(&self) -> AnagramKey {
        self.key
    }

    /// The number of tiles equal to `tile`.
    #[inline]
    pub fn count(&self, tile: Tile) -> u8 {
        self.counts.get(tile.index()).copied().unwrap_or(0)
    }

    /// The number of bits that the number of a permutation takes at most: the bits of the factorial of the number of
    /// tiles, less one for each tile that repeats another one. `None` if that is more than [`MAX_WIDTH`].
    ///
    /// There are at most `len! / 2^repeats` permutations, because *c* equal tiles divide their number by *c*!, which is
    /// at least `2^(c - 1)`.
    #[inline(always)]
    pub(crate) fn width(&self) -> Option<u32> {
        let bits = FACTORIAL_BITS.get(usize::from(self.len))?;
        let width = u32::from(*bits).wrapping_sub(self.repeats.into());
        (width <= MAX_WIDTH).then_some(width)
    }

    #[inline(always)]
    fn count_mut(&mut self, tile: Tile) -> &mut u8 {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        &mut self.counts[tile.index() & 63]
    }
}

impl FromIterator<Tile> for Multiset {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Multiset {
        let mut multiset = Multiset::EMPTY;
        tiles.into_iter().for_each(|tile| multiset.add(tile));
        multiset
    }
}

/// The largest width of the number of a permutation, in bits. With a byte beside it, at any bit of a byte, it is in a load
/// of 64 bits.
pub(crate) const MAX_WIDTH: u32 = 49;

/// The largest number of tiles of a multiset whose permutations have numbers of at most [`MAX_WIDTH`] bits.
pub(crate) const MAX_LEN: usize = 22;

/// By number of tiles: the number of bits of their numbers of permutations if no two are equal.
static FACTORIAL_BITS: [u8; MAX_LEN + 1] = {
    let mut bits = [0; MAX_LEN + 1];
    let mut factorial = 1_u128;
    let mut len = 1;
    while len <= MAX_LEN {
        factorial *= len as u128;
        #[expect(clippy::indexing_slicing, reason = "the loop ends at the length")]
        #[expect(clippy::cast_possible_truncation, reason = "at most 70")]
        {
            bits[len] = (u128::BITS - (factorial - 1).leading_zeros()) as u8;
        }
        len += 1;
    }
    bits
};

/// The permutations of a multiset, numbered in alphabetical order from 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Permutations {
    /// The tiles in order.
    sorted: [Tile; MAX_LEN],
    len: usize,
    /// The number of permutations.
    count: u64,
}

impl Permutations {
    /// No permutations.
    pub(crate) const NONE: Permutations = Permutations {
        sorted: [Tile::FIRST; MAX_LEN],
        len: 0,
        count: 0,
    };

    /// The permutations of a multiset that has a [width](Multiset::width).
    pub(crate) fn of(multiset: &Multiset) -> Permutations {
        let mut permutations = Permutations {
            count: 1,
            ..Permutations::NONE
        };
        for tile in multiset.tiles {
            for copy in 1..=multiset.count(tile) {
                if let Some(place) = permutations.sorted.get_mut(permutations.len) {
                    *place = tile;
                    permutations.len += 1;
                }
                let count = permutations.count.wrapping_mul(permutations.len as u64);
                permutations.count = exact_quotient(count, copy.into());
            }
        }
        permutations
    }

    /// The permutation with this number; `None` if there are not as many.
    pub(crate) fn get(mut self, mut number: u64) -> Option<Permutation> {
        let mut permutation = Permutation {
            tiles: [Tile::FIRST; MAX_LEN],
            len: self.len,
        };
        if number >= self.count {
            return None;
        }
        for place in permutation.tiles.iter_mut().take(self.len) {
            // The permutations that start with the first n of the tiles are n of `len` equal parts.
            let index = number
                .wrapping_mul(self.len as u64)
                .checked_div(self.count)?;
            #[expect(clippy::cast_possible_truncation, reason = "less than `len`")]
            let (tile, before) = self.take(index as usize)?;
            *place = tile;
            number = number.wrapping_sub(before);
        }
        Some(permutation)
    }

    /// The number of a permutation; `None` if the tiles are not a permutation.
    #[cfg(any(test, feature = "alloc"))]
    pub(crate) fn number_of(mut self, tiles: &[Tile]) -> Option<u64> {
        let mut number = 0;
        for tile in tiles {
            let mut rest = self.sorted.iter().take(self.len);
            let (_, before) = self.take(rest.position(|other| other == tile)?)?;
            number += before;
        }
        (self.len == 0).then_some(number)
    }

    /// Takes out the tile at this index. The permutations of the rest are the ends of the permutations that start with the
    /// tile. Returns the tile and the number of permutations that start with an earlier one.
    #[inline(always)]
    fn take(&mut self, index: usize) -> Option<(Tile, u64)> {
        let rest = self.sorted.get_mut(..self.len)?;
        let tile = *rest.get(index)?;
        let is_equal = |other: &&Tile| **other == tile;
        let first = index - rest.get(..index)?.iter().rev().take_while(is_equal).count();
        let end = index + rest.get(index..)?.iter().take_while(is_equal).count();
        let mut moved = tile;
        for place in rest.get_mut(index..)?.iter_mut().rev() {
            swap(place, &mut moved);
        }
        let [before, here] = [first, end - first]
            .map(|tiles| exact_quotient(self.count.wrapping_mul(tiles as u64), self.len as u64));
        self.count = here;
        self.len -= 1;
        Some((tile, before))
    }
}

/// A permutation of a multiset: its tiles in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Permutation {
    tiles: [Tile; MAX_LEN],
    len: usize,
}

impl Deref for Permutation {
    type Target = [Tile];

    #[inline]
    fn deref(&self) -> &[Tile] {
        self.tiles.get(..self.len).unwrap_or_default()
    }
}

/// `dividend / divisor`, which has no remainder. The divisor is at most [`MAX_LEN`]. Takes a multiplication and a shift.
#[inline(always)]
fn exact_quotient(dividend: u64, divisor: u64) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 22")]
    let (inverse, shift) = INVERSES.get(divisor as usize).copied().unwrap_or((1, 0));
    (dividend >> shift).wrapping_mul(inverse)
}

/// By divisor: the inverse modulo 2^64 of its odd part, and its number of factors 2.
static INVERSES: [(u64, u32); MAX_LEN + 1] = {
    let mut inverses = [(1, 0); MAX_LEN + 1];
    let mut divisor = 1_u64;
    while divisor <= MAX_LEN as u64 {
        let shift = divisor.trailing_zeros();
        let odd = divisor >> shift;
        // Newton's iteration doubles the number of right bits, at first three.
        let mut inverse = odd;
        while inverse.wrapping_mul(odd) != 1 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(inverse.wrapping_mul(odd)));
        }
        #[expect(clippy::indexing_slicing, reason = "the loop ends at the length")]
        #[expect(clippy::cast_possible_truncation, reason = "at most 22")]
        {
            inverses[divisor as usize] = (inverse, shift);
        }
        divisor += 1;
    }
    inverses
};

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::word_map::WordMap;

    fn tiles(codes: &[u8]) -> Vec<Tile> {
        codes.iter().filter_map(|&code| Tile::new(code)).collect()
    }

    /// The permutations of sorted tiles in alphabetical order, by the definition.
    fn all(sorted: &[Tile]) -> Vec<Vec<Tile>> {
        if sorted.is_empty() {
            return Vec::from([Vec::new()]);
        }
        let mut found = Vec::new();
        for (index, &tile) in sorted.iter().enumerate() {
            if index > 0 && sorted[index - 1] == tile {
                continue;
            }
            let mut rest = sorted.to_vec();
            rest.remove(index);
            found.extend(all(&rest).into_iter().map(|mut permutation| {
                permutation.insert(0, tile);
                permutation
            }));
        }
        found
    }

    #[test]
    fn permutations_are_numbered_in_alphabetical_order() {
        for codes in [
            &[][..],
            &[5],
            &[5, 5],
            &[1, 62],
            &[1, 2, 2, 3],
            &[1, 1, 1, 2, 2],
            &[1, 2, 3, 4, 5, 6],
            &[7, 7, 7, 7, 7, 7, 7],
            &[1, 1, 2, 2, 3, 3, 3],
        ] {
            let sorted = tiles(codes);
            let multiset: Multiset = sorted.iter().rev().copied().collect();
            let permutations = Permutations::of(&multiset);
            let expected = all(&sorted);
            assert_eq!(permutations.count, expected.len() as u64, "{codes:?}");
            let width = multiset.width().unwrap_or(0);
            assert!(permutations.count <= 1 << width, "{codes:?}");
            for (number, expected) in (0..).zip(&expected) {
                let found = permutations.get(number).unwrap();
                assert_eq!(*found, **expected, "{codes:?} {number}");
                assert_eq!(permutations.number_of(&found), Some(number));
            }
            assert_eq!(permutations.get(permutations.count), None);
            assert_eq!(permutations.get(u64::MAX), None);
            assert_eq!(permutations.number_of(&tiles(&[9])), None);
        }
    }

    #[test]
    fn the_widest_numbers_are_exact() {
        // The most tiles for each number of kinds of tiles, as even as can be and with one frequent tile.
        for kinds in 1..=MAX_LEN {
            for len in kinds..=MAX_LEN {
                let even = (0..len).map(|index| index % kinds);
                let uneven = (0..len).map(|index| index.min(kinds - 1));
                for codes in [even.collect::<Vec<_>>(), uneven.collect()] {
                    let mut sorted: Vec<Tile> = codes
                        .iter()
                        .filter_map(|&code| Tile::new(u8::try_from(code).ok()? + 1))
                        .collect();
                    sorted.sort_unstable();
                    let multiset: Multiset = sorted.iter().copied().collect();
                    let Some(width) = multiset.width() else {
                        continue;
                    };
                    let permutations = Permutations::of(&multiset);
                    assert!(permutations.count <= 1 << width);
                    let last = permutations.get(permutations.count - 1).unwrap();
                    assert!(last.iter().eq(sorted.iter().rev()), "{codes:?}");
                    for number in [0, permutations.count / 3, permutations.count - 1] {
                        let permutation = permutations.get(number).unwrap();
                        assert_eq!(permutations.number_of(&permutation), Some(number));
                    }
                }
            }
        }
    }

    #[test]
    fn adding_and_removing_a_tile_cancel_out() {
        let mut multiset: Multiset = tiles(&[3, 1, 20]).into_iter().collect();
        let before = multiset;
        for tile in tiles(&[1, 1, 62]) {
            multiset.add(tile);
        }
        assert_eq!((multiset.len(), multiset.repeats), (6, 2));
        assert_eq!(multiset.count(tiles(&[1])[0]), 3);
        for tile in tiles(&[1, 62, 1]) {
            multiset.remove(tile);
        }
        assert_eq!(multiset, before);
        assert!(!multiset.is_empty() && Multiset::EMPTY.is_empty());
    }

    #[test]
    fn widths_end_at_49_bits() {
        let width = |codes: &[u8]| tiles(codes).into_iter().collect::<Multiset>().width();
        let distinct: Vec<u8> = (1..=62).collect();
        assert_eq!(width(&[]), Some(0));
        assert_eq!(width(&distinct[..7]), Some(13));
        assert_eq!(width(&distinct[..17]), Some(49));
        assert_eq!(width(&distinct[..18]), None);
        assert_eq!(WordMap::COMPLETE_LEN, 17);
        assert_eq!(width(&[1; 22]), Some(49));
        assert_eq!(width(&[1; 23]), None);
        assert_eq!(width(&[1; 63]), None);
    }
}
