//! `lexc selfplay`: games of greedy players with statistics of their moves, and games between different players.

mod contest;
mod contest_report;
mod contestant;
mod external;
mod greedy;
mod record;
mod report;
mod statistics;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use lexc_game::MatchResults;
use lexc_runtime::Rules;
use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;

use super::games::RulesArgs;
use super::inputs::Inputs;
use super::json::write_pretty;
use super::lexicon_source::WordsArgs;
use super::outcome::{Answer, Failure};
use super::output::{Output, Written, print};
use super::search::{PlayBuffer, Search, SearchArgs};
use super::table::{plural, whole};
use super::terminal::Progress;
use super::threads::{MAX_THREADS, thread_pool};
use contest::{ContestArgs, ContestGame};
use contest_report::{ContestReport, lead};
use greedy::{Match, Played};
use record::{operations, recorded};
use report::Report;
use statistics::Statistics;

/// Play games of greedy players, or compare two players
///
/// Two players share a full bag. On each turn a player makes the play that ranks first: the one with the highest score.
/// A player without a play exchanges the whole rack if the bag has at least as many tiles as a full rack, and passes
/// otherwise. A game ends when the bag is empty and a player has placed all tiles: that player gains the value of the
/// other's tiles, and the other loses it (with --players or end=tournament in --rules, the player gains twice the value,
/// and the other loses nothing). As in tournaments, a game also ends after six turns in a row, of both players
/// together, that score no point (exchanges, passes or plays): each player then loses the value of its own tiles.
///
/// The seed and the number of a game decide its course: with the same image and rules, the game is the same on every
/// machine, with any number of threads, any search and any algorithm. Only times and counts of the search differ.
///
/// If --players names two players, they play each other, and the report has their scores, wins and standard errors. With --decide, the
/// match ends once a test decides who wins more.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct SelfplayArgs {
    #[command(flatten)]
    input: WordsArgs,
    /// The number of games
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
    /// The number of the first game
    ///
    /// The games of a seed are numbered from 0. For example, one machine plays --games 500 and another plays --games
    /// 500 --first-game 500: together they write the positions of --games 1000.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(0, u64::MAX))]
    first_game: u64,
    /// The seed of the random order of the tiles
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
    /// The number of threads to play on, up to 256 [default: as many as the machine runs at once]
    ///
    /// At most one thread per game is started.
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, MAX_THREADS))]
    threads: Option<u16>,
    #[command(flatten)]
    search: SearchArgs,
    /// Write the positions to this file, one in CGP for each turn; - for standard output
    ///
    /// The positions come in the order of games and turns, each with both racks, the scores, and the number of turns
    /// without points right before it. The operations lex and ld name the lexicon and the alphabet; bb and etl give the
    /// bonus and the exchange limit where they are not the standard ones; bdn names the super board. Other layouts are
    /// not written. The file appears whole or not at all. With -, the report goes to standard error.
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Replace the file of positions if it exists
    #[arg(short, long, requires = "positions")]
    force: bool,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten, next_help_heading = "Comparing players")]
    contest: ContestArgs,
}

const AFTER_HELP: &str = "\
Counts, as in Gordon's tables IV and V (1994):
  moves            turns; each has one search
  plays found      in all moves
  edges traversed  edges of the automaton that the searches followed, to dead prefixes, too. Edges
                   followed for cross-sets do not count
  anchors used     a search starts from each run of tiles on a line, and from each empty square
                   with a tile next to it across the line and none along it; on an empty board,
                   from the start square. Not counted with algorithm every-line, which has none
With --best, plays found, edges and anchors are left out, and no time is spent on counting them.

JSON:
  lexicon, fingerprint  the lexicon's name, and a hash that identifies its words
  games, seed           the number of games, and the seed
  search                \"all\" or \"best\"
  algorithm             \"dawg\", \"gaddag\" or \"every-line\"; \"fastest\" with search \"best\" without
                        --algorithm: image and rack decide
  average_score         the average final score of a player
  total, by_blanks      figures over all turns, and a list of figures by the number of blanks on
                        the rack; each with
    blanks                the number of blanks; only in by_blanks
    moves                 turns; each has one search
    plays_made            turns on which a play was made
    bingos                plays of as many tiles as the rack size
    exchanges, passes     turns on which there was no play
    points                the sum of the scores of the plays made
    plays_found           the number of plays found; this and the next three only with search
                          \"all\"
    edges                 the edges traversed
    anchors               the anchors used; not with algorithm \"every-line\"
    edge_ranges           a list of ranges of the edges followed in a move, each with
      first, last           the least and the largest number of edges
      moves                 the number of moves in the range
    time_us               the time of the searches, in microseconds
  threads               the number of threads
