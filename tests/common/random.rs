//! Random numbers from a seed; the same seed gives the same numbers.

use std::ops::{Range, RangeInclusive};
use std::vec::IntoIter;

/// Random numbers, which a [`Tape`] can record and repeat.
#[derive(Clone, Debug)]
pub struct Random {
    source: Source,
    tape: Option<Tape>,
}

#[derive(Clone, Debug)]
enum Source {
    /// SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators").
    Seed(u64),
    /// Numbers to repeat; 0 follows them.
    Draws(IntoIter<u64>),
}

/// The numbers that a case has drawn.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    /// The numbers.
    pub draws: Vec<u64>,
    /// The draws of each item of a list and of each turn.
    pub parts: Vec<Range<usize>>,
    /// The last note, if notes are kept.
    pub note: Option<String>,
}

impl Random {
    /// Starts the sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random {
            source: Source::Seed(seed),
            tape: None,
        }
    }

    /// Starts the sequence of a seed, on tape.
    pub fn recorded(seed: u64) -> Random {
        Random {
            tape: Some(Tape::default()),
            ..Random::new(seed)
        }
    }

    /// Repeats these numbers, each lowered to its bound; then each number is 0. All are on tape.
    pub fn repeated(draws: Vec<u64>) -> Random {
        Random {
            source: Source::Draws(draws.into_iter()),
            tape: Some(Tape::default()),
        }
    }

    /// Keeps the notes from now on.
    pub fn with_notes(mut self) -> Random {
        if let Some(tape) = &mut self.tape {
            tape.note = Some(String::new());
        }
        self
    }

    /// The tape, if there is one.
    pub fn into_tape(self) -> Tape {
        self.tape.unwrap_or_default()
    }

    /// Sets the text that describes the case, if notes are kept.
    pub fn note(&mut self, text: impl FnOnce() -> String) {
        let note = self.tape.as_mut().and_then(|tape| tape.note.as_mut());
        if let Some(note) = note {
            *note = text();
        }
    }

    /// A number up to the highest.
    fn draw(&mut self, highest: u64) -> u64 {
        let drawn = match &mut self.source {
            Source::Seed(state) => {
                *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let mixed = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
                let mixed = mixed ^ mixed >> 31;
                // Bounds are small, so the remainder is close to uniform.
                highest.checked_add(1).map_or(mixed, |bound| mixed % bound)
            }
            Source::Draws(draws) => draws.next().unwrap_or(0).min(highest),
        };
        if let Some(tape) = &mut self.tape {
            tape.draws.push(drawn);
        }
        drawn
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.draw(u64::MAX)
    }

    /// A number in `0..bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        let drawn = self.draw(bound as u64 - 1);
        usize::try_from(drawn).expect("it is less than the bound")
    }

    /// A number in the range.
    pub fn within(&mut self, range: &RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// Returns `true` with a probability of 1 in `times`; a draw of 0 gives `false`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// A random item.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// A random item, mutable.
    pub fn pick_mut<'a, T>(&mut self, items: &'a mut [T]) -> &'a mut T {
        let index = self.below(items.len());
        &mut items[index]
    }

    /// A list of a length in the range, each length as likely. The function gets the items before.
    pub fn list<T>(
        &mut self,
        len: &RangeInclusive<usize>,
        mut item: impl FnMut(&mut Random, &[T]) -> T,
    ) -> Vec<T> {
        let mut items = Vec::new();
        // The length is not drawn in advance, so that an item can be left out with all its draws.
        while items.len() < *len.end() {
            let next = self.part(|random| {
                let goes_on = random.below(len.end() - items.len() + 1) > 0;
                (goes_on || items.len() < *len.start()).then(|| item(random, &items))
            });
            match next {
                Some(item) => items.push(item),
                None => break,
            }
        }
        items
    }

    /// Marks the draws of the function as one part.
    pub fn part<T>(&mut self, draw: impl FnOnce(&mut Random) -> T) -> T {
        let len = |random: &Random| random.tape.as_ref().map_or(0, |tape| tape.draws.len());
        let start = len(self);
        let part = draw(self);
        let end = len(self);
        if let Some(tape) = &mut self.tape {
            tape.parts.push(start..end);
        }
        part
    }
}
