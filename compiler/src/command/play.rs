//! `lexc play`: a game against the machine, on a screen or in lines of text.

mod app;
mod entry;
mod lines;
mod order;
mod record;
mod screen;
mod session;
mod terminal;
#[cfg(test)]
mod tests;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use lexc_game::{Game, Gcg, Random, Seat};
use lexc_runtime::{Alphabet, ChallengeRule, Leaves, Rules};

use super::games::{RackArgs, checked_rules};
use super::inputs::{open, read_image, read_regular};
use super::leaves_args::LeavesArgs;
use super::outcome::{Answer, Failure};
use super::players::{Strength, player};
use super::table::whole;
use super::terminal::{in_color, say};
use session::{MACHINE, Machine, Session};

/// Play a game against the machine
///
/// On a terminal, which must have at least 80 columns and 24 rows, tiles are placed by keys; ? lists the keys.
/// Otherwise, and with --lines, the game takes orders from standard input, one a line, such as 8D CARE or exchange QV;
/// type help for a list of the orders.
///
/// If you name a file, the game is saved there in GCG after each turn. If the file exists, its game continues. If the file
/// has notes, or another program changes it, it stays as it is, and the game is saved beside it: game-2.gcg beside
/// game.gcg. As in lexc selfplay, a game ends when the bag is empty and a player has placed all tiles, or after six turns in
/// a row without points.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct PlayArgs {
    /// The image
    image: PathBuf,
    /// The record of the game: continued if the file exists, and saved after each turn
    game: Option<PathBuf>,
    /// The strength of the machine, 1 to 5 [default: 4 with --leaves, else 3]
    ///
    /// Level 1 makes the best play of at most 12 points, level 2 that of at most 24, so that beginners can win. Level 3 makes
    /// the play of the highest score, level 4 the move of the highest equity, level 5 the move that lexc sim ranks first
    /// with --candidates 10 --samples 200; levels 4 and 5 need --leaves. From level 3 on, the machine solves end games; with
    /// one tile in the bag, level 5 ranks moves over every order of the unseen tiles.
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1, 5))]
    level: Option<u8>,
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
    /// Your name
    #[arg(long, default_value = "you", value_parser = name_of_person)]
    name: String,
    /// The seed of the random order of the tiles [default: another one in each game]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0, u64::MAX))]
    seed: Option<u64>,
    /// Read orders from standard input, also on a terminal
    #[arg(long)]
    lines: bool,
    /// The premium squares: standard (15 x 15), super (21 x 21) or a file [default: by the alphabet]
    ///
    /// The alphabets english-super and catalan-super have the super board, all others the standard one. For a file see
    /// `lexc help moves`.
    #[arg(long, value_name = "NAME|FILE")]
    layout: Option<PathBuf>,
    #[command(flatten)]
    rack: RackArgs,
}

const AFTER_HELP: &str = "\
With a rule other than void, you may play phonies, and the machine challenges all of them; it plays none.
The same seed and the same moves draw the same tiles, after undo and in a continued game, too.

Examples:
  lexc play english.gaddag
  lexc play english.gaddag game.gcg --leaves english.leaves
  lexc play english.gaddag --level 1 --second
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
    if args.image == Path::new("-") || args.leaves.path() == Some(Path::new("-")) {
        let message = "the image and the leaves come from files, because standard input is for the game (name a file)";
        return Err(Failure(message.to_owned()));
    }
    if args.game.as_deref() == Some(Path::new("-")) {
        let message = "the record is a file, because standard output is for the game (name a file)";
        return Err(Failure(message.to_owned()));
    }
    let bytes = read_image(&args.image)?;
    let lexicon = open(&args.image, &bytes)?;
    let leave_bytes = args.leaves.read()?;
    let leaves = args.leaves.open(&leave_bytes, &lexicon)?;
    let leaves = leaves.as_ref().map(|leaves| leaves as &(dyn Leaves + Sync));
    let mut settings = args.rack.settings(args.layout.as_deref())?;
    let challenge = args.challenge.or(settings.challenge);
    settings.challenge = Some(challenge.unwrap_or(ChallengeRule::Void));
    let rules = checked_rules(&settings, lexicon.alphabet())?;
    let player = player(&lexicon, strength(args.level, leaves)?);
    let machine = Machine {
        lexicon: &lexicon,
        player: &*player,
        leaves,
    };
    let mut session = session(args, machine, &rules)?;
    let has_screen = !args.lines && io::stdin().is_terminal() && io::stdout().is_terminal();
    match has_screen {
        true => terminal::run(&mut session, in_color(clap::ColorChoice::Auto))?,
        false => lines::run(&mut session)?,
    }
    Ok(Answer::Yes)
}

/// The strength of a level.
fn strength<'a>(
    level: Option<u8>,
    leaves: Option<&'a (dyn Leaves + Sync)>,
) -> Result<Strength<'a>, Failure> {
    let level = level.unwrap_or(if leaves.is_some() { 4 } else { 3 });
    match (level, leaves) {
        (1, _) => Ok(Strength::Score {
            max_score: Some(12),
        }),
        (2, _) => Ok(Strength::Score {
            max_score: Some(24),
        }),
        (3, _) => Ok(Strength::Score { max_score: None }),
        (4, Some(leaves)) => Ok(Strength::Equity(leaves)),
        (_, Some(leaves)) => Ok(Strength::Simulation {
            leaves,
            plies: 2,
            samples: 200,
        }),
        (_, None) => Err(Failure(format!(
            "level {level} needs leave values (add --leaves, or take a level up to 3)"
        ))),
    }
}

/// The game of the record if its file exists, or else a new game.
fn session<'a>(
    args: &PlayArgs,
    machine: Machine<'a>,
    rules: &'a Rules,
) -> Result<Session<'a>, Failure> {
    let alphabet = machine.lexicon.alphabet();
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let record = args.game.as_deref();
    if let Some(path) = record.filter(|path| path.exists()) {
        let (gcg, game, bytes) = resume(path, rules, alphabet)?;
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
        let mut session = Session::new(machine, game, (person, names), seed);
        if !session.continue_record(path, &gcg, bytes) {
            say(&format_args!(
                "{}: has more than a saved game, such as notes, so the game is saved beside it after the next turn",
                path.display()
            ));
        }
        return Ok(session);
    }
    let game = Game::new(rules, alphabet, &mut Random::new(seed, 0)).map_err(Failure::new)?;
    let mut names = [args.name.clone(), MACHINE.to_owned()];
    let person = match args.second {
        true => Seat::Second,
        false => Seat::First,
    };
    if args.second {
        names.reverse();
    }
    let mut session = Session::new(machine, game, (person, names), seed);
    if let Some(path) = record {
        session.start_record(path)?;
    }
    Ok(session)
}

/// Reads a record, and plays its turns.
fn resume<'a>(
    path: &Path,
    rules: &'a Rules,
    alphabet: Alphabet<'_>,
) -> Result<(Gcg, Game<'a>, Vec<u8>), Failure> {
    let refused = |error| Failure(format!("{}: {error}", path.display()));
    let bytes = read_regular(path, MAX_RECORD_BYTES)?;
    let (gcg, repairs) = Gcg::from_bytes(&bytes).map_err(refused)?;
    for repair in &repairs {
        say(&format_args!("{}: warning: {repair}", path.display()));
    }
    let game = gcg.resume(rules, alphabet).map_err(refused)?;
    Ok((gcg, game, bytes))
}