With --players: lexicon, fingerprint, games (the number played), seed, and
  players               a list of both, each with player, the name or the command; wins, the games
                        won; average_score and average_score_error
  draws                 the games that both end with equal scores
  spread, spread_error  the points by which the first player is ahead at the end, on average
  win_rate, win_rate_error
                        the share of games that the first player wins, a draw as half a win
  differing_pairs       with --pairs: pairs, the number of pairs whose games end differently, and
                        spread, spread_error, win_rate and win_rate_error over these. In other
                        pairs, both players have made the same moves
  decision              with --decide: margin, a share of wins; log_likelihood_ratio, which is
                        positive if the first player has won more; better, 1 or 2, the player who
                        wins more games, null if it is not decided
The errors are standard errors, those of spread and win_rate of pairs with --pairs; null for a
single game or pair.

Examples:
  lexc selfplay english.gaddag --games 1000
  lexc selfplay english.gaddag --games 100 --seed 1 --positions positions.cgp
  lexc selfplay english.gaddag --games 1000 --seed 1 --algorithm dawg
  lexc selfplay english.gaddag --games 500 --first-game 500 --positions second-half.cgp
  lexc selfplay english.gaddag --games 2000 --players equity,greedy --leaves english.leaves
  lexc selfplay english.gaddag --games 20000 --pairs --decide 2 --leaves old.leaves \\
    --players equity:leaves=new.leaves,equity
  lexc selfplay english.gaddag --games 100 --pairs --players greedy,command \\
    --command 'lexc bot english.gaddag --player casual8' --records match";

/// The number of games per thread in a batch. A batch ends when all its games are over and one thread
/// has written its positions: larger batches take more memory, smaller ones leave threads idle more often.
const BATCH: usize = 64;

/// The number of games per thread in a batch of a match that a test may end.
const TEST_BATCH: usize = 8;

/// Plays the games and prints the counts.
pub fn run(args: &SelfplayArgs) -> Result<Answer, Failure> {
    let inputs = Inputs::of_words(&args.input)
        .with_leaves(&args.contest.leaves)
        .with_leave_images(args.contest.own_leaves())
        .with("layout", args.rules.layout());
    let create = |path: &PathBuf| {
        inputs.refuse_to_replace(path)?;
        Output::create(path, args.force)
    };
    let positions = args.positions.as_ref().map(create).transpose()?;
    let images = inputs.read()?;
    let lexicon = images.lexicon()?;
    let search = Search::new(&args.search, lexicon)?;
    let mut settings = args.rules.settings(lexicon.alphabet())?;
    if !args.contest.is_contest() {
        settings = settings.for_greedy_games();
    }
    let rules = args.rules.checked(&settings, lexicon.alphabet())?;
    check_bag(&rules)?;
    args.contest.check(args.games, args.first_game)?;
    args.contest.check_rules(&rules)?;
    let leaves = images.all_leaves(&lexicon)?;
    let leaves = args.contest.leaves_of(&args.input.lexicon.source, &leaves);
    let heuristics = args.contest.heuristics(lexicon.alphabet(), leaves);
    let contest = args.contest.contest(&lexicon, leaves, &heuristics)?;
    let operations = positions.is_some().then(|| operations(&lexicon, &rules));
    let pool = thread_pool(args.threads, args.games)?;
    let games = Games {
        args,
        pool: &pool,
        is_stdout_taken: matches!(positions, Some(Output::Stdout)),
    };
    match contest {
        Some(contest) => {
            let mut results = MatchResults::new(contest.has_pairs);
            // The games so far in any order, for the line of progress.
            let tally = Mutex::new(MatchResults::new(false));
            let play = |number, progress: &Progress| {
                let game = contest.play(&rules, (args.seed, number), |game| {
                    recorded(game, operations.as_deref(), lexicon.alphabet())
                })?;
                let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
                game.add_to(&mut tally);
                progress.set_unit(|| lead(&tally));
                Ok(game)
            };
            let add = |game: ContestGame, out: &mut dyn Write| {
                out.write_all(game.positions.as_bytes())?;
                Ok(contest.add(&mut results, &game))
            };
            let batch = match contest.test {
                // Games after the decision are played in vain.
                Some(_) => TEST_BATCH,
                None => BATCH,
            };
            if games.play(batch, positions, play, add)? == Written::Part {
                return Ok(Answer::Yes);
            }
            let report = ContestReport::new(&contest, args.seed, &results);
            games.print(&report, |out| report.write_text(out))
        }
        None => {
            let players = Match {
                search,
                rules: &rules,
                alphabet: lexicon.alphabet(),
                seed: args.seed,
                operations,
            };
            let mut statistics = Statistics::default();
            let play = |number, _: &Progress| {
                let played = players.play(number, &mut PlayBuffer::default());
                Ok(played.expect("the full bag fills two racks"))
            };
            let add = |played: Played, out: &mut dyn Write| {
                statistics.add(&played.statistics);
                out.write_all(played.positions.as_bytes())?;
                Ok(Ok(ControlFlow::Continue(())))
            };
            if games.play(BATCH, positions, play, add)? == Written::Part {
                return Ok(Answer::Yes);
            }
            let threads = pool.current_num_threads();
            let report = Report::new(&lexicon, &search, args.seed, threads, &statistics);
            games.print(&report, |out| report.write_text(out))
        }
    }
}

