//! Texts of racks and patterns, read element by element.

use core::fmt;

use lexc_formats::{Alphabet, MAX_WORD_LEN, PlacedTiles, Tile, TileSet};

use crate::lexicon::word::WordError;
use crate::text::{Reader, TileTextError};

/// The largest edit distance.
pub(super) const MAX_DISTANCE: usize = 3;

/// An element of a rack or a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Element {
    /// `A` or `[CH]`: a tile.
    Tile(Tile),
    /// `?` or `.`: any one tile.
    Any,
    /// `[ABC]` or `[^ABC]`: one tile of a set.
    Class(TileSet),
    /// `*`: any number of any tiles.
    Many,
}

/// A text that is not a condition. `column` counts the characters of the text from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are explained above")]
pub enum ConditionError {
    /// Text that is not a tile.
    Tile(TileTextError),
    /// Brackets without a tile.
    EmptyClass { column: usize },
    /// More than `limit` tiles, or symbols of a [code](crate::Condition::code); the first one in excess is at `column`.
    TooLong { column: usize, limit: usize },
    /// Text that is not a range of numbers.
    Range { column: usize },
    /// A range that ends before its start.
    EmptyRange { column: usize },
    /// More than 3 edits.
    Distance { column: usize },
    /// Text that is not a [`Side`](crate::Side).
    Side { column: usize },
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConditionError::Tile(error) => error.fmt(f),
            ConditionError::EmptyClass { column } => {
                write!(
                    f,
                    "character {column}: no tile in the brackets (write ? for any tile)"
                )
            }
            ConditionError::TooLong { column, limit } => {
                write!(f, "character {column}: at most {limit} tiles are possible")
            }
            ConditionError::Range { column } => {
                write!(
                    f,
                    "character {column}: not a range of numbers (write 7, 7-8, 7- or -8)"
                )
            }
            ConditionError::EmptyRange { column } => {
                write!(
                    f,
                    "character {column}: the range ends before its start (write the least number first)"
                )
            }
            ConditionError::Distance { column } => {
                write!(
                    f,
                    "character {column}: at most {MAX_DISTANCE} edits are possible"
                )
            }
            ConditionError::Side { column } => {
                write!(
                    f,
                    "character {column}: unknown side (use front, back or either)"
                )
            }
        }
    }
}

impl From<WordError> for ConditionError {
    fn from(error: WordError) -> ConditionError {
        match error {
            WordError::Tile(error) => ConditionError::Tile(error),
            WordError::TooLong { column } => too_long(column),
        }
    }
}

impl core::error::Error for ConditionError {}

/// The elements of a text, each with its column.
#[derive(Clone, Debug)]
pub(super) struct Elements<'t, 'a> {
    reader: Reader<'t>,
    alphabet: Alphabet<'a>,
    /// If the latest text is read as several tiles: the tiles that `next` has yet to return.
    further: Option<PlacedTiles<'a>>,
    /// The column of that text.
    further_column: usize,
}

impl<'t, 'a> Elements<'t, 'a> {
    pub(super) fn new(text: &'t str, alphabet: Alphabet<'a>) -> Elements<'t, 'a> {
        Elements {
            reader: Reader::new(text).with_stop('.'),
            alphabet,
            further: None,
            further_column: 1,
        }
    }

    /// The column of the next element.
    pub(super) fn column(&self) -> usize {
        let further = self.further.clone().into_iter().flatten();
        match further.count() {
            0 => self.reader.column(),
            _ => self.further_column,
        }
    }

    /// Skips white space.
    pub(super) fn skip_spaces(&mut self) {
        self.reader.take_while(char::is_whitespace);
    }

    /// Reads the next element; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Element>, ConditionError> {
        if let Some(placed_tile) = self.further.as_mut().and_then(Iterator::next) {
            return Ok(Some(Element::Tile(placed_tile.tile())));
        }
        let Some(first) = self.reader.peek() else {
            return Ok(None);
        };
        for (character, element) in [
            ('?', Element::Any),
            ('.', Element::Any),
            ('*', Element::Many),
        ] {
            if self.reader.skip(character) {
                return Ok(Some(element));
            }
        }
        self.further_column = self.reader.column();
        match self.reader.placed_tiles(first, self.alphabet) {
            Ok(mut placed_tiles) => {
                let first = placed_tiles.next();
                self.further = Some(placed_tiles);
                Ok(first.map(|placed_tile| Element::Tile(placed_tile.tile())))
            }
            Err(TileTextError::UnknownName { .. }) => Ok(Some(Element::Class(self.class()?))),
            Err(error) => Err(ConditionError::Tile(error)),
        }
    }

    /// Reads a class: `[ABC]` or `[^ABC]`.
    fn class(&mut self) -> Result<TileSet, ConditionError> {
        let column = self.reader.column();
        self.reader.skip('[');
        let is_complement = self.reader.skip('^');
        let mut set = TileSet::EMPTY;
        while !self.reader.skip(']') {
            let Some(first) = self.reader.peek() else {
                let error = TileTextError::OpenBracket { column };
                return Err(ConditionError::Tile(error));
            };
            let placed_tiles = self.reader.placed_tiles(first, self.alphabet);
            for placed_tile in placed_tiles.map_err(ConditionError::Tile)? {
                set = set.with(placed_tile.tile());
            }
        }
        if set.is_empty() {
            return Err(ConditionError::EmptyClass { column });
        }
        Ok(match is_complement {
            true => self.alphabet.all() - set,
            false => set,
        })
    }
}

/// The error of a text with too many tiles for a word.
pub(super) const fn too_long(column: usize) -> ConditionError {
    ConditionError::TooLong {
        column,
        limit: MAX_WORD_LEN,
    }
}
