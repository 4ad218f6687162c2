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
//! A sum for each side and each number of tiles on it is all that takes a look at the squares. Any way to place tiles on
//! both sides is bounded by two such sums, added up.

use lexc_formats::Face;
use lexc_formats::anagrams::Alphagram;

use super::heap::sort_largest_first;
use super::line::LineState;
use super::starts::Start;
use crate::rack::Rack;
use crate::rules::Rules;

/// One more than a play can place tiles.
pub(super) const COUNTS: usize = Rack::MAX_LEN + 1;

/// The values of a rack's tiles.
#[derive(Clone, Debug)]
pub(super) struct RackValues {
    /// The number of tiles.
    pub(super) len: usize,
    /// The values of the tiles, the largest first, and 0 after the last.
    values: [i32; Rack::MAX_LEN],
    /// By number of tiles: the most that so many are worth, and the bonus for them.
    sums: [(i32, i32); COUNTS],
    /// Tiles that fit something, and what they are worth there, the largest value first. A blank is one that fits
    /// everything. After the last the set is empty.
    tiles: [(u64, i32); COUNTS],
    /// The largest value of a tile.
    highest: i32,
    /// Whether a blank can score more than the letter that it stands for.
    pub(super) gains_by_blank: bool,
    /// Whether no tile and no bonus costs points: then a way that places more tiles has no lower bound.
    pub(super) never_loses: bool,
}

impl RackValues {
    pub(super) fn new(rack: &Rack, rules: &Rules) -> RackValues {
        let value = |tile| rules.value(Face::lettered(tile));
        let has_blank = rack.blanks() > 0;
        let mut tiles = [(0, 0); COUNTS];
        let mut tiles_len = 0;
        let letters = rack.tiles().into_iter();
        let letters = letters.map(|tile| (1 << tile.code(), value(tile)));
        for (entry, tile) in tiles
            .iter_mut()
            .zip(letters.chain(has_blank.then_some((u64::MAX, 0))))
        {
            *entry = tile;
            tiles_len += 1;
        }
        let mut values = [0; Rack::MAX_LEN];
        for (entry, slot) in values.iter_mut().zip(rack.slots()) {
            *entry = slot.map_or(0, value);
        }
        if let Some(tiles) = tiles.get_mut(..tiles_len) {
            sort_largest_first(tiles, |&(_, value)| value);
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
            highest,
            tiles,
            gains_by_blank: has_blank && has_negative_value,
            never_loses: !has_negative_value && rules.bingo_bonus() >= 0,
        }
    }

    /// The largest value of a tile that fits; `None` if none does.
    #[inline(always)]
    fn highest(&self, fits: u64) -> Option<i32> {
        for &(tile, value) in &self.tiles {
            if tile & fits != 0 {
                return Some(value);
            }
            if tile == 0 {
                return None;
            }
        }
        None
    }
}

/// What a square can add to a score.
#[derive(Clone, Copy, Debug)]
struct SquareBound {
    /// What a tile placed there can count in the word beyond its value.
    letters: i32,
    /// The most that a cross-word through there scores.
    crosses: i32,
    word_multiplier: i32,
}

impl RackValues {
    /// What a square can add; `None` if no tile of the rack can be placed there.
    #[inline(always)]
    fn square(&self, line: &LineState, place: usize) -> Option<SquareBound> {
        let state = line.at(place);
        let letter_multiplier = i32::from(state.letter_multiplier);
        let word_multiplier = i32::from(state.word_multiplier);
        if line.is_crossed(place) {
            let highest = self.highest(state.fits)?;
            return Some(SquareBound {
                letters: highest * (letter_multiplier - 1),
                crosses: (state.value + highest * letter_multiplier) * word_multiplier,
                word_multiplier,
            });
        }
        (state.fits != 0).then_some(SquareBound {
            letters: self.highest * (letter_multiplier - 1),
            crosses: 0,
            word_multiplier,
        })
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
    /// By the number of tiles to the left, which is that of a start that is a square as well.
    lefts: [Side; COUNTS],
    left_count: usize,
    fewest_left: usize,
    /// By the number of tiles to the right.
    rights: [Side; COUNTS],
    right_count: usize,
}

impl Ways {
    /// No ways.
    pub(super) const NONE: Ways = Ways {
        lefts: [Side::NONE; COUNTS],
        left_count: 0,
        fewest_left: 0,
        rights: [Side::NONE; COUNTS],
        right_count: 0,
    };

