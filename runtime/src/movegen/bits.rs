//! The bits of a word, one by one: places of a line, lanes, codes.

use core::num::NonZeroU64;

/// The numbers of the bits that are set, ascending.
#[inline(always)]
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let rest = NonZeroU64::new(word)?;
        word &= word - 1;
        Some(rest.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bit_once_and_in_order() {
        assert!(bits(0).eq([]));
        assert!(bits(1 | 1 << 5 | 1 << 63).eq([0, 5, 63]));
        assert!(bits(u64::MAX).eq(0..64));
    }
}
