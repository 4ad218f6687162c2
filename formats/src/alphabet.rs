//! The alphabet section: the tiles of the game, their texts, values and counts.

use core::mem;

use bytemuck::{Pod, Zeroable};

use crate::marks::{Marks, MarksError};
use crate::raw::int::{U16Le, assert_layout};
use crate::reading::ReadingRules;
use crate::text::{
    NAMES_CONTENTS, TileTextCopy, count_characters, has_one_line, is_reading_text, is_tile_text,
    with_tile_text,
};
use crate::tile::{MAX_TILES, PlacedTile, Tile};
use crate::tile_set::TileSet;

/// The start of the section.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct AlphabetHeader {
    /// Number of lettered tiles, `1..=62`.
    pub(crate) tile_count: U16Le,
    /// Number of blank tiles in the bag.
    pub(crate) blank_count: U16Le,
    /// Length in bytes of the alphabet's name, which is the first text.
    pub(crate) name_bytes: U16Le,
    /// Length in bytes of all texts together.
    pub(crate) text_bytes: U16Le,
}

/// The row of a lettered tile. Rows are in alphabet order.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct TileEntry {
    /// The end of the tile's text and the start of its blank form, in bytes from the start of the texts.
    pub(crate) text_end: U16Le,
    /// The end of the blank form and the start of the next tile's text.
    pub(crate) blank_end: U16Le,
    /// Points, in two's complement.
    pub(crate) value: U16Le,
    /// Number of copies of the tile in the bag.
    pub(crate) count: U16Le,
    /// [`VOWEL`] or 0.
    pub(crate) flags: U16Le,
    /// 0.
    pub(crate) reserved: U16Le,
}

/// The text of the blank in the alphabet of a leaves image, and also its blank form.
const BLANK: &str = "?";

/// The flag of a vowel.
pub(crate) const VOWEL: u16 = 1;

assert_layout!(AlphabetHeader: 8 { tile_count: 0, blank_count: 2, name_bytes: 4, text_bytes: 6 });
assert_layout!(TileEntry: 12 {
    text_end: 0, blank_end: 2, value: 4, count: 6, flags: 8, reserved: 10
});

/// The tiles of a game, read in place from an image.
///
/// In text, a tile of several characters is in brackets: `A`, but `[L·L]`. A designated blank has its own text, the
/// blank form: `a`, `[l·l]`. A blank on a rack is `?`.
#[derive(Clone, Copy)]
pub struct Alphabet<'a> {
    section: &'a [u8],
    header: &'a AlphabetHeader,
    entries: &'a [TileEntry],
    texts: &'a [u8],
    marks: Marks<'a>,
}

