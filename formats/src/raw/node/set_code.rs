//! Codes of letter sets: the table that lets heads name the common ones.
//!
//! Of 52,375 letter sets of ENABLE's nodes, 38,445 hold a single tile, and most of those one of a few. A mask leaves up
//! to three bits of the head unused; with bit 30 they are a code that tells where the letter set is: nowhere, as it is
//! empty; in words below the head; or in this table. With fourteen tiles in it, that is what 28,000 of those nodes need.
//!
//! The section has a row for each value of the head's bits 27 to 30, so that a reader always takes the same four bits.
//! Bits that belong to the mask, as alphabets of 27 to 29 tiles (58 to 60, with masks of two words) have them, make no
//! difference to the row's contents.
//!
//! The table could hold any letter sets. Those of a single tile are nearly as good as the best, and the first to come
//! nearly as good as the most frequent; so they are known without going through the words once more. ENABLE's letter sets
//! that need no words of their own, of 19,478 in the DAWG and 32,897 in the GADDAG's other nodes:
//!
//! | 14 letter sets | DAWG | others |
//! |---|---|---|
//! | the most frequent of both | 12,591 | 19,088 |
//! | the most frequent of the DAWG | 13,592 | 14,607 |
//! | tiles that start and end most words | 12,607 | 18,835 |
//! | the first tiles to come | 11,889 | 16,005 |
//! | the first letter sets to come | 9,991 | 15,485 |

use bytemuck::{Pod, Zeroable};

use super::fast::{WORD_BITS, mask_units};
use crate::error::ImageError;
use crate::raw::int::U64Le;
use crate::raw::section::SectionName;
use crate::tile_set::TileSet;

/// The lowest bit of a head that can belong to the code.
pub(crate) const CODE_SHIFT: u32 = 27;

/// The number of rows.
pub const SET_CODES: usize = 16;

/// A row: where the letter set is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct SetCode {
    /// All ones if the letter set is written below the head's mask, or else 0.
    pub written: U64Le,
    /// The letter set, if it is not written: bit *c* for the tile of code *c*. 0 if it is empty, or the row unused.
    pub set: U64Le,
}

const _: () = {
    assert!(size_of::<SetCode>() == 16);
    assert!(core::mem::offset_of!(SetCode, written) == 0);
    assert!(core::mem::offset_of!(SetCode, set) == 8);
};

/// The whole of the section `SETS`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(transparent)]
pub struct SetCodes([SetCode; SET_CODES]);

/// The tables without common letter sets, by the number of the rows' bits that belong to the mask.
static WITHOUT_COMMON: [SetCodes; 4] = [
    SetCodes::without_common(0),
    SetCodes::without_common(1),
    SetCodes::without_common(2),
    SetCodes::without_common(3),
];

