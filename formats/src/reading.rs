//! Reading rules of an alphabet: further texts that read as tiles, and the rule for bare digraphs.

use bytemuck::{Pod, Zeroable};

use crate::raw::int::{U16Le, assert_layout};
use crate::text::TileTextCopy;
#[cfg(feature = "speed")]
use crate::text::count_characters;
use crate::tile::{MAX_WORD_LEN, PlacedTile};
use crate::tile_texts::TileTexts;

/// The start of the rules.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct RulesHeader {
    /// [`LONGEST`] or 0.
    pub(crate) digraphs: U16Le,
    /// Number of readings.
    pub(crate) reading_count: U16Le,
}

/// The row of a reading. Rows are in the order of the texts' bytes.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct ReadingEntry {
    /// The end of the text and the start of the tiles, in bytes from the end of the entries.
    pub(crate) text_end: U16Le,
    /// The end of the tiles and the start of the next reading's text.
    pub(crate) tiles_end: U16Le,
}

/// The value of [`Digraphs::Longest`] in the header.
pub(crate) const LONGEST: u16 = 1;

/// The largest number of readings.
const MAX_READINGS: usize = 1000;

assert_layout!(RulesHeader: 4 { digraphs: 0, reading_count: 2 });
assert_layout!(ReadingEntry: 4 { text_end: 0, tiles_end: 2 });

/// The rule for bare text (without brackets) that can be read as several tiles or as one tile of several characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Digraphs {
    /// Brackets decide: on boards and racks, a tile's text of several characters must be in brackets; in word lists, a
    /// word that can be read in several ways is refused.
    #[default]
    Explicit,
    /// The longest text of a tile is read: where L and LL are tiles, `LLAVE` is `[LL]AVE`.
    Longest,
}

/// Placed tiles that a text reads as: a single placed tile, or the placed tiles of a reading.
#[derive(Clone, Debug)]
pub struct PlacedTiles<'a> {
    one: Option<PlacedTile>,
    bytes: &'a [u8],
}

impl<'a> PlacedTiles<'a> {
    pub(crate) fn one(placed_tile: PlacedTile) -> PlacedTiles<'a> {
        PlacedTiles {
            one: Some(placed_tile),
            bytes: &[],
        }
    }
}

impl Iterator for PlacedTiles<'_> {
    type Item = PlacedTile;

    fn next(&mut self) -> Option<PlacedTile> {
        if let Some(one) = self.one.take() {
            return Some(one);
        }
        let (&byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        PlacedTile::from_byte(byte)
    }
}

impl core::iter::FusedIterator for PlacedTiles<'_> {}

/// The reading rules of an alphabet, which end its section, after the texts of the tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadingRules<'a> {
    digraphs: u16,
    entries: &'a [ReadingEntry],
    contents: &'a [u8],
}

/// A text and the placed tiles that it reads as.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading<'a> {
    pub(crate) text: &'a [u8],
    tiles: &'a [u8],
}

