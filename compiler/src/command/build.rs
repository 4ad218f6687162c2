//! `lexc build`: from word lists to an image.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use lexc_compiler::input::Source;
use lexc_compiler::word_list::{LineNote, ReadOptions, ReadSummary, WordList, WordListReader};
use lexc_compiler::{AutomatonStats, Compiled, ImageStats, StageKind, compile_showing};
use lexc_formats::{Alphabet, Checks, Image};

use super::image_args::{ImageArgs, binary_output};
use super::inputs::{refuse_stdin_twice, refuse_to_replace};
use super::label_args::LabelArgs;
use super::line_report::{LineReport, ReportFormat};
use super::outcome::{Answer, Failure};
use super::output::{Output, directory_of};
use super::patterns::expanded;
use super::reading_args::{ReadingArgs, alphabet_file};
use super::table::{Table, grouped, plural, whole};
use super::terminal::{Progress, say};

/// Compile word lists to an image
///
/// The lists are text, by default in UTF-8, with one word on each line, in any order and case. They may have duplicates,
/// definitions after a tab, comments from a # outside a definition to the end of the line, and any line ends, and may be
/// compressed by gzip or zstd. If a line is bad, no image is built by default: bad lines are reported by cause, each cause
/// with an option that helps.
///
/// The bytes of the image depend only on the set of words, their definitions if they are kept, and the options.
#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_long_help = "\
Examples:
  lexc build words.txt -o words.gaddag --name 'My words' --license @COPYRIGHT.txt
  lexc build csw.txt nwl.txt -o both.gaddag --label csw=csw.txt --label nwl=nwl.txt --number level=levels.tsv
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
    /// Replace the image, and the file of --report, if they exist
    #[arg(short, long)]
    force: bool,
    /// The tiles: a preset of `lexc alphabets`, or a file with a letter distribution
    ///
    /// A letter distribution has a line for each tile, in alphabet order: tile,blank form,count,value,vowel. The line of
    /// the blank is ?,?,count,0,0. Tiles may have several characters (L·L,l·l,1,10,0). The files of MAGPIE, Macondo, wolges
    /// and Quackle are read, too, and so are rows of headings and semicolons. Lines such as `read: É È = E`, `digraphs: longest` and `ignore: U+0301` say how text is read.
    #[arg(short, long, value_name = "NAME|FILE", default_value = "english")]
    alphabet: String,
    /// Read texts as tiles, such as 'É È Ê = E' or 'Œ = OE'
    ///
    /// The same as a line `read: É È Ê = E` in a letter distribution. A text given in one case is read in both.
    #[arg(long, value_name = "TEXTS=TILES")]
    read: Vec<String>,
    #[command(flatten)]
    image: ImageArgs,
    /// Keep the definitions of the words, and add the word index
    ///
    /// A definition is the text after a word and a tab. Several definitions of one word are sorted and joined by ` / `.
    /// `lexc define` shows them, `lexc dump --definitions` writes them.
    #[arg(long)]
    definitions: bool,
    #[command(flatten)]
    labels: LabelArgs,
    /// Print a table of the stages: the number of items, states, edges and bytes, and the time
    #[arg(short, long)]
    verbose: bool,
    /// Write a report of the bad, dropped, changed and chosen lines: .tsv, .ndjson, .jsonl or .sarif
    ///
    /// The report is written whether the image is built or not. A changed line is read as other letters than it has,
    /// for example É as E; a chosen line has several readings, of which `digraphs: longest` prefers one. Lower case that is read as upper case is not reported. The columns of TSV and the keys of
    /// NDJSON are: list, line, column, kind (bad, dropped, changed, chosen), cause, text, message. SARIF is version 2.1.0.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Refuse a report of more bytes than this
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30, requires = "report")]
    #[arg(value_parser = whole::<u64>(1, u64::MAX))]
    max_report_bytes: u64,
    #[command(flatten)]
    reading: ReadingArgs,
}

