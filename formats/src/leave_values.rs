//! The values of leaves, in the order of word indexes.
//!
//! The words of a leaves image are leaves: multisets of tiles, written in alphabet order, the blank last. Each has a
//! value in thousandths of a point, stored as the difference from the lowest value. All differences have the same
//! number of bits: as many as the largest difference needs. The values of the 914,624 English leaves in common use,
//! from -38.357 to 73.767 points, take 17 bits each.

use bytemuck::{Pod, Zeroable};

use crate::error::ImageError;
use crate::raw::int::{U32Le, assert_layout};
use crate::raw::section::SectionName;

/// The values of a leaves image, read in place.
#[derive(Clone, Copy, Debug)]
pub struct LeaveValues<'a> {
    header: &'a LeavesHeader,
    values: &'a [u8],
}

/// The start of the section, before the values.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct LeavesHeader {
    /// The lowest value, in two's complement.
    lowest: U32Le,
    /// The highest value, in two's complement.
    highest: U32Le,
}

assert_layout!(LeavesHeader: 8 { lowest: 0, highest: 4 });

impl<'a> LeaveValues<'a> {
    /// The values of no leaves.
    #[doc(hidden)]
    pub const NONE: LeaveValues<'static> = LeaveValues {
        header: &LeavesHeader {
            lowest: U32Le::new(0),
            highest: U32Le::new(0),
        },
        values: &[],
    };

    /// Reads the section of an image of `word_count` words; checks its length only.
    pub(crate) fn from_bytes_unvalidated(
        section: &'a [u8],
        word_count: u32,
    ) -> Result<LeaveValues<'a>, ImageError> {
        let wrong_length = |needed| ImageError::SectionLength {
            section: SectionName::LEAVES,
            needed,
            found: section.len() as u64,
        };
        let (header, values) = section.split_at_checked(8).ok_or(wrong_length(8))?;
        let header = bytemuck::try_from_bytes(header).map_err(|_| wrong_length(8))?;
        let found = LeaveValues { header, values };
        let needed = (u64::from(word_count) * u64::from(found.bits())).div_ceil(8);
        if values.len() as u64 == needed {
            Ok(found)
        } else {
            Err(wrong_length(8 + needed))
        }
    }

    /// Checks the values of `word_count` words. The section is at `offset` in the image.
    pub(crate) fn validate(self, word_count: u32, offset: u64) -> Result<(), ImageError> {
        let refuse = |place: u64, what| {
            Err(ImageError::Contents {
                section: SectionName::LEAVES,
                offset: offset + place,
                what,
            })
        };
        if self.lowest() > self.highest() {
            return refuse(0, "the lowest value is higher than the highest");
        }
        let bits = u64::from(self.bits());
        if bits == 0 {
            return Ok(());
        }
        if let Some(index) = (0..word_count).find(|&index| self.difference(index) > self.range()) {
            return refuse(8 + u64::from(index) * bits / 8, "a value above the highest");
        }
        let used_bits = u64::from(word_count) * bits % 8;
        match self.values.last() {
            Some(last) if used_bits > 0 && last >> used_bits != 0 => refuse(
                7 + self.values.len() as u64,
                "bits after the last value are not 0",
            ),
            _ => Ok(()),
        }
    }

    /// The lowest value, in thousandths of a point.
    pub fn lowest(self) -> i32 {
        self.header.lowest.get().cast_signed()
    }

    /// The highest value, in thousandths of a point.
    pub fn highest(self) -> i32 {
        self.header.highest.get().cast_signed()
    }

    /// The value of the leave with this word index, in thousandths of a point. If the index is not below the number of words,
    /// the value is arbitrary.
    ///
    /// In an unvalidated image, a value above [`highest`](Self::highest) reads as the highest, unless the highest is below the
    /// lowest.
    pub fn get(self, index: u32) -> i32 {
        let difference = self.difference(index).min(self.range());
        self.lowest().wrapping_add_unsigned(difference)
    }

    /// The number of bits of each stored difference, at most 32.
    fn bits(self) -> u32 {
        u32::BITS - self.range().leading_zeros()
    }

    /// The highest value minus the lowest.
    fn range(self) -> u32 {
        let (lowest, highest) = (self.header.lowest.get(), self.header.highest.get());
        highest.wrapping_sub(lowest)
    }

    /// The stored difference with this index. Bits after the end of the section read as 0.
    fn difference(self, index: u32) -> u32 {
        let bits = self.bits();
        let place = u64::from(index) * u64::from(bits);
        let start = usize::try_from(place / 8).unwrap_or(usize::MAX);
        let bytes = self.values.get(start..).unwrap_or_default();
        let lowest_first = (0..).step_by(8).zip(bytes.iter().take(5));
        let integer =
            lowest_first.fold(0_u64, |sum, (shift, &byte)| sum | u64::from(byte) << shift);
        #[expect(clippy::cast_possible_truncation, reason = "at most 32 bits are left")]
        {
            (integer >> (place % 8) & ((1 << bits) - 1)) as u32
        }
    }
}

