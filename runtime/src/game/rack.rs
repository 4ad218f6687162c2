//! Racks: the tiles that a player holds.

use core::fmt;

use lexc_formats::{Alphabet, PlacedTile, TileSet};

use crate::game::rack_tile::RackTile;
use crate::game::square::MAX_DIM;
use crate::game::tile_counts::TileCounts;
use crate::text::{Reader, Text, TextError, TextErrorKind};

/// The tiles on a rack: a multiset of letters and blanks.
///
/// It iterates over its [`RackTile`]s, letters in alphabet order before blanks. An iterator of `RackTile`s collects
/// into an `Option<Rack>`, which is `None` for more than [`Rack::MAX_LEN`] tiles.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Rack, RackTile};
///
/// let rack = Rack::parse("TRAIN?S", alphabet)?;
/// assert_eq!((rack.len(), rack.blanks()), (7, 1));
/// assert_eq!(rack.display(alphabet).to_string(), "AINRST?");
///
/// let kept = rack.checked_sub(Rack::parse("TAN", alphabet)?).ok_or("not on the rack")?;
/// assert_eq!(format!("{:>5}", kept.display(alphabet)), " IRS?");
/// assert_eq!(kept.checked_sub([RackTile::Blank, RackTile::Blank]), None);
///
/// let letters = rack.into_iter().filter(|&tile| tile != RackTile::Blank);
/// assert_eq!(letters.collect::<Option<Rack>>(), Some(Rack::parse("AINRST", alphabet)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rack(TileCounts<u8, u8>);

// Every position holds a rack, and small hosts have little memory.
const _: () = assert!(size_of::<Rack>() <= 72);

impl Rack {
    /// The largest number of tiles on a rack: the number of squares on a line of the largest board.
    pub const MAX_LEN: usize = MAX_DIM;

    /// The rack without tiles.
    pub const EMPTY: Rack = Rack(TileCounts::EMPTY);

    /// Reads a rack: tiles in any order, by [`Alphabet::read_placed_tiles`], and `?` for a blank.
    ///
    /// # Errors
    /// The first character that is not part of a tile or a [reading](Alphabet::readings), or that starts a designated blank;
    /// more than [`Rack::MAX_LEN`] tiles.
    pub fn parse(text: &str, alphabet: Alphabet<'_>) -> Result<Rack, TextError> {
        Rack::read(&mut Reader::new(text), alphabet, false)
    }

    /// Reads the rest of a text as a rack. If `is_typed`, skips white space, and a designated blank counts as its letter.
    pub(crate) fn read(
        reader: &mut Reader<'_>,
        alphabet: Alphabet<'_>,
        is_typed: bool,
    ) -> Result<Rack, TextError> {
        let mut rack = Rack::EMPTY;
        while let Some(found) = reader.peek() {
            if !(is_typed && found.is_whitespace() && reader.skip(found)) {
                read_rack_tiles(reader, found, alphabet, is_typed, &mut |tile| {
                    rack.add(tile)
                })?;
            }
        }
        Ok(rack)
    }

    /// Adds a tile. Returns `false`, and adds nothing, if the rack has [`Rack::MAX_LEN`] tiles.
    #[must_use]
    pub fn add(&mut self, tile: impl Into<RackTile>) -> bool {
        self.len() < Rack::MAX_LEN && self.0.add(tile.into(), 1)
    }

    /// Removes a tile. A [`PlacedTile`] counts as its letter, or as a blank if it is a designated blank. Returns `false` if the
    /// rack does not have the tile.
    #[must_use]
    pub fn remove(&mut self, tile: impl Into<RackTile>) -> bool {
        self.0.remove(tile.into())
    }

    /// The rack without these tiles, which may be another rack or the placed tiles of a play; `None` if the rack lacks
    /// any of them.
    #[must_use]
    pub fn checked_sub<T: Into<RackTile>>(
        self,
        tiles: impl IntoIterator<Item = T>,
    ) -> Option<Rack> {
        self.0.checked_sub(tiles).map(Rack)
    }

    /// The number of this tile on the rack. A letter does not count blanks.
    #[inline]
    pub fn count(&self, tile: impl Into<RackTile>) -> usize {
        self.0.count(tile.into())
    }

