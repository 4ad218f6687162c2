//! Appel and Jacobson's algorithm: generates left parts over the DAWG for each anchor, and extends each left part to
//! the right (1988, section 3.3).

use core::ops::ControlFlow;

use lexc_formats::PlacedTile;
use lexc_formats::raw::node::{Node, Nodes};

use super::partial_score::PartialScore;
use super::place::Place;
use super::search::Search;
use super::sink::Sink;
use crate::game::square::MAX_DIM;

impl<N: Nodes, S: Sink> Search<'_, N, S> {
    /// Emits the plays from the anchor, over the DAWG with this root.
    pub(super) fn dawg_plays(&mut self, root: Node) -> ControlFlow<S::Break> {
        let mut root = root;
        // A word along the line has at least two tiles.
        root.set = 0;
        let mut part = LeftPart::EMPTY;
        if self.rack.needs_blanks() {
            self.extend_part::<true>(&mut part, root)
        } else {
            self.extend_part::<false>(&mut part, root)
        }
    }

    /// Extends the left part to the right, then lengthens it by each tile that can follow it.
    fn extend_part<const BLANK: bool>(
        &mut self,
        part: &mut LeftPart,
        node: Node,
    ) -> ControlFlow<S::Break> {
        if let Some((first, partial)) = part.place::<BLANK, N, S>(self, node) {
            let anchor = self.anchor;
            if anchor.is_empty {
                self.go_right::<BLANK>(anchor.first, node, first, partial)?;
            } else {
                self.extend_along_run::<BLANK>(anchor.first, node, first, partial)?;
            }
            part.clear(self);
        }
        if !part.has_room(self) {
            return ControlFlow::Continue(());
        }
        for tile in self.rack.usable::<BLANK>().masked(node.mask) {
            let next = self.follow(node, tile.code());
            if !BLANK || self.rack.has(tile) {
                self.rack.take(tile);
                part.push(PlacedTile::letter(tile));
                self.extend_part::<BLANK>(part, next)?;
                self.rack.put_back(tile);
            } else {
                self.rack.take_blank(tile);
                part.push(PlacedTile::blank(tile));
                if self.rack.needs_blanks() {
                    self.extend_part::<true>(part, next)?;
                } else {
                    self.extend_part::<false>(part, next)?;
                }
                self.rack.put_back_blank(tile);
            }
            part.pop();
        }
        ControlFlow::Continue(())
    }
}

/// Tiles to place left of an anchor: a prefix of words, spelled with rack tiles.
///
/// The tiles lie on squares whose cross-set has every tile; only the square before a run may have a smaller cross-set.
#[derive(Debug)]
pub(super) struct LeftPart {
    placed: [Option<PlacedTile>; MAX_DIM],
    pub(super) len: usize,
}

impl LeftPart {
    pub(super) const EMPTY: LeftPart = LeftPart {
        placed: [None; MAX_DIM],
        len: 0,
    };

    /// Adds a tile at the end.
    #[inline(always)]
    pub(super) fn push(&mut self, placed_tile: PlacedTile) {
        if let Some(slot) = self.placed.get_mut(self.len) {
            *slot = Some(placed_tile);
        }
        self.len += 1;
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.len -= 1;
    }

    /// True if there is room for another tile left of the anchor.
    #[inline(always)]
    pub(super) fn has_room<N, S>(&self, search: &Search<'_, N, S>) -> bool {
        self.len < search.anchor.first - search.anchor.leftmost
    }

    /// Places the tiles before the anchor. Returns the first place and the score. Places no tile and returns `None` if
    /// `node`, which ends the tiles' path, is a dead prefix at the anchor, or if the last tile is not in the cross-set
    /// of its square.
    #[inline(always)]
    pub(super) fn place<const BLANK: bool, N: Nodes, S: Sink>(
        &self,
        search: &mut Search<'_, N, S>,
        node: Node,
    ) -> Option<(Place, PartialScore)> {
        let anchor = search.anchor;
        let labels = node.mask | node.set;
        let alive = if anchor.is_empty {
            labels & search.usable_at::<BLANK>(anchor.first).bits()
        } else {
            labels >> search.line.at(anchor.first).code & 1
        };
        let last = self.len.checked_sub(1);
        let last = last.and_then(|last| *self.placed.get(last)?);
        let cross_set = search.line.at(anchor.first.previous()).cross_set;
        if alive == 0 || last.is_some_and(|last| !cross_set.contains(last.tile())) {
            return None;
        }
        let first = anchor.first - self.len;
        let (mut place, mut partial) = (first, PartialScore::ZERO);
        for placed_tile in self.placed.iter().take(self.len).flatten() {
            partial = search.put(place, *placed_tile, partial);
            place = place.next();
        }
        Some((first, partial))
    }

    /// Takes the placed tiles off the line.
    #[inline(always)]
    pub(super) fn clear<N: Nodes, S: Sink>(&self, search: &mut Search<'_, N, S>) {
        let anchor = search.anchor.first;
        (anchor - self.len)
            .to(anchor.previous())
            .for_each(|place| search.clear(place));
    }
}
