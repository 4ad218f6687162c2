//! Table of the squares that a search without recursion comes back to.

use lexc_formats::raw::node::{Edges, Node};
use lexc_formats::{PlacedTile, Tile, TileSet};

use super::partial_score::PartialScore;
use super::place::Place;
use crate::game::square::MAX_DIM;

/// A square where the search has placed a tile, and will place others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Tiles still to be placed here: lower and upper half of the bits, which saves four bytes of padding.
    tiles: [u32; 2],
    /// Node before the tile here.
    edges: Edges,
    /// Score before the tile here.
    partial: PartialScore,
    place: u8,
    /// Tile placed here now.
    placed_tile: PlacedTile,
}

const _: () = assert!(size_of::<Level>() == 40);

impl Level {
    const NONE: Level = Level {
        tiles: [0; 2],
        edges: Node::EMPTY.edges(),
        partial: PartialScore::ZERO,
        place: 0,
        placed_tile: PlacedTile::letter(Tile::FIRST),
    };

    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "two halves, and places are below 32"
    )]
    pub(super) fn new(tiles: TileSet, node: Node, partial: PartialScore, place: Place) -> Level {
        let tiles = tiles.bits();
        Level {
            tiles: [tiles as u32, (tiles >> 32) as u32],
            edges: node.edges(),
            partial,
            place: place.number() as u8,
            ..Level::NONE
        }
    }

    #[inline(always)]
    pub(super) fn node(&self) -> Node {
        self.edges.node()
    }

    #[inline(always)]
    pub(super) fn partial(&self) -> PartialScore {
        self.partial
    }

    #[inline(always)]
    pub(super) fn place(&self) -> Place {
        Place::new(self.place.into())
    }

    #[inline(always)]
    pub(super) fn placed_tile(&self) -> PlacedTile {
        self.placed_tile
    }

    /// Takes the next tile that is still to be placed.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "two halves")]
    pub(super) fn next_tile(&mut self) -> Option<Tile> {
        let [low, high] = self.tiles;
        let mut tiles = TileSet::from_bits(u64::from(low) | u64::from(high) << 32);
        let tile = tiles.first_tile()?;
        tiles = tiles.without(tile);
        self.tiles = [tiles.bits() as u32, (tiles.bits() >> 32) as u32];
        Some(tile)
    }
}

/// Levels of a search. Each is another square of the line, so there is room for all.
#[derive(Debug)]
pub(super) struct Levels {
    levels: [Level; MAX_DIM],
    len: usize,
}

impl Levels {
    pub(super) const EMPTY: Levels = Levels {
        levels: [Level::NONE; MAX_DIM],
        len: 0,
    };

    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(super) fn latest(&mut self) -> Option<&mut Level> {
        self.levels.get_mut(self.len.wrapping_sub(1))
    }

    /// Notes the tile placed on the latest level.
    pub(super) fn set_placed(&mut self, placed_tile: PlacedTile) {
        if let Some(level) = self.latest() {
            level.placed_tile = placed_tile;
        }
    }

    /// Adds a level. Returns `false` if there is no room.
    #[inline(always)]
    pub(super) fn push(&mut self, level: Level) -> bool {
        let slot = self.levels.get_mut(self.len);
        let is_room = slot.is_some();
        if let Some(slot) = slot {
            *slot = level;
            self.len += 1;
        }
        is_room
    }

    pub(super) fn pop(&mut self) {
        self.len -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn takes_each_tile_once_and_in_order() {
        let tiles = TileSet::from_bits(1 << 1 | 1 << 31 | 1 << 32 | 1 << 62);
        let mut level = Level::new(tiles, Node::EMPTY, PartialScore::ZERO, Place::new(3));
        let taken: Vec<u8> = core::iter::from_fn(|| level.next_tile())
            .map(Tile::code)
            .collect();
        assert_eq!(taken, [1, 31, 32, 62]);
    }
}
