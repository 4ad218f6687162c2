//! Writes the inputs of every fuzz target, and packs those that fuzzing found.
//!
//! `cargo run -p lexc-tests --example fuzz-seeds -- DIRECTORY` writes the seeds as `DIRECTORY/TARGET/seed-000` and so on, and the
//! inputs of `tests/fuzz/corpora` as `found-000` and so on. With `--pack DIRECTORY TARGET`, puts the other files of
//! `DIRECTORY/TARGET` in place of the target's inputs in `tests/fuzz/corpora`: the shortest ones, up to [`MAX_PACKED`].

use std::path::Path;
use std::{env, fs, io};

use common::fuzz::{TARGETS, Target};

/// The largest size of the packed inputs of a target in bytes, so that all take less than a megabyte.
const MAX_PACKED: usize = 64 << 10;

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["--pack", directory, name] => {
            let target = TARGETS.iter().find(|target| target.name == name);
            pack(Path::new(directory), target.expect("a known target"))
        }
        [directory] => TARGETS
            .iter()
            .try_for_each(|target| unpack(Path::new(directory), target)),
        _ => Err(io::Error::other(
            "usage: fuzz-seeds [--pack] DIRECTORY [TARGET]",
        )),
    }
}

fn unpack(directory: &Path, target: &Target) -> io::Result<()> {
    let corpus = directory.join(target.name);
    fs::create_dir_all(&corpus)?;
    let [seeds, found] = [(target.seeds)(), target.found()];
    for (name, inputs) in [("seed", &seeds), ("found", &found)] {
        for (index, input) in inputs.iter().enumerate() {
            fs::write(corpus.join(format!("{name}-{index:03}")), input)?;
        }
    }
    println!(
        "{}: {} seeds, {} found",
        target.name,
        seeds.len(),
        found.len()
    );
    Ok(())
}

fn pack(directory: &Path, target: &Target) -> io::Result<()> {
    let mut inputs = Vec::new();
    for entry in fs::read_dir(directory.join(target.name))? {
        let input = fs::read(entry?.path())?;
        inputs.push(format!("{}\n", input.escape_ascii()));
    }
    let seeds = (target.seeds)().into_iter();
    let seeds: Vec<String> = seeds
        .map(|seed| format!("{}\n", seed.escape_ascii()))
        .collect();
    inputs.retain(|input| !seeds.contains(input));
    inputs.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    inputs.dedup();
    let mut size = 0;
    inputs.retain(|input| {
        size += input.len();
        size <= MAX_PACKED
    });
    fs::create_dir_all(target.corpus().parent().unwrap_or(directory))?;
    fs::write(target.corpus(), inputs.concat())
}
