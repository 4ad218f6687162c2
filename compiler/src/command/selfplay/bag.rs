//! The bag: the tiles not yet drawn.

use lexc_runtime::{Alphabet, Rack, RackTile};

use super::random::Random;

/// The tiles in the bag, in the order in which they will be drawn, the next one last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bag {
    tiles: Vec<RackTile>,
}

impl Bag {
    /// The bag that a game starts with: the alphabet's tiles, as many of each as it says.
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

    /// The number of tiles in it.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Shakes it.
    pub fn shuffle(&mut self, random: &mut Random) {
        random.shuffle(&mut self.tiles);
    }

    /// Fills a rack up to a number of tiles, as far as there are any.
    pub fn fill(&mut self, rack: &mut Rack, rack_size: usize) {
        while rack.len() < rack_size
            && let Some(tile) = self.tiles.pop()
        {
            let is_added = rack.add(tile);
            debug_assert!(is_added, "a rack size is no more than a rack holds");
        }
    }

    /// Puts the tiles of a rack in.
    pub fn put_back(&mut self, rack: &Rack) {
        self.tiles.extend(*rack);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Bag {
        /// The tiles, in the order in which they are drawn, last first.
        pub(in crate::command::selfplay) fn tiles(&self) -> impl Iterator<Item = RackTile> {
            self.tiles.iter().copied()
        }
    }

    #[test]
    fn it_holds_what_the_alphabet_says() {
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
}
