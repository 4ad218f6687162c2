//! The choice of a move, and the parts of a game that the player on turn sees.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lexc_runtime::{Bag, GameState, Move, Rack, ScorelessTurns, TrackedPosition};

use super::advice::Advice;
use crate::endgame::EndgamePosition;
use crate::game::Game;
use crate::inference::LastMove;

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
    pub(super) fn endgame_position(&self) -> Option<EndgamePosition<'a>> {
        EndgamePosition::from_state(&self.state, self.tracked.position().rules()).ok()
    }
}