impl SetCodes {
    /// The table of an image that has none.
    pub(crate) fn none(tile_count: usize) -> &'static SetCodes {
        let [first, ..] = &WITHOUT_COMMON;
        let index = mask_bits_of_row(tile_count) as usize;
        WITHOUT_COMMON.get(index).unwrap_or(first)
    }

    /// The table in the bytes of a section.
    pub(crate) fn from_bytes_unvalidated(bytes: &[u8]) -> Result<&SetCodes, ImageError> {
        if bytes.len() == size_of::<SetCodes>() {
            Ok(bytemuck::from_bytes(bytes))
        } else {
            Err(ImageError::SectionLength {
                section: SectionName::SETS,
                needed: size_of::<SetCodes>() as u64,
                found: bytes.len() as u64,
            })
        }
    }

    /// Whether every row is as it has to be. The section starts at `offset`.
    pub(crate) fn validate(&self, tile_count: usize, offset: u64) -> Result<(), ImageError> {
        match self.wrong_row(tile_count) {
            Some(row) => Err(ImageError::SetCode {
                offset: offset + (row * size_of::<SetCode>()) as u64,
            }),
            None => Ok(()),
        }
    }

    const fn without_common(mask_bits: u32) -> SetCodes {
        const fn row(index: u32, mask_bits: u32) -> SetCode {
            let written = if index >> mask_bits == 8 >> mask_bits {
                u64::MAX
            } else {
                0
            };
            SetCode {
                written: U64Le::new(written),
                set: U64Le::new(0),
            }
        }
        SetCodes([
            row(0, mask_bits),
            row(1, mask_bits),
            row(2, mask_bits),
            row(3, mask_bits),
            row(4, mask_bits),
            row(5, mask_bits),
            row(6, mask_bits),
            row(7, mask_bits),
            row(8, mask_bits),
            row(9, mask_bits),
            row(10, mask_bits),
            row(11, mask_bits),
            row(12, mask_bits),
            row(13, mask_bits),
            row(14, mask_bits),
            row(15, mask_bits),
        ])
    }

    /// The row of a head.
    #[inline(always)]
    pub(crate) fn row(&self, head: u32) -> &SetCode {
        #[expect(
            clippy::indexing_slicing,
            reason = "four bits are below the number of rows"
        )]
        &self.0[(head >> CODE_SHIFT) as usize % SET_CODES]
    }

    /// The rows.
    pub fn rows(&self) -> &[SetCode; SET_CODES] {
        &self.0
    }

    /// Whether the table has this letter set, which is not empty.
    pub(crate) fn has(&self, set: u64) -> bool {
        self.0.iter().any(|row| row.set.get() == set)
    }

    /// The first row that is not as it has to be for an alphabet of `tile_count` tiles.
    fn wrong_row(&self, tile_count: usize) -> Option<usize> {
        let mask_bits = mask_bits_of_row(tile_count);
        let fixed = SetCodes::without_common(mask_bits);
        let tiles = TileSet::first(tile_count).bits();
        let rows = self.0.iter().zip(fixed.0).enumerate();
        let mut wrong = rows.filter(|&(index, (row, fixed))| {
            let is_common = index >> mask_bits != 0 && fixed.written.get() == 0;
            let set = row.set.get();
            // Of rows that differ in bits of the mask alone, the first decides.
            let first = self.0.get(index >> mask_bits << mask_bits);
            let fits = if is_common {
                set & !tiles == 0
            } else {
                set == 0
            };
            row.written != fixed.written || !fits || first != Some(row)
        });
        wrong.next().map(|(index, _)| index)
    }
}

/// The number of bits of a head's mask part, for an alphabet of `tile_count` tiles.
#[inline]
pub(crate) const fn top_mask_bits(tile_count: usize) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 63")]
    let bits = match tile_count {
        ..62 => tile_count + 1,
        _ => 63,
    } as u32;
    #[expect(clippy::cast_possible_truncation, reason = "at most 2")]
    let lower_words = mask_units(tile_count) as u32 - 1;
    bits.saturating_sub(lower_words * WORD_BITS)
}

/// The number of the lowest bits of a row's index that belong to the mask.
const fn mask_bits_of_row(tile_count: usize) -> u32 {
    top_mask_bits(tile_count).saturating_sub(CODE_SHIFT)
}

#[cfg(any(test, feature = "alloc"))]
mod writer {
    use super::{CODE_SHIFT, SetCodes, U64Le, mask_bits_of_row};
    use crate::raw::node::HAS_SET;

    /// Gives codes to letter sets of a single tile as they come, as long as there are any.
    #[derive(Clone, Debug)]
    pub(crate) struct CodeWriter {
        codes: SetCodes,
        mask_bits: u32,
        next_row: u32,
        /// By tile code, the bits of the head; 0 if there is no row for the tile.
        by_tile: [u32; 64],
    }

    impl CodeWriter {
        pub(crate) fn new(tile_count: usize) -> CodeWriter {
            let mask_bits = mask_bits_of_row(tile_count);
            CodeWriter {
                codes: *SetCodes::none(tile_count),
                mask_bits,
                next_row: 1 << mask_bits,
                by_tile: [0; 64],
            }
        }

        /// Gives no codes.
        pub(crate) fn without_codes(tile_count: usize) -> CodeWriter {
            CodeWriter {
                next_row: u32::MAX,
                ..CodeWriter::new(tile_count)
            }
        }

