//! The games of the papers: greedy players against each other, by the DAWG and by the GADDAG algorithm; a greedy player
//! against a player who passes; and players with rack heuristics against greedy players.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lexc_game::{
    ByEquity, Estimate, Game, Greedy, LeaveLearning, Player, RackFactors, RackHeuristic, Random,
    View, play_out,
};
use lexc_runtime::{Algorithm, Checks, Lexicon, Move, Rules, Seat};
use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::command::outcome::Failure;
use crate::command::page_faults::{Loaded, faults_since, page_faults};
use crate::command::search::{PlayBuffer, Search};
use crate::command::selfplay::greedy::Match;
use crate::command::selfplay::statistics::Statistics;
use crate::command::terminal::Progress;

/// The games to play.
pub struct Plan<'a> {
    /// A lexicon with both automata.
    pub lexicon: Lexicon<'a>,
    /// The image for the DAWG algorithm, and the image for the GADDAG algorithm.
    pub images: [&'a [u8]; 2],
    pub rules: &'a Rules,
    /// The number of games of each match.
    pub games: u64,
    pub seed: u64,
    /// True if times and page faults are measured.
    pub is_timed: bool,
}

/// Statistics of the games.
pub struct Played {
    /// Greedy players over the DAWG.
    pub dawg: Statistics,
    /// The same games over the GADDAG.
    pub gaddag: Statistics,
    /// The turns of a greedy player whose opponent passes on each turn.
    pub against_passes: Statistics,
    /// The matches of Gordon's table VI, in its order.
    pub heuristics: [HeuristicMatch; 3],
}

/// Games of a player with a rack heuristic against a greedy player.
#[derive(Clone, Debug, Default)]
pub struct HeuristicMatch {
    pub moves: u64,
    /// Sums over the searches for all plays by the DAWG algorithm, and by the GADDAG algorithm.
    pub searches: [SearchSums; 2],
    /// The points by which the player with the heuristic is ahead at the end.
    pub spread: Estimate,
}

/// The sums over searches.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchSums {
    /// The edges followed.
    pub edges: u64,
    /// The time; 0 if times are not measured.
    pub time: Duration,
    /// The number of page faults while the image was copied and, if [`Plan::is_timed`] is true, in the searches. 0 if
    /// [`page_faults`] returns `None`.
    pub page_faults: u64,
}

/// Leaves are learned from [`Plan::games`] times this number of games.
pub const LEARNING: u64 = 8;

/// Upper bound on the number of tiles of a leave that is learned.
const LEARNED_TILES: usize = 3;

