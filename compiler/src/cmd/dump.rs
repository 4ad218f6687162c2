//! `lexc dump`: the words of an image.

use std::path::PathBuf;

use clap::Args;
use lexc::spelling::Speller;

use super::{Answer, Failure, open, print, read_image};

/// Write the words of an image, sorted, one a line
///
/// The words come in the order of the image's alphabet, in upper case, tiles of several characters in brackets: a list
/// that lexc build turns into the same image again, given the same options.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  lexc dump words.gaddag > words.txt
  lexc dump words.gaddag | xxhsum -H128    the fingerprint that lexc info shows
  lexc dump words.gaddag | lexc build - -o same.gaddag")]
pub struct DumpArgs {
    /// The image; - for standard input
    image: PathBuf,
}

/// Words are written in blocks of about this size.
const BLOCK_BYTES: usize = 1 << 15;

/// Streams the words.
pub fn run(args: &DumpArgs) -> Result<Answer, Failure> {
    let bytes = read_image(&args.image)?;
    let lexicon = open(&args.image, &bytes)?;
    let mut speller = Speller::new(lexicon.alphabet());
    let mut block = Vec::with_capacity(2 * BLOCK_BYTES);
    let mut count = 0_u64;
    print(|out| {
        for word in lexicon.words() {
            count += 1;
            speller.append(word.iter().map(|tile| tile.code()), &mut block);
            block.push(b'\n');
            if block.len() >= BLOCK_BYTES {
                out.write_all(&block)?;
                block.clear();
            }
        }
        out.write_all(&block)
    })?;
    let recorded = lexicon.word_count();
    if count != u64::from(recorded) {
        return Err(Failure::Other(format!(
            "{}: {count} words where the image records {recorded} (see what `lexc check` says of it)",
            args.image.display()
        )));
    }
    Ok(Answer::Yes)
}
