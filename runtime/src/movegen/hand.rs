//! The tiles in the hand while a play is being made.

use lexc_formats::raw::node::SEPARATOR;
use lexc_formats::{PlacedTile, Tile};

use crate::game::rack::Rack;

/// The tiles of the rack that are not placed yet.
#[derive(Clone, Debug)]
pub(super) struct Hand {
    /// The tiles with a count above 0, bit *c* for the tile of code *c*.
    tiles: u64,
    /// The tiles of the rack.
    rack_tiles: u64,
    /// What blanks may stand for besides those.
    blank_letters: u64,
    blanks: u8,
    counts: [u8; 64],
    /// How many blanks of the rack stand for a tile each, which are as many as the tiles placed exceed those of the rack.
    short: [u8; 64],
    /// The sum of those.
    all_short: u8,
}

impl Hand {
    pub(super) fn new(rack: &Rack) -> Hand {
        let mut hand = Hand {
            tiles: rack.letters().bits(),
            rack_tiles: rack.letters().bits(),
            blank_letters: !SEPARATOR,
            blanks: u8::try_from(rack.blanks()).unwrap_or(u8::MAX),
            counts: [0; 64],
            short: [0; 64],
            all_short: 0,
        };
        for tile in rack.letters() {
            *hand.count(tile) = u8::try_from(rack.count(tile)).unwrap_or(u8::MAX);
        }
        hand
    }

    /// Whether there is a blank.
    #[inline(always)]
    pub(super) fn has_blank(&self) -> bool {
        self.blanks > 0
    }

    /// Whether there is such a tile.
    #[inline(always)]
    pub(super) fn has(&self, tile: Tile) -> bool {
        self.tiles >> tile.code() & 1 != 0
    }

    /// Whether the rack had such a tile.
    #[inline(always)]
    pub(super) fn had(&self, tile: Tile) -> bool {
        self.rack_tiles >> tile.code() & 1 != 0
    }

    /// What can be placed next: with a `BLANK`, also all that it may stand for.
    #[inline(always)]
    pub(super) fn usable<const BLANK: bool>(&self) -> u64 {
        if BLANK {
            self.tiles | self.blank_letters
        } else {
            self.tiles
        }
    }

    /// What can be placed next.
    #[inline(always)]
    pub(super) fn usable_now(&self) -> u64 {
        if self.has_blank() {
            self.usable::<true>()
        } else {
            self.usable::<false>()
        }
    }

    /// What could be placed next if a blank that is there were placed first.
    #[inline(always)]
    pub(super) fn usable_without_blank(&self) -> u64 {
        if self.blanks > 1 {
            self.tiles | self.blank_letters
        } else {
            self.tiles
        }
    }

    /// Lets blanks stand for no other tiles than these.
    pub(super) fn restrict_blanks(&mut self, letters: u64) {
        self.blank_letters = letters;
    }

    /// Takes a tile that is there.
    #[inline(always)]
    pub(super) fn take(&mut self, tile: Tile) {
        let count = self.count(tile);
        *count = count.wrapping_sub(1);
        let is_last = *count == 0;
        self.tiles &= !(u64::from(is_last) << tile.code());
    }

    #[inline(always)]
    pub(super) fn put_back(&mut self, tile: Tile) {
        let count = self.count(tile);
        *count = count.wrapping_add(1);
        self.tiles |= 1 << tile.code();
    }

    /// Takes a blank that is there, to stand for a tile.
    #[inline(always)]
    pub(super) fn take_blank(&mut self, tile: Tile) {
        self.blanks = self.blanks.wrapping_sub(1);
        self.all_short = self.all_short.wrapping_add(1);
        self.set_short(tile, self.short_of(tile).wrapping_add(1));
    }

    #[inline(always)]
    pub(super) fn put_back_blank(&mut self, tile: Tile) {
        self.blanks = self.blanks.wrapping_add(1);
        self.all_short = self.all_short.wrapping_sub(1);
        self.set_short(tile, self.short_of(tile).wrapping_sub(1));
    }

    /// Puts back what was placed as this placed tile.
    #[inline(always)]
    pub(super) fn put_back_face(&mut self, placed_tile: PlacedTile) {
        if placed_tile.is_blank() {
            self.put_back_blank(placed_tile.tile());
        } else {
            self.put_back(placed_tile.tile());
        }
    }

    /// How many blanks are left.
    #[inline(always)]
    pub(super) fn blanks(&self) -> u8 {
        self.blanks
    }

    /// How many blanks were taken.
    #[inline(always)]
    pub(super) fn all_short(&self) -> u8 {
        self.all_short
    }

    /// How many blanks were taken to stand for this tile.
    #[inline(always)]
    pub(super) fn short_of(&self, tile: Tile) -> u8 {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        self.short[tile.index() & 63]
    }

    #[inline(always)]
    pub(super) fn set_short(&mut self, tile: Tile, short: u8) {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        {
            self.short[tile.index() & 63] = short;
        }
    }

    #[inline(always)]
    fn count(&mut self, tile: Tile) -> &mut u8 {
        // A code has six bits, and the compiler sees it.
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        &mut self.counts[tile.index() & 63]
    }
}
