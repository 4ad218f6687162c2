//! Players that rank moves by static equity, or by the mean equity of samples.

use std::fmt;

use lexc_runtime::{Candidate, Leaves, Move, MoveGen};

use super::{Player, View};
use crate::sim::Simulation;

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
    pub(crate) fn best(&self, view: &View<'_>) -> Candidate {
        let tracked = view.position();
        let movegen = MoveGen::new(tracked.lexicon());
        match view.opponent_rack() {
            Some(opponent) => movegen.with_endgame_moves(opponent).best(tracked),
            None => {
                let leaves: &dyn Leaves = self.leaves;
                movegen.with_moves(view.bag_len(), leaves).best(tracked)
            }
        }
    }
}

impl Player for ByEquity<'_> {
    fn choose(&self, view: &View<'_>) -> Move {
        self.best(view).action
    }
}

impl fmt::Debug for ByEquity<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByEquity").finish_non_exhaustive()
    }
}

/// Makes the move that a [`Simulation`] ranks first. Passes if the position can't be simulated.
#[derive(Clone, Copy, Debug)]
pub struct BySimulation<'l> {
    simulation: Simulation<'l>,
}

impl<'l> BySimulation<'l> {
    /// A player with this simulation.
    pub fn new(simulation: Simulation<'l>) -> BySimulation<'l> {
        BySimulation { simulation }
    }
}

impl Player for BySimulation<'_> {
    fn choose(&self, view: &View<'_>) -> Move {
        let rules = view.position().position().rules();
        let report = self
            .simulation
            .run_with(&view.cgp(), view.unseen(), rules, |_| true);
        let candidates = report.map(|report| report.candidates).unwrap_or_default();
        candidates
            .first()
            .map_or(Move::Pass, |first| first.candidate.action)
    }
}
