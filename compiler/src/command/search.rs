//! Searches of `bench` and `selfplay`: for all plays or for the best play. Also the flag `--algorithm`.

use std::hint::black_box;

use clap::Args;
use clap::builder::TypedValueParser;
use lexc_compiler::StepCounter;
use lexc_runtime::{Algorithm, Lexicon, MoveGen, Play, PositionRef};
use serde::Serialize;

use super::outcome::Failure;
use super::table::named;

/// The flags that choose a search.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Generate all plays; this is the default
    #[arg(long, conflicts_with = "best")]
    all: bool,
    /// Find only the play that ranks first
    #[arg(long)]
    best: bool,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
}

/// The flag that chooses an algorithm.
#[derive(Debug, Args)]
pub struct AlgorithmArgs {
    /// The algorithm to search by [default: the fastest for the image's automata]
    ///
    /// Given both automata: every-line for all plays; gaddag for the best play, or every-line if the rack has no blank
    /// and the image has no anagram filter.
    #[arg(long, value_name = "NAME", value_parser = algorithms())]
    algorithm: Option<Algorithm>,
}

/// A parser of the names of algorithms.
fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    named(Algorithm::ALL.map(|algorithm| {
        let help = match algorithm {
            Algorithm::Dawg => "Appel and Jacobson's, over the DAWG",
            Algorithm::Gaddag => "Gordon's, over the GADDAG",
            Algorithm::EveryLine => "Appel and Jacobson's with every line at once, over the DAWG",
        };
        (algorithm.name(), help, algorithm)
    }))
}

impl SearchArgs {
    /// True if the flags ask for all plays by name.
    pub fn is_for_all(&self) -> bool {
        self.all
    }
}

impl AlgorithmArgs {
    /// A move generator with the algorithm of the flag.
    ///
    /// # Errors
    /// The image lacks the automaton of the algorithm.
    pub fn movegen<'l>(&self, lexicon: &'l Lexicon<'l>) -> Result<MoveGen<'l>, Failure> {
        let movegen = MoveGen::new(lexicon);
        match self.algorithm {
            Some(algorithm) => movegen.with_algorithm(algorithm).map_err(Failure::new),
            None => Ok(movegen),
        }
    }
}

/// The goal of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Every play.
    All,
    /// The play that ranks first.
    Best,
}

/// A search in a lexicon. The lexicon has the automaton that the search needs.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    lexicon: Lexicon<'a>,
    goal: Goal,
    /// The chosen algorithm; with `None`, the runtime chooses.
    algorithm: Option<Algorithm>,
}

impl<'a> Search<'a> {
    /// The search that the flags choose.
    ///
    /// # Errors
    /// The image lacks the automaton.
    pub fn new(args: &SearchArgs, lexicon: Lexicon<'a>) -> Result<Search<'a>, Failure> {
        args.algorithm.movegen(&lexicon)?;
        Ok(Search {
            lexicon,
            goal: if args.best { Goal::Best } else { Goal::All },
            algorithm: args.algorithm.algorithm,
        })
    }

    /// The same search for the best play.
    pub fn for_best(self) -> Search<'a> {
        Search {
            goal: Goal::Best,
            ..self
        }
    }

    pub fn lexicon(&self) -> &Lexicon<'a> {
        &self.lexicon
    }

    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The name of the algorithm, as `--algorithm` takes it; `fastest` for the best play if none is chosen.
    pub fn algorithm(&self) -> &'static str {
        self.for_every_rack().map_or("fastest", Algorithm::name)
    }

    /// Goal and algorithm, for a sentence.
    pub fn title(&self) -> String {
        self.title_of(match self.goal {
            Goal::All => "all plays",
            Goal::Best => "the best play",
        })
    }

    /// A goal and the algorithm, for a sentence.
    pub fn title_of(&self, goal: &str) -> String {
        match self.for_every_rack() {
            Some(algorithm) => format!("{goal}, algorithm {}", algorithm.name()),
            None => format!("{goal}, the fastest algorithm for each rack"),
        }
    }

    /// The algorithm; `None` for the best play if none is chosen, because the default depends on image and rack.
    fn for_every_rack(&self) -> Option<Algorithm> {
        match self.goal {
            Goal::All => Some(self.for_all_plays()),
            Goal::Best => self.algorithm,
        }
    }

    /// True if anchors are counted: the search is for all plays, and its algorithm searches anchor by anchor.
    pub fn has_anchors(&self) -> bool {
        self.goal == Goal::All && self.for_all_plays() != Algorithm::EveryLine
    }

    /// The algorithm that finds all plays.
    fn for_all_plays(&self) -> Algorithm {
        let fastest = || Algorithm::fastest(self.lexicon.image());
        self.algorithm.unwrap_or_else(fastest)
    }

    pub fn movegen(&self) -> MoveGen<'_> {
        let movegen = MoveGen::new(&self.lexicon);
        match self.algorithm {
            Some(algorithm) => movegen
                .with_algorithm(algorithm)
                .expect("the automaton was looked for when the search was made"),
            None => movegen,
        }
    }

    /// Puts every play of the position into the buffer, in place of the plays there.
    pub fn all_plays<'p>(&self, position: impl Into<PositionRef<'p>>, plays: &mut PlayBuffer) {
        plays.clear();
        self.movegen().for_each(position, |play| plays.push(play));
    }

    /// The play of the position that ranks first.
    pub fn best_play<'p>(&self, position: impl Into<PositionRef<'p>>) -> Option<Play> {
        self.movegen().best(position)
    }

    /// Searches for all plays to count the steps, and keeps no play.
    pub fn steps<'p>(&self, position: impl Into<PositionRef<'p>>) -> StepCounter {
        let counter = StepCounter::default();
        let movegen = self.movegen().with_tracer(&counter);
        movegen.for_each(position, |_| ());
        counter
    }
}

