//! Gordon's algorithm: from each start leftward through the GADDAG, over the ◇, and rightward (Gordon 1994, figure 3).

use core::ops::ControlFlow;

use lexc_formats::Tile;
use lexc_formats::raw::node::{Node, Nodes, SEPARATOR};

use super::children::Step;
use super::levels::SMALL_STACK;
use super::line::PlaceState;
use super::search::{Search, Tally, Visit};

impl<P: Nodes, V: Visit> Search<'_, P, V> {
    /// The plays from the start, over the GADDAG with this root.
    pub(super) fn gaddag_plays(&mut self, root: Node) -> ControlFlow<V::Break> {
        if self.hand.has_blank() {
            self.begin::<true>(root)
        } else {
            self.begin::<false>(root)
        }
    }

    #[inline(always)]
    fn begin<const BLANK: bool>(&mut self, root: Node) -> ControlFlow<V::Break> {
        if self.start.is_empty {
            let usable = self.usable_at::<BLANK>(self.start.first);
            return self.extend_left::<BLANK>(
                root.mask & usable,
                self.start.first,
                root,
                Tally::NONE,
            );
        }
        let mut node = root;
        let mut tally = Tally::NONE;
        for place in (self.start.first..=self.start.end).rev() {
            let PlaceState { code, value, .. } = self.line.at(place);
            tally.letters += value;
            if !node.has_edge(code) {
                return ControlFlow::Continue(());
            }
            node = self.next(node, code);
        }
        let left = self.start.first - 1;
        if left >= self.start.stop {
            self.go_left::<BLANK>(left, node, tally)?;
        }
        if node.mask & SEPARATOR != 0 {
            let over = self.packing.node(self.packing.child(node, 0));
            self.go_right::<BLANK>(self.start.end + 1, over, self.start.first, tally)?;
        }
        ControlFlow::Continue(())
    }

    /// Goes on to the left with a tile at `place`.
    #[inline(always)]
    fn go_left<const BLANK: bool>(
        &mut self,
        place: usize,
        node: Node,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        let leading = self.reach_left::<BLANK>(place, node, tally)?;
        if leading == 0 {
            return ControlFlow::Continue(());
        }
        self.extend_left::<BLANK>(leading, place, node, tally)
    }

    /// Delivers the plays that a tile at `place` completes. The tiles that may lead on from there.
    #[inline(always)]
    pub(super) fn reach_left<const BLANK: bool>(
        &mut self,
        place: usize,
        node: Node,
        tally: Tally,
    ) -> ControlFlow<V::Break, u64> {
        let usable = self.usable_at::<BLANK>(place);
        self.complete::<BLANK>(node.set & usable, place, place, self.start.end, tally)?;
        ControlFlow::Continue(node.mask & usable)
    }

    /// Places each of the `tiles` at `place`, and goes on over the ◇ to the right, and to the left, where that leads on.
    fn extend_left<const BLANK: bool>(
        &mut self,
        tiles: u64,
        place: usize,
        node: Node,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        if SMALL_STACK {
            return self.extend_left_by_levels(tiles, place, node, tally);
        }
        let fits_left = if place > self.start.stop {
            self.line.at(place - 1).fits
        } else {
            0
        };
        let right = self.start.end + 1;
        let fits_right = if self.visit.reaches(place, right) {
            self.line.at(right).fits
        } else {
            0
        };
        let usable = self.hand.usable::<BLANK>();
        let step = StepLeft::<BLANK> {
            place,
            tally,
            leads_left: fits_left & usable,
            leads_right: fits_right & usable,
            usable_without_blank: self.hand.usable_without_blank(),
        };
        self.step_to_each(node, tiles, &step)?;
        self.clear(place);
        ControlFlow::Continue(())
    }
}

/// A tile placed at `place`, left of the start or on its square.
struct StepLeft<const BLANK: bool> {
    place: usize,
    tally: Tally,
    /// Which tiles have to come to the left of it for the search to go on there.
    leads_left: u64,
    /// Which tiles have to come to the right of the start for the search to go on there.
    leads_right: u64,
    /// What may come next if a blank is placed.
    usable_without_blank: u64,
}

impl<const BLANK: bool> StepLeft<BLANK> {
    /// Goes on from a word part whose first tile is here, to the left and, with what comes after the ◇, to the right.
    #[inline(always)]
    fn leave<const BLANK_LEFT: bool, P: Nodes, V: Visit>(
        &self,
        search: &mut Search<'_, P, V>,
        next: Node,
        over: Node,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        if self.leads_right & (over.mask | over.set) != 0 {
            let right = search.start.end + 1;
            search.go_right_as_wanted::<BLANK_LEFT>(right, over, self.place, tally)?;
        }
        if (next.mask | next.set) & self.leads_left != 0 {
            search.go_left::<BLANK_LEFT>(self.place - 1, next, tally)?;
        }
        ControlFlow::Continue(())
    }
}

impl<P: Nodes, V: Visit, const BLANK: bool> Step<P, V> for StepLeft<BLANK> {
    #[inline(always)]
    fn take(&self, search: &mut Search<'_, P, V>, tile: Tile, next: Node) -> ControlFlow<V::Break> {
        let over = if next.mask & SEPARATOR != 0 && self.leads_right != 0 {
            search.packing.node(search.packing.child(next, 0))
        } else {
            Node::EMPTY
        };
        let onward =
            (next.mask | next.set) & self.leads_left | (over.mask | over.set) & self.leads_right;
        let is_held = !BLANK || search.hand.has(tile);
        if is_held && onward != 0 {
            let tally = search.put(self.place, tile, self.tally);
            search.hand.take(tile);
            self.leave::<BLANK, P, V>(search, next, over, tally)?;
            search.hand.put_back(tile);
        } else if BLANK && !is_held && onward & self.usable_without_blank != 0 {
            let tally = search.put_blank(self.place, tile, self.tally);
            search.hand.take_blank(tile);
            if search.hand.has_blank() {
                self.leave::<true, P, V>(search, next, over, tally)?;
            } else {
                self.leave::<false, P, V>(search, next, over, tally)?;
            }
            search.hand.put_back_blank(tile);
        }
        ControlFlow::Continue(())
    }
}
