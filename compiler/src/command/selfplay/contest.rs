//! Games between two players, and their results.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum as _};
use lexc_compiler::text::Visible;
use lexc_game::{
    Estimate, Game, Gcg, Player, RackHeuristic, Random, Simulation, TileOrder, TileSource, play_out,
};
use lexc_runtime::{Alphabet, Leaves, Lexicon, Rules, RulesKey, Seat};
use serde::Serialize;

use super::external::External;
use crate::command::leaves_args::LeavesArgs;
use crate::command::outcome::Failure;
use crate::command::output::Output;
use crate::command::players::{PlayerName, Sampling, player};
use crate::command::table::{Table, grouped, plural, seconds, whole};

/// The flags of games between two players.
#[derive(Debug, Args)]
pub struct ContestArgs {
    /// Compare two players, such as greedy,equity
    ///
    /// greedy makes the play of the highest score; casual1 to casual8 are levels 1 to 8 of lexc play; equity makes the move of the highest equity, with the values of --leaves; sim the
    /// move that lexc sim ranks first of 10 candidates. minimax2 and minimax4 look two and four moves ahead, their own
    /// included, by minimax over samples of the unseen tiles. They start with 10 candidates, keep the better half after
    /// every 32 samples, and try 3 moves at each later turn but the last. rackh1, rackh2 and rackh3 make the move of
    /// the highest equity by Gordon's rack heuristics, which are fitted to the values of --leaves: rackh1 has a value
    /// of each letter, rackh2 adds a price of duplicates, rackh3 also a price of imbalance between vowels and
    /// consonants. Each player starts every second game. Once the bag is empty, all but casual players and commands play the end game as lexc endgame
    /// solves it, within 25,000 nodes. With one tile in the bag, sim ranks moves over every order of the unseen
    /// tiles, as lexc endgame does, within 100,000 nodes.
    ///
    /// A player may also be `command`, another program: see --command.
    #[arg(long, value_name = "A,B", value_parser = pair)]
    #[arg(conflicts_with_all = ["all", "best", "algorithm"])]
    players: Option<[Contestant; 2]>,
    /// The program of the player `command`, with its arguments, for the shell; twice for --players command,command
    ///
    /// The program reads and writes lines as `lexc bot` does. It gets the position and the rules of each turn, and --time-limit if it is
    /// given. Each of --threads starts it anew.
    #[arg(long, value_name = "COMMAND", requires = "players")]
    command: Vec<String>,
    /// Play games in pairs with the same tiles: in the second game of a pair, the players change seats
    ///
    /// The errors of spread and wins are then those of pairs. --games and --first-game are even.
    #[arg(long, requires = "players")]
    pairs: bool,
    /// Write each game to a record in GCG in this folder, which must be new or empty: 1.gcg, 2.gcg and so on
    #[arg(long, value_name = "DIR", requires = "players")]
    records: Option<PathBuf>,
    /// The number of moves after the candidate in the samples of sim [default: 2, or all once the bag has no more tiles than a full
    /// rack]
    #[arg(requires = "players", long, value_name = "N", value_parser = whole::<u32>(0, 1000))]
    plies: Option<u32>,
    /// The largest number of samples of sim, rounded up to a multiple of 32 [default: 200; with --time-limit, no limit]
    #[arg(requires = "players", long, value_name = "N", value_parser = whole::<u32>(1, Simulation::MAX_SAMPLES as u64))]
    samples: Option<u32>,
    /// Let sim, and the end games of all but casual players, take this many seconds for a move, such as 0.5, instead of samples and
    /// nodes; results then depend on the machine
    #[arg(requires = "players", long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    pub leaves: LeavesArgs,
}

/// A player of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Contestant {
    Named(PlayerName),
    Command,
}

