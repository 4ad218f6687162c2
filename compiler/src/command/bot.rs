//! `lexc bot`: a player for other programs, which exchange lines of JSON with it.

mod request;

use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use clap::Args;
use lexc_compiler::text::to_nfc;
use lexc_game::{Advice, AdvisedMove, PlayerView, RackHeuristic, RankedBy};
use lexc_runtime::{Alphabet, Board, Leaves, Lexicon, Move, TrackedPosition};
use rayon::ThreadPool;
use serde::Serialize;

use super::games::{Games, RulesArgs};
use super::inputs::Inputs;
use super::json::to_text;
use super::leaves_args::LeavesArgs;
use super::lexicon_source::WordsArgs;
use super::outcome::{Answer, Failure};
use super::output::AnswerStream;
use super::players::{PlayerName, Sampling, player, plies, plies_help};
use super::table::{seconds, whole};
use super::threads::{MAX_THREADS, thread_pool};
use request::{Kind, Problem, Request};

/// Choose moves for other programs, as lines of JSON
///
/// Writes a line about itself, and then an answer to each line of standard input, in their order. A line is a JSON object with a
/// position, or {"stop": true}, which ends the searches of all positions before it: they are answered with the best moves found. It
/// has no answer of its own. The end of standard input ends the bot after its last answer.
///
/// The bot keeps nothing from one position to the next, and the same line gives the same move on any number of threads, unless
/// a limit of time or a stop ends its search.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct BotArgs {
    #[command(flatten)]
    input: WordsArgs,
    /// The way to choose moves, as for lexc selfplay [default: sim with leaves, else greedy]
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    player: Option<PlayerName>,
    /// The time for a move that gives none, in seconds, such as 8 or 0.5 [default: no limit of time, but of samples and nodes]
    ///
    /// minimax2 and minimax4 take the time that they need before the end game, and a stop does not end their search.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[arg(help = plies_help("The number of moves after the candidate in the samples of sim"))]
    #[arg(long, value_name = "N", value_parser = plies)]
    plies: Option<u32>,
    /// Let sim draw the opponent's tiles by the last of the moves: the less good it was with some tiles, the less likely they are
    #[arg(long)]
    infer: bool,
    /// The number of threads, up to 256 [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, MAX_THREADS))]
    threads: Option<u16>,
    #[command(flatten)]
    leaves: LeavesArgs,
    #[command(flatten)]
    rules: RulesArgs,
}

const AFTER_HELP: &str = "\
First line:
  bot, version   \"lexc\", and its version
  protocol       1. Later versions may add keys to all lines; programs ignore keys that they don't know
  lexicon, fingerprint, player
                 the lexicon's name, a hash of its words, and the name of the player

Position, with at least cgp or moves:
  id             any value; the answer has it, too
  cgp            the position, with the rack of the player on turn first
  moves          a list of moves of both players in turn, from the position of cgp on, or from an empty
                 board: \"8D RETSINA\", \"exchange QV\" or with the number of tiles \"exchange 2\", \"pass\".
                 The racks of the position are then taken as unknown
  rack           the rack of the player on turn after the moves
  opponent       tiles known to be on the other rack after the moves
  rules          the rules, as for --rules; they come before those of the options
  seconds        the time for the move, as with --time-limit
  clock          the seconds that the player has for the rest of the game: takes a part for this move
  samples, seed  the largest number of samples of sim, and their seed
  alternatives   the number of other moves to list, 0 unless given

Answer:
  id             as given, or null
  move           the move, such as \"8D RETSINA\", \"exchange QV\" or \"pass\"
  ranked_by      \"score\", \"equity\", \"simulation\", \"pre-endgame\", \"endgame\" or \"choice\"
  value          points that the move gains as far as the search looks, or null
  win_rate       the share of wins from 0 to 1, or null
  exact          for \"pre-endgame\" and \"endgame\", false if a limit ended a search, so that value and
                 win_rate are estimates; else null
  samples        the samples of a simulation, or null
  line           the move, and in an end game the moves expected after it
  alternatives   a list of objects with move, value, win_rate and exact, best first
  seconds        the time that the answer took

Error, in place of an answer:
  id             as given, or null
  error          the fault, its place, and the remedy
  kind           \"line\" (not a line of JSON), \"request\" (keys or values), \"rules\", \"position\" or
                 \"moves\"

Examples:
  lexc bot english.gaddag --leaves english.leaves --time-limit 5
  echo '{\"moves\":[\"8D RETSINA\"],\"rack\":\"AEHMT?S\",\"alternatives\":2}' | lexc bot english.gaddag";

