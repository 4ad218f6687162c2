//! [`Player`]: chooses moves.

mod advice;
mod greedy;
mod minimax;
mod ranked;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lexc_runtime::{
    Bag, GameState, Leaves, Lexicon, Move, Rack, ScorelessTurns, Seat, TrackedPosition,
};

pub use self::advice::{Advice, AdvisedMove, RankedBy};
pub use self::greedy::Greedy;
pub use self::minimax::ByMinimax;
pub use self::ranked::{ByEquity, BySimulation};
use crate::endgame::{Endgame, EndgamePosition};
use crate::game::Game;
use crate::inference::LastMove;
use crate::pre_endgame::{PreEndgame, RankedMove};
use crate::tile_source::TileSource;

/// Chooses the moves of a player.
///
/// A player keeps no state of a game: the same view gives the same move, in any order of games and on any thread,
/// unless a limit of time ends its search.
pub trait Player: Sync {
    /// The move of the player on turn. It must be legal.
    fn choose(&self, view: &PlayerView<'_>) -> Move;

    /// The best moves for the player on turn, ranked in the way in which the player chooses: `count` ideas, or fewer if
    /// there are fewer or the player compares fewer. The first move is the one that the player makes, unless a limit has
    /// ended a search; with a `count` of 0, it may be the only one. Once another thread sets `stop`, returns early, with any
    /// result. By default, the choice alone.
    fn advise(&self, view: &PlayerView<'_>, count: usize, stop: &AtomicBool) -> Advice {
        let _ = (count, stop);
        Advice::choice(self.choose(view))
    }
}

/// The parts of a game that the player on turn sees.
#[derive(Clone, Debug)]
pub struct PlayerView<'a> {
    tracked: &'a TrackedPosition<'a>,
    state: GameState,
    last_move: Option<LastMove>,
}

impl<'a> PlayerView<'a> {
    /// The view of the player on turn. The tracked position must have the board of the game and the rack of that
    /// player.
    pub fn new(game: &'a Game, tracked: &'a TrackedPosition<'a>) -> PlayerView<'a> {
        let state = game.state();
        let seat = state.next_seat();
        PlayerView {
            last_move: game.turns().last().and_then(|turn| turn.told_to(seat)),
            ..PlayerView::of(state.seen_by(seat), tracked)
        }
    }

    /// The view of the player on turn in a state, as that player sees it. The tracked position must
    /// have the board of the state and the rack of that player.
    pub fn of(state: GameState, tracked: &'a TrackedPosition<'a>) -> PlayerView<'a> {
        PlayerView {
            tracked,
            state,
            last_move: None,
        }
    }

    /// The same view after this move of the opponent.
    #[must_use]
    pub fn with_last_move(self, last_move: Option<LastMove>) -> PlayerView<'a> {
        PlayerView { last_move, ..self }
    }

    /// The state of the game as the player sees it: the tiles on other racks are unknown until the bag is empty.
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// The board and the rack of the player, with cross-sets.
    pub fn position(&self) -> &'a TrackedPosition<'a> {
        self.tracked
    }

    /// The tiles in the bag and on the other racks.
    pub fn unseen(&self) -> Bag {
        self.state.unseen(self.state.next_seat())
    }

    /// The opponent's last move. `None` for the first move, after other events such as a challenge, and among more than two players.
    pub fn last_move(&self) -> Option<&LastMove> {
        self.last_move
            .as_ref()
            .filter(|_| self.state.players() == 2)
    }

    /// The number of tiles in the bag.
    pub fn bag_len(&self) -> usize {
        self.state.bag_len()
    }

    /// The turns in a row, up to now, that scored no point.
    pub fn scoreless_turns(&self) -> ScorelessTurns {
        self.state.scoreless_turns()
    }

    /// The time for this move if the player has `left` for the rest of the game: an equal part for each of the player's moves to
    /// come, and one more in reserve. Two players together place nine tiles in a turn of both.
    pub fn time_for_move(&self, left: Duration) -> Duration {
        let unseen = self.unseen().len() + self.position().position().rack().len();
        let turns = unseen.div_ceil(9 * self.state.players() / 2).max(1);
        left / u32::try_from(turns + 1).unwrap_or(u32::MAX)
    }

    /// The points by which the player is ahead of the next.
    pub fn lead(&self) -> i64 {
        self.state.lead()
    }

    /// The opponent's rack if the bag is empty and there are two players. Otherwise `None`.
    pub fn opponent_rack(&self) -> Option<Rack> {
        let is_known = self.bag_len() == 0 && self.state.players() == 2;
        is_known.then(|| self.state.opponent_rack())
    }

    /// The end game; `None` if the bag has tiles, or if a rack is empty.
    fn endgame_position(&self) -> Option<EndgamePosition<'a>> {
        EndgamePosition::from_state(&self.state, self.tracked.position().rules()).ok()
    }
}