        pub(crate) fn codes(&self) -> &SetCodes {
            &self.codes
        }

        /// The bits of the head for a letter set that is in the table, or is taken into it.
        pub(crate) fn common(&mut self, set: u64) -> Option<u32> {
            if !set.is_power_of_two() {
                return None;
            }
            let known = self.by_tile.get_mut(set.trailing_zeros() as usize)?;
            if *known != 0 {
                return Some(*known);
            }
            let rows = 1 << self.mask_bits;
            if self.next_row == HAS_SET >> CODE_SHIFT {
                self.next_row += rows;
            }
            let first = self.next_row as usize;
            let end = first.saturating_add(rows as usize);
            for row in self.codes.0.get_mut(first..end)? {
                row.set = U64Le::new(set);
            }
            *known = self.next_row << CODE_SHIFT;
            self.next_row += rows;
            Some(*known)
        }
    }
}

#[cfg(any(test, feature = "alloc"))]
pub(crate) use writer::CodeWriter;

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests {
    use std::vec;

    use super::*;

    /// The index of the row that is refused after this change.
    fn refused(tile_count: usize, change: impl Fn(&mut [SetCode; SET_CODES])) -> Option<usize> {
        let mut codes = *SetCodes::none(tile_count);
        change(&mut codes.0);
        match codes.validate(tile_count, 1_000) {
            Ok(()) => None,
            Err(ImageError::SetCode { offset }) => Some((offset as usize - 1_000) / 16),
            Err(error) => panic!("{error}"),
        }
    }

    fn set_to(row: usize, set: u64) -> impl Fn(&mut [SetCode; SET_CODES]) {
        move |rows| rows[row].set = U64Le::new(set)
    }

    #[test]
    fn rows_say_where_letter_sets_are() {
        // With five tiles no bit of a row belongs to the mask: row 8 is for written letter sets, row 0 for empty ones.
        assert_eq!(refused(5, |_| ()), None);
        for row in (1..SET_CODES).filter(|&row| row != 8) {
            assert_eq!(refused(5, set_to(row, 0b10_0100)), None);
            for set in [1, 1 << 6, 0b100_0010, u64::MAX] {
                assert_eq!(refused(5, set_to(row, set)), Some(row));
            }
            let written =
                |rows: &mut [SetCode; SET_CODES]| rows[row].written = U64Le::new(u64::MAX);
            assert_eq!(refused(5, written), Some(row));
        }
        for row in [0, 8] {
            assert_eq!(refused(5, set_to(row, 2)), Some(row));
        }
        let not_written = |rows: &mut [SetCode; SET_CODES]| rows[8].written = U64Le::new(0);
        assert_eq!(refused(5, not_written), Some(8));
    }

    #[test]
    fn rows_that_differ_in_bits_of_the_mask_are_the_same() {
        for (tile_count, rows_of_one) in [(27, 2), (28, 4), (29, 8), (58, 2), (59, 4), (60, 8)] {
            assert_eq!(refused(tile_count, |_| ()), None);
            for first in (0..SET_CODES).step_by(rows_of_one) {
                let is_common = first != 0 && first != 8;
                let all = |rows: &mut [SetCode; SET_CODES]| {
                    for row in &mut rows[first..first + rows_of_one] {
                        row.set = U64Le::new(2);
                    }
                };
                assert_eq!(refused(tile_count, all), (!is_common).then_some(first));
                for row in first + 1..first + rows_of_one {
                    assert_eq!(refused(tile_count, set_to(row, 2)), Some(row));
                }
            }
        }
    }

    #[test]
    fn sections_of_another_length() {
        let bytes = vec![0; 16 * SET_CODES + 1];
        for len in 0..bytes.len() {
            let error = ImageError::SectionLength {
                section: SectionName::SETS,
                needed: 256,
                found: len as u64,
            };
            let found = SetCodes::from_bytes_unvalidated(&bytes[..len]);
            assert_eq!(found.err(), (len != 256).then_some(error));
        }
        assert!(SetCodes::from_bytes_unvalidated(&bytes).is_err());
    }
}
