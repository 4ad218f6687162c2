//! Evaluators, which rank plays by score or moves by equity, keep the best, and give the bounds by which the search
//! prunes.

use core::convert::Infallible;
use core::ops::ControlFlow;

use super::bound::Span;
use super::heap::TopK;
use super::leave_bounds::LeaveBounds;
use super::rack_leaves::RackLeaves;
use super::sums::RackValues;
use crate::game::candidate::{Candidate, Move};
use crate::game::exchange::for_each_exchange;
use crate::game::leaves::Leaves;
use crate::game::play::Play;
use crate::game::position::Position;
use crate::game::rack::Rack;
use crate::movegen::in_view::InView;

/// Ranks plays, keeps the best, and bounds the score or equity of plays not yet found.
pub(super) trait Evaluator {
    /// True if the bound of a span depends on the number of blanks so much that limiting blanks at each place saves more than it
    /// takes.
    const LIMITS_BLANKS: bool;

    /// True if tighter bounds on the scores of spans save more than they take, for a rack with a blank.
    const TIGHTENS: bool;

    /// Upper bound on the score or equity of plays that place this number of tiles, at least `blanks` of them blanks, and score at
    /// most `score`.
    fn bound(&self, placed: usize, score: i32, blanks: u8) -> i64;

    /// Upper bound on the score or equity of plays in a span.
    fn span_bound(&self, span: &Span) -> i64;

    /// Upper bound on the score or equity of plays in the spans that have as many tiles to the left as this span, and
    /// fewer to the right. Holds only if no tile and no bonus costs points.
    fn shorter_bound(&self, span: &Span) -> i64;

    /// Upper bound on the number of blanks with which a play in a span may still reach the threshold; `None` if no play may.
    fn most_blanks(&self, span: &Span, threshold: i64) -> Option<u8>;

    /// [`most_blanks`](Self::most_blanks), from the highest scores with at least no, one and two blanks.
    fn most_blanks_of(&self, _scores: [i32; 3], _threshold: i64) -> Option<u8> {
        Some(u8::MAX)
    }

    /// Least score or equity that can still be kept.
    fn threshold(&self) -> i64;

    /// Keeps the play if it is among the best.
    fn offer(&mut self, play: &Play);
}

/// Ranks plays by score.
pub(super) struct ByScore<'s> {
    top: TopK<'s, Play>,
    in_view: InView<'s>,
}

impl<'s> ByScore<'s> {
    /// Keeps the best plays in the slots, of the plays that are in the view.
    pub(super) fn new(slots: &'s mut [Option<Play>], in_view: InView<'s>) -> ByScore<'s> {
        ByScore {
            top: TopK::new(slots, Play::best_first),
            in_view,
        }
    }

    /// Sorts the plays kept. Returns their number.
    pub(super) fn finish(self) -> usize {
        self.top.finish()
    }
}

impl Evaluator for ByScore<'_> {
    const LIMITS_BLANKS: bool = false;
    const TIGHTENS: bool = true;

    fn bound(&self, _placed: usize, score: i32, _blanks: u8) -> i64 {
        score.into()
    }

    fn span_bound(&self, span: &Span) -> i64 {
        span.score.into()
    }

    fn shorter_bound(&self, span: &Span) -> i64 {
        span.score.into()
    }

    fn most_blanks(&self, span: &Span, threshold: i64) -> Option<u8> {
        (i64::from(span.score) >= threshold).then_some(u8::MAX)
    }

    fn most_blanks_of(&self, scores: [i32; 3], threshold: i64) -> Option<u8> {
        let [any, one, two] = scores.map(|score| i64::from(score) >= threshold);
        any.then_some(if two { u8::MAX } else { one.into() })
    }

    fn threshold(&self) -> i64 {
        self.top.threshold(|play| play.score().into())
    }

    fn offer(&mut self, play: &Play) {
        if self.in_view.admits(play) {
            self.top.offer(*play);
        }
    }
}

/// Values of a rack's leaves, and bounds on them.
pub(super) struct LeaveValues<'l> {
    leaves: RackLeaves<'l>,
    bounds: LeaveBounds,
}

impl<'l> LeaveValues<'l> {
    /// Evaluates the leaves, unless they are too many.
    pub(super) fn new(
        position: &Position<'_>,
        rack: &RackValues,
        leaves: &'l dyn Leaves,
    ) -> LeaveValues<'l> {
        let leaves = RackLeaves::new(position.rack(), leaves);
        LeaveValues {
            bounds: LeaveBounds::new(position, rack, &leaves),
            leaves,
        }
    }
}

/// Ranks moves by equity: score plus leave value.
pub(super) struct ByEquity<'s, 'l> {
    top: TopK<'s, Candidate>,
    values: &'s LeaveValues<'l>,
    in_view: InView<'s>,
}

impl<'s, 'l> ByEquity<'s, 'l> {
    /// Evaluator that keeps the best moves in the slots.
    pub(super) fn new(
        values: &'s LeaveValues<'l>,
        best: &'s mut [Option<Candidate>],
        in_view: InView<'s>,
    ) -> ByEquity<'s, 'l> {
        ByEquity {
            top: TopK::new(best, Candidate::best_first),
            values,
            in_view,
        }
    }

