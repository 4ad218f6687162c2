//! Left parts of words over a DAWG (Appel and Jacobson 1988, section 3.3.1).

use lexc_formats::PlacedTile;
use lexc_formats::raw::node::{Node, Nodes};

use super::partial_score::PartialScore;
use super::place::Place;
use super::search::Search;
use super::sink::Sink;
use crate::game::square::MAX_DIM;

/// Tiles to place left of an anchor: a prefix of words, spelled with rack tiles.
///
/// The tiles lie on squares whose cross-set has every tile, except for the square next to a run.
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

    /// Places the tiles before the anchor. Returns the first place and the score; `None`, without placing them, if `node`,
    /// the end of their path, is a dead prefix there or the last tile is not in its cross-set.
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
            partial = match placed_tile.is_blank() {
                true => search.put_blank(place, placed_tile.tile(), partial),
                false => search.put(place, placed_tile.tile(), partial),
            };
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