/// Builds the image and writes it.
pub fn run(args: &BuildArgs) -> Result<Answer, Failure> {
    let mut options = args.image.options()?;
    options.word_index |= args.definitions;
    options.check().map_err(Failure::new)?;
    let read_options = ReadOptions {
        keep_definitions: args.definitions,
        labels: args.labels.columns(),
        ..args.reading.options()?
    };
    let lists = expanded(&args.lists)?;
    let named_lists = lists.iter().map(|list| ("lists", list.as_path()));
    let labels = args.labels.files().map(|file| ("labels", file));
    refuse_stdin_twice(named_lists.chain(labels))?;
    let sources: Vec<Source> = lists.iter().map(Source::from_arg).collect();
    refuse_to_replace_input(args, &lists)?;
    let report = args
        .report
        .as_deref()
        .map(|path| report_output(path, args.force));
    let report = report.transpose()?;
    let output = binary_output(&args.output, args.force)?;
    let (mut alphabet, dialect) = lexc_compiler::alphabet::load_with_dialect(&args.alphabet)?;
    lexc_compiler::alphabet::add_readings(&mut alphabet, "--read", &args.read)?;
    lexc_compiler::alphabet::add_marks(&mut alphabet, "--ignore", &args.reading.ignored())?;
    let section = alphabet.encode().map_err(Failure::new)?;
    let marks = alphabet.encode_marks().map_err(Failure::new)?;
    let alphabet = Alphabet::from_bytes(&section).map_err(Failure::new)?;
    let alphabet = alphabet.with_mark_section(&marks).map_err(Failure::new)?;

    let progress = Progress::of_steps();
    let start = Instant::now();
    let reader = WordListReader::new(alphabet, read_options.clone());
    let (mut words, mut summary) =
        read_lists(reader, &sources, &progress, report, args.max_report_bytes)?;
    options.definitions = words.take_definitions();
    let warnings = &mut summary.warnings;
    options.labels = args
        .labels
        .read(&mut words, alphabet, &read_options, warnings)?;
    let read_time = start.elapsed();
    if args.definitions && options.definitions.is_none() {
        return Err(Failure(format!(
            "no word has a definition ({summary}; a definition is the text after a word and a tab)"
        )));
    }

    let compiled = compile_showing(words.iter(), alphabet, &options, &mut |step| {
        progress.step(step)
    });
    let compiled = compiled.map_err(Failure::new)?;
    drop(progress);

    let start = Instant::now();
    output.write(|out| out.write_all(&compiled.image))?;
    let write_time = start.elapsed();
    if let Some(dialect) = dialect {
        say(&format_args!("{}: {dialect}", args.alphabet));
    }
    say(&summary);
    summary.notes().iter().for_each(say);
    let image = Image::open(&compiled.image, Checks::Bounds).map_err(Failure::new)?;
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

fn refuse_to_replace_input(args: &BuildArgs, lists: &[PathBuf]) -> Result<(), Failure> {
    let inputs = lists.iter().map(PathBuf::as_path);
    let inputs = inputs
        .chain(args.labels.files())
        .chain(alphabet_file(&args.alphabet))
        .chain(args.image.text_files());
    let inputs: Vec<&Path> = inputs.collect();
    if let Some(report) = &args.report {
        refuse_to_replace(report, inputs.iter().copied())?;
        if *report == args.output || place(report).is_some_and(|to| Some(to) == place(&args.output))
        {
            return Err(Failure(format!(
                "{}: the report and the image are the same file (choose another one for the report)",
                report.display()
            )));
        }
    }
    refuse_to_replace(&args.output, inputs)
}

/// The canonical path of a file's directory, and the file's name. The file need not exist.
fn place(path: &Path) -> Option<(PathBuf, &OsStr)> {
    Some((directory_of(path).canonicalize().ok()?, path.file_name()?))
}

/// The format and the output of the report.
fn report_output(path: &Path, force: bool) -> Result<(ReportFormat, Output), Failure> {
    Ok((ReportFormat::of(path)?, Output::create(path, force)?))
}

/// Reads the lists. Writes the report even if lines are bad.
fn read_lists(
    mut reader: WordListReader<'_>,
    sources: &[Source],
    progress: &Progress,
    report: Option<(ReportFormat, Output)>,
    max_report_bytes: u64,
) -> Result<(WordList, ReadSummary), Failure> {
    let mut show = progress.reading(sources);
    match report {
        None => sources
            .iter()
            .for_each(|source| reader.read_source(source, &mut show, None)),
        Some((format, output)) => {
            let mut full = None;
            let written = output.write(|out| {
                let mut report = LineReport::new(format, out, max_report_bytes);
                for source in sources {
                    let mut note = |list: &str, note: &LineNote| report.note(list, note);
                    reader.read_source(source, &mut show, Some(&mut note));
                }
                full = report.finish()?;
                // The error removes the part that is written.
                full.as_ref()
                    .map_or(Ok(()), |_| Err(io::ErrorKind::FileTooLarge.into()))
            });
            if let Some(place) = full {
                let most = grouped(max_report_bytes);
                return Err(Failure(format!(
                    "{place}: the report would have more than {most} bytes (leave --report out, or raise --max-report-bytes)"
                )));
            }
            written?;
        }
    }
    Ok(reader.finish()?)
}

/// The table of `-v`: a row for each stage. States and edges are those of the whole automaton; items and bytes are the
/// stage's output.
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
            StageKind::WordMap => ("word map", "word", None),
            StageKind::Labels => ("labels", "word", None),
            StageKind::Definitions => ("definitions", "definition", None),
            StageKind::Image => ("image", "file", None),
        };
        let items = plural(stage.items, unit);
        row(name, items, stats, Some(stage.bytes), stage.time);
    }
    row("output", String::new(), None, None, write_time);
    table
}

/// The peak memory of the process; `None` if `/proc/self/status` does not give it, as on systems other than Linux.
fn peak_memory_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    Some(1024 * kibibytes)
}
