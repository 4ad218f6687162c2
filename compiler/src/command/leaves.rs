//! `lexc leaves`: values of leaves, learned from games.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use lexc_compiler::{
    Automata, CompileOptions, LeaveList, LeaveListBuilder, StoreKind, compile_leaves,
    leaves_alphabet_of,
};
use lexc_formats::Alphabet;
use lexc_game::{LearningError, LeaveLearning};
use lexc_runtime::{Lexicon, Rules};

use super::games::RulesArgs;
use super::image_args::binary_output;
use super::inputs::{Inputs, read_regular};
use super::leaves_args::{leaves_section, summary};
use super::lexicon_source::WordsArgs;
use super::outcome::{Answer, Failure};
use super::output::{Output, Written};
use super::table::{plural, whole};
use super::terminal::{Progress, say, say_failure};
use super::threads::{MAX_THREADS, thread_pool};

/// Learn the values of leaves from games, and write them as an image
///
/// A player that ranks moves by equity plays itself. A leave is the tiles that stay on the rack after a move. Its value
/// is a difference of two means: the mean equity of the best move over the racks that contain the leave, less that mean
/// over all racks; turns with an empty bag do not count. The first generation of games is played without values, each
/// later generation with the values learned from the preceding one. The value of a rare leave is also estimated from
/// shorter leaves. The image also gets an estimate for leaves that it does not list: numbers for tiles, pairs of tiles, vowels and
/// consonants, fitted to all values learned.
///
/// The same image and options give the same bytes on any machine and any number of threads.
///
/// The state of a long run is written every 30 seconds to a file beside the output, named like the output with .part at the
/// end. A run that was ended early continues from this file when the same command is run again.
#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_long_help = "\
Examples:
  lexc leaves english.gaddag -o english.leaves
  lexc leaves english.gaddag -o quick.leaves --games 1000 --generations 2
  lexc leaves english.gaddag -o small.leaves --max-tiles 2 --compact    for small hosts
  lexc selfplay english.gaddag --games 1000 --players equity,greedy --leaves english.leaves"
)]
pub struct LeavesVerbArgs {
    #[command(flatten)]
    input: WordsArgs,
    /// The leaves image to write; - for standard output
    ///
    /// The file appears whole or not at all.
    #[arg(short, long, value_name = "LEAVES")]
    output: PathBuf,
    /// Replace the output if it exists
    #[arg(short, long)]
    force: bool,
    /// The number of games of a generation
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole::<u64>(1, 1 << 40))]
    games: u64,
    /// The number of generations
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<u32>(1, 1000))]
    generations: u32,
    /// Write only leaves of up to this number of tiles
    ///
    /// Longer leaves have the value of the estimate. Leaves of up to 6 tiles are learned. This limit is lower if a full rack has fewer than 7 tiles, or if a large
    /// alphabet has too many leaves.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 20))]
    max_tiles: Option<usize>,
    /// The seed of the random order of the tiles
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
    /// The number of threads, up to 256 [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, MAX_THREADS))]
    threads: Option<u16>,
    /// Write compact nodes, for small hosts
    #[arg(long)]
    compact: bool,
    /// The name of the leaves image
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    name: String,
    #[command(flatten)]
    rules: RulesArgs,
}

/// The number of games per thread in a batch. After each batch, the state is written if [`SAVE_INTERVAL`] has passed.
const BATCH: usize = 64;

/// The least time between two writes of the state.
const SAVE_INTERVAL: Duration = Duration::from_secs(30);

/// Limit of a state in bytes. A state has 16 bytes for each of at most 2^24 leaves, and a few lines of settings.
const MAX_STATE_BYTES: u64 = (16 << 24) + (1 << 16);

/// Learns the values and writes them.
pub fn run(args: &LeavesVerbArgs) -> Result<Answer, Failure> {
    let options = options(args)?;
    let inputs = Inputs::of_words(&args.input).with("layout", args.rules.layout());
    inputs.refuse_to_replace(&args.output)?;
    let output = binary_output(&args.output, args.force)?;
    let images = inputs.read()?;
    let lexicon = images.lexicon()?;
    let section = leaves_section(&leaves_alphabet_of(lexicon.alphabet()))?;
    let rules = args.rules.rules(lexicon.alphabet())?;
    let pool = thread_pool(args.threads, args.games)?;
    let mut learning = learning(&lexicon, &rules, args.seed)?;
    let mut state = StateFile::of(args);
    if let Some(state) = &state {
        state.load(&mut learning, args)?;
    }
    let all_games = args.games.saturating_mul(args.generations.into());
    let progress = Progress::of_count("playing", all_games, "games");
    let batch = (BATCH * pool.current_num_threads()) as u64;
    while learning.generation() < args.generations {
        let left = args.games - learning.games();
        pool.install(|| learning.play(left.min(batch)));
        if learning.games() == args.games {
            learning.end_generation();
        }
        progress.set(u64::from(learning.generation()) * args.games + learning.games());
        if let Some(state) = &mut state {
            state.save_at_times(&learning);
        }
    }
    drop(progress);
    let leaves = list(&learning, args.max_tiles, lexicon.alphabet())?;
    let alphabet = Alphabet::from_bytes(&section).map_err(Failure::new)?;
    let compiled = compile_leaves(&leaves, alphabet, &options).map_err(Failure::new)?;
    let image = compiled.image;
    let written = output.write(|out| out.write_all(&image))?;
    if let Some(state) = &state {
        state.remove();
    }
    if written == Written::Whole {
        say(&format_args!(
            "{}: {}, in {}, from {}",
            args.output.display(),
            summary(&leaves, true),
            plural(image.len() as u64, "byte"),
            plural(all_games, "game"),
        ));
    }
    Ok(Answer::Yes)
}

