//! Values of a rack's tiles, sorted for bounds on scores.

use lexc_formats::{PlacedTile, TileSet};

use super::heap::sort_largest_first;
use crate::game::rack::Rack;
use crate::game::rules::Rules;
use crate::movegen::line::LineState;
use crate::movegen::place::Place;

/// Numbers of tiles that a play can place, and 0.
pub(super) const COUNTS: usize = Rack::MAX_LEN + 1;

/// More than the different values on a rack, and a power of two.
const CLASSES: usize = 32;

const _: () = assert!(COUNTS < CLASSES);

/// Values of a rack's tiles.
#[derive(Clone, Debug)]
pub(super) struct RackValues {
    /// Number of tiles.
    pub(super) len: usize,
    /// Values of the tiles, the largest first, and 0 after the last.
    pub(super) values: [i32; Rack::MAX_LEN],
    /// By number of tiles, the largest sum of values and the bonus.
    pub(super) sums: [(i32, i32); COUNTS],
    /// Tiles of each value, the largest value first. A blank counts as all tiles.
    classes: [(TileSet, i32); CLASSES],
    class_count: usize,
    /// Largest value of a tile.
    pub(super) highest: i32,
    /// By letter multiplier, points of the highest tile beyond its value.
    pub(super) premiums: [i64; 8],
    /// True if a blank can score more than the letter it stands for.
    pub(super) gains_by_blank: bool,
    /// True if no tile and no bonus costs points: then the bound of a longer span is no lower.
    pub(super) never_loses: bool,
}

impl RackValues {
    pub(super) fn new(rack: &Rack, rules: &Rules) -> RackValues {
        let value = |tile| rules.value(PlacedTile::letter(tile));
        let has_blank = rack.blanks() > 0;
        let mut classes = [(TileSet::EMPTY, 0); CLASSES];
        let mut class_count = 0;
        let letters = rack.letters().into_iter();
        let letters = letters.map(|tile| (TileSet::EMPTY.with(tile), value(tile)));
        for (tile, value) in letters.chain(has_blank.then_some((TileSet::ALL, 0))) {
            let mut known = classes.iter_mut().take(class_count);
            if let Some((tiles, _)) = known.find(|class| class.1 == value) {
                *tiles |= tile;
            } else if let Some(class) = classes.get_mut(class_count) {
                *class = (tile, value);
                class_count += 1;
            }
        }
        let mut values = [0; Rack::MAX_LEN];
        for (entry, tile) in values.iter_mut().zip(*rack) {
            *entry = tile.letter().map_or(0, value);
        }
        if let Some(classes) = classes.get_mut(..class_count) {
            sort_largest_first(classes, |&(_, value)| value);
        }
        if let Some(values) = values.get_mut(..rack.len()) {
            sort_largest_first(values, |&value| value);
        }
        let mut sums = [(0, 0); COUNTS];
        let mut sum = 0;
        for (entry, value) in sums.iter_mut().skip(1).zip(values) {
            sum += value;
            entry.0 = sum;
        }
        if let Some((_, bonus)) = sums.get_mut(rules.rack_size()) {
            *bonus = rules.bingo_bonus();
        }
        let [highest, ..] = values;
        let has_negative_value = rules.tiles().into_iter().any(|tile| value(tile) < 0);
        RackValues {
            len: rack.len(),
            values,
            sums,
            classes,
            class_count,
            highest,
            premiums: [0, 0, 1, 2, 3, 0, 0, 0].map(|times| times * i64::from(highest)),
            gains_by_blank: has_blank && has_negative_value,
            never_loses: !has_negative_value && rules.bingo_bonus() >= 0,
        }
    }

    /// Returns `true` and the largest value of the rack's tiles in a cross-set; `false` and 0 if there is none.
    #[inline(always)]
    pub(super) fn highest_in(&self, cross_set: TileSet) -> (bool, i32) {
        // No branch: the outcome is as good as random to a processor.
        let mut fitting = 0_u32;
        for (index, &(tiles, _)) in self.classes.iter().enumerate().take(self.class_count) {
            fitting |= u32::from(!(tiles & cross_set).is_empty()) << index;
        }
        // The last class is empty.
        let class = (fitting | 1 << (CLASSES - 1)).trailing_zeros() as usize;
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        (fitting != 0, self.classes[class & (CLASSES - 1)].1)
    }

    /// Exact bound for all tiles of the rack in a word from `first` with its last tile placed at `last`, cross-sets ignored:
    /// the largest values go where a tile counts most.
    ///
    /// A tile counts as often as word and cross-word count it, so the score is a sum of values, each times the multiplier
    /// of its square, and no order of the tiles gives a larger sum.
    pub(super) fn most_with_all(&self, line: &LineState, first: Place, last: Place) -> i32 {
        let squares = || first.to(last).filter(|&place| !line.is_taken(place));
        let multipliers = squares().map(|place| i32::from(line.at(place).word_multiplier));
        let word_multiplier: i32 = multipliers.product();
        let mut score = self.sums.get(self.len).map_or(0, |&(_, bonus)| bonus);
        let mut place = first;
        while place <= last || line.is_taken(place) {
            if line.is_taken(place) {
                score += line.at(place).value * word_multiplier;
            }
            place = place.next();
        }
        let mut times = [0; Rack::MAX_LEN];
        let mut count = 0;
        for (entry, place) in times.iter_mut().zip(squares()) {
            let state = line.at(place);
            let cross_multiplier = i32::from(state.cross_multiplier);
            score += state.value * cross_multiplier;
            *entry = i32::from(state.letter_multiplier) * (word_multiplier + cross_multiplier);
            count += 1;
        }
        if let Some(times) = times.get_mut(..count) {
            sort_largest_first(times, |&times| times);
        }
        let products = times.iter().zip(&self.values).take(count);
        score + products.map(|(times, value)| times * value).sum::<i32>()
    }
}
