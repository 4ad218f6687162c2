//! [`AnalysisTotals`]: sums over the judgements of a player.

use std::ops::AddAssign;

use lexc_runtime::Candidate;

use super::{Judgement, Mistake};

/// Sums over the judgements of a player, in one game or several.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct AnalysisTotals {
    turns: usize,
    lost: i64,
    rated_turns: usize,
    win_rate_lost: f64,
    phonies: usize,
    mistakes: [usize; Mistake::ALL.len()],
}

impl AnalysisTotals {
    /// The number of judgements.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// The points lost per turn, on average; 0 without a turn.
    pub fn average_lost(&self) -> f64 {
        let points = self.lost as f64 / Candidate::PER_POINT as f64;
        points / self.turns.max(1) as f64
    }

    /// The share of wins lost per turn, on average over the turns that have it; `None` if none has.
    pub fn average_win_rate_lost(&self) -> Option<f64> {
        let is_known = self.rated_turns > 0;
        is_known.then(|| self.win_rate_lost / self.rated_turns as f64)
    }

    /// The number of plays that form a phony, mistakes or not.
    pub fn phonies(&self) -> usize {
        self.phonies
    }

    /// The number of mistakes of a kind.
    pub fn mistakes(&self, kind: Mistake) -> usize {
        let count = self.mistakes.get(kind as usize);
        count.copied().unwrap_or(0)
    }
}

impl<'j> Extend<&'j Judgement> for AnalysisTotals {
    fn extend<I: IntoIterator<Item = &'j Judgement>>(&mut self, judgements: I) {
        for judgement in judgements {
            self.turns += 1;
            self.lost += judgement.lost();
            if let Some(lost) = judgement.win_rate_lost() {
                self.rated_turns += 1;
                self.win_rate_lost += lost;
            }
            self.phonies += usize::from(!judgement.phonies.is_empty());
            let kind = judgement.mistake;
            if let Some(count) = kind.and_then(|kind| self.mistakes.get_mut(kind as usize)) {
                *count += 1;
            }
        }
    }
}

impl AddAssign<&AnalysisTotals> for AnalysisTotals {
    fn add_assign(&mut self, other: &AnalysisTotals) {
        self.turns += other.turns;
        self.lost += other.lost;
        self.rated_turns += other.rated_turns;
        self.win_rate_lost += other.win_rate_lost;
        self.phonies += other.phonies;
        for (count, more) in self.mistakes.iter_mut().zip(other.mistakes) {
            *count += more;
        }
    }
}
