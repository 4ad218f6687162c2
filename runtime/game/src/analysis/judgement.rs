//! [`Judgement`]: a move of a record against the best moves.

use lexc_runtime::{Candidate, FormedWord, Position};

use super::mistake::Mistake;
use crate::endgame::SolvedMove;
use crate::player::{Advice, AdvisedMove, RankedBy};
use crate::pre_endgame::RankedMove;
use crate::sim::SimulatedMove;

/// The largest number of ideas in [`Judgement::top`].
pub(super) const TOP_LEN: usize = 5;

/// A move of a record, and the best moves of its position.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Judgement {
    /// The move made, with its equity; the pass for a withdrawn play.
    pub made: Candidate,
    /// The moves of the highest equity, best first: of at most [`Analysis::TOP_LEN`](crate::Analysis::TOP_LEN) ideas, at least one
    /// move, and at most three of each [`Idea`](lexc_runtime::Idea). If [`Self::endgame`] or [`Self::pre_endgame`] is known, its
    /// first candidates instead.
    pub top: Vec<Candidate>,
    /// The rank of the idea of the move made, counted from 1: among all moves, or among the candidates of [`Self::endgame`],
    /// [`Self::pre_endgame`] or [`Self::simulated`]. `None` for a phony, and for a candidate that was dropped.
    pub rank: Option<usize>,
    /// Once the bag is empty, the values of the move made and of the best moves.
    pub endgame: Option<EndgameValues>,
    /// The results of the move made and of the candidates, if the bag has one to four tiles; see
    /// [`Analysis::with_pre_endgame`](crate::Analysis::with_pre_endgame).
    pub pre_endgame: Option<PreEndgameValues>,
    /// The candidates of the simulation, the best first, the move made among them. Empty without a simulation, if
    /// [`Self::pre_endgame`] is known, or once the bag is empty.
    pub simulated: Vec<SimulatedMove>,
    /// The words of the play that are not in the lexicon, even if the play was withdrawn.
    pub phonies: Vec<FormedWord>,
    /// The kind of the move made, if its cost is at least [`Self::LEAST_COST`].
    pub mistake: Option<Mistake>,
}

/// The spread that a player gains by a move and the rest of the game, under best play by both after the move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EndgameValues {
    /// The value of the move made.
    pub made: SolvedMove,
    /// The candidates that [`Endgame::rank`](crate::Endgame::rank) compares, and the move made if it is valid, the best first.
    pub candidates: Vec<SolvedMove>,
    /// The points by which the player is ahead before the move.
    pub lead: i64,
    /// True if no limit ended the search of the best move, nor that of the move made.
    pub is_exact: bool,
}

impl EndgameValues {
    /// The value of the best move.
    pub fn best(&self) -> &SolvedMove {
        self.candidates.first().unwrap_or(&self.made)
    }

    /// 1 if the game is won with this value, 0 if it is lost, 0.5 for a draw.
    pub fn win_rate(&self, one: &SolvedMove) -> f64 {
        match (self.lead + i64::from(one.value)).signum() {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        }
    }
}

/// Results over every order of the unseen tiles, as [`PreEndgame`](crate::PreEndgame) defines them.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PreEndgameValues {
    /// The result of the move made. Its spread is known.
    pub made: RankedMove,
    /// The candidates, the best first.
    pub candidates: Vec<RankedMove>,
    /// True if no limit ended a search, and playouts have ruled out no candidate.
    pub is_exact: bool,
}

impl PreEndgameValues {
    /// The result of the best move.
    pub fn best(&self) -> &RankedMove {
        self.candidates.first().unwrap_or(&self.made)
    }

    /// Returns `true` if a dropped candidate may be better than the move made.
    pub(super) fn is_rank_open(&self) -> bool {
        let mut dropped = self.candidates.iter().filter(|one| one.is_dropped);
        dropped.any(|one| one.win_rate >= self.made.win_rate)
    }
}

impl Judgement {
    /// The least cost of a mistake: half a point, or half a per cent of wins.
    pub const LEAST_COST: f64 = 0.5;

    /// The way in which moves are compared: [`RankedBy::Endgame`] with [`Self::endgame`], [`RankedBy::PreEndgame`] with
    /// [`Self::pre_endgame`], [`RankedBy::Simulation`] with [`Self::simulated`], otherwise [`RankedBy::Equity`].
    pub fn ranked_by(&self) -> RankedBy {
        match (&self.endgame, &self.pre_endgame, self.simulated.first()) {
            (Some(_), ..) => RankedBy::Endgame,
            (None, Some(_), _) => RankedBy::PreEndgame,
            (None, None, Some(best)) => RankedBy::Simulation {
                samples: best.samples,
            },
            (None, None, None) => RankedBy::Equity,
        }
    }

