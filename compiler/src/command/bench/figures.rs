//! Times of searches and of opening an image, and the medians, percentiles and rates computed from them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use lexc_runtime::{Checks, Leaves, Lexicon, Position};
use serde::Serialize;

use crate::command::search::{self, PlayBuffer, Search};
use crate::command::table::micros;

/// The number of unvalidated openings in one measurement: a single opening is too short for a clock.
const OPENINGS: u32 = 1000;
/// The number of measurements of each of the two times to open an image. The number of passes does not change it.
const OPENING_ROUNDS: usize = 7;

/// The goal of a measured search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Every play.
    All,
    /// The play that ranks first.
    Best,
    /// The move that ranks first by equity.
    Equity,
}

/// A search to measure.
pub struct Timed<'a> {
    /// The search for plays. With leaves, its goal is the best play, and the search measured has its algorithm.
    pub search: Search<'a>,
    /// The values of leaves, if the search is for the best move by equity.
    pub leaves: Option<&'a dyn Leaves>,
    /// The number of tiles in the bag of each position.
    pub bag_lens: &'a [usize],
}

impl Timed<'_> {
    pub fn goal(&self) -> Goal {
        match (self.leaves, self.search.goal()) {
            (Some(_), _) => Goal::Equity,
            (None, search::Goal::Best) => Goal::Best,
            (None, search::Goal::All) => Goal::All,
        }
    }

    /// Goal and algorithm, for a sentence.
    pub fn title(&self) -> String {
        match self.leaves {
            Some(_) => self.search.title_of("the best move by equity"),
            None => self.search.title(),
        }
    }
}

/// A position that was searched.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The number of blanks on the rack.
    pub blanks: usize,
    /// The number of plays found.
    pub plays: u64,
    /// The highest score of a play, 0 without a play; the highest equity, in thousandths of a point, if the goal is equity.
    pub best: i64,
    /// The time that the search took in each pass.
    pub times: Vec<Duration>,
}

/// Searches every position once in each pass; `start_pass` receives the number of each pass, counted from 1.
pub fn search_times(
    timed: &Timed<'_>,
    positions: &[Position<'_>],
    passes: u32,
    mut start_pass: impl FnMut(u32),
) -> Vec<Searched> {
    let new = |position: &Position<'_>| Searched {
        blanks: position.rack().blanks(),
        plays: 0,
        best: 0,
        times: Vec::new(),
    };
    let search = &timed.search;
    let mut searched: Vec<Searched> = positions.iter().map(new).collect();
    let mut plays = PlayBuffer::default();
    for pass in 1..=passes {
        start_pass(pass);
        for ((position, searched), &bag_len) in
            positions.iter().zip(&mut searched).zip(timed.bag_lens)
        {
            let start = Instant::now();
            if let Some(leaves) = timed.leaves {
                let movegen = search.movegen().with_moves(bag_len, leaves);
                searched.best = black_box(movegen.best(position)).equity;
                searched.times.push(start.elapsed());
                continue;
            }
            match search.goal() {
                // `black_box` keeps the optimizer from leaving out the stores of the plays.
                search::Goal::All => search.all_plays(position, black_box(&mut plays)),
                search::Goal::Best => {
                    plays.clear();
                    if let Some(play) = black_box(search.best_play(position)) {
                        plays.push(&play);
                    }
                }
            }
            black_box(&plays);
            searched.times.push(start.elapsed());
            searched.plays = plays.count();
            searched.best = plays.best_score().unwrap_or(0).into();
        }
    }
    searched
}

/// The median times to open an image: unvalidated, and with all checks.
pub fn open_times(bytes: &[u8]) -> (Duration, Duration) {
    let unvalidated = || {
        let start = Instant::now();
        for _ in 0..OPENINGS {
            let _ = black_box(Lexicon::open(black_box(bytes), Checks::Bounds));
        }
        start.elapsed() / OPENINGS
    };
    let checked = || {
        let start = Instant::now();
        let _ = black_box(Lexicon::from_bytes(black_box(bytes)));
        start.elapsed()
    };
    let median_of = |measure: &dyn Fn() -> Duration| {
        let mut times: Vec<Duration> = (0..OPENING_ROUNDS).map(|_| measure()).collect();
        median(&mut times)
    };
    (median_of(&unvalidated), median_of(&checked))
}

/// The median of at least one time; for an even number of times, the mean of the middle two. Sorts the times.
pub fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    let middle = times.len() / 2;
    if times.len().is_multiple_of(2) {
        (times[middle - 1] + times[middle]) / 2
    } else {
        times[middle]
    }
}

/// The figures over at least one position, with times in microseconds. The fields are those of the JSON object `total`,
/// and of each object in `by_blanks`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Figures {
    /// The number of blanks on the rack; `None` in the figures over all positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blanks: Option<usize>,
    pub positions: u64,
    /// The number of plays found, if the goal is all plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<u64>,
    /// The sum of the highest scores, if the goal is the best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_sum: Option<i64>,
    /// The sum of the highest equities in points, if the goal is equity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equity_sum: Option<f64>,
    /// The median time of a pass, divided by the number of positions.
    pub median_us: f64,
    /// The shortest time of a pass, divided by the number of positions.
    pub minimum_us: f64,
    /// The 50th percentile of the positions' times. A position's time is the median of its times in the passes.
    pub p50_us: f64,
    /// The 99th percentile of the positions' times.
    pub p99_us: f64,
    /// The longest of the positions' times.
    pub max_us: f64,
    /// The number of plays divided by the median time of a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays_per_second: Option<u64>,
}

