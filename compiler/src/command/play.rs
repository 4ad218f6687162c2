//! `lexc play`: a game against the machine, on a screen or in lines of text.

mod app;
mod clocks;
mod entry;
mod hints;
mod lines;
mod machine;
mod order;
mod record;
mod screen;
mod session;
mod terminal;
#[cfg(test)]
mod tests;

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use lexc_game::{Game, GcgRepair, Random};
use lexc_runtime::{Alphabet, ChallengeRule, Clock, Leaves, Lexicon, NoLeaves, Rules, Seat};

use super::games::{RulesArgs, rules_of_record};
use super::inputs::{Inputs, in_view, read_regular};
use super::leaves_args::LeavesArgs;
use super::lexicon_source::WordsArgs;
use super::outcome::{Answer, Failure};
use super::players::{Strength, adviser};
use super::record::{Record, RecordArgs};
use super::table::{seconds, whole};
use super::terminal::{in_color, say};
use machine::{MACHINE, Machine};
use session::Session;

/// Play a game against the machine
///
/// On a terminal, which must have at least 80 columns and 24 rows, tiles are placed by keys; ? lists the keys.
/// Otherwise, and with --lines, the game takes orders from standard input, one a line, such as 8D CARE or exchange QV;
/// type help for a list of the orders.
///
/// If you name a file, the game is saved there in GCG after each turn. If the file exists, its game continues. If the file
/// has notes, or another program changes it, it stays unchanged, and the game is saved beside it: game-2.gcg beside
/// game.gcg. As in lexc selfplay, a game ends when the bag is empty and a player has placed all tiles, or after six turns in
/// a row without points. The order analyze then writes a page about its moves beside the record: game.html, as lexc analyze
/// --html does.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct PlayArgs {
    #[command(flatten)]
    input: WordsArgs,
    /// The record of the game: continued if the file exists, and saved after each turn
    game: Option<PathBuf>,
    /// The strength of the machine, 1 to 11 [default: 10 with leaves, else 9]
    ///
    /// Each level up to 10 wins 60 to 70 % of the games against the one below. Levels 1 to 8 make the play of the highest score of
    /// those whose words they do not overlook, so that people can win: level 1 overlooks 967 words of 1,000. Level 9 overlooks none,
    /// level 10 makes the move of the highest equity, level 11 the move that lexc sim ranks first with --candidates 10 --samples
    /// 200; levels 10 and 11 need leaves. From level 9 on, the machine solves end games; with one tile in the bag, level 11 ranks
    /// moves over every order of the unseen tiles.
    ///
    /// Hints rank moves as the machine does at level 11, by equity at lower levels with --leaves, else by score. At each
    /// level, hints solve end games, and with one to four tiles in the bag, at level 11 with one or two, they rank moves over
    /// every order of the unseen tiles.
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1, 11))]
    level: Option<u8>,
    /// Let the machine take this many seconds for a move at level 11, and in end games from level 9 on, such as 8 or 0.5
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Let the machine of level 11, and its hints, draw the tiles that you kept by your last move: the less good the move was with some
    /// tiles, the less likely they are
    #[arg(long)]
    infer: bool,
    /// Play with clocks: the minutes of each player, as in --clock=15 or --clock=0:30 [without a value: 25]
    ///
    /// Each minute of overtime, also one that has only begun, costs ten points at the end, as in tournaments, and a player whose overtime
    /// is longer than --max-overtime loses the game. The machine divides its time over the moves to come; --time-limit shortens its
    /// moves. The record keeps the clocks, which stand while the game is closed; undo gives no time back.
    #[arg(long, value_name = "TIME", value_parser = Clock::parse_time, require_equals = true)]
    clock: Option<Option<Duration>>,
    #[arg(help = format!(
        "The overtime after which a player loses the game, in minutes, or minutes and seconds [default: {}]",
        Clock::OVERTIME.as_secs() / 60
    ))]
    #[arg(long, value_name = "TIME", value_parser = Clock::parse_time, requires = "clock")]
    max_overtime: Option<Duration>,
    /// Play and hint no word with the label offensive; you may
    #[arg(long)]
    family: bool,
    /// The words that the machine plays and hints: those of the game whose labels satisfy an expression
    #[arg(long, value_name = "EXPRESSION", conflicts_with = "family")]
    machine_view: Option<String>,
    #[command(flatten)]
    record: RecordArgs,
    #[command(flatten)]
    leaves: LeavesArgs,
    /// The price of challenging a valid play: void (phonies are refused when they are played), single (none), double (the
    /// turn), triple (the game), 5 (points for the other player), 5/word (points for each word), or -10 (points for the
    /// challenger) [default: challenge of --rules, or else void]
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    challenge: Option<ChallengeRule>,
    /// Let the machine start
    #[arg(long)]
    second: bool,
    /// Your name [default: that of the record, or else you]
    #[arg(long, value_parser = name_of_person)]
    name: Option<String>,
    /// The seed of the random order of the tiles [default: that of the record, or else another one in each game]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0, u64::MAX))]
    seed: Option<u64>,
    /// Read orders from standard input, also on a terminal
    #[arg(long)]
    lines: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

