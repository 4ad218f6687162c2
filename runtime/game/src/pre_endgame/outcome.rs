//! Games after a candidate, until the bag is empty.

use lexc_runtime::{Move, MoveGen, Play, Rack, RackTile, ScorelessTurns, TrackedPosition};

use super::deal::Deal;
use super::static_moves;
use crate::endgame::{Range, SharedEndgame, Start};

/// The game after a move, for one deal, or for all deals of a set if the order of its bag has no effect.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The number of orders that have this outcome, equal tiles told apart.
    pub(super) weight: i64,
    /// Points that the player on turn gains on the opponent until the bag is empty or turns without points end the game.
    gain: i64,
    /// The end game; `None` if the game is over.
    endgame: Option<Start>,
    /// Further points that the player on turn gains on the opponent until the end of the game.
    rest: Range,
}

impl Outcome {
    /// Bounds on the points that the player on turn gains on the opponent.
    pub(super) fn bounds(&self) -> [i64; 2] {
        [self.rest.least, self.rest.most].map(|rest| self.gain + i64::from(rest))
    }

    /// The estimate of the points that the player on turn gains on the opponent.
    pub(super) fn estimate(&self) -> i64 {
        self.gain + i64::from(self.rest.estimate)
    }

    /// Searches the end game, unless the gain is known exactly, or known to be at most `window[0]` or at least
    /// `window[1]`.
    pub(super) fn search(
        &mut self,
        solver: &mut SharedEndgame<'_>,
        window: [i64; 2],
        node_limit: u64,
    ) {
        let [least, most] = self.bounds();
        let is_decided = least == most || most <= window[0] || least >= window[1];
        if let Some(start) = self.endgame.as_ref().filter(|_| !is_decided) {
            let infinity = i64::from(Range::INFINITY);
            #[expect(clippy::cast_possible_truncation, reason = "clamped")]
            let window = window.map(|gain| (gain - self.gain).clamp(-infinity, infinity) as i32);
            let found = solver.search(start, window, node_limit);
            self.rest = self.rest.and(found);
        }
    }
}

/// A game under way. Player 0 is the player on turn of the position.
struct State<'a> {
    tracked: TrackedPosition<'a>,
    racks: [Rack; 2],
    /// The tiles of the bag, in the order in which they are drawn.
    bag: &'a [RackTile],
    plays: Vec<(Play, usize)>,
    player: usize,
    scoreless: ScorelessTurns,
    /// Points that player 0 has gained on player 1.
    gain: i64,
}

/// The game after a move, with its end game unsolved. `scoreless` are the turns without points before the move.
pub(super) fn outcome_of(
    tracked: &TrackedPosition<'_>,
    scoreless: ScorelessTurns,
    action: &Move,
    deal: &Deal,
) -> Outcome {
    let rules = tracked.position().rules();
    let mut state = State {
        tracked: tracked.clone(),
        racks: [*tracked.position().rack(), deal.opponent],
        bag: &deal.order,
        plays: Vec::new(),
        player: 0,
        scoreless,
        gain: 0,
    };
    state.make(action);
    while !state.bag.is_empty() && !rules.ends_after(state.scoreless) {
        let reply = state.static_move();
        state.make(&reply);
    }
    let is_over = rules.ends_after(state.scoreless);
    let [own, other] = rules.end_points(state.racks);
    Outcome {
        weight: deal.weight.cast_signed(),
        gain: state.gain,
        rest: match is_over {
            true => Range::of(own - other),
            false => Range::unknown(),
        },
        endgame: (!is_over).then_some(Start {
            plays: state.plays,
            racks: state.racks,
            player: state.player,
            scoreless: state.scoreless,
        }),
    }
}

impl State<'_> {
    /// The best move by the static evaluator, which sees only the board and the player's rack.
    fn static_move(&mut self) -> Move {
        let is_set = self.tracked.set_rack(self.racks[self.player]).is_ok();
        debug_assert!(is_set, "racks are filled by the rules");
        let movegen = MoveGen::new(self.tracked.lexicon());
        static_moves(movegen).best(&self.tracked).action
    }

    /// Makes a play or a pass, and draws.
    fn make(&mut self, action: &Move) {
        self.scoreless = self.scoreless.after_move(action);
        if let Move::Play(play) = action {
            let rack = &mut self.racks[self.player];
            *rack = play.leave(*rack).unwrap_or(*rack);
            let rack_size = self.tracked.position().rules().rack_size();
            let wanted = rack_size.saturating_sub(rack.len());
            let (drawn, bag) = self.bag.split_at(wanted.min(self.bag.len()));
            self.bag = bag;
            for tile in drawn {
                let is_added = rack.add(*tile);
                debug_assert!(is_added, "a rack size is no more than a rack holds");
            }
            self.tracked.play_unchecked(play);
            self.plays.push((*play, self.player));
            let sign = if self.player == 0 { 1 } else { -1 };
            self.gain += sign * i64::from(play.score());
        }
        self.player = 1 - self.player;
    }
}
