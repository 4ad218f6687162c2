//! `lexc check`: checks an image, and compares it with its word list.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use lexc_compiler::check::{CheckLevel, Difference, Outcome, check_showing};
use lexc_compiler::input::Source;
use lexc_compiler::text::Visible;
use lexc_compiler::tokenizer::Detokenizer;
use lexc_formats::{Alphabet, Checks, Image};
use serde::Serialize;

use super::inputs::Inputs;
use super::json;
use super::outcome::{Answer, Failure};
use super::output::print;
use super::reading_args::ReadingArgs;
use super::table::{plural, whole};
use super::terminal::Progress;

/// Check an image, from its first bytes to its words
///
/// Prints a line for each level, with the findings, the error, or the reason why it is not done.
/// Levels after a failed one are not checked; lists are still compared if the words were read.
///
///   header     magic, version, length, section table and their checksum
///   checksums  every section's checksum; only zeros between sections
///   contents   the presence and lengths of the sections; the alphabet, the metadata, the set
///              codes, the definitions, the leave values and reserved fields
///   structure  every node, the roots, and every entry of the word index
///   words      word count, longest word and fingerprint are as recorded; the anagram filter has
///              every word of the lengths that it covers; the tiles of each leave are sorted
///   gaddag     the GADDAG's strings are exactly those of the words
///   minimal    no two nodes are equal, and each is reached from a root
///   canonical  the texts of tiles and words are read as their own tiles; this lexc writes the same
///              bytes for the words; an image with another program's layout or sections fails
///              this level alone
///   list       with --words: the words are exactly those of the lists
///
/// The verbs that open an image check the first four levels.
///
/// Exits with 0 if no level fails, with 1 if a level fails, and with 2 if the image or a list
/// can't be read.
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    allow_negative_numbers = true,
    after_long_help = "\
JSON:
  image       the image's file
  good        true if no level failed
  levels      a list, each with
    level       its name, as above
    result      \"ok\", \"failed\" or \"not done\"
    message     the findings, the error, or the reason why it is not done; left out if empty
  difference  with --words, if the lists were compared:
    missing_count, missing
                the number of words that only the lists have, and the first of them
    extra_count, extra
                the same for words that only the image has

Examples:
  lexc check words.gaddag --words words.txt
  lexc check theirs.gaddag --level minimal    # for any program's layout"
)]
pub struct CheckArgs {
    /// The image; - for standard input
    image: PathBuf,
    /// Check up to this level
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = CheckLevel::Canonical.name(),
        value_parser = PossibleValuesParser::new(CheckLevel::ALL.map(CheckLevel::name))
            .map(|name| CheckLevel::ALL.into_iter().find(|level| level.name() == name).unwrap_or(CheckLevel::Canonical)),
    )]
    level: CheckLevel,
    /// Compare the words with those of a list, too; - for standard input
    ///
    /// The list is read as lexc build reads it, with the image's own alphabet. Several lists count as one.
    #[arg(long, value_name = "LIST")]
    words: Vec<PathBuf>,
    /// Show up to this number of missing words, and of extra words
    #[arg(long, value_name = "WORDS", default_value_t = 10)]
    #[arg(value_parser = whole::<usize>(0, usize::MAX as u64))]
    limit: usize,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

