//! The search from a start without calls of itself.
//!
//! A call for each tile placed takes some 500 bytes of the stack: 10 KiB for a line of 21 squares. Here the squares that the
//! search has gone on from are in a table, of 40 bytes each, and what delivers plays on the way has returned before the
//! search goes on. The steps and the plays are the same, in the same order. It takes more instructions, a tenth in an
//! earlier form, so it is for hosts without an operating system, and for programs that are compiled with `--cfg
//! lexc_small_stack`.
//!
//! Nothing here calls itself: from the left part the search calls the one to the right, once, and that one delivers.

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Edges, Node, Nodes, SEPARATOR};
use lexc_formats::{PlacedTile, Tile, TileSet};

use super::dawg::LeftPart;
use super::search::{Search, Tally, Visit};
use crate::game::square::MAX_DIM;

/// Whether the searches from starts take as little of the stack as they can.
pub(super) const SMALL_STACK: bool = cfg!(any(target_os = "none", lexc_small_stack));

/// Whether the program must be small: then the search of every line at once, which is the largest, is left
/// out, and no node is read ahead.
pub(super) const SMALL_CODE: bool = !cfg!(feature = "speed");

/// A square on which the search has placed a tile, and to which it comes back to place another one.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The tiles that are still to be placed here: the lower and the upper half of their bits, so that four bytes of each
    /// level are not for alignment.
    tiles: [u32; 2],
    /// What the walk has come to before the tile here.
    edges: Edges,
    /// The score before the tile here.
    tally: Tally,
    place: u8,
    /// What is placed here now.
    placed_tile: PlacedTile,
}

impl Level {
    const NONE: Level = Level {
        tiles: [0; 2],
        edges: Node::EMPTY.edges(),
        tally: Tally::NONE,
        place: 0,
        placed_tile: PlacedTile::letter(Tile::FIRST),
    };

    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "two halves, and places are below 32"
    )]
    fn new(tiles: u64, node: Node, tally: Tally, place: usize) -> Level {
        Level {
            tiles: [tiles as u32, (tiles >> 32) as u32],
            edges: node.edges(),
            tally,
            place: place as u8,
            ..Level::NONE
        }
    }

    /// Takes the next tile that is still to be placed.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "two halves")]
    fn next_tile(&mut self) -> Option<Tile> {
        let [low, high] = self.tiles;
        let mut tiles = TileSet::from_bits(u64::from(low) | u64::from(high) << 32);
        let tile = tiles.first_tile()?;
        tiles = tiles.without(tile);
        self.tiles = [tiles.bits() as u32, (tiles.bits() >> 32) as u32];
        Some(tile)
    }
}

/// The squares that a search has gone on from. As each is another square of the line, there is room for all.
#[derive(Debug)]
pub(super) struct Levels {
    levels: [Level; COUNT],
    len: usize,
}

const COUNT: usize = if SMALL_STACK { MAX_DIM } else { 0 };

const _: () = assert!(size_of::<Level>() == 40);

impl Levels {
    pub(super) const NONE: Levels = Levels {
        levels: [Level::NONE; COUNT],
        len: 0,
    };

    /// The latest one.
    #[inline(always)]
    fn latest(&mut self) -> Option<&mut Level> {
        self.levels.get_mut(self.len.wrapping_sub(1))
    }

    fn set_face(&mut self, placed_tile: PlacedTile) {
        if let Some(level) = self.latest() {
            level.placed_tile = placed_tile;
        }
    }

    /// Adds one, and says so.
    #[inline(always)]
    fn enter(&mut self, level: Level) -> bool {
        let place = self.levels.get_mut(self.len);
        let is_room = place.is_some();
        if let Some(place) = place {
            *place = level;
            self.len += 1;
        }
        is_room
    }
}

