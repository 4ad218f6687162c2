//! `lexc moves`: the plays of positions.

mod output;
mod solved;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ColorChoice};
use lexc_formats::raw::header::MAGIC;
use lexc_runtime::{Cgp, LeaveImage, Leaves, Lexicon};

use self::output::Place;
use self::solved::{Counts, Search, Solved};
use super::drawing::Drawing;
use super::games::{GameArgs, Games, PositionProblem};
use super::inputs::{open, read_image, refuse_stdin_twice};
use super::outcome::{Answer, Failure};
use super::output::{AnswerStream, print};
use super::positions::PositionLines;
use super::search::AlgorithmArgs;
use super::table::whole;
use super::terminal::in_color;
use super::text_lines::{Line, TextLines};
use super::warnings::{WarningLog, warnings_of};
use crate::input::Source;
use crate::text::to_nfc;

/// List the plays of a position, best first
///
/// A position is written in CGP: the rows of the board, the racks, the scores, the number of turns without points, and
/// operations such as the name of the lexicon. Everything after the first rack is optional. For one position, moves
/// prints a table of the plays, each with its score, the number of tiles that it places, and the leave. With --leaves, the
/// table has exchanges and the pass, too, best equity first.
///
/// For a file or standard input, moves writes a line for each position, in the order of the input and without waiting for
/// the next position: a JSON object, or with --summary the counts. Blank lines and lines that start with # are skipped.
/// If the reader of the results closes the pipe, moves still checks the positions that follow.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct MovesArgs {
    /// The image; - for standard input
    image: PathBuf,
    /// A position, or a file with a position on each line; - for standard input
    ///
    /// An argument that names a file is read as that file, any other text as a position. Quote a position with ; or ?, which
    /// are special to the shell. Several words are joined to one position.
    #[arg(required = true, value_name = "POSITION|FILE")]
    position: Vec<OsString>,
    /// Show the N best plays only
    ///
    /// By default, all plays are sorted in memory: 32 to 64 bytes for each play, about as much as is printed.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, usize::MAX as u64))]
    top: Option<usize>,
    /// Print a JSON object, as for each line of a file
    #[arg(long)]
    json: bool,
    /// Print counts alone, separated by tabs, below a line with the names of the columns
    ///
    /// The columns: the number of the position, the number of plays, the number of plays of a single tile, the sum of all
    /// scores, and the highest score.
    #[arg(long, conflicts_with_all = ["json", "top"])]
    summary: bool,
    /// Rank plays, exchanges and the pass by equity, with the leave values of this image; - for standard input
    ///
    /// Equity is the score plus the value of the leave, the tiles that stay on the rack. A leave that the image does not list
    /// has the value 0. `lexc convert` makes such images.
    #[arg(long, value_name = "IMAGE", conflicts_with = "summary")]
    leaves: Option<PathBuf>,
    /// Give a leave that is not listed the sum of the values of its tiles
    #[arg(long, requires = "leaves")]
    leave_sums: bool,
    /// Draw the board above the table
    #[arg(long, conflicts_with_all = ["json", "summary"])]
    board: bool,
    /// When to draw the board in colour
    ///
    /// auto: on a terminal, unless NO_COLOR is set.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, requires = "board")]
    color: ColorChoice,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    #[command(flatten)]
    game: GameArgs,
}

const AFTER_HELP: &str = "\
JSON:
  position  the number of the position, from 1; only for a file
  line      the number of its line, from 1; only for a file
  cgp       the position
  rack      the rack of the player on turn, in alphabet order, blanks last as ?
  unseen    the tiles in the bag and on the opponent's rack; not if the alphabet has no counts
    total       their number
    bag         the number of tiles in the bag: all but those of a full rack
    tiles       the number of each tile, blanks as ?
  warnings  phonies on the board, more of a tile than a bag has, operations that contradict the
            image or the options: a list of texts
  counts    plays, one_tile, score_sum, best_score: over all plays, shown or not
  plays     the plays, best first, each with
    play        the play, such as \"8D RETSINA\"; designated blanks in lower case
    coordinate  the square of its first tile: 8D across, D8 down
    direction   \"across\" or \"down\"
    row, col    the same square, counted from 0
    word        the word, tiles on the board included
    tiles       the word with a . for each tile on the board
    score       in points
    placed      the number of tiles placed
    leave       the tiles that stay on the rack
With --leaves, plays has exchanges and the pass, too: \"exchange QV\" and \"pass\" as play, without
coordinate, direction, row, col, word and tiles. Each move then has
    leave_value  the value of the leave in points
    equity       the score plus that value
For a bad line, the object has position, line and error. Later lines are still read, and the exit
code is 2. With --summary, the first bad line ends the run.

