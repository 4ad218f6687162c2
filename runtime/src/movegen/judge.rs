//! What plays and moves are ranked by: points alone, or points and leaves.

use core::convert::Infallible;
use core::ops::ControlFlow;

use lexc_formats::MAX_TILES;

use super::bound::COUNTS;
use super::shortlist::Shortlist;
use crate::game::candidate::{Candidate, Move, Split, for_each_exchange, strides};
use crate::game::leaves::{Leaves, MAX_TABULATED_LEAVES};
use crate::game::play::Play;
use crate::game::position::Position;
use crate::game::rack::{Rack, RackTile};

/// What plays are ranked by.
pub(super) trait Judge {
    /// Whether a play with more points is worth more, however many tiles it places.
    const BY_POINTS: bool;

    /// The most that a play of so many tiles and points can be worth.
    fn worth(&self, placed: usize, score: i32) -> i64;

    /// What is worth less than this is not kept.
    fn needed(&self) -> i64;

    /// Keeps the play if it is one of the best.
    fn offer(&mut self, play: &Play);
}

/// Points alone.
pub(super) struct ByScore<'s> {
    list: Shortlist<'s, Play>,
}

impl<'s> ByScore<'s> {
    pub(super) fn new(best: &'s mut [Option<Play>]) -> ByScore<'s> {
        ByScore {
            list: Shortlist::new(best, Play::best_first),
        }
    }

    /// Sorts the plays that were kept; their number.
    pub(super) fn finish(self) -> usize {
        self.list.finish()
    }
}

impl Judge for ByScore<'_> {
    const BY_POINTS: bool = true;

    fn worth(&self, _placed: usize, score: i32) -> i64 {
        score.into()
    }

    fn needed(&self) -> i64 {
        self.list.needed(|play| play.score().into())
    }

    fn offer(&mut self, play: &Play) {
        self.list.offer(*play);
    }
}

/// Points and leaves.
pub(super) struct ByEquity<'s, 'l, L: ?Sized> {
    list: Shortlist<'s, Candidate>,
    leaves: RackLeaves<'l, L>,
}

impl<'s, 'l, L: Leaves + ?Sized> ByEquity<'s, 'l, L> {
    /// The moves that are no plays are on the list from the outset.
    pub(super) fn new(
        position: &Position<'_>,
        bag_len: usize,
        leaves: &'l L,
        best: &'s mut [Option<Candidate>],
    ) -> ByEquity<'s, 'l, L> {
        let mut judge = ByEquity {
            list: Shortlist::new(best, Candidate::best_first),
            leaves: RackLeaves::new(position.rack(), leaves),
        };
        judge.list.offer(pass(position, leaves));
        let _ = for_each_exchange(position, bag_len, |exchanged, _| {
            judge.list.offer(Candidate {
                action: Move::Exchange(*exchanged),
                equity: judge.leaves.without(*exchanged).into(),
            });
            ControlFlow::<Infallible>::Continue(())
        });
        judge
    }

    /// Sorts the moves that were kept; their number.
    pub(super) fn finish(self) -> usize {
        self.list.finish()
    }
}

impl<L: Leaves + ?Sized> Judge for ByEquity<'_, '_, L> {
    const BY_POINTS: bool = false;

    fn worth(&self, placed: usize, score: i32) -> i64 {
        let leave = self.leaves.highest.get(placed).copied().unwrap_or(i32::MAX);
        i64::from(score) * Candidate::PER_POINT + i64::from(leave)
    }

    fn needed(&self) -> i64 {
        self.list.needed(|candidate| candidate.equity)
    }

    fn offer(&mut self, play: &Play) {
        if self.worth(play.placed_len(), play.score()) < self.needed() {
            return;
        }
        let leave = self.leaves.after(play);
        self.list.offer(Candidate::play(*play, leave));
    }
}

/// The values of the leaves of a rack.
pub(super) struct RackLeaves<'l, L: ?Sized> {
    leaves: &'l L,
    rack: Rack,
    /// By the number of tiles that are taken from the rack: no leave of the rest is worth more.
    highest: [i32; COUNTS],
    /// The values, unless there are too many: by the sum of the strides of the tiles that are taken.
    values: Option<[i32; MAX_TABULATED_LEAVES]>,
    strides: [usize; MAX_TILES + 1],
}

impl<'l, L: Leaves + ?Sized> RackLeaves<'l, L> {
    pub(super) fn new(rack: &Rack, leaves: &'l L) -> RackLeaves<'l, L> {
        let (strides, ways) = strides(rack);
        let mut this = RackLeaves {
            leaves,
            rack: *rack,
            highest: [i32::MIN; COUNTS],
            values: None,
            strides,
        };
        if ways > MAX_TABULATED_LEAVES {
            this.highest = [leaves.bound(); COUNTS];
            return this;
        }
        let mut values = [0; MAX_TABULATED_LEAVES];
        let mut split = Split::new(rack);
        for entry in values.iter_mut().take(ways) {
            *entry = leaves.value(&split.kept);
            if let Some(highest) = this.highest.get_mut(split.taken.len()) {
                *highest = (*highest).max(*entry);
            }
            split.advance();
        }
        this.values = Some(values);
        this
    }

    /// Value of the leave of a play.
    pub(super) fn after(&self, play: &Play) -> i32 {
        self.without(play.placed().map(|(_, placed_tile)| placed_tile.into()))
    }

    /// Value of the rack without these tiles.
    pub(super) fn without(&self, taken: impl IntoIterator<Item = RackTile>) -> i32 {
        let taken = taken.into_iter();
        if let Some(values) = &self.values {
            let strides = taken.map(|tile| self.strides.get(tile.index()).unwrap_or(&0));
            return values.get(strides.sum::<usize>()).copied().unwrap_or(0);
        }
        let mut kept = self.rack;
        for tile in taken {
            let _ = kept.remove(tile);
        }
        self.leaves.value(&kept)
    }
}

pub(super) fn pass(position: &Position<'_>, leaves: &(impl Leaves + ?Sized)) -> Candidate {
    Candidate {
        action: Move::Pass,
        equity: leaves.value(position.rack()).into(),
    }
}
