//! `lexc analyze`: the moves of a game record beside the best ones.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use lexc_game::{
    Analysis, Endgame, Gcg, GcgError, GcgEventKind, GcgStep, Judgement, Seat, Simulation,
};
use lexc_runtime::{Alphabet, Candidate, LeaveTable, Leaves, Rules};
use serde::Serialize;

use super::games::RackArgs;
use super::inputs::{open, read_bytes, read_image, refuse_stdin_twice};
use super::json::write_pretty;
use super::leaves_args::LeavesArgs;
use super::move_text::MoveText;
use super::outcome::{Answer, Failure};
use super::output::print;
use super::table::{Table, whole};
use super::terminal::{Progress, say};
use super::threads::{MAX_THREADS, thread_pool};
use crate::input::Source;
use crate::text::Visible;

/// Compare the moves of a game with the best ones
///
/// Reads a game record in GCG and replays it by the rules. For each turn with a full rack, finds the move of the highest equity:
/// the score plus the value of the leave; the turn has lost the difference. Once the bag is empty, moves are compared by
/// their exact values instead, as lexc endgame has them. With --sim, the move made and the best ones are simulated, too.
///
/// Points, totals and racks of the record that cannot be right are repaired, with a warning. A record that cannot be replayed is
/// refused with the place.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct AnalyzeArgs {
    /// The image; - for standard input
    image: PathBuf,
    /// The game record, in GCG; - for standard input
    #[arg(value_name = "GAME")]
    game: PathBuf,
    /// Simulate each turn, as lexc sim does
    #[arg(long)]
    sim: bool,
    /// The number of moves after the candidate, of both players together
    #[arg(long, value_name = "N", default_value_t = 2, requires = "sim")]
    #[arg(value_parser = whole::<u32>(0, 1000))]
    plies: u32,
    /// The largest number of samples of a turn, rounded up to a multiple of 32
    #[arg(long, value_name = "N", default_value_t = 300, requires = "sim")]
    #[arg(value_parser = whole::<u32>(1, 1 << 30))]
    samples: u32,
    /// The seed of the samples
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sim")]
    #[arg(value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
    /// The number of threads, up to 256 [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, MAX_THREADS))]
    threads: Option<u16>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    leaves: LeavesArgs,
    /// The premium squares: standard (15 x 15), super (21 x 21) or a file [default: by the alphabet]
    #[arg(long, value_name = "NAME|FILE")]
    layout: Option<PathBuf>,
    #[command(flatten)]
    rack: RackArgs,
}

const AFTER_HELP: &str = "\
JSON:
  title, description  as in the record, or null
  warnings        a list of repairs, as texts
  players         a list of both, each with
    nick, name      the nickname and the full name
    total           the final score
    turns           the number of turns that are compared
    average_lost    the points lost a turn, on average
    phonies         the number of plays with a phony
    missed_bingos   the number of turns with a bingo that was not played
  turns           a list of the events in order, each with
    line            the line of the record
    player          the nickname
    kind            \"play\", \"exchange\", \"pass\", \"withdrawal\", \"lost turn\", \"bonus\" or \"end\"
    cgp             the position before, with the rack as far as known
    move            the move, as lexc moves writes it; or the event as in the record
    points, total   by the rules, after the event
    note            the note of the record
    judgement       null if nothing is compared; or an object with
      equity          the points and the value of the leave
      best            the best move: play, coordinate, direction, row, col, word, tiles, score, placed,
                      leave, leave_value and equity as for lexc moves
      lost            the points lost: of equity, or of the exact value with an empty bag
      value, best_value, exact
                      with an empty bag: the values of both moves, and false if a limit ended a search;
                      else null
      sim_equity, best_sim_equity, win_rate, best_win_rate, sim_best
                      with --sim and tiles in the bag: the results of the move made and of the best one,
                      and the best one; else null
      phonies         a list of words
      missed_bingo    the bingo of the highest score that was not played, or null

Examples:
  lexc analyze english.gaddag game.gcg --leaves english.leaves
  lexc analyze english.gaddag game.gcg --leaves english.leaves --sim --json | jq '.players'";

/// Limit of a record in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// The node limit of an end game: a few seconds, and the same result on every machine.
const ENDGAME_NODES: u64 = 1_000_000;

/// The number of candidates of a simulation, besides the move made.
const CANDIDATES: usize = 10;

