//! Racks and tiles of plays as integers, so that a search compares and subtracts them in a few instructions.

use lexc_runtime::{Play, Rack, RackTile, Rules};

/// Code of a sub-rack of one player: for each kind of tile on the starting rack a field with its count.
///
/// A field has room for the starting count and one guard bit above it, which is 0 in a code. A rack of 21 tiles takes at
/// most 42 bits: a kind with *n* tiles takes 2 bits for *n* = 1, 3 for *n* = 2 and 3, and fewer than 2 *n* beyond.
pub(super) type RackCode = u64;

/// Encodes the sub-racks of one player's starting rack.
#[derive(Clone, Debug)]
pub(super) struct RackCodec {
    /// By tile code, with the blank at index 0: the rack code of one such tile; 0 for a tile that the starting rack lacks.
    ones: [RackCode; 64],
    /// The guard bits.
    guards: RackCode,
    /// The starting rack.
    full: RackCode,
    /// The kinds of tiles, each with the mask of its field.
    kinds: Vec<(RackTile, RackCode)>,
}

impl RackCodec {
    pub(super) fn new(rack: &Rack) -> RackCodec {
        let mut codec = RackCodec {
            ones: [0; 64],
            guards: 0,
            full: 0,
            kinds: Vec::new(),
        };
        let mut shift = 0;
        for tile in *rack {
            let index = index(tile);
            if codec.ones[index] != 0 {
                continue;
            }
            let count = match tile {
                RackTile::Letter(tile) => rack.count(tile),
                RackTile::Blank => rack.blanks(),
            };
            let bits = usize::BITS - count.leading_zeros();
            codec.ones[index] = 1 << shift;
            codec.full |= (count as RackCode) << shift;
            codec.kinds.push((tile, ((1 << bits) - 1) << shift));
            codec.guards |= 1 << (shift + bits);
            shift += bits + 1;
        }
        codec
    }

    /// Code of the starting rack.
    pub(super) fn full(&self) -> RackCode {
        self.full
    }

    /// Decodes a rack.
    pub(super) fn rack(&self, code: RackCode) -> Rack {
        let tiles = self.kinds.iter().flat_map(|&(tile, mask)| {
            let count = (code & mask) >> mask.trailing_zeros();
            (0..count).map(move |_| tile)
        });
        tiles.collect::<Option<Rack>>().unwrap_or_default()
    }

    /// Code of the smallest rack that includes both racks.
    pub(super) fn union(&self, a: RackCode, b: RackCode) -> RackCode {
        let fields = self.kinds.iter().map(|&(_, mask)| (a & mask).max(b & mask));
        fields.sum()
    }

    /// Code of the tiles that a play takes from the rack. The starting rack must have them.
    pub(super) fn tiles_of(&self, play: &Play) -> RackCode {
        let placed = play.placed();
        placed
            .map(|(_, placed_tile)| self.ones[index(placed_tile.into())])
            .sum()
    }

    /// Returns `true` if the rack has the tiles. In the subtraction, a field that lacks tiles borrows from its guard bit.
    #[inline(always)]
    pub(super) fn has(&self, rack: RackCode, tiles: RackCode) -> bool {
        ((rack | self.guards) - tiles) & self.guards == self.guards
    }
}

/// Sum of the values of the tiles on a rack.
pub(super) fn rack_value(rack: &Rack, rules: &Rules) -> i32 {
    rack.into_iter().map(|tile| tile_value(tile, rules)).sum()
}

/// Sum of the values of the tiles that a play takes from the rack. A blank has the blank value.
pub(super) fn placed_value(play: &Play, rules: &Rules) -> i32 {
    let placed = play.placed();
    placed
        .map(|(_, placed_tile)| rules.value(placed_tile))
        .sum()
}

fn tile_value(tile: RackTile, rules: &Rules) -> i32 {
    match tile {
        RackTile::Letter(tile) => rules.value(lexc_runtime::PlacedTile::letter(tile)),
        RackTile::Blank => rules.blank_value(),
    }
}

fn index(tile: RackTile) -> usize {
    tile.letter().map_or(0, |tile| tile.index() & 63)
}
