//! A position with its best plays or moves, and counts over all plays.

use std::io::{self, Write};
use std::ops::ControlFlow;

use lexc_game::{best_move_ideas, best_play_ideas};
use lexc_runtime::{
    Alphabet, Candidate, Cgp, Leaves, Move, MoveGen, Play, Position, for_each_exchange,
};
use serde::Serialize;

use crate::command::games::PositionProblem;
use crate::command::position_run::CheckedPosition;
use crate::command::unseen::Unseen;
use crate::command::warnings::Warning;

/// A position with its best plays or moves, and counts over all plays.
#[derive(Debug)]
pub struct Solved<'t, 'r> {
    pub cgp: Cgp<'t>,
    pub position: Position<'r>,
    pub warnings: Vec<Warning>,
    /// `None` if the alphabet has no counts.
    pub unseen: Option<Unseen>,
    pub counts: Counts,
    pub ranking: Ranking,
    /// For each play or move of the ranking, the others of the same idea; empty if the ranking is not grouped.
    pub others: Vec<Vec<Move>>,
}

/// The best plays or moves, best first.
#[derive(Debug)]
pub enum Ranking {
    /// Plays by score.
    Plays(Vec<Play>),
    /// Plays, exchanges and the pass by equity. `exchanges` counts all exchanges, also those not kept in `best`.
    Moves {
        best: Vec<Candidate>,
        exchanges: u64,
    },
}

impl Ranking {
    /// The number of plays or moves.
    pub fn len(&self) -> usize {
        match self {
            Ranking::Plays(plays) => plays.len(),
            Ranking::Moves { best, .. } => best.len(),
        }
    }

    /// The plays or moves in order. In a ranking by equity, each comes with its equity in thousandths of a point.
    pub fn iter(&self) -> impl Iterator<Item = (Move, Option<i64>)> {
        let (plays, moves) = match self {
            Ranking::Plays(plays) => (plays.as_slice(), [].as_slice()),
            Ranking::Moves { best, .. } => ([].as_slice(), best.as_slice()),
        };
        let plays = plays.iter().map(|play| (Move::Play(*play), None));
        plays.chain(moves.iter().map(|best| (best.action, Some(best.equity))))
    }
}

/// A search of positions.
#[derive(Clone, Copy)]
pub struct Search<'l> {
    pub alphabet: Alphabet<'l>,
    pub movegen: MoveGen<'l>,
    /// Ranks moves by equity with these values; `None` ranks plays by score.
    pub leaves: Option<&'l dyn Leaves>,
    /// The number of plays or moves to keep; `None` keeps all of them.
    pub top: Option<usize>,
    /// If only the best are kept, keeps one play or move of each idea.
    pub is_grouped: bool,
}

