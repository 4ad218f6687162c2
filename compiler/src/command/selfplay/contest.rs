//! Games between two players, and their results.

use std::io::{self, Write};
use std::time::Duration;

use clap::{Args, ValueEnum as _};
use lexc_compiler::text::Visible;
use lexc_game::{Estimate, Game, Player, RackHeuristic, Random, Simulation, play_out};
use lexc_runtime::{Alphabet, Leaves, Lexicon, Rules, Seat};
use serde::Serialize;

use crate::command::leaves_args::LeavesArgs;
use crate::command::outcome::Failure;
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
    /// consonants. Each player starts every second game. Once the bag is empty, both play the end game as lexc endgame
    /// solves it, within 25,000 nodes. With one tile in the bag, sim ranks moves over every order of the unseen
    /// tiles, as lexc endgame does, within 100,000 nodes.
    #[arg(long, value_name = "A,B", value_parser = pair)]
    #[arg(conflicts_with_all = ["all", "best", "algorithm"])]
    players: Option<[PlayerName; 2]>,
    /// The number of moves after the candidate in the samples of sim [default: 2, or all once the bag has no more tiles than a full
    /// rack]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0, 1000))]
    plies: Option<u32>,
    /// The largest number of samples of sim, rounded up to a multiple of 32 [default: 200; with --time-limit, no limit]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, Simulation::MAX_SAMPLES as u64))]
    samples: Option<u32>,
    /// Let sim, and the end games of all but casual players, take this many seconds for a move, such as 0.5, instead of samples and
    /// nodes; results then depend on the machine
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    pub leaves: LeavesArgs,
}

/// Reads the names of two players.
fn pair(text: &str) -> Result<[PlayerName; 2], String> {
    let names: Result<Vec<_>, _> = text
        .split(',')
        .map(|name| PlayerName::from_str(name, false))
        .collect();
    let pair = names.ok().and_then(|names| names.try_into().ok());
    pair.ok_or_else(|| {
        "write two of casual1 to casual8, greedy, equity, sim, minimax2, minimax4, rackh1, rackh2 and rackh3, such as greedy,equity"
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
        names.map(|name| name?.heuristic(alphabet, leaves))
    }

    /// Returns `true` if players are given.
    pub fn is_contest(&self) -> bool {
        self.players.is_some()
    }

    /// The players, if they are given.
    ///
    /// # Errors
    /// Leave values are given but no player uses them, or a player needs leave values and none are given.
    pub fn contest<'a>(
        &self,
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
        let uses_leaves = names.into_iter().any(PlayerName::uses_leaves);
        if uses_leaves != leaves.is_some() {
            return Err(Failure(match leaves {
                None => {
                    "all players but greedy and the casual ones need leave values (add --leaves)"
                        .to_owned()
                }
                Some(_) => {
                    "greedy and casual players use no leave values (leave --leaves out)".to_owned()
                }
            }));
        }
        let sampling = Sampling {
            plies: self.plies,
            samples: self.samples,
            ..Sampling::default()
        };
        let player = |at: usize| {
            let strength = names[at].strength(leaves, heuristics[at].as_ref(), sampling);
            player(lexicon, strength, self.time_limit)
        };
        Ok(Some(Contest {
            lexicon,
            names,
            players: [0, 1].map(player),
        }))
    }
}

/// Two players.
pub struct Contest<'a> {
    lexicon: &'a Lexicon<'a>,
    names: [PlayerName; 2],
    players: [Box<dyn Player + 'a>; 2],
}

impl Contest<'_> {
    /// Plays the game of this number. The first player starts if the number is even. The scores are in the players' order.
    pub fn play(&self, rules: &Rules, seed: u64, number: u64) -> (Game, [i32; 2]) {
        let mut random = Random::new(seed, number);
        let game = Game::new(rules, &mut random);
        let mut game = game.expect("the full bag fills two racks");
        let [first, second] = &self.players;
        let players: [&dyn Player; 2] = match number % 2 {
            0 => [first, second],
            _ => [second, first],
        };
        play_out(self.lexicon, &mut game, &players, &mut random);
        let mut scores = Seat::BOTH.map(|seat| game.state().score(seat));
        if number % 2 == 1 {
            scores.reverse();
        }
        (game, scores)
    }
}

/// The results of all games.
#[derive(Debug, Default)]
pub struct Results {
    scores: [Estimate; 2],
    /// The points by which the first player is ahead at the end.
    spread: Estimate,
    /// 2 for a game that the first player wins, 1 for a draw, 0 for a loss.
    wins: Estimate,
    counts: [u64; 2],
}

impl Results {
    pub fn add(&mut self, scores: [i32; 2]) {
        let [first, second] = scores.map(i64::from);
        for (estimate, score) in self.scores.iter_mut().zip([first, second]) {
            estimate.add(score);
        }
        self.spread.add(first - second);
        self.wins.add(1 + (first - second).signum());
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
    players: [PlayerReport; 2],
    draws: u64,
    spread: f64,
    spread_error: f64,
    win_rate: f64,
    win_rate_error: f64,
}

#[derive(Serialize)]
struct PlayerReport {
    player: PlayerName,
    wins: u64,
    average_score: f64,
    average_score_error: f64,
}

impl<'a> ContestReport<'a> {
    pub fn new(contest: &Contest<'a>, seed: u64, results: &Results) -> ContestReport<'a> {
        let player = |index: usize| PlayerReport {
            player: contest.names[index],
            wins: results.counts[index],
            average_score: results.scores[index].mean(),
            average_score_error: results.scores[index].standard_error(),
        };
        let games = u64::from(results.spread.count());
        ContestReport {
            lexicon: contest.lexicon.name(),
            fingerprint: contest.lexicon.fingerprint().to_string(),
            games,
            seed,
            players: [player(0), player(1)],
            draws: games - results.counts[0] - results.counts[1],
            spread: results.spread.mean(),
            spread_error: results.spread.standard_error(),
            win_rate: results.wins.mean() / 2.0,
            win_rate_error: results.wins.standard_error() / 2.0,
        }
    }

    /// Writes a table, and the first player's spread and share of wins.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = match self.lexicon {
            "" => "a lexicon without a name",
            name => name,
        };
        let [first, second] = self.players.each_ref().map(|player| player.player.text());
        let games = plural(self.games, "game");
        let (name, seed) = (Visible(name), self.seed);
        writeln!(
            out,
            "{name}, {games}, seed {seed}; {first} against {second}\n"
        )?;
        let mut table = Table::new(["player", "wins", "average score", "+-"]);
        for player in &self.players {
            table.row([
                player.player.text(),
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
