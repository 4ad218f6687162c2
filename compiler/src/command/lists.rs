//! Reads word lists for the verbs.

use std::path::PathBuf;

use clap::Args;
use lexc_formats::MAX_WORD_LEN;

use super::numbers::whole;
use super::outcome::Failure;
use crate::input::Source;
use crate::word_list::ReadOptions;

/// The flags for reading word lists.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading word lists")]
pub struct ReadingArgs {
    /// Skip words of fewer tiles
    #[arg(long, value_name = "TILES", default_value_t = 1)]
    #[arg(value_parser = whole::<u8>(1, MAX_LEN))]
    min_length: u8,
    /// Skip words of more tiles
    ///
    /// The limit of words is 63 tiles. With the default, longer words are errors; with less, they are skipped.
    #[arg(long, value_name = "TILES", default_value_t = MAX_WORD_LEN as u8)]
    #[arg(value_parser = whole::<u8>(1, MAX_LEN))]
    max_length: u8,
    /// Leave bad lines out, and say how many there were
    ///
    /// By default, bad lines are reported with their places and nothing is done.
    #[arg(long)]
    skip_invalid: bool,
}

const MAX_LEN: u64 = MAX_WORD_LEN as u64;

impl ReadingArgs {
    /// The flags as settings.
    pub fn options(&self) -> Result<ReadOptions, Failure> {
        let (min, max) = (self.min_length, self.max_length);
        if min > max {
            return Err(Failure::Other(format!(
                "no word has at least {min} and at most {max} tiles (swap --min-length and --max-length)"
            )));
        }
        Ok(ReadOptions {
            min_length: usize::from(min),
            max_length: usize::from(max),
            skip_invalid: self.skip_invalid,
            ..ReadOptions::default()
        })
    }
}

/// The sources that arguments name; standard input at most once, and not if something else reads it.
pub fn sources(lists: &[PathBuf], is_stdin_taken: bool) -> Result<Vec<Source>, Failure> {
    let sources: Vec<Source> = lists.iter().map(Source::from_arg).collect();
    let stdins = sources
        .iter()
        .filter(|source| **source == Source::Stdin)
        .count();
    if stdins + usize::from(is_stdin_taken) > 1 {
        return Err(Failure::Other(
            "standard input can be read only once (name a file)".to_owned(),
        ));
    }
    Ok(sources)
}
