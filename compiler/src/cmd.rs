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
mod lists;
mod names;
mod positions;
mod search;
pub mod table;

use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;

use lexc::alphabet::AlphabetFileError;
use lexc::output::OutputError;
use lexc::read::WordListError;
use lexc_runtime::{ImageError, Lexicon};

use crate::args::Verb;

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
    /// Input or output, and on what.
    Io { what: String, error: io::Error },
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
        Failure::Io {
            what: "standard output".to_string(),
            error,
        }
    }

    /// Whether the reader of standard output has gone.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Io { what, error } => write!(f, "{what}: {error}"),
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

/// The bytes of an image, from a file or, for `-`, from standard input.
pub fn read_image(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(path).map(|read| bytes = read)
    };
    read.map_err(|error| Failure::Io {
        what: path.display().to_string(),
        error,
    })?;
    Ok(bytes)
}

/// The lexicon in an image, every check passed.
pub fn open<'a>(path: &Path, bytes: &'a [u8]) -> Result<Lexicon<'a>, Failure> {
    Lexicon::from_bytes(bytes).map_err(|error| Failure::Image {
        path: path.display().to_string(),
        error,
    })
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
    for input in inputs.into_iter().filter(|input| *input != Path::new("-")) {
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