impl<'a> Alphabet<'a> {
    /// An alphabet of one tile without a text.
    pub(crate) const NAMELESS: Alphabet<'static> = {
        const ZERO: U16Le = U16Le::new(0);
        Alphabet {
            section: &[],
            header: &AlphabetHeader {
                tile_count: U16Le::new(1),
                blank_count: ZERO,
                name_bytes: ZERO,
                text_bytes: ZERO,
            },
            entries: &[TileEntry {
                text_end: ZERO,
                blank_end: ZERO,
                value: ZERO,
                count: ZERO,
                flags: ZERO,
                reserved: ZERO,
            }],
            texts: &[],
            marks: Marks::NONE,
        }
    };

    /// Reads and checks an alphabet section.
    ///
    /// # Errors
    /// The first rule the section breaks.
    pub fn from_bytes(section: &'a [u8]) -> Result<Alphabet<'a>, AlphabetError> {
        let alphabet = Alphabet::from_bytes_unvalidated(section)?;
        alphabet.validate()?;
        Ok(alphabet)
    }

    /// Reads an alphabet section that was validated before: checks only its tile count and its length.
    ///
    /// # Errors
    /// [`AlphabetError::TileCount`] and [`AlphabetError::Length`].
    pub fn from_bytes_unvalidated(section: &'a [u8]) -> Result<Alphabet<'a>, AlphabetError> {
        let length = |needed| AlphabetError::Length {
            needed,
            found: section.len(),
        };
        let (header, rest) = section
            .split_at_checked(size_of::<AlphabetHeader>())
            .ok_or(length(size_of::<AlphabetHeader>()))?;
        let header: &AlphabetHeader = bytemuck::from_bytes(header);
        let tile_count = usize::from(header.tile_count.get());
        if tile_count == 0 || tile_count > MAX_TILES {
            return Err(AlphabetError::TileCount { found: tile_count });
        }
        let entry_bytes = tile_count * size_of::<TileEntry>();
        let text_bytes = usize::from(header.text_bytes.get());
        let needed = size_of::<AlphabetHeader>() + entry_bytes + text_bytes;
        let (entries, rest) = rest.split_at_checked(entry_bytes).ok_or(length(needed))?;
        let (texts, rules) = rest.split_at_checked(text_bytes).ok_or(length(needed))?;
        ReadingRules::new(rules).map_err(|rule_bytes| length(needed + rule_bytes))?;
        Ok(Alphabet {
            section,
            header,
            entries: bytemuck::try_cast_slice(entries).unwrap_or_default(),
            texts,
            marks: Marks::NONE,
        })
    }

    /// The same alphabet, whose readers of text ignore these marks. An image keeps the marks in a section of their own.
    ///
    /// No text of a tile and no reading should have a mark ([`has_text_with_marks`](Self::has_text_with_marks)): it would not be
    /// read.
    #[must_use]
    pub fn with_marks(self, marks: Marks<'a>) -> Alphabet<'a> {
        Alphabet { marks, ..self }
    }

    /// The same alphabet with the marks of this section, which may be empty.
    ///
    /// # Errors
    /// The first rule that the section breaks.
    pub fn with_mark_section(self, section: &'a [u8]) -> Result<Alphabet<'a>, MarksError> {
        Ok(match section {
            [] => self.with_marks(Marks::NONE),
            section => self.with_marks(Marks::from_bytes(section)?),
        })
    }

    /// The characters that readers of text ignore.
    #[inline]
    pub fn marks(self) -> Marks<'a> {
        self.marks
    }

    /// Returns `true` if the text or blank form of a tile, or the text of a reading, has one of the marks.
    pub fn has_text_with_marks(self) -> bool {
        let has_mark = |text: &str| text.chars().any(|c| self.marks.contains(c));
        let mut texts = self.tiles().flat_map(|tile| self.texts(tile));
        texts.any(has_mark) || self.readings().any(|(text, _)| has_mark(text))
    }

    pub(crate) fn validate(self) -> Result<(), AlphabetError> {
        let blank = self.blank_tile();
        let mut start = usize::from(self.header.name_bytes.get());
        if !self.texts.get(..start).is_some_and(has_one_line) {
            return Err(AlphabetError::Name);
        }
        for (entry, tile) in self.entries.iter().zip(self.tiles()) {
            for end in [entry.text_end.get(), entry.blank_end.get()] {
                let end = usize::from(end);
                let text = self.texts.get(start..end).and_then(TileTextCopy::new);
                if !text
                    .as_ref()
                    .and_then(TileTextCopy::as_str)
                    .is_some_and(|text| is_tile_text(text) || text == BLANK && blank == Some(tile))
                {
                    return Err(AlphabetError::Text { tile });
                }
                start = end;
            }
            if entry.flags.get() & !VOWEL != 0 || entry.reserved.get() != 0 {
                return Err(AlphabetError::Reserved { tile });
            }
        }
        if start != self.texts.len() {
            let texts_start = size_of::<AlphabetHeader>() + size_of_val(self.entries);
            return Err(AlphabetError::Length {
                needed: texts_start + start,
                found: texts_start + self.texts.len(),
            });
        }
        // Equal texts have equal hashes. So a tile's texts are compared with the earlier ones only if one of their hashes, of
        // first and last byte, is taken.
        let mut taken = [0_u64; 4];
        let mut is_new = |text: &[u8]| {
            let ends = text.first().zip(text.last());
            let hash = ends.map_or(0, |(first, last)| first << 6 ^ last);
            let bit = 1 << (hash & 63);
            let part = taken.get_mut(usize::from(hash >> 6));
            part.is_some_and(|part| mem::replace(part, *part | bit) & bit == 0)
        };
        for (index, tile) in self.tiles().enumerate() {
            let [text, blank] = self.text_bytes(tile);
            let mut earlier = self
                .tiles()
                .take(index)
                .flat_map(|tile| self.text_bytes(tile));
            let are_new = is_new(text) & is_new(blank);
            if text == blank && self.blank_tile() != Some(tile)
                || !are_new && earlier.any(|other| other == text || other == blank)
            {
                return Err(AlphabetError::Repeated { tile });
            }
        }
        self.validate_rules()
    }

    fn validate_rules(self) -> Result<(), AlphabetError> {
        let rules = self.rules();
        if !self.rule_bytes().is_empty() && !rules.has_valid_header() {
            return Err(AlphabetError::Rules);
        }
        let mut previous: &[u8] = &[];
        for (index, reading) in rules.readings().enumerate() {
            let is_valid = |text: &str| is_reading_text(text) && self.has_foreign_character(text);
            if !reading.is_valid(self.len(), is_valid) || reading.text <= previous {
                return Err(AlphabetError::Reading { index });
            }
            previous = reading.text;
        }
        Ok(())
    }

    /// Returns `true` if `text` has a character that no tile's text and no blank form has.
    fn has_foreign_character(self, text: &str) -> bool {
        let is_foreign = |character: char| {
            let mut texts = self.tiles().flat_map(|tile| self.texts(tile));
            !texts.any(|text| with_tile_text(text, |text| text.chars().any(|c| c == character)))
        };
        text.chars().any(is_foreign)
    }

    /// The bytes after the texts; none if the alphabet has no reading rules.
    fn rule_bytes(self) -> &'a [u8] {
        let start = size_of::<AlphabetHeader>() + size_of_val(self.entries) + self.texts.len();
        self.section.get(start..).unwrap_or_default()
    }

    pub(crate) fn rules(self) -> ReadingRules<'a> {
        let rules = ReadingRules::new(self.rule_bytes());
        rules.unwrap_or(ReadingRules::NONE)
    }

    /// The section that the alphabet was read from.
    #[inline]
    pub fn section(self) -> &'a [u8] {
        self.section
    }

    /// The alphabet's name, such as `english`; may be empty.
    pub fn name(self) -> &'a str {
        utf8(self.bytes_between(0, self.header.name_bytes))
    }

    /// The number of lettered tiles, `1..=62`. The blank of a leaves image counts as one.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "an alphabet is never empty")]
    pub fn len(self) -> usize {
        self.entries.len()
    }

    /// The lettered tiles in alphabet order.
    pub fn tiles(self) -> impl Iterator<Item = Tile> + use<> {
        self.all().into_iter()
    }

    /// The set of all lettered tiles.
    #[inline]
    pub fn all(self) -> TileSet {
        TileSet::first(self.entries.len())
    }

    /// The tile's text, without brackets; `?` for a tile that is not of this alphabet.
    pub fn text(self, tile: Tile) -> &'a str {
        let [text, _] = self.text_bytes(tile);
        utf8(text)
    }

    /// The text of a blank designated as the tile, without brackets; `?` for a tile that is not of this alphabet.
    pub fn blank_text(self, tile: Tile) -> &'a str {
        let [_, blank_text] = self.text_bytes(tile);
        utf8(blank_text)
    }

    /// The tile's value in points; 0 for a tile that is not of this alphabet.
    pub fn value(self, tile: Tile) -> i16 {
        self.entry(tile)
            .map_or(0, |entry| entry.value.get().cast_signed())
    }

    /// The number of copies of the tile in the bag; 0 for a tile that is not of this alphabet.
    pub fn count(self, tile: Tile) -> u16 {
        self.entry(tile).map_or(0, |entry| entry.count.get())
    }

    /// The number of blank tiles in the bag. It has no meaning in a leaves image, in which the blank is a tile with a
    /// [`count`](Self::count).
    pub fn blank_count(self) -> u16 {
        self.header.blank_count.get()
    }

    /// Returns `true` if the tile counts as a vowel.
    pub fn is_vowel(self, tile: Tile) -> bool {
        self.entry(tile)
            .is_some_and(|entry| entry.flags.get() & VOWEL != 0)
    }

    /// The blank of a leaves image, which is the last tile of its alphabet; `None` in other alphabets.
    pub fn blank_tile(self) -> Option<Tile> {
        let last = Tile::new(u8::try_from(self.entries.len()).ok()?)?;
        let end = self.entry(last)?.blank_end.get();
        let texts = self.texts.get(self.text_start(last)..usize::from(end))?;
        (texts == b"??").then_some(last)
    }

    /// The placed tile with this text or blank form, without brackets.
    pub fn placed_tile(self, name: &str) -> Option<PlacedTile> {
        let name = name.as_bytes();
        // Compares the first bytes before the slices: most names differ there, and comparing slices is a call.
        let is_name = |text: &[u8]| text.first() == name.first() && text == name;
        // Does not call `text_bytes`, which would read the previous entry again to find where each text starts.
        let mut start = usize::from(self.header.name_bytes.get());
        self.entries
            .iter()
            .zip(self.tiles())
            .find_map(|(entry, tile)| {
                let [text_end, blank_end] =
                    [entry.text_end, entry.blank_end].map(|end| usize::from(end.get()));
                let text = self.texts.get(start..text_end)?;
                let blank_text = self.texts.get(text_end..blank_end)?;
                start = blank_end;
                if is_name(text) {
                    Some(PlacedTile::letter(tile))
                } else {
                    is_name(blank_text).then_some(PlacedTile::blank(tile))
                }
            })
    }

    /// Returns `true` if a text or blank form of a tile has several characters.
    pub(crate) fn has_long_texts(self) -> bool {
        let start = usize::from(self.header.name_bytes.get());
        count_characters(self.texts.get(start..).unwrap_or_default()) > 2 * self.len()
    }

    pub(crate) fn texts(self, tile: Tile) -> [&'a str; 2] {
        self.text_bytes(tile).map(utf8)
    }

    #[inline]
    fn entry(self, tile: Tile) -> Option<&'a TileEntry> {
        self.entries.get(tile.index() - 1)
    }

    fn text_start(self, tile: Tile) -> usize {
        let before = match tile.index().checked_sub(2) {
            Some(before) => self
                .entries
                .get(before)
                .map_or(0, |entry| entry.blank_end.get()),
            None => self.header.name_bytes.get(),
        };
        usize::from(before)
    }

    /// The text and the blank form of a tile as bytes; `?` for a tile that is not of this alphabet.
    fn text_bytes(self, tile: Tile) -> [&'a [u8]; 2] {
        let Some(entry) = self.entry(tile) else {
            return [b"?"; 2];
        };
        let blank_start = usize::from(entry.text_end.get());
        [
            self.bytes_between(self.text_start(tile), entry.text_end),
            self.bytes_between(blank_start, entry.blank_end),
        ]
    }

    fn bytes_between(self, start: usize, end: U16Le) -> &'a [u8] {
        let range = start..usize::from(end.get());
        self.texts.get(range).unwrap_or(b"?")
    }
}