    /// Offers the exchanges; if `is_first`, only one with the highest leave value, for a threshold, or none if the leaves
    /// are not tabulated.
    pub(super) fn offer_exchanges(
        &mut self,
        position: &Position<'_>,
        bag_len: usize,
        is_first: bool,
    ) {
        offer_exchanges(
            position,
            bag_len,
            &self.values.leaves,
            &mut self.top,
            is_first,
        );
    }

    /// Offers the exchanges if one of them may still be kept.
    pub(super) fn offer_last_exchanges(&mut self, position: &Position<'_>, bag_len: usize) {
        let (threshold, bounds) = (self.threshold(), &self.values.bounds);
        let mut lens = 1..=position.rack().len();
        if lens.any(|len| i64::from(bounds.highest(len, 0)) >= threshold) {
            self.offer_exchanges(position, bag_len, false);
        }
    }

    /// Offers a move with its equity.
    pub(super) fn offer_move(&mut self, candidate: Candidate) {
        self.top.offer(candidate);
    }

    /// Offers the pass, and sorts the best moves. Returns their number. Offered earlier, the pass would give the search a threshold
    /// that is too high: it ranks last, whatever its equity.
    pub(super) fn finish_with_pass(mut self) -> usize {
        self.top.offer(Candidate {
            action: Move::Pass,
            equity: self.values.leaves.without([]).into(),
        });
        self.finish()
    }

    /// Sorts the best moves. Returns their number.
    pub(super) fn finish(self) -> usize {
        self.top.finish()
    }
}

/// Offers the exchanges. If the leaves are tabulated, skips exchanges below the threshold and, with the feature
/// `speed`, starts at an exchange with the highest leave value, and ends there if `is_first`.
fn offer_exchanges(
    position: &Position<'_>,
    bag_len: usize,
    leaves: &RackLeaves<'_>,
    top: &mut TopK<'_, Candidate>,
    is_first: bool,
) {
    let exchange = |exchanged: Rack, leave: i32| Candidate {
        action: Move::Exchange(exchanged),
        equity: leave.into(),
    };
    let Some(values) = leaves.tabulated() else {
        if is_first {
            return;
        }
        let _ = for_each_exchange(position, bag_len, |exchanged, _| {
            top.offer(exchange(*exchanged, leaves.without(*exchanged)));
            ControlFlow::<Infallible>::Continue(())
        });
        return;
    };
    let most = position.rules().most_exchanged_with(bag_len);
    if most == 0 {
        return;
    }
    // The first value is that of the pass's leave. Programs without the feature `speed` try the exchanges in the order
    // of the table.
    let exchanges = values.iter().enumerate().skip(1);
    let best = exchanges.max_by_key(|&(_, leave)| leave);
    let best = best.map_or(1, |(sum, _)| if cfg!(feature = "speed") { sum } else { 1 });
    let mut threshold = top.threshold(|candidate| candidate.equity);
    let last = values.len().saturating_sub(1);
    for sum in best..best + last {
        let sum = if sum > last { sum - last } else { sum };
        let leave = values.get(sum).copied().unwrap_or(i32::MIN);
        if i64::from(leave) >= threshold {
            let exchanged = leaves.taken(sum);
            if exchanged.len() <= most {
                top.offer(exchange(exchanged, leave));
                if is_first {
                    return;
                }
                threshold = top.threshold(|candidate| candidate.equity);
            }
        }
    }
}

impl Evaluator for ByEquity<'_, '_> {
    const LIMITS_BLANKS: bool = true;
    const TIGHTENS: bool = false;

    fn bound(&self, placed: usize, score: i32, blanks: u8) -> i64 {
        equity(score, self.values.bounds.highest(placed, blanks))
    }

    #[inline(always)]
    fn span_bound(&self, span: &Span) -> i64 {
        equity(span.score, self.values.bounds.span(span))
    }

    #[inline(always)]
    fn shorter_bound(&self, span: &Span) -> i64 {
        equity(span.score, self.values.bounds.below(span))
    }

    #[inline(always)]
    fn most_blanks(&self, span: &Span, threshold: i64) -> Option<u8> {
        let is_enough = |bound| equity(span.score, bound) >= threshold;
        self.values.bounds.most_blanks(span, is_enough)
    }

    fn threshold(&self) -> i64 {
        self.top.threshold(|candidate| candidate.equity)
    }

    fn offer(&mut self, play: &Play) {
        if self.bound(play.placed_len(), play.score(), 0) < self.threshold() {
            return;
        }
        let leave = self.values.leaves.after(play);
        let candidate = Candidate::play(*play, leave);
        if candidate.equity >= self.threshold() && self.in_view.admits(play) {
            self.top.offer(candidate);
        }
    }
}

/// Equity of a play, in thousandths of a point: its score, in points, plus its leave value.
#[inline(always)]
fn equity(score: i32, leave: i32) -> i64 {
    i64::from(score) * Candidate::PER_POINT + i64::from(leave)
}
