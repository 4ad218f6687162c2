//! The rows of the tiles of an alphabet, and their texts: the texts of a tile, and the tile of a text.

use bytemuck::{Pod, Zeroable};

use crate::raw::int::{U16Le, assert_layout};
use crate::tile::{PlacedTile, Tile};
use crate::tile_set::TileSet;

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

/// The flag of a vowel.
pub(crate) const VOWEL: u16 = 1;

assert_layout!(TileEntry: 12 {
    text_end: 0, blank_end: 2, value: 4, count: 6, flags: 8, reserved: 10
});

/// The rows and the texts.
#[derive(Clone, Copy)]
pub(crate) struct TileTexts<'a> {
    pub(crate) entries: &'a [TileEntry],
    /// The name of the alphabet, then the text and the blank form of each tile.
    pub(crate) texts: &'a [u8],
    /// The length of the name in bytes.
    start: usize,
    /// The text and the blank form of each tile, if all are single bytes; empty otherwise.
    #[cfg(feature = "speed")]
    pairs: &'a [[u8; 2]],
    /// The last byte of the first tile's text.
    #[cfg(feature = "speed")]
    first: u8,
}

impl<'a> TileTexts<'a> {
    /// A tile without a text.
    pub(crate) const NAMELESS: TileTexts<'static> = {
        const ZERO: U16Le = U16Le::new(0);
        TileTexts {
            entries: &[TileEntry {
                text_end: ZERO,
                blank_end: ZERO,
                value: ZERO,
                count: ZERO,
                flags: ZERO,
                reserved: ZERO,
            }],
            texts: &[],
            start: 0,
            #[cfg(feature = "speed")]
            pairs: &[],
            #[cfg(feature = "speed")]
            first: 0,
        }
    };

    /// The rows and the texts of an alphabet, which start with a name of `start` bytes.
    pub(crate) fn new(entries: &'a [TileEntry], texts: &'a [u8], start: usize) -> TileTexts<'a> {
        TileTexts {
            entries,
            texts,
            start,
            #[cfg(feature = "speed")]
            pairs: match texts.get(start..).unwrap_or_default().as_chunks() {
                (pairs, []) if pairs.len() == entries.len() => pairs,
                _ => &[],
            },
            #[cfg(feature = "speed")]
            first: entries.first().map_or(0, |entry| {
                let end = usize::from(entry.text_end.get());
                texts.get(end.wrapping_sub(1)).copied().unwrap_or(0)
            }),
        }
    }

    /// The tiles.
    #[inline]
    pub(crate) fn all(&self) -> TileSet {
        TileSet::first(self.entries.len())
    }

    #[inline]
    pub(crate) fn entry(&self, tile: Tile) -> Option<&'a TileEntry> {
        self.entries.get(tile.index() - 1)
    }

    /// The text and the blank form of a tile as bytes; `?` for a tile that is not of this alphabet.
    pub(crate) fn of(&self, tile: Tile) -> [&'a [u8]; 2] {
        let Some(entry) = self.entry(tile) else {
            return [b"?"; 2];
        };
        let blank_start = usize::from(entry.text_end.get());
        [
            self.between(self.start_at(tile.index() - 1), entry.text_end),
            self.between(blank_start, entry.blank_end),
        ]
    }

    /// The bytes from `start` to `end`; `?` if the texts do not have them.
    pub(crate) fn between(&self, start: usize, end: U16Le) -> &'a [u8] {
        let range = start..usize::from(end.get());
        self.texts.get(range).unwrap_or(b"?")
    }

    /// The start of the text of the tile in this row.
    #[inline]
    fn start_at(&self, index: usize) -> usize {
        let before = index.checked_sub(1).and_then(|at| self.entries.get(at));
        before.map_or(self.start, |before| before.blank_end.get().into())
    }

    /// The row of the tile whose text or blank form ends with this byte, in most alphabets: there, the last bytes of the texts
    /// ascend nearly one by one, and those of blank forms differ from them by 32.
    #[cfg(feature = "speed")]
    #[inline]
    fn guess(&self, last: u8) -> usize {
        usize::from(last.wrapping_sub(self.first) & 31)
    }

    #[cfg(not(feature = "speed"))]
    fn guess(&self, _: u8) -> usize {
        0
    }

    /// The placed tile whose text or blank form is this ASCII character.
    #[cfg(feature = "speed")]
    #[inline(always)]
    pub(crate) fn find_ascii(&self, c: u8) -> Option<PlacedTile> {
        let guess = self.guess(c);
        match self.pairs.get(guess) {
            Some([text, _]) if *text == c => tile_at(guess).map(PlacedTile::letter),
            Some([_, blank_text]) if *blank_text == c => tile_at(guess).map(PlacedTile::blank),
            _ => {
                let near = self.find_at(guess, &[c], c);
                near.or_else(|| self.find(&[c]))
            }
        }
    }

    /// The placed tile whose text or blank form is `name`. Searches from a guess to both sides.
    #[inline(never)]
    pub(crate) fn find(&self, name: &[u8]) -> Option<PlacedTile> {
        let last = *name.last()?;
        let guess = self.guess(last);
        (0..guess.max(self.entries.len())).find_map(|step| {
            let above = self.find_at(guess + step, name, last);
            above.or_else(|| self.find_at(guess.checked_sub(step + 1)?, name, last))
        })
    }

    /// The placed tile of this row, if its text or blank form is `name`, whose last byte is `last`.
    #[cfg_attr(feature = "speed", inline(always))]
    fn find_at(&self, index: usize, name: &[u8], last: u8) -> Option<PlacedTile> {
        let entry = self.entries.get(index)?;
        let [text_end, blank_end] = [entry.text_end, entry.blank_end].map(|end| end.get().into());
        // Compares the last bytes first: most names differ there, and comparing slices is a call.
        let is_name = |start: usize, end: usize| {
            let may_be =
                !cfg!(feature = "speed") || self.texts.get(end.wrapping_sub(1)) == Some(&last);
            may_be && self.texts.get(start..end) == Some(name)
        };
        let tile = tile_at(index)?;
        if is_name(self.start_at(index), text_end) {
            return Some(PlacedTile::letter(tile));
        }
        is_name(text_end, blank_end).then_some(PlacedTile::blank(tile))
    }
}

/// The tile of this row.
#[inline]
fn tile_at(index: usize) -> Option<Tile> {
    Tile::new(u8::try_from(index + 1).ok()?)
}
