//! Candidates of a simulation under way.

use lexc_runtime::Candidate;

use super::estimate::Estimate;
use super::rollout::Outcome;

/// A candidate and its outcomes so far.
#[derive(Clone, Debug)]
pub(super) struct Running {
    pub(super) candidate: Candidate,
    /// The outcome of each sample. Candidates are compared sample by sample.
    pub(super) outcomes: Vec<Outcome>,
    pub(super) equity: Estimate,
    pub(super) wins: Estimate,
    pub(super) dropped_at: Option<u32>,
}

impl Running {
    pub(super) fn new(candidate: Candidate) -> Running {
        Running {
            candidate,
            outcomes: Vec::new(),
            equity: Estimate::default(),
            wins: Estimate::default(),
            dropped_at: None,
        }
    }

    pub(super) fn add(&mut self, outcome: Outcome) {
        self.outcomes.push(outcome);
        self.equity.add(outcome.equity);
        self.wins.add(outcome.wins);
    }

    /// The estimate of the mean difference between the outcomes of the two candidates in the same sample.
    pub(super) fn minus(&self, other: &Running, key: fn(&Outcome) -> i64) -> Estimate {
        let mut difference = Estimate::default();
        for (own, other) in self.outcomes.iter().zip(&other.outcomes) {
            difference.add(key(own) - key(other));
        }
        difference
    }

    /// Returns `true` if both candidates have the same wins in every sample.
    pub(super) fn wins_as(&self, other: &Running) -> bool {
        let mut outcomes = self.outcomes.iter().zip(&other.outcomes);
        outcomes.all(|(own, other)| own.wins == other.wins)
    }

    /// The key by which candidates with the same samples rank: the highest first.
    pub(super) fn rank(&self, by_wins: bool) -> (i64, i64) {
        (if by_wins { self.wins.sum() } else { 0 }, self.equity.sum())
    }
}
