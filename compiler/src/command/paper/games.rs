//! The games of the papers: greedy players against each other, with the steps of both algorithms counted, and a greedy player
//! against one who passes.

use lexc_runtime::{Algorithm, Lexicon, Rules};
use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::command::outcome::Failure;
use crate::command::search::{PlayBuffer, Search};
use crate::command::selfplay::greedy::Match;
use crate::command::selfplay::statistics::Statistics;
use crate::command::terminal::Progress;

/// The games to play.
pub struct Plan<'a> {
    /// A lexicon with both automata.
    pub lexicon: Lexicon<'a>,
    pub rules: &'a Rules,
    /// The number of games of each match.
    pub games: u64,
    pub seed: u64,
}

/// Statistics of the games.
pub struct Played {
    /// Greedy players over the DAWG.
    pub dawg: Statistics,
    /// The same games over the GADDAG.
    pub gaddag: Statistics,
    /// The turns of a greedy player against one who passes on each turn.
    pub against_passes: Statistics,
}

impl Plan<'_> {
    /// Plays the games. All but the times are the same on any number of threads.
    ///
    /// # Errors
    /// The lexicon lacks an automaton.
    pub fn play(&self, pool: &ThreadPool) -> Result<Played, Failure> {
        let progress = Progress::of_count("playing", self.games.saturating_mul(3), "games");
        let matches = |algorithm, opponent_passes| {
            let search = Search::for_all_by(algorithm, self.lexicon).map_err(Failure::new)?;
            let players = Match {
                search,
                rules: self.rules,
                alphabet: self.lexicon.alphabet(),
                seed: self.seed,
                operations: None,
                opponent_passes,
            };
            let play = |number| {
                let played = players.play(number, &mut PlayBuffer::default());
                progress.advance();
                played.expect("the full bag fills two racks").statistics
            };
            let sum = |mut sum: Statistics, more: Statistics| {
                sum.add(&more);
                sum
            };
            let games = (0..self.games).into_par_iter().map(play);
            Ok::<_, Failure>(pool.install(|| games.reduce(Statistics::default, sum)))
        };
        Ok(Played {
            dawg: matches(Algorithm::Dawg, false)?,
            gaddag: matches(Algorithm::Gaddag, false)?,
            against_passes: matches(Algorithm::fastest(self.lexicon.image()), true)?,
        })
    }
}
