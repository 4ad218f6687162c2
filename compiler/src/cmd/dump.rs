//! `lexc dump`: the words of an image.

use std::path::PathBuf;

use clap::Args;

use super::{Answer, Failure, open, print, read_image};

/// Write the words of an image, sorted, one a line
///
/// The words come in the order of the image's alphabet, in upper case, tiles of several characters in brackets: a list
/// that `lexc build` turns into the same image again. `lexc dump IMAGE | xxhsum -H128` prints the fingerprint that
/// `lexc info` shows.
#[derive(Debug, Args)]
pub struct DumpArgs {
    /// The image; - for standard input
    image: PathBuf,
}

/// Streams the words.
pub fn run(args: &DumpArgs) -> Result<Answer, Failure> {
    let bytes = read_image(&args.image)?;
    let lexicon = open(&args.image, &bytes)?;
    print(|out| {
        lexicon
            .words()
            .try_for_each(|word| writeln!(out, "{}", word.display(lexicon.alphabet())))
    })?;
    Ok(Answer::Yes)
}
