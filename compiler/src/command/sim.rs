//! `lexc sim`: moves compared by sampling.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::TypedValueParser;
use lexc_compiler::text::to_nfc;
use lexc_game::{Confidence, LastMove, Simulation, SimulationEnd, SimulationReport};
use lexc_runtime::{Alphabet, MovePart, Position};
use rayon::ThreadPool;
use serde::Serialize;

use super::games::{Games, PositionProblem, RulesArgs};
use super::inputs::{Inputs, values_or_zero};
use super::json::write_line;
use super::leaves_args::LeavesArgs;
use super::lexicon_source::WordsArgs;
use super::move_fields::MoveFields;
use super::outcome::{Answer, Failure};
use super::players::{Sampling, plies, plies_help, samples, samples_help};
use super::position_run::{CheckedPosition, Place, PositionArgs, PositionRun, Positions, Solver};
use super::table::{Table, grouped, named, plural, seconds, whole};
use super::terminal::Progress;
use super::threads::{MAX_THREADS, thread_pool};
use super::warnings::Warning;

/// Compare the moves of a position by sampling the unseen tiles
///
/// The candidates are the moves of highest equity: the score plus the value of the leave. For each sample, the opponent's rack
/// and the order of the bag are drawn from the unseen tiles. Each candidate is played out with the same samples: for --plies
/// moves after it, both players make the move of highest equity. The result of a candidate is its mean gain in spread and its
/// share of wins. If the game is not over after the last move, the gain includes the value of the player's last leave less that of
/// the opponent's; with an empty bag, the value of the opponent's tiles less that of the player's.
///
/// Once the bag has no more tiles than a full rack, and unless --plies is given, games are played out to their end, and candidates
/// rank by their share of wins; before, by their mean gain.
///
/// A candidate is dropped once a paired z-test shows that it is worse than the leader; the test is made after every 32 samples
/// from 128 on. The simulation ends when one candidate is left, or with the largest number of samples.
///
/// Tiles on the opponent's rack in the position are known to the player; the rest of that rack is drawn. For one
/// position, lexc sim prints a table; for a file or standard input, a JSON object for each line that has a position.
/// The same seed gives the same results on any machine and any number of threads.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct SimArgs {
    #[command(flatten)]
    input: WordsArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[arg(long, value_name = "N", value_parser = plies)]
    #[arg(help = plies_help("The number of moves after the candidate, of both players together"))]
    plies: Option<u32>,
    /// The number of candidates
    #[arg(long, value_name = "N", default_value_t = Simulation::CANDIDATES, value_parser = whole::<usize>(1, 10_000))]
    candidates: usize,
    #[arg(help = samples_help("The largest number of samples, rounded up to a multiple of 32", Simulation::SAMPLES))]
    #[arg(long, value_name = "N", value_parser = samples)]
    samples: Option<u32>,
    /// End the simulation of a position after this many seconds, such as 8 or 0.5, or earlier if one candidate is left
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// The probability, in per cent, that the test keeps a candidate that is as good as the leader
    #[arg(long, value_name = "PERCENT", default_value = Simulation::CONFIDENCE.percent())]
    #[arg(value_parser = drop_tests())]
    confidence: DropTest,
    /// Draw the opponent's tiles by this last move of the opponent: the less good it was with some tiles, the less likely they are
    ///
    /// The position is the one after the move. Tiles of a play that were on the board before it are in parentheses, as in "8D
    /// RE(TS)INA"; "exchange 3" has the number of tiles.
    #[arg(long, value_name = "MOVE")]
    last_move: Option<String>,
    /// The seed of the samples
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
    /// The number of threads, up to 256 [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, MAX_THREADS))]
    threads: Option<u16>,
    /// Print a JSON object, as for each line of a file
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    leaves: LeavesArgs,
    #[command(flatten)]
    rules: RulesArgs,
}

/// The test that drops candidates; `None` drops none.
#[derive(Clone, Copy, Debug)]
struct DropTest(Option<Confidence>);

/// A parser of the values of `--confidence`.
fn drop_tests() -> impl TypedValueParser<Value = DropTest> {
    let tests = Confidence::ALL.map(|level| (level.percent(), "", DropTest(Some(level))));
    named(
        tests
            .into_iter()
            .chain([("none", "Drops no candidate", DropTest(None))]),
    )
}

