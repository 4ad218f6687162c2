//! Strength of the levels of the machine: each level against the one below, in pairs of games with the same tiles; and the share
//! of games won by lead and unseen tiles, beside the share that simulations estimate. Prints the tables of the page *Strength* of
//! the book.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use clap::Parser;
use lexc_game::{
    Game, MatchResults, Player, PlayerView, Random, Strength, TileOrder, play_out, player, win_rate,
};
use lexc_runtime::{LeaveImage, Leaves, Lexicon, Move, Rules, Seat};
use rayon::prelude::*;

/// Plays matches between neighbouring levels.
#[derive(Debug, Parser)]
struct Args {
    image: PathBuf,
    leaves: PathBuf,
    /// Pairs of games of a match below level 11, and of the games by which the shares of wins are counted.
    #[arg(long, default_value_t = 500)]
    pairs: u64,
    /// Pairs of games of the match between levels 10 and 11.
    #[arg(long, default_value_t = 60)]
    slow_pairs: u64,
}

/// A player that counts its moves and their time.
struct Timed<P> {
    player: P,
    moves: AtomicU64,
    nanoseconds: AtomicU64,
}

impl<P: Player> Timed<P> {
    fn new(player: P) -> Timed<P> {
        Timed {
            player,
            moves: AtomicU64::new(0),
            nanoseconds: AtomicU64::new(0),
        }
    }

    /// The mean time of a move in milliseconds.
    fn milliseconds(&self) -> f64 {
        let [moves, time] = [&self.moves, &self.nanoseconds].map(|sum| sum.load(Ordering::Relaxed));
        time as f64 / 1e6 / moves.max(1) as f64
    }
}

impl<P: Player> Player for Timed<P> {
    fn choose(&self, view: &PlayerView<'_>) -> Move {
        let start = Instant::now();
        let action = self.player.choose(view);
        let time = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(time, Ordering::Relaxed);
        self.moves.fetch_add(1, Ordering::Relaxed);
        action
    }
}

/// Plays a pair of games with the same tiles. Returns each game, the first player of which is the first and then the second of
/// `players`.
fn pair(lexicon: &Lexicon<'_>, rules: &Rules, players: [&dyn Player; 2], number: u64) -> [Game; 2] {
    let [first, second] = players;
    [[first, second], [second, first]].map(|players| {
        let mut order = TileOrder::new(rules, &mut Random::new(1, number));
        let mut game = Game::dealt(rules, &mut order).expect("the bag has tiles for two racks");
        play_out(lexicon, &mut game, &players, &mut order);
        game
    })
}

/// The points by which a player is ahead at the end.
fn spread(game: &Game, seat: Seat) -> i32 {
    let state = game.state();
    let other = seat.other();
    state.score(seat) - state.score(other)
}

/// Twice the share of a game that is won with this spread.
fn half_wins(spread: i32) -> i64 {
    i64::from(spread.signum() + 1)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let [image, leaves] = [&args.image, &args.leaves].map(fs::read);
    let (image, leaves) = (image?, leaves?);
    let lexicon = Lexicon::from_bytes(&image)?;
    let leaves = LeaveImage::from_bytes(&leaves, lexicon.alphabet())?;
    let rules = Rules::standard(lexicon.alphabet());
    let leaves: &(dyn Leaves + Sync) = &leaves;

    println!("| level | games against the level below | wins | points ahead | ms a move |");
    println!("|---|---|---|---|---|");
    for level in 2..=Strength::MOST_LEVEL {
        let pairs = if level == Strength::MOST_LEVEL {
            args.slow_pairs
        } else {
            args.pairs
        };
        let of = |level| {
            let strength = Strength::of_level(level, Some(leaves)).expect("a level with leaves");
            Timed::new(player(&lexicon, strength, None, 1))
        };
        let players = [of(level), of(level - 1)];
        let games: Vec<[Game; 2]> = (0..pairs)
            .into_par_iter()
            .map(|number| pair(&lexicon, &rules, [&players[0], &players[1]], number))
            .collect();
        let mut results = MatchResults::new(true);
        for games in &games {
            for (game, first) in games.iter().zip(Seat::BOTH) {
                results.add(game.state(), first);
            }
        }
        let found = results.comparison();
        println!(
            "| {level} | {} | {:.1} ± {:.1} % | {:+.1} ± {:.1} | {:.1} |",
            2 * pairs,
            100.0 * found.win_rate,
            100.0 * found.win_rate_error,
            found.spread,
            found.spread_error,
            players[0].milliseconds(),
        );
    }

    print_win_rates(&args, &lexicon, &rules, leaves);
    Ok(())
}

/// The first numbers of unseen tiles of the columns, from many to few.
const UNSEEN: [usize; 5] = [72, 48, 24, 8, 1];

/// The least leads of the rows.
const LEADS: [i32; 8] = [80, 50, 25, 0, -25, -50, -80, i32::MIN];

/// Prints the share of games that the player on turn wins, and the estimate.
fn print_win_rates(
    args: &Args,
    lexicon: &Lexicon<'_>,
    rules: &Rules,
    leaves: &(dyn Leaves + Sync),
) {
    let strength = Strength::Equity(leaves);
    let equity = player(lexicon, strength, None, 1);
    let games: Vec<[Game; 2]> = (0..args.pairs)
        .into_par_iter()
        .map(|number| pair(lexicon, rules, [&equity, &equity], number))
        .collect();
    let mut cells = [[(0u64, 0u64, 0.0); UNSEEN.len()]; LEADS.len()];
    for game in games.iter().flatten() {
        for turn in game.turns() {
            let state = turn.before().seen_by(turn.seat());
            let unseen = state.unseen(turn.seat()).len();
            let lead = i32::try_from(state.lead()).unwrap_or(0);
            let row = LEADS.iter().position(|least| lead >= *least).unwrap_or(0);
            let Some(column) = UNSEEN.iter().position(|least| unseen >= *least) else {
                continue;
            };
            let (count, won, estimated) = &mut cells[row][column];
            *count += 1;
            *won += half_wins(spread(game, turn.seat())).unsigned_abs();
            *estimated += win_rate(state.lead(), unseen, true);
        }
    }
    println!("\n| points ahead | 72 or more unseen | 48 to 71 | 24 to 47 | 8 to 23 | 1 to 7 |");
    println!("|---|---|---|---|---|---|");
    for (row, least) in LEADS.iter().enumerate() {
        let label = match row {
            0 => format!("{least} or more"),
            _ if *least == i32::MIN => format!("{} or less", LEADS[row - 1] - 1),
            _ => format!("{least} to {}", LEADS[row - 1] - 1),
        };
        let cells = cells[row].iter().map(|(count, won, estimated)| {
            let share = |sum: f64| 100.0 * sum / (*count).max(1) as f64;
            format!("{:.0} ({:.0})", share(*won as f64 / 2.0), share(*estimated))
        });
        println!("| {label} | {} |", cells.collect::<Vec<_>>().join(" | "));
    }
}
