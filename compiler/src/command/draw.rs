//! `lexc draw`: pictures of automata and positions.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use lexc_compiler::Automata;
use lexc_compiler::draw::{
    BoardPicture, EndMarks, Graph, GraphOptions, Part, graph_dot, graph_svg,
};
use lexc_compiler::text::{Quoted, to_nfc};
use lexc_compiler::tokenizer::Tokenizer;
use lexc_runtime::{Cgp, Image, Lexicon, Tile, Words};

use super::games::{Games, PositionProblem, RulesArgs};
use super::inputs::{open, open_any, refuse_to_replace};
use super::lexicons::LexiconArgs;
use super::outcome::{Answer, Failure};
use super::output::Output;
use super::table::{plural, whole};

/// Draw an automaton, the part of it around a word, or a position
///
/// Draws the DAWG or, with --gaddag, the GADDAG of a lexicon, given as an image or as a word list. The picture shows
/// the whole automaton, or with --word the paths of one word; --max-states limits its size. States are circles, final
/// states double circles, edges carry their tiles, and an ellipsis stands for a part that is left out. --letter-sets
/// shows letter sets on edges in place of final states, as in an image: after the edge A {R S}, an R or an S completes
/// a word.
///
/// Draws a position, in CGP, as a board: premium squares, tiles with their values, blanks in dashed frames, racks and
/// scores.
#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_long_help = "\
Examples:
  lexc draw list.txt -o dawg.svg
  lexc draw list.txt --gaddag --letter-sets --format dot | dot -Tpdf -o gaddag.pdf
  lexc draw english.gaddag --word CARE --depth 1 -o care.svg
  lexc draw english.gaddag --word CARE --gaddag -o paths.svg
  lexc draw english.gaddag '15/15/15/15/15/15/15/3RETSINA5/15/15/15/15/15/15/15 AEHMT?S/ 66/0 0' -o board.svg"
)]
pub struct DrawArgs {
    /// The lexicon: an image or a word list; - for standard input
    lexicon: PathBuf,
    /// The position to draw; quote it
    position: Option<String>,
    /// The file to write; - for standard output
    ///
    /// The file appears whole or not at all.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Replace the file if it exists
    #[arg(short, long, requires = "output")]
    force: bool,
    /// The language of the picture [default: by the extension of the file; svg without one]
    #[arg(long, value_name = "LANGUAGE")]
    format: Option<Format>,
    /// Draw the GADDAG in place of the DAWG
    #[arg(long, conflicts_with = "position")]
    gaddag: bool,
    /// Show letter sets on edges in place of final states
    #[arg(long, conflicts_with = "position")]
    letter_sets: bool,
    /// Draw the paths of this word and the states around them
    #[arg(long, value_name = "WORD", conflicts_with = "position")]
    word: Option<String>,
    /// Draw side branches of up to this number of edges
    #[arg(long, value_name = "EDGES", default_value_t = 0, requires = "word")]
    #[arg(value_parser = whole::<usize>(0, 64))]
    depth: usize,
    /// Refuse a picture of more states than this
    #[arg(long, value_name = "STATES", default_value_t = 200)]
    #[arg(value_parser = whole::<usize>(1, 10_000))]
    max_states: usize,
    #[command(flatten)]
    lexicons: LexiconArgs,
    #[command(flatten, next_help_heading = "Drawing positions")]
    rules: RulesArgs,
}

/// The values of `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Scalable Vector Graphics
    Svg,
    /// The language of Graphviz; not for positions
    Dot,
}

/// Draws and writes the picture.
pub fn run(args: &DrawArgs) -> Result<Answer, Failure> {
    let format = args
        .format
        .map_or_else(|| format_of(&args.output), Result::Ok)?;
    if args.position.is_some() && format == Format::Dot {
        return Err(Failure(
            "a position can't be drawn in DOT (draw it as svg)".to_owned(),
        ));
    }
    let inputs = [
        Some(args.lexicon.as_path()),
        args.lexicons.alphabet_file(),
        args.rules.layout(),
    ];
    refuse_to_replace(&args.output, inputs.into_iter().flatten())?;
    let output = Output::create(&args.output, args.force)?;
    let paths = std::slice::from_ref(&args.lexicon);
    let images = args.lexicons.read(paths, Automata::Both)?;
    let bytes = images.first().map(Vec::as_slice).unwrap_or_default();
    match &args.position {
        Some(position) => draw_position(position, &open(&args.lexicon, bytes)?, args, output)?,
        None => draw_automaton(&open_any(&args.lexicon, bytes)?, args, format, output)?,
    }
    Ok(Answer::Yes)
}

