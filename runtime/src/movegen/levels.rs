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

use lexc_formats::record::{Edges, Packing, Record, SEPARATOR};
use lexc_formats::{Face, Tile, TileSet};

use super::dawg::LeftPart;
use super::search::{Search, Tally, Visit};
use crate::square::MAX_DIM;

/// Whether the searches from starts take as little of the stack as they can.
pub(super) const SMALL_STACK: bool = cfg!(any(target_os = "none", lexc_small_stack));

/// Whether the program must be small: then the search of every line at once, which is the largest, is left
/// out, and no record is read ahead.
pub(super) const SMALL_CODE: bool = cfg!(lexc_small_code);

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
    face: Face,
}

impl Level {
    const NONE: Level = Level {
        tiles: [0; 2],
        edges: Record::EMPTY.edges(),
        tally: Tally::NONE,
        place: 0,
        face: Face::lettered(Tile::FIRST),
    };

    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "two halves, and places are below 32"
    )]
    fn new(tiles: u64, record: Record, tally: Tally, place: usize) -> Level {
        Level {
            tiles: [tiles as u32, (tiles >> 32) as u32],
            edges: record.edges(),
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

    fn set_face(&mut self, face: Face) {
        if let Some(level) = self.latest() {
            level.face = face;
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

impl<P: Packing, V: Visit> Search<'_, P, V> {
    /// Places each of the `tiles` at `place`, and goes on to the right where that leads on.
    pub(super) fn extend_right_by_levels(
        &mut self,
        tiles: u64,
        place: usize,
        record: Record,
        first: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        let below = self.levels.len;
        self.levels.enter(Level::new(tiles, record, tally, place));
        while self.levels.len > below
            && let Some(here) = self.levels.latest()
        {
            let Some(tile) = here.next_tile() else {
                self.leave(below);
                continue;
            };
            let (record, tally) = (here.edges.record(), here.tally);
            let place = usize::from(here.place);
            let next = self.next(record, tile.code());
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
        record: Record,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        let below = self.levels.len;
        self.levels.enter(Level::new(tiles, record, tally, place));
        let right = self.start.end + 1;
        while self.levels.len > below
            && let Some(here) = self.levels.latest()
        {
            let Some(tile) = here.next_tile() else {
                self.leave(below);
                continue;
            };
            let (record, tally) = (here.edges.record(), here.tally);
            let place = usize::from(here.place);
            let next = self.next(record, tile.code());
            let usable = if self.hand.has(tile) {
                self.hand.usable_now()
            } else {
                self.hand.usable_without_blank()
            };
            let leads_left = self.leads_left(place, usable);
            let leads_right = self.leads_over(place, usable);
            let over = if next.mask & SEPARATOR != 0 && leads_right != 0 {
                self.packing.record(self.packing.child(next, 0))
            } else {
                Record::EMPTY
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
        record: Record,
        first: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break, bool> {
        let (mut place, mut record, mut tally) = (place + 1, record, tally);
        if self.line.is_taken(place) {
            match self.pass(place, record, first, tally)? {
                Some(passed) => (place, record, tally) = passed,
                None => return ControlFlow::Continue(false),
            }
        }
        let leading = self.reach_right_now(place, record, first, tally)?;
        let level = Level::new(leading, record, tally, place);
        ControlFlow::Continue(leading != 0 && self.levels.enter(level))
    }

    /// Goes on to the left with a tile at `place`. Says whether that is a level now.
    #[inline(never)]
    fn step_left(
        &mut self,
        place: usize,
        record: Record,
        tally: Tally,
    ) -> ControlFlow<V::Break, bool> {
        let leading = if self.hand.has_blank() {
            self.reach_left::<true>(place, record, tally)?
        } else {
            self.reach_left::<false>(place, record, tally)?
        };
        let level = Level::new(leading, record, tally, place);
        ControlFlow::Continue(leading != 0 && self.levels.enter(level))
    }

    /// Delivers the plays that a tile at `place`, an empty square, completes. The tiles that may lead on from there.
    ///
    /// Not inlined: it has returned before the search goes on.
    #[inline(never)]
    fn reach_right_now(
        &mut self,
        place: usize,
        record: Record,
        first: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break, u64> {
        if !self.visit.reaches(first, place) {
            return ControlFlow::Continue(0);
        }
        if self.hand.has_blank() {
            self.reach_right::<true>(place, record, first, tally)
        } else {
            self.reach_right::<false>(place, record, first, tally)
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
    fn take(&mut self, tile: Tile) -> Face {
        if self.hand.has(tile) {
            self.hand.take(tile);
            Face::lettered(tile)
        } else {
            self.hand.take_blank(tile);
            Face::blank(tile)
        }
    }

    /// Takes a tile from the hand, or a blank if there is no such tile, and puts it on the latest level.
    fn put_on_level(&mut self, place: usize, tile: Tile, tally: Tally) -> Tally {
        let face = self.take(tile);
        self.levels.set_face(face);
        if face.is_blank() {
            self.put_blank(place, tile, tally)
        } else {
            self.put(place, tile, tally)
        }
    }

    /// Puts back what lies on the latest level.
    fn put_back(&mut self) {
        if let Some(here) = self.levels.latest() {
            self.hand.put_back_face(here.face);
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

impl<P: Packing, V: Visit> LeftPart<'_, '_, P, V> {
    /// Extends the left part at hand to the right, then makes it longer by each tile that can follow.
    pub(super) fn make_by_levels(&mut self, record: Record) -> ControlFlow<V::Break> {
        let below = self.search.levels.len;
        self.reach(record)?;
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
            let record = here.edges.record();
            let next = self.search.next(record, tile.code());
            let face = self.search.take(tile);
            self.search.levels.set_face(face);
            if let Some(place) = self.faces.get_mut(self.len) {
                *place = Some(face);
            }
            self.len += 1;
            if !self.reach(next)? {
                self.put_back();
            }
        }
        ControlFlow::Continue(())
    }

    /// Delivers the plays with the left part at hand. Says whether it is a level now, as tiles can follow it.
    fn reach(&mut self, record: Record) -> ControlFlow<V::Break, bool> {
        if self.search.hand.has_blank() {
            self.extend::<true>(record)?;
        } else {
            self.extend::<false>(record)?;
        }
        let has_room = self.len < self.search.start.first - self.search.start.stop;
        let tiles = record.mask & self.search.hand.usable_now();
        let level = Level::new(tiles, record, Tally::NONE, 0);
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
        let mut level = Level::new(tiles, Record::EMPTY, Tally::NONE, 3);
        let taken: Vec<u8> = core::iter::from_fn(|| level.next_tile())
            .map(Tile::code)
            .collect();
        assert_eq!(taken, [1, 31, 32, 62]);
    }
}