/// The longest line that is read, by the bot and by programs that ask it.
pub const MAX_LINE_BYTES: u64 = 1 << 20;

/// The number of the contract between both.
pub const PROTOCOL: u32 = 1;

/// Answers the lines of standard input.
pub fn run(args: &BotArgs) -> Result<Answer, Failure> {
    let inputs = Inputs::of_words(&args.input).with_leaves(&args.leaves);
    let images = inputs
        .with("requests", [std::path::Path::new("-")])
        .read()?;
    let lexicon = images.lexicon()?;
    let leaves = images.leaves(&lexicon)?;
    let leaves = leaves.as_ref().map(|leaves| leaves as &(dyn Leaves + Sync));
    let mut out = AnswerStream::open();
    let input = io::BufReader::new(io::stdin());
    answer(args, &lexicon, leaves, input, &mut |line| {
        out.answer(|out| writeln!(out, "{line}"))?;
        out.flush()?;
        Ok(!out.is_closed())
    })?;
    Ok(Answer::Yes)
}

/// Answers lines: `write` gets a line about the bot, then each answer, until it returns `false`.
pub fn answer(
    args: &BotArgs,
    lexicon: &Lexicon<'_>,
    leaves: Option<&(dyn Leaves + Sync)>,
    input: impl BufRead + Send + 'static,
    write: &mut dyn FnMut(String) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let name = args.player.unwrap_or(match leaves {
        Some(_) => PlayerName::Sim,
        None => PlayerName::Greedy,
    });
    if name.uses_leaves() && leaves.is_none() {
        let message = format!("--player {name}: needs leave values (add --leaves)");
        return Err(Failure(message));
    }
    let heuristic = name.heuristic(lexicon.alphabet(), leaves);
    let bot = Bot {
        args,
        lexicon,
        leaves,
        name,
        heuristic: heuristic.as_ref(),
        games: Games::new(&args.rules, lexicon.alphabet())?,
        pool: thread_pool(args.threads, u64::MAX)?,
    };
    write(to_text(&bot.hello()))?;
    let (sender, lines) = channel();
    let reader = std::thread::Builder::new().spawn(move || read_lines(input, &sender));
    reader.map_err(|error| Failure(format!("no thread to read with: {error}")))?;
    for line in lines {
        let line = line.map_err(|error| Failure::input("standard input", &error))?;
        if !write(to_text(&bot.reply(line)))? {
            break;
        }
    }
    Ok(())
}

/// A line to answer.
struct Line {
    request: Result<Request, Problem>,
    /// Ends the search once it is true.
    stop: Arc<AtomicBool>,
}

/// Reads lines and sends the ones to answer, until the input ends. A stop ends the searches of the lines before it.
fn read_lines(mut input: impl BufRead, lines: &Sender<io::Result<Line>>) {
    let mut open: Vec<Arc<AtomicBool>> = Vec::new();
    loop {
        let mut bytes = Vec::new();
        let read = input
            .by_ref()
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut bytes);
        match read {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => {
                let _ = lines.send(Err(error));
                return;
            }
        }
        let is_whole = bytes.last() == Some(&b'\n') || (bytes.len() as u64) < MAX_LINE_BYTES;
        if !is_whole && input.skip_until(b'\n').is_err() {
            return;
        }
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let request = match is_whole {
            true => Request::parse(bytes.trim_ascii()),
            false => Err(Problem::new(
                Kind::Line,
                format!("more than {MAX_LINE_BYTES} bytes in a line"),
            )),
        };
        // A flag that the other thread has dropped belongs to a line that is answered.
        open.retain(|flag| Arc::strong_count(flag) > 1);
        if matches!(&request, Ok(request) if request.stop) {
            open.drain(..)
                .for_each(|flag| flag.store(true, Ordering::Relaxed));
            continue;
        }
        let stop = Arc::new(AtomicBool::new(false));
        open.push(Arc::clone(&stop));
        if lines.send(Ok(Line { request, stop })).is_err() {
            return;
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Reply {
    Choice(Choice),
    Problem(Problem),
}

#[derive(Serialize)]
struct Hello<'a> {
    bot: &'static str,
    version: &'static str,
    protocol: u32,
    lexicon: &'a str,
    fingerprint: String,
    player: PlayerName,
}

/// The answer to a position.
#[derive(Serialize)]
struct Choice {
    id: serde_json::Value,
    #[serde(flatten)]
    best: MoveValue,
    ranked_by: &'static str,
    samples: Option<u32>,
    line: Vec<String>,
    alternatives: Vec<MoveValue>,
    seconds: f64,
}

#[derive(Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    action: String,
    value: Option<f64>,
    win_rate: Option<f64>,
    exact: Option<bool>,
}

