//! Bounds on the plays from the anchors of one line.

use lexc_formats::TileSet;

use super::bingo_filter::BingoFilter;
use super::bound::{Span, Spans};
use super::equity::Evaluator;
use super::line_sums::LineSums;
use super::rack_values::RackValues;
use crate::game::position::Position;
use crate::game::square::Line;
use crate::movegen::anchor::Anchor;
use crate::movegen::line::{LineCrossSets, LineState};

/// Lower than every bound.
const NO_SPAN: i64 = i64::MIN;

/// One line, with the bounds of the rack's plays on it.
pub(super) struct LineBounds<'r, 'i> {
    pub(super) line: LineState,
    pub(super) rack: &'r RackValues,
    sums: LineSums,
    spans: Spans,
    bingo_filter: Option<BingoFilter<'i>>,
}

impl<'r, 'i> LineBounds<'r, 'i> {
    /// Bounds of no line yet.
    #[inline(always)]
    pub(super) fn new(
        rack: &'r RackValues,
        bingo_filter: Option<BingoFilter<'i>>,
    ) -> LineBounds<'r, 'i> {
        LineBounds {
            line: LineState::EMPTY,
            rack,
            sums: LineSums::EMPTY,
            spans: Spans::NONE,
            bingo_filter,
        }
    }

    /// Reads a line, unless it is the one read last.
    pub(super) fn set_line(
        &mut self,
        position: &Position<'_>,
        line: Line,
        sets: LineCrossSets<'_>,
    ) {
        if line != self.line.line || self.line.len == 0 {
            self.line.set(position, line, sets);
            self.sums.set(self.rack, &self.line);
        }
    }

    /// Finds the spans around an anchor of the line.
    #[inline(always)]
    pub(super) fn set_anchor(&mut self, anchor: Anchor) {
        self.spans.set(self.rack, &self.sums, anchor);
    }

    /// Bound on the plays around the anchor, without bingos if these are queued by themselves; `None` if there is no span.
    #[inline(always)]
    pub(super) fn bound_without_bingos<E: Evaluator>(&self, evaluator: &E) -> Option<i64> {
        let mut highest = NO_SPAN;
        let mut visit = |span: Span| {
            highest = highest.max(evaluator.bound(span.placed, span.score));
        };
        if self.is_longest_highest::<E>() {
            self.spans
                .for_each_longest(self.rack, &self.sums, self.most_placed(), visit);
        } else {
            self.for_each_span(|span| {
                visit(span);
                true
            });
        }
        (highest != NO_SPAN).then_some(highest)
    }

    /// Bound on the bingos around the anchor, if these are queued by themselves; `None` if there is none.
    #[inline(always)]
    pub(super) fn bound_of_bingos<E: Evaluator>(&mut self, evaluator: &E) -> Option<i64> {
        let mut highest = NO_SPAN;
        self.for_each_bingo(|span, _| {
            highest = highest.max(evaluator.bound(span.placed, span.score));
        });
        (highest != NO_SPAN).then_some(highest)
    }

    /// Visits the spans around the anchor, without bingos that are queued by themselves, as [`Spans::for_each`].
    #[inline(always)]
    pub(super) fn for_each_span(&self, visit: impl FnMut(Span) -> bool) {
        self.spans
            .for_each(self.rack, &self.sums, self.most_placed(), visit);
    }

    /// Visits the spans around the anchor that may have a bingo, if bingos are queued by themselves: with the exact bound,
    /// and the letters that blanks may stand for.
    #[inline(always)]
    pub(super) fn for_each_bingo(&mut self, mut visit: impl FnMut(Span, TileSet)) {
        let LineBounds {
            line,
            rack,
            sums,
            spans,
            bingo_filter: Some(filter),
        } = self
        else {
            return;
        };
        spans.for_each_with_all(
            rack,
            sums,
            |covered| filter.blank_letters(covered),
            |mut span, letters| {
                let exact = rack.most_with_all(line, span.first, span.last);
                span.score = span.score.min(exact);
                visit(span, letters);
            },
        );
    }

    /// True if of the spans with the same number of tiles to the left, the longest has the highest bound.
    #[inline(always)]
    pub(super) fn is_longest_highest<E: Evaluator>(&self) -> bool {
        E::BY_SCORE && self.rack.never_loses
    }

    /// Most tiles of a span, without bingos that are queued by themselves.
    #[inline(always)]
    fn most_placed(&self) -> usize {
        self.rack.len - usize::from(self.bingo_filter.is_some())
    }
}
