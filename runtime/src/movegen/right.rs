//! The walk to the right, over an automaton's forward edges: the GADDAG's after the ◇, and all of the DAWG's (Appel and
//! Jacobson 1988, section 3.3; Gordon 1994, figure 3).

use core::ops::ControlFlow;

use lexc_formats::Tile;
use lexc_formats::raw::node::{Node, Nodes};

use super::children::Step;
use super::levels::SMALL_STACK;
use super::line::PlaceState;
use super::search::{Search, Tally, Visit};

impl<P: Nodes, V: Visit> Search<'_, P, V> {
    /// Goes on to the right with a tile at `place`, an empty square, if there is use for that. The word's first tile is at
    /// `first`.
    #[inline(always)]
    pub(super) fn go_right<const BLANK: bool>(
        &mut self,
        place: usize,
        node: Node,
        first: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        if !self.visit.reaches(first, place) {
            return ControlFlow::Continue(());
        }
        self.go_right_as_wanted::<BLANK>(place, node, first, tally)
    }

    /// Goes on to the right with a tile at `place`, an empty square that the visitor has use for.
    #[inline(always)]
    pub(super) fn go_right_as_wanted<const BLANK: bool>(
        &mut self,
        place: usize,
        node: Node,
        first: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        let leading = self.reach_right::<BLANK>(place, node, first, tally)?;
        if leading == 0 {
            return ControlFlow::Continue(());
        }
        self.extend_right::<BLANK>(leading, place, node, first, tally)
    }

    /// Delivers the plays that a tile at `place`, an empty square, completes. The tiles that may lead on from there.
    #[inline(always)]
    pub(super) fn reach_right<const BLANK: bool>(
        &mut self,
        place: usize,
        node: Node,
        first: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break, u64> {
        let usable = self.usable_at::<BLANK>(place);
        if !self.line.is_taken(place + 1) {
            self.complete::<BLANK>(node.set & usable, place, first, place, tally)?;
        }
        ControlFlow::Continue(node.mask & usable)
    }

    /// Places each of the `tiles` at `place`, and goes on to the right where that leads on.
    fn extend_right<const BLANK: bool>(
        &mut self,
        tiles: u64,
        place: usize,
        node: Node,
        first: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        if SMALL_STACK {
            return self.extend_right_by_levels(tiles, place, node, first, tally);
        }
        let PlaceState { fits, code, .. } = self.line.at(place + 1);
        let runs_on = code != 0;
        // On a taken square, the tile there and not the hand decides.
        let (leads, leads_without_blank) = if runs_on {
            (1 << code, 1 << code)
        } else if self.visit.reaches(first, place + 1) {
            (
                fits & self.hand.usable::<BLANK>(),
                fits & self.hand.usable_without_blank(),
            )
        } else {
            (0, 0)
        };
        let step = StepRight::<BLANK> {
            place,
            first,
            tally,
            runs_on,
            leads,
            leads_without_blank,
        };
        self.step_to_each(node, tiles, &step)?;
        self.clear(place);
        ControlFlow::Continue(())
    }

    /// Goes on to the right along the tiles from `place` on.
    pub(super) fn pass_right<const BLANK: bool>(
        &mut self,
        place: usize,
        node: Node,
        first: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        match self.pass(place, node, first, tally)? {
            Some((place, node, tally)) => self.go_right::<BLANK>(place, node, first, tally),
            None => ControlFlow::Continue(()),
        }
    }

    /// Goes along the tiles from `place` on, and delivers the play that ends with the last. The square after them and what
    /// the walk has come to there, unless it leads nowhere.
    #[inline(always)]
    pub(super) fn pass(
        &mut self,
        mut place: usize,
        mut node: Node,
        first: usize,
        mut tally: Tally,
    ) -> ControlFlow<V::Break, Option<(usize, Node, Tally)>> {
        while self.line.is_taken(place) {
            let PlaceState { code, value, .. } = self.line.at(place);
            tally.letters += value;
            let ends = !self.line.is_taken(place + 1) && tally.placed > 0;
            if ends && node.set >> code & 1 != 0 {
                self.deliver(first, place, tally)?;
            }
            if !node.has_edge(code) {
                return ControlFlow::Continue(None);
            }
            node = self.next(node, code);
            place += 1;
        }
        ControlFlow::Continue(Some((place, node, tally)))
    }
}

/// A tile placed at `place`, right of the start or on its square.
struct StepRight<const BLANK: bool> {
    place: usize,
    /// Where the word's first tile is.
    first: usize,
    tally: Tally,
    /// Whether a tile lies on the next square.
    runs_on: bool,
    /// Which tiles have to come next for the search to go on.
    leads: u64,
    /// The same if a blank is placed.
    leads_without_blank: u64,
}

impl<const BLANK: bool> StepRight<BLANK> {
    /// Goes on to the right with the tile placed.
    #[inline(always)]
    fn leave<const BLANK_LEFT: bool, P: Nodes, V: Visit>(
        &self,
        search: &mut Search<'_, P, V>,
        next: Node,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        if self.runs_on {
            search.pass_right::<BLANK_LEFT>(self.place + 1, next, self.first, tally)
        } else {
            search.go_right_as_wanted::<BLANK_LEFT>(self.place + 1, next, self.first, tally)
        }
    }
}

impl<P: Nodes, V: Visit, const BLANK: bool> Step<P, V> for StepRight<BLANK> {
    #[inline(always)]
    fn take(&self, search: &mut Search<'_, P, V>, tile: Tile, next: Node) -> ControlFlow<V::Break> {
        let onward = next.mask | next.set;
        let is_held = !BLANK || search.hand.has(tile);
        if is_held && onward & self.leads != 0 {
            let tally = search.put(self.place, tile, self.tally);
            search.hand.take(tile);
            self.leave::<BLANK, P, V>(search, next, tally)?;
            search.hand.put_back(tile);
        } else if BLANK && !is_held && onward & self.leads_without_blank != 0 {
            let tally = search.put_blank(self.place, tile, self.tally);
            search.hand.take_blank(tile);
            if search.hand.has_blank() {
                self.leave::<true, P, V>(search, next, tally)?;
            } else {
                self.leave::<false, P, V>(search, next, tally)?;
            }
            search.hand.put_back_blank(tile);
        }
        ControlFlow::Continue(())
    }
}