impl Search<'_> {
    /// Searches a position.
    ///
    /// # Errors
    /// A rack breaks the rules.
    pub fn solve<'t, 'r>(
        &self,
        checked: CheckedPosition<'t, 'r>,
    ) -> Result<Solved<'t, 'r>, PositionProblem> {
        let CheckedPosition {
            cgp,
            position,
            warnings,
        } = checked;
        let state = cgp.state(position.rules());
        let state = state.map_err(PositionProblem::Rules)?;
        let unseen = Unseen::new(&state, position.rules(), self.alphabet);
        let mut counts = Counts::default();
        let mut others = Vec::new();
        let ranking = match self.leaves {
            None => Ranking::Plays(self.plays(&position, &mut counts, &mut others)),
            Some(leaves) => {
                let bag_len = unseen.as_ref().map_or(0, Unseen::bag_len);
                self.moves((&position, bag_len), leaves, &mut counts, &mut others)
            }
        };
        Ok(Solved {
            cgp,
            position,
            warnings,
            unseen,
            counts,
            ranking,
            others,
        })
    }

    fn plays(
        &self,
        position: &Position<'_>,
        counts: &mut Counts,
        others: &mut Vec<Vec<Move>>,
    ) -> Vec<Play> {
        let mut plays = Vec::new();
        self.movegen.for_each(position, |play| {
            counts.add(play);
            if self.top.is_none() {
                plays.push(*play);
            }
        });
        if let Some(top) = self.grouped_top() {
            for idea in best_play_ideas(&self.movegen, position, top) {
                let mut idea = idea.into_iter();
                plays.extend(idea.next());
                others.push(idea.map(Move::Play).collect());
            }
            return plays;
        }
        if let Some(top) = self.top {
            let mut best = vec![None; top.min(counts.all())];
            self.movegen.top(position, &mut best);
            plays.extend(best.into_iter().flatten());
        }
        plays.sort_unstable_by(Play::best_first);
        plays
    }

    /// The number of ideas to keep, if plays are grouped.
    fn grouped_top(&self) -> Option<usize> {
        self.top.filter(|top| self.is_grouped && *top > 0)
    }

    fn moves(
        &self,
        (position, bag_len): (&Position<'_>, usize),
        leaves: &dyn Leaves,
        counts: &mut Counts,
        others: &mut Vec<Vec<Move>>,
    ) -> Ranking {
        self.movegen.for_each(position, |play| counts.add(play));
        let mut exchanges = 0_u64;
        let _ = for_each_exchange(position, bag_len, |_, _| {
            exchanges += 1;
            ControlFlow::<()>::Continue(())
        });
        let movegen = self.movegen.with_moves(bag_len, leaves);
        let mut best = Vec::new();
        if let Some(top) = self.grouped_top() {
            for idea in best_move_ideas(&movegen, position, top) {
                let mut idea = idea.into_iter();
                best.extend(idea.next());
                others.push(idea.map(|one| one.action).collect());
            }
        } else if let Some(top) = self.top {
            let exchanges = usize::try_from(exchanges).unwrap_or(usize::MAX);
            let all = counts.all().saturating_add(exchanges).saturating_add(1);
            let mut slots = vec![None; top.min(all)];
            movegen.top(position, &mut slots);
            best.extend(slots.into_iter().flatten());
        } else {
            movegen.for_each(position, |candidate| best.push(*candidate));
            best.sort_unstable_by(Candidate::best_first);
        }
        Ranking::Moves { best, exchanges }
    }
}

/// Counts over all plays of a position. The fields are those of the JSON object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// The number of plays.
    pub plays: u64,
    /// The number of plays that place a single tile.
    pub one_tile: u64,
    /// The sum of all scores.
    pub score_sum: i64,
    /// The highest score; 0 if there is no play.
    pub best_score: i32,
}

impl Counts {
    /// Adds a play.
    pub fn add(&mut self, play: &Play) {
        let is_first = self.plays == 0;
        self.plays += 1;
        self.one_tile += u64::from(play.placed_len() == 1);
        self.score_sum += i64::from(play.score());
        if is_first || play.score() > self.best_score {
            self.best_score = play.score();
        }
    }

    /// The number of plays.
    fn all(&self) -> usize {
        usize::try_from(self.plays).unwrap_or(usize::MAX)
    }

    /// Writes the column names of [`write_row`](Self::write_row).
    pub fn write_heading(out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "#position\tplays\tone_tile\tscore_sum\tbest_score")
    }

    /// Writes the counts for the position of this number, separated by tabs.
    pub fn write_row(&self, position: u64, out: &mut dyn Write) -> io::Result<()> {
        let Counts {
            plays,
            one_tile,
            score_sum,
            best_score,
        } = self;
        writeln!(
            out,
            "{position}\t{plays}\t{one_tile}\t{score_sum}\t{best_score}"
        )
    }
}

#[cfg(test)]
mod tests {
    use lexc_runtime::{Direction, PlacedTile, Square, Tile};

    use super::*;

    #[test]
    fn counts_scores_below_zero() {
        let mut counts = Counts::default();
        for (placed_len, score) in [(1, -8), (2, -3), (1, -5)] {
            let origin = Square::new(0, 0).unwrap();
            let placed_tiles = vec![Some(PlacedTile::letter(Tile::FIRST)); placed_len];
            counts.add(&Play::new(origin, Direction::Across, &placed_tiles, score).unwrap());
        }
        let expected = Counts {
            plays: 3,
            one_tile: 2,
            score_sum: -16,
            best_score: -3,
        };
        assert_eq!(counts, expected);
    }
}
