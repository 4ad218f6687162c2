//! The anagram filter: a Bloom filter of the anagram keys of long words.
//!
//! Tests whether a multiset of tiles may be a word in some order. If it cannot, a search for bingos with these tiles is
//! skipped. An anagram key is the sum of the keys of its tiles, so the keys of a rack and of tiles on the board can be
//! added.
//!
//! Each key sets up to four bits, all in one cell of 64 bits, so a test takes one load (Putze, Sanders and Singler
//! 2009, "Cache-, hash-, and space-efficient Bloom filters").

use core::mem::offset_of;
use core::ops::{Add, AddAssign, Sub};

use bytemuck::{Pod, Zeroable};

use crate::error::ImageError;
use crate::raw::int::{U32Le, U64Le, assert_layout};
use crate::raw::section::SectionName;
use crate::tile::{MAX_TILES, Tile};

/// A hash of a multiset of tiles: the sum of the keys of its tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AnagramKey(pub(crate) u64);

impl AnagramKey {
    /// The key of the empty multiset.
    pub const NONE: AnagramKey = AnagramKey(0);

    /// Added to the key of a multiset for each of its words before the word that a [`WordMap`](crate::WordMap) looks for: the key
    /// of a tile that no alphabet has.
    pub(crate) const NEXT_WORD: AnagramKey = AnagramKey(split_mix(63));

    /// The key of one tile.
    #[inline(always)]
    pub const fn of(tile: Tile) -> AnagramKey {
        AnagramKey::of_code(tile.code())
    }

    /// The key of the tile with this code; [`NONE`](Self::NONE) for code 0.
    #[inline(always)]
    pub const fn of_code(code: u8) -> AnagramKey {
        // The table would take 500 bytes of a small program, because it cannot be compressed.
        if cfg!(not(feature = "speed")) {
            return AnagramKey(key(code & 63));
        }
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        AnagramKey(KEYS[code as usize & 63])
    }

    /// The key as an integer.
    #[inline(always)]
    pub const fn key(self) -> u64 {
        self.0
    }
}

impl Add for AnagramKey {
    type Output = AnagramKey;

    /// The key of the sum of both multisets.
    #[inline(always)]
    fn add(self, other: AnagramKey) -> AnagramKey {
        AnagramKey(self.0.wrapping_add(other.0))
    }
}

impl Sub for AnagramKey {
    type Output = AnagramKey;

