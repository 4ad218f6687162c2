//! Random numbers that are the same on every host.

use lexc_runtime::Bag;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random numbers: ChaCha with 8 rounds. The key is the seed as 8 little-endian bytes, then 24 zero bytes.
///
/// Each pair of a seed and a stream has its own sequence. Each game, and each sample of a simulation, has its own
/// stream, so its random numbers do not depend on threads or on the order of the work. Indices are drawn without the
/// range functions of libraries, because these may change between versions.
///
/// ```
/// use lexc_game::Random;
///
/// let dice = |seed, stream| {
///     let mut random = Random::new(seed, stream);
///     [0; 5].map(|_| 1 + random.index_below(6))
/// };
/// assert_eq!(dice(1, 7), dice(1, 7));
/// assert_ne!(dice(1, 7), dice(1, 8));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// Starts a stream of a seed.
    pub fn new(seed: u64, stream: u64) -> Random {
        let mut key = [0; 32];
        let (start, _) = key.split_at_mut(8);
        start.copy_from_slice(&seed.to_le_bytes());
        let mut numbers = ChaCha8Rng::from_seed(key);
        numbers.set_stream(stream);
        Random(numbers)
    }

    /// A random index below `len`, each equally likely; 0 if `len` is 0.
    pub fn index_below(&mut self, len: usize) -> usize {
        let count = (len as u64).max(1);
        // Rejects the largest numbers, which would make some indices more likely.
        let limit = u64::MAX - u64::MAX % count;
        loop {
            let number = self.0.next_u64();
            if number < limit {
                return Bag::index_of(number, len);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shuffles 0 to 11 (Durstenfeld 1964, algorithm 235).
    fn order(seed: u64, stream: u64) -> Vec<u8> {
        let mut random = Random::new(seed, stream);
        let mut items: Vec<u8> = (0..12).collect();
        for last in (1..items.len()).rev() {
            items.swap(last, random.index_below(last + 1));
        }
        items
    }

    /// Orders computed with another implementation of ChaCha.
    #[test]
    fn numbers_are_those_of_another_chacha() {
        assert_eq!(order(0, 0), [9, 7, 3, 4, 10, 5, 8, 0, 1, 11, 2, 6]);
        assert_eq!(order(1, 0), [1, 11, 2, 9, 5, 6, 7, 10, 4, 8, 0, 3]);
        assert_eq!(order(0, 1), [4, 0, 2, 6, 10, 5, 9, 7, 11, 8, 1, 3]);
        assert_eq!(
            order(u64::MAX, u64::MAX),
            [8, 9, 1, 4, 3, 11, 5, 7, 0, 2, 10, 6]
        );
    }

    #[test]
    fn all_indices_are_equally_likely() {
        let mut random = Random::new(7, 0);
        let mut counts = [0; 6];
        for _ in 0..6000 {
            counts[random.index_below(6)] += 1;
        }
        assert!(
            counts.iter().all(|count| (900..1100).contains(count)),
            "{counts:?}"
        );
        assert_eq!(random.index_below(0), 0);
    }
}
