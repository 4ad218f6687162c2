//! Bags: the tiles that are not drawn yet, or that a player does not see.

use core::fmt;
use core::iter;

use lexc_formats::Alphabet;

use crate::game::tile_counts::TileCounts;
use crate::game::{Rack, RackTile};

/// The tiles in a bag: a multiset of letters and blanks.
///
/// The type also serves for the unseen tiles: the full bag without the tiles on the board and on a player's own rack.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Bag, Rack, RackTile};
///
/// let mut bag = Bag::full(alphabet);
/// assert_eq!((bag.len(), bag.count(RackTile::Blank)), (100, 2));
///
/// // With a random index each time, all tiles are equally likely.
/// let mut rack = Rack::EMPTY;
/// bag.fill(&mut rack, 7, |len| len / 2);
/// assert_eq!((rack.len(), bag.len()), (7, 93));
/// assert_eq!(rack.display(alphabet).to_string(), "LLLLMMN");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bag(TileCounts<u16, usize>);

// Small hosts have little memory.
const _: () = assert!(size_of::<Bag>() <= 144);

impl Bag {
    /// The bag without tiles.
    pub const EMPTY: Bag = Bag(TileCounts::EMPTY);

    /// The full bag: each tile of the alphabet, and the blank, as often as its count. [`Rules::full_bag`](crate::Rules::full_bag) has other counts if the
    /// rules have.
    pub fn full(alphabet: Alphabet<'_>) -> Bag {
        let mut bag = Bag::EMPTY;
        let letters = alphabet
            .tiles()
            .map(|tile| (tile.into(), alphabet.count(tile)));
        for (tile, count) in letters.chain([(RackTile::Blank, alphabet.blank_count())]) {
            // There is room: each tile comes once.
            let _ = bag.0.add(tile, count.into());
        }
        bag
    }

    /// Replaces the number of a tile.
    pub(crate) fn set(&mut self, tile: RackTile, count: u16) {
        while self.0.remove(tile) {}
        // There is room: the bag has none of the tile.
        let _ = self.0.add(tile, count.into());
    }

    /// Adds a tile. Returns `false`, and adds nothing, if the bag already has 65,535 of this tile.
    #[must_use]
    pub fn add(&mut self, tile: impl Into<RackTile>) -> bool {
        self.0.add(tile.into(), 1)
    }

    /// Removes a tile. A [`PlacedTile`](crate::PlacedTile) counts as its letter, or as a blank if it is a designated
    /// blank. Returns `false` if the bag does not have the tile.
    #[must_use]
    pub fn remove(&mut self, tile: impl Into<RackTile>) -> bool {
        self.0.remove(tile.into())
    }

    /// The bag without these tiles, which may be a rack; `None` if the bag does not have all of them.
    #[must_use]
    pub fn checked_sub<T: Into<RackTile>>(self, tiles: impl IntoIterator<Item = T>) -> Option<Bag> {
        self.0.checked_sub(tiles).map(Bag)
    }

    /// Removes and returns the tile at this index of the bag, in which letters in alphabet order come before blanks.
    /// `None` if the index is not below [`Bag::len`].
    ///
    /// If every index is equally likely, so is every tile.
    pub fn draw(&mut self, index: usize) -> Option<RackTile> {
        let mut rest = index;
        let (tile, _) = self.counts().find(|&(_, count)| {
            let is_here = rest < count;
            rest = rest.wrapping_sub(count);
            is_here
        })?;
        self.remove(tile).then_some(tile)
    }

    /// The index below `len` that a random number selects: the remainder of its division by `len`; 0 if `len` is 0. If all 64-bit
    /// numbers are equally likely, the probabilities of two indices differ by at most 2^-64.
    ///
    /// ```
    /// use lexc_runtime::Bag;
    ///
    /// assert_eq!(Bag::index_of(207, 100), 7);
    /// assert_eq!(Bag::index_of(207, 0), 0);
    /// ```
    pub fn index_of(number: u64, len: usize) -> usize {
        let index = number % (len as u64).max(1);
        usize::try_from(index).unwrap_or(0)
    }

    /// Draws tiles until the rack has `rack_size` tiles (at most [`Rack::MAX_LEN`]) or the bag is empty. Calls
    /// `index_below` for each tile, with the number of tiles in the bag; it must return an index below this number,
    /// such as a random one.
    pub fn fill(
        &mut self,
        rack: &mut Rack,
        rack_size: usize,
        mut index_below: impl FnMut(usize) -> usize,
    ) {
        let rack_size = rack_size.min(Rack::MAX_LEN);
        while rack.len() < rack_size && !self.is_empty() {
            let Some(tile) = self.draw(index_below(self.len())) else {
                return;
            };
            // There is room: the rack has fewer tiles than it can hold.
            let _ = rack.add(tile);
        }
    }

