//! What there is to search for the best plays: where, and what it can be worth at most.

use super::bingos::Bingos;
use super::bound::{LineSums, RackValues, Way, Ways};
use super::cross_checks::{CrossChecks, LineChecks};
use super::heap;
use super::judge::Judge;
use super::line::{LineState, PLACES};
use super::starts::{Start, Starts, directions, opening};
use crate::game::candidate::Candidate;
use crate::game::position::Position;
use crate::game::square::{Direction, Line, MAX_DIM};

/// Less than any play is worth.
const NO_WAY: i64 = i64::MIN;

/// One line, looked at with the rack in hand.
pub(super) struct Outlook<'r, 'i> {
    pub(super) line: LineState,
    pub(super) rack: &'r RackValues,
    sums: LineSums,
    ways: Ways,
    bingos: Option<Bingos<'i>>,
}

impl<'r, 'i> Outlook<'r, 'i> {
    /// Looks at no line yet.
    #[inline(always)]
    pub(super) fn new(rack: &'r RackValues, bingos: Option<Bingos<'i>>) -> Outlook<'r, 'i> {
        Outlook {
            line: LineState::EMPTY,
            rack,
            sums: LineSums::EMPTY,
            ways: Ways::NONE,
            bingos,
        }
    }

    /// Looks at a line with these cross-checks, if it does not already.
    pub(super) fn look_at(&mut self, position: &Position<'_>, line: Line, checks: LineChecks<'_>) {
        if line != self.line.line || self.line.len == 0 {
            self.line.set(position, line, checks);
            self.sums.set(self.rack, &self.line);
        }
    }

    /// Looks at the ways around a start on the line.
    #[inline(always)]
    pub(super) fn look_around(&mut self, start: Start) {
        self.ways.set(self.rack, &self.sums, start);
    }

    /// The most that a play around the start can be worth, but for bingos if these are a prospect of their own;
    /// [`NO_WAY`] if there are no ways to make one.
    #[inline(always)]
    fn worth_without_bingos<J: Judge>(&self, judge: &J) -> i64 {
        let mut worth = NO_WAY;
        let mut visit = |way: Way| worth = worth.max(judge.worth(way.placed, way.score));
        if self.is_longest_the_most::<J>() {
            self.ways
                .for_each_longest(self.rack, &self.sums, self.most(), visit);
        } else {
            self.ways
                .for_each(self.rack, &self.sums, self.most(), |way| {
                    visit(way);
                    true
                });
        }
        worth
    }

    /// The most that a bingo around the start can be worth, if bingos are a prospect of their own; [`NO_WAY`] if there is
    /// none.
    #[inline(always)]
    fn worth_of_bingos<J: Judge>(&mut self, judge: &J) -> i64 {
        let mut worth = NO_WAY;
        self.for_each_bingo(|way, _| {
            worth = worth.max(judge.worth(way.placed, way.score));
        });
        worth
    }

    /// Visits the ways around the start, except bingos that are a prospect of their own, as [`Ways::for_each`].
    #[inline(always)]
    pub(super) fn for_each_way_but_bingos(&self, visit: impl FnMut(Way) -> bool) {
        self.ways
            .for_each(self.rack, &self.sums, self.most(), visit);
    }

    /// Visits the ways around the start to place all tiles for which there may be a word, if bingos are a prospect of their
    /// own: with the exact bound, and what blanks may stand for.
    #[inline(always)]
    pub(super) fn for_each_bingo(&mut self, mut visit: impl FnMut(Way, u64)) {
        let Outlook {
            line,
            rack,
            sums,
            ways,
            bingos: Some(bingos),
        } = self
        else {
            return;
        };
        ways.for_each_with_all(
            rack,
            sums,
            |covered| bingos.letters(covered),
            |mut way, letters| {
                way.score = way.score.min(rack.most_with_all(line, way.first, way.last));
                visit(way, letters);
            },
        );
    }

    /// Whether of the ways with as many tiles to the left, the one with the most to the right is worth the most.
    #[inline(always)]
    pub(super) fn is_longest_the_most<J: Judge>(&self) -> bool {
        J::BY_POINTS && self.rack.never_loses
    }

    /// The most tiles of a way that is no prospect of its own.
    #[inline(always)]
    fn most(&self) -> usize {
        self.rack.len - usize::from(self.bingos.is_some())
    }
}

/// Something to search: the plays from a start, with all tiles of the rack or with fewer, or all of them.
///
/// In one number, so that the more promising is the larger one: what a play there can be worth at most, and below it the
/// direction and the index of the line, the start's first place and the lowest one of a play, and whether it is the bingos
/// alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Prospect(i64);

/// The bits of an index or a place.
const INDEX_BITS: u32 = PLACES.ilog2();

/// The bits of all below the worth.
const WHERE_BITS: u32 = 2 + 3 * INDEX_BITS;

// There are as many bits left as points and a leave can take.
const _: () = assert!((1 << 31) * (Candidate::PER_POINT + 1) <= i64::MAX >> WHERE_BITS);

impl Prospect {
    const NONE: Prospect = Prospect(0);

    #[inline(always)]
    fn new(worth: i64, line: Line, start: Start, is_bingos: bool) -> Prospect {
        let mut found = usize::from(line.direction() == Direction::Down);
        for index in [line.index(), start.first, start.stop] {
            found = found << INDEX_BITS | index;
        }
        found = found << 1 | usize::from(is_bingos);
        Prospect(worth << WHERE_BITS | found as i64)
    }