    /// Makes them those around a start. That saves the copies that making new ones would take.
    #[inline(always)]
    pub(super) fn set(&mut self, rack: &RackValues, line: &LineState, start: Start) {
        self.set_lefts(rack, line, start);
        self.set_rights(rack, line, start);
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "places are below 32")]
    fn set_lefts(&mut self, rack: &RackValues, line: &LineState, start: Start) {
        let mut side = Side::NONE;
        let mut place = start.first;
        // The square of an empty start is covered first.
        self.fewest_left = usize::from(start.is_empty);
        self.left_count = 0;
        if !start.is_empty {
            for place in start.first..=start.end {
                side.cover(line, place);
            }
            place -= 1;
        }
        side.place = start.first as u8;
        for entry in self.lefts.iter_mut().take(rack.len + 1) {
            *entry = side;
            self.left_count += 1;
            if place < start.stop {
                return;
            }
            let Some(square) = rack.square(line, place) else {
                return;
            };
            side = side.with(square);
            side.place = place as u8;
            place -= 1;
        }
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "places are below 32")]
    fn set_rights(&mut self, rack: &RackValues, line: &LineState, start: Start) {
        let mut side = Side::NONE;
        let mut place = start.end + 1;
        side.place = start.end as u8;
        self.right_count = 0;
        for entry in self.rights.iter_mut().take(rack.len + 1) {
            *entry = side;
            self.right_count += 1;
            let Some(square) = rack.square(line, place) else {
                return;
            };
            side = side.with(square);
            side.place = place as u8;
            place += 1;
            while line.is_taken(place) {
                side.cover(line, place);
                place += 1;
            }
        }
    }

    /// Visits the ways to place up to `most` tiles: for each number to the left those to the right, the most first, as
    /// long as the visitor says so.
    #[inline(always)]
    pub(super) fn for_each(
        &self,
        rack: &RackValues,
        most: usize,
        mut visit: impl FnMut(Way) -> bool,
    ) {
        for left_len in self.fewest_left..self.left_count.min(most + 1) {
            // One tile alone is no word.
            let fewest_right = usize::from(left_len == self.fewest_left);
            let right_lens = fewest_right..self.right_count.min(most - left_len + 1);
            for right_len in right_lens.rev() {
                let way = self.way(rack, left_len, right_len);
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
        most: usize,
        mut visit: impl FnMut(Way),
    ) {
        for left_len in self.fewest_left..self.left_count.min(most + 1) {
            let right_len = (most - left_len).min(self.right_count - 1);
            // One tile alone is no word.
            if (left_len > self.fewest_left || right_len > 0)
                && let Some(way) = self.way(rack, left_len, right_len)
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
        mut ask: impl FnMut(Alphagram) -> Option<A>,
        mut visit: impl FnMut(Way, A),
    ) {
        let mut latest = None;
        for left_len in self.fewest_left..self.left_count {
            let right_len = rack.len - left_len;
            if left_len + right_len < 2 && self.fewest_left > 0 {
                continue;
            }
            let sides = (self.lefts.get(left_len), self.rights.get(right_len));
            if let (Some(left), Some(right)) = sides
                && right_len < self.right_count
            {
                let covered = left.covered + right.covered;
                let answer = match latest {
                    Some((asked, answer)) if asked == covered => answer,
                    _ => ask(covered),
                };
                latest = Some((covered, answer));
                if let (Some(answer), Some(way)) = (answer, self.way(rack, left_len, right_len)) {
                    visit(way, answer);
                }
            }
        }
    }

    #[inline(always)]
    fn way(&self, rack: &RackValues, left_len: usize, right_len: usize) -> Option<Way> {
        let (left, right) = (self.lefts.get(left_len)?, self.rights.get(right_len)?);
        let placed = left_len + right_len;
        let &(sum, bonus) = rack.sums.get(placed)?;
        let letters = sum + left.letters + right.letters;
        Some(Way {
            first: left.place.into(),
            last: right.place.into(),
            placed,
            score: letters * (left.word_multiplier * right.word_multiplier)
                + (left.crosses + right.crosses + bonus),
        })
    }
}

/// What the tiles on one side of a start can add to a score.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// What counts in the word beside the tiles placed: blocks, and premiums.
    letters: i32,
    crosses: i32,
    word_multiplier: i32,
    /// The tiles of the word that lie there already.
    covered: Alphagram,
    /// The place of the word's first tile, or of the last one placed to the right.
    place: u8,
}

impl Side {
    const NONE: Side = Side {
        letters: 0,
        crosses: 0,
        word_multiplier: 1,
        covered: Alphagram::NONE,
        place: 0,
    };

    /// With one more tile.
    #[inline(always)]
    fn with(self, square: SquareBound) -> Side {
        Side {
            letters: self.letters + square.letters,
            crosses: self.crosses + square.crosses,
            word_multiplier: self.word_multiplier * square.word_multiplier,
            covered: self.covered,
            place: self.place,
        }
    }

    /// With a tile that lies at a place.
    #[inline(always)]
    fn cover(&mut self, line: &LineState, place: usize) {
        let state = line.at(place);
        self.letters += state.value;
        self.covered += Alphagram::of_code(state.code);
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
}

#[cfg(test)]
mod tests;
