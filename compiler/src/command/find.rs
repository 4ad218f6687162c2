//! `lexc find`: searches for words and phrases.

mod answers;
mod args;
mod conditions;
mod phrases;
mod printer;
mod query;

use lexc_runtime::Lexicon;

use super::inputs::{Inputs, in_view};
use super::outcome::{Answer, Failure};

pub use args::FindArgs;

/// Finds the words or phrases, and prints or counts them.
pub fn run(args: &FindArgs) -> Result<Answer, Failure> {
    let images = Inputs::of_words(&args.input).read()?;
    let lexicon = images.lexicon()?;
    let lexicon = match args.family {
        true => in_view(&lexicon, "--family", Lexicon::FAMILY)?,
        false => lexicon,
    };
    if args.is_for_phrases() {
        phrases::run(args, &lexicon)
    } else {
        answers::run(args, &lexicon)
    }
}
