//! `lexc moves`: the plays of positions.

mod input;
mod json;
mod ranking;
mod record;
mod summary;
mod table;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ColorChoice};
use lexc_runtime::{Cgp, Lexicon, Position};

use super::drawing::Drawing;
use super::games::{GameArgs, Games};
use super::lines::Line;
use super::names::NameCheck;
use super::numbers::whole;
use super::positions::{PositionLines, PositionProblem};
use super::{Answer, Failure, open, print, read_image};
use crate::terminal::{in_color, say};
use input::Input;
use json::Place;
use ranking::Ranking;

/// List the plays of a position, best first
///
/// A position is written in CGP: the rows of the board, the racks, the scores, the number of turns without points, and
/// more, such as the name of the lexicon. All after the first rack may be left out. For one position, a table is
/// printed: the plays by score, how many tiles each places, and what it leaves on the rack.
///
/// For a file, or for standard input, one result per line is written for each line, in the same order and as soon as
/// it is there: a JSON object, or with --summary the counts. Blank lines and lines that start with # are skipped.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct MovesArgs {
    /// The image; - for standard input
    image: PathBuf,
    /// A position, or a file with one a line; - for standard input
    ///
    /// What is the name of a file is read as a file, all else as a position. Quote it, as ; and ? mean something to the
    /// shell; where they don't occur, its words are joined.
    #[arg(required = true, value_name = "POSITION|FILE")]
    position: Vec<OsString>,
    /// Show the N best plays only
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, usize::MAX as u64))]
    top: Option<usize>,
    /// Print a JSON object, as for each line of a file
    #[arg(long)]
    json: bool,
    /// Print counts alone, separated by tabs, after a line with the names of the columns
    ///
    /// The number of the position, the number of plays, of plays of a single tile, the sum of all scores, and the
    /// highest score.
    #[arg(long, conflicts_with_all = ["json", "top"])]
    summary: bool,
    /// Draw the board first
    #[arg(long, conflicts_with_all = ["json", "summary"])]
    board: bool,
    /// When to draw in colour
    ///
    /// auto: on a terminal, unless NO_COLOR is set.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, requires = "board")]
    color: ColorChoice,
    #[command(flatten)]
    game: GameArgs,
}

const AFTER_HELP: &str = "\
JSON:
  position  the number of the position, from 1; only for a file
  line      the number of its line, from 1; only for a file
  cgp       the position
  rack      the rack of the player on turn, in alphabet order, blanks last as ?
  counts    plays, one_tile, score_sum, best_score: over all plays, shown or not
  plays     the plays, best first, each with
    play        the play, such as \"8D RETSINA\"; blanks in lower case
    coordinate  the square of its first tile: row first across, column first down
    direction   \"across\" or \"down\"
    row, col    the same square, counted from 0
    word        the word with the tiles on the board
    tiles       the word with a . for each tile on the board
    score       in points
    placed      the number of tiles placed
    leave       what stays on the rack
A line of a file that is no position makes an object of position, line and error. The others are
read all the same, and the exit code is 2. With --summary, the first such line ends the run.

Examples:
  lexc moves english.gaddag --board --top 10 \\
    '15/15/15/15/15/15/15/3RETSINA5/15/15/15/15/15/15/15 AEHMT?S/ 66/0 0'
  lexc moves english.gaddag positions.cgp --top 1 | jq -r '.plays[0].play'
  lexc moves english.gaddag positions.cgp --summary | diff - expected.tsv";

/// Finds the plays and prints them.
pub fn run(args: &MovesArgs) -> Result<Answer, Failure> {
    if args.image == Path::new("-") && args.position == ["-"] {
        return Err(Failure::Other(
            "image and positions can't both come from standard input (name a file for one)"
                .to_string(),
        ));
    }
    let bytes = read_image(&args.image)?;
    let lexicon = open(&args.image, &bytes)?;
    let games = Games::new(&args.game, lexicon.alphabet())?;
    let moves = Moves {
        args,
        lexicon,
        games: &games,
    };
    match Input::open(&args.position)? {
        Input::Text(text) => moves.print_one(&text)?,
        Input::Lines(_) if args.board => {
            return Err(Failure::Other(
                "--board draws a single position (give it in place of the file)".to_string(),
            ));
        }
        Input::Lines(lines) => moves.print_lines(lines)?,
    }
    Ok(Answer::Yes)
}

