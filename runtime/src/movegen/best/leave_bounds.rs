//! Upper bounds on the values of the leaves of plays.
//!
//! The bound on the score of a span assumes that the tiles of the largest values are placed. A play that places other tiles, to
//! keep a better leave, scores less than that bound, at least by the difference of the values times the word multiplier. So
//! the bound on equity is the bound on the score plus the maximum, over all leaves, of *the leave's value less that loss*.
//!
//! Example: the rack CEIRSS? and two tiles in a word that counts double. C and another letter have the largest values, 4
//! points together. Plays that keep the C and place two of E, I, R and S score at least 4 points less than the bound.
//!
//! The value of a leave depends most of all on its blanks. So the bounds are by number of blanks placed, and the search from an
//! anchor places at most as many blanks as some play there can place and still reach the threshold.

use lexc_formats::PlacedTile;

use super::bound::Span;
use super::rack_leaves::RackLeaves;
use super::sums::{COUNTS, RackValues};
use crate::game::candidate::Candidate;
use crate::game::leaves::MAX_TABULATED_LEAVES;
use crate::game::position::Position;
use crate::game::premium::Premium;
use crate::game::rack::RackTile;

/// Bounds on the leave values of the plays of a rack, in thousandths of a point. With tabulated leaves, an entry without leaves
/// is [`i32::MIN`]; without tabulated leaves, every entry is the bound on all leaves.
#[derive(Debug)]
pub(super) struct LeaveBounds {
    /// Highest value by number of tiles placed.
    highest: [i32; COUNTS],
    /// By number of tiles, the highest value less loss of score of the plays that place fewer, for every word multiplier.
    below: [i32; COUNTS],
    /// By number of blanks placed, number of tiles placed and word multiplier, from 1 on: the highest value less loss of score.
    spans: [[[i32; MULTIPLIERS]; COUNTS]; BLANKS],
    /// Largest index of `spans` for the rack.
    blanks: usize,
}

/// Number of word multipliers with bounds of their own: 1 to the largest of a single square. Larger products, of several
/// squares, take the bounds of that largest one, which are no lower. 0 in small programs, which do not bound spans.
const MULTIPLIERS: usize = if cfg!(feature = "speed") {
    Premium::MAX_MULTIPLIER as usize
} else {
    0
};

/// Numbers of blanks with bounds of their own: 0, 1, and 2 or more.
const BLANKS: usize = 3;

/// Largest number of different tiles on a rack with tabulated leaves: each of them at least doubles the number of leaves.
const DIFFERENT: usize = MAX_TABULATED_LEAVES.ilog2() as usize;

/// Equity of a point.
#[expect(clippy::cast_possible_truncation, reason = "1,000")]
const PER_POINT: i32 = Candidate::PER_POINT as i32;

impl LeaveBounds {
    pub(super) fn new(position: &Position<'_>, leaves: &RackLeaves<'_>) -> LeaveBounds {
        let bound = match leaves.tabulated() {
            Some(_) => i32::MIN,
            None => leaves.bound(),
        };
        let mut this = LeaveBounds {
            highest: [bound; COUNTS],
            below: [bound; COUNTS],
            spans: [[[bound; MULTIPLIERS]; COUNTS]; BLANKS],
            blanks: position.rack().blanks().min(BLANKS - 1),
        };
        if let Some(values) = leaves.tabulated() {
            let rack_values = RackValues::new(position);
            let mut taken = TakenTiles::new(position);
            for &leave in values {
                let (most, _) = rack_values.most(taken.len);
                this.raise(&taken, leave, most - taken.points);
                taken.advance();
            }
            let mut highest = i32::MIN;
            for below in &mut this.below {
                highest = core::mem::replace(below, highest).max(highest);
            }
        }
        this
    }