const AFTER_HELP: &str = "\
With a rule other than void, you may play phonies, and the machine challenges all of them; it plays none.
The same seed and the same moves draw the same tiles, after undo and in a continued game, too. The record keeps the seed,
the rules and the clocks: a continued game needs no options for them, and refuses other ones.

Examples:
  lexc play english.gaddag
  lexc play english.gaddag game.gcg --leaves english.leaves
  lexc play english.gaddag --level 1 --second
  lexc play english.gaddag game.gcg --clock=15 --max-overtime 1
  lexc analyze english.gaddag game.gcg --html game.html";

/// Reads the name of the person, as one line. Refuses an empty name, and the machine's, because records tell the players
/// apart by their names.
fn name_of_person(text: &str) -> Result<String, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.join(" ") {
        name if name.is_empty() || name == MACHINE => {
            Err(format!("a name other than {MACHINE} is needed"))
        }
        name => Ok(name),
    }
}

/// The largest size of a record in bytes.
const MAX_RECORD_BYTES: u64 = 1 << 20;

/// Plays the game.
pub fn run(args: &PlayArgs) -> Result<Answer, Failure> {
    if args.input.lexicon.source.path() == Path::new("-")
        || args.leaves.path() == Some(Path::new("-"))
    {
        let message = "the image and the leaves come from files, because standard input is for the game (name a file)";
        return Err(Failure(message.to_owned()));
    }
    if args.game.as_deref() == Some(Path::new("-")) {
        let message = "the record is a file, because standard output is for the game (name a file)";
        return Err(Failure(message.to_owned()));
    }
    if let (Some(None), Some(game)) = (args.clock, &args.game)
        && Clock::parse_time(&game.to_string_lossy()).is_ok()
    {
        let game = game.display();
        return Err(Failure(format!(
            "--clock: the record {game} has the name of a time (write --clock={game}, or ./{game} for the record)"
        )));
    }
    let images = Inputs::of_words(&args.input)
        .with_leaves(&args.leaves)
        .read()?;
    let lexicon = images.lexicon()?;
    let leaves = images.leaves(&lexicon)?;
    let leaves = leaves.as_ref().map(|leaves| leaves as &(dyn Leaves + Sync));
    let record = args.game.as_deref().filter(|path| path.exists());
    let record = record.map(|path| SavedGame::read(args, path)).transpose()?;
    let rules = rules(args, record.as_ref(), lexicon.alphabet())?;
    let strength = strength(args, leaves)?;
    let words = words_of_machine(args, &lexicon)?;
    let adviser = adviser(&words, strength, leaves);
    let machine = Machine {
        lexicon: &lexicon,
        words: &words,
        strength,
        time_limit: args.time_limit,
        adviser: &*adviser,
        leaves: leaves.unwrap_or(&NoLeaves),
    };
    let mut session = match record {
        Some(record) => continued(args, record, machine, &rules)?,
        None => started(args, machine, &rules)?,
    };
    let has_screen = !args.lines && io::stdin().is_terminal() && io::stdout().is_terminal();
    match has_screen {
        true => terminal::run(&mut session, in_color(clap::ColorChoice::Auto))?,
        false => lines::run(&mut session)?,
    }
    match session.close() {
        text if text.is_empty() => {}
        text => say(&text.trim()),
    }
    Ok(Answer::Yes)
}

