//! `lexc find`: searches for words and phrases.

mod answers;
mod args;
mod conditions;
mod phrases;
mod printer;
mod query;

use super::inputs::Inputs;
use super::outcome::{Answer, Failure};

pub use args::FindArgs;

/// Finds the words or phrases, and prints or counts them.
pub fn run(args: &FindArgs) -> Result<Answer, Failure> {
    let images = Inputs::of_words(&args.input).read()?;
    let lexicon = images.lexicon()?;
    if args.is_for_phrases() {
        phrases::run(args, &lexicon)
    } else {
        answers::run(args, &lexicon)
    }
}
