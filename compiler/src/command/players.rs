//! The players that the verbs offer.

use lexc_game::{
    ByEquity, ByMinimax, BySimulation, Endgame, Greedy, Player, PreEndgame, Simulation,
    WithEndgame, WithPreEndgame,
};
use lexc_runtime::{Casual, Leaves, Lexicon};

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
        /// The number of moves after the candidate.
        plies: u32,
        samples: u32,
    },
}

/// A player of this strength. All but casual players solve the end game once the bag is empty.
pub fn player<'a>(lexicon: &'a Lexicon<'a>, strength: Strength<'a>) -> Box<dyn Player + 'a> {
    let endgame = Endgame::for_players(lexicon);
    match strength {
        Strength::Casual(casual) => Box::new(Greedy::casual(casual)),
        Strength::Score => Box::new(WithEndgame::new(Greedy::new(), endgame)),
        Strength::Equity(leaves) => Box::new(WithEndgame::new(ByEquity::new(leaves), endgame)),
        Strength::Minimax { leaves, plies } => {
            Box::new(WithEndgame::new(ByMinimax::new(leaves, plies), endgame))
        }
        Strength::Simulation {
            leaves,
            plies,
            samples,
        } => {
            let simulation = Simulation::for_players(lexicon, leaves)
                .with_plies(plies)
                .with_samples(samples);
            let player = BySimulation::new(simulation);
            let player = WithPreEndgame::new(player, PreEndgame::for_players(lexicon));
            Box::new(WithEndgame::new(player, endgame))
        }
    }
}

/// The player whose ranking of moves is shown as hints to the opponent of a player of this strength. Simulates if that player
/// does; otherwise ranks moves by equity if there are leave values, else by score. Solves end games, and ranks moves over
/// every order of the unseen tiles while the bag has one or two.
pub fn adviser<'a>(
    lexicon: &'a Lexicon<'a>,
    strength: Strength<'a>,
    leaves: Option<&'a (dyn Leaves + Sync)>,
) -> Box<dyn Player + 'a> {
    let player: Box<dyn Player + 'a> = match (strength, leaves) {
        (Strength::Simulation { .. }, _) => player(lexicon, strength),
        (_, Some(leaves)) => Box::new(ByEquity::new(leaves)),
        (_, None) => Box::new(Greedy::new()),
    };
    let player = WithPreEndgame::new(player, PreEndgame::for_players(lexicon));
    let player = player.with_most_in_bag(*PreEndgame::BAG_LENS.end());
    Box::new(WithEndgame::new(player, Endgame::for_players(lexicon)))
}