pub fn run(args: &CheckArgs) -> Result<Answer, Failure> {
    if !args.words.is_empty() && args.level < CheckLevel::Words {
        return Err(Failure(format!(
            "words can't be compared without the level {} (ask for this level or a later one)",
            CheckLevel::Words
        )));
    }
    let sources: Vec<Source> = args.words.iter().map(Source::from_arg).collect();
    let read_options = args.reading.options()?;
    let inputs = Inputs::new(&args.image).with("lists", args.words.iter().map(PathBuf::as_path));
    let images = inputs.read()?;
    let bytes = images.bytes();
    let progress = Progress::of_steps();
    let report = check_showing(bytes, args.level, &read_options.limits, &mut |step| {
        progress.step(step)
    });
    let levels = report.levels.into_iter();
    let mut levels: Vec<LevelFinding> = levels
        .map(|(level, outcome)| LevelFinding::new(level.to_string(), outcome))
        .collect();
    let mut difference = None;
    if !sources.is_empty() {
        let image = Image::open(bytes, Checks::Bounds);
        let outcome = match (report.words, image) {
            (Some(words), Ok(image)) => {
                let alphabet = image.alphabet();
                let (list, summary) = lexc_compiler::word_list::read(
                    &sources,
                    alphabet,
                    &read_options,
                    &mut progress.reading(&sources),
                )?;
                progress.say(&summary);
                summary.notes().iter().for_each(|note| progress.say(note));
                let found = Difference::between(&words, &list, args.limit);
                let outcome = compared(&found, words.len(), &sources);
                difference = Some(Shown::new(&found, alphabet));
                outcome
            }
            _ => Outcome::NotDone(
                "the image's words were not read, because an earlier level failed".to_owned(),
            ),
        };
        levels.push(LevelFinding::new("list".to_owned(), outcome));
    }
    drop(progress);
    let findings = Findings {
        image: args.image.display().to_string(),
        good: !levels.iter().any(|level| level.result == FAILED),
        levels,
        difference,
    };
    print(|out| match args.json {
        true => json::write_pretty(out, &findings),
        false => findings.write(out),
    })?;
    Ok(Answer::from_bool(findings.good))
}

/// The findings, as they are printed.
#[derive(Serialize)]
struct Findings {
    image: String,
    good: bool,
    levels: Vec<LevelFinding>,
    /// The words that only the lists have, and the words that only the image has.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Shown>,
}

const FAILED: &str = "failed";

#[derive(Serialize)]
struct LevelFinding {
    level: String,
    result: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    message: String,
}

impl LevelFinding {
    fn new(level: String, outcome: Outcome) -> LevelFinding {
        let (result, message) = match outcome {
            Outcome::Passed(message) => ("ok", message),
            Outcome::Failed(message) => (FAILED, message),
            Outcome::NotDone(message) => ("not done", message),
        };
        LevelFinding {
            level,
            result,
            message,
        }
    }
}

/// A difference as text: the numbers of missing and of extra words, and the first few words of each kind.
#[derive(Serialize)]
struct Shown {
    missing_count: u64,
    missing: Vec<String>,
    extra_count: u64,
    extra: Vec<String>,
}

impl Shown {
    fn new(difference: &Difference, alphabet: Alphabet<'_>) -> Shown {
        let mut speller = Detokenizer::new(alphabet);
        let mut spell = |words: &[Vec<u8>]| words.iter().map(|word| speller.spell(word)).collect();
        Shown {
            missing_count: difference.missing_count,
            missing: spell(&difference.missing),
            extra_count: difference.extra_count,
            extra: spell(&difference.extra),
        }
    }
}

impl Findings {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for finding in &self.levels {
            let LevelFinding {
                level,
                result,
                message,
            } = finding;
            let line = format!("{level:<11}{result:<10}{}", Visible(message));
            writeln!(out, "{}", line.trim_end())?;
        }
        let Some(difference) = &self.difference else {
            return Ok(());
        };
        for (what, words, count) in [
            ("missing", &difference.missing, difference.missing_count),
            ("extra", &difference.extra, difference.extra_count),
        ] {
            for word in words {
                writeln!(out, "  {what} {}", Visible(word))?;
            }
            let more = count - words.len() as u64;
            if more > 0 {
                writeln!(out, "  and {more} more {what}")?;
            }
        }
        Ok(())
    }
}

/// The outcome of the comparison with lists.
fn compared(difference: &Difference, word_count: usize, sources: &[Source]) -> Outcome {
    let names: Vec<String> = sources.iter().map(Source::to_string).collect();
    let names = names.join(", ");
    if difference.is_empty() {
        let words = plural(word_count as u64, "word");
        return Outcome::Passed(format!("exactly the {words} of {names}"));
    }
    Outcome::Failed(format!(
        "{} of {names} missing, {} extra",
        plural(difference.missing_count, "word"),
        plural(difference.extra_count, "word"),
    ))
}
