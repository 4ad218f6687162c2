//! An estimate of the values of leaves that a leaves image does not list.
//!
//! An estimate is a sum of numbers, each for a *feature* of the leave: a copy of a tile, a pair of different tiles, the numbers of
//! vowels and consonants. So it tells a duplicate from a first copy, and QU from Q, for leaves of any length. The numbers are
//! fitted to the values of the leaves that are listed or that were learned with them.

use crate::error::ImageError;
use crate::raw::int::U32Le;
use crate::raw::section::SectionName;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// The estimate of a leaves image, read in place.
#[derive(Clone, Copy, Debug)]
pub struct LeaveEstimate<'a> {
    numbers: &'a [U32Le],
    tile_count: usize,
}

/// The copies of a tile that have numbers of their own: the first, the second, and each further one.
const COPIES: usize = 3;

/// Numbers of vowels, and of consonants, that have numbers of their own: 0 to 6, and 7 or more.
const BALANCES: usize = 8;

impl<'a> LeaveEstimate<'a> {
    /// Bound on the absolute value of each number, in thousandths of a point. The sum for a word of 63 tiles fits an `i32`.
    pub const LIMIT: i32 = 1 << 20;

    /// The number of features for an alphabet of leaves of this number of tiles, the blank included.
    pub const fn feature_count(tile_count: usize) -> usize {
        COPIES * tile_count + pair_count(tile_count) + BALANCES * BALANCES
    }

    /// The number of features for vowels and consonants: these are the last ones.
    pub const fn balance_count() -> usize {
        BALANCES * BALANCES
    }

    /// Visits the features of a leave by their indices, each once for each time that its number counts.
    ///
    /// The tiles are those of an alphabet of leaves with `tile_count` tiles, in alphabet order, the blank last. `vowels` has the
    /// alphabet's vowels.
    #[inline]
    pub fn for_each_feature(
        tile_count: usize,
        vowels: TileSet,
        tiles: &[Tile],
        mut visit: impl FnMut(usize),
    ) {
        let (mut vowel_count, mut consonant_count) = (0_usize, 0_usize);
        let mut copy = 0;
        for (place, &tile) in tiles.iter().enumerate() {
            let before = tiles.get(..place).unwrap_or_default();
            copy = match before.last() {
                Some(&last) if last == tile => copy + 1,
                _ => 0,
            };
            visit(COPIES * (tile.index() - 1) + copy.min(COPIES - 1));
            if vowels.contains(tile) {
                vowel_count += 1;
            } else if tile.index() < tile_count {
                consonant_count += 1;
            }
            if copy > 0 {
                continue;
            }
            let row = COPIES * tile_count + pair_count(tile.index() - 1);
            let mut last = None;
            for &other in before {
                if last.replace(other) != Some(other) {
                    visit(row + other.index() - 1);
                }
            }
        }
        let balance = BALANCES * vowel_count.min(BALANCES - 1) + consonant_count.min(BALANCES - 1);
        visit(COPIES * tile_count + pair_count(tile_count) + balance);
    }

    /// Reads the section of an image whose alphabet has this number of tiles; checks its length only.
    pub(crate) fn from_bytes_unvalidated(
        section: &'a [u8],
        tile_count: usize,
    ) -> Result<LeaveEstimate<'a>, ImageError> {
        let needed = LeaveEstimate::feature_count(tile_count);
        let numbers = bytemuck::try_cast_slice(section).unwrap_or_default();
        match numbers.len() == needed {
            true => Ok(LeaveEstimate {
                numbers,
                tile_count,
            }),
            false => Err(ImageError::SectionLength {
                section: SectionName::ESTIMATE,
                needed: (size_of::<U32Le>() * needed) as u64,
                found: section.len() as u64,
            }),
        }
    }

    /// Checks the range of each number. The section is at `offset` in the image.
    pub(crate) fn validate(self, offset: u64) -> Result<(), ImageError> {
        let range = -LeaveEstimate::LIMIT..=LeaveEstimate::LIMIT;
        let is_outside = |number: &U32Le| !range.contains(&number.get().cast_signed());
        match self.numbers.iter().position(is_outside) {
            Some(index) => Err(ImageError::LeaveEstimate {
                offset: offset + (size_of::<U32Le>() * index) as u64,
            }),
            None => Ok(()),
        }
    }

    /// The number of a feature, in thousandths of a point. In an unvalidated image, a number out of range reads as the nearest
    /// one in range.
    #[inline]
    pub fn number(self, feature: usize) -> i32 {
        let number = self.numbers.get(feature).map_or(0, |number| number.get());
        (number.cast_signed()).clamp(-LeaveEstimate::LIMIT, LeaveEstimate::LIMIT)
    }

    /// The numbers of all features.
    pub fn numbers(self) -> impl Iterator<Item = i32> {
        (0..self.numbers.len()).map(move |feature| self.number(feature))
    }

    /// The estimated value of a leave in thousandths of a point. The tiles are as in
    /// [`for_each_feature`](Self::for_each_feature).
    #[inline]
    pub fn value(self, vowels: TileSet, tiles: &[Tile]) -> i32 {
        let mut sum = 0_i32;
        LeaveEstimate::for_each_feature(self.tile_count, vowels, tiles, |feature| {
            sum = sum.saturating_add(self.number(feature));
        });
        sum
    }

    /// An upper bound on the values of leaves of up to `len` tiles.
    pub fn bound(self, len: usize) -> i32 {
        let (copies, pairs) = (COPIES * self.tile_count, pair_count(self.tile_count));
        let highest = |start: usize, count: usize, times: usize| {
            let numbers = self.numbers().skip(start).take(count);
            let times = i32::try_from(times).unwrap_or(i32::MAX);
            numbers.fold(0, i32::max).saturating_mul(times)
        };
        highest(0, copies, len)
            .saturating_add(highest(copies, pairs, pair_count(len)))
            .saturating_add(highest(copies + pairs, BALANCES * BALANCES, 1))
    }
}

