//! Bitboards: sets of places on all lines of a board, and the bitboards of a position.

use core::ops::{BitAnd, BitOr, ControlFlow, Not};

use lexc_formats::{MAX_TILES, Tile, TileSet};

use crate::game::square::{MAX_DIM, Square};
use crate::movegen::line::LineState;
use crate::movegen::place::{Place, PlaceSet, bits};

/// Set of places on all lines: a field of `FIELD` bits for each line, bit *p* for place *p* of the line. Bit 0 is outside
/// the board, and a line has up to `FIELD` - 1 squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bitboard<const WORDS: usize, const FIELD: usize>([u64; WORDS]);

/// Index of a line among the lines of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct LineIndex(pub(super) usize);

impl<const WORDS: usize, const FIELD: usize> Bitboard<WORDS, FIELD> {
    pub(super) const EMPTY: Self = Bitboard([0; WORDS]);

    const FIELDS: usize = 64 / FIELD;

    /// Adds places of a line; none if the line is beyond the last field.
    pub(super) fn add(&mut self, line: LineIndex, places: PlaceSet) {
        if let Some(word) = self.0.get_mut(line.0 / Self::FIELDS) {
            *word |= u64::from(places.0) << (line.0 % Self::FIELDS * FIELD);
        }
    }

    /// Moves each place to the next. A field's last bit moves to bit 0 of the next field in the same `u64`, or out of the set.
    pub(super) fn next(self) -> Self {
        Bitboard(self.0.map(|word| word << 1))
    }

    /// Moves each place to the previous. A field's bit 0 moves to the last bit of the field before it in the same `u64`, or out
    /// of the set.
    pub(super) fn previous(self) -> Self {
        Bitboard(self.0.map(|word| word >> 1))
    }