impl Figures {
    /// The figures over these positions, which were searched in the same passes.
    pub fn of(searched: &[Searched], blanks: Option<usize>, goal: Goal) -> Figures {
        let passes = searched.first().map_or(0, |first| first.times.len());
        let of_pass =
            |pass: usize| -> Duration { searched.iter().map(|one| one.times[pass]).sum() };
        let mut passes: Vec<Duration> = (0..passes).map(of_pass).collect();
        let of_position = |one: &Searched| median(&mut one.times.clone());
        let mut medians: Vec<Duration> = searched.iter().map(of_position).collect();
        medians.sort_unstable();
        let pass = median(&mut passes);
        let positions = searched.len() as u64;
        let plays = searched.iter().map(|one| one.plays).sum();
        let best_sum: i64 = searched.iter().map(|one| one.best).sum();
        let is_all = goal == Goal::All;
        Figures {
            blanks,
            positions,
            plays: is_all.then_some(plays),
            score_sum: (goal == Goal::Best).then_some(best_sum),
            equity_sum: (goal == Goal::Equity).then_some(best_sum as f64 / 1e3),
            median_us: micros(share(pass, positions)),
            minimum_us: micros(share(passes[0], positions)),
            p50_us: micros(percentile(&medians, 50)),
            p99_us: micros(percentile(&medians, 99)),
            max_us: micros(percentile(&medians, 100)),
            plays_per_second: is_all.then(|| per_second(plays, pass)),
        }
    }
}

/// The figures for each number of blanks that occurs, in order.
pub fn by_blanks(mut searched: Vec<Searched>, goal: Goal) -> Vec<Figures> {
    searched.sort_by_key(|one| one.blanks);
    let groups = searched.chunk_by(|a, b| a.blanks == b.blanks);
    groups
        .map(|group| Figures::of(group, Some(group[0].blanks), goal))
        .collect()
}

/// The nearest-rank percentile of at least one time. The times must be sorted.
fn percentile(times: &[Duration], percent: usize) -> Duration {
    let count = (times.len() * percent).div_ceil(100);
    times[count.max(1) - 1]
}

fn share(time: Duration, count: u64) -> Duration {
    let nanos = time.as_nanos() / u128::from(count.max(1));
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

/// Rate of `count` items in a time, per second.
fn per_second(count: u64, time: Duration) -> u64 {
    let rate = u128::from(count) * 1_000_000_000 / time.as_nanos().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let median_of = |times: &[u64]| {
            let mut times: Vec<_> = times.iter().copied().map(Duration::from_nanos).collect();
            median(&mut times).as_nanos()
        };
        assert_eq!(median_of(&[5]), 5);
        assert_eq!(median_of(&[9, 5]), 7);
        assert_eq!(median_of(&[9, 5, 6]), 6);
        assert_eq!(median_of(&[100, 5, 9, 6]), 7);
    }

    fn searched(blanks: usize, plays: u64, best: i64, micros: &[u64]) -> Searched {
        Searched {
            blanks,
            plays,
            best,
            times: micros.iter().copied().map(Duration::from_micros).collect(),
        }
    }

    #[test]
    fn percentiles_are_of_the_nearest_rank() {
        let times: Vec<_> = (1..=200).map(Duration::from_nanos).collect();
        let nanos = |len, percent| percentile(&times[..len], percent).as_nanos();
        assert_eq!(
            [nanos(200, 50), nanos(200, 99), nanos(200, 100)],
            [100, 198, 200]
        );
        assert_eq!([nanos(3, 50), nanos(3, 99), nanos(3, 100)], [2, 3, 3]);
        assert_eq!([nanos(1, 50), nanos(1, 99)], [1, 1]);
    }

    #[test]
    fn takes_medians_of_passes_and_of_positions() {
        let positions = vec![
            searched(0, 10, 20, &[10, 30, 20]),
            searched(1, 90, 0, &[100, 400, 300]),
            searched(0, 20, 11, &[40, 20, 30]),
        ];
        // The passes take 150, 450 and 350 us; the medians of the positions are 20, 300 and 30 us.
        let expected = Figures {
            blanks: None,
            positions: 3,
            plays: Some(120),
            score_sum: None,
            equity_sum: None,
            median_us: 116.666,
            minimum_us: 50.0,
            p50_us: 30.0,
            p99_us: 300.0,
            max_us: 300.0,
            plays_per_second: Some(342_857),
        };
        assert_eq!(Figures::of(&positions, None, Goal::All), expected);
        let best = Figures::of(&positions, None, Goal::Best);
        assert_eq!((best.plays, best.score_sum), (None, Some(31)));
        assert_eq!(best.plays_per_second, None);
        let equity = Figures::of(&positions, None, Goal::Equity);
        let sums = (equity.score_sum, equity.equity_sum);
        assert_eq!(sums, (None, Some(0.031)));

        let groups = by_blanks(positions, Goal::All);
        let [without, with] = &groups[..] else {
            panic!("{groups:?}");
        };
        assert_eq!((without.blanks, with.blanks), (Some(0), Some(1)));
        assert_eq!((without.positions, without.plays), (2, Some(30)));
        assert_eq!((without.median_us, without.max_us), (25.0, 30.0));
        assert_eq!((with.positions, with.plays), (1, Some(90)));
    }
}