/// Analyzes the game and prints the result.
pub fn run(args: &AnalyzeArgs) -> Result<Answer, Failure> {
    refuse_stdin_twice("image and game", [&args.image, &args.game])?;
    if let Some(leaves) = args.leaves.path() {
        refuse_stdin_twice("image and leaves", [&args.image, leaves])?;
        refuse_stdin_twice("leaves and game", [leaves, &args.game])?;
    }
    let bytes = read_image(&args.image)?;
    let lexicon = open(&args.image, &bytes)?;
    let leave_bytes = args.leaves.read()?;
    let leaves = args.leaves.open(&leave_bytes, &lexicon)?;
    let no_leaves = LeaveTable::try_new(&[]).map_err(Failure::new)?;
    let leaves: &(dyn Leaves + Sync) = match &leaves {
        Some(leaves) => leaves,
        None => &no_leaves,
    };
    let rules = args
        .rack
        .rules(args.layout.as_deref(), lexicon.alphabet())?;
    let record = read_bytes(&args.game, MAX_BYTES)?;
    let source = Source::from_arg(&args.game);
    let refused = |error: GcgError| Failure(format!("{source}: {error}"));
    let (gcg, repairs) = Gcg::from_bytes(&record).map_err(refused)?;
    let mut warnings: Vec<String> = repairs.iter().map(ToString::to_string).collect();
    let steps = replay(&gcg, &rules, lexicon.alphabet()).map_err(refused)?;
    let repairs = steps.iter().flat_map(|step| &step.repairs);
    warnings.extend(repairs.map(ToString::to_string));
    for warning in &warnings {
        say(&format_args!("{source}: warning: {warning}"));
    }
    let simulation = args.sim.then(|| {
        Simulation::new(&lexicon, leaves)
            .with_candidates(CANDIDATES)
            .with_plies(args.plies)
            .with_samples(args.samples)
            .with_seed(args.seed)
    });
    let endgame = Endgame::new(&lexicon).with_node_limit(ENDGAME_NODES);
    let analysis = Analysis::new(&lexicon, leaves, endgame, simulation);
    let pool = thread_pool(args.threads, u64::MAX)?;
    let progress = Progress::of_count("analyzing", steps.len() as u64, "events");
    let judged = steps.iter().map(|step| {
        let judgement = pool.install(|| analysis.judge(step));
        progress.advance();
        (step, judgement)
    });
    let judged: Vec<_> = judged.collect();
    drop(progress);
    let report = Report::new(&gcg, warnings, &judged, lexicon.alphabet());
    print(|out| match args.json {
        true => write_pretty(out, &report),
        false => report.write_text(out),
    })?;
    Ok(Answer::Yes)
}

fn replay<'g, 'r>(
    gcg: &'g Gcg,
    rules: &'r Rules,
    alphabet: Alphabet<'g>,
) -> Result<Vec<GcgStep<'g, 'r>>, GcgError> {
    gcg.replay(rules, alphabet).collect()
}

/// The result. The fields are those of the JSON object.
#[derive(Serialize)]
struct Report<'a> {
    title: Option<&'a str>,
    description: Option<&'a str>,
    warnings: Vec<String>,
    players: [Player<'a>; 2],
    turns: Vec<Turn<'a>>,
}

#[derive(Serialize)]
struct Player<'a> {
    nick: &'a str,
    name: &'a str,
    total: i32,
    turns: usize,
    average_lost: f64,
    phonies: usize,
    missed_bingos: usize,
}

#[derive(Serialize)]
struct Turn<'a> {
    line: usize,
    player: &'a str,
    kind: &'static str,
    cgp: String,
    r#move: String,
    points: i32,
    total: i32,
    note: &'a str,
    judgement: Option<Judged>,
    #[serde(skip)]
    seat: Seat,
    #[serde(skip)]
    rack: String,
}

#[derive(Serialize)]
struct Judged {
    equity: f64,
    best: MoveText,
    lost: f64,
    value: Option<i32>,
    best_value: Option<i32>,
    exact: Option<bool>,
    sim_equity: Option<f64>,
    best_sim_equity: Option<f64>,
    win_rate: Option<f64>,
    best_win_rate: Option<f64>,
    sim_best: Option<String>,
    phonies: Vec<String>,
    missed_bingo: Option<String>,
}

impl Judged {
    fn new(judgement: &Judgement, step: &GcgStep<'_, '_>, alphabet: Alphabet<'_>) -> Judged {
        let points = |thousandths: i64| thousandths as f64 / Candidate::PER_POINT as f64;
        let [made, best] = match &judgement.simulated {
            Some([made, best]) => [Some(made), Some(best)],
            None => [None, None],
        };
        let position = &step.position;
        let text = |action| MoveText::new(action, None, position, alphabet).play;
        let best_move = &judgement.best;
        let bingo = judgement.missed_bingo.as_ref();
        Judged {
            equity: points(judgement.made.equity),
            best: MoveText::new(
                &best_move.action,
                Some(best_move.equity),
                position,
                alphabet,
            ),
            lost: points(judgement.lost()),
            value: judgement.endgame.map(|values| values.made),
            best_value: judgement.endgame.map(|values| values.best),
            exact: judgement.endgame.map(|values| values.is_exact),
            sim_equity: made.map(|one| one.equity),
            best_sim_equity: best.map(|one| one.equity),
            win_rate: made.map(|one| one.win_rate),
            best_win_rate: best.map(|one| one.win_rate),
            sim_best: best.map(|one| text(&one.candidate.action)),
            phonies: (judgement.phonies.iter())
                .map(|word| word.display(alphabet).to_string())
                .collect(),
            missed_bingo: bingo.map(|play| play.display(position.board(), alphabet).to_string()),
        }
    }
}

