//! Searches from anchors without recursion, for hosts without an operating system.
//!
//! Recursion takes a call, and some 500 bytes of stack, for each tile placed: 10 KiB for a line of 21 squares. Here, a
//! table has a level of 40 bytes for each tile placed, with the tiles still to try in its place. The code that emits
//! plays returns before the search continues. The plays and their order are the same as with recursion.

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Edges, Node, Nodes, SEPARATOR};
use lexc_formats::{PlacedTile, Tile, TileSet};

use super::dawg::LeftPart;
use super::partial_score::PartialScore;
use super::place::Place;
use super::search::Search;
use super::sink::Sink;
use crate::game::square::MAX_DIM;

/// A search with a table of levels in place of recursion.
#[derive(Debug)]
pub(super) struct SmallSearch<'s, 'g, N, S> {
    pub(super) search: &'s mut Search<'g, N, S>,
    pub(super) levels: &'s mut Levels,
}

/// A tile to place, and the target of its edge.
struct Step {
    tile: Tile,
    next: Node,
    place: Place,
    partial: PartialScore,
    /// Superset of the tiles that can follow this one: the tiles usable before it is placed or, if it is a blank, the tiles
    /// usable with one blank fewer.
    usable: TileSet,
}

impl<N: Nodes, S: Sink> SmallSearch<'_, '_, N, S> {
    /// Emits the plays from the anchor, over the GADDAG with this root.
    pub(super) fn gaddag_plays(&mut self, root: Node) -> ControlFlow<S::Break> {
        let anchor = self.search.anchor;
        if anchor.is_empty {
            let cross_set = self.search.line.at(anchor.first).cross_set;
            let usable = cross_set & self.search.rack.usable_now();
            let tiles = usable.masked(root.mask);
            return self.extend_left(tiles, anchor.first, root, PartialScore::ZERO);
        }
        let Some((node, partial)) = self.search.walk_anchor(root) else {
            return ControlFlow::Continue(());
        };
        let left = anchor.first.previous();
        if left >= anchor.leftmost {
            let tiles = self.reach_left(left, node, partial)?;
            self.extend_left(tiles, left, node, partial)?;
        }
        if node.mask & SEPARATOR != 0 {
            let over = self.search.over_separator(node);
            self.go_right(anchor.end.next(), over, anchor.first, partial)?;
        }
        ControlFlow::Continue(())
    }