    /// True if the sets have a place in common.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let both = self.0.iter().zip(&other.0);
        both.fold(0, |all, (word, other)| all | word & other) != 0
    }

    /// Visits the places that both sets have, in order.
    #[inline(always)]
    pub(super) fn try_each_in<B>(
        &self,
        other: &Self,
        mut visit: impl FnMut(LineIndex, Place) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (index, (&word, other)) in self.0.iter().zip(&other.0).enumerate() {
            for bit in bits(word & other) {
                let line = LineIndex(index * Self::FIELDS + bit / FIELD);
                visit(line, Place::new(bit % FIELD))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<const WORDS: usize, const FIELD: usize> BitAnd for Bitboard<WORDS, FIELD> {
    type Output = Self;

    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl<const WORDS: usize, const FIELD: usize> BitOr for Bitboard<WORDS, FIELD> {
    type Output = Self;

    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }
}

impl<const WORDS: usize, const FIELD: usize> Not for Bitboard<WORDS, FIELD> {
    type Output = Self;

    fn not(self) -> Self {
        Bitboard(self.0.map(|word| !word))
    }
}

/// Bitboards of a position.
#[derive(Debug)]
pub(super) struct BoardSets<'l, const WORDS: usize, const FIELD: usize> {
    pub(super) lines: &'l [LineState],
    /// Squares where a word may start, with a placed tile or with the first tile of a run.
    pub(super) starts: Bitboard<WORDS, FIELD>,
    /// Occupied squares.
    pub(super) taken: Bitboard<WORDS, FIELD>,
    /// First tiles of runs, bit *c* for the tile of code *c*.
    pub(super) run_tiles: u64,
    /// By tile, empty squares whose cross-set has the tile; none for a tile that the rack cannot place.
    fits: [Bitboard<WORDS, FIELD>; MAX_TILES + 2],
    /// By tile, first squares of runs that start with the tile.
    runs: [Bitboard<WORDS, FIELD>; MAX_TILES + 2],
    /// By length of a word of placed tiles: the squares where the word may end. Such a word touches a tile beside its
    /// line or, on an empty board, covers the start square.
    pub(super) ends: [Bitboard<WORDS, FIELD>; MAX_DIM + 2],
}

impl<'l, const WORDS: usize, const FIELD: usize> BoardSets<'l, WORDS, FIELD> {
    /// Empty sets for these lines. Inlined, and made of constants, because a copy would be large.
    #[inline(always)]
    pub(super) fn new(lines: &'l [LineState]) -> Self {
        BoardSets {
            lines,
            starts: Bitboard::EMPTY,
            taken: Bitboard::EMPTY,
            run_tiles: 0,
            fits: const { [Bitboard::EMPTY; MAX_TILES + 2] },
            runs: const { [Bitboard::EMPTY; MAX_TILES + 2] },
            ends: const { [Bitboard::EMPTY; MAX_DIM + 2] },
        }
    }

    /// Reads the lines, for a rack of `rack_len` tiles among `tiles`. `start` is the square that words must cover on an
    /// empty board.
    pub(super) fn read_lines(&mut self, start: Option<Square>, tiles: TileSet, rack_len: usize) {
        let mut squares = Bitboard::EMPTY;
        let mut touching = Bitboard::EMPTY;
        let mut free = Bitboard::EMPTY;
        for (index, line) in self.lines.iter().enumerate() {
            let index = LineIndex(index);
            squares.add(index, line.squares());
            let start = start.and_then(|start| Place::on(line.line, start));
            let start = start.map_or(PlaceSet::EMPTY, PlaceSet::only);
            touching.add(index, line.crossed | start);
            self.taken.add(index, line.taken);
            free.add(index, line.squares() & !line.taken & !line.crossed);
            self.add_line(index, line, tiles);
        }
        for tile in tiles {
            if let Some(fits) = self.fits.get_mut(tile.index()) {
                *fits = *fits | free;
            }
        }
        self.add_ends(touching, rack_len);
        // A word starts up to `rack_len` squares before a run, or up to `rack_len` - 1 squares before a square that
        // touches a tile.
        let mut reach = self.taken;
        for _ in 0..rack_len {
            reach = self.taken | touching | reach.previous();
        }
        self.starts = squares & reach & !self.taken.next();
    }

    /// Adds the runs of a line, and the tiles of its cross-sets.
    #[inline(always)]
    fn add_line(&mut self, index: LineIndex, line: &LineState, tiles: TileSet) {
        for place in (line.taken & !line.taken.next()).iter() {
            let code = line.at(place).code;
            if let Some(runs) = self.runs.get_mut(usize::from(code)) {
                runs.add(index, PlaceSet::only(place));
                self.run_tiles |= 1 << code;
            }
        }
        for place in line.crossed.iter() {
            for tile in bits((line.at(place).cross_set & tiles).bits()) {
                if let Some(fits) = self.fits.get_mut(tile) {
                    fits.add(index, PlaceSet::only(place));
                }
            }
        }
    }

    fn add_ends(&mut self, touching: Bitboard<WORDS, FIELD>, rack_len: usize) {
        let is_end = !self.taken.previous();
        let mut touched = touching;
        // A word along the line has at least two tiles.
        for ends in self.ends.iter_mut().take(rack_len + 1).skip(2) {
            touched = touching | touched.next();
            *ends = touched & is_end;
        }
    }

    /// Empty squares whose cross-set has the tile.
    pub(super) fn fits(&self, tile: Tile) -> &Bitboard<WORDS, FIELD> {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        &self.fits[tile.index() & (MAX_TILES + 1)]
    }

    /// First squares of runs that start with the tile.
    pub(super) fn runs(&self, tile: Tile) -> &Bitboard<WORDS, FIELD> {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        &self.runs[tile.index() & (MAX_TILES + 1)]
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn assert_holds_all_places<const WORDS: usize, const FIELD: usize>(lines: usize) {
        let mut board = Bitboard::<WORDS, FIELD>::EMPTY;
        assert!(!board.meets(&board));
        let mut expected = Vec::new();
        for line in 0..lines {
            let last = FIELD - 1 - line % 3;
            board.add(LineIndex(line), PlaceSet(1 << last | 0b10));
            expected.extend([(line, 1), (line, last)]);
        }
        assert!(board.meets(&board));
        assert!(places(board) == expected);
        let next = places((board & !Bitboard::EMPTY.with_last(lines)).next());
        let inside = expected.iter().filter(|(_, place)| place + 1 < FIELD);
        let after: Vec<_> = inside.map(|(line, place)| (*line, place + 1)).collect();
        assert_eq!(next, after);
        let previous = places(board.previous());
        let before: Vec<_> = expected
            .iter()
            .map(|(line, place)| (*line, place - 1))
            .collect();
        assert_eq!(previous, before);
        // Lines beyond the last field are left out.
        let mut same = board;
        same.add(LineIndex(lines), PlaceSet(u32::MAX));
        assert_eq!(same, board);
        assert!(!board.meets(&!board));
        assert_eq!(board | Bitboard::EMPTY, board);
    }

    impl<const WORDS: usize, const FIELD: usize> Bitboard<WORDS, FIELD> {
        /// The set, with the highest bit of each field added.
        fn with_last(mut self, lines: usize) -> Self {
            (0..lines).for_each(|line| self.add(LineIndex(line), PlaceSet(1 << (FIELD - 1))));
            self
        }
    }

    fn places<const WORDS: usize, const FIELD: usize>(
        board: Bitboard<WORDS, FIELD>,
    ) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        let end = board.try_each_in(&board, |line, place| {
            places.push((line.0, place.number()));
            ControlFlow::<()>::Continue(())
        });
        assert!(end.is_continue());
        places
    }

    #[test]
    fn bitboards_of_both_sizes_hold_all_places() {
        assert_holds_all_places::<8, 16>(32);
        assert_holds_all_places::<21, 32>(42);
    }
}
