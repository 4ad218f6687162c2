//! Writes tiles as text that reads as the same tiles again.

use crate::alphabet::Alphabet;
use crate::case::is_same_in_upper_case;
use crate::reading::Digraphs;
use crate::text::{MAX_TILE_TEXT_BYTES, count_characters, with_tile_text};
use crate::tile::{PlacedTile, Tile};

impl<'a> Alphabet<'a> {
    /// A placed tile as text, in brackets if the text has several characters.
    pub fn display(self, placed_tile: PlacedTile) -> PlacedTileText<'a> {
        PlacedTileText {
            text: self.placed_text(placed_tile),
            is_in_brackets: false,
        }
    }

    /// A placed tile as text, if the placed tiles `after` follow it. In brackets if the text has several characters, or
    /// if the alphabet has [`Digraphs::Longest`] and would read the text, joined to the next texts, as one tile.
    pub fn display_before(
        self,
        placed_tile: PlacedTile,
        mut after: impl Iterator<Item = PlacedTile>,
    ) -> PlacedTileText<'a> {
        PlacedTileText {
            text: self.placed_text(placed_tile),
            is_in_brackets: self.digraphs() == Digraphs::Longest
                && self.reads_longer(placed_tile, &mut after),
        }
    }

    /// Joins the text of a placed tile and the texts of the placed tiles `after`, as long as each has one character.
    /// Returns `true` if the joined text starts with a tile's text or blank form longer than the first text.
    fn reads_longer(
        self,
        placed_tile: PlacedTile,
        after: &mut dyn Iterator<Item = PlacedTile>,
    ) -> bool {
        let first = self.placed_text(placed_tile).as_bytes();
        let mut bare = [0; 2 * MAX_TILE_TEXT_BYTES];
        let mut free = bare.iter_mut();
        let mut next = first;
        let mut len = 0;
        while len < MAX_TILE_TEXT_BYTES && count_characters(next) == 1 {
            for (byte, to) in next.iter().zip(free.by_ref()) {
                *to = *byte;
                len += 1;
            }
            match after.next() {
                Some(placed_tile) => next = self.placed_text(placed_tile).as_bytes(),
                None => break,
            }
        }
        let bare = bare.get(..len).unwrap_or_default();
        let mut texts = self.tiles().flat_map(|tile| self.texts(tile));
        texts.any(|text| text.len() > first.len() && bare.starts_with(text.as_bytes()))
    }

    fn placed_text(self, placed_tile: PlacedTile) -> &'a str {
        match placed_tile.is_blank() {
            true => self.blank_text(placed_tile.tile()),
            false => self.text(placed_tile.tile()),
        }
    }

    /// A word as text that reads as the same tiles again: see [`WordText`].
    pub fn spell(self, tiles: &'a [Tile]) -> WordText<'a> {
        WordText {
            tiles,
            alphabet: self,
        }
    }

    /// Returns `true` if the first two or more of `texts`, each of one character, together spell the text or blank form
    /// of a tile. Upper and lower case count as equal.
    fn looks_like_one<'t>(self, texts: impl Iterator<Item = &'t str> + Clone) -> bool {
        let is_text_of = |character: char, text: &str| {
            with_tile_text(text, |text| {
                let mut text = text.chars();
                let is_same = text
                    .next()
                    .is_some_and(|first| is_same_in_upper_case(first, character));
                is_same && text.next().is_none()
            })
        };
        self.tiles().any(|several| {
            self.texts(several).into_iter().any(|several| {
                with_tile_text(several, |several| {
                    let mut texts = texts.clone();
                    let is_next = |c| texts.next().is_some_and(|text| is_text_of(c, text));
                    several.chars().nth(1).is_some() && several.chars().all(is_next)
                })
            })
        })
    }
}

/// A tile's text in words, racks and boards: in brackets if the text has several characters, or would read as part of
/// another tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedTileText<'a> {
    text: &'a str,
    /// True if even a single character is in brackets.
    is_in_brackets: bool,
}

impl core::fmt::Display for PlacedTileText<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        with_tile_text(self.text, |text| {
            if text.chars().nth(1).is_none() && !self.is_in_brackets {
                f.write_str(text)
            } else {
                write!(f, "[{text}]")
            }
        })
    }
}

/// A word as text that reads as the same tiles again.
///
/// Tiles of several characters are in brackets. So is a tile of one character that, with tiles after it, would read as
/// the text or blank form of another tile, in upper or lower case: where C, H and CH are tiles, C before H is `[C]H`.
#[derive(Clone, Copy, Debug)]
pub struct WordText<'a> {
    tiles: &'a [Tile],
    alphabet: Alphabet<'a>,
}

impl core::fmt::Display for WordText<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let has_long_texts = self.alphabet.has_long_texts();
        let mut rest = self.tiles;
        while let Some((&tile, after)) = rest.split_first() {
            let texts = rest.iter().map(|&tile| self.alphabet.text(tile));
            let text = PlacedTileText {
                text: self.alphabet.text(tile),
                is_in_brackets: has_long_texts && self.alphabet.looks_like_one(texts),
            };
            text.fmt(f)?;
            rest = after;
        }
        Ok(())
    }
}