    /// Emits the plays from the anchor, over the DAWG with this root.
    pub(super) fn dawg_plays(&mut self, root: Node) -> ControlFlow<S::Break> {
        let mut root = root;
        // The root's letter set has words of one tile, but the word of a play has at least two.
        root.set = 0;
        let mut part = LeftPart::EMPTY;
        let below = self.levels.len();
        self.extend_part(&part, root)?;
        while self.levels.len() > below
            && let Some(here) = self.levels.latest()
        {
            let Some(tile) = here.next_tile() else {
                self.levels.pop();
                if self.levels.len() > below {
                    self.put_back();
                    part.pop();
                }
                continue;
            };
            let node = here.edges.node();
            let next = self.search.follow(node, tile.code());
            let placed_tile = self.search.rack.take_any(tile);
            self.levels.set_placed(placed_tile);
            part.push(placed_tile);
            if !self.extend_part(&part, next)? {
                self.put_back();
                part.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Extends right from the left part. If the left part can have one more tile, adds a level for the tiles to try and
    /// returns `true`.
    fn extend_part(&mut self, part: &LeftPart, node: Node) -> ControlFlow<S::Break, bool> {
        let placed = if self.search.rack.needs_blanks() {
            part.place::<true, N, S>(self.search, node)
        } else {
            part.place::<false, N, S>(self.search, node)
        };
        if let Some((first, partial)) = placed {
            let anchor = self.search.anchor;
            let after = self.search.pass_run(anchor.first, node, first, partial)?;
            if let Some((place, node, partial)) = after {
                self.go_right(place, node, first, partial)?;
            }
            part.clear(self.search);
        }
        let tiles = self.search.rack.usable_now().masked(node.mask);
        let level = Level::new(tiles, node, PartialScore::ZERO, Place::OUTSIDE);
        let can_follow = part.has_room(self.search) && !tiles.is_empty();
        ControlFlow::Continue(can_follow && self.levels.push(level))
    }

    /// Extends right with a tile at `place`, an empty square.
    fn go_right(
        &mut self,
        place: Place,
        node: Node,
        first: Place,
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        let tiles = self.reach_right(place, node, first, partial)?;
        self.extend_right(tiles, place, node, first, partial)
    }

    /// Places each of the `tiles` at `place` and extends right from it.
    fn extend_right(
        &mut self,
        tiles: TileSet,
        place: Place,
        node: Node,
        first: Place,
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        if tiles.is_empty() {
            return ControlFlow::Continue(());
        }
        let below = self.levels.len();
        self.levels.push(Level::new(tiles, node, partial, place));
        while self.levels.len() > below {
            let Some(step) = self.next_step() else {
                self.leave_level(below);
                continue;
            };
            let labels = step.next.mask | step.next.set;
            if labels & self.alive_right(step.place, first, step.usable) != 0 {
                let partial = self.place(&step);
                if !self.step_right(step.place, step.next, first, partial)? {
                    self.put_back();
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Places each of the `tiles` at `place`, and extends from there: first right, over the ◇, then left.
    fn extend_left(
        &mut self,
        tiles: TileSet,
        place: Place,
        node: Node,
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        if tiles.is_empty() {
            return ControlFlow::Continue(());
        }
        let below = self.levels.len();
        self.levels.push(Level::new(tiles, node, partial, place));
        let after_anchor = self.search.anchor.end.next();
        while self.levels.len() > below {
            let Some(step) = self.next_step() else {
                self.leave_level(below);
                continue;
            };
            let (place, next) = (step.place, step.next);
            let alive_left = self.alive_left(place, step.usable);
            let alive_right = self.alive_at(after_anchor, place, step.usable);
            let over = if next.mask & SEPARATOR != 0 && alive_right != 0 {
                self.search.over_separator(next)
            } else {
                Node::EMPTY
            };
            let alive = (next.mask | next.set) & alive_left | (over.mask | over.set) & alive_right;
            if alive != 0 {
                let partial = self.place(&step);
                let tiles = self.reach_right(after_anchor, over, place, partial)?;
                self.extend_right(tiles, after_anchor, over, place, partial)?;
                if place <= self.search.anchor.leftmost
                    || !self.step_left(place.previous(), next, partial)?
                {
                    self.put_back();
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Extends right from `place`: along the run on its right, if any, to the next empty square. If tiles can be placed
    /// there and extended, adds a level for them and returns `true`.
    #[inline(never)]
    fn step_right(
        &mut self,
        place: Place,
        node: Node,
        first: Place,
        partial: PartialScore,
    ) -> ControlFlow<S::Break, bool> {
        let after = self.search.pass_run(place.next(), node, first, partial)?;
        let Some((place, node, partial)) = after else {
            return ControlFlow::Continue(false);
        };
        let tiles = self.reach_right(place, node, first, partial)?;
        let level = Level::new(tiles, node, partial, place);
        ControlFlow::Continue(!tiles.is_empty() && self.levels.push(level))
    }

    /// Extends left to `place`, an empty square. If tiles can be placed there and extended, adds a level for them and
    /// returns `true`.
    #[inline(never)]
    fn step_left(
        &mut self,
        place: Place,
        node: Node,
        partial: PartialScore,
    ) -> ControlFlow<S::Break, bool> {
        let tiles = self.reach_left(place, node, partial)?;
        let level = Level::new(tiles, node, partial, place);
        ControlFlow::Continue(!tiles.is_empty() && self.levels.push(level))
    }

    /// Emits the plays that a tile at `place` completes. Returns the tiles to place there and extend right;
    /// none if the sink prunes words with a tile placed there.
    ///
    /// Not inlined, so that its stack is free again before the search continues.
    #[inline(never)]
    fn reach_right(
        &mut self,
        place: Place,
        node: Node,
        first: Place,
        partial: PartialScore,
    ) -> ControlFlow<S::Break, TileSet> {
        if !self.search.sink.allows_right(first, place, 0) {
            return ControlFlow::Continue(TileSet::EMPTY);
        }
        if self.search.rack.has_blank() {
            self.search.reach_right::<true>(place, node, first, partial)
        } else {
            self.search
                .reach_right::<false>(place, node, first, partial)
        }
    }

    /// Emits the plays that a tile at `place` completes. Returns the tiles to place there and extend, to the left
    /// or over the ◇ to the right.
    #[inline(always)]
    fn reach_left(
        &mut self,
        place: Place,
        node: Node,
        partial: PartialScore,
    ) -> ControlFlow<S::Break, TileSet> {
        if self.search.rack.has_blank() {
            self.search.reach_left::<true>(place, node, partial)
        } else {
            self.search.reach_left::<false>(place, node, partial)
        }
    }

    /// Labels usable on the square left of `place`. The node that a tile at `place` reaches is a dead prefix to the
    /// left if it has none of these labels.
    fn alive_left(&self, place: Place, usable: TileSet) -> u64 {
        if place > self.search.anchor.leftmost {
            let left = self.search.line.at(place.previous()).cross_set;
            (left & usable).bits()
        } else {
            0
        }
    }

    /// Labels usable on the square right of `place`; all labels if that square is occupied. The node that a tile at
    /// `place` reaches is a dead prefix if it has none of these labels.
    fn alive_right(&self, place: Place, first: Place, usable: TileSet) -> u64 {
        if self.search.line.is_taken(place.next()) {
            u64::MAX
        } else {
            self.alive_at(place.next(), first, usable)
        }
    }

    /// Labels usable at `place` in a word that starts at `first`; none if the sink prunes words with a tile placed
    /// there.
    fn alive_at(&self, place: Place, first: Place, usable: TileSet) -> u64 {
        if self.search.sink.allows_right(first, place, 0) {
            (self.search.line.at(place).cross_set & usable).bits()
        } else {
            0
        }
    }

    /// Step with the next tile of the latest level; `None` after the level's last tile.
    #[inline(always)]
    fn next_step(&mut self) -> Option<Step> {
        let here = self.levels.latest()?;
        let tile = here.next_tile()?;
        let (node, partial, place) = (here.edges.node(), here.partial, here.place());
        let rack = &self.search.rack;
        Some(Step {
            tile,
            next: self.search.follow(node, tile.code()),
            place,
            partial,
            usable: if rack.has(tile) {
                rack.usable_now()
            } else {
                rack.usable_without_blank()
            },
        })
    }

    /// Places the tile of a step, and records it on the latest level.
    fn place(&mut self, step: &Step) -> PartialScore {
        let placed_tile = self.search.rack.take_any(step.tile);
        self.levels.set_placed(placed_tile);
        self.search.put(step.place, placed_tile, step.partial)
    }

    /// Puts the tile of the latest level back on the rack.
    fn put_back(&mut self) {
        if let Some(here) = self.levels.latest() {
            self.search.rack.put_back_placed(here.placed_tile);
        }
    }

    /// Removes the latest level. If more than `below` levels are left, puts the tile of the last one back on the rack.
    fn leave_level(&mut self, below: usize) {
        if let Some(here) = self.levels.latest() {
            self.search.clear(here.place());
            self.levels.pop();
        }
        if self.levels.len() > below {
            self.put_back();
        }
    }
}

/// A choice of the search: the tiles to try in turn on one square, or as the next tile of a left part, which has no square yet.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Tiles still to be placed here, as the two halves of a bit set, lower half first: levels are thus aligned to four
    /// bytes.
    tiles: [u32; 2],
    /// Edges of the node reached without the tile here.
    edges: Edges,
    /// Partial score without the tile here.
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
    fn new(tiles: TileSet, node: Node, partial: PartialScore, place: Place) -> Level {
        let tiles = tiles.bits();
        Level {
            tiles: [tiles as u32, (tiles >> 32) as u32],
            edges: node.edges(),
            partial,
            place: place.number() as u8,
            ..Level::NONE
        }
    }

    fn place(&self) -> Place {
        Place::new(self.place.into())
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

/// Levels of a search. Each level is for a different tile of a word, which has at most `MAX_DIM` tiles, so there is room for
/// all.
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

    fn len(&self) -> usize {
        self.len
    }

    fn latest(&mut self) -> Option<&mut Level> {
        self.levels.get_mut(self.len.wrapping_sub(1))
    }

    /// Records the tile placed on the latest level.
    fn set_placed(&mut self, placed_tile: PlacedTile) {
        if let Some(level) = self.latest() {
            level.placed_tile = placed_tile;
        }
    }

    /// Adds a level. Returns `false` if there is no room.
    #[inline(always)]
    fn push(&mut self, level: Level) -> bool {
        let slot = self.levels.get_mut(self.len);
        let is_room = slot.is_some();
        if let Some(slot) = slot {
            *slot = level;
            self.len += 1;
        }
        is_room
    }

    fn pop(&mut self) {
        self.len -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn a_level_takes_each_tile_once_and_in_order() {
        let tiles = TileSet::from_bits(1 << 1 | 1 << 31 | 1 << 32 | 1 << 62);
        let mut level = Level::new(tiles, Node::EMPTY, PartialScore::ZERO, Place::new(3));
        let taken: Vec<u8> = core::iter::from_fn(|| level.next_tile())
            .map(Tile::code)
            .collect();
        assert_eq!(taken, [1, 31, 32, 62]);
    }
}
