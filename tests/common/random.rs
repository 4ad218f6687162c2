//! Random numbers from a seed; the same seed gives the same numbers.

use std::ops::RangeInclusive;

/// SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators").
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts the sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number in `0..bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        // Bounds are small, so the remainder is close to uniform.
        usize::try_from(self.next_u64() % bound as u64).expect("it is less than the bound")
    }

    /// A number in the range.
    pub fn within(&mut self, range: &RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// Returns `true` with a probability of 1 in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
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
}
