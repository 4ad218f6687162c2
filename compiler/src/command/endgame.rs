//! `lexc endgame`: the value and the line of best play if the bag is empty, or a ranking of moves if it has one to four
//! tiles.

mod bag;

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use lexc_game::{Endgame, EndgamePosition, PreEndgame, Solution};
use lexc_runtime::{Alphabet, Cgp, Lexicon, Rules, Seat};
use rayon::ThreadPool;
use serde::Serialize;

use self::bag::{Ranked, state_with_bag};
use super::games::{Games, PositionProblem, RulesArgs};
use super::inputs::Inputs;
use super::json::write_line;
use super::lexicon_source::WordsArgs;
use super::outcome::{Answer, Failure};
use super::position_run::{CheckedPosition, Place, PositionArgs, PositionRun, Solver};
use super::table::{Table, grouped, plural, seconds, whole};
use super::terminal::say;
use super::threads::{MAX_THREADS, thread_count, thread_pool};
use super::warnings::Warning;

/// Solve end games, with at most four tiles in the bag
///
/// Each player can infer the other's rack if the bag is empty. The value is the spread, in points, that the player on turn
/// gains from here to the end of the game if both play as well as they can. The game ends by the rules: a player who goes out
/// gains twice the value of the other's tiles; after six turns in a row without a point, those of the position included, both
/// lose the value of their own tiles. --rules sets other ends, such as passes=2.
///
/// A position is written in CGP, as for lexc moves, with both racks. If it has only the rack of the player on turn, the
/// opponent has the unseen tiles. For one position, lexc endgame prints a table of the line of best play, or of ranked
/// moves; for a file or standard input, it writes a line for each position, in the order of the input: a JSON object,
/// or with --summary the value and the best move.
///
/// If the unseen tiles are one to four more than a full rack, the bag has one to four of them, and moves are ranked over
/// every choice and order of its tiles: by the share of games won, a draw as half a win, and then by the mean spread gained,
/// which is the value. Tiles on the opponent's rack in the position are known to the player. After a move that empties the
/// bag, the rest of the game is solved exactly, with both racks known to both players. The pass, and a play of fewer tiles than
/// the bag has, leave tiles in it: both players then make quick moves until the bag is empty. A quick move is the best by its
/// score, less twice the value of the tiles kept, less ten points if any tile is kept. A candidate is dropped once it can't be
/// best. With more than 36 sets of tiles that the bag may have, as mostly with three or four tiles, quick moves first play the candidates to the end of the game, and the best four are
/// searched; if a limit ends this, they are compared over a sample of the orders. A second table has the results of the first candidates by the tiles in the bag.
///
/// Few positions with an empty bag take more than a second. With tiles in the bag, hundreds of end games are solved, so their
/// nodes are limited: see --node-limit. A search that a limit ends prints the best result so far, and says so.
///
/// Value and moves of an exact result are the same on any number of threads. With an empty bag, several moves may be
/// equally good: a play that goes out is then preferred, next the play with the highest sum of its score and the value
/// of its tiles, and the pass comes last.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct EndgameArgs {
    #[command(flatten)]
    input: WordsArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Print a JSON object, as for each line of a file
    #[arg(long)]
    json: bool,
    /// Print only number, value and best move, separated by tabs, below a line with the names of the columns
    #[arg(long, conflicts_with = "json")]
    summary: bool,
    /// The number of candidates if the bag has tiles: the best moves by score, less twice the value of the tiles kept,
    /// less ten points if any tile is kept; the pass is added if it is not among them
    #[arg(long, value_name = "N", default_value_t = PreEndgame::CANDIDATES, value_parser = whole::<usize>(1, 1_000_000))]
    candidates: usize,
    /// End the search of a position after this many seconds, such as 8 or 0.5
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Drop no candidate if the bag has tiles: find the wins and the spread of every candidate, in several times the
    /// time
    #[arg(long)]
    no_drop: bool,
    #[arg(help = format!(
        "End the search of a position after this many nodes, with the same result on every machine; 256 plays looked at count as one \
         more node, so that nodes with blanks take no longer than others; with an empty bag, the search takes one thread [default: {} \
         if the bag has tiles, or else none]",
        PreEndgame::NODE_LIMIT
    ))]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, u64::MAX))]
    node_limit: Option<u64>,
    /// The memory for the transposition table in MiB; the plays found may take as much again, or more if a
    /// search needs it
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = whole::<u32>(1, 1 << 20))]
    memory: u32,
    /// The number of threads that search a position, up to 256 [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, MAX_THREADS))]
    threads: Option<u16>,
    #[command(flatten)]
    rules: RulesArgs,
}

const AFTER_HELP: &str = "\
JSON:
  position  the number of the position, from 1; only for a file or standard input
  line      the number of its line, from 1; only for a file or standard input
  cgp       the position; with an empty bag, with both racks
  warnings  as for lexc moves: a list of texts
  value     points that the player on turn gains on the opponent from here to the end
  exact     true; false if a limit has ended the search, or quick moves have ruled out moves: the
            value is then an estimate
