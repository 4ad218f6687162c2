//! An app: one struct owns lexicon, rules and state, without a lifetime. `app IMAGE` plays a game to its end.

use std::error::Error;
use std::{env, fs};

use lexc_runtime::{Checks, GameState, Move, MoveGen, OwnedLexicon, Play, Rules};

struct App {
    lexicon: OwnedLexicon<Vec<u8>>,
    rules: Rules,
    game: GameState,
}

impl App {
    fn best_play(&self) -> Option<Play> {
        let position = self.game.position(&self.rules).ok()?;
        MoveGen::new(&self.lexicon.lexicon()).best(&position)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let image = fs::read(env::args().nth(1).unwrap_or_default())?;
    let lexicon = OwnedLexicon::open(image, Checks::All)?;
    let rules = Rules::standard(lexicon.lexicon().alphabet());
    let game = GameState::deal(&rules, 2, |len| len / 2)?;
    let mut app = App {
        lexicon,
        rules,
        game,
    };
    while app.game.on_turn().is_some() {
        let made = app.best_play().map_or(Move::Pass, Move::Play);
        (app.game).apply(&app.rules, &made, |bag| bag.draw(bag.len() / 2));
        println!("{:?}", app.game.scores());
    }
    Ok(())
}
