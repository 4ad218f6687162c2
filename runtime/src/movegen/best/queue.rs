//! Queue of anchors, ordered by bound.

use super::equity::Evaluator;
use super::heap;
use super::line_bounds::LineBounds;
use crate::game::candidate::Candidate;
use crate::game::position::Position;
use crate::game::square::{Direction, Line, MAX_DIM};
use crate::movegen::anchor::{Anchor, Anchors, directions};
use crate::movegen::cross_set::CrossSets;
use crate::movegen::place::{PLACES, Place, PlaceSet};

/// An anchor to search: for bingos, or for all other plays.
///
/// One number, so that entries compare fast: the bound, and below it the direction and the index of the line, the
/// anchor's first place, its leftmost place, and a bit for bingos.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Entry(i64);

/// Bits of a line index or a place.
const INDEX_BITS: u32 = PLACES.ilog2();

/// Bits below the bound.
const ANCHOR_BITS: u32 = 2 + 3 * INDEX_BITS;

// The bits left hold any score and leave value.
const _: () = assert!((1 << 31) * (Candidate::PER_POINT + 1) <= i64::MAX >> ANCHOR_BITS);

impl Entry {
    const NONE: Entry = Entry(0);

    #[inline(always)]
    fn new(bound: i64, line: Line, anchor: Anchor, is_bingos: bool) -> Entry {
        let mut bits = usize::from(line.direction() == Direction::Down);
        for index in [
            line.index(),
            anchor.first.number(),
            anchor.leftmost.number(),
        ] {
            bits = bits << INDEX_BITS | index;
        }
        bits = bits << 1 | usize::from(is_bingos);
        Entry(bound << ANCHOR_BITS | bits as i64)
    }

    #[inline(always)]
    pub(super) fn bound(self) -> i64 {
        self.0 >> ANCHOR_BITS
    }

    #[inline(always)]
    pub(super) fn line(self) -> Option<Line> {
        let is_down = self.0 >> (ANCHOR_BITS - 1) & 1 != 0;
        let direction = if is_down {
            Direction::Down
        } else {
            Direction::Across
        };
        Line::new(direction, self.index(2))
    }

    /// The anchor, on its line with these occupied places.
    #[inline(always)]
    pub(super) fn anchor(self, taken: PlaceSet) -> Anchor {
        Anchor::new(taken, Place::new(self.index(1)), Place::new(self.index(0)))
    }

    #[inline(always)]
    pub(super) fn is_bingos(self) -> bool {
        self.0 & 1 != 0
    }

    /// One of the three indices, counted from the last.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the low bits are meant")]
    fn index(self, rank: u32) -> usize {
        (self.0 >> (1 + rank * INDEX_BITS)) as usize & (PLACES - 1)
    }
}

/// Max-heap of anchors, ordered by bound. Few are taken out, so they are not sorted.
#[derive(Debug)]
pub(super) struct AnchorQueue {
    entries: [Entry; MAX_ENTRIES],
    len: usize,
}

/// Most anchors of a board. An empty square is an anchor in one direction at most: the tile beside its line in one direction
/// lies on its line in the other. A tile can start two runs, unless the tile to its left does.
const MAX_ANCHORS: usize = MAX_DIM * (MAX_DIM + MAX_DIM.div_ceil(2));

/// Two for each anchor: bingos, and all other plays.
const MAX_ENTRIES: usize = 2 * MAX_ANCHORS;

const _: () = assert!(size_of::<AnchorQueue>() <= 11 << 10);

impl AnchorQueue {
    pub(super) const EMPTY: AnchorQueue = AnchorQueue {
        entries: [Entry::NONE; MAX_ENTRIES],
        len: 0,
    };

