//! The games of the papers: greedy players against each other; a greedy player against a player who passes; and players with
//! rack heuristics against greedy players.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use lexc_compiler::StepCounter;
use lexc_game::{
    ByEquity, Estimate, Game, Greedy, LeaveLearning, Player, PlayerView, RackFactors,
    RackHeuristic, Random, play_out,
};
use lexc_runtime::{Algorithm, GameError, Lexicon, Move, MoveGen, Play, Rules};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::Fallible;
use super::page_faults::{Loaded, faults_since, page_faults};
use super::sums::Sums;

/// The games to play.
pub struct Plan<'a> {
    /// A lexicon with both automata.
    pub lexicon: Lexicon<'a>,
    /// The image for the DAWG algorithm, and the image for the GADDAG algorithm.
    pub images: [&'a [u8]; 2],
    pub rules: &'a Rules,
    /// The number of games of each match.
    pub games: u32,
    pub seed: u64,
    /// True if times and page faults are measured.
    pub is_timed: bool,
}

/// The matches.
pub struct Played {
    /// Two greedy players.
    pub greedy: Match,
    /// A greedy player, whose positions are counted, against a player who passes on each turn.
    pub against_passes: Match,
    /// The matches of Gordon's table VI, in its order: rack heuristics against greedy players.
    pub heuristics: [Match; 3],
}

/// The games of two players, and the searches for all plays in their positions.
#[derive(Clone, Default)]
pub struct Match {
    /// The sum of the final scores of both players.
    pub score_sum: i64,
    /// The points by which the first of the two players is ahead at the end.
    pub spread: Estimate,
    /// The searches by the DAWG algorithm and by the GADDAG algorithm, with no blank on the rack and with blanks.
    pub searches: [[Sums; 2]; 2],
}

impl Match {
    /// The average final score of a player.
    pub fn average_score(&self) -> f64 {
        self.score_sum as f64 / f64::from(2 * self.spread.count().max(1))
    }

    /// The searches by the DAWG algorithm and by the GADDAG algorithm.
    pub fn totals(&self) -> [Sums; 2] {
        self.searches.each_ref().map(|[without, with]| {
            let mut total = without.clone();
            total.add(with);
            total
        })
    }
}

/// Leaves are learned from [`Plan::games`] times this number of games.
pub const LEARNING: u64 = 8;

/// Upper bound on the number of tiles of a leave that is learned.
const LEARNED_TILES: usize = 3;

