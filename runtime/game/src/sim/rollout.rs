//! Rollouts: games continued for some moves.

use lexc_runtime::{
    Bag, Candidate, FinalPoints, GameState, Leaves, Move, MoveGen, Moves, Rack, RackSearch,
    RackTile, Rules, ScorelessTurns, Seat, TrackedPosition, Undo,
};

use super::win;
use crate::deadline::Deadline;
use crate::random::Random;

/// The hidden tiles of a rollout.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) opponent: Rack,
    /// Tiles of the bag. Player 0 draws from the front and player 1 from the back. So the number of tiles that one
    /// player draws does not change the tiles that the other player draws, until the tiles run out.
    pub(crate) order: Vec<RackTile>,
    /// All tiles of the bag.
    pub(crate) bag: Bag,
    /// The random numbers with which exchanged tiles are drawn again.
    pub(crate) random: Random,
}

impl Sample {
    /// Fills the opponent's rack, which has the `known` tiles, from the `unknown` tiles; then draws `wanted` tiles of
    /// the bag, or all if it has fewer. `wanted` must be enough for the draws of both players.
    pub(crate) fn draw(
        unknown: &Bag,
        known: Rack,
        rack_size: usize,
        wanted: usize,
        random: &mut Random,
    ) -> Sample {
        let mut bag = unknown.clone();
        let mut opponent = known;
        bag.fill(&mut opponent, rack_size, |len| random.index_below(len));
        let full = bag.clone();
        let order =
            (0..wanted.min(bag.len())).map_while(|_| bag.draw(random.index_below(bag.len())));
        let order = order.collect();
        Sample {
            opponent,
            order,
            bag: full,
            random: random.clone(),
        }
    }
}

/// The result of a rollout for the player on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outcome {
    /// The spread gained, in thousandths of a point. If the game is not over, includes the value of the player's leave
    /// less that of the opponent's leave or, if the bag is empty, the value of the opponent's tiles less that of the
    /// player's tiles.
    pub(crate) equity: i64,
    /// The probability of a win, in millionths; 500,000 for a draw.
    pub(crate) wins: i64,
}

/// The settings that all rollouts share.
#[derive(Clone, Copy)]
pub(crate) struct Rollouts<'a> {
    pub(crate) tracked: &'a TrackedPosition<'a>,
    pub(crate) leaves: &'a (dyn Leaves + Sync),
    pub(crate) plies: u32,
    pub(crate) scoreless: ScorelessTurns,
    pub(crate) turns_left: Option<u16>,
    /// The points by which the player on turn leads.
    pub(crate) spread: i64,
}

/// The largest number of rollouts that are played together: each takes 12 KB of memory.
const TOGETHER: usize = 64;

/// A first move of rollouts.
#[derive(Clone, Debug)]
pub(crate) struct Opening<'a> {
    action: Move,
    /// The position after the move.
    tracked: Box<TrackedPosition<'a>>,
}

/// A rollout under way. Player 0 is the player on turn of the position.
pub(crate) struct Rollout<'a, 's> {
    rules: &'a Rules,
    tracked: Box<TrackedPosition<'a>>,
    sample: &'s Sample,
    state: State,
}

/// The parts of a rollout, besides the board, that a move changes.
#[derive(Clone, Debug)]
struct State {
    /// The game, in which player 0 is the first, with the points gained.
    game: GameState,
    /// The leave of each player after that player's latest move.
    leaves: [Option<Rack>; 2],
    /// The number of tiles of [`Sample::order`] that each player has drawn.
    drawn: [usize; 2],
    /// The exchanged tiles in the bag.
    returned: Bag,
    random: Random,
}

