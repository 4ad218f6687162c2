//! Random cases of a property. A case that fails is shrunk: the smallest one that still fails is shown.
//!
//! A property draws its case from a [`Random`], and panics if it does not hold. To shrink a case, draws are left out,
//! set to 0 and lowered as long as the property still panics (MacIver and Donaldson 2020, "Test-case reduction via
//! test-case generation: insights from the Hypothesis reducer").

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::time::{Duration, Instant};

use crate::random::{Random, Tape};

/// Seeds that failed once, one a line after the name of the property.
const FAILED: &str = include_str!("../data/failed-seeds.txt");

/// Bound on the time that a case is shrunk.
const SHRINKING: Duration = Duration::from_secs(60);

/// Asserts that a property holds for the seeds that failed once, then for these.
///
/// # Panics
///
/// Repeats the panic of the property in the smallest case that was found, and prints the note of this case.
pub fn check(
    name: &str,
    seeds: impl IntoIterator<Item = u64>,
    mut property: impl FnMut(&mut Random),
) {
    for seed in failed(FAILED, name).into_iter().chain(seeds) {
        let mut fails = |random| failure(&mut property, random);
        let Some(tape) = fails(Random::recorded(seed)) else {
            continue;
        };
        let draws = shrunk(tape, |draws| fails(Random::repeated(draws)));
        let mut random = Random::repeated(draws).with_notes();
        let case = AssertUnwindSafe(|| property(&mut random));
        let panic = panic::catch_unwind(case).expect_err("the case failed before");
        let note = random.into_tape().note.unwrap_or_default();
        eprintln!(
            "for tests/data/failed-seeds.txt: {name} {seed}\nthe smallest case found:\n{note}"
        );
        panic::resume_unwind(panic);
    }
}

/// The seeds that a text of failed seeds has for a property.
fn failed(text: &str, name: &str) -> Vec<u64> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let seeds = lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let seed = |seed: &str| seed.parse().unwrap_or_else(|_| panic!("{name}: {seed}"));
    seeds.map(seed).collect()
}

/// The tape of a case if the property panics. The panic prints nothing.
fn failure(property: &mut impl FnMut(&mut Random), mut random: Random) -> Option<Tape> {
    thread_local!(static IS_QUIET: Cell<bool> = const { Cell::new(false) });
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| match IS_QUIET.get() {
            true => {}
            false => usual(panic),
        }));
    });
    IS_QUIET.set(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| property(&mut random)));
    IS_QUIET.set(false);
    outcome.is_err().then(|| random.into_tape())
}

/// The draws of the smallest failing case found. The function returns the tape of a case that fails.
fn shrunk(tape: Tape, fails: impl FnMut(Vec<u64>) -> Option<Tape>) -> Vec<u64> {
    let mut shrinker = Shrinker {
        tape,
        fails,
        end: Instant::now() + SHRINKING,
    };
    while shrinker.without_parts() | shrinker.without_draws() | shrinker.lower() {}
    shrinker.tape.draws
}

struct Shrinker<F> {
    /// The smallest case that fails.
    tape: Tape,
    fails: F,
    end: Instant,
}

impl<F: FnMut(Vec<u64>) -> Option<Tape>> Shrinker<F> {
    /// Takes the case with these draws if it fails and is smaller.
    fn takes(&mut self, draws: Vec<u64>) -> bool {
        let size = |draws: &Vec<u64>| (draws.len(), draws.clone());
        if Instant::now() > self.end {
            return false;
        }
        let Some(mut tape) = (self.fails)(draws) else {
            return false;
        };
        let used = tape.draws.iter().rposition(|&draw| draw > 0);
        tape.draws.truncate(used.map_or(0, |last| last + 1));
        let is_smaller = size(&tape.draws) < size(&self.tape.draws);
        if is_smaller {
            self.tape = tape;
        }
        is_smaller
    }

    /// Takes the case without the draws from `start` to `end`.
    fn takes_without(&mut self, start: usize, end: usize) -> bool {
        let mut draws = self.tape.draws.clone();
        draws.drain(start.min(draws.len())..end.min(draws.len()));
        draws.len() < self.tape.draws.len() && self.takes(draws)
    }

    /// Leaves out runs of parts, long ones first, the last ones first.
    fn without_parts(&mut self) -> bool {
        let mut is_smaller = false;
        let mut len = self.tape.parts.len();
        while len > 0 {
            let mut end = self.tape.parts.len();
            while end >= len {
                let (first, last) = (&self.tape.parts[end - len], &self.tape.parts[end - 1]);
                is_smaller |= self.takes_without(first.start, last.end);
                end = (end - len).min(self.tape.parts.len());
            }
            len /= 2;
        }
        is_smaller
    }

    /// Leaves out runs of up to eight draws.
    fn without_draws(&mut self) -> bool {
        let mut is_smaller = false;
        for len in [8, 4, 2, 1] {
            for start in (0..self.tape.draws.len()).rev() {
                is_smaller |= self.takes_without(start, start + len);
            }
        }
        is_smaller
    }

    /// Sets each draw to 0, or lowers it by ever smaller parts of itself.
    fn lower(&mut self) -> bool {
        let mut is_smaller = false;
        for place in (0..self.tape.draws.len()).rev() {
            let mut less = self.tape.draws.get(place).copied().unwrap_or(0);
            while less > 0 {
                let mut draws = self.tape.draws.clone();
                match draws.get_mut(place) {
                    Some(draw) => *draw = draw.saturating_sub(less),
                    None => break,
                }
                match self.takes(draws) {
                    true => is_smaller = true,
                    false => less /= 2,
                }
            }
        }
        is_smaller
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails if a number is more than 20 above the next one.
    fn descends_slowly(random: &mut Random) {
        let numbers = random.list(&(0..=40), |random, _| random.below(1_000));
        random.note(|| format!("{numbers:?}"));
        assert!(numbers.windows(2).all(|pair| pair[0] <= pair[1] + 20));
    }

    #[test]
    fn a_case_shrinks_to_the_smallest_that_fails() {
        for seed in 0..20 {
            let fails = |random| failure(&mut descends_slowly, random);
            let tape = fails(Random::recorded(seed)).unwrap();
            let draws = shrunk(tape, |draws| fails(Random::repeated(draws)));
            let mut random = Random::repeated(draws).with_notes();
            let _ = panic::catch_unwind(AssertUnwindSafe(|| descends_slowly(&mut random)));
            assert_eq!(random.into_tape().note.unwrap(), "[21, 0]", "seed {seed}");
        }
    }

    #[test]
    fn seeds_that_failed_come_first() {
        let text = "# A comment.\nmovegen/small 7\nmovegen/small 12\nmovegen/smaller 1\n";
        assert_eq!(failed(text, "movegen/small"), [7, 12]);
    }
}
