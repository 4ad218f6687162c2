//! The turns of a record that is being read, to tell apart players who share a nickname.

use lexc_runtime::Seat;

use super::event::{GcgEvent, GcgEventKind};
use crate::pair::Pair;

/// The turns so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turns {
    /// The player of the latest turn.
    last: Option<Seat>,
    /// The player of the latest line with points for tiles left.
    last_end: Option<Seat>,
    /// The totals as written or, without one, the sums of the points.
    totals: Pair<i32>,
}

impl Turns {
    /// The player on turn: the one without the latest turn, or the first player.
    pub(super) fn on_turn(&self) -> Seat {
        self.last.map_or(Seat::First, Seat::other)
    }

    /// The player of an event whose nickname both players have. Turns alternate. Withdrawals, and bonuses after a
    /// challenge, follow the player's own turn. The points at the end go to the player whose total they fit.
    pub(super) fn seat_of(&self, event: &GcgEvent) -> Seat {
        let (on_turn, points) = (self.on_turn(), event.points().unwrap_or(0));
        let by_total = || {
            let fits = |seat: &Seat| event.total() == self.totals[*seat].checked_add(points);
            let mut fitting = Seat::BOTH.into_iter().filter(fits);
            fitting.next().filter(|_| fitting.next().is_none())
        };
        match event.kind() {
            GcgEventKind::Withdrawal => on_turn.other(),
            GcgEventKind::ChallengeBonus if points < 0 => on_turn,
            GcgEventKind::ChallengeBonus => on_turn.other(),
            GcgEventKind::OtherRack(_) => by_total().unwrap_or(on_turn.other()),
            GcgEventKind::OwnRack(_) => {
                let by_order = || self.last_end.map_or(on_turn, Seat::other);
                by_total().unwrap_or_else(by_order)
            }
            GcgEventKind::TimePenalty => by_total().unwrap_or(on_turn.other()),
            _ => on_turn,
        }
    }

    /// Takes an event into account.
    pub(super) fn add(&mut self, event: &GcgEvent) {
        let seat = event.seat();
        if event.is_turn() {
            self.last = Some(seat);
        }
        if event.is_end() {
            self.last_end = Some(seat);
        }
        let total = &mut self.totals[seat];
        *total = event
            .total()
            .unwrap_or(total.saturating_add(event.points().unwrap_or(0)));
    }
}
