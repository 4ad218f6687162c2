//! What is searched for in a position, and by which algorithm.

use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use lexc_runtime::{Algorithm, Lexicon, Play, Position, for_each_play_by};
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
    /// The automaton to walk [default: the GADDAG if the image has one, else the DAWG]
    #[arg(long, value_name = "NAME")]
    algorithm: Option<AlgorithmName>,
}

/// The name of an algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AlgorithmName {
    /// Appel and Jacobson's, over the DAWG
    Dawg,
    /// Gordon's, over the GADDAG: the faster one
    Gaddag,
}

impl AlgorithmName {
    /// As it is written in sentences.
    pub fn title(self) -> &'static str {
        match self {
            AlgorithmName::Dawg => "DAWG",
            AlgorithmName::Gaddag => "GADDAG",
        }
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
        let image = lexicon.image();
        let algorithm = match args.algorithm {
            Some(algorithm) => algorithm,
            None if image.gaddag().is_some() => AlgorithmName::Gaddag,
            None => AlgorithmName::Dawg,
        };
        let other = match algorithm {
            AlgorithmName::Dawg if image.dawg().is_none() => "gaddag",
            AlgorithmName::Gaddag if image.gaddag().is_none() => "dawg",
            _ => {
                return Ok(Search {
                    lexicon,
                    goal: if args.best { Goal::Best } else { Goal::All },
                    algorithm,
                });
            }
        };
        Err(Failure::Other(format!(
            "the image has no {} (build it without --only, or take --algorithm {other})",
            algorithm.title()
        )))
    }

    /// What is searched for.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The automaton that is walked.
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
        let mut best: Option<Play> = None;
        let _ = self.for_each_play(position, |play| {
            if best.is_none_or(|best| play.best_first(&best).is_lt()) {
                best = Some(*play);
            }
        });
        best
    }

    fn for_each_play(&self, position: &Position<'_>, mut visit: impl FnMut(&Play)) -> Option<()> {
        let algorithm = match self.algorithm {
            AlgorithmName::Dawg => Algorithm::Dawg,
            AlgorithmName::Gaddag => Algorithm::Gaddag,
        };
        let end = for_each_play_by(algorithm, &self.lexicon, position, |play| {
            visit(play);
            ControlFlow::<()>::Continue(())
        });
        debug_assert!(end.is_some(), "looked for when the search was made");
        end.map(|_| ())
    }
}
