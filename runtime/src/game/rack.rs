//! The rack: the tiles a player can place.

use core::fmt;

use lexc_formats::{Alphabet, MAX_TILES, PlacedTile, Tile, TileSet};

use crate::game::square::MAX_DIM;
use crate::text::reader::{Quoted, Reader, TileTextError};

/// The tiles on a rack: how many of each letter, and how many blanks.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::Rack;
///
/// let rack = Rack::parse("TRAIN?S", alphabet)?;
/// assert_eq!(rack.len(), 7);
/// assert_eq!(rack.blanks(), 1);
/// assert_eq!(rack.display(alphabet).to_string(), "AINRST?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rack {
    /// The letters of which there is at least one.
    letters: TileSet,
    /// How many there are of each letter, by its code; of blanks at index 0.
    counts: [u8; MAX_TILES + 1],
    len: u8,
}

// It is part of every position, and hosts are small.
const _: () = assert!(size_of::<Rack>() <= 72);

impl Rack {
    /// The largest number of tiles on a rack: as many as fit in a line of the largest board.
    pub const MAX_LEN: usize = MAX_DIM;

    /// The rack without tiles.
    pub const EMPTY: Rack = Rack {
        letters: TileSet::EMPTY,
        counts: [0; MAX_TILES + 1],
        len: 0,
    };

    /// Reads a rack as it is written in positions: tiles in any order, those of several characters in brackets, `?`
    /// for a blank.
    ///
    /// # Errors
    /// The first character that is not part of a tile, or is the form of a blank that was played; more than
    /// [`Rack::MAX_LEN`] tiles. Columns count characters from 1.
    pub fn parse(text: &str, alphabet: Alphabet<'_>) -> Result<Rack, RackError> {
        let mut rack = Rack::EMPTY;
        let mut reader = Reader::new(text);
        loop {
            let column = reader.column();
            match read_slot(&mut reader, alphabet)? {
                None => return Ok(rack),
                Some(slot) if rack.add_slot(slot) => {}
                Some(_) => return Err(RackError::TooLong { column }),
            }
        }
    }

    /// Adds a lettered tile; `false` if the rack is full, and nothing was added.
    #[must_use]
    pub fn add(&mut self, tile: Tile) -> bool {
        self.add_slot(Some(tile))
    }

    /// Adds a blank; `false` if the rack is full, and nothing was added.
    #[must_use]
    pub fn add_blank(&mut self) -> bool {
        self.add_slot(None)
    }

    /// Takes a lettered tile away; `false` if there is none.
    #[must_use]
    pub fn remove(&mut self, tile: Tile) -> bool {
        self.remove_slot(Some(tile))
    }

    /// Takes a blank away; `false` if there is none.
    #[must_use]
    pub fn remove_blank(&mut self) -> bool {
        self.remove_slot(None)
    }

    /// Takes away what a placed_tile is placed from: its lettered tile, or a blank; `false` if there is none.
    #[must_use]
    pub fn take(&mut self, placed_tile: PlacedTile) -> bool {
        self.remove_slot((!placed_tile.is_blank()).then_some(placed_tile.tile()))
    }

    /// How many tiles of this letter there are, without blanks.
    #[inline]
    pub fn count(&self, tile: Tile) -> usize {
        usize::from(self.counts.get(tile.index()).copied().unwrap_or(0))
    }

    /// How many blanks there are.
    #[inline]
    pub fn blanks(&self) -> usize {
        let [blanks, ..] = self.counts;
        usize::from(blanks)
    }

    /// How many tiles there are, blanks included, at most [`Rack::MAX_LEN`].
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether there are no tiles.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The letters of which there is at least one tile, without blanks.
    #[inline]
    pub fn tiles(&self) -> TileSet {
        self.letters
    }

    /// The rack as text: letters in alphabet order, then blanks.
    pub fn display<'a>(&self, alphabet: Alphabet<'a>) -> RackText<'a> {
        RackText {
            rack: *self,
            alphabet,
        }
    }

    /// The tiles, letters in alphabet order, then blanks as `None`.
    pub(crate) fn slots(&self) -> impl Iterator<Item = Option<Tile>> {
        let letters = self
            .letters
            .into_iter()
            .flat_map(|tile| core::iter::repeat_n(Some(tile), self.count(tile)));
        letters.chain(core::iter::repeat_n(None, self.blanks()))
    }

    /// Adds a tile, or a blank for `None`; `false` if the rack is full.
    pub(crate) fn add_slot(&mut self, slot: Option<Tile>) -> bool {
        if self.len() >= Rack::MAX_LEN {
            return false;
        }
        let Some(count) = self.counts.get_mut(slot.map_or(0, Tile::index)) else {
            return false;
        };
        *count += 1;
        self.len += 1;
        if let Some(tile) = slot {
            self.letters = self.letters.with(tile);
        }
        true
    }

    /// Takes a tile away, or a blank for `None`; `false` if there is none.
    pub(crate) fn remove_slot(&mut self, slot: Option<Tile>) -> bool {
        let Some(count @ 1..) = self.counts.get_mut(slot.map_or(0, Tile::index)) else {
            return false;
        };
        *count -= 1;
        self.len -= 1;
        if let (Some(tile), 0) = (slot, *count) {
            self.letters = self.letters.without(tile);
        }
        true
    }
}

impl Default for Rack {
    fn default() -> Rack {
        Rack::EMPTY
    }
}

impl fmt::Debug for Rack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.slots().map(|slot| slot.map_or(0, Tile::code)))
            .finish()
    }
}

/// A rack as text: letters in alphabet order, then blanks as `?`.
#[derive(Clone, Copy, Debug)]
pub struct RackText<'a> {
    rack: Rack,
    alphabet: Alphabet<'a>,
}

