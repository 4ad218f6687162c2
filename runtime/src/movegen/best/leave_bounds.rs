//! Upper bounds on the values of the leaves of plays.
//!
//! The bound on the score of a span assumes that the tiles of the largest values are placed. A play that places other
//! tiles, to keep a better leave, has a *loss of score*: the sum of the largest values less the sum of its own tiles'
//! values, times the word multiplier. Its score is below that bound by at least this loss. So the bound on equity is
//! the bound on the score plus the maximum, over all leaves, of the leave's value less the loss of score.
//!
//! Example: the rack CEIRSS? and two tiles in a word that counts double. C and another letter have the largest values, 4
//! points together. Plays that keep the C and place two of E, I, R and S score at least 4 points less than the bound.
//!
//! The value of a leave depends most of all on its blanks. So there are bounds for plays that place at least 0, at
//! least 1 and at least 2 blanks. From an anchor, the search places at most the number of blanks with which a play
//! there may still reach the threshold.

use lexc_formats::PlacedTile;

use super::bound::Span;
use super::rack_leaves::RackLeaves;
use super::sums::{COUNTS, RackValues};
use crate::game::candidate::Candidate;
use crate::game::leaves::MAX_TABULATED_LEAVES;
use crate::game::position::Position;
use crate::game::rack_tile::RackTile;

/// Bounds on the leave values of the plays of a rack, in thousandths of a point. If the leaves are tabulated and
/// [`BOUNDS_SPANS`] is true, an entry for plays that the rack cannot make is [`i32::MIN`]. Otherwise, every entry is a
/// bound on the values of all leaves.
#[derive(Debug)]
pub(super) struct LeaveBounds {
    /// By number of tiles placed: the highest leave values of the plays that place at least 0, at least 1 and at least 2 blanks.
    highest: [[i32; BLANKS]; COUNTS],
    /// At index *n*: the highest leave value, less the loss of score, of the plays that place fewer than *n* tiles. The
    /// loss is relative to the bound on the score of a span of *n* tiles.
    below: [i32; COUNTS],
    /// By number of tiles placed, and by word multiplier less 1: the highest leave values, less the loss of score, of
    /// the plays that place at least 0, at least 1 and at least 2 blanks.
    spans: [[[i32; BLANKS]; MULTIPLIERS]; COUNTS],
    /// True if the rack has a blank.
    has_blanks: bool,
}

/// True with the feature `speed`. Small programs do not bound the leave values by span.
const BOUNDS_SPANS: bool = cfg!(feature = "speed");

/// Largest word multiplier with bounds of its own. A larger one takes these bounds. They are still upper bounds: a larger
/// multiplier only adds loss.
const MOST_MULTIPLIER: i32 = 4;

/// Number of word multipliers with bounds of their own.
const MULTIPLIERS: usize = if BOUNDS_SPANS {
    MOST_MULTIPLIER as usize
} else {
    0
};

/// Number of bounds by blanks placed: at least 0, at least 1, at least 2.
const BLANKS: usize = 3;

/// Largest number of different tiles on a rack with tabulated leaves: each different tile at least doubles the number
/// of leaves.
const DIFFERENT: usize = MAX_TABULATED_LEAVES.ilog2() as usize;

/// Equity of a point.
#[expect(clippy::cast_possible_truncation, reason = "1,000")]
const PER_POINT: i32 = Candidate::PER_POINT as i32;

/// Lowest leave value in the bounds: lower values count as this one.
const LOWEST: i32 = i32::MIN / 2;

/// Largest difference of values in the bounds, in points: larger differences count as this one. Converted to
/// thousandths and multiplied by [`MOST_MULTIPLIER`], it can be subtracted from [`LOWEST`] without overflow.
const MOST_POINTS: i32 = -(LOWEST / PER_POINT) / MOST_MULTIPLIER;

