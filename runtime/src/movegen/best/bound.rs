//! Bounds on the scores of an anchor's plays.
//!
//! A play covers the nearest empty squares on both sides of its anchor. The number of tiles left and right of it, its
//! *span*, decides these squares, the runs between them, the word multiplier and the cross-words. Only the order of the
//! tiles is open. The bound assumes that
//!
//! - the tiles of the largest values are placed, each counted once;
//! - each square with a letter premium or a cross-word has the largest value that fits it.
//!
//! Example: the rack AEIQRT? and seven squares in a row, one with a double letter and one with a double word. The tiles are
//! worth 15 points, with the double letter 25, doubled 50. No play of all seven tiles there scores more than 50 and the
//! bonus.
//!
//! Only the prefix sums of the line look at the squares; each span is bounded by the difference of two of them.

use lexc_formats::AnagramKey;

use super::line_sums::LineSums;
use super::rack_values::RackValues;
use crate::movegen::anchor::Anchor;
use crate::movegen::place::{PLACES, Place};

/// Spans around an anchor, within the squares and the rack.
#[derive(Clone, Debug)]
pub(super) struct Spans {
    /// First place of a word without a tile to the left.
    first: Place,
    fewest_left: usize,
    /// Most tiles to the left and 1; an empty anchor counts as left.
    left_count: usize,
    /// Most tiles to the right and 1.
    right_count: usize,
    /// Last place of the anchor.
    end: Place,
    /// Number of empty places up to the anchor's end.
    rank: usize,
}

impl Spans {
    pub(super) const NONE: Spans = Spans {
        first: Place::OUTSIDE,
        fewest_left: 0,
        left_count: 0,
        right_count: 0,
        end: Place::OUTSIDE,
        rank: 0,
    };

    /// Sets the spans to those around an anchor. In place, which saves copies.
    #[inline(always)]
    pub(super) fn set(&mut self, rack: &RackValues, line: &LineSums, anchor: Anchor) {
        // The square of an empty anchor is covered first.
        self.fewest_left = usize::from(anchor.is_empty);
        self.first = anchor.first + self.fewest_left;
        let usable_left = (line.usable.0 << (PLACES - self.first.number())).leading_ones() as usize;
        let most_left = usable_left.min(self.first - anchor.leftmost).min(rack.len);
        self.left_count = most_left + 1;

        let (after, blocked) = (anchor.end.next(), !line.usable & line.empty);
        let end = after + (blocked.0 >> after.number()).trailing_zeros() as usize;
        self.end = anchor.end;
        self.rank = line.rank(after);
        self.right_count = (line.rank(end) - self.rank).min(rack.len) + 1;
    }

    /// Visits the spans of up to `most` tiles: for each number to the left the numbers to the right, the largest first, while
    /// the visitor returns `true`.
    #[inline(always)]
    pub(super) fn for_each(
        &self,
        rack: &RackValues,
        line: &LineSums,
        most: usize,
        mut visit: impl FnMut(Span) -> bool,
    ) {
        for left_len in self.fewest_left..self.left_count.min(most + 1) {
            // A word has at least two tiles.
            let fewest_right = usize::from(left_len == self.fewest_left);
            let right_lens = fewest_right..self.right_count.min(most - left_len + 1);
            for right_len in right_lens.rev() {
                let span = self.span(rack, line, left_len, right_len);
                if span.is_some_and(|span| !visit(span)) {
                    break;
                }
            }
        }
    }

    /// Visits the longest span of up to `most` tiles for each number to the left.
    #[inline(always)]
    pub(super) fn for_each_longest(
        &self,
        rack: &RackValues,
        line: &LineSums,
        most: usize,
        mut visit: impl FnMut(Span),
    ) {
        for left_len in self.fewest_left..self.left_count.min(most + 1) {
            let right_len = (most - left_len).min(self.right_count - 1);
            // A word has at least two tiles.
            if (left_len > self.fewest_left || right_len > 0)
                && let Some(span) = self.span(rack, line, left_len, right_len)
            {
                visit(span);
            }
        }
    }

    /// Visits the spans of all tiles of the rack for which `ask` has an answer, given the tiles covered. Asks once for
    /// successive spans that cover the same tiles.
    #[inline(always)]
    pub(super) fn for_each_with_all<A: Copy>(
        &self,
        rack: &RackValues,
        line: &LineSums,
        mut ask: impl FnMut(AnagramKey) -> Option<A>,
        mut visit: impl FnMut(Span, A),
    ) {
        // A word has at least two tiles.
        if rack.len < 2 && self.fewest_left > 0 {
            return;
        }
        let mut latest = None;
        let fewest_left = self.fewest_left.max(rack.len + 1 - self.right_count);
        for left_len in fewest_left..self.left_count {
            let Some(span) = self.span(rack, line, left_len, rack.len - left_len) else {
                continue;
            };
            let answer = match latest {
                Some((covered, answer)) if covered == span.covered => answer,
                _ => ask(span.covered),
            };
            latest = Some((span.covered, answer));
            if let Some(answer) = answer {
                visit(span, answer);
            }
        }
    }

    /// Span with these numbers of tiles; `None` if the rack has fewer.
    #[inline(always)]
    fn span(
        &self,
        rack: &RackValues,
        line: &LineSums,
        left_len: usize,
        right_len: usize,
    ) -> Option<Span> {
        let first = self.first - left_len;
        let next = self.rank + right_len;
        let sums = line.between(first, line.empty_place(next));
        let (letters, word_multiplier) = sums.word();
        let placed = left_len + right_len;
        let &(sum, bonus) = rack.sums.get(placed)?;
        Some(Span {
            first,
            last: line.empty_place(next.wrapping_sub(1)).max(self.end),
            placed,
            score: (sum + letters) * word_multiplier + (sums.crosses + bonus),
            covered: sums.covered,
        })
    }
}

/// Squares that a play covers: a number of tiles left and right of an anchor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// Place of the word's first tile.
    pub(super) first: Place,
    /// Place of the last tile placed right of the anchor; the anchor's last place if there is none.
    pub(super) last: Place,
    /// Number of tiles placed.
    pub(super) placed: usize,
    /// Bound on the score.
    pub(super) score: i32,
    /// Tiles on the board in the word.
    pub(super) covered: AnagramKey,
}
