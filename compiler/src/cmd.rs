//! The verbs, one file each: flags → checked settings → run.

pub mod bench;
pub mod build;
pub mod check;
pub mod drawing;
pub mod dump;
pub mod info;
pub mod moves;
pub mod query;
pub mod selfplay;

mod games;
mod image;
mod lines;
mod lists;
mod names;
mod numbers;
mod output;
mod positions;
mod search;
pub mod table;
mod text_file;

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use lexc::alphabet::AlphabetFileError;
use lexc::input::ReadFailure;
use lexc::output::{Operation, OutputError};
use lexc::tokenizer::TokenizeErrorKind;
use lexc::word_list::{WordListError, WordListProblem, WordListProblemKind};
use lexc_runtime::ImageError;

use crate::args::Verb;
pub use image::{open, read_image};

/// The answer to what was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Done, and yes.
    Yes,
    /// Done, and no: the word is absent, the image is bad.
    No,
}

/// Why something could not be done.
#[derive(Debug)]
pub enum Failure {
    /// Something can't be read.
    Input { what: String, error: io::Error },
    /// Standard output can't be written.
    Stdout(io::Error),
    /// An image that cannot be read, and where it is.
    Image { path: String, error: ImageError },
    /// Anything else, with the place and the remedy.
    Other(String),
}

impl Failure {
    /// A failure that says all by itself.
    pub fn other(error: impl fmt::Display) -> Failure {
        Failure::Other(error.to_string())
    }

    /// Standard output can't be written.
    pub fn of_stdout(error: io::Error) -> Failure {
        Failure::Stdout(error)
    }

    /// Whether the reader of standard output has gone.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Stdout(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input { what, error } => write!(f, "{what}: {}", ReadFailure(error)),
            Failure::Stdout(error) => {
                let what = Operation::Write;
                write!(
                    f,
                    "standard output: cannot {what}: {error} ({})",
                    what.remedy(error)
                )
            }
            Failure::Image { path, error } => write!(f, "{path}: {error}"),
            Failure::Other(message) => f.write_str(message),
        }
    }
}

impl From<AlphabetFileError> for Failure {
    fn from(error: AlphabetFileError) -> Failure {
        Failure::other(error)
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Failure {
        Failure::other(error)
    }
}

impl From<WordListError> for Failure {
    fn from(error: WordListError) -> Failure {
        let fits_no_tile = |problem: &WordListProblem| {
            matches!(
                problem.kind,
                WordListProblemKind::Word {
                    error: TokenizeErrorKind::NoTile(_),
                    ..
                }
            )
        };
        if error.problems().iter().any(fits_no_tile) {
            return Failure::Other(format!(
                "{error}\nnothing is done while lines are bad (correct them, or leave them out with --skip-invalid)"
            ));
        }
        Failure::other(error)
    }
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
        Verb::Bench(args) => bench::run(&args),
        Verb::Selfplay(args) => selfplay::run(&args),
    }
}

/// What an input is called in messages: its path, or `<stdin>` for `-`.
pub fn input_name(path: &Path) -> String {
    if path == Path::new("-") {
        "<stdin>".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Refuses an output that is one of the inputs, for what it would replace. With `--force`, a slip must not cost anybody
/// the only copy of a file.
pub fn refuse_to_replace<'p>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'p Path>,
) -> Result<(), Failure> {
    let Ok(real_output) = output.canonicalize() else {
        return Ok(());
    };
    for input in inputs {
        // Where there is such a link, it tells which file the shell has opened.
        let input = match input == Path::new("-") {
            true => Path::new("/dev/stdin"),
            false => input,
        };
        if input.is_file() && input.canonicalize().is_ok_and(|input| input == real_output) {
            return Err(Failure::Other(format!(
                "{}: is read, and would be replaced (choose another output)",
                output.display()
            )));
        }
    }
    Ok(())
}

/// Runs `write` on buffered standard output and flushes it.
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut stdout = io::BufWriter::new(io::stdout().lock());
    write(&mut stdout)
        .and_then(|()| stdout.flush())
        .map_err(Failure::of_stdout)
}
