//! Values of a rack's tiles, and prefix sums over the squares of a line: the sum over a span is the difference of two prefix
//! sums.

use lexc_formats::{AnagramKey, PlacedTile, TileSet};

use crate::game::bonus::Bonus;
use crate::game::position::Position;
use crate::game::premium::Premium;
use crate::game::rack::Rack;
use crate::game::rules::Rules;
use crate::movegen::line::LineState;
use crate::movegen::place::{PLACES, Place, PlaceSet};

/// Length of an array with an entry for each number of tiles, or for each different value: a power of two, greater than the
/// number of tiles on a rack.
pub(super) const COUNTS: usize = 32;

const _: () = assert!(Rack::MAX_LEN + 1 < COUNTS);

/// Values of a rack's tiles.
#[derive(Clone, Debug)]
pub(super) struct RackValues {
    /// Number of tiles that one play can place.
    pub(super) len: usize,
    /// Values of the tiles, the largest first, and 0 after the last.
    pub(super) values: [i32; Rack::MAX_LEN],
    /// By number of tiles: the largest sum of the values of that many tiles, and a bound on the bonus for placing that many.
    sums: [(i32, i32); COUNTS],
    /// By number of tiles: the number of times that the words of a play of that many count.
    times: [i32; COUNTS],
    /// A class for each value among the rack's tiles, the largest value first: the rack's letters of that value, and
    /// the value. The class with the value of a blank on the rack has all tiles.
    classes: [(TileSet, i32); COUNTS],
    class_count: usize,
    /// Value of a blank.
    blank_value: i32,
    /// True if a blank can score more than the letter it stands for.
    pub(super) gains_by_blank: bool,
    /// True if no tile and no bonus costs points: then the bound does not fall as a span grows.
    pub(super) never_loses: bool,
}

impl RackValues {
    pub(super) fn new(position: &Position<'_>) -> RackValues {
        let (rack, rules) = (position.rack(), position.rules());
        let value = |tile| rules.value(PlacedTile::letter(tile));
        let has_blank = rack.blanks() > 0;
        let blank_value = rules.blank_value();
        let lowest = rules.tiles().into_iter().map(value).min().unwrap_or(0);
        let mut this = RackValues {
            len: rack.len().min(rules.most_placed()),
            values: [0; Rack::MAX_LEN],
            sums: [(0, 0); COUNTS],
            times: [1; COUNTS],
            classes: [(TileSet::EMPTY, 0); COUNTS],
            class_count: 0,
            blank_value,
            gains_by_blank: has_blank && lowest < blank_value,
            never_loses: lowest.min(blank_value) >= 0,
        };
        for (entry, tile) in this.values.iter_mut().zip(*rack) {
            *entry = tile.letter().map_or(blank_value, value);
        }
        if let Some(values) = this.values.get_mut(..rack.len()) {
            sort_descending(values);
        }
        let mut sum = 0;
        let mut latest = None;
        for (index, &points) in this.values.iter().enumerate().take(rack.len()) {
            sum += points;
            if let Some((entry, _)) = this.sums.get_mut(index + 1) {
                *entry = sum;
            }
            if latest.replace(points) != Some(points)
                && let Some(class) = this.classes.get_mut(this.class_count)
            {
                let letters = rack.letters().into_iter();
                let tiles = letters.filter(|&tile| value(tile) == points).collect();
                let is_blank = has_blank && points == blank_value;
                *class = (if is_blank { TileSet::ALL } else { tiles }, points);
                this.class_count += 1;
            }
        }
        this.bound_bonuses(rules);
        this
    }

    /// Sets the bounds on the bonuses. A multiplier is a bonus of points that is large enough for every play.
    fn bound_bonuses(&mut self, rules: &Rules) {
        let mut before = 0;
        let fewest = rules.bonuses().fewest(rules.most_placed());
        for placed in fewest..=self.len {
            let (bonus, index) = (rules.bonus(placed), placed & (COUNTS - 1));
            let bound = match bonus {
                Bonus::Points(points) => points,
                Bonus::Times(_) => i32::try_from(rules.words_bound())
                    .unwrap_or(i32::MAX)
                    .saturating_mul(bonus.times() - 1),
            };
            #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
            {
                (self.sums[index].1, self.times[index]) = (bound, bonus.times());
            }
            self.never_loses &= bound >= before;
            before = bound;
        }
    }

