//! Bitboards of a position.

use lexc_formats::{MAX_TILES, Tile, TileSet};

use super::set::{Bitboard, LineIndex};
use crate::game::square::{MAX_DIM, Square};
use crate::movegen::line::LineState;
use crate::movegen::place::{Place, PlaceSet, bits};

/// Bitboards of a position: `WORDS` words, with a field of `FIELD` bits for each line.
#[derive(Debug)]
pub(super) struct BoardSets<'l, const WORDS: usize, const FIELD: usize> {
    pub(super) lines: &'l [LineState],
    /// Squares where a word may start with a placed tile.
    pub(super) starts: Bitboard<WORDS, FIELD>,
    /// Occupied squares.
    pub(super) taken: Bitboard<WORDS, FIELD>,
    /// First tiles of runs, bit *c* for the tile of code *c*.
    pub(super) run_tiles: u64,
    /// By tile, empty squares whose cross-set has the tile.
    fits: [Bitboard<WORDS, FIELD>; MAX_TILES + 2],
    /// By tile, first squares of runs that start with the tile.
    runs: [Bitboard<WORDS, FIELD>; MAX_TILES + 2],
    /// By word length, squares for the last tile of a word that touches a tile beside its line and none on it.
    pub(super) ends: [Bitboard<WORDS, FIELD>; MAX_DIM + 2],
}

impl<'l, const WORDS: usize, const FIELD: usize> BoardSets<'l, WORDS, FIELD> {
    /// Empty sets for these lines. Made in place, as a copy would be large.
    #[inline(always)]
    pub(super) fn new(lines: &'l [LineState]) -> Self {
        BoardSets {
            lines,
            starts: Bitboard::EMPTY,
            taken: Bitboard::EMPTY,
            run_tiles: 0,
            fits: [Bitboard::EMPTY; MAX_TILES + 2],
            runs: [Bitboard::EMPTY; MAX_TILES + 2],
            ends: [Bitboard::EMPTY; MAX_DIM + 2],
        }
    }

    /// Reads the lines, for a rack of `rack_len` tiles among `tiles`. On an empty board, words must cover the `start`
    /// square.
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
        // Up to `rack_len` tiles reach a run, and one less reach a square that touches a tile.
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
