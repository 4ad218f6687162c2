//! `lexc analyze`: the moves of a game record beside the best ones.

mod chart;
mod files;
mod game;
mod games;
mod missed;
mod page;
mod report;
mod text;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{ArgGroup, Args};
use lexc_game::{Analysis, Gcg, Simulation};
use lexc_runtime::{Alphabet, Leaves, Lexicon, Rules, RulesText};
use rayon::ThreadPool;

use super::games::{RulesArgs, rules_of_record};
use super::inputs::{Inputs, read_bytes, values_or_zero};
use super::json::write_pretty;
use super::leaves_args::LeavesArgs;
use super::lexicon_source::WordsArgs;
use super::outcome::{Answer, Failure};
use super::output::{Output, print};
use super::patterns::expanded;
use super::players::{Sampling, plies, plies_help, samples, samples_help};
use super::record::RecordArgs;
use super::table::{plural, seconds, whole};
use super::terminal::{Progress, say, say_failure};
use super::threads::{MAX_THREADS, thread_pool};
use chart::Chart;
use files::{Files, Outputs};
use game::{AnalyzedGame, analysis};
use games::Games;
use missed::Missed;
use page::Page;
use report::Report;

/// Compare the moves of games with the best ones
///
/// Reads a game record in GCG and replays it by the rules. For each turn whose move and full rack are known, finds the move
/// of the highest equity: the score plus the value of the leave. The points lost are the equity of this best move less
/// that of the move made. A withdrawn play counts as a pass; from then on, its tiles are known to the opponent. If the
/// bag has one to four tiles, or with --sim one or two, moves are compared by share of wins and mean value over every order of the unseen tiles;
/// once the bag is empty, by value. lexc endgame
/// computes the same figures. While the bag has more than two tiles, --sim simulates the move made and the best moves, and
/// compares them by their mean equity, or, once the bag has no more tiles than a full rack, by wins. The column "by" says for each
/// turn how its moves are compared. The worst moves follow, with the kind of each mistake, and then the averages of both players.
///
/// For a folder or several records, prints the averages of each player in each game, and of each player over all games. A file
/// that is named twice counts once. A record that can't be analyzed is reported, and the exit code is then 2.
///
/// A record of lexc play keeps the rules of its game; for other records, options give them. Points, totals and racks of the
/// record that cannot be right are repaired, with a warning; so are pragmas that are not obeyed. A record that cannot be
/// replayed is refused with the place.
#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_long_help = AFTER_HELP,
    group = ArgGroup::new("words").multiple(true),
    group = ArgGroup::new("files").multiple(true),
)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    input: WordsArgs,
    /// The game records, in GCG, or folders with files .gcg; - for standard input
    #[arg(value_name = "GAME", required = true)]
    games: Vec<PathBuf>,
    /// Simulate each turn with more than two tiles in the bag, as lexc sim does
    #[arg(long)]
    sim: bool,
    #[arg(help = plies_help("The number of moves that a sample has after the simulated move, of both players together"))]
    #[arg(long, value_name = "N", requires = "sim", value_parser = plies)]
    plies: Option<u32>,
    #[arg(help = samples_help("The largest number of samples of a turn, rounded up to a multiple of 32", Simulation::ANALYSIS_SAMPLES))]
    #[arg(long, value_name = "N", requires = "sim", value_parser = samples)]
    samples: Option<u32>,
    /// Take at most this many seconds for a turn, such as 8 or 0.5; results then depend on the machine
    ///
    /// The samples of --sim, and the nodes of end games, have no other limit then, unless --samples is given.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Draw the tiles of the other player by that player's last move, with --sim and with one to four tiles in the bag: the less good
    /// the move was with some tiles, the less likely they are
    #[arg(long)]
    infer: bool,
    /// The seed of the samples
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sim")]
    #[arg(value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
    /// The number of threads, up to 256 [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, MAX_THREADS))]
    threads: Option<u16>,
    /// Refuse a record with more events than this
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = whole::<usize>(1, usize::MAX as u64))]
    max_events: usize,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    /// Print CSV: a row for each player of each game, and one for each player over all games, without a game
    ///
    /// The name of a game or a player that starts with =, +, - or @, or with a tab or a line end, follows an apostrophe, because
    /// spreadsheets would take it for a formula.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Write a page with boards, tables of the best moves and a chart to this file, too
    ///
    /// The page is a single file of HTML, in light or dark colours. Arrow keys, buttons, swipes, the chart and links
    /// lead from turn to turn; without scripts, the page shows all turns. It appears whole or not at all. For a folder or
    /// several records, names a folder, which is made if it is missing, for a page of each game and an index.html,
    /// which has the records that can't be analyzed, too.
    #[arg(long, value_name = "FILE|FOLDER", group = "files")]
    html: Option<PathBuf>,
    /// Write the chart of the page, with the worst moves, to this file, too, as a picture in SVG
    #[arg(long, value_name = "FILE", group = "files")]
    chart: Option<PathBuf>,
    /// Write the words of the best plays that were missed to this file, too
    ///
    /// Turns count if they have a mistake, as the key mistake below has them, and the move made has another word.
    #[arg(long, value_name = "FILE", groups = ["files", "words"])]
    missed: Option<PathBuf>,
    /// Write a deck of cards with these words to this file, too, for Anki's import of text
    ///
    /// The front of a card has the rack, and the tiles on the board that the word runs through; the back has the word, with
    /// its definition if the image has definitions. The kinds of the mistakes are tags.
    #[arg(long, value_name = "FILE", groups = ["files", "words"])]
    deck: Option<PathBuf>,
    /// Take the words that the player with this nickname has missed
    #[arg(long, value_name = "NICK", requires = "words")]
    player: Option<String>,
    /// Replace files that exist
    #[arg(short, long, requires = "files")]
    force: bool,
    #[command(flatten)]
    record: RecordArgs,
    #[command(flatten)]
    leaves: LeavesArgs,
    #[command(flatten)]
    rules: RulesArgs,
}

