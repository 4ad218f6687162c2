//! The players that the verbs offer.

use std::fmt;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use lexc_game::{RackFactors, RackHeuristic, Simulation};
pub use lexc_game::{Sampling, Strength, adviser, player};
use lexc_runtime::{Alphabet, Casual, Leaves};
use serde::Serialize;

use super::table::whole;

/// Help for the moves of a sample.
pub fn plies_help(help: &str) -> String {
    let plies = Simulation::PLIES;
    format!("{help} [default: {plies}, or all once the bag has no more tiles than a full rack]")
}

/// Help for a number of samples that is usually this one.
pub fn samples_help(help: &str, samples: u32) -> String {
    format!("{help} [default: {samples}; with --time-limit, no limit]")
}

/// Reads the number of moves after the candidate in samples.
pub fn plies(text: &str) -> Result<u32, String> {
    whole(0, Simulation::MAX_PLIES.into())(text)
}

/// Reads the largest number of samples.
pub fn samples(text: &str) -> Result<u32, String> {
    whole(1, Simulation::MAX_SAMPLES.into())(text)
}

/// The name of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
#[value(rename_all = "lower")]
pub enum PlayerName {
    Casual1,
    Casual2,
    Casual3,
    Casual4,
    Casual5,
    Casual6,
    Casual7,
    Casual8,
    Greedy,
    Equity,
    Sim,
    Minimax2,
    Minimax4,
    RackH1,
    RackH2,
    RackH3,
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", PossibleValue::get_name))
    }
}

impl PlayerName {
    /// Returns `true` if the player needs leave values.
    pub fn uses_leaves(self) -> bool {
        self != PlayerName::Greedy && self.casual().is_none()
    }

    /// The rack heuristic of the player, fitted to the leaves; `None` if the player has none.
    pub fn heuristic(
        self,
        alphabet: Alphabet<'_>,
        leaves: Option<&(dyn Leaves + Sync)>,
    ) -> Option<RackHeuristic> {
        let factors = match self {
            PlayerName::RackH1 => RackFactors::Letters,
            PlayerName::RackH2 => RackFactors::Duplicates,
            PlayerName::RackH3 => RackFactors::Balance,
            _ => return None,
        };
        Some(RackHeuristic::fit(factors, alphabet, leaves?))
    }

    /// The casual player of this name.
    pub fn casual(self) -> Option<Casual> {
        let level = match self {
            PlayerName::Casual1 => 1,
            PlayerName::Casual2 => 2,
            PlayerName::Casual3 => 3,
            PlayerName::Casual4 => 4,
            PlayerName::Casual5 => 5,
            PlayerName::Casual6 => 6,
            PlayerName::Casual7 => 7,
            PlayerName::Casual8 => 8,
            _ => return None,
        };
        Casual::level(level)
    }

    /// The way in which the player chooses moves. Without leave values, and with a heuristic that is not fitted, by score.
    pub fn strength<'a>(
        self,
        leaves: Option<&'a (dyn Leaves + Sync)>,
        heuristic: Option<&'a RackHeuristic>,
        sampling: Sampling,
    ) -> Strength<'a> {
        match (self, leaves) {
            (PlayerName::Equity, Some(leaves)) => Strength::Equity(leaves),
            (PlayerName::Minimax2, Some(leaves)) => Strength::Minimax { leaves, plies: 2 },
            (PlayerName::Minimax4, Some(leaves)) => Strength::Minimax { leaves, plies: 4 },
            (PlayerName::Sim, Some(leaves)) => Strength::Simulation { leaves, sampling },
            _ => match heuristic {
                Some(heuristic) => Strength::Equity(heuristic),
                None => self.casual().map_or(Strength::Score, Strength::Casual),
            },
        }
    }
}
