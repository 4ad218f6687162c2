//! The alphabet section: the tiles of the game, what is written on them, their values and counts.

use bytemuck::{Pod, Zeroable};

use crate::int::U16Le;
use crate::tile::{Face, MAX_TILES, Tile};
use crate::tile_set::TileSet;

/// What the section starts with.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct AlphabetHeader {
    /// Number of lettered tiles, `1..=62`.
    pub(crate) tile_count: U16Le,
    /// Number of blank tiles in the bag.
    pub(crate) blank_count: U16Le,
    /// Length of the alphabet's name, the first of the texts.
    pub(crate) name_bytes: U16Le,
    /// Length of all texts together.
    pub(crate) text_bytes: U16Le,
}

/// One lettered tile, in alphabet order.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct TileEntry {
    /// Where the tile's text ends and its blank form starts, counted from the start of the texts.
    pub(crate) text_end: U16Le,
    /// Where the blank form ends; the next tile's text starts here.
    pub(crate) blank_end: U16Le,
    /// Two's complement.
    pub(crate) value: U16Le,
    /// Number of such tiles in the bag.
    pub(crate) count: U16Le,
    /// [`VOWEL`] or 0.
    pub(crate) flags: U16Le,
    /// 0.
    pub(crate) reserved: U16Le,
}

/// The flag of a vowel.
pub(crate) const VOWEL: u16 = 1;

const _: () = {
    assert!(size_of::<AlphabetHeader>() == 8);
    assert!(core::mem::offset_of!(AlphabetHeader, tile_count) == 0);
    assert!(core::mem::offset_of!(AlphabetHeader, blank_count) == 2);
    assert!(core::mem::offset_of!(AlphabetHeader, name_bytes) == 4);
    assert!(core::mem::offset_of!(AlphabetHeader, text_bytes) == 6);
    assert!(size_of::<TileEntry>() == 12);
    assert!(core::mem::offset_of!(TileEntry, text_end) == 0);
    assert!(core::mem::offset_of!(TileEntry, blank_end) == 2);
    assert!(core::mem::offset_of!(TileEntry, value) == 4);
    assert!(core::mem::offset_of!(TileEntry, count) == 6);
    assert!(core::mem::offset_of!(TileEntry, flags) == 8);
    assert!(core::mem::offset_of!(TileEntry, reserved) == 10);
};

/// The symbols of a game, read in place from an image.
///
/// A tile of one character is written as it is, one of several in brackets: `A`, `[L·L]`. The blank form shows that a
/// blank stands for the tile: `a`, `[l·l]`. A blank on a rack is `?`.
#[derive(Clone, Copy)]
pub struct Alphabet<'a> {
    header: &'a AlphabetHeader,
    entries: &'a [TileEntry],
    texts: &'a [u8],
}

