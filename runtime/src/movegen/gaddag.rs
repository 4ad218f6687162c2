//! Gordon's algorithm: extends left from each anchor, follows the ◇ of the GADDAG, and extends right (Gordon 1994, figure 3).
//!
//! Example: for SLATE through the run LA, the walk is `A L` along the run, `S` to the left, then `◇`, and `T` to the
//! right: the letter set of the node after T has the E. An edge is followed if its tile is in the cross-set and on the
//! rack: two ANDs of three masks. The labels of the edge's target are tested against the next square in the same way
//! before the tile is placed. No label of a dead prefix passes this test; 39 % of the nodes read are dead prefixes.

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Node, Nodes, SEPARATOR};
use lexc_formats::{PlacedTile, Tile, TileSet};

use super::extend_right::Step;
use super::partial_score::PartialScore;
use super::place::Place;
use super::search::Search;
use super::sink::Sink;

impl<N: Nodes, S: Sink> Search<'_, N, S> {
    /// Emits the plays from the anchor, over the GADDAG with this root.
    pub(super) fn gaddag_plays(&mut self, root: Node) -> ControlFlow<S::Break> {
        if self.rack.needs_blanks() {
            self.begin::<true>(root)
        } else {
            self.begin::<false>(root)
        }
    }

    #[inline(always)]
    fn begin<const BLANK: bool>(&mut self, root: Node) -> ControlFlow<S::Break> {
        let anchor = self.anchor;
        if anchor.is_empty {
            let tiles = self.usable_at::<BLANK>(anchor.first).masked(root.mask);
            return self.extend_left::<BLANK>(tiles, anchor.first, root, PartialScore::ZERO);
        }
        let Some((node, partial)) = self.walk_anchor(root) else {
            return ControlFlow::Continue(());
        };
        let left = anchor.first.previous();
        if left >= anchor.leftmost {
            self.go_left::<BLANK>(left, node, partial)?;
        }
        if node.mask & SEPARATOR != 0 {
            let over = self.over_separator(node);
            self.go_right::<BLANK>(anchor.end.next(), over, anchor.first, partial)?;
        }
        ControlFlow::Continue(())
    }

    /// Extends left with a tile at `place`.
    #[inline(always)]
    fn go_left<const BLANK: bool>(
        &mut self,
        place: Place,
        node: Node,
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        let tiles = self.reach_left::<BLANK>(place, node, partial)?;
        if tiles.is_empty() {
            return ControlFlow::Continue(());
        }
        self.extend_left::<BLANK>(tiles, place, node, partial)
    }

    /// Places each of the `tiles` at `place`, and extends from there: first right, over the ◇, then left.
    fn extend_left<const BLANK: bool>(
        &mut self,
        tiles: TileSet,
        place: Place,
        node: Node,
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        let (mut alive_left, mut after_blank_left) = (TileSet::EMPTY, TileSet::EMPTY);
        if place > self.anchor.leftmost {
            let cross_set = self.line.at(place.previous()).cross_set;
            alive_left = cross_set & self.usable_left::<BLANK>(place.previous());
            if BLANK && self.allows_blank_left(place.previous()) {
                after_blank_left = cross_set & self.rack.usable_without_blank();
            }
        }
        let after_anchor = self.anchor.end.next();
        let cross_set = self.line.at(after_anchor).cross_set;
        let (alive_right, after_blank_right) = self.alive_right::<BLANK>(place, after_anchor);
        let step = StepLeft::<BLANK> {
            place,
            partial,
            alive_left: alive_left.bits(),
            alive_right: (cross_set & alive_right).bits(),
            after_blank_left: after_blank_left.bits(),
            after_blank_right: (cross_set & after_blank_right).bits(),
        };
        self.step_to_each(node, tiles, &step)?;
        self.clear(place);
        ControlFlow::Continue(())
    }
}

/// Tile placed at `place`, left of the anchor or on its square.
struct StepLeft<const BLANK: bool> {
    place: Place,
    partial: PartialScore,
    /// Labels usable on the square left of `place`. The target of the tile's edge is a dead prefix to the left if it
    /// has none of them.
    alive_left: u64,
    /// Labels usable on the square right of the anchor. The node after the ◇ is a dead prefix to the right if it has
    /// none of them.
    alive_right: u64,
    /// The same if a blank is placed at `place`.
    after_blank_left: u64,
    after_blank_right: u64,
}

impl<const BLANK: bool> StepLeft<BLANK> {
    /// Extends right from `over`, the node after the ◇, then left from `next`.
    #[inline(always)]
    fn extend<const BLANK_LEFT: bool, N: Nodes, S: Sink>(
        &self,
        search: &mut Search<'_, N, S>,
        next: Node,
        over: Node,
        alive: (u64, u64),
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        let (alive_left, alive_right) = alive;
        if alive_right & (over.mask | over.set) != 0 {
            let right = search.anchor.end.next();
            search.go_right_unpruned::<BLANK_LEFT>(right, over, self.place, partial)?;
        }
        if (next.mask | next.set) & alive_left != 0 {
            search.go_left::<BLANK_LEFT>(self.place.previous(), next, partial)?;
        }
        ControlFlow::Continue(())
    }
}

impl<N: Nodes, S: Sink, const BLANK: bool> Step<N, S> for StepLeft<BLANK> {
    #[inline(always)]
    fn take(&self, search: &mut Search<'_, N, S>, tile: Tile, next: Node) -> ControlFlow<S::Break> {
        let over = if next.mask & SEPARATOR != 0 && self.alive_right != 0 {
            search.over_separator(next)
        } else {
            Node::EMPTY
        };
        let (left, right) = (next.mask | next.set, over.mask | over.set);
        let alive = left & self.alive_left | right & self.alive_right;
        let after_blank = left & self.after_blank_left | right & self.after_blank_right;
        let (letter, blank) = (
            (self.alive_left, self.alive_right),
            (self.after_blank_left, self.after_blank_right),
        );
        let has_letter = !BLANK || search.rack.has(tile);
        if has_letter && alive != 0 {
            let partial = search.put(self.place, PlacedTile::letter(tile), self.partial);
            search.rack.take(tile);
            self.extend::<BLANK, N, S>(search, next, over, letter, partial)?;
            search.rack.put_back(tile);
        } else if BLANK && !has_letter && after_blank != 0 {
            let partial = search.put(self.place, PlacedTile::blank(tile), self.partial);
            search.rack.take_blank(tile);
            if search.rack.needs_blanks() {
                self.extend::<true, N, S>(search, next, over, blank, partial)?;
            } else {
                self.extend::<false, N, S>(search, next, over, blank, partial)?;
            }
            search.rack.put_back_blank(tile);
        }
        ControlFlow::Continue(())
    }
}
