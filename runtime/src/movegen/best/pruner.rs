//! Sink that keeps the best plays and prunes the others.

use core::convert::Infallible;
use core::ops::ControlFlow;

use lexc_formats::TileSet;

use super::bound::Span;
use super::equity::Evaluator;
use super::line_bounds::LineBounds;
use super::queue::Entry;
use super::rack_values::RackValues;
use crate::game::play::Play;
use crate::movegen::anchor::Anchor;
use crate::movegen::place::{PLACES, Place};
use crate::movegen::sink::Sink;

/// Offers plays to the evaluator, and prunes plays below the threshold.
pub(super) struct Pruner<'e, E> {
    evaluator: &'e mut E,
    /// By place of a word's first tile, the last place to the right for a tile.
    last: [u8; PLACES],
    /// Fewest tiles of a play that can reach the threshold.
    fewest: u32,
    threshold: i64,
    /// True if a play can score more with blanks than with the letters.
    gains_by_blank: bool,
}

impl<'e, E: Evaluator> Pruner<'e, E> {
    /// Pruner for plays anywhere on the board.
    pub(super) fn anywhere(rack: &RackValues, evaluator: &'e mut E) -> Pruner<'e, E> {
        Pruner {
            last: [u8::MAX; PLACES],
            fewest: 0,
            threshold: evaluator.threshold(),
            gains_by_blank: rack.gains_by_blank,
            evaluator,
        }
    }

    /// Pruner for a queued anchor. Returns the anchor, with no more room to the left than spans need, and for bingos the
    /// letters that blanks may stand for.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a count of tiles")]
    pub(super) fn new(
        bounds: &mut LineBounds<'_, '_>,
        entry: Entry,
        evaluator: &'e mut E,
    ) -> (Anchor, Option<TileSet>, Pruner<'e, E>) {
        let threshold = evaluator.threshold();
        let mut anchor = entry.anchor(bounds.line.taken);
        let mut pruner = Pruner {
            evaluator,
            last: [0; PLACES],
            fewest: u32::MAX,
            threshold,
            gains_by_blank: bounds.rack.gains_by_blank,
        };
        bounds.set_anchor(anchor);
        let mut leftmost = anchor.first;
        let mut blank_letters = None;
        let mut add = |pruner: &mut Pruner<'e, E>, span: &Span| {
            leftmost = leftmost.min(span.first);
            pruner.fewest = pruner.fewest.min(span.placed as u32);
            pruner.allow(span.first, span.last);
        };
        if entry.is_bingos() {
            let mut all_letters = TileSet::EMPTY;
            bounds.for_each_bingo(|span, letters| {
                if pruner.evaluator.bound(span.placed, span.score) >= threshold {
                    add(&mut pruner, &span);
                    all_letters |= letters;
                }
            });
            blank_letters = Some(all_letters);
        } else {
            let is_longest_highest = bounds.is_longest_highest::<E>();
            bounds.for_each_span(|span| {
                let is_open = pruner.evaluator.bound(span.placed, span.score) >= threshold;
                if is_open {
                    add(&mut pruner, &span);
                }
                is_open || !is_longest_highest
            });
        }
        anchor.leftmost = leftmost;
        (anchor, blank_letters, pruner)
    }

    /// Allows tiles up to `last` in words from `first` on.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "places are below 32")]
    fn allow(&mut self, first: Place, last: Place) {
        if let Some(entry) = self.last.get_mut(first.number()) {
            *entry = (*entry).max(last.number() as u8);
        }
    }
}

impl<E: Evaluator> Sink for Pruner<'_, E> {
    type Break = Infallible;

    const IS_SPARSE: bool = true;

    #[inline(always)]
    fn allows_right(&self, first: Place, place: Place) -> bool {
        #[expect(clippy::indexing_slicing, reason = "an index is below 32")]
        let last = self.last[first.index()];
        place.number() <= usize::from(last)
    }

    #[inline(always)]
    fn allows_count(&self, placed: u32) -> bool {
        placed >= self.fewest
    }

    #[inline(always)]
    fn allows_score(&self, placed: u32, score: i32) -> bool {
        self.allows_count(placed)
            && (self.gains_by_blank
                || self.evaluator.bound(placed as usize, score) >= self.threshold)
    }

    fn emit(&mut self, play: &Play) -> ControlFlow<Infallible> {
        self.evaluator.offer(play);
        self.threshold = self.evaluator.threshold();
        ControlFlow::Continue(())
    }
}
