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

/// Values, bonuses and limit of tiles of the rules, in the form that searches read.
#[derive(Clone, Debug)]
pub(super) struct Scoring<'r> {
    /// Values of the tiles, by code.
    values: [i16; MAX_TILES + 2],
    rules: &'r Rules,
    /// Fewest tiles with a bonus, or above the limit.
    fewest: u32,
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

    /// The score with one more tile placed. Wraps beyond the number of tiles that one play may place: such plays are dropped.
    pub(super) fn with(self, tile: Tile, place: PlaceState, scoring: &Scoring<'_>) -> PartialScore {
        let value = scoring.value(tile) * i32::from(place.letter_multiplier);
        PartialScore {
            letters: self.letters.wrapping_add(value),
            crosses: self
                .crosses
                .wrapping_add((place.value + value) * i32::from(place.cross_multiplier)),
            word_multiplier: self
                .word_multiplier
                .wrapping_mul(place.word_multiplier.into()),
            placed: self.placed + 1,
        }
    }

    /// Score of the words, with blanks counted as letters.
    #[inline(always)]
    pub(super) const fn words(self) -> i32 {
        self.letters
            .wrapping_mul(self.word_multiplier)
            .wrapping_add(self.crosses)
    }
}

impl<'r> Scoring<'r> {
    pub(super) fn new(rules: &'r Rules) -> Scoring<'r> {
        let mut values = [0; MAX_TILES + 2];
        for tile in rules.tiles() {
            if let Some(value) = values.get_mut(tile.index()) {
                *value = i16::try_from(rules.value(PlacedTile::letter(tile))).unwrap_or(0);
            }
        }
        let fewest = rules.bonuses().fewest(rules.most_placed());
        Scoring {
            values,
            rules,
            fewest: u32::try_from(fewest).unwrap_or(u32::MAX),
        }
    }

    /// Score of a play whose words score this much, and the number of times that its words count: 0 if it places more tiles than one
    /// play may.
    #[cold]
    #[inline(never)]
    pub(super) fn with_bonus(&self, words: i32, placed: u32) -> (i32, i32) {
        let (bonus, placed) = (self.rules.bonus(placed as usize), placed as usize);
        let is_allowed = placed <= self.rules.most_placed();
        (bonus.apply(words), bonus.times() * i32::from(is_allowed))
    }

    /// False if a play of this number of tiles has no bonus and is allowed.
    #[inline(always)]
    pub(super) const fn may_have_bonus(&self, placed: u32) -> bool {
        placed >= self.fewest
    }

    /// Points that the words of a play lose if a blank stands for `tile` at `place`; negative if they gain points.
    pub(super) fn loss(&self, tile: Tile, place: PlaceState, word_multiplier: i32) -> i32 {
        let times = i32::from(place.letter_multiplier)
            * (word_multiplier + i32::from(place.cross_multiplier));
        (self.value(tile) - self.rules.blank_value()) * times
    }

    fn value(&self, tile: Tile) -> i32 {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        self.values[tile.index() & 63].into()
    }
}
