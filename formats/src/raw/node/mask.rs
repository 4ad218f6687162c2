//! How many labels a mask has: counted wherever an edge is followed.

/// Whether there is a table for it. Not every x86-64 processor has an instruction that counts bits, and what stands in for
/// it is a dozen steps, each of which waits for the one before. Three look-ups in 1 KiB do not wait for each other: all plays
/// and the best one take 1 to 2 % less time. Where code is to be small, there is none.
const BY_TABLE: bool = cfg!(all(
    any(target_arch = "x86", target_arch = "x86_64"),
    not(target_feature = "popcnt"),
    feature = "speed"
));

/// The number of bits that are looked up at a time: a third of a mask of one word.
const LOOK_UP_BITS: u32 = 10;

const LOOK_UPS: usize = 1 << LOOK_UP_BITS;

/// How many bits of each number are set.
static COUNTS: [u8; LOOK_UPS] = {
    let mut counts = [0; LOOK_UPS];
    let mut number = 1;
    while number < LOOK_UPS {
        #[expect(clippy::indexing_slicing, reason = "it is done when compiled")]
        {
            counts[number] = counts[number / 2];
            if number % 2 == 1 {
                counts[number] += 1;
            }
        }
        number += 1;
    }
    counts
};

/// The number of labels in a mask that takes `W` words, or in part of it: if that is one word, of those below 30, as only
/// what inline references of an image that was not checked hold can be another.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "there are 30 labels to one word"
)]
pub(crate) fn count_labels<const W: usize>(mask: u64) -> u32 {
    match W {
        1 if BY_TABLE => (0..3)
            .map(|third| {
                let bits = mask as usize >> (third * LOOK_UP_BITS) & (LOOK_UPS - 1);
                #[expect(clippy::indexing_slicing, reason = "the mask keeps the index in range")]
                u32::from(COUNTS[bits])
            })
            .sum(),
        // Half a word takes two thirds of the steps.
        1 => (mask as u32).count_ones(),
        _ => mask.count_ones(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_counted_by_any_third_of_a_mask() {
        for bits in 0..1 << LOOK_UP_BITS {
            for shift in 0..=2 * LOOK_UP_BITS {
                let mask = bits << shift;
                assert_eq!(count_labels::<1>(mask), mask.count_ones(), "{mask:#x}");
                assert_eq!(count_labels::<2>(mask), mask.count_ones(), "{mask:#x}");
            }
        }
        assert_eq!(count_labels::<1>((1 << 30) - 1), 30);
        assert_eq!(count_labels::<3>(u64::MAX >> 1), 63);
    }
}
