//! Text that is read tile by tile.

use lexc_formats::{Alphabet, PlacedTiles, Tile};

use super::error::{TextError, TextErrorKind};
use super::place::Place;
use super::quoted::TileName;

/// The unread rest of a text, with the place of its next character.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
    place: Place,
    /// A character that ends the text of a tile.
    stop: Option<char>,
    /// The number of unread bytes before the next `stop`; 0 if it must be searched for.
    before_stop: usize,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Reader<'t> {
        Reader {
            text,
            rest: text,
            place: Place::START,
            stop: None,
            before_stop: 0,
        }
    }

    /// The same reader, `len` bytes later.
    pub(crate) fn after(mut self, len: usize) -> Reader<'t> {
        self.advance(len);
        self
    }

    /// The same reader, but a text that [`Self::placed_tiles`] reads outside brackets ends before `stop`.
    pub(crate) fn with_stop(self, stop: char) -> Reader<'t> {
        Reader {
            stop: Some(stop),
            ..self
        }
    }

    /// The same reader, but of a text that starts at this place.
    pub(crate) fn with_place(self, place: Place) -> Reader<'t> {
        Reader { place, ..self }
    }

    /// The place of the next character.
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// The error of a fault at the next character.
    pub(crate) fn error(&self, kind: TextErrorKind) -> TextError {
        TextError::new(self.place, kind)
    }

    /// The next character; leaves it unread.
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Reads the next character if it equals `expected`.
    pub(crate) fn skip(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.advance(expected.len_utf8());
        }
        found
    }

    /// Reads all characters before the first for which `is_kind` is false.
    pub(crate) fn take_while(&mut self, is_kind: impl Fn(char) -> bool) -> &'t str {
        let len = self.rest.find(|c| !is_kind(c)).unwrap_or(self.rest.len());
        self.advance(len)
    }

    /// Skips white space. Not inlined, because it has several callers.
    #[inline(never)]
    pub(crate) fn skip_white_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Reads all characters before the next white space, and skips white space before and after them. Not inlined, because it has
    /// several callers.
    #[inline(never)]
    pub(crate) fn take_word(&mut self) -> &'t str {
        self.skip_white_space();
        let word = self.take_while(|c| !c.is_whitespace());
        self.skip_white_space();
        word
    }

    /// Reads a placed tile, or the placed tiles of one of [`Alphabet::readings`]; `first` is the next character.
    pub(crate) fn placed_tiles<'a>(
        &mut self,
        first: char,
        alphabet: Alphabet<'a>,
    ) -> Result<PlacedTiles<'a>, TextError> {
        self.read(first, alphabet, false)
    }

    /// [`Self::placed_tiles`]; if `in_any_case`, by [`Alphabet::read_tiles`].
    pub(crate) fn read<'a>(
        &mut self,
        first: char,
        alphabet: Alphabet<'a>,
        in_any_case: bool,
    ) -> Result<PlacedTiles<'a>, TextError> {
        let mut text = self.rest;
        // Inside brackets, the stop is part of the text of a tile.
        if let Some(stop) = self.stop.filter(|_| first != '[') {
            if self.before_stop == 0 {
                let before = self.rest.split_once([stop]);
                self.before_stop = before.map_or(self.rest, |(before, _)| before).len();
            }
            text = self.rest.get(..self.before_stop).unwrap_or(self.rest);
        }
        let read = match in_any_case {
            true => alphabet.read_tiles(text),
            false => alphabet.read_placed_tiles(text),
        };
        match read {
            Some((placed_tiles, len)) => {
                self.advance(len);
                Ok(placed_tiles)
            }
            None => Err(self.error(self.unknown(first, alphabet))),
        }
    }

    /// The fault of the next character, `found`, which starts no tile.
    fn unknown(&self, found: char, alphabet: Alphabet<'_>) -> TextErrorKind {
        if found == '[' {
            let rest = self.rest.strip_prefix('[').unwrap_or_default();
            return match rest.split_once([']']) {
                Some((name, _)) => TextErrorKind::UnknownName {
                    name: TileName::new(name),
                },
                None => TextErrorKind::OpenBracket,
            };
        }
        let texts = |tile: Tile| [alphabet.text(tile), alphabet.blank_text(tile)];
        let mut names = alphabet.tiles().flat_map(texts).map(TileName::new);
        match names.find(|name| name.bare().is_some_and(|name| self.is_in(name))) {
            Some(name) => TextErrorKind::BareTile { found, name },
            None => TextErrorKind::UnknownTile { found },
        }
    }

    /// Returns `true` if the next character belongs to an occurrence of `name`, without brackets, in the text.
    fn is_in(&self, name: &str) -> bool {
        let read = self.text.strip_suffix(self.rest).unwrap_or_default();
        name.char_indices().any(|(at, _)| {
            let parts = name.split_at_checked(at);
            parts.is_some_and(|(before, after)| {
                read.ends_with(before) && self.rest.starts_with(after)
            })
        })
    }

    fn advance(&mut self, len: usize) -> &'t str {
        let (read, rest) = self.rest.split_at_checked(len).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.before_stop = self.before_stop.saturating_sub(read.len());
        self.place = self.place.after(read);
        read
    }
}

/// The lines of a text, without their ends: LF, CRLF, or CR at the end of the text.
///
/// `str::lines` searches by `memchr`, which keeps a panic path in the program; `split_inclusive` with an array as its
/// pattern does not.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['\n']).map(|line| {
        let line = line.strip_suffix('\n').unwrap_or(line);
        line.strip_suffix('\r').unwrap_or(line)
    })
}

/// The parts of a text between white space, each with its place.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (Place, &str)> {
    let mut reader = Reader::new(text);
    reader.skip_white_space();
    core::iter::from_fn(move || {
        let place = reader.place();
        let word = reader.take_word();
        (!word.is_empty()).then_some((place, word))
    })
}