impl Plan<'_> {
    /// Plays the games. The results are the same on any number of threads, except times and page faults.
    ///
    /// # Errors
    /// The bag does not fill two racks, no leaves can be learned, or the system has no memory for an image.
    pub fn play(&self) -> Fallible<Played> {
        let greedy = Greedy::new();
        let longest = self.rules.rack_size().clamp(1, LEARNED_TILES);
        let mut learning = LeaveLearning::new(&self.lexicon, self.rules, longest, self.seed)?;
        learning.play(LEARNING * u64::from(self.games));
        learning.end_generation();
        let heuristic = |factors| -> Fallible<Match> {
            let alphabet = self.lexicon.alphabet();
            let heuristic = RackHeuristic::fit(factors, alphabet, &learning.leaves());
            self.play_match(&ByEquity::new(&heuristic), Some(&greedy))
        };
        Ok(Played {
            greedy: self.play_match(&greedy, Some(&greedy))?,
            against_passes: self.play_match(&greedy, None)?,
            heuristics: [
                heuristic(RackFactors::Letters)?,
                heuristic(RackFactors::Duplicates)?,
                heuristic(RackFactors::Balance)?,
            ],
        })
    }

    /// Plays a match. If no opponent is given, the opponent passes on each turn, and only the positions of `player` count.
    fn play_match(&self, player: &dyn Player, opponent: Option<&dyn Player>) -> Fallible<Match> {
        let [dawg, gaddag] = self.images.map(Loaded::new);
        let loaded = [dawg?, gaddag?];
        let [dawg, gaddag] = loaded
            .each_ref()
            .map(|image| Lexicon::from_bytes(image.bytes()));
        let lexicons = [dawg?, gaddag?];
        let searches = [
            MoveGen::new(&lexicons[0]).with_algorithm(Algorithm::Dawg)?,
            MoveGen::new(&lexicons[1]).with_algorithm(Algorithm::Gaddag)?,
        ];
        let games = (0..self.games).into_par_iter();
        let games = games.map(|number| self.play_game(number, player, opponent, searches));
        let games: Vec<Match> = games.collect::<Result<_, GameError>>()?;
        let mut played = Match::default();
        for game in games {
            played.spread.add(game.spread.sum());
            played.score_sum += game.score_sum;
            for (sums, more) in played.searches.iter_mut().zip(&game.searches) {
                sums.iter_mut()
                    .zip(more)
                    .for_each(|(sums, more)| sums.add(more));
            }
        }
        for (sums, image) in played.searches.iter_mut().zip(&loaded) {
            sums[0].page_faults += image.page_faults;
        }
        Ok(played)
    }

    /// Plays the game of this number. The opponent starts if there is one and the number is odd.
    fn play_game(
        &self,
        number: u32,
        player: &dyn Player,
        opponent: Option<&dyn Player>,
        searches: [MoveGen<'_>; 2],
    ) -> Result<Match, GameError> {
        let counts = Mutex::default();
        let counted = |player| Counted {
            player,
            searches,
            counts: &counts,
            is_timed: self.is_timed,
        };
        let (own, other) = (counted(player), opponent.map(counted));
        let mut players: [&dyn Player; 2] = match &other {
            Some(other) => [&own, other],
            None => [&own, &Passing],
        };
        let is_reversed = other.is_some() && number % 2 == 1;
        if is_reversed {
            players.reverse();
        }
        let mut random = Random::new(self.seed, number.into());
        let mut game = Game::new(self.rules, &mut random)?;
        play_out(&self.lexicon, &mut game, &players, &mut random);
        let mut scores = [0, 1].map(|seat| i64::from(game.scores()[seat]));
        if is_reversed {
            scores.reverse();
        }
        let mut spread = Estimate::default();
        spread.add(scores[0] - scores[1]);
        Ok(Match {
            score_sum: scores.iter().sum(),
            spread,
            searches: locked(&counts).searches.clone(),
        })
    }
}

/// The searches of a game, and a buffer to reuse.
#[derive(Default)]
struct Counts {
    searches: [[Sums; 2]; 2],
    plays: Vec<Play>,
}

fn locked(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Passes on each turn.
struct Passing;

impl Player for Passing {
    fn choose(&self, _: &PlayerView<'_>) -> Move {
        Move::Pass
    }
}

/// A player whose positions are searched for all plays, with both algorithms.
struct Counted<'a> {
    player: &'a dyn Player,
    searches: [MoveGen<'a>; 2],
    counts: &'a Mutex<Counts>,
    is_timed: bool,
}

impl Player for Counted<'_> {
    fn choose(&self, view: &PlayerView<'_>) -> Move {
        let position = view.position();
        let has_blank = usize::from(position.position().rack().blanks() > 0);
        let Counts { searches, plays } = &mut *locked(self.counts);
        for (search, sums) in self.searches.iter().zip(searches) {
            let (sums, counter, mut found) = (&mut sums[has_blank], StepCounter::default(), 0);
            search
                .with_tracer(&counter)
                .for_each(position, |_| found += 1);
            sums.add_search(&counter, found);
            // Measured in a search of its own, because counting takes time.
            if self.is_timed {
                plays.clear();
                let (before, start) = (page_faults(), Instant::now());
                search.for_each(position, |play| plays.push(*play));
                sums.time += start.elapsed();
                sums.page_faults += faults_since(before);
            }
        }
        self.player.choose(view)
    }
}
