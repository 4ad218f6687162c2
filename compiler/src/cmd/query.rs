//! `lexc query`: is it a word?

use std::path::PathBuf;

use clap::Args;
use lexc_runtime::Word;

use super::{Answer, Failure, open, print, read_image};

/// Tell whether words are in a lexicon
///
/// Prints a line for each word: the word, and `yes` or `no`. Exits with 0 if all are in the lexicon and with 1 if one
/// is not.
#[derive(Debug, Args)]
pub struct QueryArgs {
    /// The image; - for standard input
    image: PathBuf,
    /// The words, in either case, tiles of several characters in brackets
    #[arg(required = true)]
    words: Vec<String>,
}

/// Looks the words up.
pub fn run(args: &QueryArgs) -> Result<Answer, Failure> {
    let bytes = read_image(&args.image)?;
    let lexicon = open(&args.image, &bytes)?;
    let mut answer = Answer::Yes;
    print(|out| {
        args.words.iter().try_for_each(|text| {
            let is_word =
                Word::parse(text, lexicon.alphabet()).is_ok_and(|word| lexicon.contains(&word));
            if !is_word {
                answer = Answer::No;
            }
            writeln!(out, "{text} {}", if is_word { "yes" } else { "no" })
        })
    })?;
    Ok(answer)
}