impl<'a> Rollouts<'a> {
    /// The position after a candidate.
    pub(super) fn opening(&self, candidate: &Candidate) -> Opening<'a> {
        let mut tracked = Box::new(self.tracked.clone());
        if let Move::Play(play) = &candidate.action {
            tracked.play_unchecked(play);
        }
        Opening {
            action: candidate.action,
            tracked,
        }
    }

    /// Plays a rollout of each opening; `None` after the deadline.
    pub(super) fn play(
        &self,
        openings: &[&Opening<'a>],
        sample: &Sample,
        deadline: Deadline<'_>,
    ) -> Option<Vec<Outcome>> {
        let mut outcomes = Vec::with_capacity(openings.len());
        for group in openings.chunks(TOGETHER) {
            outcomes.extend(self.play_together(group, sample, deadline)?);
        }
        Some(outcomes)
    }

    /// Plays a rollout of each opening. Searches the moves of equal racks together. `None` after the deadline.
    fn play_together(
        &self,
        openings: &[&Opening<'a>],
        sample: &Sample,
        deadline: Deadline<'_>,
    ) -> Option<Vec<Outcome>> {
        let mut rollouts: Vec<Rollout<'_, '_>> = Vec::with_capacity(openings.len());
        for opening in openings {
            let mut rollout = self.start(opening.tracked.clone(), sample);
            rollout.advance(0, &opening.action);
            rollouts.push(rollout);
        }
        for ply in 1..=self.plies {
            if rollouts.iter().all(|rollout| rollout.is_over()) {
                break;
            }
            if deadline.is_over() {
                return None;
            }
            let player = ply as usize % 2;
            let first = (ply == 1).then_some(self.tracked);
            let actions = self.choose(player, &mut rollouts, first);
            for (rollout, action) in rollouts.iter_mut().zip(actions) {
                match action {
                    Some(action) if ply < self.plies => {
                        rollout.make(player, &action);
                    }
                    // Nothing searches the last board.
                    Some(action) => rollout.advance(player, &action),
                    None => {}
                }
            }
        }
        let outcomes = rollouts.iter().map(|rollout| self.outcome(rollout));
        Some(outcomes.collect())
    }

    /// A player's move of the highest equity in each rollout; `None` if the game is over. `first` is a position on whose
    /// board all rollouts are based.
    fn choose(
        &self,
        player: usize,
        rollouts: &mut [Rollout<'a, '_>],
        first: Option<&TrackedPosition<'a>>,
    ) -> Vec<Option<Move>> {
        let leaves: &dyn Leaves = self.leaves;
        let racks: Vec<Option<Rack>> = rollouts
            .iter_mut()
            .map(|rollout| (!rollout.is_over()).then(|| rollout.set_rack(player)))
            .collect();
        let mut actions = vec![None; rollouts.len()];
        for (index, rack) in racks.iter().enumerate() {
            let Some(rack) = rack.filter(|_| actions[index].is_none()) else {
                continue;
            };
            // Once the bag is empty, the values of leaves depend on the other rack, too.
            let is_drawn = |index: usize| rollouts[index].state.game.bag_len() > 0;
            let equal = (index..racks.len())
                .filter(|&other| racks[other] == Some(rack) && is_drawn(other) && is_drawn(index));
            let equal: Vec<usize> = equal.collect();
            if equal.len() < 2 {
                actions[index] =
                    Some(rollouts[index].search(player, leaves, |movegen, tracked| {
                        movegen.best(tracked).action
                    }));
                continue;
            }
            let first = first.cloned().map(|mut first| {
                let is_set = first.set_rack(rack).is_ok();
                debug_assert!(is_set, "racks are filled by the rules");
                first
            });
            let mut search = RackSearch::new(
                first.as_ref().unwrap_or(&rollouts[index].tracked),
                leaves,
                equal.len(),
            );
            for other in equal {
                let rollout = &rollouts[other];
                let best = search.best(&rollout.tracked, rollout.state.game.bag_len());
                actions[other] = Some(best.action);
            }
        }
        actions
    }

    /// A rollout before its first move.
    pub(crate) fn start<'s>(
        &self,
        tracked: Box<TrackedPosition<'a>>,
        sample: &'s Sample,
    ) -> Rollout<'a, 's> {
        let position = self.tracked.position();
        let racks = [*position.rack(), sample.opponent];
        let game = GameState::of_two(position.board().clone(), racks, sample.bag.clone());
        let state = State {
            game: game
                .with_scoreless_turns(self.scoreless)
                .with_turns_left(self.turns_left),
            leaves: [None; 2],
            drawn: [0; 2],
            returned: Bag::EMPTY,
            random: sample.random.clone(),
        };
        Rollout {
            rules: position.rules(),
            tracked,
            sample,
            state,
        }
    }

    /// The result of a rollout at its end.
    pub(crate) fn outcome(&self, rollout: &Rollout<'_, '_>) -> Outcome {
        let state = &rollout.state;
        let per_point = Candidate::PER_POINT;
        let [own, other] = Seat::BOTH.map(|seat| i64::from(state.game.score(seat)));
        let points = (own - other) * per_point;
        let lead = self.spread * per_point;
        if rollout.is_over() {
            let wins = win::result(lead + points);
            return Outcome {
                equity: points,
                wins,
            };
        }
        let bag_len = state.game.bag_len();
        let value = |player: usize| match state.leaves[player] {
            Some(leave) if bag_len > 0 => self.leaves.value(&leave).into(),
            _ if bag_len > 0 || rollout.rules.final_points() == FinalPoints::None => 0,
            _ => {
                -per_point
                    * i64::from(
                        rollout
                            .rules
                            .rack_value(state.game.rack(Seat::BOTH[player])),
                    )
            }
        };
        let equity = points + value(0) - value(1);
        let unseen = bag_len + state.game.rack_len(Seat::Second);
        Outcome {
            equity,
            // Player 0 makes the candidate and player 1 the first ply, so player 0 is on turn after an odd number of
            // plies.
            wins: win::wins(lead + equity, unseen, self.plies % 2 == 1),
        }
    }
}

