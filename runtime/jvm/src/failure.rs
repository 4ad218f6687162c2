//! Failures of calls, which become exceptions.

use std::fmt::Display;
use std::io;

use lexc_game::GcgError;
use lexc_runtime::{
    Alphabet, ChallengeError, GameError, ImageError, LeaveImageError, NoLayoutError, PositionError,
    RulesError, StepLimitError, TextError, TurnError,
};

/// The kind of a failure that is a `LexcException`. The numbers are those of `LexcException.Kind`.
#[derive(Clone, Copy)]
pub enum Kind {
    Image,
    Text,
    Position,
    Rules,
    Illegal,
    Record,
    Missing,
    Argument,
    /// A fault of the library itself.
    Fault,
}

/// A failure of a call.
pub enum Failure {
    /// `LexcException`. Line and column are those of a fault in a text, and otherwise 0.
    Refused {
        kind: Kind,
        message: String,
        place: [usize; 2],
    },
    /// `IllegalStateException`: the object with this name is closed.
    Closed(&'static str),
    /// `IndexOutOfBoundsException`.
    Index(String),
    /// `NoSuchFileException`, `AccessDeniedException` or `IOException` for a file that cannot be read.
    File { path: String, error: io::Error },
    /// A call into the machine failed. Unless an exception is under way, throws a `LexcException`.
    Machine(jni::errors::Error),
}

impl Failure {
    pub fn new(kind: Kind, message: impl Display) -> Failure {
        Failure::Refused {
            kind,
            message: message.to_string(),
            place: [0; 2],
        }
    }

    /// The failure of an argument.
    pub fn argument(message: impl Display) -> Failure {
        Failure::new(Kind::Argument, message)
    }

    /// The failure with the name of the argument, as in `rack "E1": character 2: …`.
    pub fn of(self, name: impl Display) -> Failure {
        match self {
            Failure::Refused {
                kind,
                message,
                place,
            } => Failure::Refused {
                kind,
                message: format!("{name}: {message}"),
                place,
            },
            failure => failure,
        }
    }

    /// A move that breaks a rule.
    pub fn illegal(error: TurnError, alphabet: Alphabet<'_>) -> Failure {
        Failure::new(Kind::Illegal, error.display(alphabet))
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        Failure::Refused {
            kind: Kind::Text,
            message: error.to_string(),
            place: [error.line(), error.column()],
        }
    }
}

impl From<GcgError> for Failure {
    fn from(error: GcgError) -> Failure {
        let column = if error.line == 0 { 0 } else { error.column };
        Failure::Refused {
            kind: Kind::Record,
            message: error.to_string(),
            place: [error.line, column],
        }
    }
}

impl From<jni::errors::Error> for Failure {
    fn from(error: jni::errors::Error) -> Failure {
        Failure::Machine(error)
    }
}

macro_rules! from {
    ($($error:ident => $kind:ident),+ $(,)?) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::new(Kind::$kind, error)
            }
        })+
    };
}
from!(
    ImageError => Image,
    LeaveImageError => Image,
    NoLayoutError => Position,
    PositionError => Position,
    RulesError => Rules,
    GameError => Rules,
    ChallengeError => Illegal,
    StepLimitError => Image,
);
