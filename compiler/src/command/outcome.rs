//! Outcome of a verb: an answer or a failure.

use std::{fmt, io};

use lexc_runtime::ImageError;

use crate::alphabet::AlphabetFileError;
use crate::input::ReadFailure;
use crate::output::{Operation, OutputError};
use crate::tokenizer::TokenizeErrorKind;
use crate::word_list::{WordListError, WordListProblem, WordListProblemKind};

/// Answer to the question that a verb asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Done, and yes.
    Yes,
    /// Done, and no: a word is absent, an image is bad.
    No,
}

impl Answer {
    /// The answer of a verb that asks "are all good?".
    pub const fn from_bool(is_yes: bool) -> Answer {
        if is_yes { Answer::Yes } else { Answer::No }
    }
}

/// Why a verb could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// An input can't be read.
    Input { name: String, error: io::Error },
    /// Standard output can't be written.
    Stdout(io::Error),
    /// An image is refused.
    Image { name: String, error: ImageError },
    /// Anything else: a message with the place and the remedy.
    Other(String),
}

impl Failure {
    /// A failure whose message is that of an error.
    pub fn other(error: impl fmt::Display) -> Failure {
        Failure::Other(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input { name, error } => write!(f, "{name}: {}", ReadFailure(error)),
            Failure::Stdout(error) => {
                let operation = Operation::Write;
                let remedy = operation.remedy(error);
                write!(f, "standard output: cannot {operation}: {error} ({remedy})")
            }
            Failure::Image { name, error } => write!(f, "{name}: {error}"),
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