    /// Largest scores of plays whose words score this much, with at least no, one and two blanks.
    pub(super) fn with_bonus(&self, placed: usize, words: [i32; 3]) -> [i32; 3] {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        match self.times[placed & (COUNTS - 1)] {
            1 => words.map(|words| words + self.most(placed).1),
            times => words.map(|words| words.saturating_mul(times)),
        }
    }

    /// Largest sum of the values of this number of tiles, and a bound on the bonus for placing that many.
    #[inline(always)]
    pub(super) fn most(&self, placed: usize) -> (i32, i32) {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        self.sums[placed & (COUNTS - 1)]
    }

    /// Points lost, at no premium, where a blank takes the place of a tile of this value; 0 if a blank may be worth more
    /// than a letter.
    pub(super) fn loss_by_blank(&self, value: i32) -> i32 {
        if self.gains_by_blank {
            0
        } else {
            value - self.blank_value
        }
    }

    /// Returns `true` and the largest value of the rack's tiles in a cross-set; `false` and 0 if the cross-set has no
    /// tile of the rack.
    #[inline(always)]
    fn highest_in(&self, cross_set: TileSet) -> (bool, i32) {
        // Avoids branches, which would be unpredictable.
        let mut fitting = 0_u32;
        for (index, &(tiles, _)) in self.classes.iter().enumerate().take(self.class_count) {
            fitting |= u32::from(!(tiles & cross_set).is_empty()) << index;
        }
        // The last entry is never a class, and has the value 0.
        let class = (fitting | 1 << (COUNTS - 1)).trailing_zeros() as usize;
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        (fitting != 0, self.classes[class & (COUNTS - 1)].1)
    }
}

/// Sorts a few values, the largest first. Unlike the sorts of `core`, it cannot panic.
#[inline(always)]
pub(super) fn sort_descending(values: &mut [i32]) {
    for len in 1..values.len() {
        let mut index = len;
        while let Some(before) = index.checked_sub(1)
            && let Some([other, value]) = values.get_mut(before..=index)
            && value > other
        {
            core::mem::swap(other, value);
            index = before;
        }
    }
}

/// Prefix sums over the squares of a line.
#[derive(Clone, Debug, Default)]
pub(super) struct LineSums {
    /// By place, the sums over all places before it.
    before: [Sums; PLACES],
    /// Empty places, and the place after the last square.
    pub(super) empty: PlaceSet,
    /// Places of `empty`, from left to right.
    empty_places: [u8; PLACES],
    /// By place, the number of empty places before it.
    ranks: [u8; PLACES],
    /// Places where a tile of the rack fits.
    pub(super) usable: PlaceSet,
}

/// Contributions of adjacent places to a score.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    /// Lower 32 bits: points of the word from tiles on the board and letter premiums, without the values of the tiles
    /// placed. Bits 32 to 39 count word doublings; bits 40 to 63, treblings, less [`QUINTUPLING`] for
    /// each quintupling. One addition adds all four.
    word: i64,
    /// Bound on the scores of the cross-words.
    pub(super) crosses: i32,
    /// Sum of the keys of tiles on the board.
    pub(super) covered: AnagramKey,
}