    /// The number of blanks.
    #[inline]
    pub fn blanks(&self) -> usize {
        self.0.count(RackTile::Blank)
    }

    /// The number of tiles, blanks included, at most [`Rack::MAX_LEN`].
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if the rack has no tiles.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The letters with at least one tile.
    #[inline]
    pub fn letters(&self) -> TileSet {
        self.0.letters()
    }

    /// The tiles that the rack has, each with its count: letters in alphabet order, then the blank.
    pub fn counts(&self) -> impl Iterator<Item = (RackTile, usize)> {
        self.0.counts()
    }

    /// The rack as text: letters in alphabet order, then `?` for each blank.
    pub fn display<'a>(&self, alphabet: Alphabet<'a>) -> impl fmt::Display + Copy + use<'a> {
        let rack = *self;
        Text::new(move |to| write_rack_tiles(to, rack, alphabet))
    }
}

impl Default for Rack {
    fn default() -> Rack {
        Rack::EMPTY
    }
}

impl FromIterator<RackTile> for Option<Rack> {
    fn from_iter<I: IntoIterator<Item = RackTile>>(tiles: I) -> Option<Rack> {
        let mut rack = Rack::EMPTY;
        let mut tiles = tiles.into_iter();
        tiles.all(|tile| rack.add(tile)).then_some(rack)
    }
}

impl IntoIterator for Rack {
    type Item = RackTile;
    type IntoIter = RackTiles;

    fn into_iter(self) -> RackTiles {
        RackTiles { rest: self }
    }
}

/// The tiles of a [`Rack`], letters in alphabet order before blanks.
#[derive(Clone, Debug)]
pub struct RackTiles {
    rest: Rack,
}

impl Iterator for RackTiles {
    type Item = RackTile;

    fn next(&mut self) -> Option<RackTile> {
        self.rest.0.pop()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rest.len(), Some(self.rest.len()))
    }
}

impl ExactSizeIterator for RackTiles {}

impl core::iter::FusedIterator for RackTiles {}

/// The bytes of the tiles.
impl fmt::Debug for Rack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.into_iter().map(RackTile::byte))
            .finish()
    }
}

/// Reads the next tile of a rack, or the tiles of a [reading](Alphabet::readings); `found` is the next character. If `is_typed`, a
/// designated blank counts as its letter. Calls `add` for each tile. If `add` returns `false`, the rack is too long.
pub(crate) fn read_rack_tiles(
    reader: &mut Reader<'_>,
    found: char,
    alphabet: Alphabet<'_>,
    is_typed: bool,
    add: &mut dyn FnMut(RackTile) -> bool,
) -> Result<(), TextError> {
    let place = reader.place();
    let too_long = TextError::new(place, TextErrorKind::RackTooLong);
    if reader.skip('?') {
        return add(RackTile::Blank).then_some(()).ok_or(too_long);
    }
    for placed_tile in reader.read(found, alphabet, is_typed)? {
        if placed_tile.is_blank() && !is_typed {
            return Err(TextError::new(place, TextErrorKind::BlankForm { found }));
        }
        if !add(placed_tile.tile().into()) {
            return Err(too_long);
        }
    }
    Ok(())
}

