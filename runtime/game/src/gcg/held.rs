//! Tiles that a player certainly has.

use lexc_runtime::{Move, Play, Rack, Seat};

use super::event::{GcgEvent, GcgEventKind};
use crate::pair::Pair;

/// Tiles that the players certainly have before an event, in the order of the players.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    /// The tiles that a player kept after the latest turn, by the racks of the record.
    kept: Pair<Rack>,
    /// The tiles of withdrawn plays that are still on the player's rack: the other player has seen them.
    shown: Pair<Rack>,
}

impl Held {
    /// The tiles that the player kept after the latest turn.
    pub(super) fn kept(&self, seat: Seat) -> Rack {
        self.kept[seat]
    }

    /// The tiles of the player that are known to the other player.
    pub(super) fn shown(&self, seat: Seat) -> Rack {
        self.shown[seat]
    }

    /// Takes a turn with this rack into account.
    pub(super) fn turn(&mut self, event: &GcgEvent, rack: Rack, action: Option<Move>) {
        let (kept, shown) = match action {
            Some(Move::Play(play)) => {
                let mut shown = self.shown(event.seat());
                for (_, tile) in play.placed() {
                    let _ = shown.remove(tile);
                }
                (play.leave(rack).unwrap_or_default(), shown)
            }
            Some(Move::Exchange(tiles)) => {
                (rack.checked_sub(tiles).unwrap_or_default(), Rack::EMPTY)
            }
            None if matches!(event.kind(), GcgEventKind::ExchangeCount(_)) => {
                (Rack::EMPTY, Rack::EMPTY)
            }
            Some(Move::Pass) | None => (rack, self.shown(event.seat())),
        };
        self.kept[event.seat()] = kept;
        self.shown[event.seat()] = shown;
    }

    /// Takes back a play of this rack: its tiles are on the rack again, and the other player has seen them. `self` has
    /// the tiles held before the play.
    pub(super) fn withdraw(&mut self, seat: Seat, rack: Rack, play: &Play) {
        let shown = &mut self.shown[seat];
        let mut others = *shown;
        for (_, tile) in play.placed() {
            let _ = others.remove(tile) || shown.add(tile);
        }
        self.kept[seat] = rack;
    }
}