impl<'a> Turn<'a> {
    fn new(
        gcg: &'a Gcg,
        step: &GcgStep<'a, '_>,
        judgement: Option<&Judgement>,
        alphabet: Alphabet<'_>,
    ) -> Turn<'a> {
        let event = step.event;
        let made = step.action.as_ref();
        let made = made.map(|action| MoveText::new(action, None, &step.position, alphabet).play);
        Turn {
            line: event.line(),
            player: gcg.players()[event.seat().index()].nick(),
            kind: kind(event.kind()),
            cgp: step.cgp().display(alphabet).to_string(),
            r#move: made.unwrap_or_else(|| event.kind().to_string()),
            points: step.points,
            total: step.total,
            note: event.note(),
            judgement: judgement.map(|judgement| Judged::new(judgement, step, alphabet)),
            seat: event.seat(),
            rack: step.position.rack().display(alphabet).to_string(),
        }
    }
}

fn kind(kind: &GcgEventKind) -> &'static str {
    match kind {
        GcgEventKind::Play { .. } => "play",
        GcgEventKind::Exchange(_) | GcgEventKind::ExchangeCount(_) => "exchange",
        GcgEventKind::Pass => "pass",
        GcgEventKind::Withdrawal => "withdrawal",
        GcgEventKind::LostTurn => "lost turn",
        GcgEventKind::ChallengeBonus => "bonus",
        _ => "end",
    }
}

impl<'a> Report<'a> {
    fn new(
        gcg: &'a Gcg,
        warnings: Vec<String>,
        judged: &[(&GcgStep<'a, '_>, Option<Judgement>)],
        alphabet: Alphabet<'_>,
    ) -> Report<'a> {
        let turns: Vec<Turn<'a>> = judged
            .iter()
            .map(|(step, judgement)| Turn::new(gcg, step, judgement.as_ref(), alphabet))
            .collect();
        let player = |seat: Seat| {
            let own = || turns.iter().filter(move |turn| turn.seat == seat);
            let judged = || own().filter_map(|turn| turn.judgement.as_ref());
            let lost: f64 = judged().map(|judged| judged.lost).sum();
            let player = &gcg.players()[seat.index()];
            Player {
                nick: player.nick(),
                name: player.full_name(),
                total: own().next_back().map_or(0, |turn| turn.total),
                turns: judged().count(),
                average_lost: lost / judged().count().max(1) as f64,
                phonies: judged().filter(|judged| !judged.phonies.is_empty()).count(),
                missed_bingos: judged()
                    .filter(|judged| judged.missed_bingo.is_some())
                    .count(),
            }
        };
        Report {
            title: gcg.title(),
            description: gcg.description(),
            warnings,
            players: Seat::BOTH.map(player),
            turns,
        }
    }

    /// Writes a table of the turns, and one of the players.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(title) = self.title {
            writeln!(out, "{}\n", Visible(title))?;
        }
        let mut table = Table::new([
            "player", "rack", "move", "points", "total", "best", "lost", "",
        ]);
        for turn in &self.turns {
            let judged = turn.judgement.as_ref();
            table.row([
                Visible(turn.player).to_string(),
                turn.rack.clone(),
                Visible(&turn.r#move).to_string(),
                turn.points.to_string(),
                turn.total.to_string(),
                judged.map_or_else(String::new, |judged| judged.best.play.clone()),
                judged.map_or_else(String::new, |judged| format!("{:.1}", judged.lost)),
                judged.map_or_else(String::new, Judged::remarks),
            ]);
        }
        table.print(out)?;
        writeln!(out)?;
        let mut table = Table::new([
            "player",
            "total",
            "turns",
            "lost a turn",
            "phonies",
            "missed bingos",
        ]);
        for player in &self.players {
            table.row([
                Visible(player.nick).to_string(),
                player.total.to_string(),
                player.turns.to_string(),
                format!("{:.2}", player.average_lost),
                player.phonies.to_string(),
                player.missed_bingos.to_string(),
            ]);
        }
        table.print(out)
    }
}

impl Judged {
    /// Phonies, the missed bingo, and the results of the simulation, as text.
    fn remarks(&self) -> String {
        let mut remarks = Vec::new();
        if !self.phonies.is_empty() {
            remarks.push(format!("phony: {}", self.phonies.join(", ")));
        }
        if let Some(bingo) = &self.missed_bingo {
            remarks.push(format!("bingo: {bingo}"));
        }
        if let (Some(made), Some(best), Some(text)) =
            (self.win_rate, self.best_win_rate, &self.sim_best)
        {
            remarks.push(format!(
                "wins {:.0} %, {text} {:.0} %",
                100.0 * made,
                100.0 * best
            ));
        }
        if self.exact == Some(false) {
            remarks.push("not exact".to_owned());
        }
        remarks.join("; ")
    }
}