impl LeaveBounds {
    pub(super) fn new(
        position: &Position<'_>,
        rack: &RackValues,
        leaves: &RackLeaves<'_>,
    ) -> LeaveBounds {
        let bound = match leaves.tabulated() {
            Some(_) if BOUNDS_SPANS => i32::MIN,
            Some(values) => values.iter().copied().fold(i32::MIN, i32::max),
            None => leaves.bound(),
        };
        let mut this = LeaveBounds {
            highest: [[bound; BLANKS]; COUNTS],
            below: [bound; COUNTS],
            spans: [[[bound; BLANKS]; MULTIPLIERS]; COUNTS],
            has_blanks: position.rack().blanks() > 0,
        };
        if BOUNDS_SPANS && let Some(values) = leaves.tabulated() {
            let mut taken = TakenTiles::new(position);
            for &leave in values {
                let (most, _) = rack.most(taken.len());
                this.raise(&taken, leave, most - taken.points());
                taken.advance();
            }
            if this.has_blanks {
                this.include_more_blanks();
            }
            this.set_below(rack);
        }
        this
    }

    /// Raises the bound in `highest` to the value of a leave, and the bounds in `spans` to that value less the loss of
    /// score, where they are lower. The loss is `difference`, in points, times the word multiplier.
    #[inline(always)]
    fn raise(&mut self, taken: &TakenTiles, leave: i32, difference: i32) {
        let (placed, blanks) = (taken.len(), taken.blanks().min(BLANKS - 1));
        let difference = difference.min(MOST_POINTS) * PER_POINT;
        let mut bound = leave.max(LOWEST);
        #[expect(
            clippy::indexing_slicing,
            reason = "the mask keeps the index in range, and there are three numbers of blanks"
        )]
        {
            let highest = &mut self.highest[placed & (COUNTS - 1)][blanks];
            *highest = bound.max(*highest);
            for entries in &mut self.spans[placed & (COUNTS - 1)] {
                bound -= difference;
                entries[blanks] = bound.max(entries[blanks]);
            }
        }
    }

    /// Turns the bounds on plays with exactly 0 and exactly 1 blank into bounds for at least 0 and at least 1 blank.
    fn include_more_blanks(&mut self) {
        for [any, one, two] in self.spans.iter_mut().flatten().chain(&mut self.highest) {
            *one = (*one).max(*two);
            *any = (*any).max(*one);
        }
    }

    /// Sets the bounds on plays that place fewer tiles. The bound on the score is smaller for a shorter span: by at least
    /// the values of the tiles that the span lacks, and their bonus. If a tile or the bonus costs points, this may not
    /// hold, and the search does not use these bounds (`never_loses`).
    #[expect(clippy::cast_possible_truncation, reason = "within the limits of i32")]
    fn set_below(&mut self, rack: &RackValues) {
        let mut highest = i64::from(i32::MIN);
        for (placed, (below, row)) in self.below.iter_mut().zip(&self.spans).enumerate() {
            let (points, bonus) = rack.most(placed.min(rack.len));
            let score = Candidate::PER_POINT * (i64::from(points) + i64::from(bonus));
            *below = (highest - score).clamp(i32::MIN.into(), i32::MAX.into()) as i32;
            if let Some(&[any, ..]) = row.first() {
                highest = highest.max(i64::from(any) + score);
            }
        }
    }

    /// Highest value of a leave after a play of this number of tiles, at least `blanks` of them blanks.
    #[inline(always)]
    pub(super) fn highest(&self, placed: usize, blanks: u8) -> i32 {
        #[expect(
            clippy::indexing_slicing,
            reason = "the mask keeps the index in range, and there are three numbers of blanks"
        )]
        self.highest[placed & (COUNTS - 1)][usize::from(blanks).min(BLANKS - 1)]
    }

    /// Bound on the leave values, less the loss of score, of the plays in a span.
    #[inline(always)]
    pub(super) fn span(&self, span: &Span) -> i32 {
        let [any, ..] = self.by_blanks(span);
        any
    }

    /// Bound for the plays in shorter spans, relative to the bound on the score of this span.
    #[inline(always)]
    pub(super) fn below(&self, span: &Span) -> i32 {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index in range")]
        self.below[span.placed & (COUNTS - 1)]
    }

    /// Largest number of blanks for which `is_enough` accepts the span's bound; `u8::MAX` stands for 2 or more. `None`
    /// if it accepts no bound.
    #[inline(always)]
    pub(super) fn most_blanks(&self, span: &Span, is_enough: impl Fn(i32) -> bool) -> Option<u8> {
        let [any, one, two] = self.by_blanks(span);
        if !is_enough(any) {
            None
        } else if self.has_blanks && is_enough(two) {
            Some(u8::MAX)
        } else {
            Some(u8::from(self.has_blanks && is_enough(one)))
        }
    }

    /// Bounds for the plays in a span that place at least 0, at least 1 and at least 2 blanks.
    #[inline(always)]
    fn by_blanks(&self, span: &Span) -> [i32; BLANKS] {
        let multiplier = span.word_multiplier.clamp(1, MOST_MULTIPLIER);
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index in range")]
        let row = &self.spans[span.placed & (COUNTS - 1)];
        #[expect(clippy::cast_sign_loss, reason = "at least 1")]
        let bounds = row.get(multiplier as usize - 1);
        bounds.copied().unwrap_or([i32::MAX; BLANKS])
    }
}

