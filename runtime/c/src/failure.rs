//! Failures of functions: status and message of each.

use core::fmt;

use lexc_runtime::{
    Alphabet, BoardError, CgpError, IllegalPlayError, ImageError, PositionError, RackError,
    RulesError, WordError,
};
#[cfg(feature = "full")]
use lexc_runtime::{LayoutError, PlayError};

use crate::status::lexc_status::{self, *};

/// Failure of a function: a bad argument, or an error of the runtime.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Failure {
    Null {
        argument: &'static str,
    },
    Misaligned {
        argument: &'static str,
    },
    NoHandle {
        argument: &'static str,
    },
    OutOfRange {
        argument: &'static str,
    },
    NotUtf8 {
        argument: &'static str,
    },
    UnknownTile {
        argument: &'static str,
        found: u8,
    },
    Capacity {
        needed: usize,
        capacity: usize,
    },
    NoPlay,
    #[cfg(feature = "full")]
    NoAutomaton,
    #[cfg(feature = "full")]
    NoWordIndex,
    #[cfg(feature = "full")]
    NoWord,
    Image(ImageError),
    Word(WordError),
    Rack(RackError),
    Cgp(CgpError),
    #[cfg(feature = "full")]
    Play(PlayError),
    #[cfg(feature = "full")]
    Layout(LayoutError),
    Rules(RulesError),
    Position(PositionError),
    Board(BoardError),
    Illegal {
        error: IllegalPlayError,
        alphabet: Alphabet<'static>,
    },
    /// The operating system's own message would need the heap.
    #[cfg(feature = "std")]
    File {
        action: &'static str,
        kind: std::io::ErrorKind,
        code: Option<i32>,
    },
}

impl Failure {
    /// Status for the caller.
    pub(crate) fn status(&self) -> lexc_status {
        match self {
            Failure::Null { .. } => LEXC_ERROR_NULL,
            Failure::Misaligned { .. } => LEXC_ERROR_ALIGNMENT,
            Failure::NoHandle { .. } => LEXC_ERROR_HANDLE,
            Failure::OutOfRange { .. } | Failure::UnknownTile { .. } | Failure::NoPlay => {
                LEXC_ERROR_ARGUMENT
            }
            Failure::NotUtf8 { .. } => LEXC_ERROR_UTF8,
            Failure::Capacity { .. } => LEXC_ERROR_CAPACITY,
            #[cfg(feature = "full")]
            Failure::NoAutomaton | Failure::NoWordIndex => LEXC_ERROR_MISSING,
            #[cfg(feature = "full")]
            Failure::NoWord => LEXC_ERROR_NO_WORD,
            Failure::Image(_) => LEXC_ERROR_IMAGE,
            Failure::Word(_) | Failure::Rack(_) | Failure::Cgp(_) => LEXC_ERROR_TEXT,
            #[cfg(feature = "full")]
            Failure::Play(_) | Failure::Layout(_) => LEXC_ERROR_TEXT,
            Failure::Rules(_) | Failure::Position(PositionError::Rules(_)) => LEXC_ERROR_RULES,
            Failure::Position(_) | Failure::Board(_) => LEXC_ERROR_POSITION,
            Failure::Illegal { .. } => LEXC_ERROR_ILLEGAL,
            #[cfg(feature = "std")]
            Failure::File { .. } => LEXC_ERROR_FILE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Null { argument } => write!(f, "{argument} is a null pointer"),
            Failure::Misaligned { argument } => write!(
                f,
                "{argument} is not aligned (declare it with its type in lexc.h)"
            ),
            Failure::NoHandle { argument } => write!(
                f,
                "{argument} was not made, or was closed (make or open it first)"
            ),
            Failure::OutOfRange { argument } => {
                write!(f, "{argument} is out of range (see lexc.h)")
            }
            Failure::NotUtf8 { argument } => write!(f, "{argument} is not UTF-8 (convert it)"),
            Failure::UnknownTile { argument, found } => write!(
                f,
                "unknown tile code {found} in {argument} (pass 1 to 62, plus LEXC_BLANK for a blank)"
            ),
            Failure::Capacity { needed, capacity } => write!(
                f,
                "the buffer has {capacity} bytes and {needed} are needed (pass a larger one)"
            ),
            Failure::NoPlay => f.write_str("the play places no tile, or leaves the largest board"),
            #[cfg(feature = "full")]
            Failure::NoAutomaton => f.write_str(
                "the image has no automaton for this algorithm (choose LEXC_FASTEST, or build an image with both automata)",
            ),
            #[cfg(feature = "full")]
            Failure::NoWordIndex => f.write_str(
                "the image has no word index (build it with `lexc build --word-index`)",
            ),
            #[cfg(feature = "full")]
            Failure::NoWord => f.write_str("the lexicon has no such word"),
            Failure::Image(error) => error.fmt(f),
            Failure::Word(error) => error.fmt(f),
            Failure::Rack(error) => error.fmt(f),
            Failure::Cgp(error) => error.fmt(f),
            #[cfg(feature = "full")]
            Failure::Play(error) => error.fmt(f),
            #[cfg(feature = "full")]
            Failure::Layout(error) => error.fmt(f),
            Failure::Rules(error) => error.fmt(f),
            Failure::Position(error) => error.fmt(f),
            Failure::Board(error) => error.fmt(f),
            #[cfg(feature = "full")]
            Failure::Illegal { error, alphabet } => error.display(*alphabet).fmt(f),
            // Spelling words would take 16 KB of a WebAssembly module.
            #[cfg(not(feature = "full"))]
            Failure::Illegal { error, .. } => error.fmt(f),
            #[cfg(feature = "std")]
            Failure::File { action, kind, code } => {
                use std::io::ErrorKind;
                write!(f, "cannot {action} the file: {kind}")?;
                if let Some(code) = code {
                    write!(f, ", system error {code}")?;
                }
                match kind {
                    ErrorKind::NotFound => f.write_str(" (check the path)"),
                    ErrorKind::PermissionDenied => f.write_str(" (allow reading it)"),
                    _ => Ok(()),
                }
            }
        }
    }
}

/// Converts errors of the runtime.
macro_rules! from {
    ($($error:ident => $variant:ident),+ $(,)?) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::$variant(error)
            }
        })+
    };
}
from!(
    ImageError => Image,
    WordError => Word,
    RackError => Rack,
    CgpError => Cgp,
    RulesError => Rules,
    PositionError => Position,
    BoardError => Board,
);
#[cfg(feature = "full")]
from!(LayoutError => Layout, PlayError => Play);
