//! `lexc convert`: between images, files of other programs, and text.

mod input;
mod text;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use lexc_compiler::interop::kwg::Form;
use lexc_compiler::interop::{FileKind, klv, kwg, leave_text};
use lexc_compiler::progress::StepVisitor;
use lexc_compiler::{compile_leaves, compile_showing};
use lexc_formats::Alphabet;

use self::input::{Content, InputOptions};
use super::image_args::{ImageArgs, binary_output};
use super::inputs::{read_bytes, refuse_to_replace};
use super::leaves_args::summary;
use super::outcome::{Answer, Failure};
use super::output::{Output, Written};
use super::reading_args::{ReadingArgs, given};
use super::table::plural;
use super::terminal::{Progress, say};

/// Convert lexicons and leaves from and to files of other programs
///
/// Reads images, word lists, KWG word graphs (.kwg, .kbwg), Quackle's DAWGs (.dawg, version 1), KLV2 leave values (.klv2) and
/// leaves as text (AEINR?,25.3); writes all of them but Quackle's. The content and the extension give the kind of the input;
/// text is read as leaves if the output has leave values, or else as words. The extension gives the kind of the output, unless
/// --to names it. Every file is checked: a file with a damaged structure is refused, with the place.
///
/// Leave values are rounded to thousandths of a point. A KLV2 file whose values are whole thousandths gives the same
/// floats again after a conversion to leaves and back to KLV2.
#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_long_help = "\
Extensions of the output:
  .kwg, .kbwg       a word graph of wolges, MAGPIE and Macondo: DAWG and GADDAG; a .kwg has
                    at most 2^22 nodes, a .kbwg 2^24
  .klv2, .klv       leave values of the same programs, in the form KLV2
  .leaves           an image of leave values, as `lexc moves --leaves` and the runtime read it
  .txt, .csv, .tsv  text: words, one a line, or leaves with their values
  -                 the same, to standard output
  any other         an image: of words, as `lexc build` writes it, or of leave values

Examples:
  lexc convert NWL23.kwg -o nwl23.gaddag --alphabet english
  lexc convert words.gaddag -o words.kwg
  lexc convert both.gaddag -o nwl.gaddag --view nwl
  lexc convert words.gaddag -o - --sort length --alphagrams
  lexc convert leaves.csv -o english.leaves
  lexc convert english.klv2 -o english.leaves --compact    for small hosts"
)]
pub struct ConvertArgs {
    /// The file to convert; - for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write; - for standard output
    ///
    /// The file appears whole or not at all: a temporary file in the same directory is written and then renamed.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// The kind of the output, in place of the kind that its extension gives
    #[arg(long, value_name = "KIND")]
    to: Option<OutputKind>,
    /// Replace the output if it exists
    #[arg(short, long)]
    force: bool,
    /// The alphabet of the input: a preset, or a file with a letter distribution; english by default
    ///
    /// An image has its own alphabet. In a KWG word graph or a KLV2 file, tile n is the n-th of the alphabet, and nothing tells
    /// the alphabet: a warning shows some words if the file does not look like the alphabet that is given.
    #[arg(short, long, value_name = "NAME|FILE")]
    alphabet: Option<String>,
    /// Take only the words of an image whose labels satisfy an expression, such as nwl: one edition out of several
    ///
    /// The expressions are those of `lexc find --view`. The output has no labels.
    #[arg(long, value_name = "EXPRESSION")]
    view: Option<String>,
    /// The order of words in text
    #[arg(long, value_name = "ORDER", default_value = "alphabet")]
    sort: text::Order,
    /// Write each word after its alphagram: its tiles in alphabet order
    #[arg(long)]
    alphagrams: bool,
    #[command(flatten)]
    image: ImageArgs,
    #[command(flatten)]
    reading: ReadingArgs,
}

/// The kinds of output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum OutputKind {
    /// An image of the words or leave values of the input
    Image,
    /// An image of leave values
    Leaves,
    /// A word graph with indices of 22 bits
    Kwg,
    /// A word graph with indices of 24 bits
    Kbwg,
    /// Leave values of other programs
    Klv2,
    /// Words or leaves, one a line
    Text,
}

impl OutputKind {
    fn of(path: &Path) -> OutputKind {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        match extension.to_ascii_lowercase().as_str() {
            "kwg" => OutputKind::Kwg,
            "kbwg" => OutputKind::Kbwg,
            "klv" | "klv2" => OutputKind::Klv2,
            "leaves" => OutputKind::Leaves,
            "csv" | "tsv" | "txt" => OutputKind::Text,
            _ if path == Path::new("-") => OutputKind::Text,
            _ => OutputKind::Image,
        }
    }
}

