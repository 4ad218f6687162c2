//! Gordon's algorithm: from each start leftward through the GADDAG, over the ◇, and rightward (Gordon 1994, figure 3).

use core::ops::ControlFlow;

use lexc_formats::record::{Packing, Record, SEPARATOR};
use lexc_formats::{Face, TileSet};

use super::search::{Search, Tally};
use super::starts::Start;
use crate::play::Play;

/// The search from one start.
#[derive(Debug)]
struct Leftward<'s, 'g, P, V> {
    search: &'s mut Search<'g, P, V>,
    /// The lowest place that a play may cover.
    stop: usize,
    /// The place to the right of the start.
    right: usize,
}

/// The plays from a start.
pub(super) fn plays<P: Packing, B, V: FnMut(&Play) -> ControlFlow<B>>(
    search: &mut Search<'_, P, V>,
    root: Record,
    start: Start,
) -> ControlFlow<B> {
    let stop = start.stop;
    if search.hand.has_blank() {
        Leftward {
            search,
            stop,
            right: start.end + 1,
        }
        .begin::<true>(root, start)
    } else {
        Leftward {
            search,
            stop,
            right: start.end + 1,
        }
        .begin::<false>(root, start)
    }
}

/// Where a word part can go on: to the left, and over the ◇ with this record to the right.
#[derive(Clone, Copy, Debug)]
struct Ways {
    left: bool,
    right: Option<Record>,
}

impl Ways {
    #[inline(always)]
    fn lead_on(self) -> bool {
        self.left || self.right.is_some()
    }
}

impl<P: Packing, B, V: FnMut(&Play) -> ControlFlow<B>> Leftward<'_, '_, P, V> {
    #[inline(always)]
    fn begin<const BLANK: bool>(&mut self, root: Record, start: Start) -> ControlFlow<B> {
        if start.is_empty {
            let mut root = root;
            // One tile alone makes no word along the line.
            root.set = 0;
            return self.move_left::<BLANK>(start.first, root, Tally::NONE);
        }
        let mut record = root;
        let mut tally = Tally::NONE;
        for place in (start.first..=start.end).rev() {
            tally.letters += self.search.line.value(place);
            match self
                .search
                .packing
                .step(record, self.search.line.code(place))
            {
                Some(next) => record = self.search.packing.record(next),
                None => return ControlFlow::Continue(()),
            }
        }
        let ways = self.ways::<BLANK>(start.first, record);
        self.leave_left::<BLANK>(start.first, record, ways, tally)
    }

    /// Places a tile at `place`, leftmost so far, and goes on.
    fn move_left<const BLANK: bool>(
        &mut self,
        place: usize,
        record: Record,
        tally: Tally,
    ) -> ControlFlow<B> {
        let end = self.right - 1;
        self.search
            .complete::<BLANK>(record.set, place, place, end, tally)?;
        let usable =
            record.mask & self.search.line.fits(place) & self.search.hand.usable::<BLANK>();
        for tile in TileSet::from_bits(usable) {
            let packing = self.search.packing;
            let next = packing.record(packing.child(record, record.rank(tile.code())));
            if !BLANK || self.search.hand.has(tile) {
                self.search.hand.take(tile);
                let ways = self.ways::<BLANK>(place, next);
                if ways.lead_on() {
                    let tally = self.search.put(place, Face::lettered(tile), tally);
                    self.leave_left::<BLANK>(place, next, ways, tally)?;
                }
                self.search.hand.put_back(tile);
            }
            if BLANK {
                self.search.hand.take_blank();
                if self.search.hand.has_blank() {
                    let ways = self.ways::<true>(place, next);
                    if ways.lead_on() {
                        let tally = self.search.put(place, Face::blank(tile), tally);
                        self.leave_left::<true>(place, next, ways, tally)?;
                    }
                } else {
                    let ways = self.ways::<false>(place, next);
                    if ways.lead_on() {
                        let tally = self.search.put(place, Face::blank(tile), tally);
                        self.leave_left::<false>(place, next, ways, tally)?;
                    }
                }
                self.search.hand.put_back_blank();
            }
        }
        self.search.clear(place);
        ControlFlow::Continue(())
    }

    /// The ways from a word part whose leftmost tile is at `place`.
    #[inline(always)]
    fn ways<const BLANK: bool>(&self, place: usize, record: Record) -> Ways {
        let left = place - 1;
        let goes_left = left >= self.stop && self.search.goes_on::<BLANK>(record, left);
        if record.mask & SEPARATOR == 0 {
            return Ways {
                left: goes_left,
                right: None,
            };
        }
        let packing = self.search.packing;
        let over = packing.record(packing.child(record, 0));
        Ways {
            left: goes_left,
            right: self
                .search
                .goes_on::<BLANK>(over, self.right)
                .then_some(over),
        }
    }

    #[inline(always)]
    fn leave_left<const BLANK: bool>(
        &mut self,
        place: usize,
        record: Record,
        ways: Ways,
        tally: Tally,
    ) -> ControlFlow<B> {
        if ways.left {
            self.move_left::<BLANK>(place - 1, record, tally)?;
        }
        match ways.right {
            Some(over) => self
                .search
                .move_right::<BLANK>(self.right, over, place, tally),
            None => ControlFlow::Continue(()),
        }
    }
}
