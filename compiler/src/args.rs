//! The command line: verbs, flags and help texts.

use clap::Parser;

use crate::cmd::Verb;

/// Compiles crossword-game word lists into checksummed images, and works with them.
///
/// Results go to standard output, everything else to standard error. `-` stands for standard input or output. Files
/// appear whole or not at all.
#[derive(Debug, Parser)]
#[command(
    name = "lexc",
    version,
    max_term_width = 100,
    after_long_help = "\
Exit codes:
  0  done and yes
  1  done and no: a word is absent, an image is bad or has other words than a list
  2  could not do it: a usage error, something can't be read or written, a word list or a position
     is bad. Standard error names the place, the problem and the remedy
The answer decides the exit code, even if the reader of standard output closes the pipe early, or
if standard output is closed from the start: then it prints nothing, and does not fail.
After a signal, shells show 128 and the signal's number. An output file is then as it was before.

Example:
  lexc build words.txt -o words.gaddag
  lexc check words.gaddag
  lexc query words.gaddag RETSINA"
)]
pub struct Args {
    #[command(subcommand)]
    pub verb: Verb,
}