impl<'a> ReadingRules<'a> {
    pub(crate) const NONE: ReadingRules<'static> = ReadingRules {
        digraphs: 0,
        entries: &[],
        contents: &[],
    };

    /// Reads the rules from `bytes`, the end of an alphabet section. If `bytes` is empty, there are no rules.
    ///
    /// # Errors
    /// If the length of `bytes` is wrong, the number of bytes that the counts and lengths require.
    pub(crate) fn new(bytes: &'a [u8]) -> Result<ReadingRules<'a>, usize> {
        if bytes.is_empty() {
            return Ok(ReadingRules::NONE);
        }
        let header_bytes = size_of::<RulesHeader>();
        let (header, rest) = bytes.split_at_checked(header_bytes).ok_or(header_bytes)?;
        let header: &RulesHeader = bytemuck::from_bytes(header);
        let entry_bytes = usize::from(header.reading_count.get()) * size_of::<ReadingEntry>();
        let (entries, contents) = rest
            .split_at_checked(entry_bytes)
            .ok_or(header_bytes + entry_bytes)?;
        let entries: &[ReadingEntry] = bytemuck::try_cast_slice(entries).unwrap_or_default();
        let end = entries.last().map_or(0, |last| last.tiles_end.get());
        if contents.len() != usize::from(end) {
            return Err(header_bytes + entry_bytes + usize::from(end));
        }
        Ok(ReadingRules {
            digraphs: header.digraphs.get(),
            entries,
            contents,
        })
    }

    pub(crate) fn digraphs(self) -> Digraphs {
        match self.digraphs {
            LONGEST => Digraphs::Longest,
            _ => Digraphs::Explicit,
        }
    }

    /// Returns `true` if the header is valid, and the rules have a reading or [`Digraphs::Longest`].
    pub(crate) fn has_valid_header(self) -> bool {
        let is_valid = match self.digraphs {
            0 => !self.entries.is_empty(),
            digraphs => digraphs == LONGEST,
        };
        is_valid && self.entries.len() <= MAX_READINGS
    }

    /// The bits of the characters that need more than a look at themselves: bit c for an ASCII character whose low five bits are c.
    /// They are the bracket, and the first characters of bare texts of several characters.
    #[cfg(feature = "speed")]
    pub(crate) fn starts(self, tiles: TileTexts<'a>) -> u32 {
        let mut starts = bit_of(b'[');
        self.visit_names(tiles, false, &mut |name, _| {
            let first = name.first().filter(|first| first.is_ascii());
            if let Some(first) = first.filter(|_| count_characters(name) > 1) {
                starts |= bit_of(*first);
            }
        });
        starts
    }

    /// Visits the texts of readings and, if `in_brackets` or with [`Digraphs::Longest`], of tiles: all texts of several characters.
    pub(crate) fn visit_names(
        self,
        tiles: TileTexts<'a>,
        in_brackets: bool,
        visit: &mut dyn FnMut(&'a [u8], PlacedTiles<'a>),
    ) {
        if in_brackets || self.digraphs() == Digraphs::Longest {
            for tile in tiles.all() {
                let [text, blank_text] = tiles.of(tile);
                visit(text, PlacedTiles::one(PlacedTile::letter(tile)));
                visit(blank_text, PlacedTiles::one(PlacedTile::blank(tile)));
            }
        }
        for reading in self.readings() {
            visit(reading.text, reading.placed_tiles());
        }
    }

    pub(crate) fn readings(self) -> impl Iterator<Item = Reading<'a>> {
        let mut start = 0;
        self.entries.iter().map(move |entry| {
            let text_end = usize::from(entry.text_end.get());
            let tiles_end = usize::from(entry.tiles_end.get());
            let text = self.contents.get(start..text_end).unwrap_or_default();
            let tiles = self.contents.get(text_end..tiles_end).unwrap_or_default();
            start = tiles_end;
            Reading { text, tiles }
        })
    }
}

/// The bit of the character in [`ReadingRules::starts`].
#[cfg(feature = "speed")]
pub(crate) const fn bit_of(c: u8) -> u32 {
    1 << (c & 31)
}

impl<'a> Reading<'a> {
    pub(crate) fn placed_tiles(self) -> PlacedTiles<'a> {
        PlacedTiles {
            one: None,
            bytes: self.tiles,
        }
    }

    /// Returns `true` if there are 1 to 63 tiles, all in an alphabet of `tile_count` tiles, and `is_valid` accepts the text.
    pub(crate) fn is_valid(self, tile_count: usize, is_valid: impl FnOnce(&str) -> bool) -> bool {
        let is_tile = |&byte: &u8| {
            let placed_tile = PlacedTile::from_byte(byte);
            placed_tile.is_some_and(|placed_tile| placed_tile.tile().index() <= tile_count)
        };
        let copy = TileTextCopy::new(self.text);
        let text = copy.as_ref().and_then(TileTextCopy::as_str);
        (1..=MAX_WORD_LEN).contains(&self.tiles.len())
            && self.tiles.iter().all(is_tile)
            && text.is_some_and(is_valid)
    }
}
