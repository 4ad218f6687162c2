//! Gordon's algorithm: from each start leftward through the GADDAG, over the ◇, and rightward (Gordon 1994, figure 3).

use core::ops::ControlFlow;

use lexc_formats::Face;
use lexc_formats::record::{Packing, Record, SEPARATOR};

use super::levels::SMALL_STACK;
use super::line::PlaceState;
use super::search::{Search, Tally, Visit};

impl<P: Packing, V: Visit> Search<'_, P, V> {
    /// The plays from the start, over the GADDAG with this root.
    pub(super) fn gaddag_plays(&mut self, root: Record) -> ControlFlow<V::Break> {
        if self.hand.has_blank() {
            self.begin::<true>(root)
        } else {
            self.begin::<false>(root)
        }
    }

    #[inline(always)]
    fn begin<const BLANK: bool>(&mut self, root: Record) -> ControlFlow<V::Break> {
        if self.start.is_empty {
            let usable = self.usable_at::<BLANK>(self.start.first);
            return self.extend_left::<BLANK>(
                root.mask & usable,
                self.start.first,
                root,
                Tally::NONE,
            );
        }
        let mut record = root;
        let mut tally = Tally::NONE;
        for place in (self.start.first..=self.start.end).rev() {
            let PlaceState { code, value, .. } = self.line.at(place);
            tally.letters += value;
            if !record.has_edge(code) {
                return ControlFlow::Continue(());
            }
            record = self.next(record, code);
        }
        let left = self.start.first - 1;
        if left >= self.start.stop {
            self.go_left::<BLANK>(left, record, tally)?;
        }
        if record.mask & SEPARATOR != 0 {
            let over = self.packing.record(self.packing.child(record, 0));
            self.go_right::<BLANK>(self.start.end + 1, over, self.start.first, tally)?;
        }
        ControlFlow::Continue(())
    }

    /// Goes on to the left with a tile at `place`.
    #[inline(always)]
    fn go_left<const BLANK: bool>(
        &mut self,
        place: usize,
        record: Record,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        let leading = self.reach_left::<BLANK>(place, record, tally)?;
        if leading == 0 {
            return ControlFlow::Continue(());
        }
        self.extend_left::<BLANK>(leading, place, record, tally)
    }

    /// Delivers the plays that a tile at `place` completes. The tiles that may lead on from there.
    #[inline(always)]
    pub(super) fn reach_left<const BLANK: bool>(
        &mut self,
        place: usize,
        record: Record,
        tally: Tally,
    ) -> ControlFlow<V::Break, u64> {
        let usable = self.usable_at::<BLANK>(place);
        self.complete::<BLANK>(record.set & usable, place, place, self.start.end, tally)?;
        ControlFlow::Continue(record.mask & usable)
    }

    /// Places each of the `tiles` at `place`, and goes on over the ◇ to the right, and to the left, where that leads on.
    fn extend_left<const BLANK: bool>(
        &mut self,
        tiles: u64,
        place: usize,
        record: Record,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        if SMALL_STACK {
            return self.extend_left_by_levels(tiles, place, record, tally);
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
        let (leads_left, leads_right) = (fits_left & usable, fits_right & usable);
        let usable_without_blank = self.hand.usable_without_blank();
        for (tile, next) in self.children(record, tiles) {
            let over = if next.mask & SEPARATOR != 0 && leads_right != 0 {
                self.packing.record(self.packing.child(next, 0))
            } else {
                Record::default()
            };
            let onward = (next.mask | next.set) & leads_left | (over.mask | over.set) & leads_right;
            let is_held = !BLANK || self.hand.has(tile);
            if is_held && onward != 0 {
                let tally = self.put(place, Face::lettered(tile), tally);
                self.hand.take(tile);
                self.leave_left::<BLANK>(place, next, over, tally)?;
                self.hand.put_back(tile);
            } else if BLANK && !is_held && onward & usable_without_blank != 0 {
                let tally = self.put_blank(place, tile, tally);
                self.hand.take_blank(tile);
                if self.hand.has_blank() {
                    self.leave_left::<true>(place, next, over, tally)?;
                } else {
                    self.leave_left::<false>(place, next, over, tally)?;
                }
                self.hand.put_back_blank(tile);
            }
        }
        self.clear(place);
        ControlFlow::Continue(())
    }

    /// Goes on from a word part whose first tile is at `place`; `over` is what comes after the ◇.
    #[inline(always)]
    fn leave_left<const BLANK: bool>(
        &mut self,
        place: usize,
        record: Record,
        over: Record,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        self.go_right::<BLANK>(self.start.end + 1, over, place, tally)?;
        if place > self.start.stop {
            self.go_left::<BLANK>(place - 1, record, tally)?;
        }
        ControlFlow::Continue(())
    }
}