/// The words that the machine plays and hints.
fn words_of_machine<'a>(args: &PlayArgs, lexicon: &Lexicon<'a>) -> Result<Lexicon<'a>, Failure> {
    let (option, expression) = match (args.family, &args.machine_view) {
        (true, _) => ("--family", Lexicon::FAMILY),
        (false, Some(expression)) => ("--machine-view", expression.as_str()),
        (false, None) => return Ok(*lexicon),
    };
    in_view(lexicon, option, expression)
}

/// The strength of a level.
fn strength<'a>(
    args: &PlayArgs,
    leaves: Option<&'a (dyn Leaves + Sync)>,
) -> Result<Strength<'a>, Failure> {
    let level = args.level.unwrap_or(if leaves.is_some() { 10 } else { 9 });
    let strength = Strength::of_level(level, leaves).ok_or_else(|| {
        Failure(format!(
            "level {level} needs leave values (add --leaves, or take a level up to 9)"
        ))
    })?;
    match (args.infer, strength) {
        (false, strength) => Ok(strength),
        (true, Strength::Simulation { .. }) => Ok(strength.with_inference()),
        (true, _) => Err(Failure(format!(
            "--infer: level {level} does not simulate (add --level 11)"
        ))),
    }
}

/// A record that was read.
struct SavedGame<'p> {
    path: &'p Path,
    bytes: Vec<u8>,
    record: Record,
}

impl<'p> SavedGame<'p> {
    fn read(args: &PlayArgs, path: &'p Path) -> Result<SavedGame<'p>, Failure> {
        let bytes = read_regular(path, MAX_RECORD_BYTES)?;
        let record = args.record.read(path, &bytes)?;
        let saved = SavedGame {
            path,
            bytes,
            record,
        };
        saved.warn(&saved.record.repairs);
        Ok(saved)
    }

    fn warn(&self, repairs: &[GcgRepair]) {
        for repair in repairs {
            say(&format_args!("{}: warning: {repair}", self.path.display()));
        }
    }

    /// The failure of an option that contradicts the record.
    fn contradicts(&self, option: &str, value: &dyn fmt::Display, kept: &str) -> Failure {
        Failure(format!(
            "{option} {value}: {} has {kept} (leave the option out)",
            self.path.display()
        ))
    }
}

/// The rules of the record, or else of the options. Without a rule of challenges, phonies are refused.
fn rules(
    args: &PlayArgs,
    record: Option<&SavedGame<'_>>,
    alphabet: Alphabet<'_>,
) -> Result<Rules, Failure> {
    let mut settings = args.rules.settings(alphabet)?;
    settings.challenge = args.challenge.or(settings.challenge);
    if record.is_none_or(|saved| saved.record.gcg.rules().is_none()) {
        settings.challenge = settings.challenge.or(Some(ChallengeRule::Void));
    }
    match record {
        Some(saved) => {
            let name = saved.path.display();
            rules_of_record(&args.rules, &settings, &saved.record.gcg, &name, alphabet)
        }
        None => args.rules.checked(&settings, alphabet),
    }
}

impl PlayArgs {
    /// A clock of the options that has not run yet.
    fn clock(&self) -> Option<Clock> {
        let time = self.clock?.unwrap_or(Clock::TIME);
        let longest_overtime = self.max_overtime.unwrap_or(Clock::OVERTIME);
        Some(Clock::new(time, longest_overtime))
    }
}

/// The clocks of the record, or else of the options.
fn clocks(args: &PlayArgs, saved: &SavedGame<'_>) -> Result<Option<[Clock; 2]>, Failure> {
    let name = saved.path.display();
    let kept = Seat::BOTH.map(|seat| saved.record.gcg.clock(seat));
    let given = args.clock();
    let kept = match kept {
        [None, None] => return Ok(given.map(|clock| [clock; 2])),
        [Some(first), Some(second)] => [first, second],
        _ => {
            return Err(Failure(format!(
                "{name}: the clock of one player alone (write #clock1 and #clock2, or neither)"
            )));
        }
    };
    let contradicts = |given: Clock| {
        kept.iter()
            .find(|kept| given.with_used(kept.used()) != **kept)
    };
    match given.and_then(contradicts) {
        None => Ok(Some(kept)),
        Some(kept) => Err(Failure(format!(
            "--clock: {name} has the clock {kept} (leave out --clock and --max-overtime)"
        ))),
    }
}

/// A new game.
fn started<'a>(
    args: &PlayArgs,
    machine: Machine<'a>,
    rules: &'a Rules,
) -> Result<Session<'a>, Failure> {
    let seed = args.seed.unwrap_or_else(random_seed);
    let random = &mut Random::new(seed, 0);
    let game = Game::new(rules, random).map_err(Failure::new)?;
    let mut names = [args.name.as_deref().unwrap_or("you"), MACHINE].map(str::to_owned);
    let mut person = Seat::First;
    if args.second {
        person = Seat::Second;
        names.reverse();
    }
    let clocks = args.clock().map(|clock| [clock; 2]);
    let mut session = Session::new(machine, game, (person, names), seed);
    session.set_clocks(clocks);
    if let Some(path) = &args.game {
        session.start_record(path)?;
    }
    Ok(session)
}

