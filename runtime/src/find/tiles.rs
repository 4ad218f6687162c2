//! Racks as conditions: words that use all tiles of a rack, or some of them; with `*`, further tiles too.

use lexc_formats::{
    Alphabet, AnagramFilter, AnagramKey, MAX_TILES, MAX_WORD_LEN, Multiset, Tile, TileSet,
};

use super::element::{Element, Elements};
use crate::text::TextError;

/// The tiles of a rack, and their use by the current path.
///
/// A tile of the path uses an equal letter of the rack while the rack has one left. The other tiles of the path are its
/// *guests*: each takes a blank, a class that has the tile, or one of the further tiles that a `*` permits. Using
/// letters first misses no word, because a letter can stand for no other tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiles {
    /// By tile code: the number of letters that the path has not used.
    letters: [u8; MAX_TILES + 1],
    /// The tiles whose number in `letters` is not 0.
    left: TileSet,
    classes: Classes,
    blanks: u8,
    /// True if the text has a `*`.
    is_open: bool,
    /// True if each tile must be used.
    uses_all: bool,
    /// The number of letters, classes and blanks.
    total: u8,
    /// The guests of the path, in its order.
    guests: Guests,
    /// The largest number of guests.
    max_guests: u8,
    /// The tiles that blanks can stand for.
    any: TileSet,
    /// By code of the tile that the first of two blanks stands for: the tiles that the second blank can stand for.
    partners: Option<[TileSet; MAX_TILES + 1]>,
    /// The tiles of the alphabet.
    all: TileSet,
}

impl Tiles {
    /// Reads tiles, with or without white space between them. If `uses_all`, a word must use all of them.
    pub(super) fn parse(
        text: &str,
        alphabet: Alphabet<'_>,
        uses_all: bool,
    ) -> Result<Tiles, TextError> {
        let mut tiles = Tiles {
            letters: [0; MAX_TILES + 1],
            left: TileSet::EMPTY,
            classes: Classes::NONE,
            blanks: 0,
            is_open: false,
            uses_all,
            total: 0,
            guests: Guests::NONE,
            max_guests: 0,
            any: TileSet::ALL,
            partners: None,
            all: alphabet.all(),
        };
        let mut elements = Elements::new(text, alphabet);
        loop {
            elements.skip_spaces();
            let too_long = elements.too_long();
            let element = elements.next()?;
            if matches!(element, Some(Element::Many)) {
                tiles.is_open = true;
                continue;
            }
            if element.is_some() {
                if usize::from(tiles.total) >= MAX_WORD_LEN {
                    return Err(too_long);
                }
                tiles.total += 1;
            }
            match element {
                Some(Element::Tile(tile)) => tiles.put_back(tile),
                Some(Element::Class(set)) => tiles.classes.push(set),
                Some(Element::Any) => tiles.blanks += 1,
                Some(Element::Many) => {}
                None => return Ok(tiles),
            }
        }
    }

    /// The largest number of tiles of a word.
    pub(super) fn max_len(&self) -> usize {
        if self.is_open {
            MAX_WORD_LEN
        } else {
            self.total.into()
        }
    }

    /// True if the text has no `*`, so that a matching word has only tiles of the rack.
    pub(super) fn is_closed(&self) -> bool {
        !self.is_open
    }

    /// Prepares a search of words of up to `room` tiles. Returns `false` if the anagram filter excludes all words.
    pub(super) fn start(&mut self, room: usize, filter: Option<AnagramFilter<'_>>) -> bool {
        let further = if self.is_open && self.uses_all {
            room.saturating_sub(self.total.into())
        } else if self.is_open {
            MAX_WORD_LEN
        } else {
            0
        };
        let guests = usize::from(self.classes.len) + usize::from(self.blanks) + further;
        self.max_guests = u8::try_from(guests).unwrap_or(u8::MAX);
        self.any = TileSet::ALL;
        self.partners = None;
        match filter {
            Some(filter) if self.is_anagram() && usize::from(self.total) >= filter.shortest() => {
                self.narrow(filter)
            }
            _ => true,
        }
    }

