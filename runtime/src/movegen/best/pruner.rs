//! The sink of the search for the best plays: allows spans by their bounds, and prunes all others.

use core::convert::Infallible;
use core::ops::ControlFlow;

use lexc_formats::TileSet;

use super::bound::{Bounds, Span};
use super::equity::Evaluator;
use super::queue::Entry;
use super::sums::RackValues;
use crate::game::play::Play;
use crate::movegen::anchor::Anchor;
use crate::movegen::place::{PLACES, Place};
use crate::movegen::rack_state::BlankPairs;
use crate::movegen::sink::Sink;

/// Spans are allowed for each number of blanks below this power of two. More blanks are searched as none, for which most spans are
/// allowed.
const BLANKS: usize = 4;

/// Sink that keeps the best plays: offers plays to the evaluator, and prunes plays below the threshold.
pub(super) struct Pruner<'e, E> {
    evaluator: &'e mut E,
    /// By place of a word's first tile, the last place where a tile of the word may be placed.
    last: [[u8; PLACES]; BLANKS],
    /// By number of blanks, the leftmost place where a tile of the word may be placed.
    leftmost: [Place; BLANKS],
    /// Fewest tiles of a play that can reach the threshold.
    pub(super) fewest: u32,
    threshold: i64,
    /// True if a play can score more with blanks than with the letters that they stand for.
    gains_by_blank: bool,
}

impl<'e, E: Evaluator> Pruner<'e, E> {
    /// Pruner that prunes all plays.
    pub(super) fn new(rack: &RackValues, evaluator: &'e mut E) -> Pruner<'e, E> {
        Pruner {
            last: [[0; PLACES]; BLANKS],
            leftmost: [Place::new(PLACES); BLANKS],
            fewest: u32::MAX,
            threshold: evaluator.threshold(),
            gains_by_blank: rack.gains_by_blank,
            evaluator,
        }
    }

    /// The same pruner, which prunes no spans.
    pub(super) fn with_all_spans(self) -> Self {
        Pruner {
            last: [[u8::MAX; PLACES]; BLANKS],
            leftmost: [Place::OUTSIDE; BLANKS],
            fewest: 0,
            ..self
        }
    }

    /// True if the bound of a span of bingos reaches the threshold.
    pub(super) fn allows_bingos(&self, bounds: &Bounds<'_>, mut span: Span) -> bool {
        let reaches = |span: &Span| self.evaluator.most_blanks(span, self.threshold).is_some();
        reaches(&span) && {
            bounds.tighten(&mut span);
            reaches(&span)
        }
    }

    /// Allows each span of the queued anchor `entry` if the span's bound reaches the threshold. Adds to `pairs` the
    /// pairs of letters that two blanks may stand for in bingos of the allowed spans. Returns three values: the anchor,
    /// with no more room to the left than the allowed spans need; the largest number of blanks with which a play in
    /// them may still reach the threshold; and the letters that blanks may stand for.
    #[inline]
    pub(super) fn allow_spans(
        &mut self,
        bounds: &mut Bounds<'_>,
        entry: Entry,
        has_blank: bool,
        mut pairs: Option<&mut BlankPairs>,
    ) -> (Anchor, u8, TileSet) {
        let mut anchor = entry.anchor(bounds.line.taken);
        bounds.set_anchor(anchor);
        anchor.leftmost = anchor.first;
        let mut blank_letters = TileSet::EMPTY;
        let never_loses = bounds.rack.never_loses;
        // One closure for each kind of spans, so that each is inlined.
        if entry.are_bingos() {
            bounds.for_each_span(true, |span, letters| {
                if self.allows_bingos(bounds, span) {
                    blank_letters |= match &mut pairs {
                        Some(pairs) => bounds.add_blank_pairs(&span, pairs),
                        None => letters,
                    };
                    self.allow(&span, u8::MAX, &mut anchor);
                }
                true
            });
            return (anchor, u8::MAX, blank_letters);
        }
        let mut most_blanks = 0;
        let tightens = E::TIGHTENS && has_blank;
        bounds.for_each_span(false, |span, letters| {
            let Some(mut blanks) = self.evaluator.most_blanks(&span, self.threshold) else {
                return !never_loses || self.evaluator.shorter_bound(&span) >= self.threshold;
            };
            if tightens {
                let scores = bounds.exact_most(&span);
                match self.evaluator.most_blanks_of(scores, self.threshold) {
                    Some(fewer) => blanks = fewer,
                    None => return true,
                }
            }
            most_blanks = most_blanks.max(blanks);
            blank_letters |= letters;
            self.allow(&span, blanks, &mut anchor);
            true
        });
        (anchor, most_blanks, blank_letters)
    }

    /// Index of a number of blanks in arrays by number of blanks.
    #[inline(always)]
    fn row(blanks: u8) -> usize {
        if E::LIMITS_BLANKS {
            usize::from(blanks) & (BLANKS - 1)
        } else {
            0
        }
    }

    /// Allows a span, and makes room for it to the left of the anchor.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a count of tiles, and a place"
    )]
    fn allow(&mut self, span: &Span, blanks: u8, anchor: &mut Anchor) {
        anchor.leftmost = anchor.leftmost.min(span.first);
        self.fewest = self.fewest.min(span.placed as u32);
        let by_blanks = self.last.iter_mut().zip(&mut self.leftmost);
        let rows = if E::LIMITS_BLANKS {
            usize::from(blanks) + 1
        } else {
            1
        };
        for (last, leftmost) in by_blanks.take(rows) {
            if E::LIMITS_BLANKS {
                *leftmost = (*leftmost).min(span.first);
            }
            if let Some(last) = last.get_mut(span.first.number()) {
                *last = (*last).max(span.last.number() as u8);
            }
        }
    }
}

impl<E: Evaluator> Sink for Pruner<'_, E> {
    type Break = Infallible;

    const IS_SPARSE: bool = true;

    const LIMITS_BLANKS: bool = E::LIMITS_BLANKS;

    #[inline(always)]
    fn allows_right(&self, first: Place, place: Place, blanks: u8) -> bool {
        #[expect(clippy::indexing_slicing, reason = "indices are below 4 and 32")]
        let last = self.last[Self::row(blanks)][first.index()];
        place.number() <= usize::from(last)
    }

    #[inline(always)]
    fn allows_left(&self, place: Place, blanks: u8) -> bool {
        #[expect(clippy::indexing_slicing, reason = "an index is below 4")]
        let leftmost = self.leftmost[Self::row(blanks)];
        place >= leftmost
    }

    #[inline(always)]
    fn allows_count(&self, placed: u32) -> bool {
        placed >= self.fewest
    }

    #[inline(always)]
    fn allows_score(&self, placed: u32, score: i32, blanks: u8) -> bool {
        self.allows_count(placed)
            && (self.gains_by_blank
                || self.evaluator.bound(placed as usize, score, blanks) >= self.threshold)
    }

    fn emit(&mut self, play: &Play) -> ControlFlow<Infallible> {
        self.evaluator.offer(play);
        self.threshold = self.evaluator.threshold();
        ControlFlow::Continue(())
    }
}
