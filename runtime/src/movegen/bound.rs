//! What the plays from a start can score at most, before any of them is made.
//!
//! A play from a start covers the nearest empty squares on both sides of it: how many to the left and how many to the
//! right says which squares these are, which blocks the play runs through, what the word is multiplied by, and which
//! cross-words it makes. All that is open is which tile comes where. At most,
//!
//! - the tiles placed are those of the largest values, and each of them counts once;
//! - and on a square that makes a tile count more often, be it for a letter premium or in a cross-word, lies the largest
//!   value that fits there.
//!
//! Say the rack is AEIQRT?, and the squares are seven in a row, one with a double letter and one with a double word. The
//! tiles are worth 15 points, and 25 with another 10 for the double letter, doubled 50: no play of all seven tiles there
//! scores more than that and the bonus.
//!
//! The sums of a line's squares up to each place are all that takes a look at the squares. Any way to place tiles around
//! any start on the line is bounded by the difference of two of them.

use lexc_formats::{AnagramKey, PlacedTile};

pub(super) use self::sums::LineSums;
use super::heap::sort_largest_first;
use super::line::{LineState, PLACES};
use super::starts::Start;
use crate::game::rack::Rack;
use crate::game::rules::Rules;

/// One more than a play can place tiles.
pub(super) const COUNTS: usize = Rack::MAX_LEN + 1;

/// More than a rack can have tiles of different values, and a power of two.
const CLASSES: usize = 32;

const _: () = assert!(COUNTS < CLASSES);

/// The values of a rack's tiles.
#[derive(Clone, Debug)]
pub(super) struct RackValues {
    /// The number of tiles.
    pub(super) len: usize,
    /// The values of the tiles, the largest first, and 0 after the last.
    values: [i32; Rack::MAX_LEN],
    /// By number of tiles: the most that so many are worth, and the bonus for them.
    sums: [(i32, i32); COUNTS],
    /// The tiles of each value, the largest value first. A blank is one that fits everything.
    classes: [(u64, i32); CLASSES],
    class_count: usize,
    /// The largest value of a tile.
    highest: i32,
    /// By letter multiplier, what such a tile counts beyond its value.
    premiums: [i64; 8],
    /// Whether a blank can score more than the letter that it stands for.
    pub(super) gains_by_blank: bool,
    /// Whether no tile and no bonus costs points: then a way that places more tiles has no lower bound.
    pub(super) never_loses: bool,
}

