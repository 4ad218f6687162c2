//! [`Simulation`]: compares candidates by sampling (Appel and Jacobson 1988, section 7.3).

mod estimate;
mod report;
mod rollout;
mod running;
mod win;

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lexc_runtime::{
    Bag, Candidate, Cgp, GameState, Leaves, Lexicon, Move, MoveGen, Rack, Rules, TrackedPosition,
};

pub use self::estimate::Estimate;
pub use self::report::{SimulatedMove, SimulationEnd, SimulationError, SimulationReport};
use self::rollout::{Opening, Outcome};
pub(crate) use self::rollout::{Rollout, Rollouts, Sample};
use self::running::Running;
pub use self::win::win_rate;
use crate::deadline::Deadline;
use crate::inference::{Inference, KeptTiles, LastMove};
use crate::parallel;
use crate::random::Random;

/// The number of samples between two comparisons of candidates. A candidate plays all samples until it is dropped.
const BATCH: u32 = 32;

/// The number of samples before a candidate may be dropped: fewer give a poor estimate of the standard error.
const FIRST_COMPARISON: u32 = 4 * BATCH;

/// A simulation: its lexicon, values of leaves, and settings.
///
/// For each sample, the opponent's rack and the order of the bag are drawn from the unseen tiles. All candidates have
/// the same samples. A rollout makes the candidate, and then the given number of plies: both players in turn make the
/// move of the highest equity. Exchanged tiles go back into the bag. The equity of a rollout is the spread that the
/// player on turn gains. If the game is not over after the last ply, the equity also includes the value of the player's
/// last leave less that of the opponent's last leave or, if the bag is empty, the value of the opponent's tiles less
/// that of the player's tiles.
///
/// Sample *i* uses stream *i* of the seed, see [`Random`]: the same seed gives the same result on every host and
/// with any number of threads, unless a limit of time or an interrupt ends the simulation.
#[derive(Clone, Copy)]
pub struct Simulation<'a> {
    lexicon: &'a Lexicon<'a>,
    leaves: &'a (dyn Leaves + Sync),
    plies: Option<u32>,
    candidates: usize,
    samples: u32,
    confidence: Option<Confidence>,
    seed: u64,
    /// A candidate that is never dropped.
    kept: Option<Move>,
    last_move: Option<&'a LastMove>,
    time_limit: Option<Duration>,
    interrupt: Option<&'a AtomicBool>,
}

/// The confidence of the test that drops candidates: the probability that the test keeps a candidate that is as good as
/// the leader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Confidence {
    /// 95 %.
    P95,
    /// 99 %.
    P99,
    /// 99.9 %.
    P999,
}

impl Confidence {
    /// All confidences, in ascending order.
    pub const ALL: [Confidence; 3] = [Confidence::P95, Confidence::P99, Confidence::P999];

    /// The confidence in per cent: `95`, `99` or `99.9`.
    pub const fn percent(self) -> &'static str {
        match self {
            Confidence::P95 => "95",
            Confidence::P99 => "99",
            Confidence::P999 => "99.9",
        }
    }

    /// The one-sided quantile of the normal distribution.
    fn quantile(self) -> f64 {
        match self {
            Confidence::P95 => 1.645,
            Confidence::P99 => 2.326,
            Confidence::P999 => 3.090,
        }
    }
}

/// A number of moves that no game from a late position reaches.
const MOST_PLIES: u32 = 200;

impl<'a> Simulation<'a> {
    /// The number of moves after the candidate, unless another is set or the end is near: see [`with_plies`](Self::with_plies).
    pub const PLIES: u32 = 2;
    /// The number of candidates, unless another is set.
    pub const CANDIDATES: usize = 15;
    /// The largest number of samples, unless another is set; rounded up to 1,024.
    pub const SAMPLES: u32 = 1000;
    /// The largest number of samples that can be set with sense: a week of simulation.
    pub const MAX_SAMPLES: u32 = 1 << 30;
    /// The largest number of plies that can be set with sense: more than any game has.
    pub const MAX_PLIES: u32 = 1_000;
    /// The largest number of samples of a turn in an analysis, unless another is set.
    pub const ANALYSIS_SAMPLES: u32 = 300;
    /// The number of candidates of a player.
    pub const PLAYER_CANDIDATES: usize = 10;
    /// The largest number of samples of a player, unless another is set.
    pub const PLAYER_SAMPLES: u32 = 200;
    /// The confidence of the test that drops candidates, unless another is set.
    pub const CONFIDENCE: Confidence = Confidence::P99;