/// Keeps the plays of a search, as a program does that uses them afterwards.
///
/// The buffer has room for the plays of usual positions. A full buffer drops its plays, and keeps their number and the
/// best play. This bounds the memory: if every string is a word of the image, a rack with two blanks has hundreds of
/// millions of plays.
#[derive(Debug, Default)]
pub struct PlayBuffer {
    plays: Vec<Play>,
    /// The number of plays dropped.
    dropped: u64,
    /// The best of the plays dropped.
    best_dropped: Option<Play>,
}

impl PlayBuffer {
    /// Upper bound on the plays kept: 65,536.
    const MAX_PLAYS: usize = 1 << 16;

    pub fn clear(&mut self) {
        self.plays.clear();
        (self.dropped, self.best_dropped) = (0, None);
    }

    #[inline]
    pub fn push(&mut self, play: &Play) {
        // The buffer has room here, so the optimizer leaves out the test of `Vec::push`.
        if self.plays.len() < self.plays.capacity() {
            self.plays.push(*play);
        } else {
            self.push_to_full(play);
        }
    }

    /// Adds a play to a full buffer. Grows the buffer first or, if it has its maximum size, empties it and keeps the number
    /// of plays and the best play.
    #[cold]
    #[inline(never)]
    fn push_to_full(&mut self, play: &Play) {
        if self.plays.len() >= PlayBuffer::MAX_PLAYS {
            self.best_dropped = self.best();
            self.dropped = self.count();
            // Keeps the optimizer from leaving out the stores of the plays.
            black_box(&self.plays).is_empty();
            self.plays.clear();
        }
        self.plays.push(*play);
    }

    /// The number of plays added.
    pub fn count(&self) -> u64 {
        self.dropped + self.plays.len() as u64
    }

    /// The highest score of the plays added.
    pub fn best_score(&self) -> Option<i32> {
        let kept = self.plays.iter().map(Play::score).max();
        kept.max(self.best_dropped.map(|play| play.score()))
    }

    /// The play that ranks first among the plays added.
    pub fn best(&self) -> Option<Play> {
        let plays = self.plays.iter().chain(&self.best_dropped);
        plays.min_by(|a, b| a.best_first(b)).copied()
    }
}

#[cfg(test)]
mod tests {
    use lexc_runtime::{Direction, PlacedTile, Square, Tile};

    use super::*;

    #[test]
    fn counts_all_plays_and_finds_the_best_in_bounded_memory() {
        let origin = Square::new(7, 7).unwrap();
        let tiles = [Some(PlacedTile::letter(Tile::FIRST)); 2];
        let play = |score| Play::new(origin, Direction::Across, &tiles, score).unwrap();
        let mut buffer = PlayBuffer::default();
        for best_at in [0, 70_000, 199_999] {
            buffer.clear();
            assert_eq!((buffer.count(), buffer.best()), (0, None));
            assert_eq!(buffer.best_score(), None);
            for index in 0..200_000 {
                buffer.push(&play(if index == best_at { 9 } else { 8 }));
            }
            assert_eq!(buffer.count(), 200_000);
            assert_eq!(buffer.best(), Some(play(9)));
            assert_eq!(buffer.best_score(), Some(9));
            assert!(buffer.plays.capacity() <= PlayBuffer::MAX_PLAYS);
        }
    }
}