#[cfg(any(test, feature = "alloc"))]
impl LeaveEstimate<'_> {
    /// The section with these numbers, by feature. A number out of range is written as the nearest one in range.
    pub fn encode(numbers: &[i32]) -> alloc::vec::Vec<u8> {
        let in_range = |number: &i32| (*number).clamp(-LeaveEstimate::LIMIT, LeaveEstimate::LIMIT);
        let numbers = numbers.iter().map(in_range);
        numbers.flat_map(i32::to_le_bytes).collect()
    }
}

/// The number of pairs of different tiles.
const fn pair_count(tile_count: usize) -> usize {
    tile_count * tile_count.saturating_sub(1) / 2
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    /// The features of a leave in an alphabet of the vowel 1, the consonants 2 and 3, and the blank 4.
    fn features(codes: &[u8]) -> Vec<usize> {
        let tiles: Vec<Tile> = codes.iter().filter_map(|&code| Tile::new(code)).collect();
        let mut found = Vec::new();
        let vowels = Tile::new(1).into_iter().collect();
        LeaveEstimate::for_each_feature(4, vowels, &tiles, |feature| found.push(feature));
        found
    }

    #[test]
    fn features_are_copies_pairs_and_balance() {
        // Copies are at 0 to 11: three for each tile. Pairs: 12 is 1 with 2; 13 and 14 are 1 and 2 with 3; 15 to 17 are 1, 2 and 3
        // with the blank. The balance follows, at 18.
        assert_eq!(LeaveEstimate::feature_count(4), 12 + 6 + 64);
        assert_eq!(features(&[]), [18]);
        assert_eq!(features(&[1]), [0, 18 + 8]);
        assert_eq!(features(&[3]), [6, 18 + 1]);
        assert_eq!(features(&[4]), [9, 18]);
        assert_eq!(
            features(&[1, 2, 3, 4]),
            [0, 3, 12, 6, 13, 14, 9, 15, 16, 17, 18 + 8 + 2]
        );
        assert_eq!(
            features(&[2, 2, 2, 2, 4, 4]),
            [3, 4, 5, 5, 9, 16, 10, 18 + 4]
        );
        assert_eq!(features(&[1; 9]).last(), Some(&(18 + 8 * 7)));
        assert_eq!(features(&[2; 63]).last(), Some(&(18 + 7)));
    }

    #[test]
    fn values_are_sums_within_the_bound() {
        let numbers: Vec<i32> = (0..82).map(|index| index * 37 % 101 - 50).collect();
        let section = LeaveEstimate::encode(&numbers);
        let estimate = LeaveEstimate::from_bytes_unvalidated(&section, 4).unwrap();
        assert_eq!(estimate.validate(100), Ok(()));
        assert!(estimate.numbers().eq(numbers.iter().copied()));
        let vowels = Tile::new(1).into_iter().collect();
        for codes in [&[][..], &[1, 1, 2], &[2, 3, 4, 4], &[1, 2, 2, 3, 3, 3, 4]] {
            let tiles: Vec<Tile> = codes.iter().filter_map(|&code| Tile::new(code)).collect();
            let sum: i32 = features(codes)
                .into_iter()
                .map(|feature| numbers[feature])
                .sum();
            assert_eq!(estimate.value(vowels, &tiles), sum);
            assert!(sum <= estimate.bound(codes.len()));
        }
    }

    #[test]
    fn refuses_another_length_and_numbers_out_of_range() {
        let limit = LeaveEstimate::LIMIT;
        let section = LeaveEstimate::encode(&[i32::MAX; 82]);
        let length = |found| {
            Err(ImageError::SectionLength {
                section: SectionName::ESTIMATE,
                needed: 4 * 82,
                found,
            })
        };
        let opened = |section: &[u8]| {
            LeaveEstimate::from_bytes_unvalidated(section, 4).and_then(|found| found.validate(100))
        };
        assert_eq!(opened(&section), Ok(()));
        for len in [0, 1, 4 * 81, 4 * 82 - 1] {
            assert_eq!(opened(&section[..len]), length(len as u64));
        }
        for number in [limit + 1, -limit - 1, i32::MAX, i32::MIN] {
            let mut section = section.clone();
            section[8..12].copy_from_slice(&number.to_le_bytes());
            assert_eq!(
                opened(&section),
                Err(ImageError::LeaveEstimate { offset: 108 })
            );
            let estimate = LeaveEstimate::from_bytes_unvalidated(&section, 4).unwrap();
            assert_eq!(estimate.number(2), number.clamp(-limit, limit));
            assert_eq!(estimate.number(82), 0);
        }
        // The longest word has a sum within the range of an `i32`.
        let word: Vec<Tile> = (1..=62).filter_map(Tile::new).collect();
        let section = LeaveEstimate::encode(&[i32::MAX; LeaveEstimate::feature_count(62)]);
        let estimate = LeaveEstimate::from_bytes_unvalidated(&section, 62).unwrap();
        assert_eq!(
            estimate.value(TileSet::EMPTY, &word),
            limit * (62 + 1_891 + 1)
        );
    }
}
