//! Games between two players.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use lexc_game::{
    Endgame, Game, Gcg, MatchResults, Player, PreEndgame, RackHeuristic, Random, SequentialTest,
    Simulation, TileOrder, TileSource, play_out,
};
use lexc_runtime::{Alphabet, GameState, LeaveImage, Leaves, Lexicon, Rules, RulesKey, Seat};

use super::contestant::{Contestant, ContestantKind, margin, pair};
use super::external::External;
use crate::command::leaves_args::LeavesArgs;
use crate::command::lexicon_source::LexiconSource;
use crate::command::outcome::Failure;
use crate::command::output::Output;
use crate::command::players::{Sampling, player, plies, plies_help, samples, samples_help};
use crate::command::table::{grouped, plural, seconds};

/// Help for the players.
fn players_help() -> String {
    format!(
        "\
Compare two players, such as greedy,equity

greedy makes the play of the highest score; casual1 to casual8 are levels 1 to 8 of lexc play; equity makes the move of the \
highest equity, with the values of --leaves; sim the move that lexc sim ranks first of {candidates} candidates. minimax2 and \
minimax4 look two and four moves ahead, their own included, by minimax over samples of the unseen tiles. They start with 10 \
candidates, keep the better half after every 32 samples, and try 3 moves at each later turn but the last. rackh1, rackh2 and \
rackh3 make the move of the highest equity by Gordon's rack heuristics, which are fitted to the values of --leaves: rackh1 has a \
value of each letter, rackh2 adds a price of duplicates, rackh3 also a price of imbalance between vowels and consonants. Each \
player starts every second game. Once the bag is empty, all but casual players and commands play the end game as lexc endgame \
solves it, within {endgame} nodes. With one tile in the bag, sim ranks moves over every order of the unseen tiles, as lexc \
endgame does, within {pre_endgame} nodes.

A player may also be `command`, another program: see --command. Settings of a player follow its name, such as \
sim:time=0.5:leaves=new.leaves, in place of --time-limit and --leaves, and of --samples and --plies; files in them have neither : \
nor a comma in their names. The samples of sim:infer draw the tiles that the opponent kept by the opponent's last move: the less \
it costs against the best move of a rack, the more likely is the rack.",
        candidates = Simulation::PLAYER_CANDIDATES,
        endgame = grouped(Endgame::PLAYER_NODE_LIMIT),
        pre_endgame = grouped(PreEndgame::PLAYER_NODE_LIMIT),
    )
}

/// The flags of games between two players.
#[derive(Debug, Args)]
pub struct ContestArgs {
    /// Compare two players, such as greedy,equity
    #[arg(long_help = players_help())]
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
    /// End the match once it is decided who wins more, at the latest after --games; PERCENT is a margin such as 2
    ///
    /// A sequential test is made after each game, or each pair with --pairs. With a margin of 2, if a player wins 52 % of the games or
    /// more, the test names the other one in 5 % of all matches; between 48 and 52 %, it may name either. A match takes the fewer games
    /// the wider the margin and the difference of the players are. It ends after the same game on any number of threads.
    #[arg(long, value_name = "PERCENT", requires = "players", value_parser = margin)]
    decide: Option<f64>,
    /// Write each game to a record in GCG in this folder, which must be new or empty: 1.gcg, 2.gcg and so on
    #[arg(long, value_name = "DIR", requires = "players")]
    records: Option<PathBuf>,
    #[arg(help = plies_help("The number of moves after the candidate in the samples of sim"))]
    #[arg(requires = "players", long, value_name = "N", value_parser = plies)]
    plies: Option<u32>,
    #[arg(help = samples_help("The largest number of samples of sim, rounded up to a multiple of 32", Simulation::PLAYER_SAMPLES))]
    #[arg(requires = "players", long, value_name = "N", value_parser = samples)]
    samples: Option<u32>,
    /// Let sim, and the end games of all but casual players, take this many seconds for a move, such as 0.5, instead of samples and
    /// nodes; results then depend on the machine
    #[arg(requires = "players", long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    pub leaves: LeavesArgs,
}

impl ContestArgs {
    /// The leave values of players' own, after those of --leaves.
    pub fn own_leaves(&self) -> impl Iterator<Item = &Path> {
        let players = self.players.iter().flatten();
        players.filter_map(|player| player.leaves.as_deref())
    }

