//! `lexc build`: from word lists to an image.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use lexc_formats::{Alphabet, Image};

use super::inputs::{ReadingArgs, refuse_to_replace, sources};
use super::outcome::{Answer, Failure};
use super::output::Output;
use super::table::{Table, grouped, plural};
use super::terminal::{Progress, say};
use crate::compile::StageKind;
use crate::input::read_text;
use crate::word_list::ReadSummary;
use crate::{Automata, AutomatonStats, CompileOptions, Compiled, ImageStats, StoreKind, compile};

/// Compile word lists to an image
///
/// The lists are UTF-8 text with one word on each line, in any order and case. They may have duplicates, definitions after
/// the words, comments from a # to the end of the line, and any line ends. If a line is bad, no image is built, and the
/// places of the bad lines are reported; --skip-invalid leaves them out.
///
/// The bytes of the image depend on the set of words and on the options alone.
#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_long_help = "\
Example:
  lexc build words.txt -o words.gaddag --name 'My words' --license @COPYRIGHT.txt
  lexc dump words.gaddag | grep -v Q | lexc build - -o no-q.gaddag"
)]
pub struct BuildArgs {
    /// The word lists; - for standard input
    #[arg(value_name = "LIST", required = true)]
    lists: Vec<PathBuf>,
    /// The image to write; - for standard output
    ///
    /// The file appears whole or not at all: a temporary file in the same directory is written and then renamed. An
    /// existing file is refused before any list is read, unless --force is given.
    #[arg(short, long, value_name = "IMAGE")]
    output: PathBuf,
    /// Replace the image if it exists
    #[arg(short, long)]
    force: bool,
    /// english, or a file with a letter distribution
    ///
    /// A letter distribution has a line for each tile, in alphabet order: tile,blank form,count,value,vowel. The line of
    /// the blank is ?,?,count,0,0. Tiles may have several characters (L·L,l·l,1,10,0).
    #[arg(short, long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: String,
    /// Build only one of the two automata
    #[arg(long, value_name = "AUTOMATON")]
    only: Option<Automaton>,
    /// Build the DAWG alone, in compact nodes for small hosts
    ///
    /// Half the size of an image with --only dawg. Move generation takes about twice as long, look-ups three times.
    #[arg(long)]
    compact: bool,
    /// Add the word index: a word's rank in alphabet order, and the word of a rank
    ///
    /// `lexc query --word-index` and `--word-at` need it. It adds 4 bytes for each unit of the DAWG's nodes.
    #[arg(long)]
    word_index: bool,
    /// Add the anagram filter, which speeds up the search for the best play, most with blanks
    ///
    /// A Bloom filter of the anagram keys of all words of seven tiles or more, 12 bits for each of them. It is built by
    /// default, unless --only dawg or --compact is given.
    #[arg(long, overrides_with = "no_anagram_filter")]
    anagram_filter: bool,
    /// Leave the anagram filter out
    #[arg(long)]
    no_anagram_filter: bool,
    /// The lexicon's name
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    name: String,
    /// Where the words come from; @FILE: the contents of a file
    #[arg(
        long,
        value_name = "TEXT|@FILE",
        default_value = "",
        hide_default_value = true
    )]
    source: String,
    /// The words' licence notice; @FILE: the contents of a file
    #[arg(
        long,
        value_name = "TEXT|@FILE",
        default_value = "",
        hide_default_value = true
    )]
    license: String,
    /// Print a table of the stages: items such as nodes, states, edges, bytes and time
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

/// The values of `--only`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Automaton {
    /// Look-ups and fast move generation, in a seventh of the size
    Dawg,
    /// Fast move generation, and the fastest search for the best play
    Gaddag,
}

/// Builds the image and writes it.
pub fn run(args: &BuildArgs) -> Result<Answer, Failure> {
    let options = compile_options(args)?;
    let read_options = args.reading.options()?;
    let sources = sources(&args.lists, false)?;
    refuse_to_replace_input(args)?;
    let output = output(&args.output, args.force)?;
    let alphabet = crate::alphabet::load(&args.alphabet)?;
    let section = alphabet.encode().map_err(Failure::new)?;
    let alphabet = Alphabet::from_bytes(&section).map_err(Failure::new)?;

    let progress = Progress::of_text();
    let start = Instant::now();
    let (words, summary) =
        crate::word_list::read(&sources, alphabet, &read_options, &mut |bytes| {
            progress.set(format!("reading: {} kB", grouped(bytes / 1000)));
        })?;
    let read_time = start.elapsed();

    let total = words.len();
    let words = words.iter().enumerate().map(|(index, word)| {
        if index + 1 == total {
            progress.set("compiling: the rest of the automata".to_owned());
        } else if index % 4096 == 0 {
            let (index, total) = (grouped(index as u64), grouped(total as u64));
            progress.set(format!("compiling: {index} of {total} words"));
        }
        word
    });
    let compiled = compile(words, alphabet, &options).map_err(Failure::new)?;
    drop(progress);

    let start = Instant::now();
    output.write(|out| out.write_all(&compiled.image))?;
    let write_time = start.elapsed();
    say(&summary);
    let image = Image::from_bytes_unvalidated(&compiled.image).map_err(Failure::new)?;
    let metadata = image.metadata();
    say(&format_args!(
        "{}: {}, the longest of {}, in {}, fingerprint {}",
        args.output.display(),
        plural(metadata.word_count().into(), "word"),
        plural(metadata.longest_word() as u64, "tile"),
        plural(compiled.image.len() as u64, "byte"),
        metadata.fingerprint(),
    ));
    if args.verbose {
        let peak_memory = peak_memory_bytes();
        let stats = ImageStats::of(&image);
        let table = stage_table(&summary, read_time, &compiled, &stats, write_time);
        // If standard error can't be written, the table is lost.
        let _ = table.print(&mut io::stderr().lock());
        if let Some(bytes) = peak_memory {
            say(&format_args!("peak memory {} kB", bytes / 1000));
        }
    }
    Ok(Answer::Yes)
}