    /// Finds the tiles that one or two blanks can stand for in an anagram. Returns `false` if the filter excludes all
    /// anagrams.
    fn narrow(&mut self, filter: AnagramFilter<'_>) -> bool {
        let mut key = AnagramKey::NONE;
        self.for_each_letter(|tile| key += AnagramKey::of(tile));
        let all = self.all;
        let completes = |key: AnagramKey| -> TileSet {
            let tiles = all.into_iter();
            tiles
                .filter(|tile| filter.may_spell(key + AnagramKey::of(*tile)))
                .collect()
        };
        self.any = match self.blanks {
            0 => return filter.may_spell(key),
            1 => completes(key),
            2 => {
                let mut partners = [TileSet::EMPTY; MAX_TILES + 1];
                for tile in all {
                    if let Some(slot) = partners.get_mut(tile.index()) {
                        *slot = completes(key + AnagramKey::of(tile));
                    }
                }
                self.partners = Some(partners);
                let with_partner = |tile: &Tile| !self.partners_of(*tile).is_empty();
                all.into_iter().filter(with_partner).collect()
            }
            _ => return true,
        };
        !self.any.is_empty()
    }

    /// For an anagram of letters and up to two blanks: the letters, the number of blanks, and the tiles that they can stand for.
    pub(super) fn as_anagram(&self) -> Option<(Multiset, u8, TileSet)> {
        if !self.is_anagram() || self.blanks > 2 {
            return None;
        }
        let mut letters = Multiset::EMPTY;
        self.for_each_letter(|tile| letters.add(tile));
        Some((letters, self.blanks, self.all))
    }

    /// True if a matching word has exactly these letters, and any letters for the blanks.
    fn is_anagram(&self) -> bool {
        self.uses_all && !self.is_open && self.classes.len == 0
    }

    /// Visits the letters of the rack, equal ones one after the other.
    fn for_each_letter(&self, mut visit: impl FnMut(Tile)) {
        for tile in self.left {
            let count = self.letters.get(tile.index()).copied().unwrap_or(0);
            (0..count).for_each(|_| visit(tile));
        }
    }

    pub(super) fn allowed(&self) -> TileSet {
        let free = self.max_guests.saturating_sub(self.guests.len);
        if free == 0 {
            self.left
        } else if self.partners.is_some()
            && let Some(first) = self.guests.iter().next()
        {
            self.left | self.partners_of(first)
        } else if self.max_guests > self.classes.len {
            self.left | self.any
        } else {
            self.left | self.classes.all()
        }
    }

    /// The tiles that the second blank can stand for if the first stands for this tile.
    fn partners_of(&self, tile: Tile) -> TileSet {
        let partners = self.partners.as_ref();
        let found = partners.and_then(|partners| partners.get(tile.index()));
        found.copied().unwrap_or(TileSet::EMPTY)
    }

    /// The letters that each matching word must have.
    pub(super) fn required(&self) -> TileSet {
        match self.uses_all {
            true => self.left,
            false => TileSet::EMPTY,
        }
    }

    /// Adds a tile to the path. Returns `false` if the path then has too many guests, or too many guests without a
    /// class.
    pub(super) fn push_tile(&mut self, tile: Tile) -> bool {
        if self.left.contains(tile) {
            self.take(tile);
            self.guests.push(None);
            return true;
        }
        self.guests.push(Some(tile));
        self.guests.len <= self.max_guests && {
            let unplaced = self.guests.len - self.placed_guests();
            unplaced <= self.max_guests - self.classes.len
        }
    }

    /// Takes back the last tile of the path.
    pub(super) fn pop_tile(&mut self, tile: Tile) {
        if !self.guests.pop() {
            self.put_back(tile);
        }
    }

    /// Returns `true` if a path of `len` tiles uses every tile that a word must use.
    pub(super) fn accepts(&self, len: usize) -> bool {
        !self.uses_all
            || self.left.is_empty()
                && len >= self.total.into()
                && self.placed_guests() == self.classes.len
    }

    /// Returns `true` if no further tile can be added.
    pub(super) fn is_used_up(&self) -> bool {
        self.left.is_empty() && self.guests.len >= self.max_guests
    }

    /// The rarest of the letters that each matching word must have, if there are any.
    pub(super) fn rarest(&self, alphabet: Alphabet<'_>) -> Option<Tile> {
        let letters = self.required().into_iter();
        letters.min_by_key(|tile| alphabet.count(*tile))
    }

    /// The largest number of guests that can take a class each.
    fn placed_guests(&self) -> u8 {
        if self.classes.len == 0 {
            return 0;
        }
        self.classes.matching(&self.guests)
    }

