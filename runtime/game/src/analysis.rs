//! [`Analysis`]: compares the moves of a record with the best ones.

mod advice;
mod mistake;
mod totals;

use lexc_runtime::{Candidate, FormedWord, Idea, Leaves, Lexicon, Move, MoveGen, words_formed};

pub use self::mistake::Mistake;
pub use self::totals::AnalysisTotals;
use crate::endgame::{Endgame, EndgamePosition, SolvedMove};
use crate::gcg::GcgStep;
use crate::ideas::grouped;
use crate::inference::LastMove;
use crate::player::RankedBy;
use crate::pre_endgame::{PreEndgame, RankedMove};
use crate::sim::{SimulatedMove, Simulation};

/// Compares the moves of a record with the best ones: by equity, by simulation, with one to four tiles in the bag by [`PreEndgame`],
/// and once the bag is empty by [`Endgame`].
pub struct Analysis<'a> {
    lexicon: &'a Lexicon<'a>,
    leaves: &'a (dyn Leaves + Sync),
    endgame: Endgame<'a>,
    pre_endgame: Option<PreEndgame<'a>>,
    simulation: Option<Simulation<'a>>,
    infers: bool,
}

/// The largest number of moves of an idea in [`Judgement::top`].
const TOP_OF_IDEA: usize = 3;

/// A move of a record, and the best moves of its position.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Judgement {
    /// The move made, with its equity; the pass for a withdrawn play.
    pub made: Candidate,
    /// The moves of the highest equity, best first: of at most [`Analysis::TOP_LEN`] ideas, at least one move, and at most three
    /// of each [`Idea`]. If [`Self::endgame`] or [`Self::pre_endgame`] is known, its first candidates instead.
    pub top: Vec<Candidate>,
    /// The rank of the idea of the move made, counted from 1: among all moves, or among the candidates of [`Self::endgame`],
    /// [`Self::pre_endgame`] or [`Self::simulated`]. `None` for a phony, and for a candidate that was dropped.
    pub rank: Option<usize>,
    /// Once the bag is empty, the values of the move made and of the best moves.
    pub endgame: Option<EndgameValues>,
    /// The results of the move made and of the candidates, if the bag has one to four tiles; see
    /// [`Analysis::with_pre_endgame`].
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
    /// The candidates that [`Endgame::rank`] compares, and the move made if it is valid, the best first.
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

/// Results over every order of the unseen tiles, as [`PreEndgame`] defines them.
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
    fn is_rank_open(&self) -> bool {
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
}

/// Points in the unit of an equity.
fn thousandths(points: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "saturates")]
    let thousandths = (points * Candidate::PER_POINT as f64).round() as i64;
    thousandths
}

impl<'a> Analysis<'a> {
    /// The largest number of ideas in [`Judgement::top`].
    pub const TOP_LEN: usize = 5;

