//! Bounds on the scores of an anchor's plays.
//!
//! A play covers the nearest empty squares on both sides of its anchor. Its *span*, the numbers of tiles that it places left
//! and right of the anchor, determines the squares covered, the runs between them, the word multiplier and the cross-words.
//! Only the tiles and their order are open. The bound assumes that
//!
//! - the tiles of the largest values are placed, and each value counts once;
//! - in addition, each letter premium and each cross-word counts the largest value of a rack tile that fits its square.
//!
//! Example: the rack AEIQRT? and seven squares in a row, one with a double letter and one with a double word. The tiles
//! score 15 points, or 25 with the Q (10 points) on the double letter, and the double word makes that 50. No play of all
//! seven tiles there scores more than 50 points plus the bonus.

use lexc_formats::{AnagramKey, TileSet};

use super::bingo_filter::BingoFilter;
use super::changes::Changes;
use super::sums::{LineSums, RackValues, sort_descending};
use crate::game::position::Position;
use crate::game::rack::Rack;
use crate::game::square::Line;
use crate::movegen::anchor::Anchor;
use crate::movegen::line::{LineCrossSets, LineState};
use crate::movegen::place::{PLACES, Place, PlaceSet};
use crate::movegen::rack_state::BlankPairs;

/// Bounds on the scores of a rack's plays from the current anchor on the current line.
pub(super) struct Bounds<'i> {
    pub(super) line: LineState,
    pub(super) rack: &'i RackValues,
    sums: LineSums,
    pub(super) bingo_filter: Option<&'i BingoFilter<'i>>,
    /// Visits only spans that contain one of the changed places.
    changes: Option<&'i Changes>,
    /// Place after the tiles to the left: a word with *n* such tiles starts *n* places before it.
    first: Place,
    /// Least number of tiles to the left. The tile on an empty anchor counts as left.
    fewest_left: usize,
    /// Greatest number of tiles to the left, plus 1.
    left_count: usize,
    /// Greatest number of tiles to the right, plus 1.
    right_count: usize,
    /// Last place of the anchor.
    end: Place,
    /// Number of empty places up to and including the anchor's last place.
    rank: usize,
    /// Least numbers of tiles to the left and to the right with which a span contains a changed place; 0 if all spans
    /// are visited.
    reach: [usize; 2],
}

/// Squares covered by a play with given numbers of tiles left and right of an anchor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// Place of the word's first tile.
    pub(super) first: Place,
    /// Place of the last tile placed right of the anchor; the anchor's last place if there is none.
    pub(super) last: Place,
    /// Number of tiles placed.
    pub(super) placed: usize,
    pub(super) word_multiplier: i32,
    /// Upper bound on the score.
    pub(super) score: i32,
    /// Sum of the anagram keys of the word's tiles that lie on the board before the play.
    pub(super) covered: AnagramKey,
}

