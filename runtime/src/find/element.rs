//! Texts of racks and patterns, read element by element.

use lexc_formats::{Alphabet, MAX_WORD_LEN, PlacedTiles, Tile, TileSet};

use crate::text::{Place, Reader, TextError, TextErrorKind};

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

/// The elements of a text, each with its column.
#[derive(Clone, Debug)]
pub(super) struct Elements<'t, 'a> {
    reader: Reader<'t>,
    alphabet: Alphabet<'a>,
    /// If the latest text is read as several tiles: the tiles that `next` has yet to return.
    further: Option<PlacedTiles<'a>>,
    /// The place of that text.
    further_place: Place,
}

impl<'t, 'a> Elements<'t, 'a> {
    pub(super) fn new(text: &'t str, alphabet: Alphabet<'a>) -> Elements<'t, 'a> {
        Elements {
            reader: Reader::new(text).with_stop('.'),
            alphabet,
            further: None,
            further_place: Place::START,
        }
    }

    /// The error of too many tiles for a word, at the next element.
    pub(super) fn too_long(&self) -> TextError {
        let further = self.further.clone().into_iter().flatten();
        let place = match further.count() {
            0 => self.reader.place(),
            _ => self.further_place,
        };
        too_long(place, MAX_WORD_LEN)
    }

    /// Skips white space.
    pub(super) fn skip_spaces(&mut self) {
        self.reader.skip_white_space();
    }

    /// Reads the next element; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Element>, TextError> {
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
        self.further_place = self.reader.place();
        match self.reader.read(first, self.alphabet, true) {
            Ok(mut placed_tiles) => {
                let first = placed_tiles.next();
                self.further = Some(placed_tiles);
                Ok(first.map(|placed_tile| Element::Tile(placed_tile.tile())))
            }
            Err(error) => match error.kind() {
                TextErrorKind::UnknownName { .. } => Ok(Some(Element::Class(self.class()?))),
                _ => Err(error),
            },
        }
    }

    /// Reads a class: `[ABC]` or `[^ABC]`.
    fn class(&mut self) -> Result<TileSet, TextError> {
        let unclosed = self.reader.error(TextErrorKind::OpenBracket);
        self.reader.skip('[');
        let is_complement = self.reader.skip('^');
        let mut set = TileSet::EMPTY;
        while !self.reader.skip(']') {
            let first = self.reader.peek().ok_or(unclosed)?;
            for placed_tile in self.reader.read(first, self.alphabet, true)? {
                set = set.with(placed_tile.tile());
            }
        }
        if set.is_empty() {
            return Err(unclosed.with_kind(TextErrorKind::EmptyClass));
        }
        Ok(match is_complement {
            true => self.alphabet.all() - set,
            false => set,
        })
    }
}

/// The error of more than `limit` tiles or symbols; the first one in excess is at the place.
pub(super) const fn too_long(place: Place, limit: usize) -> TextError {
    TextError::new(place, TextErrorKind::TooLong { limit })
}
