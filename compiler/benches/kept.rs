//! Measures five kinds of work: cross-sets, computed for whole positions or kept while plays are made and taken back;
//! best plays, with computed or kept cross-sets; best moves; rollouts; and end games. The script `instructions` counts the instructions of
//! this program.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use lexc_game::{Endgame, EndgamePosition, Simulation};
use lexc_runtime::{
    Bag, Cgp, LeaveImage, Lexicon, MoveGen, Position, Rack, Rules, TrackedPosition,
};
use rayon::ThreadPoolBuilder;

/// Runs a task several times for each position that has a play (or, for end games, an empty bag, too), on one thread, and prints the time per position.
#[derive(Debug, Parser)]
struct Args {
    task: Task,
    image: PathBuf,
    positions: PathBuf,
    /// Image of leaves.
    leaves: PathBuf,
    #[arg(long, default_value_t = 7)]
    passes: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Task {
    /// Computes all cross-sets of each position.
    All,
    /// Makes the best play of each position and takes it back, and updates the cross-sets that change, both times.
    Kept,
    /// Makes the best play of each position on a copy, and updates the cross-sets that change.
    Copied,
    /// Computes the cross-sets of each position and finds its best play.
    BestPlain,
    /// Finds the best play of each position, whose cross-sets a `TrackedPosition` has computed beforehand.
    BestTracked,
    /// Finds the best move of each position by equity.
    BestMove,
    /// Simulates 15 moves of some positions, each by 32 rollouts of two moves after it.
    Rollouts,
    /// Solves each position with an empty bag and at most seven tiles on both racks.
    Endgame,
}

/// The largest number of tiles on both racks of a solved end game; with more, few positions take most of the time.
const MAX_ENDGAME_TILES: usize = 7;

/// Returns `true` if the bag is empty, and both racks have few tiles.
fn is_endgame(position: &Position<'_>, unseen: &Bag) -> bool {
    let rack_size = position.rules().rack_size();
    let tiles = unseen.len() + position.rack().len();
    (1..=rack_size).contains(&unseen.len()) && tiles <= MAX_ENDGAME_TILES
}

/// The end game of a position with an empty bag.
fn endgame<'r>(
    position: &Position<'r>,
    unseen: &Bag,
) -> Result<EndgamePosition<'r>, Box<dyn Error>> {
    let opponent = unseen.tiles().collect::<Option<Rack>>();
    let opponent = opponent.ok_or("the unseen tiles do not fit on a rack")?;
    Ok(EndgamePosition::try_new(position.clone(), opponent)?)
}

/// Simulates every 100th position, if its bag has 30 to 70 tiles, on one thread.
fn rollouts(
    args: &Args,
    lexicon: &Lexicon<'_>,
    leaves: &LeaveImage<'_>,
    text: &str,
) -> Result<(), Box<dyn Error>> {
    let rules = Rules::standard(lexicon.alphabet());
    let simulation = Simulation::new(lexicon, leaves)
        .with_samples(32)
        .with_confidence(None);
    let thread = ThreadPoolBuilder::new().num_threads(1).build()?;
    let mut simulated = 0;
    let start = Instant::now();
    for line in text.lines().step_by(100) {
        let cgp = Cgp::parse(line, lexicon.alphabet())?;
        let unseen = rules.unseen(cgp.board(), cgp.rack());
        if (37..=77).contains(&unseen.len()) {
            for _ in 0..args.passes {
                let report = thread.install(|| simulation.run(&cgp, &rules, |_| true));
                simulated += black_box(report?).rollouts;
            }
        }
    }
    println!(
        "{} rollouts; {:.3} us each",
        simulated / args.passes as u64,
        start.elapsed().as_secs_f64() / simulated as f64 * 1e6
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let image = fs::read(&args.image)?;
    let lexicon = Lexicon::from_bytes(&image)?;
    let leaves = fs::read(&args.leaves)?;
    let leaves = LeaveImage::from_bytes(&leaves, lexicon.alphabet())?;
    let rules = Rules::standard(lexicon.alphabet());
    let text = fs::read_to_string(&args.positions)?;
    if args.task == Task::Rollouts {
        return rollouts(&args, &lexicon, &leaves, &text);
    }
    let unseen =
        |position: &Position<'_>| position.rules().unseen(position.board(), *position.rack());
    let position = |line: &str| Ok(Cgp::parse(line, lexicon.alphabet())?.position(&rules)?);
    let positions: Result<Vec<Position<'_>>, Box<dyn Error>> = text.lines().map(position).collect();
    let positions: Vec<_> = positions?
        .into_iter()
        .filter_map(|position| Some((MoveGen::new(&lexicon).best(&position)?, position)))
        .filter(|(_, position)| {
            args.task != Task::Endgame || is_endgame(position, &unseen(position))
        })
        .collect();
    let mut time = Duration::ZERO;
    for (play, position) in &positions {
        let unseen = unseen(position);
        let bag_len = unseen.len().saturating_sub(rules.rack_size());
        let by_equity = MoveGen::new(&lexicon).with_moves(bag_len, &leaves);
        let mut tracked = TrackedPosition::new(&lexicon, position.clone());
        let start = Instant::now();
        for _ in 0..args.passes {
            match args.task {
                Task::All => {
                    black_box(TrackedPosition::new(&lexicon, black_box(position).clone()));
                }
                Task::BestPlain => {
                    black_box(MoveGen::new(&lexicon).best(black_box(position)));
                }
                Task::BestTracked => {
                    black_box(MoveGen::new(&lexicon).best(black_box(&tracked)));
                }
                Task::BestMove => {
                    black_box(by_equity.best(black_box(position)));
                }
                // Measured above.
                Task::Rollouts => {}
                Task::Endgame => {
                    black_box(
                        Endgame::new(&lexicon).solve(black_box(&endgame(position, &unseen)?)),
                    );
                }
                Task::Kept => {
                    let undo = black_box(&mut tracked).play_unchecked(play);
                    black_box(&mut tracked).take_back(undo)?;
                }
                Task::Copied => {
                    let mut copy = black_box(&tracked).clone();
                    copy.play_unchecked(play);
                    black_box(copy);
                }
            }
        }
        time += start.elapsed();
    }
    let seconds = time.as_secs_f64() / (args.passes * positions.len()) as f64;
    println!(
        "{} positions; {:.3} us each",
        positions.len(),
        seconds * 1e6
    );
    Ok(())
}
