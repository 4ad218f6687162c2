//! `lexc bench`: measures the speed of move generation.

mod figures;
mod report;

use std::path::PathBuf;

use clap::Args;

use super::games::{GameArgs, Games};
use super::inputs::{open, read_image, refuse_stdin_twice};
use super::outcome::{Answer, Failure};
use super::output::print;
use super::positions::read_positions;
use super::search::{Search, SearchArgs};
use super::table::whole;
use super::terminal::Progress;
use crate::input::Source;
use figures::Figures;
use report::Report;

/// Measure how fast plays are found, on one thread
///
/// Searches every position of a file once in each pass, and prints the time it took. Each search starts from the board
/// and the rack alone, as if the position were new: its cross-sets are computed, and count. So do the plays, each of
/// which is stored with its tiles, place and score. Reading the file does not.
///
/// Times are of this machine at this moment. To compare two programs or two machines, run them in turn, several times,
/// and compare medians.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct BenchArgs {
    /// The image; - for standard input
    image: PathBuf,
    /// A file with a position in CGP on each line; - for standard input
    ///
    /// Blank lines and lines that start with # are skipped.
    #[arg(value_name = "POSITIONS")]
    positions: PathBuf,
    #[command(flatten)]
    search: SearchArgs,
    /// How many times to go through the positions
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = whole::<u32>(1, u32::MAX.into()))]
    passes: u32,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

const AFTER_HELP: &str = "\
Times:
  median, minimum  the average time a position takes in a pass: over the passes
  p50, p99, max    the time a position takes, as the median over the passes: over the positions. In
                   half of them it takes p50 or less, in 99 of 100 it takes p99 or less
  plays/s          the number of plays by the median of the time that a pass takes
  open             to open the image: unvalidated (its header is read), and with all checks

JSON:
  image, bytes         the image's file, and its size
  lexicon, words       its name, and the number of its words
  open_us, check_us    the time to open the image: unvalidated, and with all checks
  search               \"all\" or \"best\"
  algorithm            \"dawg\", \"gaddag\" or \"every-line\"; \"fastest\" with search \"best\" if none
                       is named, as image and rack decide then
  passes               as asked for
  total, by_blanks     over all positions; and a list, by the number of blanks on the rack. Each has
    blanks               that number; only in by_blanks
    positions            the number of positions
    plays                the number of plays; only with search \"all\"
    score_sum            the sum of the highest scores; only with search \"best\"
    median_us, minimum_us, p50_us, p99_us, max_us
                         times as above, in microseconds
    plays_per_second     only with search \"all\"

Examples:
  lexc bench english.gaddag positions.cgp
  lexc selfplay english.gaddag --games 100 --seed 1 --positions - | lexc bench english.gaddag -";

/// Measures and prints.
pub fn run(args: &BenchArgs) -> Result<Answer, Failure> {
    refuse_stdin_twice("image and positions", [&args.image, &args.positions])?;
    let bytes = read_image(&args.image)?;
    let lexicon = open(&args.image, &bytes)?;
    let search = Search::new(&args.search, lexicon)?;
    let games = Games::new(&args.game, lexicon.alphabet())?;
    let positions = read_positions(&Source::from_arg(&args.positions), &lexicon, &games)?;

    let progress = Progress::of_text();
    let (open, check) = figures::open_times(&bytes);
    let searched = figures::search_times(&search, &positions, args.passes, |pass| {
        progress.set(format!("pass {pass} of {}", args.passes));
    });
    drop(progress);
    let report = Report {
        image: &args.image,
        bytes: bytes.len(),
        lexicon,
        open,
        check,
        search: &search,
        passes: args.passes,
        total: Figures::of(&searched),
        by_blanks: figures::by_blanks(searched),
    };
    print(|out| {
        if args.json {
            report.write_json(out)
        } else {
            report.write_text(out)
        }
    })?;
    Ok(Answer::Yes)
}