impl RackValues {
    pub(super) fn new(rack: &Rack, rules: &Rules) -> RackValues {
        let value = |tile| rules.value(PlacedTile::letter(tile));
        let has_blank = rack.blanks() > 0;
        let mut classes = [(0, 0); CLASSES];
        let mut class_count = 0;
        let letters = rack.letters().into_iter();
        let letters = letters.map(|tile| (1 << tile.code(), value(tile)));
        for (tile, value) in letters.chain(has_blank.then_some((u64::MAX, 0))) {
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

    /// Whether a tile fits, and the largest value of those that do; 0 if none does.
    #[inline(always)]
    fn highest(&self, fits: u64) -> (bool, i32) {
        // No branch: which of them fits is as good as random to a processor.
        let mut fitting = 0_u32;
        for (index, &(tiles, _)) in self.classes.iter().enumerate().take(self.class_count) {
            fitting |= u32::from(tiles & fits != 0) << index;
        }
        // There is nothing in the last class.
        let class = (fitting | 1 << (CLASSES - 1)).trailing_zeros() as usize;
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        (fitting != 0, self.classes[class & (CLASSES - 1)].1)
    }

    /// The most that all tiles of the rack can score in a word which starts at place `first` if the last one is placed at
    /// `last`, whatever fits there: the largest values where a tile counts most.
    ///
    /// A tile counts as often as the word and the cross-word together count it, so that the score is a sum of values,
    /// each times that of its square; and no order of the tiles gives a larger one.
    pub(super) fn most_with_all(&self, line: &LineState, first: usize, last: usize) -> i32 {
        let squares = || (first..=last).filter(|&place| !line.is_taken(place));
        let multipliers = squares().map(|place| i32::from(line.at(place).word_multiplier));
        let word_multiplier: i32 = multipliers.product();
        let mut score = self.sums.get(self.len).map_or(0, |&(_, bonus)| bonus);
        let mut place = first;
        while place <= last || line.is_taken(place) {
            if line.is_taken(place) {
                score += line.at(place).value * word_multiplier;
            }
            place += 1;
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

/// The ways to place tiles around a start, as far as there are squares and tiles for it.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    /// The first place of a word with no tile to the left.
    first: usize,
    fewest_left: usize,
    /// One more than the number of tiles that can be placed to the left; the square of an empty start is one of them.
    left_count: usize,
    /// One more than the number of tiles that can be placed to the right.
    right_count: usize,
    /// The last place of the start.
    end: usize,
    /// The number of empty places up to there.
    rank: usize,
}

impl Ways {
    /// No ways.
    pub(super) const NONE: Ways = Ways {
        first: 0,
        fewest_left: 0,
        left_count: 0,
        right_count: 0,
        end: 0,
        rank: 0,
    };

    /// Makes it those around a start. That saves the copies that making new ones would take.
    #[inline(always)]
    pub(super) fn set(&mut self, rack: &RackValues, line: &LineSums, start: Start) {
        // The square of an empty start is covered first.
        self.fewest_left = usize::from(start.is_empty);
        self.first = start.first + self.fewest_left;
        let usable_left = (line.usable << (PLACES - self.first)).leading_ones() as usize;
        let most_left = usable_left.min(self.first - start.stop).min(rack.len);
        self.left_count = most_left + 1;

        let (after, blocked) = (start.end + 1, !line.usable & line.empty);
        let end = after + (blocked >> after).trailing_zeros() as usize;
        self.end = start.end;
        self.rank = line.rank(after);
        self.right_count = (line.rank(end) - self.rank).min(rack.len) + 1;
    }

    /// Visits the ways to place up to `most` tiles: for each number to the left those to the right, the most first, as
    /// long as the visitor says so.
    #[inline(always)]
    pub(super) fn for_each(
        &self,
        rack: &RackValues,
        line: &LineSums,
        most: usize,
        mut visit: impl FnMut(Way) -> bool,
    ) {
        for left_len in self.fewest_left..self.left_count.min(most + 1) {
            // One tile alone is no word.
            let fewest_right = usize::from(left_len == self.fewest_left);
            let right_lens = fewest_right..self.right_count.min(most - left_len + 1);
            for right_len in right_lens.rev() {
                let way = self.way(rack, line, left_len, right_len);
                if way.is_some_and(|way| !visit(way)) {
                    break;
                }
            }
        }
    }

    /// Visits, for each number of tiles to the left, the way with the most to the right of those that place up to `most`.
    #[inline(always)]
    pub(super) fn for_each_longest(
        &self,
        rack: &RackValues,
        line: &LineSums,
        most: usize,
        mut visit: impl FnMut(Way),
    ) {
        for left_len in self.fewest_left..self.left_count.min(most + 1) {
            let right_len = (most - left_len).min(self.right_count - 1);
            // One tile alone is no word.
            if (left_len > self.fewest_left || right_len > 0)
                && let Some(way) = self.way(rack, line, left_len, right_len)
            {
                visit(way);
            }
        }
    }

    /// Visits the ways to place all tiles of the rack for which `ask`, told what they cover, has an answer. Asks once for ways
    /// next to each other that cover the same.
    #[inline(always)]
    pub(super) fn for_each_with_all<A: Copy>(
        &self,
        rack: &RackValues,
        line: &LineSums,
        mut ask: impl FnMut(AnagramKey) -> Option<A>,
        mut visit: impl FnMut(Way, A),
    ) {
        // One tile alone is no word.
        if rack.len < 2 && self.fewest_left > 0 {
            return;
        }
        let mut latest = None;
        let fewest_left = self.fewest_left.max(rack.len + 1 - self.right_count);
        for left_len in fewest_left..self.left_count {
            let Some(way) = self.way(rack, line, left_len, rack.len - left_len) else {
                continue;
            };
            let answer = match latest {
                Some((covered, answer)) if covered == way.covered => answer,
                _ => ask(way.covered),
            };
            latest = Some((way.covered, answer));
            if let Some(answer) = answer {
                visit(way, answer);
            }
        }
    }

    /// The way to place so many tiles on both sides; `None` if there are no such places.
    #[inline(always)]
    fn way(
        &self,
        rack: &RackValues,
        line: &LineSums,
        left_len: usize,
        right_len: usize,
    ) -> Option<Way> {
        let first = self.first - left_len;
        let next = self.rank + right_len;
        let sums = line.between(first, line.empty_place(next));
        let (letters, word_multiplier) = sums.word();
        let placed = left_len + right_len;
        let &(sum, bonus) = rack.sums.get(placed)?;
        Some(Way {
            first,
            last: line.empty_place(next.wrapping_sub(1)).max(self.end),
            placed,
            score: (sum + letters) * word_multiplier + (sums.crosses + bonus),
            covered: sums.covered,
        })
    }
}

/// A way to place tiles around a start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The place of the word's first tile.
    pub(super) first: usize,
    /// The place of the last tile placed to the right of the start; the start's last place if there is none.
    pub(super) last: usize,
    /// The number of tiles placed.
    pub(super) placed: usize,
    /// No such play scores more.
    pub(super) score: i32,
    /// The tiles of the word that lie there already.
    covered: AnagramKey,
}

mod sums;
#[cfg(test)]
mod tests;
