//! Patterns: tiles at their places, with gaps of any length.
//!
//! A pattern is a nondeterministic automaton with a state before each element and one after the last; a `*` does not
//! count as an element here. A set of states is a 64-bit mask: bit *i* is the state before element *i*. A state where a
//! `*` stands keeps its bit at every tile.

use lexc_formats::{Alphabet, MAX_WORD_LEN, Tile, TileSet};

use super::element::{Element, Elements};
use crate::text::TextError;

/// A pattern, and the sets of states along the current path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern {
    /// The tiles of each element.
    elements: [TileSet; MAX_WORD_LEN],
    len: u8,
    /// The states where a `*` stands.
    gaps: u64,
    /// The numbers of tiles that a word with gaps may have.
    min_len: u8,
    max_len: u8,
    /// By number of tiles of the path: the states after them.
    path: [u64; MAX_WORD_LEN + 1],
    /// The largest number of tiles of a word.
    room: u8,
}

impl Pattern {
    /// The pattern that only the empty word matches.
    pub(super) const EMPTY: Pattern = Pattern {
        elements: [TileSet::EMPTY; MAX_WORD_LEN],
        len: 0,
        gaps: 0,
        min_len: 0,
        max_len: u8::MAX,
        path: [1; MAX_WORD_LEN + 1],
        room: 0,
    };

    pub(super) fn parse(text: &str, alphabet: Alphabet<'_>) -> Result<Pattern, TextError> {
        let mut pattern = Pattern::EMPTY;
        let mut elements = Elements::new(text, alphabet);
        loop {
            let too_long = elements.too_long();
            let set = match elements.next()? {
                Some(Element::Tile(tile)) => TileSet::EMPTY.with(tile),
                Some(Element::Any) => alphabet.all(),
                Some(Element::Class(set)) => set,
                Some(Element::Many) => {
                    pattern.push_gap();
                    continue;
                }
                None => return Ok(pattern),
            };
            if !pattern.push(set) {
                return Err(too_long);
            }
        }
    }

    /// Adds an element. Returns `false` if there is no room.
    pub(super) fn push(&mut self, set: TileSet) -> bool {
        match self.elements.get_mut(usize::from(self.len)) {
            Some(free) => {
                *free = set;
                self.len += 1;
                true
            }
            None => false,
        }
    }

    /// Adds a gap of any length.
    pub(super) fn push_gap(&mut self) {
        self.gaps |= 1 << self.len;
    }

    /// Limits the pattern to words with `least` to `most` more tiles than it has elements.
    pub(super) fn set_further(&mut self, least: u8, most: u8) {
        self.min_len = self.len.saturating_add(least);
        self.max_len = self.len.saturating_add(most);
    }

    /// The least number of tiles of a word.
    pub(super) fn min_len(&self) -> usize {
        self.min_len.into()
    }

    /// The largest number of tiles of a word.
    pub(super) fn max_len(&self) -> usize {
        match self.gaps {
            0 => self.len.into(),
            _ => MAX_WORD_LEN.min(self.max_len.into()),
        }
    }

    /// The state after the last element.
    pub(super) fn last(&self) -> u64 {
        1 << self.len
    }

    #[expect(clippy::cast_possible_truncation, reason = "at most 63")]
    pub(super) fn start(&mut self, room: usize) {
        self.room = room.min(MAX_WORD_LEN) as u8;
    }

    pub(super) fn allowed(&self, len: usize) -> TileSet {
        self.next_tiles(self.states(len))
    }

    pub(super) fn push_tile(&mut self, path: &[Tile]) -> bool {
        let Some((last, before)) = path.split_last() else {
            return true;
        };
        let next = self.step(self.states(before.len()), *last);
        // Drops states after which more elements follow than the word has room for.
        let room = usize::from(self.room).saturating_sub(path.len());
        let first_state = usize::from(self.len).saturating_sub(room);
        let alive = next & (u64::MAX << first_state);
        if let Some(states) = self.path.get_mut(path.len()) {
            *states = alive;
        }
        alive != 0
    }

    pub(super) fn accepts(&self, len: usize) -> bool {
        self.states(len) & self.last() != 0 && len >= self.min_len()
    }

    fn states(&self, len: usize) -> u64 {
        self.path.get(len).copied().unwrap_or(0)
    }