#[cfg(any(test, feature = "alloc"))]
impl LeaveValues<'_> {
    /// The section with these values, in the order of the words.
    pub fn encode(values: &[i32]) -> alloc::vec::Vec<u8> {
        let lowest = values.iter().copied().min().unwrap_or(0);
        let highest = values.iter().copied().max().unwrap_or(0);
        let header = LeavesHeader {
            lowest: U32Le::new(lowest.cast_unsigned()),
            highest: U32Le::new(highest.cast_unsigned()),
        };
        let mut section = alloc::vec::Vec::from(bytemuck::bytes_of(&header));
        let bits = LeaveValues {
            header: &header,
            values: &[],
        }
        .bits();
        let (mut pending, mut pending_bits) = (0_u64, 0);
        for value in values {
            pending |= u64::from(value.wrapping_sub(lowest).cast_unsigned()) << pending_bits;
            pending_bits += bits;
            while pending_bits >= 8 {
                section.extend(pending.to_le_bytes().first());
                pending >>= 8;
                pending_bits -= 8;
            }
        }
        if pending_bits > 0 {
            section.extend(pending.to_le_bytes().first());
        }
        section
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn read(section: &[u8], words: u32) -> Result<Vec<i32>, ImageError> {
        let values = LeaveValues::from_bytes_unvalidated(section, words)?;
        values.validate(words, 100)?;
        Ok((0..words).map(|index| values.get(index)).collect())
    }

    #[test]
    fn every_number_of_bits_reads_back() {
        for bits in 0..=32 {
            let range = u32::try_from((1_u64 << bits) - 1).unwrap();
            for lowest in [0, -7, i32::MIN] {
                let Some(highest) = lowest.checked_add_unsigned(range) else {
                    continue;
                };
                let values: Vec<i32> = (0..41_u32)
                    .map(|index| match index {
                        3 => highest,
                        _ => lowest.wrapping_add_unsigned(index.wrapping_mul(0x9E37_79B9) & range),
                    })
                    .collect();
                let section = LeaveValues::encode(&values);
                assert_eq!(section.len(), 8 + (41 * bits as usize).div_ceil(8));
                assert_eq!(read(&section, 41).unwrap(), values, "{bits} {lowest}");
            }
        }
    }

    #[test]
    fn refuses_values_out_of_range_and_bits_after_them() {
        let leaves = |place: u64, what| ImageError::Contents {
            section: SectionName::LEAVES,
            offset: 100 + place,
            what,
        };
        let section = LeaveValues::encode(&[-1, 3, 4]);
        assert_eq!(section[8..], [0b0_100_000 | 0b01 << 6, 0b1]);
        let refused = |place: usize, byte: u8| {
            let mut section = section.clone();
            section[place] = byte;
            read(&section, 3).unwrap_err()
        };
        assert_eq!(refused(8, 6 << 3), leaves(8, "a value above the highest"));
        assert_eq!(
            refused(9, 0b11),
            leaves(9, "bits after the last value are not 0")
        );
        assert_eq!(
            refused(9, 0x81),
            leaves(9, "bits after the last value are not 0")
        );
        let crossed = [9, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0];
        let error = leaves(0, "the lowest value is higher than the highest");
        assert_eq!(read(&crossed, 1), Err(error));
    }

    #[test]
    fn refuses_another_length() {
        let length = |needed, found| ImageError::SectionLength {
            section: SectionName::LEAVES,
            needed,
            found,
        };
        let section = LeaveValues::encode(&[-1, 3, 4]);
        assert_eq!(read(&section, 6), Err(length(11, 10)));
        assert_eq!(read(&section[..9], 3), Err(length(10, 9)));
        assert_eq!(read(&section[..7], 3), Err(length(8, 7)));
        let all = read(&[0, 0, 0, 128, 255, 255, 255, 127], u32::MAX);
        assert_eq!(all, Err(length(8 + 4 * u64::from(u32::MAX), 8)));
    }

    #[test]
    fn damaged_values_do_not_exceed_the_highest() {
        let mut section = LeaveValues::encode(&[0, 4]);
        section[8] = 0xFF;
        let values = LeaveValues::from_bytes_unvalidated(&section, 2).unwrap();
        assert_eq!(
            [0, 1, 2, u32::MAX].map(|index| values.get(index)),
            [4, 4, 3, 0]
        );
    }
}
