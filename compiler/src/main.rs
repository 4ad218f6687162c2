//! The `lexc` command: parse, run, map the result to an exit code.
#![forbid(unsafe_code)]
#![expect(
    unreachable_pub,
    reason = "nothing outside reaches a program; here pub is what a module offers to the others"
)]

mod args;
mod cmd;
mod progress;
mod signals;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Args;
use crate::cmd::Answer;

/// Exit codes: done and yes, done and no, could not do it.
const YES: u8 = 0;
const NO: u8 = 1;
const FAILED: u8 = 2;

fn main() -> ExitCode {
    signals::survive_file_size_limit();
    // Usage errors exit with 2, `--help` and `--version` with 0.
    let args = Args::parse();
    let code = match cmd::run(args.verb) {
        Ok(Answer::Yes) => YES,
        Ok(Answer::No) => NO,
        // Who reads the results has had enough of them.
        Err(failure) if failure.is_closed_pipe() => YES,
        Err(failure) => {
            terminal::say(&failure);
            FAILED
        }
    };
    ExitCode::from(code)
}
