//! A bot: reads positions in CGP, one per line, and writes the move of the highest equity for each.
//!
//! Usage: bot IMAGE LEAVES <POSITIONS

use std::error::Error;
use std::{env, fs, io};

use lexc_runtime::{Cgp, LeaveImage, Leaves, Lexicon, MoveGen, Rules};

fn answer(
    text: &str,
    lexicon: &Lexicon<'_>,
    leaves: &dyn Leaves,
) -> Result<String, Box<dyn Error>> {
    let alphabet = lexicon.alphabet();
    let rules = Rules::standard(alphabet);
    let state = Cgp::parse(text, alphabet)?.state(&rules)?;
    let movegen = MoveGen::new(lexicon).with_moves(state.bag_len(), leaves);
    let best = movegen.best(&state.position(&rules)?);
    let action = best.action.display(state.board(), alphabet);
    let (points, equity) = (best.action.score(), best.equity as f64 / 1000.0);
    Ok(format!("{action} for {points} points, equity {equity:.1}"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = |nth| fs::read(env::args().nth(nth).unwrap_or_default());
    let (image, leaves) = (file(1)?, file(2)?);
    let lexicon = Lexicon::from_bytes(&image)?;
    let leaves = LeaveImage::from_bytes(&leaves, lexicon.alphabet())?;
    for line in io::stdin().lines() {
        match answer(&line?, &lexicon, &leaves) {
            Ok(answer) => println!("{answer}"),
            Err(error) => println!("error: {error}"),
        }
    }
    Ok(())
}