/// The settings of a run.
struct Moves<'a> {
    args: &'a MovesArgs,
    lexicon: Lexicon<'a>,
    games: &'a Games,
}

/// A position and its plays.
#[derive(Debug)]
struct Solved<'t, 'a> {
    cgp: Cgp<'t>,
    position: Position<'a>,
    ranking: Ranking,
}

impl<'a> Moves<'a> {
    fn solve<'t>(&self, text: &'t str) -> Result<Solved<'t, 'a>, PositionProblem> {
        let cgp = Cgp::parse(text, self.lexicon.alphabet()).map_err(PositionProblem::Cgp)?;
        let position = self.games.position(&cgp)?;
        let top = if self.args.summary {
            0
        } else {
            self.args.top.unwrap_or(usize::MAX)
        };
        let ranking = Ranking::new(&self.lexicon, &position, top);
        Ok(Solved {
            cgp,
            position,
            ranking,
        })
    }

    fn print_one(&self, text: &str) -> Result<(), Failure> {
        let solved = self.solve(text).map_err(|problem| {
            // A position has spaces and slashes; what lacks either may be the name of a file with a slip in it.
            let is_position = text.contains(' ') && text.contains('/');
            Failure::Other(match problem {
                PositionProblem::Cgp(_) if !is_position => {
                    format!("{text:?}: no such file, and as a position: {problem}")
                }
                _ => format!("position: {problem}"),
            })
        })?;
        for warning in NameCheck::new(&self.lexicon).warnings(&solved.cgp) {
            say(&warning);
        }
        let alphabet = self.lexicon.alphabet();
        print(|out| {
            if self.args.json {
                return json::write_result(out, None, &solved, alphabet);
            }
            if self.args.summary {
                summary::write_header(out)?;
                return summary::write_counts(out, 1, solved.ranking.counts());
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
            table::write_table(out, &solved, alphabet)
        })
    }

    fn print_lines(&self, mut lines: PositionLines) -> Result<(), Failure> {
        let source = lines.name().to_string();
        let alphabet = self.lexicon.alphabet();
        let mut names = NameCheck::new(&self.lexicon);
        let mut problems = ProblemLines::default();
        let mut position = 0;
        let mut out = BufWriter::new(io::stdout().lock());
        if self.args.summary {
            summary::write_header(&mut out).map_err(Failure::of_stdout)?;
        }
        while let Some(Line { number: line, text }) =
            lines.next_line(|| out.flush().map_err(Failure::of_stdout))?
        {
            position += 1;
            let place = Place { position, line };
            let written = match text
                .map_err(PositionProblem::Line)
                .and_then(|text| self.solve(text))
            {
                Ok(solved) => {
                    for warning in names.warnings(&solved.cgp) {
                        say(&format!("{source}:{line}: {warning}"));
                    }
                    if self.args.summary {
                        summary::write_counts(&mut out, position, solved.ranking.counts())
                    } else {
                        json::write_result(&mut out, Some(place), &solved, alphabet)
                    }
                }
                Err(problem) if self.args.summary => {
                    return Err(Failure::Other(format!("{source}:{line}: {problem}")));
                }
                Err(problem) => {
                    problems.add(line);
                    json::write_problem(&mut out, place, &problem)
                }
            };
            written.map_err(Failure::of_stdout)?;
        }
        out.flush().map_err(Failure::of_stdout)?;
        problems.finish(&source, position)
    }
}

/// The lines of a stream for which a problem was written in place of a result.
#[derive(Debug, Default)]
struct ProblemLines {
    count: u64,
    first: Option<u64>,
}

impl ProblemLines {
    fn add(&mut self, line: u64) {
        self.count += 1;
        self.first.get_or_insert(line);
    }

    fn finish(self, source: &str, positions: u64) -> Result<(), Failure> {
        let Some(first) = self.first else {
            return Ok(());
        };
        Err(Failure::Other(format!(
            "{source}: {} of {positions} positions could not be used, the first on line {first} (\"error\" in their results says why)",
            self.count
        )))
    }
}
