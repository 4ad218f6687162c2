//! Reads text as tiles by the texts and the reading rules of an alphabet.

use crate::alphabet::Alphabet;
use crate::case::is_same_in_upper_case;
use crate::reading::{Digraphs, PlacedTiles};
use crate::text::TileTextCopy;
use crate::tile::Tile;

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
        self.read(text, false)
    }

    /// Reads the start of `text` as [`read_placed_tiles`](Self::read_placed_tiles) does where letters and designated blanks mean
    /// the same: a text of several characters also matches in mixed case, such as `Ll` for the tile `LL`.
    #[inline]
    pub fn read_tiles(self, text: &str) -> Option<(PlacedTiles<'a>, usize)> {
        self.read(text, true)
    }

    /// Reads a word by [`read_tiles`](Self::read_tiles), and passes each tile to `push` until it returns `false`. Returns the
    /// number of bytes that were read: all, unless a tile was refused or the rest does not start with a tile.
    #[inline]
    pub fn read_word(self, text: &str, mut push: impl FnMut(Tile) -> bool) -> usize {
        let mut at = 0;
        loop {
            // The first bytes of nearly all characters decide them.
            while let Some(&byte) = text.as_bytes().get(at)
                && let Some(placed_tile) = self.decided_by(byte)
            {
                if !push(placed_tile.tile()) {
                    return at;
                }
                at += 1;
            }
            let rest = text.get(at..).filter(|rest| !rest.is_empty());
            let Some((mut placed_tiles, len)) = rest.and_then(|rest| self.read_general(rest, true))
            else {
                return at;
            };
            if !placed_tiles.all(|placed_tile| push(placed_tile.tile())) {
                return at;
            }
            at += len;
        }
    }

    /// If `in_any_case`, texts of several characters match in mixed case.
    #[inline]
    fn read(self, text: &str, in_any_case: bool) -> Option<(PlacedTiles<'a>, usize)> {
        match self.decided_by(*text.as_bytes().first()?) {
            Some(placed_tile) => Some((PlacedTiles::one(placed_tile), 1)),
            None => self.read_general(text, in_any_case),
        }
    }

    /// Reads any text, and the marks around it.
    #[inline(never)]
    fn read_general(&self, text: &str, in_any_case: bool) -> Option<(PlacedTiles<'a>, usize)> {
        let before = self.marks().len_at_start(text);
        let (placed_tiles, len) = self.read_unmarked(text.get(before..)?, in_any_case)?;
        let rest = text.get(before + len..)?;
        let after = self.marks().len_at_start(rest);
        Some((placed_tiles, before + len + after))
    }

    /// Reads the start of `text`, which has no marks there.
    fn read_unmarked(&self, text: &str, in_any_case: bool) -> Option<(PlacedTiles<'a>, usize)> {
        if let Some(rest) = text.strip_prefix('[') {
            // An array, because a search for a `char` uses memchr, which keeps a panic path in the program.
            let (name, _) = rest.split_once([']'])?;
            let (placed_tiles, len) = self.longest(name, None, in_any_case, true)?;
            return Some((placed_tiles, len + 2));
        }
        let len = text.chars().next()?.len_utf8();
        let tile = self.placed_tile(text.get(..len)?);
        let tile = tile.map(|placed_tile| (PlacedTiles::one(placed_tile), len));
        self.longest(text, tile, in_any_case, false)
    }

    /// The longest text of a tile or a reading with which `text` starts, if it is longer than `read`. If `in_brackets`, `text` is
    /// the text between brackets, and matches as a whole or not at all.
    fn longest(
        &self,
        text: &str,
        mut read: Option<(PlacedTiles<'a>, usize)>,
        in_any_case: bool,
        in_brackets: bool,
    ) -> Option<(PlacedTiles<'a>, usize)> {
        // The length and, among equal lengths, whether the case is the same: the tile `CH` must not hide another tile `Ch`.
        let mut longest = (read.as_ref().map_or(0, |&(_, len)| len), true);
        self.visit_names(in_brackets, &mut |name, placed_tiles| {
            let is_same = text.as_bytes().starts_with(name);
            let len = match is_same {
                true => name.len(),
                false if in_any_case => len_in_any_case(text, name).unwrap_or(0),
                false => 0,
            };
            if (len, is_same) > longest && (!in_brackets || len == text.len()) {
                longest = (len, is_same);
                read = Some((placed_tiles, len));
            }
        });
        read
    }
}

/// The number of bytes at the start of `text` that equal `name` except for case; `None` if it does not start so, or `name` has
/// only one character.
fn len_in_any_case(text: &str, name: &[u8]) -> Option<usize> {
    if cfg!(feature = "speed") {
        // Most names differ in the first byte.
        let (first, expected) = (text.as_bytes().first()?, name.first()?);
        if first.is_ascii() && expected.is_ascii() && !first.eq_ignore_ascii_case(expected) {
            return None;
        }
    }
    let copy = TileTextCopy::new(name)?;
    let mut rest = text.chars();
    let mut count = 0;
    for c in copy.as_str()?.chars() {
        if !is_same_in_upper_case(rest.next()?, c) {
            return None;
        }
        count += 1;
    }
    (count > 1).then(|| text.len() - rest.as_str().len())
}
