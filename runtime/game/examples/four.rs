//! A game of four, who all make the play of the highest score.
//!
//! Usage: four IMAGE

use std::error::Error;
use std::{env, fs};

use lexc_game::{Game, Random};
use lexc_runtime::{Lexicon, Move, MoveGen, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let image = fs::read(env::args().nth(1).ok_or("usage: four IMAGE")?)?;
    let lexicon = Lexicon::from_bytes(&image)?;
    let (alphabet, mut random) = (lexicon.alphabet(), Random::new(1, 0));
    let mut game = Game::of_players(4, &Rules::standard(alphabet), &mut random)?;
    while let Some(seat) = game.on_turn() {
        let best = MoveGen::new(&lexicon).best(&game.position());
        let made = best.map_or(Move::Pass, Move::Play);
        let text = made.display(game.board(), alphabet).to_string();
        let turn = game
            .make(&made, &mut random)
            .map_err(|error| error.display(alphabet).to_string())?;
        println!("{}: {text} +{}", seat.index() + 1, turn.points());
    }
    println!("{:?}", game.scores());
    Ok(())
}
