//! The command line: flags and their help texts. Nothing is done here.

use clap::{Parser, Subcommand};

use crate::cmd;

/// Compiles crossword-game word lists into checksummed images, and works with them.
///
/// Exit codes: 0 done and yes; 1 done and no (word absent, image bad); 2 could not do it. Results go to standard
/// output, everything else to standard error. `-` stands for standard input or output.
///
/// Files that are written appear whole or not at all.
#[derive(Debug, Parser)]
#[command(
    name = "lexc",
    version,
    max_term_width = 100,
    after_long_help = "\
Exit codes:
  0  done and yes; or who reads the output has closed it
  1  done and no: a word is absent, an image is bad or has other words than a list
  2  could not do it: the arguments make no sense, something can't be read or written, a word
     list or a position is bad. Standard error says what, where, and what to do
A process that a signal ends has no exit code; shells show 128 and the signal's number.
Whatever the end, a file that was to be written is as it was, or is whole.

Example:
  lexc build words.txt -o words.gaddag
  lexc check words.gaddag
  lexc query words.gaddag RETSINA"
)]
pub struct Args {
    #[command(subcommand)]
    pub verb: Verb,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    Build(cmd::build::BuildArgs),
    Check(cmd::check::CheckArgs),
    Info(cmd::info::InfoArgs),
    Dump(cmd::dump::DumpArgs),
    Query(cmd::query::QueryArgs),
    Moves(cmd::moves::MovesArgs),
    Selfplay(cmd::selfplay::SelfplayArgs),
    Bench(cmd::bench::BenchArgs),
}
