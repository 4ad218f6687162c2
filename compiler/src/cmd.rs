//! The verbs, a file each: flags, checked settings, run.

mod bench;
mod build;
mod check;
mod dump;
mod info;
mod moves;
mod query;
mod selfplay;

mod drawing;
mod games;
mod image;
mod inputs;
mod json;
mod lexicon_names;
mod lists;
mod numbers;
mod outcome;
mod output;
mod play_buffer;
mod position_problem;
mod positions;
mod search;
mod table;
mod text_file;

use clap::Subcommand;

pub use outcome::{Answer, Failure};

/// A verb with its flags.
#[derive(Debug, Subcommand)]
pub enum Verb {
    Build(build::BuildArgs),
    Check(check::CheckArgs),
    Info(info::InfoArgs),
    Dump(dump::DumpArgs),
    Query(query::QueryArgs),
    Moves(moves::MovesArgs),
    Selfplay(selfplay::SelfplayArgs),
    Bench(bench::BenchArgs),
}

/// Runs a verb.
pub fn run(verb: Verb) -> Result<Answer, Failure> {
    match verb {
        Verb::Build(args) => build::run(&args),
        Verb::Check(args) => check::run(&args),
        Verb::Info(args) => info::run(&args),
        Verb::Dump(args) => dump::run(&args),
        Verb::Query(args) => query::run(&args),
        Verb::Moves(args) => moves::run(&args),
        Verb::Selfplay(args) => selfplay::run(&args),
        Verb::Bench(args) => bench::run(&args),
    }
}
