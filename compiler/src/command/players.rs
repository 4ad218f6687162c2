//! The players that the verbs offer.

use std::fmt;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use lexc_game::{
    ByEquity, ByMinimax, BySimulation, Endgame, Greedy, Player, PreEndgame, RackFactors,
    RackHeuristic, Simulation, WithEndgame, WithPreEndgame,
};
use lexc_runtime::{Alphabet, Casual, Leaves, Lexicon};
use serde::Serialize;

use super::sim::{limited, most_samples};

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

/// A way to choose moves.
#[derive(Clone, Copy)]
pub enum Strength<'a> {
    /// The play of the highest score that a casual player sees.
    Casual(Casual),
    /// The play of the highest score.
    Score,
    /// The move of the highest equity.
    Equity(&'a (dyn Leaves + Sync)),
    /// The move of the highest value by minimax.
    Minimax {
        leaves: &'a (dyn Leaves + Sync),
        /// The number of moves to look ahead, the player's own move included.
        plies: u32,
    },
    /// The move that a simulation ranks first.
    Simulation {
        leaves: &'a (dyn Leaves + Sync),
        sampling: Sampling,
    },
}

/// The samples of a player that simulates.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// The number of moves after the candidate; by default, as [`Simulation::with_plies`] says.
    pub plies: Option<u32>,
    /// The largest number of samples; by default [`Simulation::PLAYER_SAMPLES`], or no limit if the time has one.
    pub samples: Option<u32>,
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling {
            plies: None,
            samples: None,
            seed: 1,
        }
    }
}

/// A player of this strength. All but casual players solve the end game once the bag is empty. A limit of time for each move
/// replaces the limits of nodes and samples, and end games then take this number of threads.
pub fn player<'a>(
    lexicon: &'a Lexicon<'a>,
    strength: Strength<'a>,
    time_limit: Option<Duration>,
    threads: usize,
) -> Box<dyn Player + 'a> {
    let endgame = match time_limit {
        None => Endgame::for_players(lexicon),
        Some(limit) => Endgame::for_players(lexicon)
            .with_node_limit(u64::MAX)
            .with_threads(threads)
            .with_time_limit(limit),
    };
    match strength {
        Strength::Casual(casual) => Box::new(Greedy::casual(casual)),
        Strength::Score => Box::new(WithEndgame::new(Greedy::new(), endgame)),
        Strength::Equity(leaves) => Box::new(WithEndgame::new(ByEquity::new(leaves), endgame)),
        Strength::Minimax { leaves, plies } => {
            Box::new(WithEndgame::new(ByMinimax::new(leaves, plies), endgame))
        }
        Strength::Simulation { leaves, sampling } => {
            let most = most_samples(sampling.samples, Simulation::PLAYER_SAMPLES, time_limit);
            let simulation = Simulation::for_players(lexicon, leaves)
                .with_seed(sampling.seed)
                .with_samples(most);
            let simulation = limited(simulation, sampling.plies, time_limit);
            let pre_endgame = match time_limit {
                None => PreEndgame::for_players(lexicon),
                Some(_) => PreEndgame::new(endgame),
            };
            let player = WithPreEndgame::new(BySimulation::new(simulation), pre_endgame);
            Box::new(WithEndgame::new(player, endgame))
        }
    }
}

/// The player whose ranking of moves is shown as hints to the opponent of a player of this strength. Simulates if that player
/// does; otherwise ranks moves by equity if there are leave values, else by score. Solves end games, and ranks moves over
/// every order of the unseen tiles while the bag has one to four.
pub fn adviser<'a>(
    lexicon: &'a Lexicon<'a>,
    strength: Strength<'a>,
    leaves: Option<&'a (dyn Leaves + Sync)>,
) -> Box<dyn Player + 'a> {
    let player: Box<dyn Player + 'a> = match (strength, leaves) {
        (Strength::Simulation { .. }, _) => player(lexicon, strength, None, 1),
        (_, Some(leaves)) => Box::new(ByEquity::new(leaves)),
        (_, None) => Box::new(Greedy::new()),
    };
    let player = WithPreEndgame::new(player, PreEndgame::for_players(lexicon));
    let player = player.with_most_in_bag(*PreEndgame::BAG_LENS.end());
    Box::new(WithEndgame::new(player, Endgame::for_players(lexicon)))
}