/// The game of the record.
fn continued<'a>(
    args: &PlayArgs,
    saved: SavedGame<'_>,
    machine: Machine<'a>,
    rules: &'a Rules,
) -> Result<Session<'a>, Failure> {
    let (alphabet, name) = (machine.lexicon.alphabet(), saved.path.display());
    let refused = |error| saved.record.refused(&error);
    let gcg = &saved.record.gcg;
    let seed = match (args.seed, gcg.seed()) {
        (Some(given), Some(kept)) if given != kept => {
            return Err(saved.contradicts("--seed", &given, &format!("the seed {kept}")));
        }
        (given, kept) => given.or(kept).unwrap_or_else(random_seed),
    };
    let mut misfits = 0;
    let mut replay = gcg.replay(rules, alphabet);
    for step in replay.by_ref() {
        let repairs = step.map_err(refused)?.repairs;
        misfits += repairs.len();
        saved.warn(&repairs);
    }
    saved.warn(&replay.repairs());
    let game = gcg.resume(rules, alphabet).map_err(refused)?;
    let players = gcg.players();
    let names = players.each_ref().map(|player| match player.full_name() {
        "" => player.nick().to_owned(),
        name => name.to_owned(),
    });
    let person = match players.iter().position(|player| player.nick() == MACHINE) {
        Some(0) => Seat::Second,
        Some(_) => Seat::First,
        None => game.on_turn().unwrap_or(Seat::First),
    };
    let person_name = &names[person.index()];
    if let Some(given) = args.name.as_ref().filter(|given| *given != person_name) {
        let kept = format!("the player {person_name}");
        return Err(saved.contradicts("--name", given, &kept));
    }
    if args.second && person == Seat::First {
        let path = saved.path.display();
        return Err(Failure(format!(
            "--second: in {path}, you are the first player (leave the option out)"
        )));
    }
    let clocks = clocks(args, &saved)?;
    let mut session = Session::new(machine, game, (person, names), seed);
    session.set_clocks(clocks);
    if !session.continue_record(saved.path, gcg, saved.bytes) {
        let reason = match (misfits, gcg.rules()) {
            (0, _) => "more than a saved game, such as notes",
            (_, Some(_)) => "points or tiles that do not fit its rules",
            (_, None) => {
                "points or tiles that do not fit the rules of the options, and has no rules of its own (give the right ones, such as --bingo-bonus)"
            }
        };
        say(&format_args!(
            "{name}: has {reason}: the game is saved beside it after the next turn"
        ));
    }
    Ok(session)
}

fn random_seed() -> u64 {
    RandomState::new().hash_one(0)
}
