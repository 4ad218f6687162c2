//! Files and standard input, by name.

use std::ffi::OsStr;
use std::fmt;
use std::path::PathBuf;

/// Where a word list comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
}

impl Source {
    /// The source that a command-line argument names: a path, or `-` for standard input.
    pub fn from_arg(arg: impl AsRef<OsStr>) -> Source {
        if arg.as_ref() == "-" {
            Source::Stdin
        } else {
            Source::File(arg.as_ref().into())
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File(path) => path.display().fmt(f),
            Source::Stdin => f.write_str("<stdin>"),
        }
    }
}
