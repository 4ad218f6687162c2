//! Appel and Jacobson's algorithm: left parts from the DAWG's root, then rightward (1988, section 3.3).
//!
//! For each start, every string that the rack can make and that some word starts with is placed to the left of it, up to
//! as many tiles as there is room for; each is then extended to the right, first over the start. Left parts lie on
//! squares that every tile fits, but for the one next to a block, which may be crossed.

use core::ops::ControlFlow;

use lexc_formats::record::{Packing, Record};
use lexc_formats::{Face, TileSet};

use super::search::{Search, Tally};
use super::starts::Start;
use crate::play::Play;
use crate::square::MAX_DIM;

/// The left part that is being made, and the start it belongs to.
#[derive(Debug)]
struct LeftPart<'s, 'g, P, V> {
    search: &'s mut Search<'g, P, V>,
    start: Start,
    faces: [Option<Face>; MAX_DIM],
    len: usize,
}

/// The plays from a start.
pub(super) fn plays<P: Packing, B, V: FnMut(&Play) -> ControlFlow<B>>(
    search: &mut Search<'_, P, V>,
    root: Record,
    start: Start,
) -> ControlFlow<B> {
    let mut root = root;
    // One tile alone makes no word along the line.
    root.set = 0;
    let mut part = LeftPart {
        search,
        start,
        faces: [None; MAX_DIM],
        len: 0,
    };
    if part.search.hand.has_blank() {
        part.make::<true>(root)
    } else {
        part.make::<false>(root)
    }
}

impl<P: Packing, B, V: FnMut(&Play) -> ControlFlow<B>> LeftPart<'_, '_, P, V> {
    /// Extends the left part at hand to the right, then makes it longer by each tile that can follow.
    fn make<const BLANK: bool>(&mut self, record: Record) -> ControlFlow<B> {
        self.extend::<BLANK>(record)?;
        if self.len >= self.start.first - self.start.stop {
            return ControlFlow::Continue(());
        }
        for tile in TileSet::from_bits(record.mask & self.search.hand.usable::<BLANK>()) {
            let packing = self.search.packing;
            let next = packing.record(packing.child(record, record.rank(tile.code())));
            if !BLANK || self.search.hand.has(tile) {
                self.search.hand.take(tile);
                self.make_with::<BLANK>(Face::lettered(tile), next)?;
                self.search.hand.put_back(tile);
            }
            if BLANK {
                self.search.hand.take_blank();
                if self.search.hand.has_blank() {
                    self.make_with::<true>(Face::blank(tile), next)?;
                } else {
                    self.make_with::<false>(Face::blank(tile), next)?;
                }
                self.search.hand.put_back_blank();
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn make_with<const BLANK: bool>(&mut self, face: Face, next: Record) -> ControlFlow<B> {
        if let Some(place) = self.faces.get_mut(self.len) {
            *place = Some(face);
            self.len += 1;
            self.make::<BLANK>(next)?;
            self.len -= 1;
        }
        ControlFlow::Continue(())
    }

    /// The plays with this left part.
    #[inline(always)]
    fn extend<const BLANK: bool>(&mut self, record: Record) -> ControlFlow<B> {
        let Start {
            first, is_empty, ..
        } = self.start;
        let leads_on = if is_empty {
            self.search.goes_on::<BLANK>(record, first)
        } else {
            (record.mask | record.set) >> self.search.line.code(first) & 1 != 0
        };
        let last = self
            .len
            .checked_sub(1)
            .and_then(|last| *self.faces.get(last)?);
        let fits =
            last.is_none_or(|face| self.search.line.fits(first - 1) >> face.tile().code() & 1 != 0);
        if !leads_on || !fits {
            return ControlFlow::Continue(());
        }
        let lead = first - self.len;
        let mut tally = Tally::NONE;
        for (place, face) in (lead..).zip(self.faces.iter().take(self.len).flatten()) {
            tally = self.search.put(place, *face, tally);
        }
        if is_empty {
            self.search
                .move_right::<BLANK>(first, record, lead, tally)?;
        } else {
            self.search
                .leave_right::<BLANK>(first - 1, record, lead, tally)?;
        }
        (lead..first).for_each(|place| self.search.clear(place));
        ControlFlow::Continue(())
    }
}