/// Fails if the full bag does not fill two racks.
fn check_bag(rules: &Rules) -> Result<(), Failure> {
    let (tiles, rack_size) = (rules.full_bag().len(), rules.rack_size());
    match tiles / 2 {
        0 => Err(Failure(format!(
            "the alphabet has {} in the bag (build the image with an alphabet that counts its tiles)",
            plural(tiles as u64, "tile")
        ))),
        most if most < rack_size => Err(Failure(format!(
            "the alphabet has {tiles} tiles in the bag, and two racks of {rack_size} take more (take --rack-size {most} or less)"
        ))),
        _ => Ok(()),
    }
}

/// The games of this command, and the threads that play them.
struct Games<'a> {
    args: &'a SelfplayArgs,
    pool: &'a ThreadPool,
    /// True if the positions go to standard output. The report then goes to standard error.
    is_stdout_taken: bool,
}

impl Games<'_> {
    /// Plays the games in batches of `batch` games a thread, and adds each, in order, to the counts and to the output of the
    /// positions, until `add` breaks.
    fn play<P: Send>(
        &self,
        batch: usize,
        positions: Option<Output>,
        play: impl Fn(u64, &Progress) -> Result<P, Failure> + Sync,
        mut add: impl FnMut(P, &mut dyn Write) -> io::Result<Result<ControlFlow<()>, Failure>>,
    ) -> Result<Written, Failure> {
        let (games, first) = (self.args.games, self.args.first_game);
        let end = first.checked_add(games).ok_or_else(|| {
            Failure(format!(
                "--first-game {first}: {games} games from there exceed the last number, {} (start earlier)",
                u64::MAX - 1
            ))
        })?;
        let progress = Progress::of_count("playing", games, "games");
        let play = |number: u64| {
            let played = play(number, &progress);
            progress.advance();
            played
        };
        let mut failure = None;
        let batch = (batch * self.pool.current_num_threads()) as u64;
        let mut run = |out: &mut dyn Write| {
            let mut next = first;
            while next < end {
                let batch_end = end.min(next.saturating_add(batch));
                let numbers = (next..batch_end).into_par_iter();
                let played: Result<Vec<P>, Failure> =
                    self.pool.install(|| numbers.map(&play).collect());
                let mut fail = |found| {
                    failure = Some(found);
                    io::Error::other("a game has failed")
                };
                for game in played.map_err(&mut fail)? {
                    if add(game, out)?.map_err(&mut fail)?.is_break() {
                        return Ok(());
                    }
                }
                next = batch_end;
            }
            Ok(())
        };
        let written = match positions {
            Some(output) => output.write(run),
            None => run(&mut io::sink())
                .map(|()| Written::Whole)
                .map_err(Failure::stdout),
        };
        match failure {
            Some(failure) => Err(failure),
            None => written,
        }
    }

    /// Prints the report.
    fn print(
        &self,
        report: &impl Serialize,
        write_text: impl Fn(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Answer, Failure> {
        let write = |out: &mut dyn Write| match self.args.json {
            true => write_pretty(out, report),
            false => write_text(out),
        };
        if self.is_stdout_taken {
            // If standard error can't be written, the report is lost.
            let _ = write(&mut io::stderr().lock());
        } else {
            print(write)?;
        }
        Ok(Answer::Yes)
    }
}
