//! The result of a move in one order of the tiles.

use std::time::Instant;

use lexc_runtime::{Move, MoveGen, Rack, RackTile, TrackedPosition};

use super::deal::Deal;
use super::{Sum, static_values};
use crate::endgame::{Endgame, EndgamePosition};

/// The settings that all results share.
#[derive(Clone, Copy)]
pub(super) struct Outcomes<'a> {
    pub(super) tracked: &'a TrackedPosition<'a>,
    pub(super) endgame: Endgame<'a>,
    pub(super) deadline: Option<Instant>,
    /// Passes in a row before the move.
    pub(super) passes: u32,
    /// Points by which the player on turn leads.
    pub(super) lead: i64,
}

/// A game under way. Player 0 is the player on turn of the position.
struct State<'a> {
    tracked: TrackedPosition<'a>,
    racks: [Rack; 2],
    /// The tiles of the bag, in the order in which they are drawn.
    bag: &'a [RackTile],
    player: usize,
    passes: u32,
    /// Points that player 0 has gained.
    spread: i32,
}

/// Passes in a row that end the game.
const PASS_LIMIT: u32 = 2;

impl Outcomes<'_> {
    /// The result of a move, as often as the deal occurs.
    pub(super) fn of(&self, action: &Move, deal: &Deal) -> Sum {
        let mut state = State {
            tracked: self.tracked.clone(),
            racks: [*self.tracked.position().rack(), deal.opponent],
            bag: &deal.order,
            player: 0,
            passes: self.passes.min(PASS_LIMIT - 1),
            spread: 0,
        };
        state.make(action);
        while !state.bag.is_empty() && state.passes < PASS_LIMIT {
            let reply = state.static_move();
            state.make(&reply);
        }
        let (rest, is_exact) = match state.bag.is_empty() {
            true => self.solve(&state),
            false => (state.stuck_value(), true),
        };
        let spread = i64::from(state.spread) + i64::from(rest);
        let weight = deal.weight.cast_signed();
        let half_wins = 1 + (self.lead + spread).signum();
        Sum {
            orders: weight,
            half_wins: weight * half_wins,
            spread: weight * spread,
            is_exact,
        }
    }

    /// The points that player 0 gains in the end game, and true if they are exact.
    fn solve(&self, state: &State<'_>) -> (i32, bool) {
        let mut position = state.tracked.position().clone();
        let is_set = position.set_rack(state.racks[state.player]).is_ok();
        debug_assert!(is_set, "racks are filled by the rules");
        let endgame = match self.deadline {
            Some(deadline) => self
                .endgame
                .with_time_limit(deadline.saturating_duration_since(Instant::now())),
            None => self.endgame,
        };
        match EndgamePosition::try_new(position, state.racks[1 - state.player]) {
            Ok(position) => {
                let solution = endgame.solve(&position);
                let sign = if state.player == 0 { 1 } else { -1 };
                (sign * solution.value, solution.is_exact)
            }
            // Only a rack size of 0 leaves a player without tiles.
            Err(_) => (state.stuck_value(), true),
        }
    }
}

impl State<'_> {
    /// Points that player 0 gains if the game ends here.
    fn stuck_value(&self) -> i32 {
        let [own, other] = self.tracked.position().rules().end_points(self.racks);
        own - other
    }

    /// The best move by the static evaluator, which sees only the board and the player's rack.
    fn static_move(&mut self) -> Move {
        let is_set = self.tracked.set_rack(self.racks[self.player]).is_ok();
        debug_assert!(is_set, "racks are filled by the rules");
        let values = static_values(&self.tracked);
        let movegen = MoveGen::new(self.tracked.lexicon());
        movegen.with_moves(0, &values).best(&self.tracked).action
    }

    /// Makes a play or a pass, and draws.
    fn make(&mut self, action: &Move) {
        self.passes += 1;
        if let Move::Play(play) = action {
            let rack = &mut self.racks[self.player];
            let placed = play.placed().map(|(_, placed_tile)| placed_tile);
            *rack = rack.checked_sub(placed).unwrap_or(*rack);
            let rack_size = self.tracked.position().rules().rack_size();
            let wanted = rack_size.saturating_sub(rack.len());
            let (drawn, bag) = self.bag.split_at(wanted.min(self.bag.len()));
            self.bag = bag;
            for tile in drawn {
                let is_added = rack.add(*tile);
                debug_assert!(is_added, "a rack size is no more than a rack holds");
            }
            self.tracked.play_unchecked(play);
            self.passes = 0;
            let sign = if self.player == 0 { 1 } else { -1 };
            self.spread += sign * play.score();
        }
        self.player = 1 - self.player;
    }
}