impl<'i> Bounds<'i> {
    /// Bounds without a line. If there is a filter, the spans of bingos are visited separately from all other spans.
    #[inline(always)]
    pub(super) fn new(
        rack: &'i RackValues,
        filter: Option<&'i BingoFilter<'i>>,
        changes: Option<&'i Changes>,
    ) -> Bounds<'i> {
        Bounds {
            line: LineState::EMPTY,
            rack,
            sums: LineSums::default(),
            bingo_filter: filter,
            changes,
            first: Place::OUTSIDE,
            fewest_left: 0,
            left_count: 0,
            right_count: 0,
            end: Place::OUTSIDE,
            rank: 0,
            reach: [0; 2],
        }
    }

    /// Reads a line, unless it is the line read last.
    pub(super) fn set_line(
        &mut self,
        position: &Position<'_>,
        line: Line,
        sets: LineCrossSets<'_>,
    ) {
        if line != self.line.line || self.line.len == 0 {
            self.line.set(position, line, sets);
            self.sums.set(self.rack, &self.line);
        }
    }

    /// Finds the spans around an anchor of the line.
    #[inline(always)]
    pub(super) fn set_anchor(&mut self, anchor: Anchor) {
        let sums = &self.sums;
        // Every play from an empty anchor covers its square.
        self.fewest_left = usize::from(anchor.is_empty);
        self.first = anchor.first + self.fewest_left;
        let usable_left = (sums.usable.0 << (PLACES - self.first.number())).leading_ones() as usize;
        let most_left = usable_left.min(self.first - anchor.leftmost);
        self.left_count = most_left.min(self.rack.len) + 1;

        let (after, blocked) = (anchor.end.next(), !sums.usable & sums.empty);
        let end = after + (blocked.0 >> after.number()).trailing_zeros() as usize;
        self.end = anchor.end;
        self.rank = sums.rank(after);
        self.right_count = (sums.rank(end) - self.rank).min(self.rack.len) + 1;
        if let Some(changes) = self.changes {
            self.set_reach(changes.on(self.line.line), anchor);
        }
    }

    /// Finds the spans around the anchor that contain a changed place.
    fn set_reach(&mut self, changed: PlaceSet, anchor: Anchor) {
        let before = changed.0 & ((1 << anchor.first.number()) - 1);
        let after = changed.0 & u32::MAX << anchor.end.number() << 1;
        self.reach = if changed.0 != before | after {
            [0; 2]
        } else {
            let left = before.checked_ilog2().map(|place| place as usize);
            let right = PlaceSet(after).first();
            [
                left.map_or(PLACES, |left| self.first.number() - left),
                match after {
                    0 => PLACES,
                    // A span up to the empty square before a run includes the run.
                    _ => {
                        self.sums.rank(right) + usize::from(!self.line.is_taken(right)) - self.rank
                    }
                },
            ]
        };
    }

    /// True if no play on this line contains a changed place.
    pub(super) fn is_unchanged(&self, line: Line) -> bool {
        self.changes
            .is_some_and(|changes| changes.on(line).is_empty())
    }

    /// Visits spans around the anchor, each with the letters that blanks may stand for.
    ///
    /// - If `are_bingos`: the spans that may have bingos, whose bounds the visitor may [`tighten`](Self::tighten); none without a
    ///   filter.
    /// - Otherwise: the spans of all other plays (without a filter, of all plays). For each number of tiles to the
    ///   left, visits the spans in descending order of the number of tiles to the right; where the visitor returns
    ///   `false`, skips the spans with fewer tiles to the right.
    #[inline(always)]
    pub(super) fn for_each_span(
        &self,
        are_bingos: bool,
        mut visit: impl FnMut(Span, TileSet) -> bool,
    ) {
        let len = self.rack.len;
        match &self.bingo_filter {
            Some(filter) if are_bingos => {
                let fewest_left = self.fewest_left.max(len + 1 - self.right_count);
                for left_len in fewest_left..self.left_count {
                    if left_len < self.reach[0] && len - left_len < self.reach[1] {
                        continue;
                    }
                    let span = self.span(left_len, len - left_len);
                    let letters = filter.blank_letters(span.covered);
                    if !letters.is_empty() {
                        visit(span, letters);
                    }
                }
            }
            None if are_bingos => {}
            filter => {
                let most = len - usize::from(filter.is_some());
                for left_len in self.fewest_left..self.left_count.min(most + 1) {
                    // A word has at least two tiles, and a play places at least one.
                    let mut fewest_right = usize::from(left_len == self.fewest_left);
                    if left_len < self.reach[0] {
                        fewest_right = fewest_right.max(self.reach[1]);
                    }
                    let right_lens = fewest_right..self.right_count.min(most - left_len + 1);
                    for right_len in right_lens.rev() {
                        if !visit(self.span(left_len, right_len), TileSet::ALL) {
                            break;
                        }
                    }
                }
            }
        }
    }

    /// Adds the pairs of letters that two blanks may stand for in a bingo of the span. Returns the letters of these pairs.
    pub(super) fn add_blank_pairs(&self, span: &Span, pairs: &mut BlankPairs) -> TileSet {
        let Some(filter) = &self.bingo_filter else {
            return TileSet::EMPTY;
        };
        let mut found = TileSet::EMPTY;
        for (pairs, others) in pairs.iter_mut().zip(filter.blank_pairs(span.covered)) {
            *pairs |= others;
            found |= others;
        }
        found
    }

    /// Span with these numbers of tiles.
    #[inline(always)]
    fn span(&self, left_len: usize, right_len: usize) -> Span {
        let (placed, rank) = (left_len + right_len, self.rank + right_len);
        let (first, end) = (self.first - left_len, self.sums.empty_place(rank));
        let sums = self.sums.between(first, end);
        let (letters, word_multiplier) = sums.word();
        let (values, bonus) = self.rack.most(placed);
        Span {
            first,
            last: self.sums.empty_place(rank.wrapping_sub(1)).max(self.end),
            placed,
            word_multiplier,
            score: (values + letters) * word_multiplier + (sums.crosses + bonus),
            covered: sums.covered,
        }
    }

    /// Lowers the bound on the score to the exact highest score if cross-sets are ignored.
    #[inline(always)]
    pub(super) fn tighten(&self, span: &mut Span) {
        let [most, ..] = self.exact_most(span);
        span.score = span.score.min(most);
    }

    /// Highest scores of plays in the span, with at least no, one and two blanks, if cross-sets are ignored.
    ///
    /// Each square multiplies the value of its tile by a constant, for word and cross-word together. The score is
    /// highest if the largest values are on the squares with the largest constants.
    #[inline(never)]
    pub(super) fn exact_most(&self, span: &Span) -> [i32; 3] {
        let (line, rack) = (&self.line, self.rack);
        let word_multiplier = span.word_multiplier;
        let mut score = 0;
        let mut times = [0; Rack::MAX_LEN];
        let mut entries = times.iter_mut();
        let mut place = span.first;
        while place <= span.last || line.is_taken(place) {
            let state = line.at(place);
            if line.is_taken(place) {
                score += state.value * word_multiplier;
            } else if let Some(entry) = entries.next() {
                let cross_multiplier = i32::from(state.cross_multiplier);
                score += state.value * cross_multiplier;
                *entry = i32::from(state.letter_multiplier) * (word_multiplier + cross_multiplier);
            }
            place = place.next();
        }
        if let Some(times) = times.get_mut(..span.placed) {
            sort_descending(times);
        }
        // Where a blank takes the place of the last tile, and of the last two.
        let (mut last, mut last_two) = (0, 0);
        for (times, &value) in times.iter().zip(&rack.values).take(span.placed) {
            score += times * value;
            let loss = times * rack.loss_by_blank(value);
            (last, last_two) = (loss, last + loss);
        }
        rack.with_bonus(span.placed, [score, score - last, score - last_two])
    }
}

#[cfg(test)]
mod tests;
