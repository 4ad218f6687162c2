//! Scores of plays in the making.

use lexc_formats::{MAX_TILES, PlacedTile, Tile};

use super::line::PlaceState;
use crate::game::rules::Rules;

/// Score of a play in the making.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartialScore {
    /// Sum of the values of the word's tiles, letter premiums included.
    pub(super) letters: i32,
    /// Sum of the scores of the cross-words.
    crosses: i32,
    pub(super) word_multiplier: i32,
    /// Number of tiles placed.
    pub(super) placed: u32,
}

/// Values, bingo bonus and rack size of the rules, in the form that searches read.
#[derive(Clone, Debug)]
pub(super) struct Scoring {
    /// Values of the tiles, by code.
    values: [i16; MAX_TILES + 2],
    blank_value: i32,
    bingo_bonus: i32,
    rack_size: u32,
}

impl PartialScore {
    pub(super) const ZERO: PartialScore = PartialScore {
        letters: 0,
        crosses: 0,
        word_multiplier: 1,
        placed: 0,
    };

    /// Adds the value of one or more tiles on the board, at no premium.
    pub(super) fn pass(&mut self, value: i32) {
        self.letters += value;
    }

    /// The score with one more tile placed.
    pub(super) fn with(self, tile: Tile, place: PlaceState, scoring: &Scoring) -> PartialScore {
        let value = scoring.value(tile) * i32::from(place.letter_multiplier);
        PartialScore {
            letters: self.letters + value,
            crosses: self.crosses + (place.value + value) * i32::from(place.cross_multiplier),
            word_multiplier: self.word_multiplier * i32::from(place.word_multiplier),
            placed: self.placed + 1,
        }
    }

    /// Score of the play, with blanks counted as letters.
    pub(super) fn total(self, scoring: &Scoring) -> i32 {
        let bonus = if self.placed == scoring.rack_size {
            scoring.bingo_bonus
        } else {
            0
        };
        self.letters * self.word_multiplier + self.crosses + bonus
    }
}

impl Scoring {
    pub(super) fn new(rules: &Rules) -> Scoring {
        let mut values = [0; MAX_TILES + 2];
        for tile in rules.tiles() {
            if let Some(value) = values.get_mut(tile.index()) {
                *value = i16::try_from(rules.value(PlacedTile::letter(tile))).unwrap_or(0);
            }
        }
        Scoring {
            values,
            blank_value: rules.blank_value(),
            bingo_bonus: rules.bingo_bonus(),
            rack_size: u32::try_from(rules.rack_size()).unwrap_or(u32::MAX),
        }
    }

    /// Points that a play loses if a blank stands for `tile` at `place`; negative if the play gains points.
    pub(super) fn loss(&self, tile: Tile, place: PlaceState, word_multiplier: i32) -> i32 {
        let times = i32::from(place.letter_multiplier)
            * (word_multiplier + i32::from(place.cross_multiplier));
        (self.value(tile) - self.blank_value) * times
    }

    fn value(&self, tile: Tile) -> i32 {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        self.values[tile.index() & 63].into()
    }
}
