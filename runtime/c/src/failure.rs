//! Why a function does not do what it is for.

use core::fmt;

use lexc_runtime::{
    BoardError, CgpError, IllegalPlayError, ImageError, LayoutError, PlayError, PositionError,
    RackError, RulesError, WordError,
};

use crate::answer::Status;
#[cfg(feature = "std")]
use crate::file::FileError;

/// Why a function does not do what it is for: of the arguments, what is wrong with them; of the runtime, its own errors.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Failure {
    Null {
        what: &'static str,
    },
    Misaligned {
        what: &'static str,
    },
    NoHandle {
        what: &'static str,
    },
    OutOfRange {
        what: &'static str,
    },
    NotUtf8 {
        what: &'static str,
    },
    Capacity {
        needed: usize,
        capacity: usize,
    },
    NoAutomaton,
    NoNumbers,
    NoWord,
    NoFace {
        what: &'static str,
        found: u8,
    },
    NoPlay,
    Formed {
        index: usize,
    },
    Image(ImageError),
    Word(WordError),
    Rack(RackError),
    Cgp(CgpError),
    Play(PlayError),
    Layout(LayoutError),
    Rules(RulesError),
    Position(PositionError),
    Board(BoardError),
    Illegal(IllegalPlayError),
    #[cfg(feature = "std")]
    File(FileError),
}

impl Failure {
    /// The number in the header.
    pub(crate) fn status(&self) -> Status {
        match self {
            Failure::Null { .. } => -1,
            Failure::Misaligned { .. } => -2,
            Failure::NoHandle { .. } => -3,
            Failure::OutOfRange { .. } | Failure::NoFace { .. } | Failure::NoPlay => -4,
            Failure::NotUtf8 { .. } => -5,
            Failure::Capacity { .. } => -6,
            Failure::Image(_) => -7,
            Failure::NoAutomaton | Failure::NoNumbers => -8,
            Failure::Word(_)
            | Failure::Rack(_)
            | Failure::Cgp(_)
            | Failure::Play(_)
            | Failure::Layout(_) => -9,
            Failure::NoWord => -10,
            Failure::Rules(_) => -11,
            Failure::Position(_) | Failure::Board(_) => -12,
            Failure::Illegal(_) | Failure::Formed { .. } => -13,
            #[cfg(feature = "std")]
            Failure::File(_) => -14,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Null { what } => write!(f, "{what} is a null pointer"),
            Failure::Misaligned { what } => {
                write!(
                    f,
                    "{what} is not aligned (give it the type that the header has)"
                )
            }
            Failure::NoHandle { what } => {
                write!(f, "{what} was not made, or was closed (open or make it first)")
            }
            Failure::OutOfRange { what } => {
                write!(f, "{what} is out of range (see the header)")
            }
            Failure::NotUtf8 { what } => {
                write!(f, "{what} is not UTF-8 (convert it)")
            }
            Failure::Capacity { needed, capacity } => write!(
                f,
                "{needed} bytes are needed where there are {capacity} (give a larger buffer)"
            ),
            Failure::NoAutomaton => f.write_str(
                "the image has no automaton for this algorithm (use LEXC_FASTEST, or build one with both)",
            ),
            Failure::NoNumbers => f.write_str(
                "the image does not number its words (build it with `lexc build --word-index`)",
            ),
            Failure::NoWord => f.write_str("there is no such word in the lexicon"),
            Failure::NoFace { what, found } => {
                write!(f, "{what}: {found} is no tile's code, with or without 128 for a blank")
            }
            Failure::NoPlay => {
                f.write_str("the play places no tile, or leaves the largest board")
            }
            Failure::Formed { index: 0 } => {
                f.write_str("the main word of the play is not in the lexicon")
            }
            Failure::Formed { index } => {
                write!(f, "cross-word {index} of the play is not in the lexicon")
            }
            Failure::Image(error) => error.fmt(f),
            Failure::Word(error) => error.fmt(f),
            Failure::Rack(error) => error.fmt(f),
            Failure::Cgp(error) => error.fmt(f),
            Failure::Play(error) => error.fmt(f),
            Failure::Layout(error) => error.fmt(f),
            Failure::Rules(error) => error.fmt(f),
            Failure::Position(error) => error.fmt(f),
            Failure::Board(error) => error.fmt(f),
            Failure::Illegal(error) => error.fmt(f),
            #[cfg(feature = "std")]
            Failure::File(error) => error.fmt(f),
        }
    }
}

/// Failures of the runtime, by their own names.
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
    PlayError => Play,
    LayoutError => Layout,
    RulesError => Rules,
    PositionError => Position,
    BoardError => Board,
    IllegalPlayError => Illegal,
);