/// The language that the extension of a file names; SVG without an extension.
fn format_of(path: &Path) -> Result<Format, Failure> {
    match path.extension().map(OsStr::to_str) {
        Some(Some("dot" | "gv")) => Ok(Format::Dot),
        Some(Some("svg")) | None => Ok(Format::Svg),
        Some(_) => Err(Failure(format!(
            "{}: neither .svg, .dot nor .gv (choose another name, or give --format)",
            path.display()
        ))),
    }
}

fn draw_position(
    text: &str,
    lexicon: &Lexicon<'_>,
    args: &DrawArgs,
    output: Output,
) -> Result<(), Failure> {
    let alphabet = lexicon.alphabet();
    let games = Games::new(&args.rules, alphabet)?;
    let text = to_nfc(text);
    let cgp = Cgp::parse(&text, alphabet).map_err(PositionProblem::Cgp);
    let cgp = cgp.map_err(|problem| Failure(format!("position {}: {problem}", Quoted(&text))))?;
    let failure = |problem: PositionProblem| Failure(format!("position: {problem}"));
    let rules = games.rules(&cgp, alphabet).map_err(failure)?;
    let position = cgp.position(&rules);
    position.map_err(|error| failure(PositionProblem::Rules(error)))?;
    let picture = BoardPicture {
        cgp: &cgp,
        layout: rules.layout(),
        alphabet,
    };
    write(output, |out| picture.write(out))
}

fn draw_automaton(
    image: &Image<'_>,
    args: &DrawArgs,
    format: Format,
    output: Output,
) -> Result<(), Failure> {
    let (name, root, remedy) = match args.gaddag {
        true => ("GADDAG", image.gaddag(), "leave out --gaddag"),
        false => ("DAWG", image.dawg(), "add --gaddag"),
    };
    let source = args.lexicon.display();
    let root = root.ok_or_else(|| Failure(format!("{source}: no {name} ({remedy})")))?;
    let word = args.word.as_ref().map(|text| read_word(text, image));
    let word = word.transpose()?;
    let depth = args.depth;
    let options = GraphOptions {
        is_gaddag: args.gaddag,
        marks: match args.letter_sets {
            true => EndMarks::LetterSets,
            false => EndMarks::FinalStates,
        },
        part: match &word {
            Some(word) => Part::Word { word, depth },
            None => Part::Whole,
        },
        max_states: args.max_states,
    };
    let graph = Graph::of(image, root, options).map_err(|error| {
        let remedy = match word {
            Some(_) if depth > 0 => "draw a smaller --depth, or raise --max-states",
            Some(_) => "raise --max-states",
            None => "draw the states around a word with --word, or raise --max-states",
        };
        Failure(format!("{source}: the picture has {error} ({remedy})"))
    })?;
    let title = match &word {
        Some(word) => format!("{name} around {}", image.alphabet().spell(word)),
        None => format!(
            "{name} of {}",
            plural(image.metadata().word_count().into(), "word")
        ),
    };
    write(output, |out| match format {
        Format::Svg => graph_svg(&graph, &title, out),
        Format::Dot => graph_dot(&graph, &title, out),
    })
}

/// The tiles of a word of the image.
fn read_word(text: &str, image: &Image<'_>) -> Result<Vec<Tile>, Failure> {
    let tokenizer = Tokenizer::new(image.alphabet());
    let is_start = |tiles: &[Tile]| Words::of(*image).any(|word| word.starts_with(tiles));
    let is_word = |tiles: &[Tile]| Words::of(*image).any(|word| *word == *tiles);
    let tiles = tokenizer.tokenize_among(text, is_start, is_word);
    let tiles = tiles.map_err(|error| Failure(format!("{}: {error}", Quoted(text))))?;
    tiles.ok_or_else(|| {
        Failure(format!(
            "{}: not in the lexicon (name one of its words)",
            Quoted(text)
        ))
    })
}

fn write(
    output: Output,
    picture: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    output.write(picture).map(|_| ())
}
