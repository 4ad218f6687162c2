//! What is searched for in a position, and by which algorithm.

use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use lexc_runtime::{
    Algorithm, Lexicon, Play, Position, Tracer, best_plays_by, for_each_play_by,
    for_each_play_traced,
};
use serde::Serialize;

use super::Failure;

/// The flags that choose a search.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Generate all plays; this is the default
    #[arg(long, conflicts_with = "best")]
    all: bool,
    /// Find only the play that ranks first
    #[arg(long)]
    best: bool,
    /// The algorithm to search by [default: the fastest one that the image has the automaton for]
    #[arg(long, value_name = "NAME")]
    algorithm: Option<AlgorithmName>,
}

/// The name of an algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AlgorithmName {
    /// Appel and Jacobson's, over the DAWG
    Dawg,
    /// Gordon's, over the GADDAG
    Gaddag,
    /// Appel and Jacobson's with every line at once, over the DAWG
    EveryLine,
}

impl AlgorithmName {
    /// The one that reaches the goal first, of those that the image has the automaton for.
    fn fastest(lexicon: &Lexicon<'_>, goal: Goal) -> AlgorithmName {
        let image = lexicon.image();
        match (goal, image.dawg(), image.gaddag()) {
            (Goal::Best, _, Some(_)) | (_, None, _) => AlgorithmName::Gaddag,
            _ => AlgorithmName::EveryLine,
        }
    }

    /// Whether its searches go from one start to the next, which can be counted.
    pub fn has_anchors(self) -> bool {
        self != AlgorithmName::EveryLine
    }

    /// The runtime's name for it.
    fn algorithm(self) -> Algorithm {
        match self {
            AlgorithmName::Dawg => Algorithm::Dawg,
            AlgorithmName::Gaddag => Algorithm::Gaddag,
            AlgorithmName::EveryLine => Algorithm::EveryLine,
        }
    }
}

impl fmt::Display for AlgorithmName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AlgorithmName::Dawg => "dawg",
            AlgorithmName::Gaddag => "gaddag",
            AlgorithmName::EveryLine => "every-line",
        })
    }
}

/// What is searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Every play.
    All,
    /// The play that ranks first.
    Best,
}

impl Goal {
    /// As it is written in sentences.
    pub fn title(self) -> &'static str {
        match self {
            Goal::All => "all plays",
            Goal::Best => "the best play",
        }
    }
}

/// A search in a lexicon that has the automaton for it.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    lexicon: Lexicon<'a>,
    goal: Goal,
    algorithm: AlgorithmName,
}

impl<'a> Search<'a> {
    /// The search that the flags choose.
    ///
    /// # Errors
    /// The image lacks the automaton.
    pub fn new(args: &SearchArgs, lexicon: Lexicon<'a>) -> Result<Search<'a>, Failure> {
        let goal = if args.best { Goal::Best } else { Goal::All };
        let algorithm = args.algorithm;
        let algorithm = algorithm.unwrap_or_else(|| AlgorithmName::fastest(&lexicon, goal));
        let image = lexicon.image();
        let missing = match algorithm {
            AlgorithmName::Gaddag if image.gaddag().is_none() => "GADDAG",
            AlgorithmName::Dawg | AlgorithmName::EveryLine if image.dawg().is_none() => "DAWG",
            _ => {
                return Ok(Search {
                    lexicon,
                    goal,
                    algorithm,
                });
            }
        };
        Err(Failure::Other(format!(
            "the image has no {missing}, which --algorithm {algorithm} walks (leave --algorithm away, or build both automata)"
        )))
    }

    /// What is searched for.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// By which algorithm.
    pub fn algorithm(&self) -> AlgorithmName {
        self.algorithm
    }

    /// Puts every play of the position in `plays`, in place of what was there.
    pub fn all_plays(&self, position: &Position<'_>, plays: &mut Vec<Play>) {
        plays.clear();
        let _ = self.for_each_play(position, |play| plays.push(*play));
    }

    /// The play of the position that ranks first.
    pub fn best_play(&self, position: &Position<'_>) -> Option<Play> {
        let mut best = [None];
        let count = best_plays_by(
            self.algorithm.algorithm(),
            &self.lexicon,
            position,
            &mut best,
        );
        debug_assert!(count.is_some(), "looked for when the search was made");
        let [play] = best;
        play
    }

    /// The steps in which every play of the position is found. That is a search of its own, by the same code.
    pub fn steps(&self, position: &Position<'_>) -> Steps {
        let counter = StepCounter::default();
        let algorithm = self.algorithm.algorithm();
        let _ = for_each_play_traced(algorithm, &self.lexicon, position, &counter, |_| {
            ControlFlow::<()>::Continue(())
        });
        Steps {
            edges: counter.edges.get(),
            anchors: counter.anchors.get(),
        }
    }

    fn for_each_play(&self, position: &Position<'_>, mut visit: impl FnMut(&Play)) -> Option<()> {
        let algorithm = self.algorithm.algorithm();
        let end = for_each_play_by(algorithm, &self.lexicon, position, |play| {
            visit(play);
            ControlFlow::<()>::Continue(())
        });
        debug_assert!(end.is_some(), "looked for when the search was made");
        end.map(|_| ())
    }
}

/// What is counted of a search, as [`Tracer`] defines it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steps {
    /// The edges followed.
    pub edges: u64,
    /// The starts searched from.
    pub anchors: u64,
}

#[derive(Debug, Default)]
struct StepCounter {
    edges: Cell<u64>,
    anchors: Cell<u64>,
}

impl Tracer for &StepCounter {
    fn edge(self) {
        self.edges.set(self.edges.get() + 1);
    }

    fn anchor(self) {
        self.anchors.set(self.anchors.get() + 1);
    }
}