/// Reads the names of two players.
fn pair(text: &str) -> Result<[Contestant; 2], String> {
    let names: Result<Vec<_>, _> = text
        .split(',')
        .map(|name| match name {
            "command" => Ok(Contestant::Command),
            name => PlayerName::from_str(name, false).map(Contestant::Named),
        })
        .collect();
    let pair = names.ok().and_then(|names| names.try_into().ok());
    pair.ok_or_else(|| {
        "write two of casual1 to casual8, greedy, equity, sim, minimax2, minimax4, rackh1, rackh2, rackh3 and command, such as greedy,equity"
            .to_owned()
    })
}

impl ContestArgs {
    /// The heuristics of both players, fitted to the leaves.
    pub fn heuristics(
        &self,
        alphabet: Alphabet<'_>,
        leaves: Option<&(dyn Leaves + Sync)>,
    ) -> [Option<RackHeuristic>; 2] {
        let names = self.players.map_or([None; 2], |names| names.map(Some));
        names.map(|name| match name? {
            Contestant::Named(name) => name.heuristic(alphabet, leaves),
            Contestant::Command => None,
        })
    }

    /// Fails if the games are not whole pairs.
    pub fn check(&self, games: u64, first_game: u64) -> Result<(), Failure> {
        match self.pairs && (games % 2 == 1 || first_game % 2 == 1) {
            true => Err(Failure(
                "--pairs: --games and --first-game must be even".to_owned(),
            )),
            false => Ok(()),
        }
    }

    /// Returns `true` if players are given.
    pub fn is_contest(&self) -> bool {
        self.players.is_some()
    }

    /// Fails if a command would have to count turns: a position does not say how many are over.
    pub fn check_rules(&self, rules: &Rules) -> Result<(), Failure> {
        match rules.unsolved() {
            Some(key @ (RulesKey::Turns | RulesKey::Finish)) if !self.command.is_empty() => {
                Err(Failure(format!(
                    "--players command: a program gets positions, which do not say how many turns are over (leave {} out of the rules)",
                    key.name()
                )))
            }
            _ => Ok(()),
        }
    }

    /// The players, if they are given.
    ///
    /// # Errors
    /// Leave values are given but no player uses them, or a player needs leave values and none are given; commands are not as many
    /// as the players that need one; the folder of records has files.
    pub fn contest<'a>(
        &'a self,
        lexicon: &'a Lexicon<'a>,
        leaves: Option<&'a (dyn Leaves + Sync)>,
        heuristics: &'a [Option<RackHeuristic>; 2],
    ) -> Result<Option<Contest<'a>>, Failure> {
        let Some(names) = self.players else {
            return match leaves {
                None => Ok(None),
                Some(_) => Err(Failure(
                    "--leaves needs --players (add --players greedy,equity)".to_owned(),
                )),
            };
        };
        let commands = names.iter().filter(|name| **name == Contestant::Command);
        let (needed, found) = (commands.count(), self.command.len());
        if needed != found {
            return Err(Failure(format!(
                "--players has {}, and --command is given {} (give it once for each)",
                plural(needed as u64, "command"),
                plural(found as u64, "time"),
            )));
        }
        let uses_leaves = names.into_iter().any(|name| match name {
            Contestant::Named(name) => name.uses_leaves(),
            Contestant::Command => false,
        });
        if uses_leaves != leaves.is_some() {
            return Err(Failure(match leaves {
                None => {
                    "all players but greedy and the casual ones need leave values (add --leaves)"
                        .to_owned()
                }
                Some(_) => {
                    "greedy, casual players and commands use no leave values of --leaves (leave it out)"
                        .to_owned()
                }
            }));
        }
        if let Some(folder) = &self.records {
            let refused =
                |error: io::Error| Failure(format!("--records {}: {error}", folder.display()));
            fs::create_dir_all(folder).map_err(refused)?;
            if fs::read_dir(folder).map_err(refused)?.next().is_some() {
                let folder = folder.display();
                return Err(Failure(format!(
                    "--records {folder}: has files (name a new or an empty folder)"
                )));
            }
        }
        let sampling = Sampling {
            plies: self.plies,
            samples: self.samples,
            ..Sampling::default()
        };
        let mut commands = self.command.iter();
        let players = [0, 1].map(|at| match names[at] {
            Contestant::Named(name) => {
                let strength = name.strength(leaves, heuristics[at].as_ref(), sampling);
                Side {
                    name: name.text(),
                    player: SidePlayer::Own(player(lexicon, strength, self.time_limit, 1)),
                }
            }
            Contestant::Command => {
                let command = commands.next().map_or("", String::as_str);
                Side {
                    name: command,
                    player: SidePlayer::Command(External::new(
                        command,
                        lexicon.alphabet(),
                        self.time_limit,
                    )),
                }
            }
        });
        Ok(Some(Contest {
            lexicon,
            players,
            has_pairs: self.pairs,
            records: self.records.as_deref(),
        }))
    }
}