/// Makes the moves of the given player until the bag is empty, and then the moves of an [`Endgame`] solver.
#[derive(Clone, Copy, Debug)]
pub struct WithEndgame<'l, P> {
    player: P,
    endgame: Endgame<'l>,
}

impl<'l, P: Player> WithEndgame<'l, P> {
    /// A player with the moves of `player` until the bag is empty.
    pub fn new(player: P, endgame: Endgame<'l>) -> WithEndgame<'l, P> {
        WithEndgame { player, endgame }
    }
}

impl<P: Player> Player for WithEndgame<'_, P> {
    fn choose(&self, view: &PlayerView<'_>) -> Move {
        let position = view.endgame_position();
        let solution = position.map(|position| self.endgame.solve(&position));
        match solution.as_ref().and_then(|solution| solution.line.first()) {
            Some(action) => *action,
            None => self.player.choose(view),
        }
    }

    fn advise(&self, view: &PlayerView<'_>, count: usize, stop: &AtomicBool) -> Advice {
        let Some(position) = view.endgame_position() else {
            return self.player.advise(view, count, stop);
        };
        // A copy that lives as long as the flag.
        let endgame: Endgame<'_> = self.endgame;
        let (solution, moves) = endgame.with_interrupt(stop).rank(&position, count);
        let advice = Advice::new(RankedBy::Endgame, moves, view.position().position(), count);
        advice.with_line(solution.line)
    }
}

/// Makes the moves of the given player, or, while the bag has few tiles, the moves of a [`PreEndgame`] solver.
#[derive(Clone, Copy)]
pub struct WithPreEndgame<'l, P> {
    player: P,
    pre_endgame: PreEndgame<'l>,
    most_in_bag: usize,
    /// The values of leaves that the opponent is taken to play by, if the opponent's last move counts.
    inferred_by: Option<&'l (dyn Leaves + Sync)>,
}

impl<'l, P: Player> WithPreEndgame<'l, P> {
    /// A player with the moves of `player` unless the bag has one tile, or as many as [`with_most_in_bag`](Self::with_most_in_bag) allows.
    pub fn new(player: P, pre_endgame: PreEndgame<'l>) -> WithPreEndgame<'l, P> {
        WithPreEndgame {
            player,
            pre_endgame,
            most_in_bag: 1,
            inferred_by: None,
        }
    }

    /// The same player, which makes the moves of the solver while the bag has up to this number of tiles; four at most, with [`PreEndgame::BAG_LENS`].
    #[must_use]
    pub fn with_most_in_bag(self, most_in_bag: usize) -> WithPreEndgame<'l, P> {
        WithPreEndgame {
            most_in_bag,
            ..self
        }
    }