impl Plan<'_> {
    /// Plays the games. The results are the same on any number of threads, except times and page faults.
    ///
    /// # Errors
    /// An image lacks the automaton of its algorithm, no leaves can be learned, or the system has no memory for an image.
    pub fn play(&self, pool: &ThreadPool) -> Result<Played, Failure> {
        let all_games = self.games.saturating_mul(6 + LEARNING);
        let progress = Progress::of_count("playing", all_games, "games");
        Ok(Played {
            dawg: self.play_greedy(0, false, pool, &progress)?,
            gaddag: self.play_greedy(1, false, pool, &progress)?,
            against_passes: self.play_greedy(0, true, pool, &progress)?,
            heuristics: pool.install(|| self.play_heuristics(&progress))?,
        })
    }

    /// Plays games of two greedy players; if `opponent_passes`, of a greedy player and a player who passes on each
    /// turn. `algorithm` is an index in [`ALGORITHMS`].
    fn play_greedy(
        &self,
        algorithm: usize,
        opponent_passes: bool,
        pool: &ThreadPool,
        progress: &Progress,
    ) -> Result<Statistics, Failure> {
        let loaded = Loaded::new(self.images[algorithm]).map_err(Failure::new)?;
        let players = Match {
            search: search(algorithm, &loaded)?,
            rules: self.rules,
            alphabet: self.lexicon.alphabet(),
            seed: self.seed,
            operations: None,
            opponent_passes,
            counts_page_faults: self.is_timed,
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
        let mut statistics = pool.install(|| games.reduce(Statistics::default, sum));
        statistics.with_blanks(0).page_faults += loaded.page_faults;
        Ok(statistics)
    }

    /// Learns values of leaves, fits the heuristics to these values, and plays the games of players with the
    /// heuristics.
    fn play_heuristics(&self, progress: &Progress) -> Result<[HeuristicMatch; 3], Failure> {
        let longest = self.rules.rack_size().clamp(1, LEARNED_TILES);
        let learning = LeaveLearning::new(&self.lexicon, self.rules, longest, self.seed);
        let mut learning = learning.map_err(Failure::new)?;
        for step in 1..=LEARNING {
            learning.play(self.games);
            progress.set(self.games.saturating_mul(3 + step));
        }
        learning.end_generation();
        let factors = [
            RackFactors::Letters,
            RackFactors::Duplicates,
            RackFactors::Balance,
        ];
        let mut matches = <[HeuristicMatch; 3]>::default();
        for (sum, factors) in matches.iter_mut().zip(factors) {
            let alphabet = self.lexicon.alphabet();
            let heuristic = RackHeuristic::fit(factors, alphabet, &learning.leaves());
            let [dawg, gaddag] = self.images.map(Loaded::new);
            let loaded = [dawg.map_err(Failure::new)?, gaddag.map_err(Failure::new)?];
            let searches = [search(0, &loaded[0])?, search(1, &loaded[1])?];
            let games = (0..self.games).into_par_iter().map(|number| {
                let played = self.play_heuristic(&heuristic, number, &searches);
                progress.advance();
                played
            });
            let games: Vec<HeuristicMatch> = games.collect();
            games.iter().for_each(|game| sum.add(game));
            for (search, loaded) in sum.searches.iter_mut().zip(&loaded) {
                search.page_faults += loaded.page_faults;
            }
        }
        Ok(matches)
    }

    /// Plays the game of this number. The player with the heuristic starts if the number is even.
    fn play_heuristic(
        &self,
        heuristic: &RackHeuristic,
        number: u64,
        searches: &[Search<'_>; 2],
    ) -> HeuristicMatch {
        let counts = Mutex::default();
        let own = Counted {
            player: ByEquity::new(heuristic),
            searches,
            counts: &counts,
            is_timed: self.is_timed,
        };
        let greedy = Counted {
            player: Greedy::new(),
            searches,
            counts: &counts,
            is_timed: self.is_timed,
        };
        let mut random = Random::new(self.seed, number);
        let game = Game::new(self.rules, self.lexicon.alphabet(), &mut random);
        let mut game = game.expect("the full bag fills two racks");
        let mut players: [&dyn Player; 2] = [&own, &greedy];
        let is_reversed = number % 2 == 1;
        if is_reversed {
            players.reverse();
        }
        play_out(&self.lexicon, &mut game, &players, &mut random);
        let [first, second] = Seat::BOTH.map(|seat| i64::from(game.state().score(seat)));
        let mut played = locked(&counts).sums.clone();
        played.spread.add(match is_reversed {
            true => second - first,
            false => first - second,
        });
        played
    }
}

/// The algorithms of the papers.
const ALGORITHMS: [Algorithm; 2] = [Algorithm::Dawg, Algorithm::Gaddag];

/// The search for all plays with the lexicon of an image. `algorithm` is an index in [`ALGORITHMS`].
fn search(algorithm: usize, loaded: &Loaded) -> Result<Search<'_>, Failure> {
    let lexicon = Lexicon::open(loaded.bytes(), Checks::Bounds).map_err(Failure::new)?;
    Search::for_all_by(ALGORITHMS[algorithm], lexicon).map_err(Failure::new)
}

impl HeuristicMatch {
    /// Adds the sums of `other`, a match of one game.
    fn add(&mut self, other: &HeuristicMatch) {
        self.moves += other.moves;
        for (sums, more) in self.searches.iter_mut().zip(&other.searches) {
            sums.edges += more.edges;
            sums.time += more.time;
            sums.page_faults += more.page_faults;
        }
        self.spread.add(other.spread.sum());
    }
}

/// The counts of a game, and a buffer to reuse.
#[derive(Debug, Default)]
struct Counts {
    sums: HeuristicMatch,
    plays: PlayBuffer,
}

fn locked(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A player that also searches each of its positions for all plays, with both algorithms, and sums the edges followed,
/// the times and the page faults of these searches.
struct Counted<'a, P> {
    player: P,
    searches: &'a [Search<'a>; 2],
    counts: &'a Mutex<Counts>,
    is_timed: bool,
}

impl<P: Player> Player for Counted<'_, P> {
    fn choose(&self, view: &View<'_>) -> Move {
        let mut counts = locked(self.counts);
        let Counts { sums, plays } = &mut *counts;
        sums.moves += 1;
        for (search, sums) in self.searches.iter().zip(&mut sums.searches) {
            sums.edges += search.steps(view.position()).edges.get();
            if self.is_timed {
                let (before, start) = (page_faults(), Instant::now());
                search.all_plays(view.position(), plays);
                sums.time += start.elapsed();
                sums.page_faults += faults_since(before);
            }
        }
        drop(counts);
        self.player.choose(view)
    }
}
