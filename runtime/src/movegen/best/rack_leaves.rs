//! Leave values of a rack, tabulated before the search unless there are too many.

use lexc_formats::MAX_TILES;

use crate::game::exchange::strides;
use crate::game::leaves::{Leaves, MAX_TABULATED_LEAVES};
use crate::game::play::Play;
use crate::game::rack::Rack;
use crate::game::rack_tile::RackTile;

/// Leave values of a rack.
pub(in crate::movegen) struct RackLeaves<'l> {
    leaves: &'l dyn Leaves,
    rack: Rack,
    /// Values of the leaves, by the sum of the [`strides`] of the tiles taken from the rack; `None` if there are too
    /// many leaves.
    values: Option<[i32; MAX_TABULATED_LEAVES]>,
    strides: [usize; MAX_TILES + 2],
    leave_count: usize,
}

impl<'l> RackLeaves<'l> {
    /// Not inlined: otherwise the caller has a second copy of all fields, 1.5 KB of stack.
    #[inline(never)]
    pub(in crate::movegen) fn new(rack: &Rack, leaves: &'l dyn Leaves) -> RackLeaves<'l> {
        let (strides, leave_count) = strides(rack);
        let mut this = RackLeaves {
            leaves,
            rack: *rack,
            values: None,
            strides,
            leave_count,
        };
        if leave_count > MAX_TABULATED_LEAVES {
            return this;
        }
        let values = this.values.insert([0; MAX_TABULATED_LEAVES]);
        leaves.for_each_leave(rack, &mut |kept, value| {
            let kept: usize = kept.iter().map(|&tile| stride(&strides, tile)).sum();
            if let Some(entry) = values.get_mut(leave_count.wrapping_sub(1 + kept)) {
                *entry = value;
            }
        });
        this
    }

    /// Value of the leave of a play.
    pub(in crate::movegen) fn after(&self, play: &Play) -> i32 {
        self.without(play.placed_tiles().map(RackTile::from))
    }

    /// Value of the rack without these tiles.
    pub(in crate::movegen) fn without(&self, taken: impl IntoIterator<Item = RackTile>) -> i32 {
        let taken = taken.into_iter();
        if let Some(values) = &self.values {
            let sum: usize = taken.map(|tile| stride(&self.strides, tile)).sum();
            return values.get(sum).copied().unwrap_or(0);
        }
        let mut kept = self.rack;
        for tile in taken {
            let _ = kept.remove(tile);
        }
        self.leaves.value(&kept)
    }

    /// Values of all leaves by the sum of the strides of the tiles taken; `None` if there are too many leaves.
    pub(super) fn tabulated(&self) -> Option<&[i32]> {
        self.values.as_ref()?.get(..self.leave_count)
    }

    /// Tiles of the rack whose strides have this sum.
    pub(super) fn taken(&self, mut sum: usize) -> Rack {
        let mut taken = Rack::EMPTY;
        for (tile, count) in self.rack.counts() {
            for _ in 0..sum.checked_rem(count + 1).unwrap_or(0) {
                // Cannot fail: the rack has at least this number of the tile.
                let _ = taken.add(tile);
            }
            sum = sum.checked_div(count + 1).unwrap_or(0);
        }
        taken
    }

    /// Upper bound on the values.
    pub(super) fn bound(&self) -> i32 {
        self.leaves.bound()
    }
}

#[inline(always)]
fn stride(strides: &[usize; MAX_TILES + 2], tile: RackTile) -> usize {
    #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
    strides[tile.rank() & 63]
}