const AFTER_HELP: &str = "\
JSON:
  title, description  as in the record, or null
  warnings        a list of repairs, as texts
  players         a list of both, each with
    nick, name      the nickname and the full name
    total           the score at the end of the record
    turns           the number of turns that are compared
    average_lost    the points lost per compared turn, on average; 0 if no turn is compared
    average_win_rate_lost
                    the share of wins lost per turn, on average over the turns that have it, from 0 to 1;
                    null if none has
    phonies         the number of compared plays that form a phony, even if they lost nothing
    mistakes        the number of turns with each kind of mistake: phony, missed_bingo, end_game,
                    board, leave and score
  worst           the numbers of the turns with mistakes, the worst first: by points lost, or by the
                  per cent of wins lost if that is more
  turns           a list of the events in order, each with
    number          1 for the first event
    line            the number of the event's line in the record
    player          the nickname
    kind            \"play\", \"exchange\", \"pass\", \"withdrawal\", \"lost turn\", \"bonus\" or \"end\"
    withdrawn       true for a play that is withdrawn later
    cgp             the position before, with the rack as far as known, and the tiles of the opponent's
                    rack that a withdrawn play has shown
    move            the move, as lexc moves writes it; or the event as GCG writes it
    points, total   the points of the event, and the player's total after it, by the rules;
                    challenge bonuses and time penalties count as in the record
    note            the note on the event; empty if there is none
    judgement       null if nothing is compared; or an object with
      ranked_by       the way in which moves are compared: \"endgame\", \"pre-endgame\" (with 1 to 4
                      tiles in the bag), \"simulation\" or \"equity\"
      equity          the score of the move made plus the value of its leave; for a withdrawn play
                      the equity of the pass
      best            the best move: play, coordinate, direction, row, col, word, tiles, score, placed,
                      leave, leave_value and equity as for lexc moves
      lost            the points lost: in value for \"endgame\" and \"pre-endgame\", in mean equity for
                      \"simulation\", else in equity
      mistake         null, or the kind of mistake, which is a key of mistakes above
      value, best_value, exact
                      with at most four tiles in the bag, the values of both moves, as lexc endgame
                      defines them; exact is false if they are estimates. null with more
                      tiles, if simulated, for an exchange with 1 to 4, or with an alphabet without
                      counts of tiles
      win_rate, best_win_rate, win_rate_lost
                      if a value is known, or if simulated, the shares of wins of both moves, and
                      the share lost; else null. In an end game, 1 for a win and 0.5 for a draw
      sim_equity, best_sim_equity, sim_best
                      if simulated, the results of the move made and of the best move, and that best
                      move; else null
      phonies         a list of words
      moves           a list of the moves of up to 5 best ideas, at most 3 of each unless simulated,
                      and of the move made, each with the keys of the object best, and
        rank            the rank of its idea, as lexc moves groups plays, from 1 on, among the moves
                        that are compared; null for a phony, and for a move made that can't be best
        made            true for the move made
        value, sim_equity, win_rate
                        as above, or null if not known, because the move can't be best
  open_turn       null if the record lacks the rack of the player on turn after the last event
                  (as #rack1, #rack2 or #incomplete); or an object with
    player          the nickname of the player on turn
    cgp             the position
For a folder or several records:
  games           a list of the records, each with
    game            the file
    error           null, or the reason for which it could not be analyzed
    players         as above; empty after an error
  players         a list of the players, told apart by nicknames, each with
    nick            the nickname
    games           the number of games
    total           the sum of the scores
    turns, average_lost, average_win_rate_lost, phonies, mistakes
                    as above, over all games

Examples:
  lexc analyze english.gaddag game.gcg --leaves english.leaves
  lexc analyze english.gaddag game.gcg --leaves english.leaves --html game.html
  lexc analyze english.gaddag game.gcg --leaves english.leaves --sim --json | jq '.players'
  lexc analyze english.gaddag games --leaves english.leaves --html pages --deck missed.txt --player ann";

/// Analyzes the games and prints the result.
pub fn run(args: &AnalyzeArgs) -> Result<Answer, Failure> {
    let files = Files::of(&expanded(&args.games)?)?;
    let inputs = Inputs::of_words(&args.input)
        .with_leaves(&args.leaves)
        .with("game", files.paths())
        .with("layout", args.rules.layout());
    let outputs = [&args.html, &args.chart, &args.missed, &args.deck].map(Option::as_deref);
    let outputs = Outputs::create(outputs, &files, &inputs, args.force)?;
    let (mut page, mut chart, pages) = (outputs.page, outputs.chart, outputs.pages);
    let images = inputs.read()?;
    let lexicon = images.lexicon()?;
    let leaves = images.leaves(&lexicon)?;
    let leaves = values_or_zero(leaves.as_ref());
    let simulation = args.sim.then(|| {
        let simulation = Simulation::new(&lexicon, leaves)
            .with_candidates(Simulation::PLAYER_CANDIDATES)
            .with_samples(Simulation::ANALYSIS_SAMPLES);
        let sampling = Sampling {
            plies: args.plies,
            samples: args.samples,
            seed: args.seed,
            infers: false,
        };
        sampling.limit(simulation, args.time_limit)
    });
    let analysis = analysis(&lexicon, leaves, simulation, args.time_limit);
    let analyst = Analyst {
        args,
        alphabet: lexicon.alphabet(),
        settings: args.rules.settings(lexicon.alphabet())?,
        analysis: analysis.with_inference(args.infer),
        pool: thread_pool(args.threads, u64::MAX)?,
    };
    let (mut games, mut missed) = (Games::default(), Missed::default());
    let count = files.paths().len() as u64;
    let progress = (!files.is_one()).then(|| Progress::of_count("analyzing", count, "games"));
    for (index, path) in files.paths().enumerate() {
        let page_file = pages.get(index);
        let analyzed = analyst.with_game(path, files.is_one(), |game, report| {
            let output = match page_file {
                Some(file) => Some(Output::create(&file.path, args.force)?),
                None => page.take(),
            };
            if let Some(output) = output {
                output.write(|out| Page { report, game }.write(out))?;
            }
            if let Some(output) = chart.take() {
                output.write(|out| Chart::new(report).write_picture(out))?;
            }
            // A game whose page can't be written counts as not analyzed.
            missed.add(game, args.player.as_deref(), &lexicon);
            if files.is_one() && !args.csv {
                print(|out| match args.json {
                    true => write_pretty(out, report),
                    false => text::write(report, out),
                })?;
            }
            Ok(report.players.clone())
        });
        let name = path.to_string_lossy().into_owned();
        match analyzed {
            Ok(players) => games.add(name, players, page_file.map(|file| file.name.clone())),
            Err(failure) if files.is_one() => return Err(failure),
            Err(failure) => {
                say_failure(&failure);
                games.add_failed(name, failure.to_string());
            }
        }
        progress.iter().for_each(Progress::advance);
    }
    drop(progress);
    let absent = args.player.as_deref().filter(|nick| !games.has(nick));
    if absent.is_none() {
        if let Some(output) = outputs.missed {
            output.write(|out| missed.write_words(out))?;
        }
        if let Some(output) = outputs.deck {
            output.write(|out| missed.write_deck(out))?;
        }
    }
    if let Some(index) = pages.last() {
        let output = Output::create(&index.path, args.force)?;
        output.write(|out| games.write_page(out))?;
    }
    if args.csv {
        Output::Stdout.write_text(|out| games.write_csv(out))?;
    } else if !files.is_one() {
        print(|out| match args.json {
            true => write_pretty(out, &games),
            false => games.write_text(out),
        })?;
    }
    match (games.failed(), absent) {
        (0, None) => Ok(Answer::Yes),
        (0, Some(nick)) => Err(Failure(format!(
            "--player {nick}: no record has this player (name one of the players in the table)"
        ))),
        (failed, absent) => {
            let absent = absent.map(|nick| format!(", and no other has the player {nick}"));
            Err(Failure(format!(
                "{failed} of {} could not be analyzed{} (the messages above have the places)",
                plural(count, "record"),
                absent.unwrap_or_default()
            )))
        }
    }
}

/// Analyzes a game without a simulation, and writes its page to a new file. Once another thread sets `stop`, returns early without a
/// file.
///
/// # Errors
/// The record can't be replayed by the rules, or the file exists or can't be written.
pub fn write_page(
    gcg: &Gcg,
    rules: &Rules,
    lexicon: &Lexicon<'_>,
    leaves: &(dyn Leaves + Sync),
    path: &Path,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let (_, game) = AnalyzedGame::replay(gcg, rules, lexicon.alphabet());
    let mut game = game.map_err(Failure::new)?;
    let output = Output::create(path, false)?;
    if game.judge(&analysis(lexicon, leaves, None, None), || {
        !stop.load(Ordering::Relaxed)
    }) {
        let report = &Report::new(&game, Vec::new());
        let game = &game;
        output.write(|out| Page { report, game }.write(out))?;
    }
    Ok(())
}

/// Reads records and judges their moves.
struct Analyst<'a> {
    args: &'a AnalyzeArgs,
    alphabet: Alphabet<'a>,
    settings: RulesText,
    analysis: Analysis<'a>,
    pool: ThreadPool,
}