/// Writes tiles of a rack in the order given.
pub(crate) fn write_rack_tiles(
    to: &mut dyn fmt::Write,
    tiles: impl IntoIterator<Item = RackTile, IntoIter: Clone>,
    alphabet: Alphabet<'_>,
) -> fmt::Result {
    let mut tiles = tiles.into_iter();
    while let Some(tile) = tiles.next() {
        match tile {
            RackTile::Letter(tile) => {
                let letters = tiles.clone().map_while(RackTile::letter);
                let after = letters.map(PlacedTile::letter);
                write!(
                    to,
                    "{}",
                    alphabet.display_before(PlacedTile::letter(tile), after)
                )?;
            }
            RackTile::Blank => to.write_char('?')?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec::Vec;

    use lexc_formats::Tile;

    use super::*;
    use crate::testing::{catalan, english};

    fn tile(code: u8) -> Tile {
        Tile::new(code).unwrap()
    }

    #[test]
    fn counts_tiles_by_letter() {
        let rack = Rack::parse("SEE?D?S", english()).unwrap();
        assert_eq!((rack.len(), rack.blanks()), (7, 2));
        assert_eq!(
            [4, 5, 19, 1].map(|code| rack.count(tile(code))),
            [1, 2, 2, 0]
        );
        assert_eq!(rack.letters(), [4, 5, 19].into_iter().map(tile).collect());
        assert_eq!(rack.display(english()).to_string(), "DEESS??");
        assert_eq!(Rack::parse("", english()), Ok(Rack::EMPTY));
        assert!(Rack::EMPTY.is_empty() && Rack::EMPTY.letters().is_empty());
    }

    #[test]
    fn reads_tiles_of_several_characters_in_brackets() {
        let rack = Rack::parse("[NY]Ç[L·L]?[L]", catalan()).unwrap();
        assert_eq!(rack.display(catalan()).to_string(), "L[L·L][NY]Ç?");
    }

    #[test]
    fn every_error_names_the_place() {
        let long = "A".repeat(Rack::MAX_LEN);
        assert_eq!(Rack::parse(&long, catalan()).map(|rack| rack.len()), Ok(21));
        for (text, message) in [
            (
                "Ça",
                "character 2: 'a' starts a designated blank, and racks have none (write a blank on a rack as ?)",
            ),
            (
                "Ç[ny]",
                "character 2: '[' starts a designated blank, and racks have none (write a blank on a rack as ?)",
            ),
            ("Ç1", "character 2: '1' is an unknown tile"),
            (&(long + "Ç"), "character 22: a rack has at most 21 tiles"),
        ] {
            let error = Rack::parse(text, catalan()).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn adds_up_to_max_len_tiles_and_removes_all() {
        let mut rack = Rack::EMPTY;
        for _ in 0..Rack::MAX_LEN - 1 {
            assert!(rack.add(tile(3)));
        }
        assert!(rack.add(RackTile::Blank));
        assert!(!rack.add(tile(3)) && !rack.add(RackTile::Blank));
        assert_eq!(
            (rack.len(), rack.count(tile(3)), rack.blanks()),
            (21, 20, 1)
        );
        assert!(rack.remove(RackTile::Blank) && !rack.remove(RackTile::Blank));
        assert!(!rack.remove(tile(4)));
        for left in (0..20).rev() {
            assert!(rack.remove(tile(3)));
            assert_eq!(rack.letters().contains(tile(3)), left > 0);
        }
        assert_eq!(rack, Rack::default());
    }

    #[test]
    fn removes_a_blank_for_a_designated_blank() {
        let mut rack = Rack::parse("E?", english()).unwrap();
        assert!(rack.remove(PlacedTile::blank(tile(5))));
        assert!(!rack.remove(PlacedTile::blank(tile(5))));
        assert_eq!(
            rack.into_iter().collect::<Vec<_>>(),
            [RackTile::Letter(tile(5))]
        );
        assert!(rack.remove(PlacedTile::letter(tile(5))));
        assert!(rack.is_empty());
    }

    #[test]
    fn iterates_collects_and_subtracts() {
        let rack = Rack::parse("?SEE?", english()).unwrap();
        let [e, s] = [5, 19].map(|code| RackTile::Letter(tile(code)));
        let tiles: Vec<_> = rack.into_iter().collect();
        assert_eq!(tiles, [e, e, s, RackTile::Blank, RackTile::Blank]);
        assert_eq!(rack.into_iter().len(), 5);
        assert_eq!(
            tiles.into_iter().rev().collect::<Option<Rack>>(),
            Some(rack)
        );
        let full = [RackTile::Blank; Rack::MAX_LEN + 1];
        assert_eq!(full.into_iter().collect::<Option<Rack>>(), None);
        let kept = rack.checked_sub([PlacedTile::blank(tile(1)), PlacedTile::letter(tile(5))]);
        assert_eq!(kept, Some(Rack::parse("ES?", english()).unwrap()));
        assert_eq!(rack.checked_sub([e, e, e]), None);
        assert_eq!(rack.checked_sub(rack), Some(Rack::EMPTY));
    }
}
