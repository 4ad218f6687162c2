//! The board as the walk over every line at once sees it.

use lexc_formats::{MAX_TILES, Tile, TileSet};

use super::bits::bits;
use super::lanes::Lanes;
use super::line::{LineState, place_on};
use crate::game::square::{MAX_DIM, Square};

/// The board as the walk sees it: sets of `WORDS` words with a field of `FIELD` bits for each line.
#[derive(Debug)]
pub(super) struct LaneBoard<'l, const WORDS: usize, const FIELD: usize> {
    pub(super) lines: &'l [LineState],
    /// Where a tile can start a word.
    pub(super) starts: Lanes<WORDS, FIELD>,
    /// The places where a tile lies.
    pub(super) taken: Lanes<WORDS, FIELD>,
    /// The tiles that blocks start with.
    pub(super) block_tiles: u64,
    /// By tile, the empty places that it fits.
    fits: [Lanes<WORDS, FIELD>; MAX_TILES + 2],
    /// By tile, the first places of blocks that it starts.
    blocks: [Lanes<WORDS, FIELD>; MAX_TILES + 2],
    /// By length, where the last tile of a word lies that touches tiles beside its line, and none on it.
    pub(super) ends: [Lanes<WORDS, FIELD>; MAX_DIM + 2],
}

impl<'l, const WORDS: usize, const FIELD: usize> LaneBoard<'l, WORDS, FIELD> {
    /// A board with these lines, of which nothing is known yet. Made in place, as it is too large to be copied.
    #[inline(always)]
    pub(super) fn new(lines: &'l [LineState]) -> Self {
        LaneBoard {
            lines,
            starts: Lanes::NONE,
            taken: Lanes::NONE,
            block_tiles: 0,
            fits: [Lanes::NONE; MAX_TILES + 2],
            blocks: [Lanes::NONE; MAX_TILES + 2],
            ends: [Lanes::NONE; MAX_DIM + 2],
        }
    }

    /// Reads the lines, for a rack of `rack_len` tiles which are among `tiles`. On an empty board, words must cover the
    /// `start` square.
    pub(super) fn read_lines(&mut self, start: Option<Square>, tiles: u64, rack_len: usize) {
        let mut squares = Lanes::NONE;
        let mut touching = Lanes::NONE;
        let mut free = Lanes::NONE;
        for (index, line) in self.lines.iter().enumerate() {
            squares.add(index, line.squares());
            let start = start.and_then(|start| place_on(line.line, start));
            touching.add(index, line.crossed | start.map_or(0, |place| 1 << place));
            self.taken.add(index, line.taken);
            free.add(index, line.squares() & !line.taken & !line.crossed);
            self.add_line(index, line, tiles);
        }
        for tile in TileSet::from_bits(tiles) {
            if let Some(fits) = self.fits.get_mut(tile.index()) {
                *fits = *fits | free;
            }
        }
        self.add_ends(touching, rack_len);
        // Up to `rack_len` tiles get to a block, and one less to a square that touches a tile.
        let mut reach = self.taken;
        for _ in 0..rack_len {
            reach = self.taken | touching | reach.previous();
        }
        self.starts = squares & reach & !self.taken.next();
    }

    /// Adds the blocks of a line, and the tiles that fit its crossed squares.
    #[inline(always)]
    fn add_line(&mut self, index: usize, line: &LineState, tiles: u64) {
        for place in bits(u64::from(line.taken & !(line.taken << 1))) {
            let code = line.at(place).code;
            if let Some(blocks) = self.blocks.get_mut(usize::from(code)) {
                blocks.add(index, 1 << place);
                self.block_tiles |= 1 << code;
            }
        }
        for place in bits(u64::from(line.crossed)) {
            for tile in bits(line.at(place).fits & tiles) {
                if let Some(fits) = self.fits.get_mut(tile) {
                    fits.add(index, 1 << place);
                }
            }
        }
    }

    fn add_ends(&mut self, touching: Lanes<WORDS, FIELD>, rack_len: usize) {
        let is_end = !self.taken.previous();
        let mut touched = touching;
        // One tile alone makes no word along the line.
        for ends in self.ends.iter_mut().take(rack_len + 1).skip(2) {
            touched = touching | touched.next();
            *ends = touched & is_end;
        }
    }

    /// The empty places that a tile fits.
    #[inline(always)]
    pub(super) fn fits(&self, tile: Tile) -> &Lanes<WORDS, FIELD> {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        &self.fits[tile.index() & (MAX_TILES + 1)]
    }

    /// The first places of the blocks that a tile starts.
    #[inline(always)]
    pub(super) fn blocks(&self, tile: Tile) -> &Lanes<WORDS, FIELD> {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        &self.blocks[tile.index() & (MAX_TILES + 1)]
    }
}
