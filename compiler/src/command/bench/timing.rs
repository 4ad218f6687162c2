//! Measures the times of searches, and of opening an image.

use std::hint::black_box;
use std::time::{Duration, Instant};

use lexc_runtime::{Lexicon, Position};

use crate::command::play_buffer::PlayBuffer;
use crate::command::search::{Goal, Search};

/// How often an image is opened unvalidated for one measurement: once would be too short a time for a clock.
const OPENINGS: u32 = 1000;
/// How many measurements of opening are made. The number is fixed so that two runs with different numbers of passes
/// differ in nothing but their passes.
const OPENING_ROUNDS: usize = 7;

/// A position that was searched.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The number of blanks on the rack.
    pub blanks: usize,
    /// The number of plays found.
    pub plays: u64,
    /// The highest score among them; 0 where there is none.
    pub best_score: i32,
    /// The time that the search took in each pass.
    pub times: Vec<Duration>,
}

/// Searches every position once in each pass; `start_pass` receives the number of each, from 1.
pub fn search_times(
    search: &Search<'_>,
    positions: &[Position<'_>],
    passes: u32,
    mut start_pass: impl FnMut(u32),
) -> Vec<Searched> {
    let new = |position: &Position<'_>| Searched {
        blanks: position.rack().blanks(),
        plays: 0,
        best_score: 0,
        times: Vec::new(),
    };
    let mut searched: Vec<Searched> = positions.iter().map(new).collect();
    let mut plays = PlayBuffer::default();
    for pass in 1..=passes {
        start_pass(pass);
        for (position, searched) in positions.iter().zip(&mut searched) {
            let start = Instant::now();
            match search.goal() {
                // Seen from outside, so that the optimizer leaves nothing out.
                Goal::All => search.all_plays(position, black_box(&mut plays)),
                Goal::Best => {
                    plays.clear();
                    if let Some(play) = black_box(search.best_play(position)) {
                        plays.push(&play);
                    }
                }
            }
            black_box(&plays);
            searched.times.push(start.elapsed());
            searched.plays = plays.count();
            searched.best_score = plays.best_score().unwrap_or(0);
        }
    }
    searched
}

/// The times to open an image: unvalidated, and with all checks. Medians.
pub fn open_times(bytes: &[u8]) -> (Duration, Duration) {
    let trusted = || {
        let start = Instant::now();
        for _ in 0..OPENINGS {
            let _ = black_box(Lexicon::from_bytes_unvalidated(black_box(bytes)));
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
    (median_of(&trusted), median_of(&checked))
}

/// The median; between the two in the middle if there is an even number. Sorts the times; there is at least one.
pub fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    let middle = times.len() / 2;
    if times.len().is_multiple_of(2) {
        (times[middle - 1] + times[middle]) / 2
    } else {
        times[middle]
    }
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
}
