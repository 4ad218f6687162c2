//! Bitboards: sets of places on all lines.

use core::ops::{BitAnd, BitOr, ControlFlow, Not};

use crate::movegen::place::{Place, PlaceSet, bits};

/// Set of places on all lines: a field of `FIELD` bits for each line, bit *p* for place *p* of the line. Bit 0 is outside
/// the board, and a line has up to `FIELD` - 1 places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bitboard<const WORDS: usize, const FIELD: usize>([u64; WORDS]);

/// Index of a line among the lines of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct LineIndex(pub(super) usize);

impl<const WORDS: usize, const FIELD: usize> Bitboard<WORDS, FIELD> {
    pub(super) const EMPTY: Self = Bitboard([0; WORDS]);

    const FIELDS: usize = 64 / FIELD;

    /// Adds places of a line; none if the line is beyond the last field.
    pub(super) fn add(&mut self, line: LineIndex, places: PlaceSet) {
        if let Some(word) = self.0.get_mut(line.0 / Self::FIELDS) {
            *word |= u64::from(places.0) << (line.0 % Self::FIELDS * FIELD);
        }
    }

    /// The places after those of the set. After the last place of a line comes the outside of the next line.
    pub(super) fn next(self) -> Self {
        Bitboard(self.0.map(|word| word << 1))
    }

    /// The places before those of the set.
    pub(super) fn previous(self) -> Self {
        Bitboard(self.0.map(|word| word >> 1))
    }

    /// True if the sets have a place in common.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let both = self.0.iter().zip(&other.0);
        both.fold(0, |all, (word, other)| all | word & other) != 0
    }

    /// Visits the places that both sets have, in order.
    #[inline(always)]
    pub(super) fn try_each_in<B>(
        &self,
        other: &Self,
        mut visit: impl FnMut(LineIndex, Place) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (index, (&word, other)) in self.0.iter().zip(&other.0).enumerate() {
            for bit in bits(word & other) {
                let line = LineIndex(index * Self::FIELDS + bit / FIELD);
                visit(line, Place::new(bit % FIELD))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<const WORDS: usize, const FIELD: usize> BitAnd for Bitboard<WORDS, FIELD> {
    type Output = Self;

    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl<const WORDS: usize, const FIELD: usize> BitOr for Bitboard<WORDS, FIELD> {
    type Output = Self;

    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }
}

impl<const WORDS: usize, const FIELD: usize> Not for Bitboard<WORDS, FIELD> {
    type Output = Self;

    fn not(self) -> Self {
        Bitboard(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn check<const WORDS: usize, const FIELD: usize>(lines: usize) {
        let mut board = Bitboard::<WORDS, FIELD>::EMPTY;
        assert!(!board.meets(&board));
        let mut expected = Vec::new();
        for line in 0..lines {
            let last = FIELD - 1 - line % 3;
            board.add(LineIndex(line), PlaceSet(1 << last | 0b10));
            expected.extend([(line, 1), (line, last)]);
        }
        assert!(board.meets(&board));
        assert!(places(board) == expected);
        let next = places((board & !Bitboard::EMPTY.with_last(lines)).next());
        let inside = expected.iter().filter(|(_, place)| place + 1 < FIELD);
        let after: Vec<_> = inside.map(|(line, place)| (*line, place + 1)).collect();
        assert_eq!(next, after);
        let previous = places(board.previous());
        let before: Vec<_> = expected
            .iter()
            .map(|(line, place)| (*line, place - 1))
            .collect();
        assert_eq!(previous, before);
        // Lines beyond the last field are left out.
        let mut same = board;
        same.add(LineIndex(lines), PlaceSet(u32::MAX));
        assert_eq!(same, board);
        assert!(!board.meets(&!board));
        assert_eq!(board | Bitboard::EMPTY, board);
    }

    impl<const WORDS: usize, const FIELD: usize> Bitboard<WORDS, FIELD> {
        /// The set with the highest bit of each field.
        fn with_last(mut self, lines: usize) -> Self {
            (0..lines).for_each(|line| self.add(LineIndex(line), PlaceSet(1 << (FIELD - 1))));
            self
        }
    }

    fn places<const WORDS: usize, const FIELD: usize>(
        board: Bitboard<WORDS, FIELD>,
    ) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        let end = board.try_each_in(&board, |line, place| {
            places.push((line.0, place.number()));
            ControlFlow::<()>::Continue(())
        });
        assert!(end.is_continue());
        places
    }

    #[test]
    fn bitboards_of_both_sizes_hold_all_places() {
        check::<8, 16>(32);
        check::<21, 32>(42);
    }
}
