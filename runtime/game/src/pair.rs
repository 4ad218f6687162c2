//! Values of two players.

use std::ops::{Index, IndexMut};

use lexc_runtime::Seat;

/// A value of each player in a game of two, whose seats are [`Seat::BOTH`]. Any other seat has the value of the second player, so
/// that no seat is out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pair<T>(pub(crate) [T; 2]);

impl<T> Index<Seat> for Pair<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        let [first, second] = &self.0;
        match seat {
            Seat::First => first,
            _ => second,
        }
    }
}

impl<T> IndexMut<Seat> for Pair<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        let [first, second] = &mut self.0;
        match seat {
            Seat::First => first,
            _ => second,
        }
    }
}