impl Analyst<'_> {
    /// Analyzes the record in a file, and passes the result on. Shows its progress if it is the only one.
    fn with_game<R>(
        &self,
        path: &Path,
        is_only: bool,
        then: impl FnOnce(&AnalyzedGame<'_>, &Report<'_>) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let (args, alphabet) = (self.args, self.alphabet);
        let bytes = read_bytes(path, Gcg::MAX_BYTES, "check what it is")?;
        let record = args.record.read(path, &bytes)?;
        // The output has kilobytes for each event.
        if let Some(event) = record.gcg.events().get(args.max_events) {
            return Err(Failure(format!(
                "{}:{}: more than {} (check what the file is, or raise --max-events)",
                record.source,
                event.line(),
                plural(args.max_events as u64, "event"),
            )));
        }
        let gcg = &record.gcg;
        let rules = rules_of_record(&args.rules, &self.settings, gcg, &record.source, alphabet)?;
        let (repairs, game) = AnalyzedGame::replay(gcg, &rules, alphabet);
        let mut repairs = [record.repairs.clone(), repairs].concat();
        repairs.sort_by_key(|repair| repair.line);
        let warnings: Vec<String> = repairs.iter().map(ToString::to_string).collect();
        for warning in &warnings {
            say(&format_args!("{}: warning: {warning}", record.source));
        }
        let mut game = game.map_err(|error| record.refused(&error))?;
        let count = game.steps.len() as u64;
        let progress = is_only.then(|| Progress::of_count("analyzing", count, "events"));
        let advance = || {
            progress.iter().for_each(Progress::advance);
            true
        };
        self.pool.install(|| game.judge(&self.analysis, advance));
        drop(progress);
        then(&game, &Report::new(&game, warnings))
    }
}
