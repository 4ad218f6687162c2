//! A bot: reads positions in CGP, one per line, and writes the move of the highest equity for each.
//!
//! Usage: bot IMAGE LEAVES <POSITIONS

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::{env, fs};

use lexc_runtime::{Bag, Cgp, LeaveImage, Lexicon, Move, MoveGen, Rules};

struct Bot<'a> {
    lexicon: Lexicon<'a>,
    leaves: LeaveImage<'a>,
    rules: Rules,
}

impl Bot<'_> {
    /// The move of the highest equity for a position in CGP, as text.
    fn answer(&self, position: &str) -> Result<String, Box<dyn Error>> {
        let alphabet = self.lexicon.alphabet();
        let cgp = Cgp::parse(position, alphabet)?;
        let position = cgp.position(&self.rules)?;
        let rack = position.rack();

        // The unseen tiles fill the opponent's rack first; the rest are in the bag.
        let unseen = Bag::unseen(alphabet, position.board(), *rack).len();
        let bag_len = unseen.saturating_sub(self.rules.rack_size());
        let movegen = MoveGen::new(&self.lexicon).with_moves(bag_len, &self.leaves);
        let best = movegen.best(&position);

        let text = best.action.display(position.board(), alphabet);
        let points = match best.action {
            Move::Play(play) => format!(" for {} points", play.score()),
            Move::Exchange(_) | Move::Pass => String::new(),
        };
        let equity = best.equity as f64 / 1000.0;
        Ok(format!("{text}{points}, equity {equity:.1}"))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = env::args().skip(1).collect();
    let [image, leaves] = &paths[..] else {
        return Err("usage: bot IMAGE LEAVES <POSITIONS".into());
    };
    let (image, leaves) = (fs::read(image)?, fs::read(leaves)?);
    let lexicon = Lexicon::from_bytes(&image)?;
    let leaves = LeaveImage::from_bytes(&leaves, lexicon.alphabet())?;
    let rules = Rules::standard(lexicon.alphabet());
    let bot = Bot {
        lexicon,
        leaves,
        rules,
    };

    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        match bot.answer(&line?) {
            Ok(answer) => writeln!(out, "{answer}")?,
            Err(error) => writeln!(out, "error: {error}")?,
        }
    }
    Ok(())
}
