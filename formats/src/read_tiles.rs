//! Reads text as tiles by the texts and the reading rules of an alphabet.

use crate::alphabet::Alphabet;
use crate::reading::{Digraphs, PlacedTiles};
use crate::tile::PlacedTile;

impl<'a> Alphabet<'a> {
    /// The rule for bare text that can be read as several tiles or as one tile of several characters.
    pub fn digraphs(self) -> Digraphs {
        self.rules().digraphs()
    }

    /// Each text that reads as tiles and is not the text of a tile, such as an accented letter, with the
    /// tiles that it reads as. In the order of the texts' bytes.
    pub fn readings(self) -> impl Iterator<Item = (&'a str, PlacedTiles<'a>)> {
        self.rules().readings().map(|reading| {
            let text = core::str::from_utf8(reading.text).unwrap_or("?");
            (text, reading.placed_tiles())
        })
    }

    /// Reads the start of `text` as a tile, or as the tiles of a [reading](Self::readings). Returns the placed tiles and the
    /// number of bytes read, brackets included; `None` if `text` does not start with a tile or a reading.
    ///
    /// A tile of one character may be in brackets. A tile of several characters must be in brackets, unless the
    /// alphabet has [`Digraphs::Longest`]. A reading may be in brackets. If several texts without brackets match, the
    /// longest is read. The [`marks`](Self::marks) around the text are read with it, and ignored.
    #[inline]
    pub fn read_placed_tiles(self, text: &str) -> Option<(PlacedTiles<'a>, usize)> {
        if self.marks().is_empty() {
            return self.read_unmarked(text);
        }
        let before = self.marks().len_at_start(text);
        let (placed_tiles, len) = self.read_unmarked(text.get(before..)?)?;
        let rest = text.get(before + len..)?;
        let after = self.marks().len_at_start(rest);
        Some((placed_tiles, before + len + after))
    }

    /// Reads the start of `text`, which has no marks there, as [`read_placed_tiles`](Self::read_placed_tiles) does.
    fn read_unmarked(self, text: &str) -> Option<(PlacedTiles<'a>, usize)> {
        if let Some(rest) = text.strip_prefix('[') {
            // An array, because a search for a `char` uses memchr, which keeps a panic path in the program.
            let (name, _) = rest.split_once([']'])?;
            return Some((self.named(name)?, name.len() + 2));
        }
        let len = text.chars().next()?.len_utf8();
        let first = self.placed_tile(text.get(..len)?);
        let mut read = first.map(|placed_tile| (PlacedTiles::one(placed_tile), len));
        let mut try_longer = |name: &[u8], placed_tiles: PlacedTiles<'a>| {
            let is_longer = read.as_ref().is_none_or(|&(_, len)| name.len() > len);
            if is_longer && text.as_bytes().starts_with(name) {
                read = Some((placed_tiles, name.len()));
            }
        };
        let rules = self.rules();
        if rules.digraphs() == Digraphs::Longest {
            for tile in self.tiles() {
                let blank = PlacedTiles::one(PlacedTile::blank(tile));
                try_longer(
                    self.text(tile).as_bytes(),
                    PlacedTiles::one(PlacedTile::letter(tile)),
                );
                try_longer(self.blank_text(tile).as_bytes(), blank);
            }
        }
        for reading in rules.readings() {
            try_longer(reading.text, reading.placed_tiles());
        }
        read
    }

    /// The placed tiles that `name`, the text between brackets, reads as.
    fn named(self, name: &str) -> Option<PlacedTiles<'a>> {
        let tile = self.placed_tile(name).map(PlacedTiles::one);
        tile.or_else(|| {
            let mut readings = self.rules().readings();
            let reading = readings.find(|reading| reading.text == name.as_bytes())?;
            Some(reading.placed_tiles())
        })
    }
}