Keys for an empty bag:
  depth     turns that the last finished search looked ahead; may differ on several threads
  nodes     nodes searched; may differ on several threads
  final     the final scores, that of the player on turn first; null if a limit cut the moves off
  moves     the line of best play, the player on turn first, each with
    play      the move, such as \"8D RETSINA\" or \"pass\"
    score     in points
    rack      the player's rack before the move
Keys for one to four tiles in the bag, where value is the mean spread gained by the best move:
  win_rate  the share of orders that the best move wins, from 0 to 1, a draw as half a win
  bag       the number of tiles in the bag
  orders    the number of orders of the tiles in the bag, equal tiles told apart
  skipped   the number of candidates that a limit of time left out
  candidates
            a list, best first, each with play and score as above; leave, the tiles kept;
            win_rate; spread, the mean gain, or null if not known, because the move can't be best;
            certainty, \"exact\", \"bounded\" (the move can't be best, and win_rate may be an upper
            bound) or \"estimated\" (by quick moves, a sample of the orders, or a limit)
  draws     a list of the sets of tiles in the bag, each with bag, the tiles; orders, their number;
            win_rates, those of the first candidates, or null if not known
For a bad line, the object has position, line and error. Later lines are still solved, and the exit
code is 2. With --summary, the first bad line ends the run.

Examples:
  lexc endgame english.gaddag \\
    '15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/S 0/0 0'
  lexc endgame english.gaddag endgames.cgp --summary
  lexc endgame english.gaddag endgames.cgp --time-limit 8 | jq .value";

/// Solves the end games and prints them.
pub fn run(args: &EndgameArgs) -> Result<Answer, Failure> {
    let inputs = Inputs::of_words(&args.input).with("positions", args.position.path());
    let images = inputs.read()?;
    let lexicon = images.lexicon()?;
    let games = Games::new(&args.rules, lexicon.alphabet())?;
    let run = PositionRun {
        lexicon: &lexicon,
        games: &games,
        solver: Endgames {
            args,
            alphabet: lexicon.alphabet(),
            solver: solver(args, &lexicon),
            pre_endgame: pre_endgame(args, &lexicon),
            pool: thread_pool(args.threads, u64::MAX)?,
        },
        ends_at_bad_line: args.summary,
    };
    run.print(args.position.open()?)?;
    Ok(Answer::Yes)
}

fn solver<'l>(args: &EndgameArgs, lexicon: &'l Lexicon<'l>) -> Endgame<'l> {
    let bytes = usize::try_from(u64::from(args.memory) << 20).unwrap_or(usize::MAX);
    let mut solver = Endgame::new(lexicon)
        .with_table_bytes(bytes)
        .with_threads(thread_count(args.threads));
    if let Some(limit) = args.time_limit {
        solver = solver.with_time_limit(limit);
    }
    match args.node_limit {
        Some(nodes) => solver.with_node_limit(nodes),
        None => solver,
    }
}

/// A solver of positions with tiles in the bag.
fn pre_endgame<'l>(args: &EndgameArgs, lexicon: &'l Lexicon<'l>) -> PreEndgame<'l> {
    let nodes = args.node_limit.unwrap_or(PreEndgame::NODE_LIMIT);
    let endgame = solver(args, lexicon).with_node_limit(nodes);
    let solver = PreEndgame::new(endgame).with_candidates(args.candidates);
    match args.no_drop {
        true => solver.with_all_exact(),
        false => solver,
    }
}

/// The solver of `lexc endgame`, with its settings.
struct Endgames<'a> {
    args: &'a EndgameArgs,
    alphabet: Alphabet<'a>,
    solver: Endgame<'a>,
    pre_endgame: PreEndgame<'a>,
    pool: ThreadPool,
}

/// The result for a position.
#[derive(Serialize)]
#[serde(untagged)]
enum Solved {
    /// A position with an empty bag.
    Line(SolvedLine),
    /// A position with one to four tiles in the bag.
    Ranked(Ranked),
}

/// A solved end game. The fields are those of its JSON object.
#[derive(Serialize)]
struct SolvedLine {
    cgp: String,
    warnings: Vec<String>,
    value: i32,
    exact: bool,
    depth: u32,
    nodes: u64,
    /// `None` if the moves do not end the game.
    #[serde(rename = "final")]
    final_scores: Option<[i64; 2]>,
    moves: Vec<LineMove>,
}

/// A move of the line of best play.
#[derive(Serialize)]
struct LineMove {
    play: String,
    score: i32,
    rack: String,
}

