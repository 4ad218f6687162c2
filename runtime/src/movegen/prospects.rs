//! What there is to search for the best plays: where, and what it can be worth at most.

use super::bingos::{Bingos, covered};
use super::bound::{RackValues, Way, Ways};
use super::cross_checks::{CrossChecks, LineChecks};
use super::heap;
use super::judge::Judge;
use super::line::LineState;
use super::starts::{Start, Starts};
use super::{directions, opening};
use crate::position::Position;
use crate::square::{Line, MAX_DIM};

/// One line, looked at with the rack in hand.
pub(super) struct Outlook<'r, 'i> {
    pub(super) line: LineState,
    pub(super) rack: &'r RackValues,
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
            ways: Ways::NONE,
            bingos,
        }
    }

    /// Looks at a line with these cross-checks, if it does not already.
    pub(super) fn look_at(&mut self, position: &Position<'_>, line: Line, checks: LineChecks<'_>) {
        if line != self.line.line || self.line.len == 0 {
            self.line.set(position, line, checks);
        }
    }

    /// Visits the ways around a start, except those that are prospects of their own, as [`Ways::for_each`].
    #[inline(always)]
    pub(super) fn for_each_way_but_bingos(&mut self, start: Start, visit: impl FnMut(Way) -> bool) {
        self.ways.set(self.rack, &self.line, start);
        self.ways.for_each(self.rack, self.most(), visit);
    }

    /// The most tiles of a way that is no prospect of its own.
    #[inline(always)]
    fn most(&self) -> usize {
        self.rack.len - usize::from(self.bingos.is_some())
    }

    /// What blanks stand for in the words of a bingo; `None` if the prospect is no bingo.
    pub(super) fn bingo_letters(&mut self, prospect: &Prospect) -> Option<u64> {
        let (first, last) = prospect.bingo()?;
        let bingos = self.bingos.as_mut()?;
        Some(bingos.letters(covered(&self.line, first, last)))
    }
}

/// Something to search: the plays from a start, or the bingos on certain squares around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    /// The most that a play there can be worth.
    pub(super) worth: i64,
    pub(super) line: Line,
    first: u8,
    end: u8,
    stop: u8,
    is_empty: bool,
    /// For a bingo the place of the word's first tile, and of the last one placed to the right of the start; 0 otherwise.
    bingo: [u8; 2],
}

impl Prospect {
    const NONE: Prospect = Prospect {
        worth: 0,
        line: Line::FIRST,
        first: 0,
        end: 0,
        stop: 0,
        is_empty: false,
        bingo: [0; 2],
    };

    #[expect(clippy::cast_possible_truncation, reason = "places are below 32")]
    fn new(worth: i64, line: Line, start: Start, bingo: [usize; 2]) -> Prospect {
        Prospect {
            worth,
            line,
            first: start.first as u8,
            end: start.end as u8,
            stop: start.stop as u8,
            is_empty: start.is_empty,
            bingo: bingo.map(|place| place as u8),
        }
    }

    pub(super) fn start(&self) -> Start {
        Start {
            first: self.first.into(),
            end: self.end.into(),
            stop: self.stop.into(),
            is_empty: self.is_empty,
        }
    }

    /// The places of the word's first tile and of the last one placed to the right of the start, if it is a bingo.
    pub(super) fn bingo(&self) -> Option<(usize, usize)> {
        let [first, last] = self.bingo;
        (first > 0).then_some((first.into(), last.into()))
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

/// No more than one for each start, and a bingo from each square in each direction.
const MAX_PROSPECTS: usize = MAX_STARTS + 2 * MAX_DIM * MAX_DIM;

const _: () = assert!(size_of::<Prospects>() <= 25 << 10);

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
                    self.add_bingos(outlook, start, judge);
                }
            }
        }
        for index in (0..self.len / 2).rev() {
            self.lower(index);
        }
    }

    /// Adds a start if plays can be made from it.
    #[inline(always)]
    fn add_start<J: Judge>(&mut self, outlook: &mut Outlook<'_, '_>, start: Start, judge: &J) {
        let mut worth = i64::MIN;
        let is_last_the_most = J::BY_POINTS && outlook.rack.never_loses;
        outlook.for_each_way_but_bingos(start, |way| {
            worth = worth.max(judge.worth(way.placed, way.score));
            !is_last_the_most
        });
        if worth > i64::MIN {
            self.add(Prospect::new(worth, outlook.line.line, start, [0; 2]));
        }
    }

    /// Adds the bingos around a start that the outlook was just asked about.
    #[inline(always)]
    fn add_bingos(&mut self, outlook: &mut Outlook<'_, '_>, start: Start, judge: &impl Judge) {
        let Outlook {
            line,
            rack,
            ways,
            bingos: Some(bingos),
        } = outlook
        else {
            return;
        };
        ways.for_each_with_all(
            rack,
            |covered| bingos.letters(covered) != 0,
            |way| {
                let score = way.score.min(rack.most_with_all(line, way.first, way.last));
                let worth = judge.worth(way.placed, score);
                self.add(Prospect::new(
                    worth,
                    line.line,
                    start,
                    [way.first, way.last],
                ));
            },
        );
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
            heap::lower(found, index, |a, b| a.worth > b.worth);
        }
    }
}