    /// The key of the multiset without the tiles of `other`.
    #[inline(always)]
    fn sub(self, other: AnagramKey) -> AnagramKey {
        AnagramKey(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for AnagramKey {
    #[inline(always)]
    fn add_assign(&mut self, other: AnagramKey) {
        *self = *self + other;
    }
}

/// The key of the tile with this code, from 1. 0 for code 0, and for codes above those of all tiles.
const fn key(code: u8) -> u64 {
    if code as usize > MAX_TILES {
        return 0;
    }
    split_mix(code)
}

/// The output of SplitMix64 with this number, from 1, from seed 0 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom
/// number generators"). 0 for 0.
const fn split_mix(code: u8) -> u64 {
    let mut key = (code as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}

/// The keys of tiles, by their codes.
static KEYS: [u64; 64] = {
    let mut keys = [0; 64];
    let mut code = 0;
    while code < 64 {
        #[expect(clippy::indexing_slicing, reason = "the loop ends at the length")]
        {
            keys[code as usize] = key(code);
        }
        code += 1;
    }
    keys
};

/// The filter of an image, read in place.
#[derive(Clone, Copy, Debug)]
pub struct AnagramFilter<'a> {
    header: &'a FilterHeader,
    cells: &'a [U64Le],
}

/// The start of the section, before the cells.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct FilterHeader {
    /// The number of tiles of the shortest words in the filter.
    shortest: U32Le,
    /// 0.
    reserved: U32Le,
}

assert_layout!(FilterHeader: 8 { shortest: 0, reserved: 4 });

impl<'a> AnagramFilter<'a> {
    /// The number of tiles of the shortest words in filters that this version writes: a full rack, as in a bingo.
    pub const SHORTEST: u32 = 7;

    /// Reads a section; checks its length only.
    ///
    /// # Errors
    /// [`ImageError::SectionLength`] unless the section has 8 bytes for the header and 8 for each of one or more cells.
    pub(crate) fn from_bytes_unvalidated(
        section: &'a [u8],
    ) -> Result<AnagramFilter<'a>, ImageError> {
        let found = section.len();
        let wrong_length = ImageError::SectionLength {
            section: SectionName::ANAGRAM_FILTER,
            needed: found.next_multiple_of(8).max(16) as u64,
            found: found as u64,
        };
        let (header, cells) = section.split_at_checked(8).ok_or(wrong_length)?;
        let cells: &[U64Le] = bytemuck::try_cast_slice(cells).map_err(|_| wrong_length)?;
        if cells.is_empty() {
            return Err(wrong_length);
        }
        let header = bytemuck::try_from_bytes(header).map_err(|_| wrong_length)?;
        Ok(AnagramFilter { header, cells })
    }

    /// Checks the reserved field of the section at `offset` in the image.
    pub(crate) fn validate(self, offset: u64) -> Result<(), ImageError> {
        if self.header.reserved.get() != 0 {
            let offset = offset + offset_of!(FilterHeader, reserved) as u64;
            let section = Some(SectionName::ANAGRAM_FILTER);
            return Err(ImageError::Reserved { section, offset });
        }
        Ok(())
    }

    /// The number of tiles of the shortest words in the filter.
    pub fn shortest(self) -> usize {
        self.header.shortest.get() as usize
    }

    /// The number of cells.
    #[expect(clippy::len_without_is_empty, reason = "there is at least one cell")]
    pub fn len(self) -> usize {
        self.cells.len()
    }

    /// Returns `true` for the key of every word of at least [`shortest`](Self::shortest) tiles, and for about 1 % of
    /// all other keys.
    #[inline(always)]
    pub fn may_spell(self, anagram_key: AnagramKey) -> bool {
        let AnagramKey(key) = anagram_key;
        let cell = self.cells.get(cell(anagram_key, self.cells.len()));
        cell.is_none_or(|cell| {
            let from = |shift: u32| cell.get() >> (key >> shift & 63);
            // Two of the four bits rule out most keys.
            from(0) & from(6) & 1 != 0 && from(12) & from(18) & 1 != 0
        })
    }
}

/// The index of an anagram key's cell.
#[inline(always)]
fn cell(anagram_key: AnagramKey, cells: usize) -> usize {
    ((anagram_key.0 >> 32).wrapping_mul(cells as u64) >> 32) as usize
}

/// The bits of an anagram key in its cell.
#[cfg(any(test, feature = "alloc"))]
fn bits(AnagramKey(key): AnagramKey) -> u64 {
    1 << (key & 63) | 1 << (key >> 6 & 63) | 1 << (key >> 12 & 63) | 1 << (key >> 18 & 63)
}

/// The number of bits of the filter for each word.
#[cfg(any(test, feature = "alloc"))]
const BITS_A_WORD: usize = 12;

#[cfg(any(test, feature = "alloc"))]
impl AnagramFilter<'_> {
    /// The section for the words with these keys. The caller passes keys of words of at least
    /// [`SHORTEST`](AnagramFilter::SHORTEST) tiles, in any order.
    pub fn encode(keys: &[AnagramKey]) -> alloc::vec::Vec<u8> {
        let count = (keys.len() * BITS_A_WORD).div_ceil(64).max(1);
        let mut cells = alloc::vec![0_u64; count];
        for &key in keys {
            if let Some(cell) = cells.get_mut(cell(key, count)) {
                *cell |= bits(key);
            }
        }
        let header = u64::from(AnagramFilter::SHORTEST);
        let numbers = core::iter::once(header).chain(cells);
        numbers.flat_map(u64::to_le_bytes).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn anagram_key(codes: &[u8]) -> AnagramKey {
        codes.iter().fold(AnagramKey::NONE, |sum, &code| {
            sum + AnagramKey::of(Tile::new(code).unwrap())
        })
    }

    #[test]
    fn keys_depend_on_the_number_of_each_tile_and_not_on_order() {
        assert_eq!(anagram_key(&[3, 1, 20]), anagram_key(&[1, 20, 3]));
        assert_ne!(anagram_key(&[3, 1]), anagram_key(&[3, 1, 1]));
        assert_eq!(
            anagram_key(&[3, 1, 1]) - anagram_key(&[1]),
            anagram_key(&[1, 3])
        );
        assert_eq!(AnagramKey::of_code(0), AnagramKey::NONE);
        // The first number of SplitMix64 from seed 0, published with it.
        assert_eq!(anagram_key(&[1]).key(), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn has_no_false_negatives_and_few_false_positives() {
        let mut state = 1_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            AnagramKey(state ^ state >> 29)
        };
        let inside: Vec<AnagramKey> = std::iter::repeat_with(&mut random).take(10_000).collect();
        let section = AnagramFilter::encode(&inside);
        assert_eq!(section.len(), 8 + 8 * 1875);
        let filter = AnagramFilter::from_bytes_unvalidated(&section).unwrap();
        assert_eq!((filter.shortest(), filter.len()), (7, 1875));
        assert!(
            inside
                .iter()
                .all(|&anagram_key| filter.may_spell(anagram_key))
        );
        let outside = std::iter::repeat_with(&mut random).take(100_000);
        let wrong = outside.filter(|&other| filter.may_spell(other)).count();
        assert!((100..2_500).contains(&wrong), "{wrong}");
    }

    #[test]
    fn a_filter_without_words_has_one_empty_cell() {
        let section = AnagramFilter::encode(&[]);
        assert_eq!(section.len(), 16);
        let filter = AnagramFilter::from_bytes_unvalidated(&section).unwrap();
        assert!(!filter.may_spell(anagram_key(&[1, 2])));
        assert_ne!(filter.len(), 0);
    }

    #[test]
    fn lengths_and_the_reserved_field_are_checked() {
        let mut section = AnagramFilter::encode(&[anagram_key(&[1, 2])]);
        for (len, needed) in [(0, 16), (7, 16), (8, 16), (9, 16), (15, 16)] {
            let error = AnagramFilter::from_bytes_unvalidated(&section[..len]).unwrap_err();
            let expected = ImageError::SectionLength {
                section: SectionName::ANAGRAM_FILTER,
                needed,
                found: len as u64,
            };
            assert_eq!(error, expected);
        }
        section[7] = 1;
        let filter = AnagramFilter::from_bytes_unvalidated(&section).unwrap();
        let error = filter.validate(64).unwrap_err();
        let section = Some(SectionName::ANAGRAM_FILTER);
        let offset = 68;
        assert_eq!(error, ImageError::Reserved { section, offset });
    }
}