impl LineSums {
    /// Sets the sums to those of a line, in place, which saves copies.
    #[expect(clippy::cast_possible_truncation, reason = "places are below 32")]
    #[expect(
        clippy::indexing_slicing,
        reason = "the masks keep the indices in range"
    )]
    pub(super) fn set(&mut self, rack: &RackValues, line: &LineState) {
        let squares = line.squares();
        self.empty = (squares | squares.next()) & !line.taken;
        self.usable = squares & !line.taken;
        // By place, the largest value of a rack tile that fits, and the bound on the score of the cross-word.
        let mut highest = [rack.values[0]; PLACES];
        let mut crosses = [0; PLACES];
        for place in line.crossed.iter() {
            let state = line.at(place);
            let (is_usable, value) = rack.highest_in(state.cross_set);
            self.usable.0 &= !(u32::from(!is_usable) << place.number());
            let points = state.value + value * i32::from(state.letter_multiplier);
            crosses[place.index()] = points * i32::from(state.cross_multiplier);
            highest[place.index()] = value;
        }
        let mut sums = Sums::default();
        let mut rank = 0;
        // Up to the place after the last square: its entry is the sum over all squares.
        for place in 1..=(line.len + 1) & (PLACES - 1) {
            self.before[place] = sums;
            self.ranks[place] = rank;
            self.empty_places[usize::from(rank) & (PLACES - 1)] = place as u8;
            let state = line.at(Place::new(place));
            // Avoids branches on occupied squares, which would be unpredictable.
            let taken = -i64::from(state.code != 0);
            let premium = highest[place] * (i32::from(state.letter_multiplier) - 1);
            let multiplier = MULTIPLIERS[usize::from(state.word_multiplier) & 7];
            let empty = i64::from(premium) + multiplier;
            sums.word += i64::from(state.value) & taken | empty & !taken;
            sums.crosses += crosses[place];
            sums.covered += AnagramKey::of_code(state.code);
            rank += u8::from(state.code == 0);
        }
    }

    /// Place of the empty square with this number of empty squares before it, or the place after the last square.
    #[inline(always)]
    pub(super) fn empty_place(&self, rank: usize) -> Place {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        Place::new(self.empty_places[rank & (PLACES - 1)].into())
    }

    /// Number of empty squares before a place.
    #[inline(always)]
    pub(super) fn rank(&self, place: Place) -> usize {
        #[expect(clippy::indexing_slicing, reason = "an index is below 32")]
        self.ranks[place.index()].into()
    }

    /// Sums of the places from `first` to the place before `end`.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "an index is below 32")]
    pub(super) fn between(&self, first: Place, end: Place) -> Sums {
        let (before, upto) = (self.before[first.index()], self.before[end.index()]);
        Sums {
            word: upto.word - before.word,
            crosses: upto.crosses - before.crosses,
            covered: upto.covered - before.covered,
        }
    }
}

impl Sums {
    /// Splits the field `word` into points and the word multiplier. The rules keep every score within `i32`.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the parts have 32, 8 and 24 bits"
    )]
    pub(super) fn word(self) -> (i32, i32) {
        let letters = self.word as i32;
        let multipliers = ((self.word - i64::from(letters)) >> 32) as i32;
        let odd = match multipliers >> 8 {
            counts @ ..0 => Sums::with_quintuplings(counts),
            treblings => 3_i32.wrapping_pow(treblings.cast_unsigned()),
        };
        (letters, odd << (multipliers & 31))
    }

    /// The product of treblings and quintuplings.
    #[cold]
    #[inline(never)]
    const fn with_quintuplings(counts: i32) -> i32 {
        let quintuplings = (QUINTUPLING - 1 - counts) / QUINTUPLING;
        let treblings = counts + quintuplings * QUINTUPLING;
        let trebled = 3_i32.wrapping_pow(treblings.cast_unsigned());
        trebled.wrapping_mul(5_i32.wrapping_pow(quintuplings.cast_unsigned()))
    }
}

/// A quintupling subtracts this number of treblings, more than a line has, so that the count of treblings is negative only in
/// the rare games with quintuplings.
const QUINTUPLING: i32 = 64;

/// By word multiplier, the term that the multiplier adds to the field `word` of [`Sums`].
const MULTIPLIERS: [i64; 8] = [
    0,
    0,
    1 << 32,
    1 << 40,
    2 << 32,
    -(QUINTUPLING as i64) << 40,
    0,
    0,
];

const _: () = assert!(Premium::MAX_MULTIPLIER == 5);

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn word_multipliers_are_the_product_of_those_of_the_squares() {
        let squares = [(2, 21), (3, 4), (4, 10), (5, 13), (1, 9)];
        for (multiplier, most) in squares {
            for count in 0..=most {
                let word = -7 + MULTIPLIERS[multiplier] * count + MULTIPLIERS[3];
                let sums = Sums {
                    word,
                    ..Sums::default()
                };
                let expected = 3_i64 * i64::pow(multiplier as i64, u32::try_from(count).unwrap());
                if let Ok(expected) = i32::try_from(expected) {
                    assert_eq!(sums.word(), (-7, expected), "{multiplier} {count}");
                }
            }
        }
    }

    #[test]
    fn sorts_a_few_values() {
        for count in 0..20 {
            let mut values: Vec<i32> = (0..count).map(|i| i * 7 % 19 / 3 - 2).collect();
            let mut sorted = values.clone();
            sorted.sort_by_key(|&value| core::cmp::Reverse(value));
            sort_descending(&mut values);
            assert_eq!(values, sorted);
        }
    }
}