    /// The best move: the first one by [`Self::ranked_by`].
    pub fn best(&self) -> &Candidate {
        match (self.ranked_by(), self.simulated.first()) {
            (RankedBy::Simulation { .. }, Some(best)) => &best.candidate,
            _ => self.top.first().unwrap_or(&self.made),
        }
    }

    /// The loss of the move made against the best move, in thousandths of a point: in spread with [`Self::endgame`] or
    /// [`Self::pre_endgame`], in mean equity if simulated, otherwise in equity. 0 if the move made ranks above the best move, as a phony may, or if
    /// it gains more points but wins less often.
    pub fn lost(&self) -> i64 {
        let lost = match (&self.endgame, &self.pre_endgame) {
            (Some(values), _) => {
                i64::from(values.best().value - values.made.value) * Candidate::PER_POINT
            }
            (None, Some(values)) => {
                let [made, best] = [&values.made, values.best()];
                match made.win_rate > best.win_rate {
                    true => 0,
                    false => thousandths(best.spread.unwrap_or(0.0) - made.spread.unwrap_or(0.0)),
                }
            }
            (None, None) => match self.simulated_made_and_best() {
                Some([made, best]) => thousandths(best.equity - made.equity),
                None => self.best().equity - self.made.equity,
            },
        };
        lost.max(0)
    }

    /// The move made and the best one by simulation. `None` without a simulation.
    pub fn simulated_made_and_best(&self) -> Option<[&SimulatedMove; 2]> {
        let mut simulated = self.simulated.iter();
        let made = simulated.find(|one| one.candidate.action == self.made.action)?;
        Some([made, self.simulated.first()?])
    }

    /// Shares of wins of the move made and of the best move: by the end game, over every order of the unseen tiles, or by
    /// simulation. `None` if the judgement has none of them.
    pub fn win_rates(&self) -> Option<[f64; 2]> {
        match (&self.endgame, &self.pre_endgame) {
            (Some(values), _) => {
                Some([&values.made, values.best()].map(|one| values.win_rate(one)))
            }
            (None, Some(values)) => Some([&values.made, values.best()].map(|one| one.win_rate)),
            (None, None) => Some(self.simulated_made_and_best()?.map(|one| one.win_rate)),
        }
    }

    /// Share of wins lost against the best move, 0 if the move made wins more often. `None` if [`Self::win_rates`] is
    /// `None`.
    pub fn win_rate_lost(&self) -> Option<f64> {
        let [made, best] = self.win_rates()?;
        Some((best - made).max(0.0))
    }

    /// The cost of the move made, by which mistakes are ordered: the points lost, or the per cent of wins lost if that is more.
    pub fn cost(&self) -> f64 {
        let points = self.lost() as f64 / Candidate::PER_POINT as f64;
        points.max(100.0 * self.win_rate_lost().unwrap_or(0.0))
    }

    /// The best moves of the turn, in the order of [`Self::ranked_by`]: of at most [`Analysis::TOP_LEN`](crate::Analysis::TOP_LEN) ideas.
    /// `position` is the one of the step.
    pub fn advice(&self, position: &Position<'_>) -> Advice {
        let moves: Vec<AdvisedMove> = match (&self.endgame, &self.pre_endgame) {
            (Some(values), _) => advised(&values.candidates),
            (None, Some(values)) => advised(&values.candidates),
            (None, None) if !self.simulated.is_empty() => advised(&self.simulated),
            (None, None) => advised(&self.top),
        };
        Advice::new(self.ranked_by(), moves, position, TOP_LEN)
    }

    /// The move made, with its value by [`Self::ranked_by`].
    pub fn advised_made(&self) -> AdvisedMove {
        match (&self.endgame, &self.pre_endgame) {
            (Some(values), _) => values.made.into(),
            (None, Some(values)) => values.made.into(),
            (None, None) => match self.simulated_made_and_best() {
                Some([made, _]) => made.clone().into(),
                None => self.made.into(),
            },
        }
    }
}

/// Points in the unit of an equity.
fn thousandths(points: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "saturates")]
    let thousandths = (points * Candidate::PER_POINT as f64).round() as i64;
    thousandths
}

fn advised<T: Clone + Into<AdvisedMove>>(moves: &[T]) -> Vec<AdvisedMove> {
    moves.iter().cloned().map(Into::into).collect()
}