impl<P: Nodes, V: Visit> Search<'_, P, V> {
    /// Places each of the `tiles` at `place`, and goes on to the right where that leads on.
    pub(super) fn extend_right_by_levels(
        &mut self,
        tiles: u64,
        place: usize,
        node: Node,
        first: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        let below = self.levels.len;
        self.levels.enter(Level::new(tiles, node, tally, place));
        while self.levels.len > below
            && let Some(here) = self.levels.latest()
        {
            let Some(tile) = here.next_tile() else {
                self.leave(below);
                continue;
            };
            let (node, tally) = (here.edges.node(), here.tally);
            let place = usize::from(here.place);
            let next = self.next(node, tile.code());
            let onward = next.mask | next.set;
            let usable = if self.hand.has(tile) {
                self.hand.usable_now()
            } else {
                self.hand.usable_without_blank()
            };
            if onward & self.leads_right(place, first, usable) != 0 {
                let tally = self.put_on_level(place, tile, tally);
                if !self.step_right(place, next, first, tally)? {
                    self.put_back();
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Places each of the `tiles` at `place`, and goes on over the ◇ to the right, and to the left, where that leads on.
    pub(super) fn extend_left_by_levels(
        &mut self,
        tiles: u64,
        place: usize,
        node: Node,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        let below = self.levels.len;
        self.levels.enter(Level::new(tiles, node, tally, place));
        let right = self.start.end + 1;
        while self.levels.len > below
            && let Some(here) = self.levels.latest()
        {
            let Some(tile) = here.next_tile() else {
                self.leave(below);
                continue;
            };
            let (node, tally) = (here.edges.node(), here.tally);
            let place = usize::from(here.place);
            let next = self.next(node, tile.code());
            let usable = if self.hand.has(tile) {
                self.hand.usable_now()
            } else {
                self.hand.usable_without_blank()
            };
            let leads_left = self.leads_left(place, usable);
            let leads_right = self.leads_over(place, usable);
            let over = if next.mask & SEPARATOR != 0 && leads_right != 0 {
                self.packing.node(self.packing.child(next, 0))
            } else {
                Node::EMPTY
            };
            let onward = (next.mask | next.set) & leads_left | (over.mask | over.set) & leads_right;
            if onward != 0 {
                let tally = self.put_on_level(place, tile, tally);
                let leading = self.reach_right_now(right, over, place, tally)?;
                if leading != 0 {
                    self.extend_right_by_levels(leading, right, over, place, tally)?;
                }
                if place <= self.start.stop || !self.step_left(place - 1, next, tally)? {
                    self.put_back();
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes on to the right of `place`: along the tiles that lie there, if any, and to the square after. Says whether that
    /// is a level now.
    #[inline(never)]
    fn step_right(
        &mut self,
        place: usize,
        node: Node,
        first: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break, bool> {
        let (mut place, mut node, mut tally) = (place + 1, node, tally);
        if self.line.is_taken(place) {
            match self.pass(place, node, first, tally)? {
                Some(passed) => (place, node, tally) = passed,
                None => return ControlFlow::Continue(false),
            }
        }
        let leading = self.reach_right_now(place, node, first, tally)?;
        let level = Level::new(leading, node, tally, place);
        ControlFlow::Continue(leading != 0 && self.levels.enter(level))
    }

    /// Goes on to the left with a tile at `place`. Says whether that is a level now.
    #[inline(never)]
    fn step_left(&mut self, place: usize, node: Node, tally: Tally) -> ControlFlow<V::Break, bool> {
        let leading = if self.hand.has_blank() {
            self.reach_left::<true>(place, node, tally)?
        } else {
            self.reach_left::<false>(place, node, tally)?
        };
        let level = Level::new(leading, node, tally, place);
        ControlFlow::Continue(leading != 0 && self.levels.enter(level))
    }

    /// Delivers the plays that a tile at `place`, an empty square, completes. The tiles that may lead on from there.
    ///
    /// Not inlined: it has returned before the search goes on.
    #[inline(never)]
    fn reach_right_now(
        &mut self,
        place: usize,
        node: Node,
        first: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break, u64> {
        if !self.visit.reaches(first, place) {
            return ControlFlow::Continue(0);
        }
        if self.hand.has_blank() {
            self.reach_right::<true>(place, node, first, tally)
        } else {
            self.reach_right::<false>(place, node, first, tally)
        }
    }

    /// Which of the `usable` tiles have to come to the left of a tile at `place` for the search to go on there.
    fn leads_left(&self, place: usize, usable: u64) -> u64 {
        if place > self.start.stop {
            self.line.at(place - 1).fits & usable
        } else {
            0
        }
    }

    /// Which of the `usable` tiles have to come after a tile at `place` for the search to go on with it. On a taken square,
    /// the tile there and not the hand decides.
    fn leads_right(&self, place: usize, first: usize, usable: u64) -> u64 {
        if self.line.is_taken(place + 1) {
            u64::MAX
        } else if self.visit.reaches(first, place + 1) {
            self.line.at(place + 1).fits & usable
        } else {
            0
        }
    }

    /// Which of the `usable` tiles have to come to the right of the start if the word's first tile is at `place`.
    fn leads_over(&self, place: usize, usable: u64) -> u64 {
        let right = self.start.end + 1;
        if self.visit.reaches(place, right) {
            self.line.at(right).fits & usable
        } else {
            0
        }
    }

    /// Takes a tile from the hand, or a blank if there is no such tile.
    fn take(&mut self, tile: Tile) -> PlacedTile {
        if self.hand.has(tile) {
            self.hand.take(tile);
            PlacedTile::letter(tile)
        } else {
            self.hand.take_blank(tile);
            PlacedTile::blank(tile)
        }
    }

    /// Takes a tile from the hand, or a blank if there is no such tile, and puts it on the latest level.
    fn put_on_level(&mut self, place: usize, tile: Tile, tally: Tally) -> Tally {
        let placed_tile = self.take(tile);
        self.levels.set_face(placed_tile);
        if placed_tile.is_blank() {
            self.put_blank(place, tile, tally)
        } else {
            self.put(place, tile, tally)
        }
    }

    /// Puts back what lies on the latest level.
    fn put_back(&mut self) {
        if let Some(here) = self.levels.latest() {
            self.hand.put_back_face(here.placed_tile);
        }
    }

    /// Leaves the latest level, and puts back what lies on the one before, if it is above those `below`.
    fn leave(&mut self, below: usize) {
        if let Some(here) = self.levels.latest() {
            let place = usize::from(here.place);
            self.clear(place);
            self.levels.len -= 1;
        }
        if self.levels.len > below {
            self.put_back();
        }
    }
}

impl<P: Nodes, V: Visit> LeftPart<'_, '_, P, V> {
    /// Extends the left part at hand to the right, then makes it longer by each tile that can follow.
    pub(super) fn make_by_levels(&mut self, node: Node) -> ControlFlow<V::Break> {
        let below = self.search.levels.len;
        self.reach(node)?;
        while self.search.levels.len > below
            && let Some(here) = self.search.levels.latest()
        {
            let Some(tile) = here.next_tile() else {
                self.search.levels.len -= 1;
                if self.search.levels.len > below {
                    self.put_back();
                }
                continue;
            };
            let node = here.edges.node();
            let next = self.search.next(node, tile.code());
            let placed_tile = self.search.take(tile);
            self.search.levels.set_face(placed_tile);
            if let Some(place) = self.placed_tiles.get_mut(self.len) {
                *place = Some(placed_tile);
            }
            self.len += 1;
            if !self.reach(next)? {
                self.put_back();
            }
        }
        ControlFlow::Continue(())
    }

    /// Delivers the plays with the left part at hand. Says whether it is a level now, as tiles can follow it.
    fn reach(&mut self, node: Node) -> ControlFlow<V::Break, bool> {
        if self.search.hand.has_blank() {
            self.extend::<true>(node)?;
        } else {
            self.extend::<false>(node)?;
        }
        let has_room = self.len < self.search.start.first - self.search.start.stop;
        let tiles = node.mask & self.search.hand.usable_now();
        let level = Level::new(tiles, node, Tally::NONE, 0);
        ControlFlow::Continue(has_room && tiles != 0 && self.search.levels.enter(level))
    }

    /// Takes the last tile of the left part back.
    fn put_back(&mut self) {
        self.search.put_back();
        self.len -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn each_tile_is_taken_once_and_in_order() {
        let tiles = 1 << 1 | 1 << 31 | 1 << 32 | 1 << 62;
        let mut level = Level::new(tiles, Node::EMPTY, Tally::NONE, 3);
        let taken: Vec<u8> = core::iter::from_fn(|| level.next_tile())
            .map(Tile::code)
            .collect();
        assert_eq!(taken, [1, 31, 32, 62]);
    }
}