    /// The most that a play there can be worth.
    #[inline(always)]
    pub(super) fn worth(self) -> i64 {
        self.0 >> WHERE_BITS
    }

    /// The line that it is on.
    #[inline(always)]
    pub(super) fn line(self) -> Option<Line> {
        let is_down = self.0 >> (WHERE_BITS - 1) & 1 != 0;
        let direction = if is_down {
            Direction::Down
        } else {
            Direction::Across
        };
        Line::new(direction, self.index(2))
    }

    /// The start, on the line that it is on, with tiles at the places `taken`.
    #[inline(always)]
    pub(super) fn start(self, taken: u32) -> Start {
        Start::new(taken, self.index(1), self.index(0))
    }

    /// Whether it is the bingos alone.
    #[inline(always)]
    pub(super) fn is_bingos(self) -> bool {
        self.0 & 1 != 0
    }

    /// One of the indices, counted from the last.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the low bits are meant")]
    fn index(self, rank: u32) -> usize {
        (self.0 >> (1 + rank * INDEX_BITS)) as usize & (PLACES - 1)
    }
}

/// All that there is to search: a heap with the most promising on top, as few are taken of it.
#[derive(Debug)]
pub(super) struct Prospects {
    prospects: [Prospect; MAX_PROSPECTS],
    len: usize,
}

/// No board has more starts. An empty square is a start in one direction at most: the tile that lies beside its line in
/// one direction lies on its line in the other. A tile can be the first of two blocks, but not if the one to its left is.
const MAX_STARTS: usize = MAX_DIM * (MAX_DIM + MAX_DIM.div_ceil(2));

/// No more than two for each start: its bingos, and all else.
const MAX_PROSPECTS: usize = 2 * MAX_STARTS;

const _: () = assert!(size_of::<Prospects>() <= 11 << 10);

impl Prospects {
    /// None yet.
    pub(super) const NONE: Prospects = Prospects {
        prospects: [Prospect::NONE; MAX_PROSPECTS],
        len: 0,
    };

    /// Adds all prospects of the position.
    pub(super) fn add_all<J: Judge>(
        &mut self,
        outlook: &mut Outlook<'_, '_>,
        position: &Position<'_>,
        checks: &CrossChecks,
        judge: &J,
    ) {
        let layout = position.rules().layout();
        let is_opening = position.board().is_empty();
        for direction in directions(position, is_opening) {
            for line in layout.dimensions().lines(direction) {
                let Some(checks) = checks.line(line) else {
                    continue;
                };
                let opening = is_opening.then(|| opening(position, line)).flatten();
                if opening.is_none() && checks.taken | checks.crossed == 0 {
                    continue;
                }
                outlook.look_at(position, line, checks);
                for start in Starts::new(checks.taken, checks.crossed).chain(opening) {
                    self.add_start(outlook, start, judge);
                }
            }
        }
        for index in (0..self.len / 2).rev() {
            self.lower(index);
        }
    }

    /// Adds a start, as far as plays can be made from it.
    #[inline(always)]
    fn add_start<J: Judge>(&mut self, outlook: &mut Outlook<'_, '_>, start: Start, judge: &J) {
        outlook.look_around(start);
        let line = outlook.line.line;
        let worth = outlook.worth_without_bingos(judge);
        if worth != NO_WAY {
            self.add(Prospect::new(worth, line, start, false));
        }
        let worth = outlook.worth_of_bingos(judge);
        if worth != NO_WAY {
            self.add(Prospect::new(worth, line, start, true));
        }
    }

    #[inline(always)]
    fn add(&mut self, prospect: Prospect) {
        if let Some(slot) = self.prospects.get_mut(self.len) {
            *slot = prospect;
            self.len += 1;
        }
    }

    /// Takes out the most promising.
    pub(super) fn take_best(&mut self) -> Option<Prospect> {
        let last = self.len.checked_sub(1)?;
        let [best, ..] = self.prospects;
        heap::swap(&mut self.prospects, 0, last);
        self.len = last;
        self.lower(0);
        Some(best)
    }

    /// Moves what is at an index down to its place.
    fn lower(&mut self, index: usize) {
        if let Some(found) = self.prospects.get_mut(..self.len) {
            heap::lower(found, index, |a, b| a > b);
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
    use crate::movegen::cross_words::Walker;
    use crate::movegen::judge::ByScore;
    use crate::testing::{EVERY_STRING, english, yes_to_everything};

    /// Every second square of every second row is taken, on the largest board: each tile is a block twice, and the squares
    /// beside it are starts. Nearly every start has bingos, too.
    #[test]
    fn there_is_room_for_all_prospects() {
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
        let mut checks = CrossChecks::new(&rules);
        let automaton = Automaton::Gaddag(NodeRef::from_unit(12));
        checks.add_all(Walker::new(nodes, automaton), &position);
        let bytes = yes_to_everything();
        let image = Image::from_bytes_unvalidated(&bytes).unwrap();
        let values = RackValues::new(&rack, &rules);
        let mut outlook = Outlook::new(&values, Bingos::new(&image, &position));
        let mut prospects = Prospects::NONE;
        prospects.add_all(&mut outlook, &position, &checks, &ByScore::new(&mut [None]));
        // If there are as many as there is room for, there may be more.
        assert!((700..MAX_PROSPECTS).contains(&prospects.len));
    }
}
