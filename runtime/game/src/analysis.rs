//! [`Analysis`]: compares the moves of a record with the best ones.

mod judgement;
mod mistake;
mod totals;

use lexc_runtime::{Candidate, FormedWord, Idea, Leaves, Lexicon, Move, MoveGen, words_formed};

use self::judgement::TOP_LEN;
pub use self::judgement::{EndgameValues, Judgement, PreEndgameValues};
pub use self::mistake::Mistake;
pub use self::totals::AnalysisTotals;
use crate::endgame::{Endgame, EndgamePosition};
use crate::gcg::GcgStep;
use crate::ideas::grouped;
use crate::inference::LastMove;
use crate::pair::Pair;
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

impl<'a> Analysis<'a> {
    /// The largest number of ideas in [`Judgement::top`].
    pub const TOP_LEN: usize = TOP_LEN;

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

    /// The same analysis, which draws the other player's tiles by that player's last move if `infers` is true, where moves are
    /// simulated or compared over every order of the unseen tiles: see [`LastMove`].
    #[must_use]
    pub fn with_inference(self, infers: bool) -> Analysis<'a> {
        Analysis { infers, ..self }
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
        if position.rack().len() != Pair(lens)[seat] || lens.contains(&0) {
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
        solver = solver.with_last_move(self.last_move(step), self.leaves);
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
        let simulation = simulation
            .with_move(made)
            .with_last_move(self.last_move(step));
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