Examples:
  lexc moves english.gaddag --board --top 10 \\
    '15/15/15/15/15/15/15/3RETSINA5/15/15/15/15/15/15/15 AEHMT?S/ 66/0 0'
  lexc moves english.gaddag --leaves english.leaves --top 5 '15/15/.../15 AEQVVY?/ 0/0 0'
  lexc moves english.gaddag positions.cgp --top 1 | jq -r '.plays[0].play'
  lexc moves english.gaddag positions.cgp --summary | diff - expected.tsv";

/// Finds the plays and prints them.
pub fn run(args: &MovesArgs) -> Result<Answer, Failure> {
    refuse_stdin_for_two(args)?;
    let bytes = read_image(&args.image)?;
    let lexicon = open(&args.image, &bytes)?;
    let leave_bytes = args.leaves.as_ref().map(|path| read_image(path));
    let leave_bytes = leave_bytes.transpose()?.unwrap_or_default();
    let leaves = open_leaves(args, &leave_bytes, &lexicon)?;
    let games = Games::new(&args.game, lexicon.alphabet())?;
    let moves = Moves {
        args,
        lexicon: &lexicon,
        games: &games,
        search: Search {
            alphabet: lexicon.alphabet(),
            movegen: args.algorithm.movegen(&lexicon)?,
            leaves: leaves.as_ref().map(|leaves| leaves as &dyn Leaves),
            top: match args.summary {
                true => Some(0),
                false => args.top,
            },
        },
    };
    match Input::open(&args.position)? {
        Input::Text(text) => moves.print_one(&text)?,
        Input::Lines(_) if args.board => {
            return Err(Failure(
                "--board draws a single position (give it in place of the file)".to_owned(),
            ));
        }
        Input::Lines(lines) => moves.print_lines(lines)?,
    }
    Ok(Answer::Yes)
}

/// Refuses `-` for two of image, leaves and positions.
fn refuse_stdin_for_two(args: &MovesArgs) -> Result<(), Failure> {
    let position = match args.position.as_slice() {
        [position] => Path::new(position),
        _ => Path::new(""),
    };
    if let Some(leaves) = &args.leaves {
        refuse_stdin_twice("image and leaves", [&args.image, leaves])?;
        refuse_stdin_twice("leaves and positions", [leaves, position])?;
    }
    refuse_stdin_twice("image and positions", [&args.image, position])
}

/// The leave values of the flags, if there are any.
fn open_leaves<'b>(
    args: &MovesArgs,
    bytes: &'b [u8],
    lexicon: &Lexicon<'_>,
) -> Result<Option<LeaveImage<'b>>, Failure> {
    let Some(path) = &args.leaves else {
        return Ok(None);
    };
    if !bytes.starts_with(&MAGIC) {
        return Err(Failure(format!(
            "{}: not an image of leaves (make one with `lexc convert`)",
            Source::from_arg(path)
        )));
    }
    let leaves = LeaveImage::from_bytes(bytes, lexicon.alphabet())
        .map_err(|error| Failure(format!("{}: {error}", Source::from_arg(path))))?;
    Ok(Some(match args.leave_sums {
        true => leaves.with_sums(),
        false => leaves,
    }))
}

/// The settings of a run.
struct Moves<'a> {
    args: &'a MovesArgs,
    lexicon: &'a Lexicon<'a>,
    games: &'a Games,
    search: Search<'a>,
}

