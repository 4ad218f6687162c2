//! Anchors: where a search for plays starts (Appel and Jacobson 1988, section 3.1.2).
//!
//! Each run of tiles on a line is an anchor, for the plays through it. It replaces two anchors of the paper: the empty
//! squares before and after the run. Gordon (1994, "The move generation algorithm") likewise skips every second square of a
//! sequence of anchor squares. An empty square is an anchor, for the plays that cover it, if a tile lies beside it on a
//! neighbouring line and none next to it on its own line. On an empty board, the start square is the anchor.
//! A search from an anchor does not extend left as far as the previous anchor, so each play is generated once, from its
//! leftmost anchor. The search of all lines at once has a bitboard of starting squares instead of anchors.

use super::place::{Place, PlaceSet};
use crate::game::position::Position;
use crate::game::square::{Direction, Line};

/// A run of tiles, or an empty square that a play must cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Anchor {
    /// First tile of the run, or the square.
    pub(super) first: Place,
    /// Last tile of the run, or the square.
    pub(super) end: Place,
    /// Leftmost place that a play from this anchor may cover.
    pub(super) leftmost: Place,
    /// True for an empty square.
    pub(super) is_empty: bool,
}

impl Anchor {
    pub(super) const NONE: Anchor = Anchor {
        first: Place::OUTSIDE,
        end: Place::OUTSIDE,
        leftmost: Place::OUTSIDE,
        is_empty: true,
    };

    /// Anchor that starts at `first`, on a line with the occupied places `taken`.
    #[inline(always)]
    pub(super) fn new(taken: PlaceSet, first: Place, leftmost: Place) -> Anchor {
        let run_len = (taken.0 >> first.number()).trailing_ones() as usize;
        Anchor {
            first,
            end: first + (run_len.max(1) - 1),
            leftmost,
            is_empty: run_len == 0,
        }
    }

    /// Anchor on an empty board: the start square, if it is on the line. Its leftmost place is the place after the
    /// nearest brick to the left, or the line's first place.
    pub(super) fn opening(position: &Position<'_>, line: Line) -> Option<Anchor> {
        let layout = position.rules().layout();
        let place = Place::on(line, layout.start())?;
        let left = layout.bricks(line).unwrap_or(0) & ((1 << place.offset()) - 1);
        let leftmost = left.checked_ilog2().map_or(0, |brick| brick as usize + 1);
        Some(Anchor {
            first: place,
            end: place,
            leftmost: Place::of_offset(leftmost),
            is_empty: true,
        })
    }
}

/// Anchors of a line, from left to right.
#[derive(Clone, Debug)]
pub(super) struct Anchors {
    taken: PlaceSet,
    /// Places of the anchors to come: occupied places, and empty anchors.
    places: PlaceSet,
    leftmost: Place,
}

impl Anchors {
    /// Anchors of a line with the occupied places `taken`, and the empty places `crossed` beside a neighbouring line's
    /// tile. A brick in `crossed`, away from runs, is an anchor without plays; left parts of the next anchor start
    /// after the brick.
    #[inline]
    pub(super) fn new(taken: PlaceSet, crossed: PlaceSet) -> Anchors {
        Anchors {
            taken,
            // A play that covers a square adjacent to a run extends the run, so the run is its anchor.
            places: taken | crossed & !taken.previous() & !taken.next(),
            leftmost: Place::FIRST,
        }
    }
}

impl Iterator for Anchors {
    type Item = Anchor;

    #[inline]
    fn next(&mut self) -> Option<Anchor> {
        if self.places.is_empty() {
            return None;
        }
        let anchor = Anchor::new(self.taken, self.places.first(), self.leftmost);
        self.places.0 &= u32::MAX << anchor.end.number() << 1;
        self.leftmost = anchor.end + (2 - usize::from(anchor.is_empty));
        Some(anchor)
    }
}

/// Directions of the plays. On an empty board with a symmetric layout, only across: each down play mirrors an across
/// play.
pub(super) fn directions(position: &Position<'_>) -> impl Iterator<Item = Direction> {
    let is_mirrored = position.board().is_empty() && position.rules().layout().is_symmetric();
    let count = if is_mirrored { 1 } else { 2 };
    Direction::ALL.into_iter().take(count)
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    /// Places where the picture of a line shows this sign.
    fn places(picture: &str, sign: char) -> PlaceSet {
        let signs = (1..).zip(picture.chars());
        let places = signs.filter(|&(_, found)| found == sign);
        PlaceSet(places.map(|(place, _)| 1 << place).sum())
    }

    #[test]
    fn anchors_are_runs_and_crossed_squares_away_from_runs() {
        let picture = ".+.##+.+##.+..+";
        let found: Vec<_> = Anchors::new(places(picture, '#'), places(picture, '+')).collect();
        let anchor = |first, end, leftmost, is_empty| Anchor {
            first: Place::new(first),
            end: Place::new(end),
            leftmost: Place::new(leftmost),
            is_empty,
        };
        let expected = [
            anchor(2, 2, 1, true),
            anchor(4, 5, 3, false),
            anchor(9, 10, 7, false),
            anchor(12, 12, 12, true),
            anchor(15, 15, 13, true),
        ];
        assert_eq!(found, expected);
        assert_eq!(Anchors::new(PlaceSet::EMPTY, PlaceSet::EMPTY).next(), None);
    }
}
