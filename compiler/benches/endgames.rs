//! Solves end games on one thread and prints, by the number of tiles on both racks, how many were solved within a limit of
//! processor time, and the times and nodes they took. The script `endgames` runs this program.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use lexc_game::{Endgame, EndgamePosition};
use lexc_runtime::{Cgp, Lexicon, Rules};

/// Solves the positions with an empty bag, and leaves out all others.
#[derive(Debug, Parser)]
struct Args {
    image: PathBuf,
    /// A position a line in CGP; the line may have further columns after a tab.
    positions: PathBuf,
    /// The limit of processor time for a position, in seconds.
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// Print a line for each position, too.
    #[arg(long)]
    each: bool,
}

/// Time between two checks of the limit.
const CHECK: Duration = Duration::from_millis(5);

/// A position that was searched.
#[derive(Clone, Copy, Debug)]
struct Trial {
    is_solved: bool,
    seconds: f64,
    nodes: u64,
}

/// Clock of the processor time of a thread, or of time where the system has no such clock.
struct Clock {
    file: PathBuf,
    start: Instant,
}

impl Clock {
    /// A clock of the calling thread, which another thread may read.
    fn new() -> Clock {
        let thread = fs::read_link("/proc/thread-self").unwrap_or_default();
        Clock {
            file: Path::new("/proc").join(thread).join("schedstat"),
            start: Instant::now(),
        }
    }

    fn seconds(&self) -> f64 {
        let text = fs::read_to_string(&self.file).unwrap_or_default();
        match text.split(' ').next().map(str::parse::<f64>) {
            Some(Ok(nanoseconds)) => nanoseconds * 1e-9,
            _ => self.start.elapsed().as_secs_f64(),
        }
    }
}

/// Solves a position, and sets `interrupt` once the limit of seconds has passed.
fn solve(lexicon: &Lexicon<'_>, position: &EndgamePosition<'_>, limit: f64) -> (Trial, i32) {
    let (clock, interrupt, is_done) =
        (Clock::new(), AtomicBool::new(false), AtomicBool::new(false));
    let start = clock.seconds();
    let solution = thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                if clock.seconds() - start >= limit {
                    interrupt.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(CHECK);
            }
        });
        let solution = Endgame::new(lexicon)
            .with_interrupt(&interrupt)
            .solve(position);
        is_done.store(true, Ordering::Relaxed);
        watch.thread().unpark();
        solution
    });
    let trial = Trial {
        is_solved: solution.is_exact,
        seconds: clock.seconds() - start,
        nodes: solution.nodes,
    };
    (trial, solution.value)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let image = fs::read(&args.image)?;
    let lexicon = Lexicon::from_bytes(&image)?;
    let alphabet = lexicon.alphabet();
    let rules = Rules::standard(alphabet);
    let text = fs::read_to_string(&args.positions)?;
    let mut by_tiles: BTreeMap<usize, Vec<Trial>> = BTreeMap::new();
    let mut all = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let position = line.split('\t').next().unwrap_or_default();
        let Ok(cgp) = Cgp::parse(position, alphabet) else {
            continue;
        };
        let Ok(position) = EndgamePosition::from_cgp(&cgp, &rules) else {
            continue;
        };
        let (trial, value) = solve(&lexicon, &position, args.seconds);
        if args.each {
            println!("line {number}: value {value}, {trial:?}");
        }
        let tiles = position.position().rack().len() + position.opponent_rack().len();
        by_tiles.entry(tiles).or_default().push(trial);
        all.push(trial);
    }
    println!("| tiles on both racks | positions | solved | median | longest | median of nodes |");
    println!("|---|---|---|---|---|---|");
    for (tiles, trials) in &mut by_tiles {
        print_row(&tiles.to_string(), trials);
    }
    print_row("all", &mut all);
    Ok(())
}

/// Prints a row of the table.
fn print_row(name: &str, trials: &mut [Trial]) {
    let solved = trials.iter().filter(|trial| trial.is_solved).count();
    let middle = trials.len() / 2;
    trials.sort_by_key(|trial| trial.nodes);
    let nodes = trials.get(middle).map_or(0, |trial| trial.nodes);
    trials.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let milliseconds = |trial: Option<&Trial>| trial.map_or(0.0, |trial| trial.seconds * 1e3);
    println!(
        "| {name} | {} | {solved} | {:.1} ms | {:.0} ms | {nodes} |",
        trials.len(),
        milliseconds(trials.get(middle)),
        milliseconds(trials.last()),
    );
}