/// Reads the input and writes the output.
pub fn run(args: &ConvertArgs) -> Result<Answer, Failure> {
    let kind = args.to.unwrap_or(OutputKind::of(&args.output));
    let options = args.image.options()?;
    let inputs = args.image.text_files().chain([args.input.as_path()]);
    let inputs = inputs.chain(args.alphabet.as_deref().map(Path::new));
    refuse_to_replace(&args.output, inputs)?;
    let output = match kind {
        OutputKind::Text => Output::create(&args.output, args.force)?,
        _ => binary_output(&args.output, args.force)?,
    };
    let limits = args.reading.limits();
    let remedy = "check what the file is, or raise --max-bytes";
    let bytes = read_bytes(&args.input, limits.bytes, remedy)?;
    let has_leaves = matches!(kind, OutputKind::Leaves | OutputKind::Klv2);
    let input_kind = FileKind::of_input(&args.input, &bytes);
    let is_list = input_kind == FileKind::Text && !has_leaves;
    if !is_list && let Some(flag) = args.reading.given().next() {
        return Err(Failure(format!(
            "{flag} makes no difference to {}, which is not a word list (leave it out)",
            args.input.display()
        )));
    }
    if args.view.is_some() && input_kind != FileKind::Image {
        return Err(Failure(format!(
            "--view makes no difference to {}, which is not an image (leave it out)",
            args.input.display()
        )));
    }
    let input_options = InputOptions {
        path: &args.input,
        kind: input_kind,
        alphabet: args.alphabet.as_deref(),
        read_options: args.reading.options()?,
        has_leaves,
        refuses_images: args.view.is_none()
            && matches!(kind, OutputKind::Image | OutputKind::Leaves),
        view: args.view.as_deref(),
    };
    let progress = Progress::of_steps();
    let read = input::read(input_options, &bytes, &progress)?;
    refuse_flags(args, &read.content, kind)?;
    let alphabet = Alphabet::from_bytes(&read.alphabet).map_err(Failure::new)?;
    let alphabet = alphabet
        .with_mark_section(&read.marks)
        .map_err(Failure::new)?;
    let visit: StepVisitor<'_> = &mut |step| progress.step(step);
    let converted = match (&read.content, kind) {
        (Content::Words(words), OutputKind::Image) => {
            let compiled = compile_showing(words.iter(), alphabet, &options, visit);
            compiled.map_err(Failure::new)?.image
        }
        (Content::Words(words), OutputKind::Kwg | OutputKind::Kbwg) => {
            let form = match kind {
                OutputKind::Kwg => Form::Kwg,
                _ => Form::Kbwg,
            };
            kwg::write_showing(words, alphabet, form, visit).map_err(Failure::new)?
        }
        (Content::Words(words), OutputKind::Text) => {
            text::words(words, alphabet, args.sort, args.alphagrams)
        }
        (Content::Words(_), OutputKind::Leaves | OutputKind::Klv2) => {
            return Err(mismatch(args, "words", "leaves"));
        }
        (Content::Leaves(leaves), OutputKind::Leaves | OutputKind::Image) => {
            let compiled = compile_leaves(leaves, alphabet, &options).map_err(Failure::new)?;
            compiled.image
        }
        (Content::Leaves(leaves), OutputKind::Klv2) => {
            klv::write(leaves, alphabet).map_err(Failure::new)?
        }
        (Content::Leaves(leaves), OutputKind::Text) => {
            let is_csv = args
                .output
                .extension()
                .is_some_and(|name| name.eq_ignore_ascii_case("csv"));
            leave_text::write(leaves, alphabet, if is_csv { ',' } else { '\t' })
        }
        (Content::Leaves(_), OutputKind::Kwg | OutputKind::Kbwg) => {
            return Err(mismatch(args, "leaves", "words"));
        }
    };
    drop(progress);
    let written = match kind {
        OutputKind::Text => output.write_text(|out| out.write_all(&converted))?,
        _ => output.write(|out| out.write_all(&converted))?,
    };
    let loses_estimate =
        matches!(&read.content, Content::Leaves(leaves) if leaves.estimate().is_some());
    if (kind != OutputKind::Text || loses_estimate) && written == Written::Whole {
        say(&format_args!(
            "{}: {}, in {}",
            args.output.display(),
            describe(&read.content, kind),
            plural(converted.len() as u64, "byte"),
        ));
    }
    Ok(Answer::Yes)
}

/// Refuses `--sort`, `--alphagrams` and the flags of an image where they would make no difference.
fn refuse_flags(args: &ConvertArgs, content: &Content, kind: OutputKind) -> Result<(), Failure> {
    let is_image = matches!(kind, OutputKind::Image | OutputKind::Leaves);
    let has_leaves = matches!(content, Content::Leaves(_));
    let of_leaves = ["--compact", "--name", "--source", "--license"];
    let idle = |flag: &&str| !is_image || has_leaves && !of_leaves.contains(flag);
    let of_text = [
        (args.sort != text::Order::Alphabet, "--sort"),
        (args.alphagrams, "--alphagrams"),
    ];
    let of_text = given(of_text).filter(|_| kind != OutputKind::Text || has_leaves);
    match args.image.given().filter(idle).chain(of_text).next() {
        Some(flag) => Err(Failure(format!(
            "{flag} makes no difference to {} (leave it out)",
            args.output.display()
        ))),
        None => Ok(()),
    }
}

fn mismatch(args: &ConvertArgs, found: &str, needed: &str) -> Failure {
    Failure(format!(
        "{}: has {found}, and {} is for {needed} (choose another output)",
        args.input.display(),
        args.output.display()
    ))
}

/// The number of words or leaves; for leaves, the range of their values, too.
fn describe(content: &Content, kind: OutputKind) -> String {
    match content {
        Content::Words(words) => plural(words.len() as u64, "word"),
        Content::Leaves(leaves) => {
            let is_image = matches!(kind, OutputKind::Image | OutputKind::Leaves);
            summary(leaves, is_image)
        }
    }
}
