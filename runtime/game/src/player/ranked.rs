//! Players that rank moves by static equity, or by the mean equity of samples.

use std::fmt;
use std::sync::atomic::AtomicBool;

use lexc_runtime::{Candidate, Leaves, Move, MoveGen, Moves};

use super::{Advice, Player, PlayerView, RankedBy};
use crate::ideas::best_move_ideas;
use crate::sim::{Simulation, SimulationError, SimulationReport};

/// Makes the move of the highest equity: its score plus the value of its leave.
#[derive(Clone, Copy)]
pub struct ByEquity<'l> {
    leaves: &'l (dyn Leaves + Sync),
}

impl<'l> ByEquity<'l> {
    /// A player with these values of leaves. Once the bag is empty, the values of
    /// [`StaticEndgame`](lexc_runtime::StaticEndgame) replace them.
    pub fn new(leaves: &'l (dyn Leaves + Sync)) -> ByEquity<'l> {
        ByEquity { leaves }
    }

    /// The move of the highest equity.
    pub(crate) fn best(&self, view: &PlayerView<'_>) -> Candidate {
        self.search(view, |movegen| movegen.best(view.position()))
    }

    /// Searches the moves of a turn, with their equities.
    fn search<T>(&self, view: &PlayerView<'_>, search: impl Fn(MoveGen<'_, Moves<'_>>) -> T) -> T {
        let tracked = view.position();
        let movegen = MoveGen::new(tracked.lexicon());
        match view.opponent_rack() {
            Some(opponent) => search(movegen.with_endgame_moves(opponent)),
            None => {
                let leaves: &dyn Leaves = self.leaves;
                search(movegen.with_moves(view.bag_len(), leaves))
            }
        }
    }
}

impl Player for ByEquity<'_> {
    fn choose(&self, view: &PlayerView<'_>) -> Move {
        self.best(view).action
    }

    fn advise(&self, view: &PlayerView<'_>, count: usize, _stop: &AtomicBool) -> Advice {
        let position = view.position();
        let ideas = self.search(view, |movegen| best_move_ideas(&movegen, position, count));
        let moves = ideas.into_iter().flatten();
        Advice::new(RankedBy::Equity, moves, position.position(), count)
    }
}

impl fmt::Debug for ByEquity<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByEquity").finish_non_exhaustive()
    }
}

/// Makes the move that a [`Simulation`] ranks first; among more than two players, the move of the highest equity. Passes if the
/// position can't be simulated.
#[derive(Clone, Copy, Debug)]
pub struct BySimulation<'l> {
    simulation: Simulation<'l>,
    infers: bool,
}

impl<'l> BySimulation<'l> {
    /// A player with this simulation.
    pub fn new(simulation: Simulation<'l>) -> BySimulation<'l> {
        BySimulation {
            simulation,
            infers: false,
        }
    }

    /// The same player, whose samples draw the opponent's tiles by the opponent's last move if `infers` is true: see
    /// [`Simulation::with_last_move`].
    #[must_use]
    pub fn with_inference(self, infers: bool) -> BySimulation<'l> {
        BySimulation { infers, ..self }
    }

    /// Simulates the moves of a player.
    fn run(
        &self,
        view: &PlayerView<'_>,
        stop: Option<&AtomicBool>,
    ) -> Result<SimulationReport, SimulationError> {
        let rules = view.position().position().rules();
        // A copy that lives as long as the flag and the view.
        let mut simulation: Simulation<'_> = self.simulation;
        if let Some(stop) = stop {
            simulation = simulation.with_interrupt(stop);
        }
        let last_move = view.last_move().filter(|_| self.infers);
        let simulation = simulation.with_last_move(last_move);
        simulation.run_in(view.state(), rules, |_| true)
    }
}

impl Player for BySimulation<'_> {
    fn choose(&self, view: &PlayerView<'_>) -> Move {
        if view.state().players() != 2 {
            return ByEquity::new(self.simulation.leaves()).choose(view);
        }
        let report = self.run(view, None);
        let candidates = report.map(|report| report.candidates).unwrap_or_default();
        candidates
            .first()
            .map_or(Move::Pass, |first| first.candidate.action)
    }

    fn advise(&self, view: &PlayerView<'_>, count: usize, stop: &AtomicBool) -> Advice {
        if view.state().players() != 2 {
            return ByEquity::new(self.simulation.leaves()).advise(view, count, stop);
        }
        let position = view.position().position();
        match self.run(view, Some(stop)) {
            Ok(report) if !report.candidates.is_empty() => {
                let samples = report.samples;
                let ranked_by = RankedBy::Simulation { samples };
                Advice::new(ranked_by, report.candidates, position, count)
            }
            _ => Advice::choice(Move::Pass),
        }
    }
}