    /// The leave values of each player, from the images of --leaves and of the players.
    pub fn leaves_of<'l>(
        &self,
        lexicon: &LexiconSource,
        images: &'l [LeaveImage<'_>],
    ) -> [Option<&'l (dyn Leaves + Sync)>; 2] {
        let mut images = images.iter().map(|image| image as &(dyn Leaves + Sync));
        let shared = self.leaves.source(lexicon).and_then(|_| images.next());
        let Some(players) = &self.players else {
            return [None; 2];
        };
        players.each_ref().map(|player| match player.leaves {
            Some(_) => images.next(),
            None => shared.filter(|_| player.uses_leaves()),
        })
    }

    /// The heuristics of both players, fitted to their leaves.
    pub fn heuristics(
        &self,
        alphabet: Alphabet<'_>,
        leaves: [Option<&(dyn Leaves + Sync)>; 2],
    ) -> [Option<RackHeuristic>; 2] {
        [0, 1].map(|at| match self.players.as_ref()?[at].kind {
            ContestantKind::Named(name) => name.heuristic(alphabet, leaves[at]),
            ContestantKind::Command => None,
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

    /// The match, if players are given.
    ///
    /// # Errors
    /// Leave values are given but no player uses them, or a player needs leave values and has none; commands are not as many
    /// as the players that need one; the folder of records has files.
    pub fn contest<'a>(
        &'a self,
        lexicon: &'a Lexicon<'a>,
        leaves: [Option<&'a (dyn Leaves + Sync)>; 2],
        heuristics: &'a [Option<RackHeuristic>; 2],
    ) -> Result<Option<Contest<'a>>, Failure> {
        let has_shared = self.leaves.path().is_some();
        let Some(players) = &self.players else {
            return match has_shared {
                false => Ok(None),
                true => Err(Failure(
                    "--leaves needs --players (add --players greedy,equity)".to_owned(),
                )),
            };
        };
        let is_command = |player: &&Contestant| player.kind == ContestantKind::Command;
        let (needed, found) = (
            players.iter().filter(is_command).count(),
            self.command.len(),
        );
        if needed != found {
            return Err(Failure(format!(
                "--players has {}, and --command is given {} (give it once for each)",
                plural(needed as u64, "command"),
                plural(found as u64, "time"),
            )));
        }
        let mut users = players.iter().zip(leaves);
        if let Some((player, _)) =
            users.find(|(player, leaves)| player.uses_leaves() && leaves.is_none())
        {
            return Err(Failure(format!(
                "--players {}: needs leave values (add --leaves)",
                player.text
            )));
        }
        let takes_shared = |player: &Contestant| player.uses_leaves() && player.leaves.is_none();
        if has_shared && !players.iter().any(takes_shared) {
            return Err(Failure(
                "no player uses the leave values of --leaves (leave it out)".to_owned(),
            ));
        }
        if let Some(folder) = &self.records {
            let name = format!("--records {}", folder.display());
            let remedy = "(name a new or an empty folder)";
            fs::create_dir_all(folder)
                .map_err(|error| Failure(format!("{name}: {error} {remedy}")))?;
            let mut files = fs::read_dir(folder).map_err(|error| Failure::input(&name, &error))?;
            if files.next().is_some() {
                return Err(Failure(format!("{name}: has files {remedy}")));
            }
        }
        let mut commands = self.command.iter();
        let players = [0, 1].map(|at| {
            let contestant = &players[at];
            let time_limit = contestant.time_limit.or(self.time_limit);
            let ContestantKind::Named(name) = contestant.kind else {
                let command = commands.next().map_or("", String::as_str);
                let external = External::new(command, lexicon.alphabet(), time_limit);
                return Side {
                    name: command,
                    player: SidePlayer::Command(external),
                };
            };
            let sampling = Sampling {
                plies: contestant.plies.or(self.plies),
                samples: contestant.samples.or(self.samples),
                infers: contestant.infers,
                ..Sampling::default()
            };
            let strength = name.strength(leaves[at], heuristics[at].as_ref(), sampling);
            Side {
                name: &contestant.text,
                player: SidePlayer::Own(player(lexicon, strength, time_limit, 1)),
            }
        });
        Ok(Some(Contest {
            lexicon,
            players,
            has_pairs: self.pairs,
            records: self.records.as_deref(),
            test: self.decide.map(SequentialTest::new),
        }))
    }
}

/// A match of two players.
pub struct Contest<'a> {
    pub lexicon: &'a Lexicon<'a>,
    pub players: [Side<'a>; 2],
    pub has_pairs: bool,
    records: Option<&'a Path>,
    /// The test that ends the match early.
    pub test: Option<SequentialTest>,
}

/// A player, and its name in reports: of a command, the command.
pub struct Side<'a> {
    pub name: &'a str,
    player: SidePlayer<'a>,
}

/// A game that was played.
pub struct ContestGame {
    number: u64,
    end: GameState,
    record: Option<String>,
    pub positions: String,
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

impl ContestGame {
    /// Adds the game to results.
    pub fn add_to(&self, results: &mut MatchResults) {
        results.add(&self.end, first_seat(self.number));
    }
}

/// The seat of the first player in the game of this number.
fn first_seat(number: u64) -> Seat {
    match number % 2 {
        0 => Seat::First,
        _ => Seat::Second,
    }
}

impl Contest<'_> {
    /// Plays the game of this number. The first player starts if the number is even. `positions` writes the positions of the game.
    ///
    /// # Errors
    /// A command has failed.
    pub fn play(
        &self,
        rules: &Rules,
        (seed, number): (u64, u64),
        positions: impl FnOnce(Game) -> String,
    ) -> Result<ContestGame, Failure> {
        self.check()?;
        let mut seats = self.players.each_ref();
        if first_seat(number) == Seat::Second {
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
        let record = self.records.map(|_| {
            let names = seats.map(|side| side.name);
            let record = Gcg::from_game(&game, self.lexicon.alphabet(), names);
            record
                .map(|record| record.to_string())
                .map_err(Failure::new)
        });
        Ok(ContestGame {
            number,
            end: game.state().clone(),
            record: record.transpose()?,
            positions: positions(game),
        })
    }

    /// Adds a game to the results, and writes its record. The games must be added in order. Breaks once the match is decided.
    ///
    /// # Errors
    /// The record can't be written.
    pub fn add(
        &self,
        results: &mut MatchResults,
        game: &ContestGame,
    ) -> Result<ControlFlow<()>, Failure> {
        game.add_to(results);
        if let (Some(folder), Some(record)) = (self.records, &game.record) {
            let path = folder.join(format!("{}.gcg", game.number + 1));
            let output = Output::create(&path, false)?;
            output.write(|out| out.write_all(record.as_bytes()))?;
        }
        let better = self.test.and_then(|test| test.better(results));
        Ok(better.map_or(ControlFlow::Continue(()), |_| ControlFlow::Break(())))
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
