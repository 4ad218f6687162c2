//! The best plays of a position, and how many there are.

use lexc_runtime::{Lexicon, MoveGen, Play, Position};
use serde::Serialize;

/// The best plays of a position, and what there is to count about all of them.
#[derive(Debug)]
pub struct Ranking {
    counts: Counts,
    /// The best first.
    plays: Vec<Play>,
}

impl Ranking {
    /// The plays of the position, of which the `top` best are kept. No more than twice as many are ever held.
    pub fn new(lexicon: &Lexicon<'_>, position: &Position<'_>, top: usize) -> Ranking {
        let mut counts = Counts::default();
        let mut best = Best {
            plays: Vec::new(),
            top,
        };
        MoveGen::new(lexicon).for_each(position, |play| {
            counts.add(play);
            best.add(play);
        });
        Ranking {
            counts,
            plays: best.finish(),
        }
    }

    /// What there is to count about all plays.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The plays that were kept, best first.
    pub fn plays(&self) -> &[Play] {
        &self.plays
    }
}

/// Counts over all plays of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// How many there are.
    pub plays: u64,
    /// How many place a single tile.
    pub one_tile: u64,
    /// The sum of their scores.
    pub score_sum: i64,
    /// The highest score; 0 where there is no play.
    pub best_score: i32,
}

impl Counts {
    fn add(&mut self, play: &Play) {
        let is_first = self.plays == 0;
        self.plays += 1;
        self.one_tile += u64::from(play.placed_len() == 1);
        self.score_sum += i64::from(play.score());
        if is_first || play.score() > self.best_score {
            self.best_score = play.score();
        }
    }
}

/// The best plays so far, and some that are not thrown out yet.
struct Best {
    plays: Vec<Play>,
    top: usize,
}

impl Best {
    fn add(&mut self, play: &Play) {
        if self.top == 0 {
            return;
        }
        self.plays.push(*play);
        // As this is done once in `top` plays, each play costs the same, be it few or many that are kept.
        if self.plays.len() == self.top.saturating_mul(2) {
            self.shrink();
        }
    }

    fn shrink(&mut self) {
        if self.plays.len() > self.top {
            self.plays
                .select_nth_unstable_by(self.top, Play::best_first);
            self.plays.truncate(self.top);
        }
    }

    fn finish(mut self) -> Vec<Play> {
        self.shrink();
        self.plays.sort_unstable_by(Play::best_first);
        self.plays
    }
}

#[cfg(test)]
mod tests {
    use lexc_runtime::{Direction, PlacedTile, Square, Tile};

    use super::*;

    /// A play of `placed_len` tiles in a row.
    fn play(row: usize, placed_len: usize, score: i32) -> Play {
        let lead = Square::new(row, 0).unwrap();
        let placed_tiles = vec![Some(PlacedTile::letter(Tile::FIRST)); placed_len];
        Play::new(lead, Direction::Across, &placed_tiles, score).unwrap()
    }

    #[test]
    fn the_best_are_those_that_sorting_all_puts_first() {
        // Few scores, so that most are equal.
        let all: Vec<_> = (0..120)
            .map(|i| play(i % 20, 1 + i / 20, [3, 9, 1, 7, 5][i % 5]))
            .collect();
        let mut sorted = all.clone();
        sorted.sort_by(Play::best_first);
        for top in [0, 1, 2, 7, 59, 60, 61, 119, 120, 121, usize::MAX] {
            let mut best = Best {
                plays: Vec::new(),
                top,
            };
            for play in &all {
                best.add(play);
                assert!(best.plays.len() <= top.saturating_mul(2));
            }
            assert_eq!(best.finish(), sorted[..top.min(sorted.len())], "{top}");
        }
    }

    #[test]
    fn counts_of_scores_below_zero() {
        let mut counts = Counts::default();
        for (placed_len, score) in [(1, -8), (2, -3), (1, -5)] {
            counts.add(&play(0, placed_len, score));
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