fn utf8(bytes: &[u8]) -> &str {
    core::str::from_utf8(bytes).unwrap_or("?")
}

impl core::fmt::Debug for Alphabet<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list()
            .entries(self.tiles().map(|tile| self.text(tile)))
            .finish()
    }
}

/// The rule that an alphabet section breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "`tile` is at fault, `found` is in the section")]
pub enum AlphabetError {
    /// The number of lettered tiles is not `1..=62`.
    TileCount { found: usize },
    /// The section's length in bytes is not the one that its counts and lengths require. When writing, also: all texts
    /// together, or all readings with their tiles, take more than 65,535 bytes.
    Length { needed: usize, found: usize },
    /// The alphabet's name is not [one line](crate::is_one_line) of UTF-8.
    Name,
    /// The text or the blank form of a tile is not [one that tiles can have](crate::is_tile_text).
    Text { tile: Tile },
    /// Two of the texts and blank forms are equal; the later one belongs to `tile`.
    Repeated { tile: Tile },
    /// A reserved bit of a tile's entry is set.
    Reserved { tile: Tile },
    /// The reading rules have an unknown value for digraphs or more than 1,000 readings. Or the section stores rules
    /// although none is needed: digraphs are explicit and there are no readings.
    Rules,
    /// The reading with this index, counted from 0, has an invalid text or tiles, or its text does not follow the text
    /// of the previous reading in the order of the bytes.
    Reading { index: usize },
}

impl core::fmt::Display for AlphabetError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            AlphabetError::TileCount { found } => {
                write!(f, "{found} tiles where 1 to {MAX_TILES} are possible")
            }
            AlphabetError::Length { needed, found } => {
                write!(f, "needs {needed} bytes, found {found}")
            }
            _ if !NAMES_CONTENTS => f.write_str("invalid alphabet"),
            AlphabetError::Name => f.write_str("the alphabet's name is not one line of UTF-8 text"),
            AlphabetError::Text { tile } => {
                write!(f, "invalid text or blank form of tile {}", tile.code())
            }
            AlphabetError::Repeated { tile } => {
                write!(
                    f,
                    "the text or blank form of tile {} occurs twice",
                    tile.code()
                )
            }
            AlphabetError::Reserved { tile } => {
                write!(f, "a reserved bit of tile {} is set", tile.code())
            }
            AlphabetError::Rules => f.write_str("invalid reading rules"),
            AlphabetError::Reading { index } => write!(f, "invalid reading {index}"),
        }
    }
}

impl core::error::Error for AlphabetError {}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;