    /// The same player, for which the orders of the unseen tiles count by the opponent's last move: see [`PreEndgame::with_last_move`].
    #[must_use]
    pub fn with_inference(self, leaves: &'l (dyn Leaves + Sync)) -> WithPreEndgame<'l, P> {
        WithPreEndgame {
            inferred_by: Some(leaves),
            ..self
        }
    }

    /// The ranking of the solver; `None` if the bag has too many tiles for it, or none.
    fn ranking(&self, view: &PlayerView<'_>, stop: Option<&AtomicBool>) -> Option<Vec<RankedMove>> {
        if !(1..=self.most_in_bag).contains(&view.bag_len()) {
            return None;
        }
        // A copy that lives as long as the flag.
        let mut solver: PreEndgame<'_> = self.pre_endgame;
        if let Some(stop) = stop {
            solver = solver.with_interrupt(stop);
        }
        if let (Some(leaves), Some(last)) = (self.inferred_by, view.last_move()) {
            solver = solver.with_last_move(last, leaves);
        }
        let rules = view.position().position().rules();
        let report = solver.solve(view.state(), rules, |_| true).ok()?;
        Some(report.candidates)
    }
}

impl<P: fmt::Debug> fmt::Debug for WithPreEndgame<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WithPreEndgame")
            .field("player", &self.player)
            .field("pre_endgame", &self.pre_endgame)
            .field("most_in_bag", &self.most_in_bag)
            .finish_non_exhaustive()
    }
}

impl<P: Player> Player for WithPreEndgame<'_, P> {
    fn choose(&self, view: &PlayerView<'_>) -> Move {
        let ranking = self.ranking(view, None);
        let best = ranking.and_then(|candidates| Some(candidates.first()?.action));
        best.unwrap_or_else(|| self.player.choose(view))
    }

    fn advise(&self, view: &PlayerView<'_>, count: usize, stop: &AtomicBool) -> Advice {
        match self.ranking(view, Some(stop)) {
            Some(moves) if !moves.is_empty() => Advice::new(
                RankedBy::PreEndgame,
                moves,
                view.position().position(),
                count,
            ),
            _ => self.player.advise(view, count, stop),
        }
    }
}

impl<P: Player + ?Sized> Player for &P {
    fn choose(&self, view: &PlayerView<'_>) -> Move {
        (**self).choose(view)
    }

    fn advise(&self, view: &PlayerView<'_>, count: usize, stop: &AtomicBool) -> Advice {
        (**self).advise(view, count, stop)
    }
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn choose(&self, view: &PlayerView<'_>) -> Move {
        (**self).choose(view)
    }

    fn advise(&self, view: &PlayerView<'_>, count: usize, stop: &AtomicBool) -> Advice {
        (**self).advise(view, count, stop)
    }
}

/// Plays a game to its end. The players are in the order of [`Seat::ALL`], one for each seat. Tiles are drawn from `tiles`, such as
/// [`Random`](crate::Random).
///
/// # Panics
/// If there are fewer players than seats.
pub fn play_out(
    lexicon: &Lexicon<'_>,
    game: &mut Game,
    players: &[&dyn Player],
    tiles: &mut impl TileSource,
) {
    play_with(lexicon, game, tiles, |seat, view| {
        players[seat.index()].choose(view)
    });
}

/// Plays a game to its end, with the moves that `choose` returns.
pub(crate) fn play_with(
    lexicon: &Lexicon<'_>,
    game: &mut Game,
    tiles: &mut impl TileSource,
    mut choose: impl FnMut(Seat, &PlayerView<'_>) -> Move,
) {
    let rules = game.rules().clone();
    let position = game.state().position(&rules);
    let position = position.expect("board and racks fit the rules");
    let mut tracked = TrackedPosition::new(lexicon, position);
    while let Some(seat) = game.on_turn() {
        let is_set = tracked.set_rack(game.rack(seat)).is_ok();
        debug_assert!(is_set, "racks are filled by the rules");
        let action = choose(seat, &PlayerView::new(game, &tracked));
        if let Move::Play(play) = &action {
            tracked.play_unchecked(play);
        }
        game.make_from(&action, tiles);
    }
}
