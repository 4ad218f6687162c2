//! Evaluators: rank plays by score, or moves by equity.

use core::convert::Infallible;
use core::ops::ControlFlow;

use lexc_formats::MAX_TILES;

use super::heap::TopK;
use super::sums::COUNTS;
use crate::game::candidate::{Candidate, Move, for_each_exchange, strides};
use crate::game::leaves::{Leaves, MAX_TABULATED_LEAVES};
use crate::game::play::Play;
use crate::game::position::Position;
use crate::game::rack::{Rack, RackTile};

/// Ranks plays and keeps the best.
pub(super) trait Evaluator {
    /// True if the score alone ranks plays.
    const BY_SCORE: bool;

    /// Upper bound on the score or equity of plays that place this number of tiles and score at most `score`.
    fn bound(&self, placed: usize, score: i32) -> i64;

    /// Least score or equity that can still be kept.
    fn threshold(&self) -> i64;

    /// Keeps the play if it is among the best.
    fn offer(&mut self, play: &Play);
}

/// Ranks plays by score.
pub(super) struct ByScore<'s>(pub(super) TopK<'s, Play>);

impl Evaluator for ByScore<'_> {
    const BY_SCORE: bool = true;

    fn bound(&self, _placed: usize, score: i32) -> i64 {
        score.into()
    }

    fn threshold(&self) -> i64 {
        self.0.threshold(|play| play.score().into())
    }

    fn offer(&mut self, play: &Play) {
        self.0.offer(*play);
    }
}

/// Ranks moves by equity: score and leave value.
pub(super) struct ByEquity<'s, 'l> {
    pub(super) top: TopK<'s, Candidate>,
    leaves: RackLeaves<'l>,
}

impl<'s, 'l> ByEquity<'s, 'l> {
    /// Evaluator that was offered the pass and the exchanges.
    pub(super) fn new(
        position: &Position<'_>,
        bag_len: usize,
        leaves: &'l dyn Leaves,
        best: &'s mut [Option<Candidate>],
    ) -> ByEquity<'s, 'l> {
        let mut evaluator = ByEquity {
            top: TopK::new(best, Candidate::best_first),
            leaves: RackLeaves::new(position.rack(), leaves),
        };
        evaluator.top.offer(pass(position, leaves));
        let _ = for_each_exchange(position, bag_len, |exchanged, _| {
            evaluator.top.offer(Candidate {
                action: Move::Exchange(*exchanged),
                equity: evaluator.leaves.without(*exchanged).into(),
            });
            ControlFlow::<Infallible>::Continue(())
        });
        evaluator
    }
}

impl Evaluator for ByEquity<'_, '_> {
    const BY_SCORE: bool = false;

    fn bound(&self, placed: usize, score: i32) -> i64 {
        let leave = self.leaves.highest.get(placed).copied().unwrap_or(i32::MAX);
        i64::from(score) * Candidate::PER_POINT + i64::from(leave)
    }

    fn threshold(&self) -> i64 {
        self.top.threshold(|candidate| candidate.equity)
    }

    fn offer(&mut self, play: &Play) {
        if self.bound(play.placed_len(), play.score()) < self.threshold() {
            return;
        }
        let leave = self.leaves.after(play);
        self.top.offer(Candidate::play(*play, leave));
    }
}

/// Leave values of a rack.
pub(in crate::movegen) struct RackLeaves<'l> {
    leaves: &'l dyn Leaves,
    rack: Rack,
    /// By number of tiles taken from the rack, an upper bound on the value of the leave.
    highest: [i32; COUNTS],
    /// Values by the sum of the strides of the tiles taken; `None` if there are too many leaves.
    values: Option<[i32; MAX_TABULATED_LEAVES]>,
    strides: [usize; MAX_TILES + 1],
}

impl<'l> RackLeaves<'l> {
    /// Not inlined: the caller would then have a second copy of the values, 1.5 KB of stack.
    #[inline(never)]
    pub(in crate::movegen) fn new(rack: &Rack, leaves: &'l dyn Leaves) -> RackLeaves<'l> {
        let (strides, leave_count) = strides(rack);
        let mut this = RackLeaves {
            leaves,
            rack: *rack,
            highest: [i32::MIN; COUNTS],
            values: None,
            strides,
        };
        if leave_count > MAX_TABULATED_LEAVES {
            this.highest = [leaves.bound(); COUNTS];
            return this;
        }
        let values = this.values.insert([0; MAX_TABULATED_LEAVES]);
        let highest = &mut this.highest;
        leaves.for_each_leave(rack, &mut |kept, value| {
            let strides = kept
                .iter()
                .map(|tile| strides.get(tile.index()).unwrap_or(&0));
            let taken = leave_count.checked_sub(1 + strides.sum::<usize>());
            if let Some(entry) = taken.and_then(|taken| values.get_mut(taken)) {
                *entry = value;
            }
            let taken = rack.len().checked_sub(kept.len());
            if let Some(highest) = taken.and_then(|taken| highest.get_mut(taken)) {
                *highest = (*highest).max(value);
            }
        });
        this
    }

    /// Value of the leave of a play.
    pub(in crate::movegen) fn after(&self, play: &Play) -> i32 {
        self.without(play.placed().map(|(_, placed_tile)| placed_tile.into()))
    }

    /// Value of the rack without these tiles.
    pub(in crate::movegen) fn without(&self, taken: impl IntoIterator<Item = RackTile>) -> i32 {
        let taken = taken.into_iter();
        if let Some(values) = &self.values {
            let strides = taken.map(|tile| self.strides.get(tile.index()).unwrap_or(&0));
            return values.get(strides.sum::<usize>()).copied().unwrap_or(0);
        }
        let mut kept = self.rack;
        for tile in taken {
            let _ = kept.remove(tile);
        }
        self.leaves.value(&kept)
    }
}

/// The pass, with its equity.
pub(in crate::movegen) fn pass(position: &Position<'_>, leaves: &dyn Leaves) -> Candidate {
    Candidate {
        action: Move::Pass,
        equity: leaves.value(position.rack()).into(),
    }
}