/// Two players.
pub struct Contest<'a> {
    lexicon: &'a Lexicon<'a>,
    players: [Side<'a>; 2],
    has_pairs: bool,
    records: Option<&'a Path>,
}

/// A player, and its name in reports: of a command, the command.
struct Side<'a> {
    name: &'a str,
    player: SidePlayer<'a>,
}

enum SidePlayer<'a> {
    Own(Box<dyn Player + 'a>),
    Command(External<'a>),
}

impl Side<'_> {
    fn player(&self) -> &dyn Player {
        match &self.player {
            SidePlayer::Own(player) => player,
            SidePlayer::Command(command) => command,
        }
    }

    fn fault(&self) -> Option<String> {
        match &self.player {
            SidePlayer::Own(_) => None,
            SidePlayer::Command(command) => command.fault(),
        }
    }
}

impl Contest<'_> {
    /// Plays the game of this number. The first player starts if the number is even. The scores are in the players' order.
    ///
    /// # Errors
    /// A command has failed, or the record can't be written.
    pub fn play(&self, rules: &Rules, seed: u64, number: u64) -> Result<(Game, [i32; 2]), Failure> {
        self.check()?;
        let is_swapped = number % 2 == 1;
        let mut seats = self.players.each_ref();
        if is_swapped {
            seats.reverse();
        }
        let players = seats.map(Side::player);
        let game = match self.has_pairs {
            false => self.played(rules, &players, &mut Random::new(seed, number)),
            true => {
                let mut random = Random::new(seed, number / 2);
                self.played(rules, &players, &mut TileOrder::new(rules, &mut random))
            }
        };
        self.check()?;
        if let Some(folder) = self.records {
            let names = seats.map(|side| side.name);
            let record = Gcg::from_game(&game, self.lexicon.alphabet(), names);
            let record = record.map_err(Failure::new)?;
            let path = folder.join(format!("{}.gcg", number + 1));
            let output = Output::create(&path, false)?;
            output.write(|out| write!(out, "{record}"))?;
        }
        let mut scores = Seat::BOTH.map(|seat| game.state().score(seat));
        if is_swapped {
            scores.reverse();
        }
        Ok((game, scores))
    }

    fn played(&self, rules: &Rules, players: &[&dyn Player], tiles: &mut impl TileSource) -> Game {
        let game = Game::dealt(rules, tiles);
        let mut game = game.expect("the full bag fills two racks");
        play_out(self.lexicon, &mut game, players, tiles);
        game
    }

    /// Fails if a command has failed.
    fn check(&self) -> Result<(), Failure> {
        match self.players.iter().find_map(Side::fault) {
            Some(fault) => Err(Failure(fault)),
            None => Ok(()),
        }
    }
}

/// The results of all games.
#[derive(Debug, Default)]
pub struct Results {
    scores: [Estimate; 2],
    /// The points by which the first player is ahead at the end: of a game, or the sum of a pair.
    spread: Estimate,
    /// 2 for a game that the first player wins, 1 for a draw, 0 for a loss: of a game, or the sum of a pair.
    wins: Estimate,
    counts: [u64; 2],
    /// Spread and wins of the first game of a pair.
    open: Option<[i64; 2]>,
    has_pairs: bool,
}

