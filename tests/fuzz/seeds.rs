//! Writes the seeds of every fuzz target: `cargo run -p lexc-tests --example fuzz-seeds -- DIRECTORY` writes
//! `DIRECTORY/TARGET/seed-000` and so on.

use std::path::PathBuf;
use std::{env, fs, io};

use common::fuzz::TARGETS;

fn main() -> io::Result<()> {
    let directory = env::args_os().nth(1).map(PathBuf::from);
    let directory = directory.ok_or_else(|| io::Error::other("usage: fuzz-seeds DIRECTORY"))?;
    for target in TARGETS {
        let corpus = directory.join(target.name);
        fs::create_dir_all(&corpus)?;
        let seeds = (target.seeds)();
        for (index, seed) in seeds.iter().enumerate() {
            fs::write(corpus.join(format!("seed-{index:03}")), seed)?;
        }
        println!("{}: {} seeds", target.name, seeds.len());
    }
    Ok(())
}
