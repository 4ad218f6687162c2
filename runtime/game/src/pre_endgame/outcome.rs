//! Games after a candidate, until the bag is empty.

use lexc_runtime::{
    GameState, Move, MoveGen, Play, Rack, RackTile, ScorelessTurns, Seat, TrackedPosition,
};

use super::deal::Deal;
use crate::draws::draws;
use crate::endgame::{Range, SharedEndgame, Start};

/// The game after a move and draws.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The number of orders of the bag that have this outcome, equal tiles told apart.
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
#[derive(Clone)]
struct State<'a> {
    tracked: TrackedPosition<'a>,
    game: GameState,
    plays: Vec<(Play, usize)>,
}

/// The games after a move, one for each of the draws until the bag is empty. `scoreless` are the turns without points before the
/// move. End games are unsolved; with `playouts`, static moves to the end of the game give estimates of them.
pub(super) fn outcomes_of(
    tracked: &TrackedPosition<'_>,
    scoreless: ScorelessTurns,
    action: &Move,
    deal: &Deal,
    playouts: bool,
) -> Vec<Outcome> {
    let position = tracked.position();
    let racks = [*position.rack(), deal.opponent];
    let game = GameState::of_two(position.board().clone(), racks, deal.bag.clone());
    let state = State {
        tracked: tracked.clone(),
        game: game.with_scoreless_turns(scoreless),
        plays: Vec::new(),
    };
    let mut outcomes = Vec::new();
    state.branch(action, deal.weight, playouts, &mut outcomes);
    outcomes
}

impl State<'_> {
    /// Adds the outcomes of a move, for each draw after it.
    fn branch(mut self, action: &Move, weight: u64, playouts: bool, outcomes: &mut Vec<Outcome>) {
        let mover = self.game.next_seat();
        let drawn = match action {
            Move::Play(play) => {
                let kept = self.game.rack_len(mover).saturating_sub(play.placed_len());
                let missing = self.tracked.position().rules().rack_size() - kept;
                missing.min(self.game.bag_len())
            }
            _ => 0,
        };
        let draws = draws(self.game.bag().counts(), drawn);
        self.make_on_board(action);
        // The reply does not depend on the tiles drawn.
        let has_bag = drawn < self.game.bag_len();
        let reply = has_bag.then(|| self.static_move(Seat::BOTH[1 - mover.index()]));
        let all: u64 = draws.iter().map(|draw| draw.ways).sum();
        for draw in draws {
            let mut next = self.clone();
            next.advance(action, &draw.tiles);
            let weight = weight * draw.ways / all;
            match &reply {
                Some(reply) if next.game.end().is_none() => {
                    next.branch(reply, weight, playouts, outcomes);
                }
                _ => outcomes.push(next.outcome(weight, playouts)),
            }
        }
    }

    /// The outcome of a game whose bag is empty or that is over.
    fn outcome(mut self, weight: u64, playout: bool) -> Outcome {
        let gain = self.gain();
        let endgame = self.game.end().is_none().then(|| Start {
            plays: self.plays.clone(),
            racks: Seat::BOTH.map(|seat| self.game.rack(seat)),
            player: self.game.next_seat().index(),
            scoreless: self.game.scoreless_turns(),
        });
        let mut rest = match endgame {
            Some(_) => Range::unknown(),
            None => Range::of(0),
        };
        while playout && self.game.end().is_none() {
            let action = self.static_move(self.game.next_seat());
            self.make_on_board(&action);
            self.advance(&action, &[]);
            rest.estimate = i32::try_from(self.gain() - gain).unwrap_or(0);
        }
        Outcome {
            weight: weight.cast_signed(),
            gain,
            endgame,
            rest,
        }
    }

    /// Points that the first player has gained on the other.
    fn gain(&self) -> i64 {
        let [own, other] = Seat::BOTH.map(|seat| i64::from(self.game.score(seat)));
        own - other
    }

    /// The best move of a player by the static evaluator, which sees the other rack only once the bag is empty.
    fn static_move(&mut self, seat: Seat) -> Move {
        let is_set = self.tracked.set_rack(self.game.rack(seat)).is_ok();
        debug_assert!(is_set, "racks are filled by the rules");
        let opponent = match self.game.bag_len() {
            0 => self.game.rack(Seat::BOTH[1 - seat.index()]),
            _ => Rack::EMPTY,
        };
        let movegen = MoveGen::new(self.tracked.lexicon());
        let movegen = movegen.with_endgame_moves(opponent);
        movegen.best(&self.tracked).action
    }

    fn make_on_board(&mut self, action: &Move) {
        if let Move::Play(play) = action {
            self.tracked.play_unchecked(play);
            self.plays.push((*play, self.game.next_seat().index()));
        }
    }

    /// Makes a move that is on the board, and draws these tiles.
    fn advance(&mut self, action: &Move, tiles: &[RackTile]) {
        let rules = self.tracked.position().rules();
        let mut tiles = tiles.iter().copied();
        self.game.apply(rules, action, |bag| {
            tiles.next().filter(|tile| bag.remove(*tile))
        });
    }
}