    /// Adds all anchors of the position.
    pub(super) fn add_all<E: Evaluator>(
        &mut self,
        bounds: &mut LineBounds<'_, '_>,
        position: &Position<'_>,
        cross_sets: &CrossSets,
        evaluator: &E,
    ) {
        let dimensions = position.rules().layout().dimensions();
        let is_opening = position.board().is_empty();
        for direction in directions(position) {
            for line in dimensions.lines(direction) {
                let Some(sets) = cross_sets.line(line) else {
                    continue;
                };
                let opening = is_opening
                    .then(|| Anchor::opening(position, line))
                    .flatten();
                if opening.is_none() && (sets.taken | sets.crossed).is_empty() {
                    continue;
                }
                bounds.set_line(position, line, sets);
                for anchor in Anchors::new(sets.taken, sets.crossed).chain(opening) {
                    self.add_anchor(bounds, anchor, evaluator);
                }
            }
        }
        for index in (0..self.len / 2).rev() {
            self.lower(index);
        }
    }

    /// Adds an anchor, unless no play can be made from it.
    #[inline(always)]
    fn add_anchor<E: Evaluator>(
        &mut self,
        bounds: &mut LineBounds<'_, '_>,
        anchor: Anchor,
        evaluator: &E,
    ) {
        bounds.set_anchor(anchor);
        let line = bounds.line.line;
        if let Some(bound) = bounds.bound_without_bingos(evaluator) {
            self.push(Entry::new(bound, line, anchor, false));
        }
        if let Some(bound) = bounds.bound_of_bingos(evaluator) {
            self.push(Entry::new(bound, line, anchor, true));
        }
    }

    #[inline(always)]
    fn push(&mut self, entry: Entry) {
        if let Some(slot) = self.entries.get_mut(self.len) {
            *slot = entry;
            self.len += 1;
        }
    }

    /// Takes out the entry with the highest bound.
    pub(super) fn pop(&mut self) -> Option<Entry> {
        let last = self.len.checked_sub(1)?;
        let [best, ..] = self.entries;
        heap::swap(&mut self.entries, 0, last);
        self.len = last;
        self.lower(0);
        Some(best)
    }

    /// Moves the entry at an index down to its place.
    fn lower(&mut self, index: usize) {
        if let Some(entries) = self.entries.get_mut(..self.len) {
            heap::lower(entries, index, |a, b| a > b);
        }
    }
}

#[cfg(test)]
mod tests {
    use lexc_formats::raw::node::{FastNodes, NodeRef};
    use lexc_formats::{Image, PlacedTile, Tile};

    use super::*;
    use crate::game::board::Board;
    use crate::game::rack::Rack;
    use crate::game::rules::Rules;
    use crate::lexicon::automaton::Automaton;
    use crate::movegen::best::bingo_filter::BingoFilter;
    use crate::movegen::best::equity::ByScore;
    use crate::movegen::best::rack_values::RackValues;
    use crate::movegen::cross_set::RunWalker;
    use crate::testing::{EVERY_STRING, english, yes_to_everything};

    /// Every second square of every second row is occupied, on the largest board: each tile is a run twice, and the squares
    /// beside it are anchors. Nearly every anchor has bingos, too.
    #[test]
    fn holds_all_anchors_of_any_board() {
        let rules = Rules::super_board(english()).with_rack_size(3);
        let mut board = Board::new(rules.layout().dimensions());
        for square in board.dimensions().squares() {
            if square.row() % 2 == 1 && square.col() % 2 == 1 {
                let tile = Tile::FIRST;
                board.set(square, Some(PlacedTile::letter(tile))).unwrap();
            }
        }
        let rack = Rack::parse("ABC", english()).unwrap();
        let position = Position::try_new(board, rack, &rules).unwrap();
        let nodes = FastNodes::<1>::without_codes(&EVERY_STRING);
        let mut cross_sets = CrossSets::new(&rules);
        let automaton = Automaton::Gaddag(NodeRef::from_unit(12));
        cross_sets.add_all(RunWalker::new(nodes, automaton), &position);
        let bytes = yes_to_everything();
        let image = Image::from_bytes_unvalidated(&bytes).unwrap();
        let values = RackValues::new(&rack, &rules);
        let mut bounds = LineBounds::new(&values, BingoFilter::new(&image, &position));
        let mut queue = AnchorQueue::EMPTY;
        let mut slots = [None];
        let evaluator = ByScore::new(&mut slots);
        queue.add_all(&mut bounds, &position, &cross_sets, &evaluator);
        // A full queue may have dropped some.
        assert!((700..MAX_ENTRIES).contains(&queue.len));
    }
}
