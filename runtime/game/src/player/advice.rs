//! [`Advice`]: the best moves of a turn, as a player ranks them.

use lexc_runtime::{Candidate, Idea, Move, Play, Position};

use crate::endgame::SolvedMove;
use crate::ideas::grouped;
use crate::pre_endgame::RankedMove;
use crate::sim::SimulatedMove;

/// The best moves of a turn, as a player ranks them: see [`Player::advise`](super::Player::advise).
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Advice {
    /// The way in which the moves are ranked.
    pub ranked_by: RankedBy,
    /// Moves in groups by [`Idea`], the best idea first; at least one group. A group has the best of its moves first.
    pub ideas: Vec<Vec<AdvisedMove>>,
    /// Moves of the players in turn, as the search expects them: the best move, and in an end game best play after it, as far
    /// as it is known.
    pub line: Vec<Move>,
}

/// A way to rank moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RankedBy {
    /// By no value that is known: the player's choice alone.
    Choice,
    /// By score.
    Score,
    /// By equity: the score plus the value of the leave.
    Equity,
    /// By a simulation: by mean equity, or near the end of the game by wins.
    Simulation {
        /// The number of samples.
        samples: u32,
    },
    /// By the share of wins over every order of the unseen tiles, and then by mean spread.
    PreEndgame,
    /// By the spread gained to the end of the game.
    Endgame,
}

impl RankedBy {
    /// The name, as programs read it: `choice`, `score`, `equity`, `simulation`, `pre-endgame` or `endgame`.
    pub const fn name(self) -> &'static str {
        match self {
            RankedBy::Choice => "choice",
            RankedBy::Score => "score",
            RankedBy::Equity => "equity",
            RankedBy::Simulation { .. } => "simulation",
            RankedBy::PreEndgame => "pre-endgame",
            RankedBy::Endgame => "endgame",
        }
    }

    /// The number of samples of a simulation; `None` for other ways.
    pub const fn samples(self) -> Option<u32> {
        match self {
            RankedBy::Simulation { samples } => Some(samples),
            _ => None,
        }
    }
}

/// A move with its value by the ranking. Keys that the ranking does not give are `None`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct AdvisedMove {
    /// The move.
    pub action: Move,
    /// The points that the move gains, as far as the ranking looks: its equity, its mean equity by simulation, the mean
    /// spread over every order of the unseen tiles, or the spread gained to the end of the game.
    pub points: Option<f64>,
    /// The share of wins, from 0 to 1.
    pub win_rate: Option<f64>,
    /// True if the share of wins is an upper bound, because the move can't be best.
    pub is_bound: bool,
    /// False if a limit has ended a search, so that the values are estimates.
    pub is_exact: bool,
}

impl AdvisedMove {
    const fn new(action: Move, points: Option<f64>) -> AdvisedMove {
        AdvisedMove {
            action,
            points,
            win_rate: None,
            is_bound: false,
            is_exact: true,
        }
    }
}

impl Advice {
    /// The first `count` ideas of moves of a position, ranked in this way.
    pub(crate) fn new<T: Into<AdvisedMove>>(
        ranked_by: RankedBy,
        moves: impl IntoIterator<Item = T>,
        position: &Position<'_>,
        count: usize,
    ) -> Advice {
        let moves = moves.into_iter().map(T::into);
        let idea = |one: &AdvisedMove| Idea::of(&one.action, position);
        let ideas = grouped(moves, count.max(1), idea);
        let best = ideas.iter().flatten().next();
        Advice {
            ranked_by,
            line: best.map(|best| best.action).into_iter().collect(),
            ideas,
        }
    }

    /// The same advice with this line, if its first move is the best one.
    pub(crate) fn with_line(self, line: Vec<Move>) -> Advice {
        match line.first() == self.line.first() {
            true => Advice { line, ..self },
            false => self,
        }
    }

    /// The choice of a player, without values.
    pub(crate) fn choice(action: Move) -> Advice {
        Advice {
            ranked_by: RankedBy::Choice,
            ideas: vec![vec![AdvisedMove::new(action, None)]],
            line: vec![action],
        }
    }

    /// The best move.
    pub fn best(&self) -> Option<&AdvisedMove> {
        self.ideas.first()?.first()
    }
}

impl From<Play> for AdvisedMove {
    fn from(play: Play) -> AdvisedMove {
        AdvisedMove::new(Move::Play(play), None)
    }
}

impl From<Candidate> for AdvisedMove {
    fn from(candidate: Candidate) -> AdvisedMove {
        let points = candidate.equity as f64 / Candidate::PER_POINT as f64;
        AdvisedMove::new(candidate.action, Some(points))
    }
}

impl From<SimulatedMove> for AdvisedMove {
    fn from(simulated: SimulatedMove) -> AdvisedMove {
        AdvisedMove {
            win_rate: Some(simulated.win_rate),
            ..AdvisedMove::new(simulated.candidate.action, Some(simulated.equity))
        }
    }
}

impl From<RankedMove> for AdvisedMove {
    fn from(ranked: RankedMove) -> AdvisedMove {
        AdvisedMove {
            win_rate: Some(ranked.win_rate),
            is_bound: ranked.is_dropped,
            is_exact: ranked.is_exact,
            ..AdvisedMove::new(ranked.action, ranked.spread)
        }
    }
}

impl From<SolvedMove> for AdvisedMove {
    fn from(solved: SolvedMove) -> AdvisedMove {
        AdvisedMove {
            is_exact: solved.is_exact,
            ..AdvisedMove::new(solved.action, Some(f64::from(solved.value)))
        }
    }
}