impl Solver for Endgames<'_> {
    type Solved<'t, 'r> = Solved;

    fn warning(&self, cgp: &Cgp<'_>, rules: &Rules) -> Option<Warning> {
        if state_with_bag(cgp, rules).is_some() {
            return None;
        }
        let opponent = cgp.opponent_rack().len();
        let unseen = rules.unseen(cgp.board(), cgp.rack()).len();
        (opponent > 0 && unseen > opponent).then(|| Warning::of_bag(unseen - opponent))
    }

    fn solve<'t, 'r>(&self, checked: CheckedPosition<'t, 'r>) -> Result<Solved, PositionProblem> {
        let rules = checked.position.rules();
        if let Some(state) = state_with_bag(&checked.cgp, rules) {
            let solver = (&self.pre_endgame, self.args.candidates);
            let ranked = Ranked::solve(solver, &self.pool, &checked, &state, self.alphabet)?;
            return Ok(Solved::Ranked(ranked));
        }
        let CheckedPosition {
            cgp,
            position,
            warnings,
        } = checked;
        let rules = position.rules();
        let position = EndgamePosition::from_cgp(&cgp, rules).map_err(PositionProblem::Endgame)?;
        let cgp = cgp.with_opponent_rack(*position.opponent_rack());
        let solution = self.solver.solve(&position);
        let warnings = warnings.iter().map(|warning| warning.text().to_owned());
        Ok(Solved::Line(SolvedLine {
            warnings: warnings.collect(),
            ..SolvedLine::new(&cgp, &position, &solution, self.alphabet)
        }))
    }

    fn write_one(&self, solved: &Solved, out: &mut dyn Write) -> io::Result<()> {
        if self.args.json {
            return write_line(out, solved);
        }
        if self.args.summary {
            self.write_heading(out)?;
            return self.write_row(1, solved, out);
        }
        match solved {
            Solved::Line(line) => line.write_table(out),
            Solved::Ranked(ranked) => ranked.write_table(out),
        }
    }

    fn write_heading(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.args.summary {
            true => writeln!(out, "#position\tvalue\tplay"),
            false => Ok(()),
        }
    }

    fn write_line(&self, place: Place, solved: &Solved, out: &mut dyn Write) -> io::Result<()> {
        #[derive(Serialize)]
        struct Line<'a> {
            #[serde(flatten)]
            place: Place,
            #[serde(flatten)]
            solved: &'a Solved,
        }
        match self.args.summary {
            true => self.write_row(place.position, solved, out),
            false => write_line(out, &Line { place, solved }),
        }
    }
}

impl Endgames<'_> {
    fn write_row(&self, position: u64, solved: &Solved, out: &mut dyn Write) -> io::Result<()> {
        let (value, exact, play) = match solved {
            Solved::Line(line) => {
                let play = line.moves.first().map_or("pass", |first| &first.play);
                (line.value.to_string(), line.exact, play)
            }
            Solved::Ranked(ranked) => (format!("{:.2}", ranked.value), ranked.exact, ranked.play()),
        };
        if !exact {
            let reason = match solved {
                Solved::Line(_) => "a limit has ended the search",
                Solved::Ranked(_) => {
                    "a limit has ended the search, or quick moves have ruled out moves"
                }
            };
            say(&format!(
                "position {position}: {reason}, so the value is an estimate"
            ));
        }
        writeln!(out, "{position}\t{value}\t{play}")
    }
}

impl SolvedLine {
    fn new(
        cgp: &Cgp<'_>,
        position: &EndgamePosition<'_>,
        solution: &Solution,
        alphabet: Alphabet<'_>,
    ) -> SolvedLine {
        let mut moves = Vec::new();
        let mut state = position.state();
        for action in &solution.line {
            let rack = state.rack(state.next_seat()).display(alphabet);
            moves.push(LineMove {
                play: action.display(state.board(), alphabet).to_string(),
                score: action.score(),
                rack: rack.to_string(),
            });
            state.apply(position.position().rules(), action, |_| None);
        }
        let scores = Seat::BOTH.map(|seat| {
            let before = cgp.scores().get(seat.index()).copied().unwrap_or(0);
            i64::from(before) + i64::from(state.score(seat))
        });
        SolvedLine {
            cgp: cgp.display(alphabet).to_string(),
            warnings: Vec::new(),
            value: solution.value,
            exact: solution.is_exact,
            depth: solution.depth,
            nodes: solution.nodes,
            final_scores: state.end().map(|_| scores),
            moves,
        }
    }

    /// Writes the value and the line of best play.
    fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let certainty = match self.exact {
            true => "exact",
            false => "an estimate, because a limit has ended the search",
        };
        writeln!(out, "value {:+}, {certainty}", self.value)?;
        if let Some([own, other]) = self.final_scores {
            writeln!(out, "final scores {own} and {other}")?;
        }
        writeln!(out)?;
        let mut table = Table::new(["move", "player", "score", "rack"]);
        for (turn, line) in self.moves.iter().enumerate() {
            let player = match turn % 2 {
                0 => "on turn",
                _ => "opponent",
            };
            let score = line.score.to_string();
            table.row([&*line.play, player, &*score, &*line.rack]);
        }
        table.print(out)?;
        let turns = plural(self.depth.into(), "turn");
        writeln!(out, "\n{} nodes, {turns} deep", grouped(self.nodes))
    }
}