impl<'a> Rollout<'a, '_> {
    pub(crate) fn is_over(&self) -> bool {
        self.state.game.end().is_some()
    }

    /// A player's moves of the highest equity, the best first.
    pub(crate) fn top(
        &mut self,
        player: usize,
        leaves: &dyn Leaves,
        count: usize,
    ) -> impl Iterator<Item = Move> + use<> {
        let best = self.search(player, leaves, |movegen, tracked| {
            movegen.best_n(tracked, count)
        });
        best.into_iter().map(|one| one.action)
    }

    /// Searches the moves of a player by equity.
    fn search<T>(
        &mut self,
        player: usize,
        leaves: &dyn Leaves,
        search: impl FnOnce(&MoveGen<'_, Moves<'_>>, &TrackedPosition<'a>) -> T,
    ) -> T {
        self.set_rack(player);
        let game = &self.state.game;
        let other = game.rack(Seat::BOTH[1 - player]);
        let movegen = MoveGen::new(self.tracked.lexicon());
        match game.bag_len() {
            0 => search(&movegen.with_endgame_moves(other), &self.tracked),
            bag_len => search(&movegen.with_moves(bag_len, leaves), &self.tracked),
        }
    }

    /// Puts the rack of a player on turn, and returns it.
    fn set_rack(&mut self, player: usize) -> Rack {
        let rack = self.state.game.rack(Seat::BOTH[player]);
        let is_set = self.tracked.set_rack(rack).is_ok();
        debug_assert!(is_set, "racks are filled by the rules");
        rack
    }

    /// Makes a move of a player, calls `visit`, and takes the move back.
    pub(crate) fn with_move<T>(
        &mut self,
        player: usize,
        action: &Move,
        visit: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let state = self.state.clone();
        let undo = self.make(player, action);
        let visited = visit(self);
        if let Some(undo) = undo {
            let is_back = self.tracked.take_back(undo).is_ok();
            debug_assert!(is_back, "plays are taken back in reverse order");
        }
        self.state = state;
        visited
    }

    /// Makes a move of a player, and draws.
    fn make(&mut self, player: usize, action: &Move) -> Option<Undo> {
        let undo = match action {
            Move::Play(play) => Some(self.tracked.play_unchecked(play)),
            Move::Exchange(_) | Move::Pass => None,
        };
        self.advance(player, action);
        undo
    }

    /// Makes a move of a player, and draws. Leaves the tracked position unchanged.
    fn advance(&mut self, player: usize, action: &Move) {
        let State {
            game,
            leaves,
            drawn,
            returned,
            random,
        } = &mut self.state;
        leaves[player] = game.leave_after(action);
        debug_assert!(
            leaves[player].is_some(),
            "moves are made of the rack's tiles"
        );
        game.apply(self.rules, action, |bag| {
            let exchanged = match returned.is_empty() {
                true => None,
                false => returned.draw(random.index_below(bag.len())),
            };
            let tile = exchanged.or_else(|| next_tile(&self.sample.order, drawn, player))?;
            bag.remove(tile).then_some(tile)
        });
        if let Move::Exchange(tiles) = action {
            for tile in *tiles {
                let is_added = returned.add(tile);
                debug_assert!(is_added, "a tile occurs at most 65,535 times");
            }
        }
    }
}

/// Draws the next tile for a player from the tiles of the bag in order.
fn next_tile(order: &[RackTile], drawn: &mut [usize; 2], player: usize) -> Option<RackTile> {
    let [front, back] = *drawn;
    let left = order.get(front..order.len() - back)?;
    let tile = match player {
        0 => left.first(),
        _ => left.last(),
    };
    drawn[player] += usize::from(tile.is_some());
    tile.copied()
}
