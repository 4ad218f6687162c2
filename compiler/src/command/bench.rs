//! `lexc bench`: measures the speed of move generation.

mod figures;
mod report;

use std::path::PathBuf;

use clap::Args;
use lexc_compiler::input::Source;
use lexc_compiler::progress::Step;
use lexc_runtime::Leaves;

use super::games::{Games, RulesArgs};
use super::inputs::Inputs;
use super::json::write_pretty;
use super::leaves_args::LeavesArgs;
use super::lexicon_source::WordsArgs;
use super::outcome::{Answer, Failure};
use super::output::print;
use super::positions::PositionSet;
use super::search::{Search, SearchArgs};
use super::table::{micros, whole};
use super::terminal::Progress;
use figures::{Figures, Timed};
use report::Report;

/// Measure how fast plays are found, on one thread
///
/// Searches every position of a file once in each pass, and prints the times. Each search starts from the board and the
/// rack alone. Its time includes computing the cross-sets and, in a search for all plays, storing the tiles, place and
/// score of each. Reading the file is not measured. With --leaves, each search is for the move that ranks first by equity,
/// among plays, exchanges and the pass.
///
/// Times hold for this machine at this moment. To compare two programs or two machines, run them in turn, several times,
/// and compare medians.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct BenchArgs {
    #[command(flatten)]
    input: WordsArgs,
    /// A file with a position in CGP on each line; - for standard input
    ///
    /// Blank lines and lines that start with # are skipped.
    #[arg(value_name = "POSITIONS")]
    positions: PathBuf,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    leaves: LeavesArgs,
    /// The number of passes over the positions
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = whole::<u32>(1, u32::MAX.into()))]
    passes: u32,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

const AFTER_HELP: &str = "\
Times:
  median, minimum  the time of a pass divided by the number of positions: median and minimum of
                   the passes
  p50, p99, max    a position's time is the median of its times in the passes. At least half of
                   the positions take p50 or less, at least 99 of 100 take p99 or less, and all take
                   max or less
  plays/s          the number of plays divided by the median time of a pass
  open             the time to open the image: unvalidated, and with all checks

JSON:
  image, bytes         the image's file, and its size
  lexicon, words       the lexicon's name, and the number of its words
  open_us, check_us    the time to open the image: unvalidated, and with all checks
  search               \"all\" or \"best\"; \"equity\" with --leaves
  algorithm            \"dawg\", \"gaddag\" or \"every-line\"; \"fastest\" for search \"best\" or \"equity\" if
                       no --algorithm is given: image and rack decide
  passes               the number of passes
  total, by_blanks     figures over all positions, and a list of figures by the number of blanks on
                       the rack; each with
    blanks               the number of blanks; only in by_blanks
    positions            the number of positions
    plays                the number of plays; only with search \"all\"
    score_sum            the sum of the highest scores; only with search \"best\"
    equity_sum           the sum of the highest equities, in points; only with search \"equity\"
    median_us, minimum_us, p50_us, p99_us, max_us
                         times as above, in microseconds
    plays_per_second     only with search \"all\"

Examples:
  lexc bench english.gaddag positions.cgp
  lexc bench english.gaddag positions.cgp --leaves english.leaves
  lexc selfplay english.gaddag --games 100 --seed 1 --positions - | lexc bench english.gaddag -";

pub fn run(args: &BenchArgs) -> Result<Answer, Failure> {
    let inputs = Inputs::of_words(&args.input).with_leave_images(args.leaves.path());
    let images = inputs.with("positions", [&*args.positions]).read()?;
    let (bytes, lexicon) = (images.bytes(), images.lexicon()?);
    let leaves = images.leaves(&lexicon)?;
    if leaves.is_some() && args.search.is_for_all() {
        return Err(Failure(
            "--leaves measures the best move, and --all measures all plays (leave out one)"
                .to_owned(),
        ));
    }
    let search = Search::new(&args.search, lexicon)?;
    let search = match leaves {
        Some(_) => search.for_best(),
        None => search,
    };
    let games = Games::new(&args.rules, lexicon.alphabet())?;
    let set = PositionSet::read(&Source::from_arg(&args.positions), &lexicon, &games)?;
    let positions = set.positions();
    let timed = Timed {
        search,
        leaves: leaves.as_ref().map(|leaves| leaves as &dyn Leaves),
        bag_lens: set.bag_lens(),
    };

    let progress = Progress::of_steps();
    let (open, check) = figures::open_times(bytes);
    let searched = figures::search_times(&timed, &positions, args.passes, |pass| {
        progress.step(Step {
            stage: "searching",
            done: u64::from(pass - 1),
            total: Some(args.passes.into()),
            unit: "passes",
        });
    });
    drop(progress);
    let goal = timed.goal();
    let report = Report {
        image: args.input.lexicon.source.path().display().to_string(),
        bytes: bytes.len(),
        lexicon: lexicon.name(),
        words: lexicon.word_count(),
        open_us: micros(open),
        check_us: micros(check),
        search: goal,
        algorithm: timed.search.algorithm(),
        title: timed.title(),
        passes: args.passes,
        total: Figures::of(&searched, None, goal),
        by_blanks: figures::by_blanks(searched, goal),
    };
    print(|out| match args.json {
        true => write_pretty(out, &report),
        false => report.write_text(out),
    })?;
    Ok(Answer::Yes)
}