struct Bot<'a> {
    args: &'a BotArgs,
    lexicon: &'a Lexicon<'a>,
    leaves: Option<&'a (dyn Leaves + Sync)>,
    name: PlayerName,
    heuristic: Option<&'a RackHeuristic>,
    games: Games,
    pool: ThreadPool,
}

impl Bot<'_> {
    fn hello(&self) -> Hello<'_> {
        Hello {
            bot: "lexc",
            version: env!("CARGO_PKG_VERSION"),
            protocol: PROTOCOL,
            lexicon: self.lexicon.name(),
            fingerprint: self.lexicon.fingerprint().to_string(),
            player: self.name,
        }
    }

    fn reply(&self, line: Line) -> Reply {
        let start = Instant::now();
        let request = match line.request {
            Ok(request) => request,
            Err(problem) => return Reply::Problem(problem),
        };
        let id = request.id.clone();
        match self.choose(&request, &line.stop) {
            Ok(choice) => Reply::Choice(Choice {
                id,
                seconds: start.elapsed().as_secs_f64(),
                ..choice
            }),
            Err(problem) => Reply::Problem(Problem { id, ..problem }),
        }
    }

    fn choose(&self, request: &Request, stop: &AtomicBool) -> Result<Choice, Problem> {
        let alphabet = self.lexicon.alphabet();
        let games = self.games.with_text(&to_nfc(&request.rules), alphabet);
        let games = games.map_err(|error| Problem::new(Kind::Rules, error))?;
        let (rules, state, last_move) = request.state(&games, alphabet)?;
        let position = state.position(&rules);
        let position = position.map_err(|error| Problem::new(Kind::Position, error))?;
        let tracked = TrackedPosition::new(self.lexicon, position);
        let view = PlayerView::of(state, &tracked).with_last_move(last_move);
        let clock = request.clock.map(|clock| view.time_for_move(clock));
        let limits = [request.seconds, clock];
        let given = limits.into_iter().flatten().min();
        let sampling = Sampling {
            plies: self.args.plies,
            samples: request.samples,
            seed: request.seed,
            infers: self.args.infer,
        };
        let strength = self.name.strength(self.leaves, self.heuristic, sampling);
        let count = match request.alternatives {
            0 => 0,
            others => others.saturating_add(1),
        };
        let advice = self.pool.install(|| {
            let time_limit = given.or(self.args.time_limit);
            let threads = self.pool.current_num_threads();
            let player = player(self.lexicon, strength, time_limit, threads);
            player.advise(&view, count, stop)
        });
        Ok(Choice::new(&advice, view.state().board(), alphabet, count))
    }
}

impl Choice {
    fn new(advice: &Advice, board: &Board, alphabet: Alphabet<'_>, count: usize) -> Choice {
        let text = |action: &Move| action.display(board, alphabet).to_string();
        let is_solved = matches!(advice.ranked_by, RankedBy::Endgame | RankedBy::PreEndgame);
        let value = |one: &AdvisedMove| MoveValue {
            action: text(&one.action),
            value: one.points.or(match one.action {
                Move::Play(play) if advice.ranked_by == RankedBy::Score => {
                    Some(play.score().into())
                }
                _ => None,
            }),
            win_rate: one.win_rate,
            exact: is_solved.then_some(one.is_exact),
        };
        let mut moves = advice
            .ideas
            .iter()
            .filter_map(|idea| idea.first())
            .map(value);
        let pass = || MoveValue {
            action: text(&Move::Pass),
            value: None,
            win_rate: None,
            exact: None,
        };
        // Each move of the line is written on the board before it.
        let mut board = board.clone();
        let line = advice.line.iter().map(|action| {
            let text = action.display(&board, alphabet).to_string();
            if let Move::Play(play) = action {
                board.play_unchecked(play);
            }
            text
        });
        Choice {
            id: serde_json::Value::Null,
            line: line.collect(),
            best: moves.next().unwrap_or_else(pass),
            ranked_by: advice.ranked_by.name(),
            samples: advice.ranked_by.samples(),
            alternatives: moves.take(count.saturating_sub(1)).collect(),
            seconds: 0.0,
        }
    }
}