const AFTER_HELP: &str = "\
JSON:
  position    the number of the position, from 1; only for a file or standard input
  line        the number of its line, from 1; only for a file or standard input
  cgp         the position
  warnings    as for lexc moves: a list of texts
  unseen      the number of tiles in the bag and on the opponent's rack
  plies       the number of moves after the candidate; null if games were played out, and
              candidates rank by win_rate
  seed        as given
  samples     the number of samples
  ended_by    \"samples\" at the largest number of samples, \"decision\" if one candidate was left,
              or \"time\"
  seconds     the time of the simulation; only with --time-limit
  rollouts    the number of samples of all candidates together
  candidates  a list, best first and dropped ones last, each with
    play        the move, such as \"8D RETSINA\", \"exchange QV\" or \"pass\"; then coordinate, direction,
                row, col, word, tiles, score, placed and leave as for lexc moves
    static_equity
                the score plus the value of the leave, in points
    equity      the mean gain in spread, in points
    equity_error
                the standard error of equity
    win_rate    the share of games won, from 0 to 1, a draw as half a win. A game that is not over
                counts by the share estimated from its spread and the number of unseen tiles
    win_rate_error
                the standard error of win_rate
    samples     the number of samples
    dropped_at  the number of samples after which it was dropped, or null
For a bad line, the object has position, line and error. Later lines are still simulated, and the exit
code is 2.

Examples:
  lexc sim english.gaddag --leaves english.leaves \\
    '15/15/15/15/15/15/15/3RETSINA5/15/15/15/15/15/15/15 AEHMT?S/ 66/0 0'
  lexc sim english.gaddag --leaves english.leaves positions.cgp --plies 4 --samples 2000";

/// Simulates the positions and prints the results.
pub fn run(args: &SimArgs) -> Result<Answer, Failure> {
    let inputs = Inputs::of_words(&args.input).with_leaves(&args.leaves);
    let images = inputs.with("positions", args.position.path()).read()?;
    let lexicon = images.lexicon()?;
    let leaves = images.leaves(&lexicon)?;
    let leaves = values_or_zero(leaves.as_ref());
    let games = Games::new(&args.rules, lexicon.alphabet())?;
    let simulation = Simulation::new(&lexicon, leaves)
        .with_candidates(args.candidates)
        .with_confidence(args.confidence.0);
    let sampling = Sampling {
        plies: args.plies,
        samples: args.samples,
        seed: args.seed,
        infers: false,
    };
    let simulation = sampling.limit(simulation, args.time_limit);
    let positions = args.position.open()?;
    if args.last_move.is_some() && matches!(positions, Positions::Lines(_)) {
        let message =
            "--last-move: the move belongs to one position (give the position as an argument)";
        return Err(Failure(message.to_owned()));
    }
    let run = PositionRun {
        lexicon: &lexicon,
        games: &games,
        solver: Simulations {
            args,
            alphabet: lexicon.alphabet(),
            simulation,
            pool: thread_pool(args.threads, u64::MAX)?,
        },
        ends_at_bad_line: false,
    };
    run.print(positions)?;
    Ok(Answer::Yes)
}

/// Solves positions by simulation.
struct Simulations<'a> {
    args: &'a SimArgs,
    alphabet: Alphabet<'a>,
    simulation: Simulation<'a>,
    pool: ThreadPool,
}

/// The result for a position. The fields are those of its JSON object.
#[derive(Serialize)]
struct Simulated {
    cgp: String,
    warnings: Vec<String>,
    unseen: usize,
    plies: Option<u32>,
    seed: u64,
    samples: u32,
    ended_by: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    rollouts: u64,
    candidates: Vec<CandidateText>,
}

/// The result for a candidate.
#[derive(Serialize)]
struct CandidateText {
    #[serde(flatten)]
    action: MoveFields,
    static_equity: f64,
    equity: f64,
    equity_error: f64,
    win_rate: f64,
    win_rate_error: f64,
    samples: u32,
    dropped_at: Option<u32>,
}

