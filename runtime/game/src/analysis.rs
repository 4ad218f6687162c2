//! [`Analysis`]: moves of a record beside the best ones.

use lexc_runtime::{
    Bag, Candidate, FormedWord, Leaves, Lexicon, Move, MoveGen, Play, Position, Rack, words_formed,
};

use crate::endgame::{Endgame, EndgamePosition};
use crate::equity::equity;
use crate::gcg::GcgStep;
use crate::sim::{SimulatedMove, Simulation};

/// Compares the moves of a record with the best ones: by equity, by simulation, and once the bag is empty by exact search.
pub struct Analysis<'a> {
    lexicon: &'a Lexicon<'a>,
    leaves: &'a (dyn Leaves + Sync),
    endgame: Endgame<'a>,
    simulation: Option<Simulation<'a>>,
}

/// A move of a record, and the best move of its position.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Judgement {
    /// The move made, with its equity.
    pub made: Candidate,
    /// The move of the highest equity; once the bag is empty, the best move.
    pub best: Candidate,
    /// The values of both once the bag is empty.
    pub endgame: Option<EndgameValues>,
    /// The move made and the best one by simulation, if the analysis has one and the bag has tiles.
    pub simulated: Option<[SimulatedMove; 2]>,
    /// The words of the move made that the lexicon lacks.
    pub phonies: Vec<FormedWord>,
    /// The bingo of the highest score, if there is one and the move made is none.
    pub missed_bingo: Option<Play>,
}

/// The spread that a player gains from a move to the end of the game, under best play by both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameValues {
    /// The value of the move made.
    pub made: i32,
    /// The value of the best move.
    pub best: i32,
    /// Returns `true` if no limit ended a search.
    pub is_exact: bool,
}

impl Judgement {
    /// The points lost by the move: of equity, or of the spread once the bag is empty, in thousandths. At least 0: a phony may have
    /// the highest equity.
    pub fn lost(&self) -> i64 {
        let lost = match self.endgame {
            Some(values) => i64::from(values.best - values.made) * Candidate::PER_POINT,
            None => self.best.equity - self.made.equity,
        };
        lost.max(0)
    }
}

impl<'a> Analysis<'a> {
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
            simulation,
        }
    }

    /// Judges the move of a step. `None` if it made no move, or if the rack is not known in full.
    pub fn judge(&self, step: &GcgStep<'_, '_>) -> Option<Judgement> {
        let action = step.action?;
        let position = &step.position;
        let rack_size = position.rules().rack_size();
        let opponent = opponent_rack(&step.unseen, rack_size);
        if position.rack().len() < rack_size && opponent.is_none() {
            return None;
        }
        let bag_len = step.unseen.len().saturating_sub(rack_size);
        // Leaves have no value once no tile can be drawn.
        let values = (bag_len > 0).then_some(self.leaves as &dyn Leaves);
        let equity = |action: &Move| equity(action, *position.rack(), values);
        let movegen = MoveGen::new(self.lexicon);
        let leaves: &dyn Leaves = self.leaves;
        let endgame = opponent.and_then(|opponent| self.solve(position, opponent, &action));
        let best = match &endgame {
            Some((best, _)) => Candidate {
                action: *best,
                equity: equity(best),
            },
            None => movegen.with_moves(bag_len, leaves).best(position),
        };
        let is_bingo = |play: &Play| play.placed_len() == rack_size;
        let mut bingo: Option<Play> = None;
        movegen.for_each(position, |play| {
            if is_bingo(play) && bingo.is_none_or(|bingo| play.best_first(&bingo).is_lt()) {
                bingo = Some(*play);
            }
        });
        let made_play = match &action {
            Move::Play(play) => Some(play),
            _ => None,
        };
        let words = made_play.map(|play| words_formed(position.board(), play).collect::<Vec<_>>());
        let mut phonies = words.unwrap_or_default();
        phonies.retain(|word| !self.lexicon.contains(word));
        Some(Judgement {
            made: Candidate {
                action,
                equity: equity(&action),
            },
            best,
            endgame: endgame.map(|(_, values)| values),
            simulated: opponent
                .is_none()
                .then(|| self.simulate(step, action))
                .flatten(),
            phonies,
            missed_bingo: bingo.filter(|_| !made_play.is_some_and(is_bingo)),
        })
    }

    /// The best move of an end game, and the values of both moves.
    fn solve(
        &self,
        position: &Position<'_>,
        opponent: Rack,
        made: &Move,
    ) -> Option<(Move, EndgameValues)> {
        let start = EndgamePosition::try_new(position.clone(), opponent).ok()?;
        let solution = self.endgame.solve(&start);
        let best = *solution.line.first()?;
        let (value, is_exact) = match made {
            _ if *made == best => (solution.value, solution.is_exact),
            Move::Play(play) => {
                let used = play.placed().map(|(_, placed_tile)| placed_tile);
                let leave = position.rack().checked_sub(used)?;
                if leave.is_empty() {
                    let value = position.rules().rack_value(opponent);
                    (play.score() + 2 * value, true)
                } else {
                    let mut board = position.board().clone();
                    board.play_unchecked(play);
                    let next = Position::try_new(board, opponent, position.rules()).ok()?;
                    let next = self
                        .endgame
                        .solve(&EndgamePosition::try_new(next, leave).ok()?);
                    (play.score() - next.value, next.is_exact)
                }
            }
            Move::Exchange(_) | Move::Pass => {
                let next = Position::try_new(position.board().clone(), opponent, position.rules());
                let next = EndgamePosition::try_new(next.ok()?, *position.rack()).ok()?;
                let next = self.endgame.solve(&next.with_passes(1));
                (-next.value, next.is_exact)
            }
        };
        let values = EndgameValues {
            made: value,
            best: solution.value,
            is_exact: is_exact && solution.is_exact,
        };
        Some((best, values))
    }

    /// The move made and the best one by simulation.
    fn simulate(&self, step: &GcgStep<'_, '_>, made: Move) -> Option<[SimulatedMove; 2]> {
        let simulation = self.simulation?.with_move(made);
        let report = simulation
            .run(&step.cgp(), step.position.rules(), |_| true)
            .ok()?;
        let of_made = report
            .candidates
            .iter()
            .find(|one| one.candidate.action == made)?;
        Some([of_made.clone(), report.candidates.first()?.clone()])
    }
}

impl std::fmt::Debug for Analysis<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analysis")
            .field("endgame", &self.endgame)
            .field("simulation", &self.simulation)
            .finish_non_exhaustive()
    }
}

/// The opponent's rack, if the bag is empty: the unseen tiles, no more than a rack.
fn opponent_rack(unseen: &Bag, rack_size: usize) -> Option<Rack> {
    let tiles = unseen.counts();
    let tiles = tiles.flat_map(|(tile, count)| std::iter::repeat_n(tile, count));
    match unseen.len() <= rack_size {
        true => tiles.collect(),
        false => None,
    }
}