/// Tiles taken from a rack. Enumerates the ways to take tiles, in the order of the tabulated leaves.
struct TakenTiles {
    /// Sum of the [`term`]s of the tiles taken.
    sum: i64,
    /// A digit for each different tile of the rack, the lowest digit first.
    digits: [Digit; DIFFERENT],
}

/// Number of tiles taken of one kind.
#[derive(Clone, Copy, Default)]
struct Digit {
    taken: u8,
    /// Number on the rack.
    count: u8,
    /// Term of a tile of this kind.
    one: i64,
    /// Sum of the terms of all tiles of this kind.
    all: i64,
}

impl TakenTiles {
    fn new(position: &Position<'_>) -> TakenTiles {
        let rules = position.rules();
        let mut digits = [Digit::default(); DIFFERENT];
        for (digit, (tile, count)) in digits.iter_mut().zip(position.rack().counts()) {
            let one = match tile {
                RackTile::Letter(tile) => term(rules.value(PlacedTile::letter(tile)), 0),
                RackTile::Blank => term(rules.blank_value(), 1),
            };
            let count = u8::try_from(count).unwrap_or(u8::MAX);
            let all = one.wrapping_mul(count.into());
            *digit = Digit {
                taken: 0,
                count,
                one,
                all,
            };
        }
        TakenTiles { sum: 0, digits }
    }

    /// Selects the next way to take tiles; after the last way, the first, which takes no tiles.
    #[inline(always)]
    fn advance(&mut self) {
        for digit in &mut self.digits {
            if digit.taken < digit.count {
                digit.taken += 1;
                self.sum = self.sum.wrapping_add(digit.one);
                return;
            }
            digit.taken = 0;
            self.sum = self.sum.wrapping_sub(digit.all);
        }
    }

    /// Number of tiles.
    fn len(&self) -> usize {
        let [len, ..] = self.sum.to_le_bytes();
        len.into()
    }

    /// Number of blanks.
    fn blanks(&self) -> usize {
        let [_, blanks, ..] = self.sum.to_le_bytes();
        blanks.into()
    }

    /// Sum of the values.
    fn points(&self) -> i32 {
        (self.sum >> 32) as i32
    }
}

/// The number that a tile adds to the field `sum` of [`TakenTiles`]. Bits 0 to 7 of the sum count tiles, bits 8 to 15
/// blanks; bits 32 to 63 hold points.
fn term(value: i32, blanks: i64) -> i64 {
    i64::from(value) << 32 | blanks << 8 | 1
}
