//! Games after a candidate, until the bag is empty.

use lexc_runtime::{
    Bag, GameState, Move, MoveGen, Play, RackTile, ScorelessTurns, Seat, TrackedPosition,
};

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

/// A game under way, in which the player on turn of the position is the first.
struct State<'a> {
    tracked: TrackedPosition<'a>,
    game: GameState,
    plays: Vec<(Play, usize)>,
}

/// The game after a move, with its end game unsolved. `scoreless` are the turns without points before the move.
pub(super) fn outcome_of(
    tracked: &TrackedPosition<'_>,
    scoreless: ScorelessTurns,
    action: &Move,
    deal: &Deal,
) -> Outcome {
    let position = tracked.position();
    let mut bag = Bag::EMPTY;
    for tile in &deal.order {
        let is_added = bag.add(*tile);
        debug_assert!(is_added, "a bag has room for one or two tiles");
    }
    let racks = [*position.rack(), deal.opponent];
    let mut state = State {
        tracked: tracked.clone(),
        game: GameState::of_two(position.board().clone(), racks, bag)
            .with_scoreless_turns(scoreless),
        plays: Vec::new(),
    };
    let mut order = deal.order.iter().copied();
    state.make(action, &mut order);
    while state.game.bag_len() > 0 && state.game.end().is_none() {
        let reply = state.static_move();
        state.make(&reply, &mut order);
    }
    let game = state.game;
    let is_over = game.end().is_some();
    let [own, other] = Seat::BOTH.map(|seat| i64::from(game.score(seat)));
    Outcome {
        weight: deal.weight.cast_signed(),
        gain: own - other,
        rest: match is_over {
            true => Range::of(0),
            false => Range::unknown(),
        },
        endgame: (!is_over).then_some(Start {
            plays: state.plays,
            racks: Seat::BOTH.map(|seat| game.rack(seat)),
            player: game.next_seat().index(),
            scoreless: game.scoreless_turns(),
        }),
    }
}

impl State<'_> {
    /// The best move by the static evaluator, which sees only the board and the player's rack.
    fn static_move(&mut self) -> Move {
        let rack = self.game.rack(self.game.next_seat());
        let is_set = self.tracked.set_rack(rack).is_ok();
        debug_assert!(is_set, "racks are filled by the rules");
        let movegen = MoveGen::new(self.tracked.lexicon());
        static_moves(movegen).best(&self.tracked).action
    }

    /// Makes a play or a pass, and draws.
    fn make(&mut self, action: &Move, order: &mut impl Iterator<Item = RackTile>) {
        if let Move::Play(play) = action {
            self.tracked.play_unchecked(play);
            self.plays.push((*play, self.game.next_seat().index()));
        }
        let rules = self.tracked.position().rules();
        self.game.apply(rules, action, |bag| {
            order.next().filter(|tile| bag.remove(*tile))
        });
    }
}
