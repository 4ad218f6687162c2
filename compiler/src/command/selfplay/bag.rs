//! The bag of the tiles not drawn yet, and the random numbers that shuffle it.

use lexc_runtime::{Alphabet, Rack, RackTile};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The tiles in the bag. The last one is drawn next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bag {
    tiles: Vec<RackTile>,
}

impl Bag {
    /// The full bag: each tile of the alphabet, and the blank, as often as its count.
    pub fn full(alphabet: Alphabet<'_>) -> Bag {
        let letters = alphabet.tiles().flat_map(|tile| {
            let count = alphabet.count(tile).into();
            std::iter::repeat_n(RackTile::Letter(tile), count)
        });
        let blanks = std::iter::repeat_n(RackTile::Blank, alphabet.blank_count().into());
        Bag {
            tiles: letters.chain(blanks).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    pub fn shuffle(&mut self, random: &mut Random) {
        random.shuffle(&mut self.tiles);
    }

    /// Draws tiles until the rack has `rack_size` or the bag is empty.
    pub fn fill(&mut self, rack: &mut Rack, rack_size: usize) {
        while rack.len() < rack_size
            && let Some(tile) = self.tiles.pop()
        {
            let is_added = rack.add(tile);
            debug_assert!(is_added, "a rack size is no more than a rack holds");
        }
    }

    /// Returns the tiles of a rack to the bag.
    pub fn put_back(&mut self, rack: &Rack) {
        self.tiles.extend(*rack);
    }
}

/// Random numbers of one game: ChaCha with 8 rounds. The key is the seed, the stream is the number of the game.
///
/// Every game has its own sequence, independent of the other games, the threads and the order of play. The key is the
/// seed as 8 bytes, little-endian, and 24 zero bytes. Expands the seed and shuffles without library functions, which may
/// change between versions.
#[derive(Clone, Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// Starts the random numbers of a game.
    pub fn new(seed: u64, game: u64) -> Random {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut numbers = ChaCha8Rng::from_seed(key);
        numbers.set_stream(game);
        Random(numbers)
    }

    /// Shuffles the items; all orders are equally likely (Durstenfeld 1964, algorithm 235).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.up_to(last));
        }
    }

    /// Random number from 0 to `last`, uniformly distributed.
    fn up_to(&mut self, last: usize) -> usize {
        let count = last as u64 + 1;
        // Rejects the largest numbers, which would make some results more likely.
        let limit = u64::MAX - u64::MAX % count;
        loop {
            let number = self.0.next_u64();
            if number < limit {
                return usize::try_from(number % count).unwrap_or(last);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Bag {
        /// The tiles. The last one is drawn next.
        pub(in crate::command::selfplay) fn tiles(&self) -> impl Iterator<Item = RackTile> {
            self.tiles.iter().copied()
        }
    }

    #[test]
    fn the_full_bag_has_the_counts_of_the_alphabet() {
        let english = crate::alphabet::load("english").unwrap().encode().unwrap();
        let english = Alphabet::from_bytes(&english).unwrap();
        let full = Bag::full(english);
        assert_eq!(full.len(), 100);
        let mut bag = full.clone();
        bag.shuffle(&mut Random::new(1, 2));
        assert_ne!(bag, full);

        // Everything is drawn in the end, and can be put back.
        let mut racks = Vec::new();
        while bag.len() > 0 {
            let mut rack = Rack::EMPTY;
            bag.fill(&mut rack, 7);
            racks.push(rack);
        }
        let lens: Vec<usize> = racks.iter().map(Rack::len).collect();
        assert_eq!(lens, [&[7; 14][..], &[2]].concat());
        let mut last = racks[14];
        bag.fill(&mut last, 7);
        assert_eq!(last, racks[14]);
        for rack in &racks {
            bag.put_back(rack);
        }
        bag.tiles.sort();
        let mut sorted = full.tiles;
        sorted.sort();
        assert_eq!(bag.tiles, sorted);
    }

    fn order(seed: u64, game: u64) -> Vec<u8> {
        let mut items: Vec<u8> = (0..12).collect();
        Random::new(seed, game).shuffle(&mut items);
        items
    }

    /// Orders computed with another implementation of ChaCha.
    #[test]
    fn shuffles_as_another_chacha_does() {
        assert_eq!(order(0, 0), [9, 7, 3, 4, 10, 5, 8, 0, 1, 11, 2, 6]);
        assert_eq!(order(1, 0), [1, 11, 2, 9, 5, 6, 7, 10, 4, 8, 0, 3]);
        assert_eq!(order(0, 1), [4, 0, 2, 6, 10, 5, 9, 7, 11, 8, 1, 3]);
        assert_eq!(
            order(u64::MAX, u64::MAX),
            [8, 9, 1, 4, 3, 11, 5, 7, 0, 2, 10, 6]
        );
    }

    #[test]
    fn all_orders_are_equally_likely() {
        let mut counts = [0; 6];
        for game in 0..6000 {
            let mut items = [0, 1, 2];
            Random::new(7, game).shuffle(&mut items);
            counts[items[0] * 2 + usize::from(items[1] > items[2])] += 1;
        }
        assert!(
            counts.iter().all(|count| (900..1100).contains(count)),
            "{counts:?}"
        );
    }
}
