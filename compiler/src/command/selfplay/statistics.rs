//! Sums over games and turns. They do not depend on the order in which games are added.

use std::time::Duration;

/// The sums over games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Games that were played to their end.
    pub games: u64,
    /// The sum of the final scores of both players.
    pub score_sum: i64,
    /// The sums over the turns, by the number of blanks on the rack.
    pub by_blanks: Vec<Sums>,
}

impl Statistics {
    /// Adds the sums over other games.
    pub fn add(&mut self, other: &Statistics) {
        self.games += other.games;
        self.score_sum += other.score_sum;
        for (blanks, sums) in other.by_blanks.iter().enumerate() {
            self.with_blanks(blanks).add(sums);
        }
    }

    /// Sums over the turns with this number of blanks on the rack.
    pub fn with_blanks(&mut self, blanks: usize) -> &mut Sums {
        if self.by_blanks.len() <= blanks {
            self.by_blanks.resize(blanks + 1, Sums::default());
        }
        &mut self.by_blanks[blanks]
    }

    /// The sums over all turns.
    pub fn total(&self) -> Sums {
        let mut total = Sums::default();
        for sums in &self.by_blanks {
            total.add(sums);
        }
        total
    }

    /// The average final score of a player.
    pub fn average_score(&self) -> f64 {
        self.score_sum as f64 / (2 * self.games).max(1) as f64
    }
}

/// The sums over turns; Gordon calls a turn a move. Each turn has one search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    /// The number of turns.
    pub moves: u64,
    /// Turns on which the rack was exchanged, because there was no play.
    pub exchanges: u64,
    /// Turns on which the player passed.
    pub passes: u64,
    /// Turns on which as many tiles were placed as the rack size.
    pub bingos: u64,
    /// The points of the plays made.
    pub points: i64,
    /// The plays found; 0 if only the best play was searched for.
    pub plays_found: u64,
    /// The anchors searched from; 0 if only the best play was searched for, or if the algorithm is `every-line`.
    pub anchors: u64,
    pub edges: EdgeCounts,
    /// The time of the searches.
    pub time: Duration,
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.moves += other.moves;
        self.exchanges += other.exchanges;
        self.passes += other.passes;
        self.bingos += other.bingos;
        self.points += other.points;
        self.plays_found += other.plays_found;
        self.anchors += other.anchors;
        self.edges.add(&other.edges);
        self.time += other.time;
    }

    pub fn plays_made(&self) -> u64 {
        self.moves - self.exchanges - self.passes
    }
}

/// The edges followed in some searches: their sum, and the number of searches in each range of edges.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EdgeCounts {
    sum: u64,
    /// The number of searches in each range.
    searches: Vec<u64>,
}

impl EdgeCounts {
    /// The exclusive end of the first range, which starts at 0. Each further range ends at twice the end of the
    /// preceding range (Gordon 1994, table V).
    const FIRST: u64 = 256;

    pub fn add_search(&mut self, edges: u64) {
        self.sum += edges;
        let range = (edges / EdgeCounts::FIRST).checked_ilog2();
        *self.in_range(range.map_or(0, |log2| log2 as usize + 1)) += 1;
    }

    /// The edges followed in all searches.
    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// The ranges, up to the last range with a search. Each has its least and its largest number of edges, and the
    /// number of its searches.
    pub fn ranges(&self) -> impl Iterator<Item = ((u64, u64), u64)> {
        let searches = self.searches.iter().copied().enumerate();
        searches.map(|(range, searches)| (EdgeCounts::bounds(range), searches))
    }

    /// The least and the largest number of edges in a range.
    fn bounds(range: usize) -> (u64, u64) {
        match range.checked_sub(1) {
            None => (0, EdgeCounts::FIRST - 1),
            Some(doublings) => {
                let first = EdgeCounts::FIRST << doublings;
                (first, 2 * first - 1)
            }
        }
    }

    fn add(&mut self, other: &EdgeCounts) {
        self.sum += other.sum;
        for (range, searches) in other.searches.iter().enumerate() {
            *self.in_range(range) += searches;
        }
    }

    fn in_range(&mut self, range: usize) -> &mut u64 {
        if self.searches.len() <= range {
            self.searches.resize(range + 1, 0);
        }
        &mut self.searches[range]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_do_not_depend_on_the_order() {
        let game = |score_sum, turns: &[(usize, u64)]| {
            let mut game = Statistics {
                games: 1,
                score_sum,
                by_blanks: Vec::new(),
            };
            for &(blanks, plays_found) in turns {
                let sums = game.with_blanks(blanks);
                sums.moves += 1;
                sums.plays_found += plays_found;
                sums.points += 10;
                sums.passes += u64::from(plays_found == 0);
                sums.time += Duration::from_nanos(plays_found);
            }
            game
        };
        let games = [
            game(500, &[(0, 10), (2, 1000), (0, 20)]),
            game(-3, &[]),
            game(700, &[(1, 100), (0, 0)]),
        ];
        let sum = |order: [usize; 3]| {
            let mut sum = Statistics::default();
            order.into_iter().for_each(|game| sum.add(&games[game]));
            sum
        };
        let all = sum([0, 1, 2]);
        for order in [[0, 2, 1], [2, 1, 0], [1, 2, 0]] {
            assert_eq!(sum(order), all);
        }
        assert_eq!((all.games, all.score_sum), (3, 1197));
        assert_eq!(all.average_score(), 199.5);
        let found = |sums: &Sums| (sums.moves, sums.plays_found, sums.passes, sums.plays_made());
        let found: Vec<_> = all.by_blanks.iter().map(found).collect();
        assert_eq!(found, [(3, 30, 1, 2), (1, 100, 0, 1), (1, 1000, 0, 1)]);
        let total = all.total();
        assert_eq!((total.moves, total.points), (5, 50));
        assert_eq!(total.time, Duration::from_nanos(1130));
    }

    #[test]
    fn searches_are_spread_over_ranges() {
        let mut edges = EdgeCounts::default();
        assert_eq!(edges.ranges().next(), None);
        for count in [0, 255, 256, 511, 512, 1023, 5000] {
            edges.add_search(count);
        }
        let mut others = EdgeCounts::default();
        others.add_search(300);
        edges.add(&others);
        assert_eq!(edges.sum(), 255 + 256 + 511 + 512 + 1023 + 5000 + 300);
        let ranges: Vec<_> = edges.ranges().collect();
        let expected = [
            ((0, 255), 2),
            ((256, 511), 3),
            ((512, 1023), 2),
            ((1024, 2047), 0),
            ((2048, 4095), 0),
            ((4096, 8191), 1),
        ];
        assert_eq!(ranges, expected);
        assert!(others.ranges().map(|(_, searches)| searches).eq([0, 1]));
    }
}
