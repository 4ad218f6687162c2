//! `lexc moves`: the plays of positions.

mod output;
mod solved;

use std::io::{self, Write};

use clap::{Args, ColorChoice};
use lexc_runtime::{Alphabet, Leaves};

use self::solved::{Counts, Search, Solved};
use super::drawing::Drawing;
use super::games::{Games, PositionProblem, RulesArgs};
use super::inputs::Inputs;
use super::leaves_args::LeavesArgs;
use super::lexicon_source::WordsArgs;
use super::outcome::{Answer, Failure};
use super::position_run::{CheckedPosition, Place, PositionArgs, PositionRun, Positions, Solver};
use super::search::AlgorithmArgs;
use super::table::whole;
use super::terminal::in_color;

/// List the plays of a position, best first
///
/// A position is written in CGP: the rows of the board, the racks, the scores, the number of turns without points, and
/// operations such as the name of the lexicon. Everything after the first rack is optional. For one position,
/// lexc moves prints a table of the plays, each with its score, the number of tiles that it places, and the leave. With
/// --leaves, the table has exchanges and the pass, too, best equity first. If the bag is empty, no leave counts, because
/// no tile can be drawn: the value is then twice that of the opponent's tiles if the move plays out, else minus twice that of
/// the tiles kept, less 10; lexc endgame finds the exact value.
///
/// For a file or standard input, lexc moves writes a line for each position, in the order of the input and without
/// waiting for the next position: a JSON object, or with --summary the counts. Blank lines and lines that start with #
/// are skipped. If the reader of the results closes the pipe, lexc moves still checks the positions that follow.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct MovesArgs {
    #[command(flatten)]
    input: WordsArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Show the N best plays only; in a table, each line stands for all plays of one idea
    ///
    /// Plays that leave the same tiles are one idea on the same squares if they use a blank or the whole rack, and so are
    /// first plays of the same word, or of the whole rack, on any squares. A line has the best play of an idea, and names
    /// others. JSON has the N best plays, without groups.
    ///
    /// By default and in a table, all plays are sorted in memory: 32 to 64 bytes for each play; with --leaves, 88 to 176 bytes
    /// for each move.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, usize::MAX as u64))]
    top: Option<usize>,
    /// Give each play of --top a line of its own
    #[arg(long, requires = "top")]
    ungrouped: bool,
    /// Print a JSON object, as for each line of a file
    #[arg(long)]
    json: bool,
    /// Print counts alone, separated by tabs, below a line with the names of the columns
    ///
    /// The columns: the number of the position, the number of plays, the number of plays of a single tile, the sum of all
    /// scores, and the highest score.
    #[arg(long, conflicts_with_all = ["json", "top", "leaves"])]
    summary: bool,
    #[command(flatten)]
    leaves: LeavesArgs,
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
    rules: RulesArgs,
}

const AFTER_HELP: &str = "\
JSON:
  position  the number of the position, from 1; only for a file or standard input
  line      the number of its line, from 1; only for a file or standard input
  cgp       the position
  rack      the rack of the player on turn, in alphabet order, blanks last as ?
  unseen    the tiles in the bag and on the opponent's rack; absent if the alphabet has no counts
    total       their number
    bag         the number of tiles in the bag: the unseen tiles less a full rack
    tiles       the number of each tile, blanks as ?
  warnings  a list of texts: phonies on the board, more of a tile than a bag has, operations that
            are unknown or contradict the image or the options
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
    let inputs = Inputs::of_words(&args.input);
    let inputs = match args.summary && args.leaves.path().is_none() {
        // Counts are of plays alone.
        true => inputs,
        false => inputs.with_leaves(&args.leaves),
    };
    let images = inputs.with("positions", args.position.path()).read()?;
    let lexicon = images.lexicon()?;
    let leaves = images.leaves(&lexicon)?;
    let games = Games::new(&args.rules, lexicon.alphabet())?;
    let positions = args.position.open()?;
    let is_one = matches!(positions, Positions::One(_));
    if args.board && !is_one {
        return Err(Failure(
            "--board draws a single position (give it in place of the file)".to_owned(),
        ));
    }
    let run = PositionRun {
        lexicon: &lexicon,
        games: &games,
        solver: Moves {
            args,
            alphabet: lexicon.alphabet(),
            search: Search {
                alphabet: lexicon.alphabet(),
                movegen: args.algorithm.movegen(&lexicon)?,
                leaves: leaves.as_ref().map(|leaves| leaves as &dyn Leaves),
                top: match args.summary {
                    true => Some(0),
                    false => args.top,
                },
                is_grouped: is_one && !args.ungrouped && !args.json,
            },
        },
        ends_at_bad_line: args.summary,
    };
    run.print(positions)?;
    Ok(Answer::Yes)
}

/// The solver of `lexc moves`, with its settings.
struct Moves<'a> {
    args: &'a MovesArgs,
    alphabet: Alphabet<'a>,
    search: Search<'a>,
}

impl Solver for Moves<'_> {
    type Solved<'t, 'r> = Solved<'t, 'r>;

    fn solve<'t, 'r>(
        &self,
        checked: CheckedPosition<'t, 'r>,
    ) -> Result<Solved<'t, 'r>, PositionProblem> {
        self.search.solve(checked)
    }

    fn write_one(&self, solved: &Solved<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
        if self.args.json {
            return output::write_result(out, None, solved, self.alphabet);
        }
        if self.args.summary {
            Counts::write_heading(out)?;
            return solved.counts.write_row(1, out);
        }
        if self.args.board {
            let drawing = Drawing {
                cgp: &solved.cgp,
                layout: solved.position.rules().layout(),
                alphabet: self.alphabet,
                in_color: in_color(self.args.color),
            };
            writeln!(out, "{drawing}")?;
        }
        output::write_table(out, solved, self.alphabet)
    }

    fn write_heading(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.args.summary {
            true => Counts::write_heading(out),
            false => Ok(()),
        }
    }

    fn write_line(
        &self,
        place: Place,
        solved: &Solved<'_, '_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self.args.summary {
            true => solved.counts.write_row(place.position, out),
            false => output::write_result(out, Some(place), solved, self.alphabet),
        }
    }
}
