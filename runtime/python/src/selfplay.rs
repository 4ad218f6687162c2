//! Games that the library plays against itself.

use lexc_game::{ByEquity, Endgame, Game, Gcg, Greedy, Player, Random, WithEndgame, play_out};
use lexc_runtime::{Alphabet, Seat};
use pyo3::prelude::*;

use crate::error::refused;
use crate::leaves::{Leaves, Values};
use crate::lexicon::Lexicon;
use crate::rules::settings;

/// The scores of the first and the second player, the positions before the turns (in CGP), and the record (in GCG).
type Played = (i32, i32, Vec<String>, String);

/// Plays a game for each of `numbers`. The seed and the game's number determine the draws.
#[pyfunction]
pub fn play_games(
    py: Python<'_>,
    lexicon: &Lexicon,
    numbers: Vec<u64>,
    seed: u64,
    leaves: Option<PyRef<'_, Leaves>>,
    rules: Option<&str>,
) -> PyResult<Vec<Played>> {
    let image = lexicon.open_image()?;
    let lexicon = image.lexicon();
    let alphabet = lexicon.alphabet();
    let mut settings = settings(rules, alphabet)?;
    if leaves.is_none() {
        settings = settings.for_greedy_games();
    }
    let rules = settings.rules(alphabet);
    let values = Values::of(leaves.as_deref(), alphabet)?;
    let (greedy, equity);
    let player: &dyn Player = match &leaves {
        None => {
            greedy = Greedy::new();
            &greedy
        }
        Some(_) => {
            let player = ByEquity::new(values.as_dyn());
            equity = WithEndgame::new(player, Endgame::for_players(lexicon));
            &equity
        }
    };
    let mut played = Vec::new();
    for number in numbers {
        py.check_signals()?;
        played.push(py.detach(|| {
            let mut random = Random::new(seed, number);
            let mut game = Game::new(&rules, &mut random).map_err(refused)?;
            play_out(lexicon, &mut game, &[player; 2], &mut random);
            Ok::<_, PyErr>(record(game, alphabet))
        })?);
    }
    Ok(played)
}

fn record(mut game: Game, alphabet: Alphabet<'_>) -> Played {
    let [first, second] = Seat::BOTH.map(|seat| game.state().score(seat));
    let gcg = Gcg::from_game(&game, alphabet, ["first", "second"])
        .expect("two players")
        .to_string();
    let mut positions = Vec::new();
    while game.take_back().is_some() {
        positions.push(game.state().cgp().display(alphabet).to_string());
    }
    positions.reverse();
    (first, second, positions, gcg)
}
