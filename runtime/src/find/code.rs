//! Codes: texts in which equal symbols stand for equal tiles, and different symbols for different tiles.

use core::fmt;

use lexc_formats::{Tile, TileSet};

use super::element::too_long;
use crate::text::{Place, TextError};

/// The largest number of tiles of a phrase.
pub const MAX_PHRASE_LEN: usize = 255;

/// The symbols of a text, and the places where its words end.
#[derive(Clone, Copy)]
pub(super) struct Code {
    /// By place: the first place with the same symbol.
    first: [u8; MAX_PHRASE_LEN],
    /// By place: true if a word ends there.
    ends: [bool; MAX_PHRASE_LEN],
    len: u8,
}

impl Code {
    /// The code of a text of up to `limit` symbols.
    pub(super) fn parse(text: &str, limit: usize) -> Result<Code, TextError> {
        let mut code = Code {
            first: [0; MAX_PHRASE_LEN],
            ends: [false; MAX_PHRASE_LEN],
            len: 0,
        };
        for (at, symbol) in text.char_indices() {
            if symbol.is_whitespace() {
                code.end_word();
                continue;
            }
            let mut symbols = text.chars().filter(|symbol| !symbol.is_whitespace());
            let first = symbols.position(|other| other == symbol).unwrap_or(0);
            let slot = free(&mut code.first, code.len, limit);
            match (slot, u8::try_from(first)) {
                (Some(slot), Ok(first)) => {
                    *slot = first;
                    code.len += 1;
                }
                _ => {
                    let before = text.get(..at).unwrap_or_default();
                    return Err(too_long(Place::START.after(before), limit));
                }
            }
        }
        code.end_word();
        Ok(code)
    }

    fn end_word(&mut self) {
        let last = usize::from(self.len).checked_sub(1);
        if let Some(end) = last.and_then(|last| self.ends.get_mut(last)) {
            *end = true;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len.into()
    }

    /// The number of words.
    pub(super) fn word_count(&self) -> usize {
        self.ends.iter().filter(|end| **end).count()
    }

    /// Returns `true` if a word ends after this number of tiles.
    pub(super) fn ends_at(&self, len: usize) -> bool {
        let last = len.checked_sub(1).and_then(|last| self.ends.get(last));
        last.is_some_and(|end| *end)
    }

    /// The tiles that can follow the path.
    pub(super) fn allowed(&self, path: &[Tile]) -> TileSet {
        if path.len() >= self.len() {
            return TileSet::EMPTY;
        }
        let first = self.first.get(path.len()).copied().map(usize::from);
        match first.and_then(|first| path.get(first)) {
            Some(tile) => TileSet::EMPTY.with(*tile),
            None => TileSet::ALL - path.iter().copied().collect(),
        }
    }

    /// Returns `true` if the path has as many tiles as the code has symbols.
    pub(super) fn accepts(&self, path: &[Tile]) -> bool {
        path.len() == self.len()
    }
}

/// The slot at index `len`; `None` if `len` is not below `limit`.
fn free(slots: &mut [u8], len: u8, limit: usize) -> Option<&mut u8> {
    let len = usize::from(len);
    slots.get_mut(len).filter(|_| len < limit)
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self.first.iter().zip(&self.ends);
        f.debug_list().entries(places.take(self.len())).finish()
    }
}
