//! The `lexc` command: parse, run, map the result to an exit code. The program and the fuzzers call it.

use std::env;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::Args;
use crate::cmd::{self, Answer, Failure};
use crate::text::Visible;
use crate::{signals, terminal};

/// Exit codes: done and yes, done and no, could not do it.
const YES: u8 = 0;
const NO: u8 = 1;
const FAILED: u8 = 2;

/// Runs the command with the arguments of the process, and returns its exit code.
pub fn main() -> ExitCode {
    signals::survive_file_size_limit();
    let result = match Args::try_parse() {
        Ok(args) => cmd::run(args.verb),
        Err(error) if error.use_stderr() => {
            explain_usage(error);
            return ExitCode::from(FAILED);
        }
        Err(help) => print_help(&help),
    };
    ExitCode::from(match result {
        Ok(Answer::Yes) => YES,
        Ok(Answer::No) => NO,
        Err(failure) => {
            terminal::say(&failure);
            FAILED
        }
    })
}

/// Prints help or the version. A closed pipe is not a failure.
fn print_help(help: &clap::Error) -> Result<Answer, Failure> {
    match help.print().and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Stdout(error)),
        _ => Ok(Answer::Yes),
    }
}

/// Prints a usage error. It quotes arguments, so the arguments are made visible and parsed again.
fn explain_usage(error: clap::Error) {
    let args = env::args_os();
    let args = args.map(|arg| Visible(&arg.to_string_lossy()).to_string());
    let error = Args::try_parse_from(args).err().unwrap_or(error);
    // A standard error that can't be written loses the message.
    let _ = error.print();
}

/// Runs the command with these arguments, of which the first is the program's name. Prints no error, but returns its message.
///
/// # Errors
/// The message of a failure or a usage error, or the help.
pub fn run<'a>(args: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
    let args = Args::try_parse_from(args).map_err(|error| error.render().to_string())?;
    let answer = cmd::run(args.verb).map_err(|failure| failure.to_string())?;
    let (Answer::Yes | Answer::No) = answer;
    Ok(())
}
