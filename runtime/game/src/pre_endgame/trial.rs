//! Playouts of all candidates, after which a race has only the best of them.

use lexc_runtime::{Move, ScorelessTurns, TrackedPosition};

use super::deal::Deal;
use super::outcome::outcomes_of;
use super::race::{Limits, Total};
use crate::parallel;

/// The number of candidates that are left for a race.
const FINALISTS: usize = 4;

/// The number of deals in the first round, unless there are fewer.
const FIRST_DEALS: usize = 32;

/// The playout of an outcome takes as long as this number of nodes of an end game.
const NODES_OF_PLAYOUT: u64 = 100;

/// The results of a trial.
#[derive(Debug)]
pub(super) struct Trial {
    /// The candidates that have played at least one round, best first. The finalists are the first ones.
    pub(super) ranking: Vec<usize>,
    pub(super) finalists: usize,
    /// The number of deals that all finalists have played: the first ones.
    pub(super) deals: usize,
    /// The number of nodes that would have taken as long.
    pub(super) nodes: u64,
    totals: Vec<Total>,
}

impl Trial {
    /// Plays the candidates out by static moves. Each round has the better half of the candidates of the round before, and
    /// twice its deals (sequential halving), until the finalists have played all deals or a limit ends the trial: a limit of
    /// nodes after a round, a deadline after a candidate. The candidate `kept` stays among the finalists.
    ///
    /// `progress` is called after each candidate of the first round, with the number of candidates so far; if it
    /// returns `false`, the others are left out.
    pub(super) fn of(
        (actions, kept): (&[Move], Option<usize>),
        deals: &[Deal],
        (tracked, scoreless, lead): (&TrackedPosition<'_>, ScorelessTurns, i64),
        limits: Limits<'_>,
        mut progress: impl FnMut(usize) -> bool,
    ) -> Trial {
        let mut trial = Trial {
            totals: vec![Total::default(); actions.len()],
            ..Trial::left_out(actions.len(), 0)
        };
        let mut end = FIRST_DEALS.min(deals.len());
        loop {
            let mut count = 0;
            for one in trial.ranking[..trial.finalists].iter().copied() {
                let played = parallel::map(&deals[trial.deals..end], |deal| {
                    let outcomes = outcomes_of(tracked, scoreless, &actions[one], deal, true);
                    (Total::of(&outcomes, lead), outcomes.len() as u64)
                });
                for (total, outcomes) in played {
                    trial.nodes += NODES_OF_PLAYOUT * outcomes;
                    trial.totals[one] = trial.totals[one].plus(total);
                }
                count += 1;
                let is_first = trial.deals == 0;
                if limits.deadline.is_over() || is_first && !progress(count) {
                    break;
                }
            }
            let is_complete = count == trial.finalists;
            if trial.deals == 0 {
                trial.ranking.truncate(count);
                trial.finalists = count;
            }
            let Trial {
                ranking,
                totals,
                finalists,
                ..
            } = &mut trial;
            ranking[..*finalists].sort_by(|a, b| {
                let [a, b] = [a, b].map(|one| totals[*one].means());
                b.partial_cmp(&a).unwrap_or(std::cmp::Ordering::Equal)
            });
            if is_complete || trial.deals == 0 {
                trial.deals = end;
            }
            let is_last = trial.finalists <= FINALISTS && end == deals.len();
            let is_over = !is_complete || is_last || trial.nodes >= limits.nodes;
            let left = match is_over {
                true => FINALISTS,
                false => trial.finalists.div_ceil(2).max(FINALISTS),
            };
            trial.keep(left, kept);
            if is_over {
                return trial;
            }
            end = deals.len().min(2 * end);
        }
    }

    /// Keeps this number of finalists, or all if they are fewer; among them is the candidate `kept`, if it was one.
    fn keep(&mut self, left: usize, kept: Option<usize>) {
        let finalists = &mut self.ranking[..self.finalists];
        let place = finalists.iter().position(|one| Some(*one) == kept);
        if let Some(out) = place.filter(|place| (1..=*place).contains(&left)) {
            finalists[left - 1..=out].rotate_right(1);
        }
        self.finalists = self.finalists.min(left);
    }

    /// All candidates and all deals, without a playout.
    pub(super) fn left_out(candidates: usize, deals: usize) -> Trial {
        Trial {
            ranking: (0..candidates).collect(),
            finalists: candidates,
            deals,
            nodes: 0,
            totals: Vec::new(),
        }
    }

    /// The results of a candidate over the deals that it has played.
    pub(super) fn total(&self, candidate: usize) -> &Total {
        &self.totals[candidate]
    }
}
