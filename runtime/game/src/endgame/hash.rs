//! Hash keys of positions, and maps by such keys (Zobrist 1970).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use lexc_runtime::{PlacedTile, Square};

/// A hash key of 64 well-mixed bits.
pub(super) type Key = u64;

/// Mixes all bits: the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
#[inline(always)]
pub(super) const fn mix(bits: u64) -> Key {
    let bits = bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

/// Key of a placed tile on a square.
pub(super) fn square_key(square: Square, placed_tile: PlacedTile) -> Key {
    let (row, col) = (square.row() as u64, square.col() as u64);
    mix(row << 16 | col << 8 | u64::from(placed_tile.byte()))
}

/// A map by keys, which need no further hashing.
pub(super) type KeyMap = HashMap<Key, u32, BuildHasherDefault<KeyHasher>>;

/// A hasher that returns a key unchanged.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
