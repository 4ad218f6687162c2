//! [`Strength`]: the ways in which the machine chooses moves, and its levels against people.

use std::fmt;
use std::time::Duration;

use lexc_runtime::{Casual, Leaves, Lexicon};

use crate::endgame::Endgame;
use crate::player::{
    ByEquity, ByMinimax, BySimulation, Greedy, Player, WithEndgame, WithPreEndgame,
};
use crate::pre_endgame::PreEndgame;
use crate::sim::Simulation;

/// A way to choose moves. [`player`] makes the player.
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
        /// The values of leaves.
        leaves: &'a (dyn Leaves + Sync),
        /// The number of moves to look ahead, the player's own move included.
        plies: u32,
    },
    /// The move that a simulation ranks first.
    Simulation {
        /// The values of leaves.
        leaves: &'a (dyn Leaves + Sync),
        /// The samples.
        sampling: Sampling,
    },
}

impl<'a> Strength<'a> {
    /// The highest level of the machine; the lowest is 1.
    pub const MOST_LEVEL: u8 = 11;

    /// The strength of a level of the machine against people: at levels 1 to 8 a casual player, then by score, by equity, and by
    /// simulation. `None` if there is no such level, or if it needs leave values and there are none, as levels 10 and 11 do.
    pub fn of_level(level: u8, leaves: Option<&'a (dyn Leaves + Sync)>) -> Option<Strength<'a>> {
        if let Some(casual) = Casual::level(level.into()) {
            return Some(Strength::Casual(casual));
        }
        match (level, leaves) {
            (9, _) => Some(Strength::Score),
            (10, Some(leaves)) => Some(Strength::Equity(leaves)),
            (Self::MOST_LEVEL, Some(leaves)) => Some(Strength::Simulation {
                leaves,
                sampling: Sampling::default(),
            }),
            _ => None,
        }
    }

    /// The same strength, which draws the opponent's tiles by the opponent's last move if it simulates: see
    /// [`LastMove`](crate::LastMove).
    #[must_use]
    pub fn with_inference(self) -> Strength<'a> {
        match self {
            Strength::Simulation { leaves, sampling } => Strength::Simulation {
                leaves,
                sampling: Sampling {
                    infers: true,
                    ..sampling
                },
            },
            other => other,
        }
    }
}

impl fmt::Debug for Strength<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Casual(casual) => f.debug_tuple("Casual").field(casual).finish(),
            Strength::Score => f.write_str("Score"),
            Strength::Equity(_) => f.write_str("Equity"),
            Strength::Minimax { plies, .. } => f.debug_tuple("Minimax").field(plies).finish(),
            Strength::Simulation { sampling, .. } => {
                f.debug_tuple("Simulation").field(sampling).finish()
            }
        }
    }
}

/// The samples of a player that simulates.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// The number of moves after the candidate; by default, as [`Simulation::with_plies`] says.
    pub plies: Option<u32>,
    /// The largest number of samples; by default [`Simulation::PLAYER_SAMPLES`], or no limit if the time has one.
    pub samples: Option<u32>,
    /// The seed.
    pub seed: u64,
    /// True if the opponent's tiles are drawn by the opponent's last move: see [`LastMove`](crate::LastMove).
    pub infers: bool,
}

impl Sampling {
    /// The simulation with these samples, and with a limit of time if it is given; then it has no limit of samples unless one is set.
    pub fn limit(self, simulation: Simulation<'_>, time_limit: Option<Duration>) -> Simulation<'_> {
        let mut simulation = simulation.with_seed(self.seed);
        if let Some(plies) = self.plies {
            simulation = simulation.with_plies(plies);
        }
        if let Some(limit) = time_limit {
            simulation = simulation
                .with_samples(Simulation::MAX_SAMPLES)
                .with_time_limit(limit);
        }
        match self.samples {
            Some(samples) => simulation.with_samples(samples),
            None => simulation,
        }
    }
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling {
            plies: None,
            samples: None,
            seed: 1,
            infers: false,
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
            let simulation = Simulation::for_players(lexicon, leaves);
            let simulation = sampling.limit(simulation, time_limit);
            let pre_endgame = match time_limit {
                None => PreEndgame::for_players(lexicon),
                Some(_) => PreEndgame::new(endgame),
            };
            let player = BySimulation::new(simulation).with_inference(sampling.infers);
            let player = WithPreEndgame::new(player, pre_endgame)
                .with_inference(sampling.infers.then_some(leaves));
            Box::new(WithEndgame::new(player, endgame))
        }
    }
}

/// The player whose ranking of moves is shown as hints to the opponent of a player of this strength. Simulates if that player
/// does; otherwise ranks moves by equity if there are leave values, else by score. Solves end games, and ranks moves over
/// every order of the unseen tiles while the bag has one to four, or with a simulation one or two.
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
    let (most_in_bag, inferred_by) = match strength {
        Strength::Simulation { leaves, sampling } => (
            PreEndgame::MOST_BEFORE_SIMULATION,
            sampling.infers.then_some(leaves),
        ),
        _ => (*PreEndgame::BAG_LENS.end(), None),
    };
    let player = WithPreEndgame::new(player, PreEndgame::for_players(lexicon))
        .with_most_in_bag(most_in_bag)
        .with_inference(inferred_by);
    Box::new(WithEndgame::new(player, Endgame::for_players(lexicon)))
}