    /// An analysis with these values of leaves, this solver for end games, and a simulation if it is wanted.
    pub fn new(
        lexicon: &'a Lexicon<'a>,
        leaves: &'a (dyn Leaves + Sync),
        endgame: Endgame<'a>,
        simulation: Option<Simulation<'a>>,
    ) -> Analysis<'a> {
        Analysis {
            lexicon,
            leaves,
            endgame,
            pre_endgame: None,
            simulation,
            infers: false,
        }
    }

    /// The same analysis with this solver for turns with one to four tiles in the bag, or with a simulation one or two. These turns are then not
    /// simulated, except turns with an exchange: the solver does not judge exchanges.
    #[must_use]
    pub fn with_pre_endgame(self, pre_endgame: PreEndgame<'a>) -> Analysis<'a> {
        Analysis {
            pre_endgame: Some(pre_endgame),
            ..self
        }
    }

    /// The same analysis, which draws the other player's tiles by the move before, where moves are simulated or compared over every order of the unseen
    /// tiles: see [`LastMove`](crate::LastMove).
    #[must_use]
    pub fn with_inference(self) -> Analysis<'a> {
        Analysis {
            infers: true,
            ..self
        }
    }

    /// Judges the move of a step. `None` if the step has no known move, if the rack is not known in full, or if a player has gone
    /// out.
    ///
    /// If the alphabet has no counts, moves are compared by equity alone, and exchanges are not among the best moves.
    pub fn judge(&self, step: &GcgStep<'_, '_>) -> Option<Judgement> {
        let action = step.action?;
        let position = &step.position;
        let rack_size = position.rules().rack_size();
        let seat = step.event.seat();
        let lens = step.rack_lens.unwrap_or([rack_size; 2]);
        if position.rack().len() != lens[seat.index()] || lens.contains(&0) {
            return None;
        }
        let bag_len = step.state().bag_len();
        let is_endgame = step.rack_lens.is_some() && bag_len == 0;
        let made_play = match &action {
            Move::Play(play) => Some(play),
            _ => None,
        };
        let mut phonies: Vec<FormedWord> = made_play.map_or_else(Vec::new, |play| {
            words_formed(position.board(), play).collect()
        });
        phonies.retain(|word| !self.lexicon.contains(word));
        let made = if step.is_withdrawn {
            Move::Pass
        } else {
            action
        };
        let leaves: &dyn Leaves = self.leaves;
        let movegen = MoveGen::new(self.lexicon).with_moves(bag_len, leaves);
        let candidate = |action| movegen.candidate(position, action);
        let is_valid = step.is_withdrawn || phonies.is_empty();
        let endgame = is_endgame.then(|| self.solve(step, made, is_valid));
        let endgame = endgame.flatten();
        let has_bag = step.rack_lens.is_some() && !is_endgame;
        let pre_endgame = has_bag.then(|| self.rank(step, made, is_valid));
        let pre_endgame = pre_endgame.flatten();
        let is_simulated = has_bag && pre_endgame.is_none();
        let simulated = is_simulated.then(|| self.simulate(step, made)).flatten();
        let simulated = simulated.unwrap_or_default();
        let idea = |action: &Move| Idea::of(action, position);
        let compared: Vec<Candidate> = match (&endgame, &pre_endgame) {
            (Some(values), _) => (values.candidates.iter())
                .map(|one| candidate(one.action))
                .collect(),
            (None, Some(values)) => (values.candidates.iter())
                .map(|one| candidate(one.action))
                .collect(),
            (None, None) => movegen.moves(position),
        };
        let ideas = grouped(&compared, usize::MAX, |one| idea(&one.action));
        let is_made = |one: &Candidate| one.action == made;
        let rank = match &pre_endgame {
            // A candidate that can't be best may still be better than the move made.
            Some(values) if values.is_rank_open() => None,
            _ if !simulated.is_empty() => {
                let ideas = grouped(&simulated, usize::MAX, |one| idea(&one.candidate.action));
                (ideas.iter()).position(|moves| moves.iter().any(|one| is_made(&one.candidate)))
            }
            _ => (ideas.iter()).position(|moves| moves.iter().any(|one| is_made(one))),
        };
        let firsts = ideas.iter().take(Self::TOP_LEN);
        let firsts = firsts.flat_map(|moves| moves.iter().take(TOP_OF_IDEA));
        let firsts: Vec<&Candidate> = firsts.copied().collect();
        let top = compared.iter().filter(|one| firsts.contains(one)).copied();
        let mut judgement = Judgement {
            made: candidate(made),
            top: top.collect(),
            rank: rank.map(|place| place + 1),
            endgame,
            pre_endgame,
            simulated,
            phonies,
            mistake: None,
        };
        if judgement.cost() >= Judgement::LEAST_COST {
            let moves = [&judgement.made, judgement.best()];
            let is_phony = !judgement.phonies.is_empty();
            let kind = Mistake::of(moves, is_phony, judgement.ranked_by(), position.rules());
            judgement.mistake = Some(kind);
        }
        Some(judgement)
    }

    /// The values of an end game. The move made becomes a candidate if it is valid, so that it is the best move if a limit ended
    /// the search and it has a higher value than the move found.
    fn solve(&self, step: &GcgStep<'_, '_>, action: Move, is_valid: bool) -> Option<EndgameValues> {
        let position = &step.position;
        let state = step.state();
        let start = EndgamePosition::try_new(position.clone(), state.opponent_rack()).ok()?;
        let start = start.with_scoreless_turns(step.scoreless);
        let (solution, mut candidates) = self.endgame.rank(&start, Self::TOP_LEN);
        let found = (candidates.iter()).find(|one| one.action == action && one.is_exact);
        let made = found.copied();
        let made = made.unwrap_or_else(|| self.endgame.value(&start, &action));
        candidates.retain(|one| one.action != made.action);
        if is_valid {
            let place = candidates.partition_point(|one| one.value > made.value);
            candidates.insert(place, made);
        }
        Some(EndgameValues {
            made,
            candidates,
            lead: state.lead(),
            is_exact: made.is_exact && solution.is_exact,
        })
    }

    /// The results over every order of the unseen tiles, with one to four tiles in the bag. The move made becomes the
    /// first candidate if it is valid and has a better result than all others.
    fn rank(
        &self,
        step: &GcgStep<'_, '_>,
        action: Move,
        is_valid: bool,
    ) -> Option<PreEndgameValues> {
        // A copy that lives as long as the step.
        let mut solver: PreEndgame<'_> = self.pre_endgame?;
        let (state, rules) = (step.state(), step.position.rules());
        let is_simulated =
            self.simulation.is_some() && state.bag_len() > PreEndgame::MOST_BEFORE_SIMULATION;
        if is_simulated || matches!(action, Move::Exchange(_)) {
            return None;
        }
        if is_valid {
            solver = solver.with_move(action);
        }
        if let Some(last) = self.last_move(step) {
            solver = solver.with_last_move(last, self.leaves);
        }
        let report = solver.solve(&state, rules, |_| true).ok()?;
        let is_exact = report.is_exact();
        let mut candidates = report.candidates;
        let found = candidates.iter().find(|one| one.action == action);
        let made = match found.copied() {
            Some(found) => found,
            // A phony, or a move that a limit of time left out.
            None => solver.value(&state, rules, action).ok()?,
        };
        let key = |one: &RankedMove| (one.win_rate, one.spread);
        if is_valid && candidates.iter().all(|one| key(one) < key(&made)) {
            candidates.insert(0, made);
        }
        Some(PreEndgameValues {
            made,
            candidates,
            is_exact: is_exact && made.is_exact,
        })
    }

    /// The move before, if the other player's tiles are drawn by it.
    fn last_move<'s>(&self, step: &'s GcgStep<'_, '_>) -> Option<&'s LastMove> {
        step.last_move.as_ref().filter(|_| self.infers)
    }

    /// The candidates of the simulation.
    fn simulate(&self, step: &GcgStep<'_, '_>, made: Move) -> Option<Vec<SimulatedMove>> {
        // A copy that lives as long as the step.
        let simulation: Simulation<'_> = self.simulation?;
        let mut simulation = simulation.with_move(made);
        if let Some(last) = self.last_move(step) {
            simulation = simulation.with_last_move(last);
        }
        let report = simulation.run_in(&step.state(), step.position.rules(), |_| true);
        report.ok().map(|report| report.candidates)
    }
}

impl std::fmt::Debug for Analysis<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analysis")
            .field("endgame", &self.endgame)
            .field("pre_endgame", &self.pre_endgame)
            .field("simulation", &self.simulation)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
