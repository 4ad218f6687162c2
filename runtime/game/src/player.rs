//! [`Player`]: chooses moves.

mod advice;
mod greedy;
mod minimax;
mod ranked;
#[cfg(test)]
mod tests;
mod view;

use std::fmt;
use std::sync::atomic::AtomicBool;

use lexc_runtime::{Leaves, Lexicon, Move, Seat, TrackedPosition};

pub use self::advice::{Advice, AdvisedMove, RankedBy};
pub use self::greedy::Greedy;
pub use self::minimax::ByMinimax;
pub use self::ranked::{ByEquity, BySimulation};
pub use self::view::{Player, PlayerView};
use crate::endgame::Endgame;
use crate::game::Game;
use crate::pre_endgame::{PreEndgame, RankedMove};
use crate::tile_source::TileSource;

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

    /// The same player, for which the orders of the unseen tiles count by the opponent's last move if these values of leaves are
    /// given: see [`PreEndgame::with_last_move`].
    #[must_use]
    pub fn with_inference(self, leaves: Option<&'l (dyn Leaves + Sync)>) -> WithPreEndgame<'l, P> {
        WithPreEndgame {
            inferred_by: leaves,
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
        if let Some(leaves) = self.inferred_by {
            solver = solver.with_last_move(view.last_move(), leaves);
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

/// Plays a game to its end. The players are in the order of [`Seat::ALL`], one for each seat. Tiles are drawn from `tiles`, such as
/// [`Random`](crate::Random).
///
/// # Panics
/// If there are fewer players than seats.
#[expect(clippy::indexing_slicing, reason = "documented as a panic")]
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
    #[expect(clippy::expect_used, reason = "as Game::position")]
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
