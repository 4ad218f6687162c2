//! Sets of lanes: places on the lines of the board, all lines at once.

use core::ops::{BitAnd, BitOr, ControlFlow, Not};

use super::bits::bits;

/// A set of places on all lines, a field of `FIELD` bits for each line. Bit *p* of a field is place *p* of the line;
/// places count from 1, so that bit 0 is outside.
///
/// The largest line that fits has `FIELD` - 1 places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lanes<const WORDS: usize, const FIELD: usize>([u64; WORDS]);

impl<const WORDS: usize, const FIELD: usize> Lanes<WORDS, FIELD> {
    pub(super) const NONE: Self = Lanes([0; WORDS]);

    const FIELDS: usize = 64 / FIELD;

    /// Adds places of a line, bit *p* for place *p*.
    #[inline(always)]
    pub(super) fn add(&mut self, line: usize, places: u32) {
        if let Some(word) = self.0.get_mut(line / Self::FIELDS) {
            *word |= u64::from(places) << (line % Self::FIELDS * FIELD);
        }
    }

    /// The places after those of the set. The one after the last of a line is outside of the next one.
    #[inline(always)]
    pub(super) fn next(self) -> Self {
        Lanes(self.0.map(|word| word << 1))
    }

    /// The places before those of the set.
    #[inline(always)]
    pub(super) fn previous(self) -> Self {
        Lanes(self.0.map(|word| word >> 1))
    }

    /// Whether the sets have places in common.
    #[inline(always)]
    pub(super) fn meets(&self, other: &Self) -> bool {
        let both = self.0.iter().zip(&other.0);
        both.fold(0, |all, (word, other)| all | word & other) != 0
    }

    /// Visits the lines and places that both sets have, in order.
    #[inline(always)]
    pub(super) fn try_each_in<B>(
        &self,
        other: &Self,
        mut visit: impl FnMut(usize, usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (index, (&word, other)) in self.0.iter().zip(&other.0).enumerate() {
            for bit in bits(word & other) {
                visit(index * Self::FIELDS + bit / FIELD, bit % FIELD)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<const WORDS: usize, const FIELD: usize> BitAnd for Lanes<WORDS, FIELD> {
    type Output = Self;

    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl<const WORDS: usize, const FIELD: usize> BitOr for Lanes<WORDS, FIELD> {
    type Output = Self;

    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }
}

impl<const WORDS: usize, const FIELD: usize> Not for Lanes<WORDS, FIELD> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Lanes(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn check<const WORDS: usize, const FIELD: usize>(lines: usize) {
        let mut lanes = Lanes::<WORDS, FIELD>::NONE;
        assert!(!lanes.meets(&lanes));
        let mut expected = Vec::new();
        for line in 0..lines {
            let last = FIELD - 1 - line % 3;
            lanes.add(line, 1 << last | 0b10);
            expected.extend([(line, 1), (line, last)]);
        }
        assert!(lanes.meets(&lanes));
        assert!(places(lanes) == expected);
        let next = places((lanes & !Lanes::NONE.with_last(lines)).next());
        let inside = expected.iter().filter(|(_, place)| place + 1 < FIELD);
        let after: Vec<_> = inside.map(|(line, place)| (*line, place + 1)).collect();
        assert_eq!(next, after);
        let previous = places(lanes.previous());
        let before: Vec<_> = expected
            .iter()
            .map(|(line, place)| (*line, place - 1))
            .collect();
        assert_eq!(previous, before);
        // Lines that there is no room for are left out.
        let mut same = lanes;
        same.add(lines, u32::MAX);
        assert_eq!(same, lanes);
        assert!(!lanes.meets(&!lanes));
        assert_eq!(lanes | Lanes::NONE, lanes);
    }

    impl<const WORDS: usize, const FIELD: usize> Lanes<WORDS, FIELD> {
        /// The set with the highest bit of each field.
        fn with_last(mut self, lines: usize) -> Self {
            (0..lines).for_each(|line| self.add(line, 1 << (FIELD - 1)));
            self
        }
    }

    fn places<const WORDS: usize, const FIELD: usize>(
        lanes: Lanes<WORDS, FIELD>,
    ) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        let end = lanes.try_each_in(&lanes, |line, place| {
            places.push((line, place));
            ControlFlow::<()>::Continue(())
        });
        assert!(end.is_continue());
        places
    }

    #[test]
    fn sets_of_both_sizes() {
        check::<8, 16>(32);
        check::<21, 32>(42);
    }
}
