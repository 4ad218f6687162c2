//! Errors of writing an output file.

use std::path::{Path, PathBuf};
use std::{fmt, io};

/// Failure to write a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum OutputError {
    /// The file exists, and replacing it was not requested.
    Exists(PathBuf),
    /// The path is a directory.
    Directory(PathBuf),
    /// The system refused an operation.
    Io {
        /// The path of the output.
        path: PathBuf,
        /// The operation that failed.
        operation: Operation,
        /// The system's reason.
        error: io::Error,
    },
}

/// Steps of writing a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Operation {
    /// Inspecting the path.
    Inspect,
    /// Opening a pipe, a device or an open file.
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

impl OutputError {
    pub(super) fn io(path: &Path, operation: Operation, error: io::Error) -> OutputError {
        OutputError::Io {
            path: path.to_owned(),
            operation,
            error,
        }
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutputError::Exists(path) => {
                write!(
                    f,
                    "{}: exists already (replace it with --force)",
                    path.display()
                )
            }
            OutputError::Directory(path) => {
                write!(
                    f,
                    "{}: is a directory, not a file (name a file in it)",
                    path.display()
                )
            }
            OutputError::Io {
                path,
                operation,
                error,
            } => {
                let remedy = operation.remedy(error);
                let path = path.display();
                write!(f, "{path}: cannot {operation}: {error} ({remedy})")
            }
        }
    }
}

impl std::error::Error for OutputError {}

impl Operation {
    /// The remedy for a failure, for messages.
    pub fn remedy(self, error: &io::Error) -> &'static str {
        use io::ErrorKind::{
            FileTooLarge, NotADirectory, NotFound, PermissionDenied, QuotaExceeded,
            ReadOnlyFilesystem, StorageFull,
        };
        match (self, error.kind()) {
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
            (Operation::Inspect, NotADirectory) => "the part before the last / must be a directory",
            (Operation::Inspect | Operation::Open, PermissionDenied) => {
                "ask for the permission, or choose another place"
            }
            _ => "try again, or choose another place",
        }
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