impl fmt::Display for RackText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_slots(f, self.rack.slots(), self.alphabet)
    }
}

/// Why a text is not read as a rack. Columns count characters from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RackError {
    /// Something that is not a tile.
    Tile(TileTextError),
    /// A blank that stands for a letter, which it does on the board only.
    BlankForm {
        /// The column of the character.
        column: usize,
        /// The character; `[` for a blank form in brackets.
        found: char,
    },
    /// More than [`Rack::MAX_LEN`] tiles.
    TooLong {
        /// The column of the first tile that is too many.
        column: usize,
    },
}

impl fmt::Display for RackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RackError::Tile(error) => error.fmt(f),
            RackError::BlankForm { column, found } => write!(
                f,
                "column {column}: {} shows a blank that was played (write a blank on a rack as ?)",
                Quoted(found)
            ),
            RackError::TooLong { column } => write!(
                f,
                "column {column}: a rack has at most {} tiles",
                Rack::MAX_LEN
            ),
        }
    }
}

impl core::error::Error for RackError {}

impl From<TileTextError> for RackError {
    fn from(error: TileTextError) -> RackError {
        RackError::Tile(error)
    }
}

/// Reads a tile of a rack, a blank as `Some(None)`; nothing at the end of the text.
pub(crate) fn read_slot(
    reader: &mut Reader<'_>,
    alphabet: Alphabet<'_>,
) -> Result<Option<Option<Tile>>, RackError> {
    let column = reader.column();
    let Some(found) = reader.peek() else {
        return Ok(None);
    };
    if reader.skip('?') {
        return Ok(Some(None));
    }
    match reader.placed_tile(found, alphabet)? {
        placed_tile if placed_tile.is_blank() => Err(RackError::BlankForm { column, found }),
        placed_tile => Ok(Some(Some(placed_tile.tile()))),
    }
}

/// Writes the tiles of a rack in the order they come.
pub(crate) fn write_slots(
    f: &mut fmt::Formatter<'_>,
    slots: impl Iterator<Item = Option<Tile>>,
    alphabet: Alphabet<'_>,
) -> fmt::Result {
    for slot in slots {
        match slot {
            Some(tile) => write!(f, "{}", alphabet.display(PlacedTile::lettered(tile)))?,
            None => f.write_str("?")?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec::Vec;

    use super::*;
    use crate::testing::{catalan, english};

    fn tile(code: u8) -> Tile {
        Tile::new(code).unwrap()
    }

    #[test]
    fn counts_what_was_written() {
        let rack = Rack::parse("SEE?D?S", english()).unwrap();
        assert_eq!((rack.len(), rack.blanks()), (7, 2));
        assert_eq!(
            [4, 5, 19, 1].map(|code| rack.count(tile(code))),
            [1, 2, 2, 0]
        );
        assert_eq!(rack.tiles(), [4, 5, 19].into_iter().map(tile).collect());
        assert_eq!(rack.display(english()).to_string(), "DEESS??");
        assert_eq!(Rack::parse("", english()), Ok(Rack::EMPTY));
        assert!(Rack::EMPTY.is_empty() && Rack::EMPTY.tiles().is_empty());
    }

    #[test]
    fn tiles_of_several_characters_stand_in_brackets() {
        let rack = Rack::parse("[NY]Ç[L·L]?[L]", catalan()).unwrap();
        assert_eq!(rack.display(catalan()).to_string(), "L[L·L][NY]Ç?");
    }

    #[test]
    fn every_error_names_the_place() {
        let long = "A".repeat(Rack::MAX_LEN);
        assert_eq!(Rack::parse(&long, catalan()).map(|rack| rack.len()), Ok(21));
        let unknown = TileTextError::Unknown {
            column: 2,
            found: '1',
        };
        let blank = |found| RackError::BlankForm { column: 2, found };
        for (text, error, message) in [
            (
                "Ça",
                blank('a'),
                "column 2: 'a' shows a blank that was played (write a blank on a rack as ?)",
            ),
            (
                "Ç[ny]",
                blank('['),
                "column 2: '[' shows a blank that was played (write a blank on a rack as ?)",
            ),
            (
                "Ç1",
                RackError::Tile(unknown),
                "column 2: '1' is no tile of the alphabet",
            ),
            (
                &(long + "Ç"),
                RackError::TooLong { column: 22 },
                "column 22: a rack has at most 21 tiles",
            ),
        ] {
            assert_eq!(Rack::parse(text, catalan()), Err(error));
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn tiles_come_and_go() {
        let mut rack = Rack::EMPTY;
        for _ in 0..Rack::MAX_LEN - 1 {
            assert!(rack.add(tile(3)));
        }
        assert!(rack.add_blank());
        assert!(!rack.add(tile(3)) && !rack.add_blank());
        assert_eq!(
            (rack.len(), rack.count(tile(3)), rack.blanks()),
            (21, 20, 1)
        );
        assert!(rack.remove_blank() && !rack.remove_blank());
        assert!(!rack.remove(tile(4)));
        for left in (0..20).rev() {
            assert!(rack.remove(tile(3)));
            assert_eq!(rack.tiles().contains(tile(3)), left > 0);
        }
        assert_eq!(rack, Rack::default());
    }

    #[test]
    fn a_blank_face_takes_a_blank() {
        let mut rack = Rack::parse("E?", english()).unwrap();
        assert!(rack.take(PlacedTile::blank(tile(5))));
        assert!(!rack.take(PlacedTile::blank(tile(5))));
        assert_eq!(rack.slots().collect::<Vec<_>>(), [Some(tile(5))]);
        assert!(rack.take(PlacedTile::lettered(tile(5))));
        assert!(rack.is_empty());
    }
}