/// Starts to learn leaves of up to 6 tiles. This limit is lower if a full rack has fewer than 7 tiles, or if a large
/// alphabet has too many leaves.
fn learning<'a>(
    lexicon: &'a Lexicon<'a>,
    rules: &'a Rules,
    seed: u64,
) -> Result<LeaveLearning<'a>, Failure> {
    let mut max_tiles = rules.rack_size().saturating_sub(1).clamp(1, 6);
    loop {
        match LeaveLearning::new(lexicon, rules, max_tiles, seed) {
            Err(LearningError::TooManyLeaves) if max_tiles > 1 => max_tiles -= 1,
            learning => return learning.map_err(Failure::new),
        }
    }
}

/// The learned leaves of up to `max_tiles` tiles, as words of the alphabet of leaves; all learned leaves for `None`. With an
/// estimate for other leaves.
fn list(
    learning: &LeaveLearning<'_>,
    max_tiles: Option<usize>,
    alphabet: Alphabet<'_>,
) -> Result<LeaveList, Failure> {
    let blank = u8::try_from(alphabet.len() + 1).unwrap_or(u8::MAX);
    let mut builder = LeaveListBuilder::default();
    let mut codes = Vec::new();
    learning.for_each(|tiles, value| {
        if max_tiles.is_some_and(|most| tiles.len() > most) {
            return;
        }
        codes.clear();
        codes.extend(
            tiles
                .iter()
                .map(|tile| tile.letter().map_or(blank, |tile| tile.code())),
        );
        builder.push(&codes, value);
    });
    let list = builder.finish().map_err(Failure::new)?;
    Ok(list.with_estimate(learning.estimate()))
}

/// The options of the image, checked before the games.
fn options(args: &LeavesVerbArgs) -> Result<CompileOptions, Failure> {
    let options = CompileOptions {
        automata: Automata::Dawg,
        store: match args.compact {
            true => StoreKind::Compact,
            false => StoreKind::Fast,
        },
        anagram_filter: false,
        name: args.name.clone(),
        ..CompileOptions::default()
    };
    options.check().map_err(Failure::new)?;
    Ok(options)
}

/// The file with the state of a run, beside the output.
struct StateFile {
    path: PathBuf,
    /// The number of games of a generation and the number of generations, as text.
    plan: String,
    saved: Instant,
}

impl StateFile {
    /// The file of this run; `None` if the output is standard output.
    fn of(args: &LeavesVerbArgs) -> Option<StateFile> {
        if args.output == Path::new("-") {
            return None;
        }
        let mut path = OsString::from(&args.output);
        path.push(".part");
        Some(StateFile {
            path: path.into(),
            plan: format!("{} {}", args.games, args.generations),
            saved: Instant::now(),
        })
    }

    /// Continues from the file, if there is one.
    fn load(&self, learning: &mut LeaveLearning<'_>, args: &LeavesVerbArgs) -> Result<(), Failure> {
        let failure =
            |error: &dyn std::fmt::Display| Failure(format!("{}: {error}", self.path.display()));
        let metadata = self.path.metadata();
        if metadata.is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            return Ok(());
        }
        let bytes = read_regular(&self.path, MAX_STATE_BYTES)?;
        learning
            .load(&self.plan, &bytes)
            .map_err(|error| failure(&error))?;
        if learning.games() >= args.games || learning.generation() > args.generations {
            return Err(failure(
                &"a state beyond the plan (remove the file to start again)",
            ));
        }
        say(&format_args!(
            "{}: continues with generation {}, after {} of it",
            self.path.display(),
            learning.generation() + 1,
            plural(learning.games(), "game"),
        ));
        Ok(())
    }

    /// Writes the file if [`SAVE_INTERVAL`] has passed since the start or the last attempt. Reports a failure and
    /// continues.
    fn save_at_times(&mut self, learning: &LeaveLearning<'_>) {
        if self.saved.elapsed() < SAVE_INTERVAL {
            return;
        }
        self.saved = Instant::now();
        let bytes = learning.save(&self.plan);
        let output = Output::create(&self.path, true);
        if let Err(failure) = output.and_then(|output| output.write(|out| out.write_all(&bytes))) {
            say_failure(&failure);
        }
    }

    /// Removes the file of a run that is done.
    fn remove(&self) {
        // A failure does no harm: the same command would continue from the file, to the same result.
        let _ = fs::remove_file(&self.path);
    }
}
