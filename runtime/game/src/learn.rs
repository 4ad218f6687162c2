//! [`LeaveLearning`]: learns values of leaves from games.

mod estimate;
mod set;
mod state;
#[cfg(test)]
mod tests;
mod values;

use std::fmt;

use lexc_runtime::{Lexicon, Rack, RackTile, Rules};

use self::set::LeaveSet;
pub use self::state::StateError;
use self::state::Sums;
pub use self::values::LearnedLeaves;
use crate::game::Game;
use crate::parallel;
use crate::player::{ByEquity, play_with};
use crate::random::Random;
use lexc_runtime::GameError;

/// Learns the values of leaves from games of [`ByEquity`] against itself.
///
/// A generation is a number of games. Its players use the values that the previous generation learned; in the first
/// one, all values are 0. At each turn with tiles in the bag, the equity of the best move is the equity of the rack,
/// and counts for every leave that the rack contains. The value of a leave is the mean equity of the racks that contain
/// it, less the mean equity of all racks. Gordon's heuristics sum estimates for the letters (1994, "Performance under
/// heuristics"); here, every leave has a value of its own.
///
/// Few racks contain a rare leave, so its mean is combined with an estimate that counts as much as 100 racks. For a
/// leave of *n* tiles, the estimate is the sum of the values of the *n* leaves that lack one of the tiles, divided by
/// *n* - 1; for one tile, it is 0. The estimate is exact if the value of each leave is the sum of values of its tiles.
///
/// The result depends only on lexicon, rules, seed, `max_tiles`, and the numbers of games and generations: it is the
/// same on every host, with any number of threads.
pub struct LeaveLearning<'a> {
    lexicon: &'a Lexicon<'a>,
    rules: &'a Rules,
    seed: u64,
    set: LeaveSet,
    /// The values that the previous generation learned.
    values: Vec<i32>,
    /// Sums of the equities of this generation, by leave.
    sums: Sums,
    generation: u32,
    /// The games of this generation so far.
    games: u64,
}

impl<'a> LeaveLearning<'a> {
    /// Starts to learn the values of leaves of up to `max_tiles` tiles.
    ///
    /// # Errors
    /// If there are more than 2^24 leaves, or the alphabet and the rules allow no game.
    pub fn new(
        lexicon: &'a Lexicon<'a>,
        rules: &'a Rules,
        max_tiles: usize,
        seed: u64,
    ) -> Result<LeaveLearning<'a>, LearningError> {
        Game::new(rules, &mut Random::new(seed, 0)).map_err(LearningError::Game)?;
        let set =
            LeaveSet::new(lexicon.alphabet(), max_tiles).ok_or(LearningError::TooManyLeaves)?;
        Ok(LeaveLearning {
            lexicon,
            rules,
            seed,
            values: vec![0; set.len()],
            sums: Sums::new(set.len()),
            set,
            generation: 0,
            games: 0,
        })
    }

    /// The number of generations that are finished.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// The number of games of the current generation so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Plays games of the current generation; with the feature `threads`, on the current rayon thread pool. A call takes
    /// about 2.5 KiB of memory for each of its games.
    pub fn play(&mut self, games: u64) {
        let numbers = self.games..self.games + games;
        let played = parallel::map(numbers, |number| self.play_one(number));
        for (rack, equity) in played.into_iter().flatten() {
            let sums = &mut self.sums;
            self.set.visit(&rack, &mut |leave| sums.add(leave, equity));
        }
        self.games += games;
    }

    /// Plays a game. Returns the racks of the turns with tiles in the bag, each with the equity of the best move.
    fn play_one(&self, number: u64) -> Vec<(Rack, i64)> {
        // Generations have different streams, as long as they have fewer than 2^40 games.
        let stream = u64::from(self.generation) << 40 | number;
        let mut random = Random::new(self.seed, stream);
        let mut turns = Vec::new();
        let Ok(mut game) = Game::new(self.rules, &mut random) else {
            return turns;
        };
        let leaves = self.leaves();
        let player = ByEquity::new(&leaves);
        play_with(self.lexicon, &mut game, &mut random, |_, view| {
            let best = player.best(view);
            if view.bag_len() > 0 {
                turns.push((*view.position().position().rack(), best.equity));
            }
            best.action
        });
        turns
    }

    /// Learns the values from the games of the current generation, and starts the next generation.
    pub fn end_generation(&mut self) {
        self.values = values::learned(&self.set, &self.sums);
        self.sums = Sums::new(self.set.len());
        self.generation += 1;
        self.games = 0;
    }

    /// The values of the latest finished generation; all 0 if none is finished.
    pub fn leaves(&self) -> LearnedLeaves<'_> {
        LearnedLeaves::new(&self.set, &self.values)
    }

    /// The numbers of an estimate for leaves that an image does not list, fitted to the values of the latest finished generation. The
    /// estimate is the sum of the numbers of a leave's features, its tiles, pairs of tiles, and vowels and consonants, in the order
    /// of an image's section `ESTI`.
    pub fn estimate(&self) -> Vec<i32> {
        let (alphabet, rack_size) = (self.lexicon.alphabet(), self.rules.rack_size());
        estimate::fit(alphabet, &self.set, &self.values, rack_size)
    }

    /// Visits each leave of up to `max_tiles` tiles that can be drawn from a full bag, except the empty one, with its
    /// value in thousandths of a point. The tiles of a leave are letters in alphabet order, then blanks.
    pub fn for_each(&self, mut visit: impl FnMut(&[RackTile], i32)) {
        let bag = self.rules.full_bag();
        self.set
            .visit_all(bag, &mut |leave, tiles| visit(tiles, self.values[leave]));
    }

    /// The state as bytes, from which [`load`](Self::load) continues. The state identifies the words, the tile counts,
    /// the number of leaves, the rules and the seed; `plan` must identify the planned numbers of games.
    pub fn save(&self, plan: &str) -> Vec<u8> {
        state::encode(
            &self.settings(plan),
            (self.generation, self.games),
            &self.values,
            &self.sums,
        )
    }

    /// Continues from a saved state.
    ///
    /// # Errors
    /// If the bytes are not a state, are damaged, or were saved with other settings or another plan. `self` then does
    /// not change.
    pub fn load(&mut self, plan: &str, bytes: &[u8]) -> Result<(), StateError> {
        let state = state::decode(&self.settings(plan), self.set.len(), bytes)?;
        (self.generation, self.games) = state.place;
        self.values = state.values;
        self.sums = state.sums;
        Ok(())
    }

    /// The words, the tile counts, the number of leaves, the rules, the seed and the plan as text.
    fn settings(&self, plan: &str) -> String {
        let (fingerprint, rules, seed) = (self.lexicon.fingerprint(), self.rules, self.seed);
        let (bag, leaves) = (self.rules.full_bag(), self.set.len());
        format!("{fingerprint} {bag:?} {leaves} {rules:?} {seed} {plan}")
    }
}

impl fmt::Debug for LeaveLearning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeaveLearning")
            .field("seed", &self.seed)
            .field("leaves", &self.set.len())
            .field("generation", &self.generation)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

/// A lexicon and rules for which no leaves can be learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LearningError {
    /// There are more than 2^24 leaves.
    TooManyLeaves,
    /// No game can start.
    Game(GameError),
}

impl fmt::Display for LearningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LearningError::TooManyLeaves => {
                f.write_str("more than 16,777,216 leaves (learn leaves of fewer tiles)")
            }
            LearningError::Game(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LearningError {}
