//! Set codes of narrow nodes: one to four bits of a head that say where the node's letter set is.
//!
//! The code is bit 30 and those of the bits 27 to 29 that the mask does not use. It says whether the letter set is
//! empty, stored in the node, or in a row of the table in section `SETS`. Most letter sets are empty, and most of the
//! others hold a single tile. So with rows for up to 14 letter sets of a single tile, few letter sets must be stored in
//! nodes.
//!
//! The section has a row for each value of a head's bits 27 to 30, so that a reader always takes the same four bits. In
//! alphabets of 27 to 29 tiles the lowest of these bits belong to the mask, and rows whose indices differ only in
//! bits of the mask have the same contents.

use bytemuck::{Pod, Zeroable};

use super::traverse::tile_labels;
use super::unit::{CODE_SHIFT, STORED_SET_BIT, head_mask_bits};
use crate::raw::int::{U64Le, assert_layout};

/// The number of rows.
const SET_CODES: usize = 16;

/// A row: the meaning of a set code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct SetCode {
    /// All ones if the letter set is stored in the node, otherwise 0.
    pub stored: U64Le,
    /// The letter set that the code stands for: bit *c* for the tile of code *c*. 0 if the letter set is empty or stored in the
    /// node, and in unused rows.
    pub set: U64Le,
}

assert_layout!(SetCode: 16 { stored: 0, set: 8 });

/// The table: the whole of section `SETS`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(transparent)]
pub struct SetCodes(pub(super) [SetCode; SET_CODES]);

/// Tables without letter sets, by the number of bits of a row index that belong to the mask.
static WITHOUT_SETS: [SetCodes; 4] = [
    SetCodes::without_sets(0),
    SetCodes::without_sets(1),
    SetCodes::without_sets(2),
    SetCodes::without_sets(3),
];

impl SetCodes {
    /// The table of an image without section `SETS`.
    pub(crate) fn none(tile_count: usize) -> &'static SetCodes {
        let [first, ..] = &WITHOUT_SETS;
        let index = row_mask_bits(tile_count) as usize;
        WITHOUT_SETS.get(index).unwrap_or(first)
    }

    /// The table in the bytes of a section; `None` unless the section has 256 bytes.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<&SetCodes> {
        bytemuck::try_from_bytes(bytes).ok()
    }

    /// The index of the first row that breaks a rule, in an alphabet of `tile_count` tiles.
    pub(crate) fn invalid_row(&self, tile_count: usize) -> Option<usize> {
        let mask_bits = row_mask_bits(tile_count);
        let fixed = SetCodes::without_sets(mask_bits);
        let tiles = tile_labels(tile_count);
        let mut rows = self.0.iter().zip(fixed.0).enumerate();
        rows.position(|(index, (row, fixed))| {
            let can_have_set = index >> mask_bits != 0 && fixed.stored.get() == 0;
            let allowed = if can_have_set { tiles } else { 0 };
            // Rows whose indices differ only in bits of the mask are equal to the first of these rows.
            let first = self.0.get(index >> mask_bits << mask_bits);
            row.stored != fixed.stored || row.set.get() & !allowed != 0 || first != Some(row)
        })
    }

    const fn without_sets(mask_bits: u32) -> SetCodes {
        let none = SetCode {
            stored: U64Le::new(0),
            set: U64Le::new(0),
        };
        let mut codes = [none; SET_CODES];
        let mut rest: &mut [SetCode] = &mut codes;
        let mut index = 0;
        while let [row, others @ ..] = rest {
            if index >> mask_bits == (STORED_SET_BIT >> CODE_SHIFT) >> mask_bits {
                row.stored = U64Le::new(u64::MAX);
            }
            index += 1;
            rest = others;
        }
        SetCodes(codes)
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
    pub fn rows(&self) -> &[SetCode; 16] {
        &self.0
    }
}

/// The number of bits of a row index that belong to the mask; they are its lowest bits.
pub(super) const fn row_mask_bits(tile_count: usize) -> u32 {
    head_mask_bits(tile_count).saturating_sub(CODE_SHIFT)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The index of the row that is refused after this change.
    fn refused(tile_count: usize, change: impl Fn(&mut [SetCode; SET_CODES])) -> Option<usize> {
        let mut codes = *SetCodes::none(tile_count);
        change(&mut codes.0);
        codes.invalid_row(tile_count)
    }

    fn set_to(row: usize, set: u64) -> impl Fn(&mut [SetCode; SET_CODES]) {
        move |rows| rows[row].set = U64Le::new(set)
    }

    #[test]
    fn refuses_rows_with_the_wrong_meaning() {
        // In an alphabet of five tiles, no bit of a row index belongs to the mask. Row 8 is for stored letter sets, row
        // 0 for empty ones.
        assert_eq!(refused(5, |_| ()), None);
        for row in (1..SET_CODES).filter(|&row| row != 8) {
            assert_eq!(refused(5, set_to(row, 0b10_0100)), None);
            for set in [1, 1 << 6, 0b100_0010, u64::MAX] {
                assert_eq!(refused(5, set_to(row, set)), Some(row));
            }
            let stored = |rows: &mut [SetCode; SET_CODES]| rows[row].stored = U64Le::new(u64::MAX);
            assert_eq!(refused(5, stored), Some(row));
        }
        for row in [0, 8] {
            assert_eq!(refused(5, set_to(row, 2)), Some(row));
        }
        let without_stored = |rows: &mut [SetCode; SET_CODES]| rows[8].stored = U64Le::new(0);
        assert_eq!(refused(5, without_stored), Some(8));
    }

    #[test]
    fn refuses_unequal_rows_whose_indices_differ_in_bits_of_the_mask_only() {
        for (tile_count, rows_of_one) in [(27, 2), (28, 4), (29, 8)] {
            assert_eq!(refused(tile_count, |_| ()), None);
            for first in (0..SET_CODES).step_by(rows_of_one) {
                let can_have_set = first != 0 && first != 8;
                let all = |rows: &mut [SetCode; SET_CODES]| {
                    for row in &mut rows[first..first + rows_of_one] {
                        row.set = U64Le::new(2);
                    }
                };
                assert_eq!(refused(tile_count, all), (!can_have_set).then_some(first));
                for row in first + 1..first + rows_of_one {
                    assert_eq!(refused(tile_count, set_to(row, 2)), Some(row));
                }
            }
        }
    }

    #[test]
    fn refuses_sections_of_another_length() {
        let bytes = [0; 16 * SET_CODES + 1];
        for len in 0..=bytes.len() {
            let found = SetCodes::from_bytes(&bytes[..len]);
            assert_eq!(found.is_some(), len == 256, "{len}");
        }
    }
}
