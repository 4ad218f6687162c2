//! Outcome of a verb: an answer or a failure.

use std::{fmt, io};

use lexc_compiler::alphabet::AlphabetFileError;
use lexc_compiler::input::read_failure;
use lexc_compiler::text::Visible;
use lexc_compiler::word_list::WordListError;

/// Answer of a verb, which decides the exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Done, and yes.
    Yes,
    /// Done, and no: for example, a word is absent or an image is bad.
    No,
}

impl Answer {
    /// `Yes` for `true`.
    pub const fn from_bool(is_yes: bool) -> Answer {
        if is_yes { Answer::Yes } else { Answer::No }
    }
}

/// Message of a verb that could not do its work, with the place and the remedy.
///
/// Invisible characters are escaped, so that a line end in a file's name does not start a line of its own.
#[derive(Debug)]
pub struct Failure {
    /// The lines of the message.
    text: String,
}

/// A failure with a message of one line.
#[expect(
    non_snake_case,
    reason = "a failure is written as if it were a struct of its message"
)]
pub fn Failure(message: String) -> Failure {
    Failure {
        text: Visible(&message).to_string(),
    }
}

impl Failure {
    /// A failure whose message is that of an error, in one line.
    pub fn new(error: impl fmt::Display) -> Failure {
        Failure(error.to_string())
    }

    /// A failure with a message of several lines, in which line ends of names are escaped already.
    pub fn lines(message: impl fmt::Display) -> Failure {
        let message = message.to_string();
        let lines = message.lines().map(|line| Visible(line).to_string());
        Failure {
            text: lines.collect::<Vec<_>>().join("\n"),
        }
    }

    /// The failure to read an input.
    pub fn input(name: impl fmt::Display, error: &io::Error) -> Failure {
        Failure(format!("{name}: {}", read_failure(error)))
    }

    /// The failure to write standard output.
    pub fn stdout(error: io::Error) -> Failure {
        Operation::Write.failure("standard output", &error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<AlphabetFileError> for Failure {
    fn from(error: AlphabetFileError) -> Failure {
        Failure::lines(error)
    }
}

impl From<WordListError> for Failure {
    fn from(error: WordListError) -> Failure {
        Failure::lines(error)
    }
}

/// Steps of writing a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Inspecting the path.
    Inspect,
    /// Opening a pipe, a device or a file that is already open.
    Open,
    /// Creating the temporary file.
    CreateTemporary,
    /// Writing the contents.
    Write,
    /// Syncing the contents to the disk.
    Sync,
    /// Giving the temporary file the target's name.
    Rename,
    /// Syncing the directory, which holds the name, to the disk.
    SyncDirectory,
}

impl Operation {
    /// The failure of this step, with the system's reason and a remedy. `name` stands for the output.
    pub fn failure(self, name: impl fmt::Display, error: &io::Error) -> Failure {
        use io::ErrorKind::{
            FileTooLarge, NotADirectory, NotFound, PermissionDenied, QuotaExceeded,
            ReadOnlyFilesystem, StorageFull,
        };
        let remedy = match (self, error.kind()) {
            (Operation::SyncDirectory, _) => {
                "the file is there and whole, but a power failure may undo that: look at the disk, and write it again"
            }
            (_, StorageFull) => "make room there, or choose another place",
            (_, QuotaExceeded) => "remove files of yours there, or choose another place",
            (_, FileTooLarge) => "raise the limit on the size of files, `ulimit -f`",
            (Operation::CreateTemporary, NotFound) => "make the directory first",
            (Operation::CreateTemporary, PermissionDenied | ReadOnlyFilesystem) => {
                "choose a directory that you may write in"
            }
            (Operation::Rename, _) if cfg!(windows) => {
                "close the programs that have the old file open or mapped, or choose another name"
            }
            (Operation::Open, NotFound) => {
                "the system reserves this name for a device: choose another name"
            }
            (Operation::Inspect, NotADirectory) => "the part before the last / must be a directory",
            (Operation::Inspect | Operation::Open, PermissionDenied) => {
                "ask for the permission, or choose another place"
            }
            _ => "try again, or choose another place",
        };
        Failure(format!("{name}: cannot {self}: {error} ({remedy})"))
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operation::Inspect => "inspect",
            Operation::Open => "open",
            Operation::CreateTemporary => "make a temporary file beside it",
            Operation::Write => "write",
            Operation::Sync => "sync",
            Operation::Rename => "rename the temporary file to it",
            Operation::SyncDirectory => "sync its directory",
        })
    }
}