fn refuse_to_replace_input(args: &BuildArgs) -> Result<(), Failure> {
    let texts = [&args.source, &args.license]
        .into_iter()
        .filter_map(|text| text.strip_prefix('@'));
    let is_preset = crate::alphabet::presets().any(|preset| preset == args.alphabet);
    let alphabet = (!is_preset).then_some(Path::new(&args.alphabet));
    let inputs = args.lists.iter().map(PathBuf::as_path);
    refuse_to_replace(
        &args.output,
        inputs.chain(alphabet).chain(texts.map(Path::new)),
    )
}

/// The settings of the image. Checks the flags before it reads the files of source and licence.
fn compile_options(args: &BuildArgs) -> Result<CompileOptions, Failure> {
    let automata = match args.only {
        None if args.compact => Automata::Dawg,
        None => Automata::Both,
        Some(Automaton::Dawg) => Automata::Dawg,
        Some(Automaton::Gaddag) => Automata::Gaddag,
    };
    let mut options = CompileOptions {
        automata,
        store: match args.compact {
            true => StoreKind::Compact,
            false => StoreKind::Fast,
        },
        word_index: args.word_index,
        anagram_filter: args.anagram_filter
            || !args.no_anagram_filter && automata != Automata::Dawg,
        name: args.name.clone(),
        ..CompileOptions::default()
    };
    options.check().map_err(Failure::new)?;
    options.source = text(&args.source)?;
    options.license = text(&args.license)?;
    Ok(options)
}

/// The largest size of a text read from a file.
const MAX_TEXT_BYTES: u64 = 1 << 20;

/// The text, or after `@` the contents of the file, without white space at its end.
fn text(arg: &str) -> Result<String, Failure> {
    let Some(path) = arg.strip_prefix('@') else {
        return Ok(arg.to_owned());
    };
    let text = read_text(
        Path::new(path),
        MAX_TEXT_BYTES,
        "text",
        " (shorten the text)",
    )
    .map_err(|fault| Failure(format!("{path}:{fault}")))?;
    Ok(text.trim_end().to_owned())
}

/// The output of the image. Fails before the work if the file can't be created.
fn output(path: &Path, force: bool) -> Result<Output, Failure> {
    if path == Path::new("-") && io::stdout().is_terminal() {
        return Err(Failure(
            "an image is not for a terminal (redirect standard output, or name a file)".to_owned(),
        ));
    }
    Output::create(path, force)
}

/// The table of `-v`: a row for each stage. States and edges are those of the whole automaton; items and bytes count
/// the stage's additions.
fn stage_table(
    summary: &ReadSummary,
    read_time: Duration,
    compiled: &Compiled,
    stats: &ImageStats,
    write_time: Duration,
) -> Table {
    let mut table = Table::new(["stage", "items", "states", "edges", "bytes", "ms"]);
    let mut row =
        |name: &str, items: String, stats: Option<&AutomatonStats>, bytes, time: Duration| {
            let count = |number: Option<u64>| number.map(grouped).unwrap_or_default();
            table.row([
                name.to_owned(),
                items,
                count(stats.map(|stats| stats.states.into())),
                count(stats.map(|stats| stats.edges)),
                count(bytes),
                format!("{:.1}", time.as_secs_f64() * 1000.0),
            ]);
        };
    row(
        "word list",
        plural(summary.words, "word"),
        None,
        None,
        read_time,
    );
    for stage in &compiled.stages {
        let (name, unit, stats) = match stage.kind {
            StageKind::Dawg => ("DAWG", "node", stats.dawg.as_ref()),
            StageKind::WordIndex => ("word index", "entry", None),
            StageKind::Compact => ("compact", "node", None),
            StageKind::LeftHalf => ("GADDAG", "node", stats.gaddag.as_ref()),
            StageKind::AnagramFilter => ("anagram filter", "word", None),
            StageKind::Image => ("image", "file", None),
        };
        let items = plural(stage.items, unit);
        row(name, items, stats, Some(stage.bytes), stage.time);
    }
    row("output", String::new(), None, None, write_time);
    table
}

/// The peak memory of the process; `None` on systems other than Linux.
fn peak_memory_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    Some(1024 * kibibytes)
}
