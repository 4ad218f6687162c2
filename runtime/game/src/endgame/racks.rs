//! Racks and tiles of plays as integers, so that a search compares and subtracts them in a few instructions.

use lexc_runtime::{Rack, RackTile};

/// Code of some tiles of one player: a field for each kind of tile that the player may hold, with the number of these tiles.
///
/// A field has room for the largest count and one guard bit above it, which is 0 in a code. A player may hold at most
/// 23 tiles: a rack of 21, and a bag of two in a pre-endgame. Their code takes at most 46 bits, because *n* tiles of
/// one kind take at most 2 *n* bits.
pub(super) type RackCode = u64;

/// Encodes the racks that one player may hold.
#[derive(Clone, Debug)]
pub(super) struct RackCodec {
    /// By tile code, with the blank at index 0: the rack code of one such tile; 0 for a tile that the player can't hold.
    ones: [RackCode; 64],
    guards: Guards,
    /// Code of all tiles that the player may hold.
    full: RackCode,
    /// The kinds of tiles, each with the mask of its count, without the guard bit.
    kinds: Vec<(RackTile, RackCode)>,
}

/// The guard bits of rack codes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guards(RackCode);

impl Guards {
    /// Returns `true` if the rack has the tiles. In the subtraction, a field that lacks tiles borrows from its guard bit.
    #[inline(always)]
    pub(super) fn has(self, rack: RackCode, tiles: RackCode) -> bool {
        ((rack | self.0) - tiles) & self.0 == self.0
    }
}

impl RackCodec {
    /// A codec for the racks of a player who may hold some or all of these tiles.
    pub(super) fn new(tiles: &[RackTile]) -> RackCodec {
        let mut codec = RackCodec {
            ones: [0; 64],
            guards: Guards(0),
            full: 0,
            kinds: Vec::new(),
        };
        let mut shift = 0;
        for &tile in tiles {
            let index = index(tile);
            if codec.ones[index] != 0 {
                continue;
            }
            let count = tiles.iter().filter(|other| **other == tile).count();
            let bits = usize::BITS - count.leading_zeros();
            codec.ones[index] = 1 << shift;
            codec.full |= (count as RackCode) << shift;
            codec.kinds.push((tile, ((1 << bits) - 1) << shift));
            codec.guards.0 |= 1 << (shift + bits);
            shift += bits + 1;
        }
        codec
    }

    /// Code of all tiles that the player may hold.
    pub(super) fn full(&self) -> RackCode {
        self.full
    }

    /// Encodes a rack that the player may hold.
    pub(super) fn code(&self, rack: Rack) -> RackCode {
        rack.into_iter().map(|tile| self.one(tile)).sum()
    }

    /// Decodes a rack; `None` if it has more tiles than [`Rack::MAX_LEN`].
    pub(super) fn rack(&self, code: RackCode) -> Option<Rack> {
        let tiles = self.kinds.iter().flat_map(|&(tile, mask)| {
            let count = (code & mask) >> mask.trailing_zeros();
            (0..count).map(move |_| tile)
        });
        tiles.collect()
    }

    /// Code of the smallest rack that includes both racks.
    pub(super) fn union(&self, a: RackCode, b: RackCode) -> RackCode {
        let fields = self.kinds.iter().map(|&(_, mask)| (a & mask).max(b & mask));
        fields.sum()
    }

    /// Code of a tile that the player may hold.
    #[inline(always)]
    pub(super) fn one(&self, tile: RackTile) -> RackCode {
        self.ones[index(tile)]
    }

    #[inline(always)]
    pub(super) fn guards(&self) -> Guards {
        self.guards
    }
}

fn index(tile: RackTile) -> usize {
    usize::from(tile.byte() & 63)
}
