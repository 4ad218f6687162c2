//! [`ByMinimax`]: looks ahead by minimax over sampled racks.

use std::cmp::Reverse;
use std::fmt;

use lexc_runtime::{Leaves, Move, MoveGen};

use super::ranked::ByEquity;
use super::{Player, PlayerView};
use crate::random::Random;
use crate::sim::{Rollout, Rollouts, Sample};

/// Makes the move of the highest value by minimax over a few moves, averaged over sampled tiles.
///
/// For each sample, the opponent's rack and the order of the bag are drawn from the unseen tiles, and both players see
/// them. A value is the spread that the player gains up to the last move, plus the value of the player's last leave,
/// less the value of the opponent's last leave (Shannon, "Programming a computer for playing chess", 1950). The end of
/// a game counts as in a [`Simulation`](crate::Simulation). Branches that can't change a value are cut (Knuth and Moore
/// 1975).
///
/// - **Candidates**: the 10 moves of the highest equity. Among more than two players, makes the move of the highest equity.
/// - **Width**: the 3 moves of the highest equity at each later turn, and the best one at the last turn.
/// - **Samples**: the same for all candidates. After every 32 samples, the better half of the candidates stays, until
///   one is left (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013). The same view
///   gives the same samples and the same move.
#[derive(Clone, Copy)]
pub struct ByMinimax<'l> {
    leaves: &'l (dyn Leaves + Sync),
    plies: u32,
    samples: u64,
}

/// The number of candidates: moves of the player on turn.
const CANDIDATES: usize = 10;

/// The number of moves at each later turn except the last one.
const WIDTH: usize = 3;

/// The number of samples after which the worse half of the candidates is dropped.
const SAMPLES: u64 = 32;

/// The seed of the samples.
const SEED: u64 = 1;

impl<'l> ByMinimax<'l> {
    /// A player that looks this number of moves ahead, its own move included; 0 counts as 1.
    pub fn new(leaves: &'l (dyn Leaves + Sync), plies: u32) -> ByMinimax<'l> {
        ByMinimax {
            leaves,
            plies: plies.max(1),
            samples: SAMPLES,
        }
    }

    /// The same player with another number of samples, at least 1, after which the worse half of the candidates is
    /// dropped.
    #[must_use]
    pub fn with_samples(self, samples: u64) -> ByMinimax<'l> {
        ByMinimax {
            samples: samples.max(1),
            ..self
        }
    }

    /// The samples of a round. After each round, the worse half of the candidates is dropped.
    pub(super) fn samples(&self, view: &PlayerView<'_>, round: u64) -> Vec<Sample> {
        let rack_size = view.position().position().rules().rack_size();
        let (known, unknown) = (view.state().opponent_rack(), view.state().bag());
        let wanted = rack_size * self.plies as usize;
        let samples = (0..self.samples).map(|number| {
            let mut random = Random::new(SEED, round * self.samples + number);
            Sample::draw(unknown, known, rack_size, wanted, &mut random)
        });
        samples.collect()
    }

    /// The value of a rollout after `ply` moves, for player 0, in thousandths of a point. If the value is not between
    /// `alpha` and `beta`, returns a bound on it.
    fn value(
        &self,
        rollouts: &Rollouts<'_>,
        rollout: &mut Rollout<'_, '_>,
        ply: u32,
        [mut alpha, mut beta]: [i64; 2],
    ) -> i64 {
        if ply >= self.plies || rollout.is_over() {
            return rollouts.outcome(rollout).equity;
        }
        let player = ply as usize % 2;
        let width = if ply + 1 == self.plies { 1 } else { WIDTH };
        let mut best = None;
        for action in rollout.top(player, rollouts.leaves, width) {
            let value = rollout.with_move(player, &action, |rollout| {
                self.value(rollouts, rollout, ply + 1, [alpha, beta])
            });
            if player == 0 {
                best = best.max(Some(value));
                alpha = alpha.max(value);
            } else {
                best = Some(best.map_or(value, |best: i64| best.min(value)));
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        best.unwrap_or_else(|| rollouts.outcome(rollout).equity)
    }
}

impl Player for ByMinimax<'_> {
    fn choose(&self, view: &PlayerView<'_>) -> Move {
        if view.state().players() != 2 {
            return ByEquity::new(self.leaves).choose(view);
        }
        let tracked = view.position();
        let rollouts = Rollouts {
            tracked,
            leaves: self.leaves,
            plies: self.plies - 1,
            scoreless: view.scoreless_turns(),
            turns_left: view.state().turns_left(),
            spread: view.lead(),
        };
        let leaves: &dyn Leaves = self.leaves;
        let movegen = MoveGen::new(tracked.lexicon()).with_moves(view.bag_len(), leaves);
        let candidates = movegen.best_n(tracked, CANDIDATES).into_iter();
        let mut candidates: Vec<(Move, i64)> = candidates.map(|one| (one.action, 0)).collect();
        let mut round = 0;
        while candidates.len() > 1 {
            let samples = self.samples(view, round);
            for (action, sum) in &mut candidates {
                let values = samples.iter().map(|sample| {
                    let mut rollout = rollouts.start(Box::new(tracked.clone()), sample);
                    rollout.with_move(0, action, |rollout| {
                        self.value(&rollouts, rollout, 1, [i64::MIN, i64::MAX])
                    })
                });
                *sum += values.sum::<i64>();
            }
            candidates.sort_by_key(|(_, sum)| Reverse(*sum));
            candidates.truncate(candidates.len().div_ceil(2));
            round += 1;
        }
        candidates.first().map_or(Move::Pass, |(action, _)| *action)
    }
}

impl fmt::Debug for ByMinimax<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByMinimax")
            .field("plies", &self.plies)
            .finish_non_exhaustive()
    }
}