    /// Raises the bounds to the value of a leave, less the loss of score: `difference`, in points, times the word multiplier.
    #[inline(always)]
    fn raise(&mut self, taken: &TakenTiles, leave: i32, difference: i32) {
        let difference = difference.saturating_mul(PER_POINT);
        let (placed, blanks) = (taken.len, taken.blanks.min(BLANKS - 1));
        let mut bound = leave.saturating_sub(difference);
        if let (Some(highest), Some(below)) =
            (self.highest.get_mut(placed), self.below.get_mut(placed))
        {
            *highest = leave.max(*highest);
            *below = bound.max(*below);
        }
        if let Some(row) = self
            .spans
            .get_mut(blanks)
            .and_then(|counts| counts.get_mut(placed))
        {
            for entry in row {
                *entry = bound.max(*entry);
                bound = bound.saturating_sub(difference);
            }
        }
    }

    /// Highest value of a leave after this number of tiles.
    #[inline(always)]
    pub(super) fn highest(&self, placed: usize) -> i32 {
        self.highest.get(placed).copied().unwrap_or(i32::MAX)
    }

    /// Bound for the plays in a span.
    #[inline(always)]
    pub(super) fn span(&self, span: &Span) -> i32 {
        let bounds = (0..=self.blanks).map(|blanks| self.span_with(blanks, span));
        bounds.fold(i32::MIN, i32::max)
    }

    /// Bound for all plays in shorter spans.
    #[inline(always)]
    pub(super) fn below(&self, span: &Span) -> i32 {
        self.below.get(span.placed).copied().unwrap_or(i32::MAX)
    }

    /// Largest number of blanks of the plays in a span with a bound of at least `least`; `None` if there are no such plays.
    #[inline(always)]
    pub(super) fn most_blanks(&self, span: &Span, least: i64) -> Option<u8> {
        let reaches = |&blanks: &usize| i64::from(self.span_with(blanks, span)) >= least;
        let blanks = (0..=self.blanks).rev().find(reaches)?;
        Some(match blanks {
            0 => 0,
            1 => 1,
            _ => u8::MAX,
        })
    }

    #[inline(always)]
    fn span_with(&self, blanks: usize, span: &Span) -> i32 {
        let row = self
            .spans
            .get(blanks)
            .and_then(|counts| counts.get(span.placed));
        let multiplier = span.word_multiplier.clamp(1, Premium::MAX_MULTIPLIER);
        #[expect(clippy::cast_sign_loss, reason = "at least 1")]
        let bound = row.and_then(|row| row.get(multiplier as usize - 1));
        bound.copied().unwrap_or(i32::MAX)
    }
}

/// Tiles taken from a rack. Enumerates the ways to take tiles in the order of the tabulated leaves.
struct TakenTiles {
    len: usize,
    blanks: usize,
    /// Sum of the values.
    points: i32,
    /// A digit for each different tile of the rack, the lowest first.
    digits: [Digit; DIFFERENT],
}

/// Number of tiles taken of one kind.
#[derive(Clone, Copy, Default)]
struct Digit {
    taken: u8,
    /// Number on the rack.
    count: u8,
    /// Value of the tile in points.
    value: i32,
    is_blank: bool,
}

impl TakenTiles {
    fn new(position: &Position<'_>) -> TakenTiles {
        let rules = position.rules();
        let mut digits = [Digit::default(); DIFFERENT];
        for (digit, (tile, count)) in digits.iter_mut().zip(position.rack().different_tiles()) {
            *digit = Digit {
                taken: 0,
                count: u8::try_from(count).unwrap_or(u8::MAX),
                value: match tile {
                    RackTile::Letter(tile) => rules.value(PlacedTile::letter(tile)),
                    RackTile::Blank => rules.blank_value(),
                },
                is_blank: tile == RackTile::Blank,
            };
        }
        TakenTiles {
            len: 0,
            blanks: 0,
            points: 0,
            digits,
        }
    }

    /// Takes the next tiles; after the last way, none.
    #[inline(always)]
    fn advance(&mut self) {
        for digit in &mut self.digits {
            if digit.taken < digit.count {
                digit.taken += 1;
                self.len += 1;
                self.blanks += usize::from(digit.is_blank);
                self.points += digit.value;
                return;
            }
            self.len -= usize::from(digit.taken);
            self.points -= digit.value * i32::from(digit.taken);
            digit.taken = 0;
        }
        self.blanks = 0;
    }
}