    /// The number of this tile in the bag.
    #[inline]
    pub fn count(&self, tile: impl Into<RackTile>) -> usize {
        self.0.count(tile.into())
    }

    /// The number of tiles, blanks included.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if the bag has no tiles.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tiles that the bag has, each with its count: letters in alphabet order before blanks.
    pub fn counts(&self) -> impl Iterator<Item = (RackTile, usize)> {
        self.0.counts()
    }

    /// The tiles, letters in alphabet order before blanks. Up to [`Rack::MAX_LEN`] of them collect into an `Option<Rack>`.
    pub fn tiles(&self) -> impl Iterator<Item = RackTile> {
        self.counts()
            .flat_map(|(tile, count)| iter::repeat_n(tile, count))
    }
}

impl Default for Bag {
    fn default() -> Bag {
        Bag::EMPTY
    }
}

/// The bytes of the tiles, with their counts.
impl fmt::Debug for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts().map(|(tile, count)| (tile.byte(), count));
        f.debug_map().entries(counts).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::vec::Vec;

    use lexc_formats::{PlacedTile, Tile};

    use super::*;
    use crate::testing::english;
    use crate::{Cgp, Rules};

    fn counts(bag: &Bag) -> Vec<(u8, usize)> {
        let counts = bag.counts();
        counts.map(|(tile, count)| (tile.byte(), count)).collect()
    }

    #[test]
    fn each_index_draws_its_tile_in_alphabet_order() {
        let full = Bag::full(english());
        assert_eq!((full.len(), full.count(RackTile::Blank)), (100, 2));
        let drawn: Vec<_> = (0..100)
            .map(|index| full.clone().draw(index).unwrap())
            .collect();
        assert!(full.tiles().eq(drawn));
        assert_eq!(full.clone().draw(100), None);
        assert_eq!(Bag::EMPTY.clone().draw(0), None);
    }

    #[test]
    fn tiles_are_moved_between_bag_and_racks() {
        let mut bag = Bag::full(english());
        let mut racks = Vec::new();
        while !bag.is_empty() {
            let mut rack = Rack::EMPTY;
            bag.fill(&mut rack, 7, |len| len * 3 / 4);
            racks.push(rack);
        }
        let lens: Vec<usize> = racks.iter().map(Rack::len).collect();
        assert_eq!(lens, [&[7; 14][..], &[2]].concat());
        assert_eq!(bag, Bag::EMPTY);
        for rack in &racks {
            assert!(rack.into_iter().all(|tile| bag.add(tile)));
        }
        assert_eq!(bag, Bag::full(english()));
        // A rack takes at most `Rack::MAX_LEN` tiles.
        let mut rack = Rack::EMPTY;
        bag.fill(&mut rack, usize::MAX, |_| 0);
        assert_eq!((rack.len(), bag.len()), (Rack::MAX_LEN, 79));
        assert_eq!(bag.clone().checked_sub(rack).map(|bag| bag.len()), None);
        assert!(!bag.remove(PlacedTile::letter(Tile::new(1).unwrap())));
    }

    #[test]
    fn unseen_tiles_are_those_of_the_full_bag_without_board_and_rack() {
        let cgp = Cgp::parse("5/1QuIZ/5 EEEK?/ 0/0 0", english()).unwrap();
        let rules = Rules::standard(english());
        let unseen = rules.unseen(cgp.board(), cgp.rack());
        assert_eq!(unseen.len(), 91);
        assert_eq!(
            counts(&unseen)[..5],
            [(1, 9), (2, 2), (3, 2), (4, 4), (5, 9)]
        );
        // Both blanks are seen, as well as the only K, Q and Z.
        assert_eq!(unseen.counts().count(), 23);
        assert_eq!(format!("{unseen:?}").find("{1: 9, 2: 2, "), Some(0));
        // A fifth S is ignored.
        let cgp = Cgp::parse("5/1SSS1/5 SS/ 0/0 0", english()).unwrap();
        assert_eq!(rules.unseen(cgp.board(), cgp.rack()).len(), 96);
    }

    #[test]
    fn a_bag_takes_65_535_tiles_of_one_letter() {
        let mut bag = Bag::EMPTY;
        let tile = Tile::new(62).unwrap();
        for _ in 0..65_535 {
            assert!(bag.add(tile));
        }
        assert!(!bag.add(tile));
        assert_eq!(counts(&bag), [(62, 65_535)]);
    }
}