    fn take(&mut self, tile: Tile) {
        if let Some(count) = self.letters.get_mut(tile.index()) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                self.left = self.left.without(tile);
            }
        }
    }

    fn put_back(&mut self, tile: Tile) {
        if let Some(count) = self.letters.get_mut(tile.index()) {
            *count = count.saturating_add(1);
            self.left = self.left.with(tile);
        }
    }
}

/// The guests of a path.
#[derive(Clone, Copy, Debug)]
struct Guests {
    /// By place: the guest; `None` for a tile that uses a letter.
    path: [Option<Tile>; MAX_WORD_LEN],
    path_len: u8,
    /// The number of guests.
    len: u8,
}

impl Guests {
    const NONE: Guests = Guests {
        path: [None; MAX_WORD_LEN],
        path_len: 0,
        len: 0,
    };

    fn push(&mut self, guest: Option<Tile>) {
        if let Some(slot) = self.path.get_mut(usize::from(self.path_len)) {
            *slot = guest;
        }
        self.path_len = self.path_len.saturating_add(1);
        self.len = self.len.saturating_add(guest.is_some().into());
    }

    /// Removes the last tile. Returns `true` if it was a guest.
    fn pop(&mut self) -> bool {
        self.path_len = self.path_len.saturating_sub(1);
        let last = self.path.get(usize::from(self.path_len));
        let is_guest = last.is_some_and(Option::is_some);
        self.len = self.len.saturating_sub(is_guest.into());
        is_guest
    }

    fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        let path = self.path.iter().take(usize::from(self.path_len));
        path.filter_map(|guest| *guest)
    }
}

/// Classes: sets of tiles. At most one guest takes each class.
#[derive(Clone, Copy, Debug)]
struct Classes {
    sets: [TileSet; MAX_WORD_LEN],
    len: u8,
}

impl Classes {
    const NONE: Classes = Classes {
        sets: [TileSet::EMPTY; MAX_WORD_LEN],
        len: 0,
    };

    fn push(&mut self, set: TileSet) {
        if let Some(free) = self.sets.get_mut(usize::from(self.len)) {
            *free = set;
            self.len += 1;
        }
    }

    fn all(&self) -> TileSet {
        self.iter().fold(TileSet::EMPTY, |all, set| all | set)
    }

    fn iter(&self) -> impl Iterator<Item = TileSet> + '_ {
        self.sets.iter().take(self.len.into()).copied()
    }

    /// The classes that have the tile, as bits.
    fn of(&self, tile: Tile) -> u64 {
        let classes = self.iter().enumerate();
        classes
            .filter(|(_, set)| set.contains(tile))
            .fold(0, |mask, (class, _)| mask | 1 << class)
    }

    /// The size of the largest matching of guests and classes: each guest is added along an augmenting path (Berge 1957).
    fn matching(&self, guests: &Guests) -> u8 {
        let mut matched: [Option<Tile>; MAX_WORD_LEN] = [None; MAX_WORD_LEN];
        let mut free = u64::MAX.checked_shr(64 - u32::from(self.len)).unwrap_or(0);
        let mut size = 0;
        for guest in guests.iter() {
            // By class: the class before it on the augmenting path; `None` for the first class.
            let mut before: [Option<u8>; MAX_WORD_LEN] = [None; MAX_WORD_LEN];
            let mut seen = self.of(guest);
            let mut open = seen;
            while open != 0 && seen & free == 0 {
                let class = open.trailing_zeros();
                open &= open - 1;
                let Some(Some(tile)) = matched.get(class as usize) else {
                    continue;
                };
                let reached = self.of(*tile) & !seen;
                for (index, slot) in before.iter_mut().enumerate() {
                    if reached >> index & 1 != 0 {
                        *slot = u8::try_from(class).ok();
                    }
                }
                seen |= reached;
                open |= reached;
            }
            let end = seen & free;
            if end == 0 {
                continue;
            }
            size += 1;
            free &= !(end & end.wrapping_neg());
            // Moves the guest of each class on the augmenting path to the next class of that path.
            let mut class = end.trailing_zeros() as usize;
            for _ in 0..MAX_WORD_LEN {
                let previous = before.get(class).copied().flatten().map(usize::from);
                let tile = match previous {
                    Some(previous) => matched.get(previous).copied().flatten(),
                    None => Some(guest),
                };
                if let Some(slot) = matched.get_mut(class) {
                    *slot = tile;
                }
                match previous {
                    Some(previous) => class = previous,
                    None => break,
                }
            }
        }
        size
    }
}
