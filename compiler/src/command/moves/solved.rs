//! A position with its plays, and counts over all of them.

use std::io::{self, Write};

use lexc_runtime::{Alphabet, Cgp, MoveGen, Play, Position};
use serde::Serialize;

use crate::command::unseen::Unseen;
use crate::command::warnings::Warning;

/// A position with its best plays, and counts over all plays.
#[derive(Debug)]
pub struct Solved<'t, 'r> {
    pub cgp: Cgp<'t>,
    pub position: Position<'r>,
    pub warnings: Vec<Warning>,
    /// `None` if the alphabet has no counts.
    pub unseen: Option<Unseen>,
    pub counts: Counts,
    /// The best plays, best first.
    pub plays: Vec<Play>,
}

impl<'t, 'r> Solved<'t, 'r> {
    /// Searches a position. Keeps the best `top` plays; all of them for `None`.
    pub fn new(
        cgp: Cgp<'t>,
        position: Position<'r>,
        warnings: Vec<Warning>,
        alphabet: Alphabet<'_>,
        movegen: &MoveGen<'_>,
        top: Option<usize>,
    ) -> Solved<'t, 'r> {
        let unseen = Unseen::new(&cgp, alphabet, position.rules().rack_size());
        let mut counts = Counts::default();
        let mut plays = Vec::new();
        movegen.for_each(&position, |play| {
            counts.add(play);
            if top.is_none() {
                plays.push(*play);
            }
        });
        if let Some(top) = top {
            let all = usize::try_from(counts.plays).unwrap_or(usize::MAX);
            let mut best = vec![None; top.min(all)];
            movegen.top(&position, &mut best);
            plays.extend(best.into_iter().flatten());
        }
        plays.sort_unstable_by(Play::best_first);
        Solved {
            cgp,
            position,
            warnings,
            unseen,
            counts,
            plays,
        }
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