    /// A simulation with these numbers of plies, candidates and samples, this confidence, and the seed 1.
    pub fn new(lexicon: &'a Lexicon<'a>, leaves: &'a (dyn Leaves + Sync)) -> Simulation<'a> {
        Simulation {
            lexicon,
            leaves,
            plies: None,
            candidates: Simulation::CANDIDATES,
            samples: Simulation::SAMPLES,
            confidence: Some(Simulation::CONFIDENCE),
            seed: 1,
            kept: None,
            last_move: None,
            time_limit: None,
            interrupt: None,
        }
    }

    /// A simulation of which a player takes the first move, within a second or two: with fewer candidates and samples.
    pub fn for_players(
        lexicon: &'a Lexicon<'a>,
        leaves: &'a (dyn Leaves + Sync),
    ) -> Simulation<'a> {
        Simulation::new(lexicon, leaves)
            .with_candidates(Simulation::PLAYER_CANDIDATES)
            .with_samples(Simulation::PLAYER_SAMPLES)
    }

    /// The values of leaves.
    pub(crate) fn leaves(&self) -> &'a (dyn Leaves + Sync) {
        self.leaves
    }

    /// The same simulation with another number of moves after the candidate. Without this setting, the number is
    /// [`Simulation::PLIES`] while the bag has more tiles than a full rack. Later, rollouts go to the end of the game, and
    /// candidates are ranked by wins.
    #[must_use]
    pub fn with_plies(self, plies: u32) -> Simulation<'a> {
        Simulation {
            plies: Some(plies),
            ..self
        }
    }

    /// The same simulation with another number of candidates, at least 1. The candidates are the moves of the highest
    /// equity.
    #[must_use]
    pub fn with_candidates(self, candidates: usize) -> Simulation<'a> {
        Simulation { candidates, ..self }
    }

    /// The same simulation with another maximum number of samples, rounded up to a multiple of 32.
    #[must_use]
    pub fn with_samples(self, samples: u32) -> Simulation<'a> {
        Simulation { samples, ..self }
    }

    /// The same simulation with another confidence. A candidate is dropped if a paired z-test at this confidence finds
    /// its mean equity lower than the leader's. Both play the same samples, so the test compares the mean of the
    /// differences in equity with 0. It is made after 128 samples, then after every 32 more, and beyond 1,024 whenever a
    /// thirty-second part has been added. If candidates are ranked by wins,
    /// the test compares wins, or equities if both have the same wins in every sample. `None` keeps all candidates.
    #[must_use]
    pub fn with_confidence(self, confidence: Option<Confidence>) -> Simulation<'a> {
        Simulation { confidence, ..self }
    }

    /// The same simulation with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Simulation<'a> {
        Simulation { seed, ..self }
    }

    /// The same simulation with this legal move as a candidate that is never dropped.
    #[must_use]
    pub fn with_move(self, action: Move) -> Simulation<'a> {
        Simulation {
            kept: Some(action),
            ..self
        }
    }

    /// The same simulation after this move of the opponent, if it is given: each sample draws a leave by what the move tells,
    /// and the other tiles of the opponent's rack from the unseen ones. The search for these leaves takes up to a quarter of a limit of time.
    #[must_use]
    pub fn with_last_move(self, last_move: Option<&'a LastMove>) -> Simulation<'a> {
        Simulation { last_move, ..self }
    }

    /// The same simulation with a limit of time. A simulation may exceed the limit by a few milliseconds; it has at least one
    /// sample. The largest number of samples remains a limit, too.
    #[must_use]
    pub fn with_time_limit(self, time_limit: Duration) -> Simulation<'a> {
        Simulation {
            time_limit: Some(time_limit),
            ..self
        }
    }

    /// The same simulation with a flag by which another thread can end a simulation, as at a time limit.
    #[must_use]
    pub fn with_interrupt(self, interrupt: &'a AtomicBool) -> Simulation<'a> {
        Simulation {
            interrupt: Some(interrupt),
            ..self
        }
    }

    /// Simulates the moves of the player on turn. The opponent's rack has the tiles that the position shows on it, and
    /// is filled from the unseen tiles.
    ///
    /// `progress` is called after every 32 samples, with the number of samples so far. Then the simulation ends if
    /// `progress` returns `false`, if the samples are complete, or, with a confidence, if only one candidate is left.
    /// With the feature `threads`, runs on the current rayon thread pool.
    ///
    /// # Errors
    /// If the position breaks the rules, the opponent has tiles that are not among the unseen ones, or no tiles are
    /// unseen.
    pub fn run(
        &self,
        cgp: &Cgp<'_>,
        rules: &Rules,
        progress: impl FnMut(u32) -> bool,
    ) -> Result<SimulationReport, SimulationError> {
        let unseen = rules.unseen(cgp.board(), cgp.rack());
        let rest = unseen.clone().checked_sub(cgp.opponent_rack());
        let state = cgp.state_with(unseen, rules);
        let state = state.map_err(SimulationError::Position)?;
        if rest.is_none() {
            return Err(SimulationError::OpponentRack);
        }
        self.run_in(&state, rules, progress)
    }

    /// Simulates the moves of the player on turn in this state.
    pub(crate) fn run_in(
        &self,
        state: &GameState,
        rules: &Rules,
        mut progress: impl FnMut(u32) -> bool,
    ) -> Result<SimulationReport, SimulationError> {
        if state.players() != 2 {
            return Err(SimulationError::Players);
        }
        let deadline = self.deadline(1);
        let position = state.position(rules).map_err(SimulationError::Position)?;
        let (known, unknown) = (state.opponent_rack(), state.bag());
        let unseen = known.len() + unknown.len();
        if unseen == 0 {
            return Err(SimulationError::NothingUnseen);
        }
        let kept = self.last_move.and_then(|last| {
            let (lexicon, leaves) = (self.lexicon, self.leaves);
            let inference = Inference {
                lexicon,
                leaves,
                last,
            };
            inference.kept(state, rules, self.deadline(4))
        });
        let tracked = TrackedPosition::new(self.lexicon, position);
        let bag_len = state.bag_len();
        let candidates = self.candidates_of(&tracked, bag_len);
        let is_late = self.plies.is_none() && bag_len <= rules.rack_size();
        let plies = match is_late {
            true => MOST_PLIES,
            false => self.plies.unwrap_or(Simulation::PLIES),
        };
        let rollouts = Rollouts {
            tracked: &tracked,
            leaves: self.leaves,
            plies,
            scoreless: state.scoreless_turns(),
            turns_left: state.turns_left(),
            spread: state.lead(),
        };
        let openings: Vec<Opening<'_>> =
            candidates.iter().map(|one| rollouts.opening(one)).collect();
        let mut running: Vec<Running> = candidates.into_iter().map(Running::new).collect();
        let (mut samples, mut end) = (0, SimulationEnd::Samples);
        let mut next_comparison = FIRST_COMPARISON;
        while samples < self.samples && running.iter().any(|one| one.dropped_at.is_none()) {
            let live: Vec<usize> = (0..running.len())
                .filter(|&index| running[index].dropped_at.is_none())
                .collect();
            let compared: Vec<&Opening<'_>> = live.iter().map(|&index| &openings[index]).collect();
            let play = |number: u32| {
                let mut random = Random::new(self.seed, number.into());
                let wanted = rules.rack_size() * (plies as usize + 2);
                let (known, unknown) = opponent_tiles(kept.as_ref(), known, unknown, &mut random);
                let sample = Sample::draw(&unknown, known, rules.rack_size(), wanted, &mut random);
                // The first sample is never left out.
                let deadline = if number == 0 {
                    Deadline::NONE
                } else {
                    deadline
                };
                rollouts.play(&compared, &sample, deadline)
            };
            let played = parallel::map(samples..samples + BATCH, play);
            let batch_end = samples + BATCH;
            for outcomes in played.into_iter().map_while(|outcomes| outcomes) {
                for (&index, outcome) in live.iter().zip(outcomes) {
                    running[index].add(outcome);
                }
                samples += 1;
            }
            if samples < batch_end {
                end = SimulationEnd::Deadline;
                break;
            }
            if samples >= next_comparison {
                self.drop_hopeless(&mut running, samples, is_late);
                next_comparison = samples + BATCH.max(samples / BATCH);
            }
            let left = running.iter().filter(|one| one.dropped_at.is_none());
            if left.count() == 1 && self.confidence.is_some() {
                end = SimulationEnd::Decided;
                break;
            }
            if !progress(samples) {
                end = SimulationEnd::Deadline;
                break;
            }
        }
        let plies = (!is_late).then_some(plies);
        Ok(SimulationReport::new(
            running,
            (samples, plies),
            unseen,
            end,
        ))
    }

    /// The deadline of a search that starts now and may take this part of the time.
    fn deadline(&self, part: u32) -> Deadline<'a> {
        Deadline::new(self.time_limit.map(|limit| limit / part), self.interrupt)
    }

    fn candidates_of(&self, tracked: &TrackedPosition<'_>, bag_len: usize) -> Vec<Candidate> {
        let leaves: &dyn Leaves = self.leaves;
        let movegen = MoveGen::new(self.lexicon).with_moves(bag_len, leaves);
        let mut candidates = movegen.best_n(tracked, self.candidates.max(1));
        let is_listed = |kept: &Move| candidates.iter().any(|one| one.action == *kept);
        if let Some(kept) = self.kept.filter(|kept| !is_listed(kept)) {
            candidates.push(movegen.candidate(tracked, kept));
        }
        candidates
    }

    /// Drops the candidates that are worse than the leader at the confidence of the settings.
    fn drop_hopeless(&self, running: &mut [Running], samples: u32, by_wins: bool) {
        let Some(confidence) = self.confidence else {
            return;
        };
        let live = |one: &&Running| one.dropped_at.is_none();
        let leader = running
            .iter()
            .filter(live)
            .max_by_key(|one| one.rank(by_wins));
        let Some(leader) = leader.cloned() else {
            return;
        };
        for one in running.iter_mut() {
            let is_kept = self.kept == Some(one.candidate.action);
            if one.dropped_at.is_none() && !is_kept && one.candidate != leader.candidate {
                let is_worse = |key: fn(&Outcome) -> i64| {
                    let difference = leader.minus(one, key);
                    let margin = confidence.quantile() * difference.standard_error();
                    difference.mean() > margin
                };
                let is_dropped = match by_wins && !leader.wins_as(one) {
                    true => is_worse(|outcome| outcome.wins),
                    false => is_worse(|outcome| outcome.equity),
                };
                if is_dropped {
                    one.dropped_at = Some(samples);
                }
            }
        }
    }
}

/// The tiles of the opponent that a sample starts with, and the other unseen tiles.
fn opponent_tiles(
    kept: Option<&KeptTiles>,
    known: Rack,
    unknown: &Bag,
    random: &mut Random,
) -> (Rack, Bag) {
    let leave = kept.map(|kept| kept.draw(|sum| random.index_below(sum)));
    let drawn = leave.and_then(|leave| Some((leave, unknown.clone().checked_sub(leave)?)));
    drawn.unwrap_or_else(|| (known, unknown.clone()))
}

impl fmt::Debug for Simulation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation")
            .field("plies", &self.plies)
            .field("candidates", &self.candidates)
            .field("samples", &self.samples)
            .field("confidence", &self.confidence)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
