//! The games of the papers: greedy players against each other, by the DAWG and by the GADDAG algorithm; a greedy player against
//! one who passes; and players with rack heuristics against greedy ones.

use std::sync::atomic::{AtomicU64, Ordering};

use lexc_game::{
    ByEquity, Estimate, Game, Greedy, LeaveLearning, Player, RackFactors, RackHeuristic, Random,
    View, play_out,
};
use lexc_runtime::{Algorithm, Lexicon, Move, Rules};
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
    /// The matches of Gordon's table VI, in its order.
    pub heuristics: [HeuristicMatch; 3],
}

/// Games of a player with a rack heuristic against a greedy player.
#[derive(Clone, Debug, Default)]
pub struct HeuristicMatch {
    pub moves: u64,
    /// The edges followed in searches for all plays, by the DAWG and by the GADDAG.
    pub edges: [u64; 2],
    /// The points by which the player with the heuristic is ahead at the end.
    pub spread: Estimate,
}

/// The number of games from which leaves are learned, for each game of a match.
pub const LEARNING: u64 = 8;

/// The longest leaves that are learned. Heuristics are fitted to leaves of up to this length.
const LEARNED_TILES: usize = 3;

impl Plan<'_> {
    /// Plays the games. All but the times are the same on any number of threads.
    ///
    /// # Errors
    /// The lexicon lacks an automaton.
    pub fn play(&self, pool: &ThreadPool) -> Result<Played, Failure> {
        let all_games = self.games.saturating_mul(6 + LEARNING);
        let progress = Progress::of_count("playing", all_games, "games");
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
            heuristics: pool.install(|| self.play_heuristics(&progress))?,
        })
    }

    /// Learns values of leaves, and plays the games of the heuristics that are fitted to them.
    fn play_heuristics(&self, progress: &Progress) -> Result<[HeuristicMatch; 3], Failure> {
        let longest = self.rules.rack_size().clamp(1, LEARNED_TILES);
        let learning = LeaveLearning::new(&self.lexicon, self.rules, longest, self.seed);
        let mut learning = learning.map_err(Failure::new)?;
        for step in 1..=LEARNING {
            learning.play(self.games);
            progress.set(self.games.saturating_mul(3 + step));
        }
        learning.end_generation();
        let [dawg, gaddag] = [Algorithm::Dawg, Algorithm::Gaddag]
            .map(|algorithm| Search::for_all_by(algorithm, self.lexicon).map_err(Failure::new));
        let searches = [dawg?, gaddag?];
        let factors = [
            RackFactors::Letters,
            RackFactors::Duplicates,
            RackFactors::Balance,
        ];
        Ok(factors.map(|factors| {
            let alphabet = self.lexicon.alphabet();
            let heuristic = RackHeuristic::fit(factors, alphabet, &learning.leaves());
            let games = (0..self.games).into_par_iter().map(|number| {
                let played = self.play_heuristic(&heuristic, number, &searches);
                progress.advance();
                played
            });
            let games: Vec<HeuristicGame> = games.collect();
            let mut sum = HeuristicMatch::default();
            games.iter().for_each(|game| sum.add(game));
            sum
        }))
    }

    /// Plays the game of this number. The player with the heuristic starts if the number is even.
    fn play_heuristic(
        &self,
        heuristic: &RackHeuristic,
        number: u64,
        searches: &[Search<'_>; 2],
    ) -> HeuristicGame {
        let counts = StepCounts::default();
        let own = Counted {
            player: ByEquity::new(heuristic),
            searches,
            counts: &counts,
        };
        let greedy = Counted {
            player: Greedy::new(),
            searches,
            counts: &counts,
        };
        let mut random = Random::new(self.seed, number);
        let game = Game::new(self.rules, self.lexicon.alphabet(), &mut random);
        let mut game = game.expect("the full bag fills two racks");
        let mut players: [&dyn Player; 2] = [&own, &greedy];
        let is_reversed = number % 2 == 1;
        if is_reversed {
            players.reverse();
        }
        play_out(&self.lexicon, &mut game, players, &mut random);
        let [first, second] = game.scores().map(i64::from);
        HeuristicGame {
            moves: counts.moves.into_inner(),
            edges: counts.edges.map(AtomicU64::into_inner),
            spread: match is_reversed {
                true => second - first,
                false => first - second,
            },
        }
    }
}

impl HeuristicMatch {
    fn add(&mut self, game: &HeuristicGame) {
        self.moves += game.moves;
        for (edges, more) in self.edges.iter_mut().zip(game.edges) {
            *edges += more;
        }
        self.spread.add(game.spread);
    }
}

/// One game of a match.
struct HeuristicGame {
    moves: u64,
    edges: [u64; 2],
    spread: i64,
}

/// The moves of a game, and the edges followed by each algorithm.
#[derive(Debug, Default)]
struct StepCounts {
    moves: AtomicU64,
    edges: [AtomicU64; 2],
}

/// A player whose positions are searched for all plays by both algorithms, to count their steps.
struct Counted<'a, P> {
    player: P,
    searches: &'a [Search<'a>; 2],
    counts: &'a StepCounts,
}

impl<P: Player> Player for Counted<'_, P> {
    fn choose(&self, view: &View<'_>) -> Move {
        self.counts.moves.fetch_add(1, Ordering::Relaxed);
        for (search, edges) in self.searches.iter().zip(&self.counts.edges) {
            let steps = search.steps(view.position());
            edges.fetch_add(steps.edges.get(), Ordering::Relaxed);
        }
        self.player.choose(view)
    }
}