impl Results {
    pub fn new(contest: &Contest<'_>) -> Results {
        Results {
            has_pairs: contest.has_pairs,
            ..Results::default()
        }
    }

    pub fn add(&mut self, scores: [i32; 2]) {
        let [first, second] = scores.map(i64::from);
        for (estimate, score) in self.scores.iter_mut().zip([first, second]) {
            estimate.add(score);
        }
        let [spread, wins] = [first - second, 1 + (first - second).signum()];
        match self.open.take() {
            None if self.has_pairs => self.open = Some([spread, wins]),
            open => {
                let [other_spread, other_wins] = open.unwrap_or_default();
                self.spread.add(spread + other_spread);
                self.wins.add(wins + other_wins);
            }
        }
        for (count, is_won) in self.counts.iter_mut().zip([first > second, second > first]) {
            *count += u64::from(is_won);
        }
    }
}

/// The results with the settings. The fields are those of the JSON object.
#[derive(Serialize)]
pub struct ContestReport<'a> {
    lexicon: &'a str,
    fingerprint: String,
    games: u64,
    seed: u64,
    players: [PlayerReport<'a>; 2],
    draws: u64,
    spread: f64,
    spread_error: f64,
    win_rate: f64,
    win_rate_error: f64,
}

#[derive(Serialize)]
struct PlayerReport<'a> {
    player: &'a str,
    wins: u64,
    average_score: f64,
    average_score_error: f64,
}

impl<'a> ContestReport<'a> {
    pub fn new(contest: &'a Contest<'_>, seed: u64, results: &Results) -> ContestReport<'a> {
        let player = |index: usize| PlayerReport {
            player: contest.players[index].name,
            wins: results.counts[index],
            average_score: results.scores[index].mean(),
            average_score_error: results.scores[index].standard_error(),
        };
        let games = u64::from(results.scores[0].count());
        let in_sample = if results.has_pairs { 2.0 } else { 1.0 };
        ContestReport {
            lexicon: contest.lexicon.name(),
            fingerprint: contest.lexicon.fingerprint().to_string(),
            games,
            seed,
            players: [player(0), player(1)],
            draws: games - results.counts[0] - results.counts[1],
            spread: results.spread.mean() / in_sample,
            spread_error: results.spread.standard_error() / in_sample,
            win_rate: results.wins.mean() / in_sample / 2.0,
            win_rate_error: results.wins.standard_error() / in_sample / 2.0,
        }
    }

    /// Writes a table, and the first player's spread and share of wins.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = match self.lexicon {
            "" => "a lexicon without a name",
            name => name,
        };
        let [first, second] = self.players.each_ref().map(|player| player.player);
        let games = plural(self.games, "game");
        let (name, seed) = (Visible(name), self.seed);
        let [first, second] = [first, second].map(Visible);
        writeln!(
            out,
            "{name}, {games}, seed {seed}; {first} against {second}\n"
        )?;
        let mut table = Table::new(["player", "wins", "average score", "+-"]);
        for player in &self.players {
            table.row([
                player.player,
                &grouped(player.wins),
                &format!("{:.2}", player.average_score),
                &format!("{:.2}", player.average_score_error),
            ]);
        }
        table.print(out)?;
        writeln!(
            out,
            "\nspread of {first} {:+.2} +- {:.2} points a game (95 %: {:+.2} to {:+.2})",
            self.spread,
            self.spread_error,
            self.spread - 1.96 * self.spread_error,
            self.spread + 1.96 * self.spread_error,
        )?;
        writeln!(
            out,
            "share of wins {:.1} +- {:.1} %, {}; +- is the standard error",
            100.0 * self.win_rate,
            100.0 * self.win_rate_error,
            plural(self.draws, "draw"),
        )
    }
}
