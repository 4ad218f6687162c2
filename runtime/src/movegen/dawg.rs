//! Appel and Jacobson's algorithm: left parts from the DAWG's root, then rightward (1988, section 3.3).
//!
//! For each start, every string that the rack can make and that some word starts with is placed to the left of it, up to
//! as many tiles as there is room for; each is then extended to the right, first over the start. Left parts lie on
//! squares that every tile fits, but for the one next to a block, which may be crossed.

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Node, Nodes};
use lexc_formats::{PlacedTile, TileSet};

use super::levels::SMALL_STACK;
use super::search::{Search, Tally, Visit};
use crate::game::square::MAX_DIM;

/// The left part that is being made.
#[derive(Debug)]
pub(super) struct LeftPart<'s, 'g, P, V> {
    pub(super) search: &'s mut Search<'g, P, V>,
    pub(super) placed_tiles: [Option<PlacedTile>; MAX_DIM],
    pub(super) len: usize,
}

impl<P: Nodes, V: Visit> Search<'_, P, V> {
    /// The plays from the start, over the DAWG with this root.
    pub(super) fn dawg_plays(&mut self, root: Node) -> ControlFlow<V::Break> {
        let mut root = root;
        // One tile alone makes no word along the line.
        root.set = 0;
        let has_blank = self.hand.has_blank();
        let mut part = LeftPart {
            search: self,
            placed_tiles: [None; MAX_DIM],
            len: 0,
        };
        if has_blank {
            part.make::<true>(root)
        } else {
            part.make::<false>(root)
        }
    }
}

impl<P: Nodes, V: Visit> LeftPart<'_, '_, P, V> {
    /// Extends the left part at hand to the right, then makes it longer by each tile that can follow.
    fn make<const BLANK: bool>(&mut self, node: Node) -> ControlFlow<V::Break> {
        if SMALL_STACK {
            return self.make_by_levels(node);
        }
        self.extend::<BLANK>(node)?;
        if self.len >= self.search.start.first - self.search.start.stop {
            return ControlFlow::Continue(());
        }
        for tile in TileSet::from_bits(node.mask & self.search.hand.usable::<BLANK>()) {
            let next = self.search.next(node, tile.code());
            if !BLANK || self.search.hand.has(tile) {
                self.search.hand.take(tile);
                self.make_with::<BLANK>(PlacedTile::letter(tile), next)?;
                self.search.hand.put_back(tile);
            } else {
                self.search.hand.take_blank(tile);
                if self.search.hand.has_blank() {
                    self.make_with::<true>(PlacedTile::blank(tile), next)?;
                } else {
                    self.make_with::<false>(PlacedTile::blank(tile), next)?;
                }
                self.search.hand.put_back_blank(tile);
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn make_with<const BLANK: bool>(
        &mut self,
        placed_tile: PlacedTile,
        next: Node,
    ) -> ControlFlow<V::Break> {
        if let Some(place) = self.placed_tiles.get_mut(self.len) {
            *place = Some(placed_tile);
            self.len += 1;
            self.make::<BLANK>(next)?;
            self.len -= 1;
        }
        ControlFlow::Continue(())
    }

    /// The plays with this left part.
    #[inline(always)]
    pub(super) fn extend<const BLANK: bool>(&mut self, node: Node) -> ControlFlow<V::Break> {
        let start = self.search.start;
        let leading = node.mask | node.set;
        let leads_on = if start.is_empty {
            leading & self.search.usable_at::<BLANK>(start.first) != 0
        } else {
            leading >> self.search.line.at(start.first).code & 1 != 0
        };
        let last = self
            .len
            .checked_sub(1)
            .and_then(|last| *self.placed_tiles.get(last)?);
        let fits = self.search.line.at(start.first - 1).fits;
        if !leads_on || last.is_some_and(|placed_tile| fits >> placed_tile.tile().code() & 1 == 0) {
            return ControlFlow::Continue(());
        }
        let lead = start.first - self.len;
        let mut tally = Tally::NONE;
        for (place, placed_tile) in (lead..).zip(self.placed_tiles.iter().take(self.len).flatten())
        {
            tally = match placed_tile.is_blank() {
                true => self.search.put_blank(place, placed_tile.tile(), tally),
                false => self.search.put(place, placed_tile.tile(), tally),
            };
        }
        if start.is_empty {
            self.search
                .go_right::<BLANK>(start.first, node, lead, tally)?;
        } else {
            self.search
                .pass_right::<BLANK>(start.first, node, lead, tally)?;
        }
        (lead..start.first).for_each(|place| self.search.clear(place));
        ControlFlow::Continue(())
    }
}
