//! Values of leaves: the tiles that stay on the rack after a move.

use crate::game::exchange::Split;
use crate::game::rack::Rack;
use crate::game::rack_tile::RackTile;

/// Gives each **leave**, the tiles that stay on the rack after a move, a value in thousandths of a point.
///
/// Equity is the score of a move plus the value of its leave. Values are integers, so that every host chooses the same
/// moves. A function from leaves to values implements this trait, and so do a
/// [`LeaveImage`](crate::LeaveImage) and [`NoLeaves`].
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Leaves, Rack};
///
/// let leaves = |leave: &Rack| 25_000 * leave.blanks() as i32 - 1_000 * leave.len() as i32;
/// assert_eq!(leaves.value(&Rack::parse("AB?", alphabet)?), 22_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Leaves {
    /// The value of a leave in thousandths of a point. The leave may be empty, and the value may be negative. The value of
    /// a leave must not change during a search.
    fn value(&self, leave: &Rack) -> i32;

    /// Visits every leave of a rack with its value: each multiset of the rack's tiles once, the empty one and the whole rack
    /// among them. `visit` takes the leave's tiles, letters in alphabet order before blanks, and its value. Leaves may
    /// come in any order.
    ///
    /// By default, calls [`value`](Leaves::value) for each leave; [`LeaveImage`](crate::LeaveImage) has a faster way.
    fn for_each_leave(&self, rack: &Rack, visit: &mut dyn FnMut(&[RackTile], i32)) {
        let mut split = Split::new(rack);
        loop {
            let mut tiles = [RackTile::Blank; Rack::MAX_LEN];
            let mut len = 0;
            for (slot, tile) in tiles.iter_mut().zip(split.kept) {
                *slot = tile;
                len += 1;
            }
            visit(
                tiles.get(..len).unwrap_or_default(),
                self.value(&split.kept),
            );
            if !split.advance() {
                return;
            }
        }
    }

    /// An upper bound on the values, in thousandths of a point.
    ///
    /// Searches use it only for racks with more than 256 leaves, and so with at least nine tiles. For other racks,
    /// searches evaluate every leave in advance. A tighter bound prunes more and gives the same result; a value above
    /// the bound may make the search miss the best move.
    fn bound(&self) -> i32 {
        i32::MAX
    }
}

/// Gives all leaves the value 0, so that the equity of a move is its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoLeaves;

impl Leaves for NoLeaves {
    fn value(&self, _leave: &Rack) -> i32 {
        0
    }

    fn bound(&self) -> i32 {
        0
    }
}

/// A search evaluates the leaves of a rack in advance if there are at most 256: eight different tiles have as many.
pub(crate) const MAX_TABULATED_LEAVES: usize = 256;

impl<F: Fn(&Rack) -> i32 + ?Sized> Leaves for F {
    fn value(&self, leave: &Rack) -> i32 {
        self(leave)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::english;

    #[test]
    fn functions_give_values_and_no_bound() {
        fn count(leave: &Rack) -> i32 {
            i32::try_from(leave.len()).unwrap()
        }
        let rack = |text| Rack::parse(text, english()).unwrap();
        assert_eq!(count.value(&rack("AB")), 2);
        let leaves: &dyn Leaves = &count;
        assert_eq!((leaves.value(&rack("")), leaves.bound()), (0, i32::MAX));
    }
}