impl Solver for Simulations<'_> {
    type Solved<'t, 'r> = Simulated;

    fn solve<'t, 'r>(
        &self,
        checked: CheckedPosition<'t, 'r>,
    ) -> Result<Simulated, PositionProblem> {
        let CheckedPosition {
            cgp,
            position,
            warnings,
        } = checked;
        let without_time = self
            .args
            .time_limit
            .is_none()
            .then_some(Simulation::SAMPLES);
        let total = self.args.samples.or(without_time).map(u64::from);
        let last_move = self.args.last_move.as_deref().map(|text| {
            let last_move = LastMove::parse(&to_nfc(text), &position, self.alphabet);
            last_move.map_err(PositionProblem::LastMove)
        });
        let last_move = last_move.transpose()?;
        // A copy that lives as long as the move.
        let simulation: Simulation<'_> = self.simulation;
        let simulation = simulation.with_last_move(last_move.as_ref());
        let progress = Progress::of_count("simulating", total, "samples");
        let start = Instant::now();
        let report = self.pool.install(|| {
            simulation.run(&cgp, position.rules(), |samples| {
                progress.set(samples.into());
                true
            })
        });
        drop(progress);
        let seconds = (self.args.time_limit).map(|_| start.elapsed().as_secs_f64());
        let report = report.map_err(PositionProblem::Simulation)?;
        Ok(self.simulated(
            &report,
            &position,
            &warnings,
            cgp.display(self.alphabet).to_string(),
            seconds,
        ))
    }

    fn write_one(&self, simulated: &Simulated, out: &mut dyn Write) -> io::Result<()> {
        match self.args.json {
            true => write_line(out, simulated),
            false => self.write_table(simulated, out),
        }
    }

    fn write_heading(&self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn write_line(
        &self,
        place: Place,
        simulated: &Simulated,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        #[derive(Serialize)]
        struct Line<'a> {
            #[serde(flatten)]
            place: Place,
            #[serde(flatten)]
            simulated: &'a Simulated,
        }
        write_line(out, &Line { place, simulated })
    }
}

impl Simulations<'_> {
    fn simulated(
        &self,
        report: &SimulationReport,
        position: &Position<'_>,
        warnings: &[Warning],
        cgp: String,
        seconds: Option<f64>,
    ) -> Simulated {
        let candidates = report.candidates.iter().map(|one| {
            let candidate = &one.candidate;
            CandidateText {
                action: MoveFields::new(&candidate.action, None, position, self.alphabet),
                static_equity: candidate.equity as f64 / 1000.0,
                equity: one.equity,
                equity_error: one.equity_error,
                win_rate: one.win_rate,
                win_rate_error: one.win_rate_error,
                samples: one.samples,
                dropped_at: one.dropped_at,
            }
        });
        Simulated {
            cgp,
            warnings: warnings
                .iter()
                .map(|warning| warning.text().to_owned())
                .collect(),
            unseen: report.unseen,
            plies: report.plies,
            seed: self.args.seed,
            samples: report.samples,
            ended_by: match report.end {
                SimulationEnd::Decided => "decision",
                SimulationEnd::Deadline => "time",
                _ => "samples",
            },
            seconds,
            rollouts: report.rollouts,
            candidates: candidates.collect(),
        }
    }

    fn write_table(&self, simulated: &Simulated, out: &mut dyn Write) -> io::Result<()> {
        let headings = [
            "move", "score", "leave", "static", "equity", "+-", "win %", "+-", "samples",
        ];
        let mut table = Table::new(headings);
        for one in &simulated.candidates {
            table.row([
                one.action.play().to_owned(),
                one.action.get(MovePart::Score).to_string(),
                one.action.get(MovePart::Leave).to_string(),
                format!("{:.2}", one.static_equity),
                format!("{:.2}", one.equity),
                format!("{:.2}", one.equity_error),
                format!("{:.1}", 100.0 * one.win_rate),
                format!("{:.1}", 100.0 * one.win_rate_error),
                grouped(one.samples.into()),
            ]);
        }
        table.print(out)?;
        writeln!(
            out,
            "\n{} samples {}, {} rollouts, seed {}; +- is the standard error",
            grouped(simulated.samples.into()),
            match simulated.plies {
                Some(plies) => format!("of {}", plural(plies.into(), "ply")),
                None => "to the end, ranked by wins".to_owned(),
            },
            grouped(simulated.rollouts),
            simulated.seed
        )?;
        if let Some(seconds) = simulated.seconds {
            let reason = match simulated.ended_by {
                "decision" => "one candidate was left",
                "time" => "the time was over",
                _ => "the samples were complete",
            };
            writeln!(out, "ended after {seconds:.2} s: {reason}")?;
        }
        match self.args.confidence.0 {
            None => Ok(()),
            Some(level) => writeln!(
                out,
                "dropped candidates have fewer samples (paired z-test, {} %)",
                level.percent()
            ),
        }
    }
}