    /// The tiles that can follow in these states.
    pub(super) fn next_tiles(&self, states: u64) -> TileSet {
        if states & self.gaps != 0 {
            return TileSet::ALL;
        }
        let sets = bits(states).filter_map(|state| self.elements.get(state));
        sets.fold(TileSet::EMPTY, |all, set| all | *set)
    }

    /// The tiles that can come before these states.
    pub(super) fn previous_tiles(&self, states: u64) -> TileSet {
        if states & self.gaps != 0 {
            return TileSet::ALL;
        }
        let sets = bits(states >> 1).filter_map(|state| self.elements.get(state));
        sets.fold(TileSet::EMPTY, |all, set| all | *set)
    }

    /// The states after a tile.
    pub(super) fn step(&self, states: u64, tile: Tile) -> u64 {
        let stepping = bits(states).filter(|&state| self.has(state, tile));
        stepping.fold(states & self.gaps, |next, state| next | 2 << state)
    }

    /// The states from which a tile steps to these states.
    pub(super) fn step_back(&self, states: u64, tile: Tile) -> u64 {
        let stepping = bits(states >> 1).filter(|&state| self.has(state, tile));
        stepping.fold(states & self.gaps, |next, state| next | 1 << state)
    }

    fn has(&self, element: usize, tile: Tile) -> bool {
        let element = self.elements.get(element);
        element.is_some_and(|set| set.contains(tile))
    }

    /// True if the first or the second tile of each matching word is known: then a search from the front is fast.
    pub(super) fn starts_with_tile(&self) -> bool {
        let front = self.elements.iter().take(usize::from(self.len)).take(2);
        front
            .enumerate()
            .any(|(index, set)| set.len() == 1 && self.gaps & ((2 << index) - 1) == 0)
    }

    /// The best element for a search inside of words to start at: the last element of the longest sequence of adjacent
    /// elements with one tile each. If several sequences are equally long, takes one whose last tile is the rarest.
    /// `None` if no element has one tile, or if a search from the front is faster.
    pub(super) fn anchor(&self, alphabet: Alphabet<'_>) -> Option<usize> {
        if self.starts_with_tile() {
            return None;
        }
        let mut row = 0_usize;
        let elements = self.elements.iter().take(self.len.into()).enumerate();
        let rows = elements.filter_map(|(index, set)| {
            let tile = set.first_tile().filter(|_| set.len() == 1);
            row = match (tile, self.gaps >> index & 1) {
                (None, _) => 0,
                (Some(_), 0) => row + 1,
                (Some(_), _) => 1,
            };
            Some((row, core::cmp::Reverse(alphabet.count(tile?)), index))
        });
        rows.max().map(|(_, _, index)| index)
    }

    /// The tile of an element with one tile.
    pub(super) fn tile_at(&self, element: usize) -> Option<Tile> {
        self.elements.get(element)?.first_tile()
    }

    /// True if gaps on both sides of an element let a word match with the element at several places.
    pub(super) fn is_ambiguous_at(&self, element: usize) -> bool {
        let before = (2_u64 << element).wrapping_sub(1);
        self.gaps & before != 0 && self.gaps & !before != 0
    }

    /// True for the first element if gaps are right before and right after it.
    pub(super) fn is_between_gaps(&self, element: usize) -> bool {
        element == 0 && self.gaps & 3 == 3
    }

    /// The first place in a matching word at which the element can stand.
    pub(super) fn first_place(&self, element: usize, word: &[Tile]) -> Option<usize> {
        let mut after = [0; MAX_WORD_LEN + 1];
        let mut states = self.last();
        for (place, tile) in word.iter().enumerate().rev() {
            if let Some(slot) = after.get_mut(place) {
                *slot = states;
            }
            states = self.step_back(states, *tile);
        }
        let mut states = 1;
        for (place, tile) in word.iter().enumerate() {
            let after = after.get(place).copied().unwrap_or(0);
            if states >> element & 1 != 0 && self.has(element, *tile) && after >> element & 2 != 0 {
                return Some(place);
            }
            states = self.step(states, *tile);
        }
        None
    }
}

/// The indices of the bits that are set, ascending.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        if mask == 0 {
            return None;
        }
        mask &= mask - 1;
        Some(bit as usize)
    })
}
