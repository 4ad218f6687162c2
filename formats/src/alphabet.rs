//! The alphabet section: the tiles of the game, their texts, values and counts.

use core::mem;

use bytemuck::{Pod, Zeroable};

use crate::marks::{Marks, MarksError};
use crate::raw::int::{U16Le, assert_layout};
#[cfg(feature = "speed")]
use crate::reading::bit_of;
use crate::reading::{PlacedTiles, ReadingRules};
use crate::text::{
    NAMES_CONTENTS, TileTextCopy, count_characters, has_one_line, is_reading_text, is_tile_text,
    with_tile_text,
};
use crate::tile::{MAX_TILES, PlacedTile, Tile};
use crate::tile_set::TileSet;
use crate::tile_texts::{TileEntry, TileTexts, VOWEL};

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

/// The text of the blank in the alphabet of a leaves image, and also its blank form.
const BLANK: &str = "?";

assert_layout!(AlphabetHeader: 8 { tile_count: 0, blank_count: 2, name_bytes: 4, text_bytes: 6 });
/// The tiles of a game, read in place from an image.
///
/// In text, a tile of several characters is in brackets: `A`, but `[L·L]`. A designated blank has its own text, the
/// blank form: `a`, `[l·l]`. A blank on a rack is `?`.
#[derive(Clone, Copy)]
pub struct Alphabet<'a> {
    section: &'a [u8],
    header: &'a AlphabetHeader,
    names: TileTexts<'a>,
    marks: Marks<'a>,
    /// [`ReadingRules::starts`]; all bits if the alphabet has marks.
    #[cfg(feature = "speed")]
    starts: u32,
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
            names: TileTexts::NAMELESS,
            marks: Marks::NONE,
            #[cfg(feature = "speed")]
            starts: 0,
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
        let rules = ReadingRules::new(rules).map_err(|rule_bytes| length(needed + rule_bytes))?;
        #[cfg(not(feature = "speed"))]
        let _ = rules;
        let entries = bytemuck::try_cast_slice(entries).unwrap_or_default();
        let names = TileTexts::new(entries, texts, header.name_bytes.get().into());
        Ok(Alphabet {
            section,
            header,
            names,
            marks: Marks::NONE,
            #[cfg(feature = "speed")]
            starts: rules.starts(names),
        })
    }

    /// The same alphabet, whose readers of text ignore these marks. An image keeps the marks in a section of their own.
    ///
    /// No text of a tile and no reading should have a mark ([`has_text_with_marks`](Self::has_text_with_marks)): it would not be
    /// read.
    #[must_use]
    pub fn with_marks(self, marks: Marks<'a>) -> Alphabet<'a> {
        Alphabet {
            marks,
            #[cfg(feature = "speed")]
            starts: match marks.is_empty() {
                true => self.starts,
                false => u32::MAX,
            },
            ..self
        }
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
        if !self.names.texts.get(..start).is_some_and(has_one_line) {
            return Err(AlphabetError::Name);
        }
        for (entry, tile) in self.names.entries.iter().zip(self.tiles()) {
            for end in [entry.text_end.get(), entry.blank_end.get()] {
                let end = usize::from(end);
                let text = self.names.texts.get(start..end).and_then(TileTextCopy::new);
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
        if start != self.names.texts.len() {
            let texts_start = size_of::<AlphabetHeader>() + size_of_val(self.names.entries);
            return Err(AlphabetError::Length {
                needed: texts_start + start,
                found: texts_start + self.names.texts.len(),
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
            let [text, blank] = self.names.of(tile);
            let mut earlier = self
                .tiles()
                .take(index)
                .flat_map(|tile| self.names.of(tile));
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
        let start =
            size_of::<AlphabetHeader>() + size_of_val(self.names.entries) + self.names.texts.len();
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
        utf8(self.names.between(0, self.header.name_bytes))
    }

    /// The number of lettered tiles, `1..=62`. The blank of a leaves image counts as one.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "an alphabet is never empty")]
    pub fn len(self) -> usize {
        self.names.entries.len()
    }

    /// The lettered tiles in alphabet order.
    pub fn tiles(self) -> impl Iterator<Item = Tile> + use<> {
        self.all().into_iter()
    }

    /// The set of all lettered tiles.
    #[inline]
    pub fn all(self) -> TileSet {
        self.names.all()
    }

    /// The tile's text, without brackets; `?` for a tile that is not of this alphabet.
    pub fn text(self, tile: Tile) -> &'a str {
        let [text, _] = self.names.of(tile);
        utf8(text)
    }

    /// The text of a blank designated as the tile, without brackets; `?` for a tile that is not of this alphabet.
    pub fn blank_text(self, tile: Tile) -> &'a str {
        let [_, blank_text] = self.names.of(tile);
        utf8(blank_text)
    }

    /// The tile's value in points; 0 for a tile that is not of this alphabet.
    pub fn value(self, tile: Tile) -> i16 {
        self.names
            .entry(tile)
            .map_or(0, |entry| entry.value.get().cast_signed())
    }

    /// The number of copies of the tile in the bag; 0 for a tile that is not of this alphabet.
    pub fn count(self, tile: Tile) -> u16 {
        self.names.entry(tile).map_or(0, |entry| entry.count.get())
    }

    /// The number of blank tiles in the bag. It has no meaning in a leaves image, in which the blank is a tile with a
    /// [`count`](Self::count).
    pub fn blank_count(self) -> u16 {
        self.header.blank_count.get()
    }

    /// Returns `true` if the tile counts as a vowel.
    pub fn is_vowel(self, tile: Tile) -> bool {
        self.names
            .entry(tile)
            .is_some_and(|entry| entry.flags.get() & VOWEL != 0)
    }

    /// The blank of a leaves image, which is the last tile of its alphabet; `None` in other alphabets.
    pub fn blank_tile(self) -> Option<Tile> {
        let last = Tile::new(u8::try_from(self.names.entries.len()).ok()?)?;
        (self.names.of(last) == [b"?"; 2]).then_some(last)
    }

    /// The placed tile with this text or blank form, without brackets.
    pub fn placed_tile(self, name: &str) -> Option<PlacedTile> {
        self.names.find(name.as_bytes())
    }

    /// The placed tile that any text with this first byte starts with; `None` if more of the text decides.
    #[cfg(feature = "speed")]
    #[inline]
    pub(crate) fn decided_by(&self, first: u8) -> Option<PlacedTile> {
        let is_decided = first.is_ascii() && self.starts & bit_of(first) == 0;
        is_decided.then(|| self.names.find_ascii(first))?
    }

    #[cfg(not(feature = "speed"))]
    pub(crate) fn decided_by(&self, _: u8) -> Option<PlacedTile> {
        None
    }

    /// [`ReadingRules::visit_names`] of this alphabet.
    pub(crate) fn visit_names(
        self,
        in_brackets: bool,
        visit: &mut dyn FnMut(&'a [u8], PlacedTiles<'a>),
    ) {
        self.rules().visit_names(self.names, in_brackets, visit);
    }

    /// Returns `true` if a text or blank form of a tile has several characters.
    pub(crate) fn has_long_texts(self) -> bool {
        let start = usize::from(self.header.name_bytes.get());
        count_characters(self.names.texts.get(start..).unwrap_or_default()) > 2 * self.len()
    }

    pub(crate) fn texts(self, tile: Tile) -> [&'a str; 2] {
        self.names.of(tile).map(utf8)
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
mod tests;
