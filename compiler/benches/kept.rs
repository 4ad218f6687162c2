//! What cross-sets cost: computed for whole positions, or kept while a play is made and taken back. The script
//! `instructions` counts.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Parser, ValueEnum};
use lexc_runtime::{Cgp, Lexicon, MoveGen, Position, Rules, TrackedPosition};

/// Computes cross-sets several times over and prints how long it took, on one thread.
#[derive(Debug, Parser)]
struct Args {
    task: Task,
    image: PathBuf,
    positions: PathBuf,
    #[arg(long, default_value_t = 7)]
    passes: usize,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Task {
    /// Of each position, all of them.
    All,
    /// Of each position, those that its best play changes, when it is made and when it is taken back.
    Kept,
    /// Of each position, those that its best play changes, when it is made on a copy.
    Copied,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let image = fs::read(&args.image)?;
    let lexicon = Lexicon::from_bytes(&image)?;
    let rules = Rules::standard(lexicon.alphabet());
    let text = fs::read_to_string(&args.positions)?;
    let position = |line: &str| Ok(Cgp::parse(line, lexicon.alphabet())?.position(&rules)?);
    let positions: Result<Vec<Position<'_>>, Box<dyn Error>> = text.lines().map(position).collect();
    let positions: Vec<_> = positions?
        .into_iter()
        .filter_map(|position| Some((MoveGen::new(&lexicon).best(&position)?, position)))
        .collect();
    let start = Instant::now();
    for (play, position) in &positions {
        let mut tracked = TrackedPosition::new(&lexicon, position.clone());
        for _ in 0..args.passes {
            match args.task {
                Task::All => {
                    black_box(TrackedPosition::new(&lexicon, black_box(position).clone()));
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
    }
    let seconds = start.elapsed().as_secs_f64() / (args.passes * positions.len()) as f64;
    println!(
        "{} positions; {:.3} us each",
        positions.len(),
        seconds * 1e6
    );
    Ok(())
}
