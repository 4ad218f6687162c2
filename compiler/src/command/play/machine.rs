//! The person's opponent.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lexc_compiler::text::Visible;
use lexc_game::{Game, Gcg, Player, PlayerView};
use lexc_runtime::{Leaves, Lexicon, Move, Rules, TrackedPosition};

use super::hints;
use crate::command::analyze::write_page;
use crate::command::players::{Strength, player};
use crate::command::threads::thread_count;

/// The name of the machine in records.
pub const MACHINE: &str = "lexc";

/// The machine: the lexicon of the game, by which it judges words; the words that it plays itself, which may be fewer; its strength
/// and its limit of time for a move, and the player that gives hints.
#[derive(Clone, Copy)]
pub struct Machine<'a> {
    pub lexicon: &'a Lexicon<'a>,
    pub words: &'a Lexicon<'a>,
    pub strength: Strength<'a>,
    pub time_limit: Option<Duration>,
    pub adviser: &'a dyn Player,
    pub leaves: &'a (dyn Leaves + Sync),
}

/// A game that is over and saved: its record and rules, and the file of the page about it.
#[derive(Clone)]
pub struct Finished {
    pub gcg: Gcg,
    pub rules: Rules,
    pub page: PathBuf,
}

impl Machine<'_> {
    /// The move that the machine makes on its turn, if its clock has this time left.
    pub fn choose(&self, game: &Game, left: Option<Duration>) -> Move {
        let tracked = TrackedPosition::new(self.words, game.position());
        let view = PlayerView::new(game, &tracked);
        let share = left.map(|left| view.time_for_move(left));
        let limit = [self.time_limit, share].into_iter().flatten().min();
        player(self.words, self.strength, limit, thread_count(None)).choose(&view)
    }

    /// The best moves for the player on turn, as lines of text. Once another thread sets `stop`, returns early, with any text.
    pub fn hints(&self, game: &Game, count: usize, stop: &AtomicBool) -> String {
        let tracked = TrackedPosition::new(self.words, game.position());
        let advice = self
            .adviser
            .advise(&PlayerView::new(game, &tracked), count, stop);
        hints::lines(&advice, tracked.position(), self.lexicon.alphabet())
    }

    /// Writes the page about a game. Returns the name of its file, or the reason why it could not be written, as text. Once another
    /// thread sets `stop`, returns early, with any text.
    pub fn analyze(&self, game: &Finished, stop: &AtomicBool) -> String {
        let Finished { gcg, rules, page } = game;
        match write_page(gcg, rules, self.lexicon, self.leaves, page, stop) {
            Ok(()) => format!(
                "The page about the game is {}.",
                Visible(&page.to_string_lossy())
            ),
            Err(failure) => failure.to_string(),
        }
    }
}
