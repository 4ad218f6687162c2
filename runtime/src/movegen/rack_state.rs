//! Rack during a search: the tiles that are not placed yet.

use lexc_formats::{PlacedTile, Tile, TileSet};

use crate::game::rack::Rack;

/// Tiles of the rack that are not placed yet.
///
/// Searches walk along strings of letters. In a walk, a blank stands only for a letter exhausted on the rack, so each
/// string is walked once. When a play is emitted, its variants with other choices of blanks are emitted, too.
#[derive(Clone, Debug)]
pub(super) struct RackState<'p> {
    /// Letters left on the rack.
    letters: TileSet,
    /// Letters of the rack before any tile was placed.
    rack_letters: TileSet,
    /// Letters that the next blank may stand for.
    blank_letters: TileSet,
    /// Letters that the first blank may stand for.
    first_blank_letters: TileSet,
    blank_pairs: &'p BlankPairs,
    /// Number of blanks left.
    pub(super) blanks: u8,
    counts: [u8; 64],
    /// By letter, the number of blanks placed for it.
    designated: [u8; 64],
    /// Number of blanks placed.
    pub(super) all_designated: u8,
}

/// By code of the letter that the first blank stands for, the letters that the next blank may stand for.
pub(super) type BlankPairs = [TileSet; 64];

/// No pair.
pub(super) const NO_PAIRS: BlankPairs = [TileSet::EMPTY; 64];

/// All pairs of letters.
pub(super) static ALL_PAIRS: BlankPairs = [TileSet::ALL; 64];

impl<'p> RackState<'p> {
    /// The tiles of a rack. Blanks stand only for the game's `tiles`: an unvalidated image can have other labels.
    pub(super) fn new(rack: &Rack, tiles: TileSet) -> RackState<'p> {
        let mut state = RackState {
            letters: rack.letters(),
            rack_letters: rack.letters(),
            blank_letters: tiles,
            first_blank_letters: tiles,
            blank_pairs: &ALL_PAIRS,
            blanks: u8::try_from(rack.blanks()).unwrap_or(u8::MAX),
            counts: [0; 64],
            designated: [0; 64],
            all_designated: 0,
        };
        for tile in rack.letters() {
            *state.count(tile) = u8::try_from(rack.count(tile)).unwrap_or(u8::MAX);
        }
        state
    }

    pub(super) fn has_blank(&self) -> bool {
        self.blanks > 0
    }

    /// True if the search must be the one for blanks: in small programs it is the only one, also for racks without blanks.
    #[inline(always)]
    pub(super) fn needs_blanks(&self) -> bool {
        cfg!(not(feature = "speed")) || self.has_blank()
    }

    pub(super) fn has(&self, tile: Tile) -> bool {
        self.letters.contains(tile)
    }

    /// True if the rack had the letter before any tile was placed.
    pub(super) fn had(&self, tile: Tile) -> bool {
        self.rack_letters.contains(tile)
    }

    /// Letters that can be placed next: letters left on the rack and, if `BLANK`, letters that a blank may stand for.
    pub(super) fn usable<const BLANK: bool>(&self) -> TileSet {
        if BLANK && (cfg!(feature = "speed") || self.has_blank()) {
            self.letters | self.blank_letters
        } else {
            self.letters
        }
    }

    /// Letters that can be placed next.
    pub(super) fn usable_now(&self) -> TileSet {
        if self.needs_blanks() {
            self.usable::<true>()
        } else {
            self.usable::<false>()
        }
    }

    /// Superset of the letters that can be placed when the rack has one blank fewer: `blank_pairs` may exclude some.
    pub(super) fn usable_without_blank(&self) -> TileSet {
        if self.blanks > 1 {
            self.letters | self.blank_letters
        } else {
            self.letters
        }
    }

    /// Removes blanks until at most `most` are on the rack. Limits the letters of all blanks to `letters`, and the
    /// letters of all blanks except the first also by `pairs`.
    pub(super) fn restrict_blanks(&mut self, most: u8, letters: TileSet, pairs: &'p BlankPairs) {
        self.blanks = self.blanks.min(most);
        self.blank_letters = self.blank_letters & letters;
        self.first_blank_letters = self.blank_letters;
        self.blank_pairs = pairs;
    }

    /// Takes a letter, which must be on the rack.
    pub(super) fn take(&mut self, tile: Tile) {
        let count = self.count(tile);
        *count = count.wrapping_sub(1);
        let is_last = *count == 0;
        self.letters = (self.letters).masked(!(u64::from(is_last) << tile.code()));
    }

    pub(super) fn put_back(&mut self, tile: Tile) {
        let count = self.count(tile);
        *count = count.wrapping_add(1);
        self.letters = self.letters.with(tile);
    }

    /// Takes a blank, which must be on the rack, to stand for a letter.
    pub(super) fn take_blank(&mut self, tile: Tile) {
        if self.all_designated == 0 {
            #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
            {
                self.blank_letters = self.first_blank_letters & self.blank_pairs[tile.index() & 63];
            }
        }
        self.blanks = self.blanks.wrapping_sub(1);
        self.all_designated = self.all_designated.wrapping_add(1);
        self.set_designated(tile, self.designated(tile).wrapping_add(1));
    }

    pub(super) fn put_back_blank(&mut self, tile: Tile) {
        self.blanks = self.blanks.wrapping_add(1);
        self.all_designated = self.all_designated.wrapping_sub(1);
        self.set_designated(tile, self.designated(tile).wrapping_sub(1));
        if self.all_designated == 0 {
            self.blank_letters = self.first_blank_letters;
        }
    }

    /// Takes a letter, or a blank if the letter is exhausted.
    pub(super) fn take_any(&mut self, tile: Tile) -> PlacedTile {
        if self.has(tile) {
            self.take(tile);
            PlacedTile::letter(tile)
        } else {
            self.take_blank(tile);
            PlacedTile::blank(tile)
        }
    }

    /// Puts a tile back on the rack, a letter or a blank.
    pub(super) fn put_back_placed(&mut self, placed_tile: PlacedTile) {
        if placed_tile.is_blank() {
            self.put_back_blank(placed_tile.tile());
        } else {
            self.put_back(placed_tile.tile());
        }
    }

    /// Number of blanks placed for a letter.
    pub(super) fn designated(&self, tile: Tile) -> u8 {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        self.designated[tile.index() & 63]
    }

    pub(super) fn set_designated(&mut self, tile: Tile, count: u8) {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        {
            self.designated[tile.index() & 63] = count;
        }
    }

    fn count(&mut self, tile: Tile) -> &mut u8 {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        &mut self.counts[tile.index() & 63]
    }
}
