//! Places on a line, and sets of them.

use core::num::NonZeroU64;
use core::ops::{Add, BitAnd, BitOr, Not, Sub};

use crate::game::square::{Line, MAX_DIM, Square};

/// Length of arrays by place: enough for the longest line. Place *i* + 1 is square *i*. The place left of the first
/// square and the place right of the last one are outside the board, and no tile fits there (Appel and Jacobson 1988,
/// section 3.5).
pub(super) const PLACES: usize = 32;

const _: () = assert!(MAX_DIM + 2 <= PLACES);

/// Place on a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place(usize);

impl Place {
    /// The place before the first square.
    pub(super) const OUTSIDE: Place = Place(0);

    /// The first square.
    pub(super) const FIRST: Place = Place(1);

    pub(super) const fn new(number: usize) -> Place {
        Place(number)
    }

    /// Place of the square with this offset on its line.
    pub(super) const fn of_offset(offset: usize) -> Place {
        Place(offset + 1)
    }

    /// Place of a square on a line; `None` if it is not on the line.
    pub(super) fn on(line: Line, square: Square) -> Option<Place> {
        let is_on_line = square.line(line.direction()) == line;
        is_on_line.then(|| Place::of_offset(line.offset_of(square)))
    }

    /// Offset of the square on its line.
    pub(super) const fn offset(self) -> usize {
        self.0.wrapping_sub(1)
    }

    /// Number of the place: squares count from 1.
    pub(super) const fn number(self) -> usize {
        self.0
    }

    /// Index into an array of [`PLACES`] entries. The mask lets the compiler drop the bounds check.
    pub(super) const fn index(self) -> usize {
        self.0 & (PLACES - 1)
    }

    pub(super) const fn next(self) -> Place {
        Place(self.0 + 1)
    }

    pub(super) const fn previous(self) -> Place {
        Place(self.0.wrapping_sub(1))
    }

    /// The places from this one to `end`, both included.
    pub(super) fn to(self, end: Place) -> impl DoubleEndedIterator<Item = Place> {
        (self.0..end.0 + 1).map(Place)
    }
}

/// Moves a place to the right.
impl Add<usize> for Place {
    type Output = Place;

    fn add(self, squares: usize) -> Place {
        Place(self.0 + squares)
    }
}

/// Moves a place to the left.
impl Sub<usize> for Place {
    type Output = Place;

    fn sub(self, squares: usize) -> Place {
        Place(self.0 - squares)
    }
}

/// Distance to a place further left, in squares.
impl Sub for Place {
    type Output = usize;

    fn sub(self, left: Place) -> usize {
        self.0 - left.0
    }
}

/// Set of places on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PlaceSet(pub(super) u32);

impl PlaceSet {
    pub(super) const EMPTY: PlaceSet = PlaceSet(0);

    /// The places of the first `len` squares.
    pub(super) const fn squares(len: usize) -> PlaceSet {
        PlaceSet((1_u32 << (len + 1)) - 2)
    }

    pub(super) const fn only(place: Place) -> PlaceSet {
        PlaceSet(1 << place.index())
    }

    pub(super) const fn contains(self, place: Place) -> bool {
        self.0 >> place.index() & 1 != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Moves each place of the set to the right by one.
    pub(super) const fn next(self) -> PlaceSet {
        PlaceSet(self.0 << 1)
    }

    /// Moves each place of the set to the left by one.
    pub(super) const fn previous(self) -> PlaceSet {
        PlaceSet(self.0 >> 1)
    }

    /// The leftmost place; a place beyond every line if the set is empty.
    pub(super) const fn first(self) -> Place {
        Place(self.0.trailing_zeros() as usize)
    }

    /// The places of the set, from left to right.
    pub(super) fn iter(self) -> impl Iterator<Item = Place> {
        bits(self.0.into()).map(Place)
    }
}

impl BitAnd for PlaceSet {
    type Output = PlaceSet;

    fn bitand(self, other: PlaceSet) -> PlaceSet {
        PlaceSet(self.0 & other.0)
    }
}

impl BitOr for PlaceSet {
    type Output = PlaceSet;

    fn bitor(self, other: PlaceSet) -> PlaceSet {
        PlaceSet(self.0 | other.0)
    }
}

impl Not for PlaceSet {
    type Output = PlaceSet;

    fn not(self) -> PlaceSet {
        PlaceSet(!self.0)
    }
}

/// Indices of the bits that are set, ascending.
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
    fn iterates_over_bits_in_order() {
        assert!(bits(0).eq([]));
        assert!(bits(1 | 1 << 5 | 1 << 63).eq([0, 5, 63]));
        assert!(bits(u64::MAX).eq(0..64));
    }

    #[test]
    fn counts_the_squares_of_a_line_from_one() {
        assert!(PlaceSet::squares(3).iter().map(Place::offset).eq(0..3));
        assert!(
            Place::FIRST
                .to(Place::new(3))
                .eq(PlaceSet::squares(3).iter())
        );
    }
}