impl<'a> Alphabet<'a> {
    /// Reads and checks an alphabet section.
    ///
    /// # Errors
    /// The first rule the section breaks.
    pub fn from_bytes(section: &'a [u8]) -> Result<Alphabet<'a>, AlphabetError> {
        let alphabet = Alphabet::from_bytes_trusted(section)?;
        alphabet.validate()?;
        Ok(alphabet)
    }

    /// Reads an alphabet section whose contents were checked before: only its lengths are checked.
    ///
    /// # Errors
    /// [`AlphabetError::TileCount`] and [`AlphabetError::Length`].
    pub fn from_bytes_trusted(section: &'a [u8]) -> Result<Alphabet<'a>, AlphabetError> {
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
        let needed =
            size_of::<AlphabetHeader>() + entry_bytes + usize::from(header.text_bytes.get());
        if section.len() != needed {
            return Err(length(needed));
        }
        let (entries, texts) = rest.split_at_checked(entry_bytes).ok_or(length(needed))?;
        Ok(Alphabet {
            header,
            entries: bytemuck::cast_slice(entries),
            texts,
        })
    }

    pub(crate) fn validate(self) -> Result<(), AlphabetError> {
        let mut start = usize::from(self.header.name_bytes.get());
        let name = self
            .texts
            .get(..start)
            .and_then(|name| core::str::from_utf8(name).ok());
        if name.is_none_or(|name| name.chars().any(char::is_control)) {
            return Err(AlphabetError::Name);
        }
        for (entry, tile) in self.entries.iter().zip(self.tiles()) {
            for end in [entry.text_end.get(), entry.blank_end.get()] {
                let end = usize::from(end);
                let text = self
                    .texts
                    .get(start..end)
                    .and_then(|text| core::str::from_utf8(text).ok());
                if !text.is_some_and(is_face_text) {
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
        for (index, tile) in self.tiles().enumerate() {
            let earlier = self
                .tiles()
                .take(index)
                .flat_map(|tile| [self.text(tile), self.blank_text(tile)]);
            let (text, blank) = (self.text(tile), self.blank_text(tile));
            if text == blank
                || earlier
                    .into_iter()
                    .any(|other| other == text || other == blank)
            {
                return Err(AlphabetError::Repeated { tile });
            }
        }
        Ok(())
    }

    /// The alphabet's name, such as `english`; empty if it was given none.
    pub fn name(self) -> &'a str {
        self.text_between(0, self.header.name_bytes)
    }

    /// The number of lettered tiles, `1..=62`.
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

    /// What is written on the tile, without brackets; `?` for a tile that is not of this alphabet.
    pub fn text(self, tile: Tile) -> &'a str {
        match self.entry(tile) {
            Some(entry) => self.text_between(self.text_start(tile), entry.text_end),
            None => "?",
        }
    }

    /// How a blank that stands for the tile is written, without brackets; `?` for a tile that is not of this alphabet.
    pub fn blank_text(self, tile: Tile) -> &'a str {
        match self.entry(tile) {
            Some(entry) => self.text_between(usize::from(entry.text_end.get()), entry.blank_end),
            None => "?",
        }
    }

    /// The tile's value in points; 0 for a tile that is not of this alphabet.
    pub fn value(self, tile: Tile) -> i16 {
        self.entry(tile)
            .map_or(0, |entry| entry.value.get().cast_signed())
    }

    /// The number of such tiles in the bag; 0 for a tile that is not of this alphabet.
    pub fn count(self, tile: Tile) -> u16 {
        self.entry(tile).map_or(0, |entry| entry.count.get())
    }

    /// The number of blank tiles in the bag.
    pub fn blank_count(self) -> u16 {
        self.header.blank_count.get()
    }

    /// Whether the tile counts as a vowel.
    pub fn is_vowel(self, tile: Tile) -> bool {
        self.entry(tile)
            .is_some_and(|entry| entry.flags.get() & VOWEL != 0)
    }

    /// Reads the face that `text` starts with, and how many bytes it takes.
    ///
    /// One character is read as it is; several stand in brackets, as may one.
    pub fn read_face(self, text: &str) -> Option<(Face, usize)> {
        let (name, len) = match text.strip_prefix('[') {
            Some(rest) => {
                let (name, _) = rest.split_once(']')?;
                (name, name.len() + 2)
            }
            None => {
                let len = text.chars().next()?.len_utf8();
                (text.get(..len)?, len)
            }
        };
        Some((self.face(name)?, len))
    }

    /// The face that is written so, without brackets.
    pub fn face(self, name: &str) -> Option<Face> {
        self.tiles().find_map(|tile| {
            if self.text(tile) == name {
                Some(Face::lettered(tile))
            } else if self.blank_text(tile) == name {
                Some(Face::blank(tile))
            } else {
                None
            }
        })
    }

    /// A face as text, in brackets if it takes several characters.
    pub fn display(self, face: Face) -> FaceText<'a> {
        FaceText(if face.is_blank() {
            self.blank_text(face.tile())
        } else {
            self.text(face.tile())
        })
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

    fn text_between(self, start: usize, end: U16Le) -> &'a str {
        let bytes = self
            .texts
            .get(start..usize::from(end.get()))
            .unwrap_or(b"?");
        core::str::from_utf8(bytes).unwrap_or("?")
    }
}

impl core::fmt::Debug for Alphabet<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list()
            .entries(self.tiles().map(|tile| self.text(tile)))
            .finish()
    }
}

/// A tile's text as it is written in words, racks and boards: in brackets if it takes several characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceText<'a>(&'a str);

impl core::fmt::Display for FaceText<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.0.chars().nth(1).is_none() {
            f.write_str(self.0)
        } else {
            write!(f, "[{}]", self.0)
        }
    }
}

/// Whether a tile may be written so: 1 to 16 bytes, and no character that means something else in word lists, racks, boards and plays.
pub fn is_face_text(text: &str) -> bool {
    let is_free = |c: char| {
        !(c.is_whitespace()
            || c.is_control()
            || c.is_ascii_digit()
            || "[]()/?.,;#\"\u{feff}".contains(c))
    };
    (1..=16).contains(&text.len()) && text.chars().all(is_free)
}

