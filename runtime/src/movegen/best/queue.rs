//! Queue of anchors, ordered by bound.

use super::bound::Bounds;
use super::equity::Evaluator;
use super::heap;
use crate::game::candidate::Candidate;
use crate::game::position::Position;
use crate::game::square::{Direction, Line, MAX_DIM};
use crate::movegen::anchor::{Anchor, Anchors, directions};
use crate::movegen::cross_set::CrossSets;
use crate::movegen::place::{PLACES, Place, PlaceSet};

/// An anchor to search: for bingos, or for all other plays (without a bingo filter, for all plays).
///
/// One integer, so that entries compare fast: the bound, and in lower bits the direction and the index of the line, the
/// anchor's first place, its leftmost place, and a bit for bingos.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Entry(i64);

/// Number of bits of a line index or a place.
const INDEX_BITS: u32 = PLACES.ilog2();

/// Number of bits below the bound.
const ANCHOR_BITS: u32 = 2 + 3 * INDEX_BITS;

// The bits above the low `ANCHOR_BITS` hold any bound: score, in thousandths of a point, plus leave value.
const _: () = assert!((1 << 31) * (Candidate::PER_POINT + 1) <= i64::MAX >> ANCHOR_BITS);

impl Entry {
    #[inline(always)]
    fn new(bound: i64, line: Line, anchor: Anchor, are_bingos: bool) -> Entry {
        let (first, leftmost) = (anchor.first.number(), anchor.leftmost.number());
        let mut bits = usize::from(line.direction() == Direction::Down);
        for index in [line.index(), first, leftmost] {
            bits = bits << INDEX_BITS | index;
        }
        bits = bits << 1 | usize::from(are_bingos);
        Entry(bound << ANCHOR_BITS | bits as i64)
    }

    #[inline(always)]
    pub(super) fn bound(self) -> i64 {
        self.0 >> ANCHOR_BITS
    }

    #[inline(always)]
    pub(super) fn line(self) -> Line {
        let is_down = self.0 >> (ANCHOR_BITS - 1) & 1 != 0;
        let direction = if is_down {
            Direction::Down
        } else {
            Direction::Across
        };
        Line::new(direction, self.index(2)).unwrap_or(Line::FIRST)
    }

    /// The anchor. The occupied places of its line are `taken`.
    #[inline(always)]
    pub(super) fn anchor(self, taken: PlaceSet) -> Anchor {
        Anchor::new(taken, Place::new(self.index(1)), Place::new(self.index(0)))
    }

    #[inline(always)]
    pub(super) fn are_bingos(self) -> bool {
        self.0 & 1 != 0
    }

    /// Leftmost place (`rank` 0), first place (`rank` 1) or index of the line (`rank` 2).
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the low bits are meant")]
    fn index(self, rank: u32) -> usize {
        (self.0 >> (1 + rank * INDEX_BITS)) as usize & (PLACES - 1)
    }
}

/// Max-heap of anchors, ordered by bound. Few anchors are popped, so sorting all would cost more.
#[derive(Debug)]
pub(super) struct AnchorQueue {
    entries: [Entry; MAX_ENTRIES],
    len: usize,
}

/// Upper bound on the number of anchors of a board. An empty square is an anchor in at most one direction: of its row
/// if it touches tiles only above or below, of its column if it touches tiles only to the left or right. A tile starts
/// at most two runs, and at most one if a tile lies to its left; so at most every second square of a row counts twice.
const MAX_ANCHORS: usize = MAX_DIM * (MAX_DIM + MAX_DIM.div_ceil(2));

/// Two entries for each anchor: bingos, and all other plays.
const MAX_ENTRIES: usize = 2 * MAX_ANCHORS;

const _: () = assert!(size_of::<AnchorQueue>() <= 11 << 10);

impl AnchorQueue {
    pub(super) const EMPTY: AnchorQueue = AnchorQueue {
        entries: [Entry(0); MAX_ENTRIES],
        len: 0,
    };

    /// Replaces the entries with all anchors of the position.
    pub(super) fn add_all<E: Evaluator>(
        &mut self,
        bounds: &mut Bounds<'_>,
        position: &Position<'_>,
        cross_sets: &CrossSets,
        evaluator: &E,
    ) {
        self.len = 0;
        let is_opening = position.board().is_empty();
        for direction in directions(position) {
            for line in position.board().dimensions().lines(direction) {
                let Some(sets) = cross_sets.line(line).filter(|_| !bounds.is_unchanged(line))
                else {
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
                    bounds.set_anchor(anchor);
                    self.add(bounds, anchor, false, evaluator);
                    self.add(bounds, anchor, true, evaluator);
                }
            }
        }
        if let Some(entries) = self.entries.get_mut(..self.len) {
            heap::make(entries, Entry::gt);
        }
    }

    /// Adds an entry for the bingos or the other plays of an anchor, if the anchor has a span for them.
    #[inline(always)]
    fn add<E: Evaluator>(
        &mut self,
        bounds: &Bounds<'_>,
        anchor: Anchor,
        are_bingos: bool,
        evaluator: &E,
    ) {
        let never_loses = bounds.rack.never_loses;
        // Lower than every bound.
        let mut highest = i64::MIN;
        bounds.for_each_span(are_bingos, |mut span, _| {
            let mut bound = evaluator.span_bound(&span);
            if are_bingos && bound > highest {
                bounds.tighten(&mut span);
                bound = evaluator.span_bound(&span);
            }
            highest = highest.max(bound);
            !never_loses || evaluator.shorter_bound(&span) > highest
        });
        if highest > i64::MIN
            && let Some(slot) = self.entries.get_mut(self.len)
        {
            *slot = Entry::new(highest, bounds.line.line, anchor, are_bingos);
            self.len += 1;
        }
    }

    /// Takes out the entry with the highest bound.
    pub(super) fn pop(&mut self) -> Option<Entry> {
        let (best, rest) = heap::pop(self.entries.get_mut(..self.len)?, Entry::gt)?;
        self.len = rest.len();
        Some(*best)
    }
}

#[cfg(test)]
mod tests {
    use lexc_formats::raw::node::{FastNodes, NodeRef};
    use lexc_formats::{Checks, Image, PlacedTile, Tile};

    use super::*;
    use crate::game::board::Board;
    use crate::game::rack::Rack;
    use crate::game::rules::Rules;
    use crate::lexicon::automaton::Automaton;
    use crate::movegen::best::bingo_filter::BingoFilter;
    use crate::movegen::best::equity::ByScore;
    use crate::movegen::best::sums::RackValues;
    use crate::movegen::cross_set::RunWalker;
    use crate::movegen::in_view::InView;
    use crate::testing::{EVERY_STRING, english, yes_to_everything};

    /// Every second square of every second row is occupied, on the largest board: each tile is a run in both directions, and
    /// the squares beside it are anchors. Nearly every anchor has bingos, too.
    #[test]
    fn holds_all_anchors_of_a_board_with_many() {
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
        cross_sets.add_all(RunWalker::new(nodes, automaton, None), &position);
        let bytes = yes_to_everything();
        let image = Image::open(&bytes, Checks::Bounds).unwrap();
        let values = RackValues::new(&position);
        let filter = BingoFilter::new(&image, &position);
        let mut bounds = Bounds::new(&values, filter.as_ref(), None);
        let mut queue = AnchorQueue::EMPTY;
        let mut slots = [None];
        let evaluator = ByScore::new(&mut slots, InView::default());
        queue.add_all(&mut bounds, &position, &cross_sets, &evaluator);
        // A full queue may have dropped entries.
        assert!((700..MAX_ENTRIES).contains(&queue.len));
    }
}
