//! Crossword games with the move generation of [`lexc_runtime`].
//!
//! - [`Game`]: a game by the rules with its history: two to four players, challenges and take-back.
//! - [`Player`]: chooses moves, by score, equity, sampling or exact search.
//! - [`Strength`]: the machine's levels against people.
//! - [`Simulation`]: compares moves by sampling the tiles that the player does not see.
//! - [`Endgame`]: finds the exact value and the best moves once the bag is empty.
//! - [`PreEndgame`]: ranks moves while the bag has one to four tiles, over every order of the unseen tiles.
//! - [`Analysis`]: compares the moves of a record with the best ones.
//! - [`LeaveLearning`]: learns the values of leaves from games.
//! - [`MatchResults`]: the results of games between two players; [`SequentialTest`] ends a match once it is decided.
//! - [`Gcg`]: reads, replays, writes and resumes game records.
//!
//! # A bot
//!
//! A bot is a [`Player`]: it sees a position, and returns a move. This bot prefers plays that place many tiles. In the
//! game below, its opponent is [`Greedy`], the program of Appel and Jacobson:
//!
//! ```
//! use lexc_game::{Game, Gcg, Greedy, Player, Random, PlayerView, play_out};
//! use lexc_runtime::{Lexicon, Move, MoveGen, Play, Rules};
//!
//! struct Bot;
//!
//! impl Player for Bot {
//!     fn choose(&self, view: &PlayerView<'_>) -> Move {
//!         let position = view.position();
//!         let mut best: Option<(i32, Play)> = None;
//!         MoveGen::new(position.lexicon()).for_each(position, |play| {
//!             // Two points for each placed tile.
//!             let worth = play.score() + 2 * play.placed().count() as i32;
//!             if best.is_none_or(|(most, _)| worth > most) {
//!                 best = Some((worth, *play));
//!             }
//!         });
//!         match best {
//!             Some((_, play)) => Move::Play(play),
//!             None if view.bag_len() >= 7 => Move::Exchange(*position.position().rack()),
//!             None => Move::Pass,
//!         }
//!     }
//! }
//!
//! // 15 words, among them CARE, SCARE and ABLE.
//! static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
//!
//! let lexicon = Lexicon::from_bytes(IMAGE)?;
//! let rules = Rules::standard(lexicon.alphabet());
//! let mut random = Random::new(1, 0);
//! let mut game = Game::new(&rules, &mut random)?;
//! play_out(&lexicon, &mut game, &[&Bot, &Greedy::new()], &mut random);
//!
//! assert!(game.is_over());
//! println!("{}", Gcg::from_game(&game, lexicon.alphabet(), ["bot", "greedy"])?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! Both are on by default. Without them, the crate needs neither rayon nor encoding_rs.
//!
//! - `threads`: simulations, searches of pre-endgames, rankings of end games and learning run on the current rayon thread pool.
//!   Without it, they run on the caller's thread, with the same results.
//! - `encodings`: [`Gcg`] reads the encodings of the web, such as UTF-16 and Windows-1251. Without it, only UTF-8 and
//!   Windows-1252, of which ISO 8859-1 is a part.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable
    )
)]

mod analysis;
mod deadline;
mod draws;
#[expect(clippy::indexing_slicing, reason = "indices of its own tables")]
mod endgame;
mod game;
mod gcg;
#[expect(clippy::indexing_slicing, reason = "features of its own tables")]
mod heuristic;
mod ideas;
mod inference;
#[expect(clippy::indexing_slicing, reason = "ranks of its own sets of leaves")]
mod learn;
#[expect(clippy::indexing_slicing, reason = "two players and five outcomes")]
mod matches;
mod pair;
mod parallel;
mod player;
#[expect(
    clippy::indexing_slicing,
    reason = "numbers of its own moves and deals"
)]
mod pre_endgame;
mod random;
#[expect(clippy::indexing_slicing, reason = "numbers of its own candidates")]
mod sim;
mod strength;
#[cfg(test)]
mod table;
#[cfg(test)]
mod testing;
mod tile_source;

pub use analysis::{Analysis, AnalysisTotals, EndgameValues, Judgement, Mistake, PreEndgameValues};
pub use endgame::{Endgame, EndgameError, EndgamePosition, Solution, SolvedMove};
pub use game::{Action, Game, Turn};
pub use gcg::{
    Gcg, GcgError, GcgEvent, GcgEventKind, GcgFault, GcgPlayer, GcgRemedy, GcgRepair, GcgReplay,
    GcgStep,
};
pub use heuristic::{RackFactors, RackHeuristic};
pub use ideas::{best_move_ideas, best_play_ideas, grouped};
pub use inference::LastMove;
pub use learn::{LearnedLeaves, LearningError, LeaveLearning, StateError};
pub use matches::{Comparison, MatchResults, SequentialTest};
pub use player::{
    Advice, AdvisedMove, ByEquity, ByMinimax, BySimulation, Greedy, Player, PlayerView, RankedBy,
    WithEndgame, WithPreEndgame, play_out,
};
pub use pre_endgame::{
    Certainty, DrawResults, PreEndgame, PreEndgameError, PreEndgameReport, RankedMove,
};
pub use random::Random;
pub use sim::{
    Confidence, Estimate, SimulatedMove, Simulation, SimulationEnd, SimulationError,
    SimulationReport, win_rate,
};
pub use strength::{Sampling, Strength, adviser, player};
pub use tile_source::{TileOrder, TileSource};

/// Runs the example of the crate's README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