/// Why an alphabet section is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AlphabetError {
    /// The number of lettered tiles is not `1..=62`.
    TileCount {
        /// The number in the section.
        found: usize,
    },
    /// The section is not as long as its counts and lengths require.
    Length {
        /// The number of bytes they require.
        needed: usize,
        /// The number of bytes there are.
        found: usize,
    },
    /// The alphabet's name is not text of one line.
    Name,
    /// The text or the blank form of a tile is missing, malformed, or has a character that tiles can't have.
    Text {
        /// The tile.
        tile: Tile,
    },
    /// The text or the blank form of a tile is also another's.
    Repeated {
        /// The later tile.
        tile: Tile,
    },
    /// A reserved bit of a tile's entry is set.
    Reserved {
        /// The tile.
        tile: Tile,
    },
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
            AlphabetError::Name => f.write_str("the alphabet's name is not a line of UTF-8 text"),
            AlphabetError::Text { tile } => write!(
                f,
                "the text of tile {} is not one a tile can have",
                tile.code()
            ),
            AlphabetError::Repeated { tile } => {
                write!(
                    f,
                    "the text of tile {} is also that of another tile or blank form",
                    tile.code()
                )
            }
            AlphabetError::Reserved { tile } => {
                write!(f, "a reserved bit of tile {} is set", tile.code())
            }
        }
    }
}

impl core::error::Error for AlphabetError {}

#[cfg(any(test, feature = "alloc"))]
pub use definition::{AlphabetDefinition, TileDefinition};

#[cfg(any(test, feature = "alloc"))]
mod definition {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::{Alphabet, AlphabetError, AlphabetHeader, MAX_TILES, TileEntry, U16Le, VOWEL};

    /// An alphabet to be written into an image.
    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub struct AlphabetDefinition {
        /// The alphabet's name, such as `english`; may be empty.
        pub name: String,
        /// The lettered tiles in alphabet order.
        pub tiles: Vec<TileDefinition>,
        /// The number of blank tiles in the bag.
        pub blank_count: u16,
    }

    /// A lettered tile to be written into an image.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct TileDefinition {
        /// What is written on the tile.
        pub text: String,
        /// How a blank that stands for the tile is written.
        pub blank_text: String,
        /// The tile's value in points.
        pub value: i16,
        /// The number of such tiles in the bag.
        pub count: u16,
        /// Whether the tile counts as a vowel.
        pub is_vowel: bool,
    }

    impl AlphabetDefinition {
        /// The alphabet section, as [`Alphabet::from_bytes`] reads it.
        ///
        /// # Errors
        /// The first rule the alphabet breaks.
        pub fn encode(&self) -> Result<Vec<u8>, AlphabetError> {
            if self.tiles.is_empty() || self.tiles.len() > MAX_TILES {
                return Err(AlphabetError::TileCount {
                    found: self.tiles.len(),
                });
            }
            let length = |len: usize| {
                u16::try_from(len)
                    .map(U16Le::new)
                    .map_err(|_| AlphabetError::Length {
                        needed: len,
                        found: usize::from(u16::MAX),
                    })
            };
            let mut texts = self.name.clone();
            let mut entries = Vec::with_capacity(self.tiles.len());
            for tile in &self.tiles {
                texts.push_str(&tile.text);
                let text_end = length(texts.len())?;
                texts.push_str(&tile.blank_text);
                entries.push(TileEntry {
                    text_end,
                    blank_end: length(texts.len())?,
                    value: U16Le::new(tile.value.cast_unsigned()),
                    count: U16Le::new(tile.count),
                    flags: U16Le::new(if tile.is_vowel { VOWEL } else { 0 }),
                    reserved: U16Le::new(0),
                });
            }
            let header = AlphabetHeader {
                tile_count: length(self.tiles.len())?,
                blank_count: U16Le::new(self.blank_count),
                name_bytes: length(self.name.len())?,
                text_bytes: length(texts.len())?,
            };
            let mut section = Vec::new();
            section.extend_from_slice(bytemuck::bytes_of(&header));
            section.extend_from_slice(bytemuck::cast_slice(&entries));
            section.extend_from_slice(texts.as_bytes());
            Alphabet::from_bytes(&section)?;
            Ok(section)
        }
    }
}
