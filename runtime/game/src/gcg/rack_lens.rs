//! The numbers of tiles on the racks during the game of a record.

use lexc_runtime::Seat;

/// The numbers of tiles on each rack and in the bag. Records need not name the tiles: the numbers follow from the
/// plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct RackLens {
    lens: [usize; 2],
    bag_len: usize,
    rack_size: usize,
}

impl RackLens {
    /// The numbers at the start of a game with `tiles_len` tiles in all, after both players have drawn, the player on
    /// turn first.
    pub(super) fn new(tiles_len: usize, rack_size: usize, on_turn: Seat) -> RackLens {
        let mut rack_lens = RackLens {
            lens: [0; 2],
            bag_len: tiles_len,
            rack_size,
        };
        rack_lens.draw(on_turn);
        rack_lens.draw(on_turn.other());
        rack_lens
    }

    /// The numbers of tiles on the racks, in the order of the players.
    pub(super) fn lens(&self) -> [usize; 2] {
        self.lens
    }

    /// Takes the tiles of a play off a rack, and fills the rack.
    pub(super) fn play(&mut self, seat: Seat, placed_len: usize) {
        let len = &mut self.lens[seat.index()];
        *len = len.saturating_sub(placed_len);
        self.draw(seat);
    }

    fn draw(&mut self, seat: Seat) {
        let len = &mut self.lens[seat.index()];
        let drawn = self.bag_len.min(self.rack_size.saturating_sub(*len));
        *len += drawn;
        self.bag_len -= drawn;
    }
}
