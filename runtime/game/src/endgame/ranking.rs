//! Values of single moves of an end game, and a ranking of the best ones.

use std::cmp::Reverse;

use lexc_runtime::{Move, MoveGen, Seat};

use super::position::EndgamePosition;
use super::solve::Solution;
use super::solver::Endgame;
use crate::deadline::Deadline;
use crate::ideas::best_move_ideas;
use crate::parallel;

/// A move of an end game, and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SolvedMove {
    /// The move.
    pub action: Move,
    /// The spread in points that the player on turn gains by the move and the rest of the game, under best play by both
    /// after the move.
    pub value: i32,
    /// False if a limit ended the search, so that the value is an estimate.
    pub is_exact: bool,
}

/// The least number of ideas whose values a ranking finds.
const MIN_IDEAS: usize = 10;

/// The limit of nodes of each move in a ranking is this part of the limit of the solver.
const NODES_DIVISOR: u64 = 4;

impl Endgame<'_> {
    /// The value of a move, which may be a phony. An exchange counts as a pass. The rack must have the tiles of the move.
    pub fn value(&self, position: &EndgamePosition<'_>, action: &Move) -> SolvedMove {
        self.value_by(position, action, self.deadline())
    }

    /// The value of a move, found by a deadline.
    fn value_by(
        &self,
        position: &EndgamePosition<'_>,
        action: &Move,
        deadline: Deadline<'_>,
    ) -> SolvedMove {
        let score = action.score();
        let state = position.state_after(action);
        let next = EndgamePosition::from_state(&state, position.position().rules());
        let (value, is_exact) = match next {
            Ok(next) if state.end().is_none() => {
                let solution = self.solve_by(&next, deadline);
                (score - solution.value, solution.is_exact)
            }
            _ => (state.score(Seat::First) - state.score(Seat::Second), true),
        };
        SolvedMove {
            action: *action,
            value,
            is_exact,
        }
    }

    /// The result of [`solve`](Self::solve), and its move and other moves with their values, best first. The others are the first
    /// moves of the best ideas by [`StaticEndgame`](lexc_runtime::StaticEndgame), `count` of them or ten if that is more; none if
    /// `count` is 0. Each has a quarter of the solver's limit of nodes, and all together two fifths of its limit of time. If a
    /// limit made the value of the move found an estimate, others may rank above it; but once the time is over, no estimate does. With the feature `threads`, runs on the
    /// current rayon thread pool.
    pub fn rank(
        &self,
        position: &EndgamePosition<'_>,
        count: usize,
    ) -> (Solution, Vec<SolvedMove>) {
        let deadline = self.deadline();
        let first = match self.time_limit {
            Some(limit) if count > 0 => Deadline::new(Some(limit / 5 * 3), self.interrupt),
            _ => deadline,
        };
        let solution = self.solve_by(position, first);
        let found = solution.line.first().map(|action| SolvedMove {
            action: *action,
            value: solution.value,
            is_exact: solution.is_exact,
        });
        if count == 0 {
            return (solution, found.into_iter().collect());
        }
        let movegen = MoveGen::new(self.lexicon()).with_endgame_moves(*position.opponent_rack());
        let ideas = best_move_ideas(&movegen, position.position(), count.max(MIN_IDEAS));
        let others = ideas.iter().filter_map(|moves| Some(moves.first()?.action));
        let others = others.filter(|action| found.is_none_or(|found| found.action != *action));
        let solver = self.with_node_limit(self.node_limit / NODES_DIVISOR);
        let others = parallel::map(others, |action| {
            solver.value_by(position, &action, deadline)
        });
        // A search without time guesses.
        let is_late = deadline.is_over();
        let mut moves: Vec<SolvedMove> = found.into_iter().chain(others).collect();
        moves.sort_by_key(|one| {
            let is_guess = is_late && !one.is_exact && Some(one) != found.as_ref();
            (is_guess, Reverse(one.value))
        });
        (solution, moves)
    }
}
