//! [`Mistake`]: kinds of moves that lost something.

use std::fmt;

use lexc_runtime::{Candidate, Move, Rules};

use crate::player::RankedBy;

/// The kind of a move that lost something against the best move: the first of these that holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Mistake {
    /// The play forms a word that is not in the lexicon.
    Phony,
    /// The best move is a bingo, and the move made is none.
    MissedBingo,
    /// An end game or pre-endgame solver prefers the best move.
    Endgame,
    /// Only the simulation prefers the best move: the move made has at least its equity, so it opens the board to the opponent, or
    /// prepares the player's next turn less well.
    Board,
    /// The move made has at least the score of the best move, so its leave is worth less.
    Leave,
    /// The best move scores more.
    Score,
}

impl Mistake {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Mistake; 6] = [
        Mistake::Phony,
        Mistake::MissedBingo,
        Mistake::Endgame,
        Mistake::Board,
        Mistake::Leave,
        Mistake::Score,
    ];

    /// The kind of a move that lost something.
    pub(super) fn of(
        [made, best]: [&Candidate; 2],
        is_phony: bool,
        ranked_by: RankedBy,
        rules: &Rules,
    ) -> Mistake {
        let is_bingo = |one: &Candidate| match &one.action {
            Move::Play(play) => rules.is_bingo(play.placed_len()),
            Move::Exchange(_) | Move::Pass => false,
        };
        match ranked_by {
            _ if is_phony => Mistake::Phony,
            _ if is_bingo(best) && !is_bingo(made) => Mistake::MissedBingo,
            RankedBy::Endgame | RankedBy::PreEndgame => Mistake::Endgame,
            _ if made.equity >= best.equity => Mistake::Board,
            _ if made.action.score() >= best.action.score() => Mistake::Leave,
            _ => Mistake::Score,
        }
    }
}

/// The name, such as `missed bingo`.
impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Mistake::Phony => "phony",
            Mistake::MissedBingo => "missed bingo",
            Mistake::Endgame => "end game",
            Mistake::Board => "board",
            Mistake::Leave => "leave",
            Mistake::Score => "score",
        })
    }
}