impl Moves<'_> {
    fn parse<'t>(&self, text: &'t str) -> Result<Cgp<'t>, PositionProblem> {
        Cgp::parse(text, self.lexicon.alphabet()).map_err(PositionProblem::Cgp)
    }

    /// Checks a position without searching it.
    fn check(&self, text: &str) -> Result<(), PositionProblem> {
        let cgp = self.parse(text)?;
        let position = cgp.position(&*self.games.rules(&cgp)?).map(|_| ());
        position.map_err(PositionProblem::Rules)
    }

    /// Searches a position and shows the result.
    fn solve<R>(
        &self,
        text: &str,
        show: impl FnOnce(&Solved<'_, '_>) -> R,
    ) -> Result<R, PositionProblem> {
        let cgp = self.parse(text)?;
        let rules = self.games.rules(&cgp)?;
        let position = cgp.position(&rules).map_err(PositionProblem::Rules)?;
        let warnings = warnings_of(&cgp, self.lexicon, self.games, &rules);
        let solved = self.search.solve(cgp, position, warnings);
        Ok(show(&solved))
    }

    fn print_one(&self, text: &str) -> Result<(), Failure> {
        let written = self.solve(text, |solved| {
            WarningLog::default().say("", &solved.warnings);
            print(|out| self.write_one(solved, out))
        });
        written.map_err(|problem| {
            // A position has spaces and slashes. A text that lacks one of them may be a misspelt name of a file.
            let is_position = text.contains(' ') && text.contains('/');
            Failure(match problem {
                PositionProblem::Cgp(_) if !is_position => {
                    format!("{text:?}: no such file, and as a position: {problem}")
                }
                _ => format!("position: {problem}"),
            })
        })?
    }

    fn write_one(&self, solved: &Solved<'_, '_>, out: &mut dyn Write) -> std::io::Result<()> {
        let alphabet = self.lexicon.alphabet();
        if self.args.json {
            return output::write_result(out, None, solved, alphabet);
        }
        if self.args.summary {
            Counts::write_heading(out)?;
            return solved.counts.write_row(1, out);
        }
        if self.args.board {
            let drawing = Drawing {
                cgp: &solved.cgp,
                layout: solved.position.rules().layout(),
                alphabet,
                in_color: in_color(self.args.color),
            };
            writeln!(out, "{drawing}")?;
        }
        output::write_table(out, solved, alphabet)
    }

    fn print_lines(&self, mut lines: PositionLines) -> Result<(), Failure> {
        let source = lines.name().to_owned();
        let mut warnings = WarningLog::default();
        let mut bad_lines = BadLines::default();
        let mut position = 0;
        let mut out = AnswerStream::open();
        if self.args.summary {
            out.answer(Counts::write_heading)?;
        }
        while let Some(Line { number: line, text }) = lines.next_line(|| out.flush())? {
            position += 1;
            let place = Place { position, line };
            let text = text.map_err(PositionProblem::Line);
            let result = text.and_then(|text| match out.is_closed() {
                true => self.check(text).map(Ok),
                false => self.solve(text, |solved| {
                    warnings.say(&format!("{source}:{line}: "), &solved.warnings);
                    out.answer(|out| self.write_line(place, solved, out))
                }),
            });
            match result {
                Ok(written) => written?,
                Err(problem) if self.args.summary => {
                    out.flush()?;
                    return Err(Failure(format!("{source}:{line}: {problem}")));
                }
                Err(problem) => {
                    bad_lines.add(line);
                    out.answer(|out| output::write_problem(out, place, &problem))?;
                }
            }
        }
        bad_lines.finish(&source, position)
    }

    fn write_line(
        &self,
        place: Place,
        solved: &Solved<'_, '_>,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        if self.args.summary {
            solved.counts.write_row(place.position, out)
        } else {
            output::write_result(out, Some(place), solved, self.lexicon.alphabet())
        }
    }
}

/// The number of the lines of a stream that have a problem in place of a result, and the first such line.
#[derive(Debug, Default)]
struct BadLines {
    count: u64,
    first: Option<u64>,
}

impl BadLines {
    fn add(&mut self, line: u64) {
        self.count += 1;
        self.first.get_or_insert(line);
    }

    fn finish(self, source: &str, positions: u64) -> Result<(), Failure> {
        let Some(first) = self.first else {
            return Ok(());
        };
        Err(Failure(format!(
            "{source}: {} of {positions} positions could not be used, the first on line {first} (\"error\" in their results says why)",
            self.count
        )))
    }
}

/// Positions from the command line.
pub enum Input {
    /// A position itself, in NFC.
    Text(String),
    /// Lines with one position each.
    Lines(PositionLines),
}

impl Input {
    /// Interprets the words of the argument: `-` is standard input, the name of a file is that file, and anything else is a
    /// position, quoted or not.
    ///
    /// # Errors
    /// A file that can't be read; several words that start with a file or `-`; a position that is not UTF-8.
    pub fn open(words: &[OsString]) -> Result<Input, Failure> {
        let lines = match words {
            [word] => open_lines(word),
            // Several words are a position, unless the first names a file: then they are several files.
            [word, ..] if open_lines(word).is_ok_and(|lines| lines.is_none()) => Ok(None),
            _ => {
                return Err(Failure(
                    "positions come from one file (join several with `cat FILE FILE | lexc moves IMAGE -`)".to_owned(),
                ));
            }
        };
        if let Some(lines) = lines? {
            return Ok(Input::Lines(lines));
        }
        match words.join(OsStr::new(" ")).into_string() {
            Ok(text) => Ok(Input::Text(to_nfc(&text).into_owned())),
            Err(text) => Err(Failure(format!(
                "{}: no such file, and not UTF-8, as a position would be",
                text.display()
            ))),
        }
    }
}

/// The lines of standard input for `-`, or of the file of this name; `None` if there is no such file.
fn open_lines(word: &OsStr) -> Result<Option<PositionLines>, Failure> {
    let source = Source::from_arg(word);
    match TextLines::open(&source) {
        Ok(lines) => Ok(Some(PositionLines(lines))),
        Err(error) if names_no_file(&error) => Ok(None),
        Err(error) => Err(Failure::input(source, &error)),
    }
}

/// True if opening a position as a file could cause the error: `15/15`, for example, would be a file in a directory `15`.
fn names_no_file(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    matches!(
        error.kind(),
        NotFound | NotADirectory | InvalidFilename | InvalidInput
    )
}
