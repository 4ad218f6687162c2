//! Results of functions: status and description of each failure.

use core::ffi::{CStr, c_char};
use core::fmt;

use lexc_runtime::{
    BoardError, GameError, IllegalPlayError, ImageError, LeaveImageError, Lexicon, NoLayoutError,
    NotLatestPlayError, PositionError, RulesError, TextError, TurnError,
};

use lexc_status::*;

/// Result of a function: 0 or more after success, negative after a failure.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum lexc_status {
    /// Success.
    LEXC_OK = 0,
    /// The visitor ended the search.
    LEXC_STOPPED = 1,
    /// A pointer is NULL.
    LEXC_ERROR_NULL = -1,
    /// A pointer is not aligned to its type.
    LEXC_ERROR_ALIGNMENT = -2,
    /// A handle was not made, or was closed.
    LEXC_ERROR_HANDLE = -3,
    /// A number is out of range, or a play is malformed.
    LEXC_ERROR_ARGUMENT = -4,
    /// A text is not UTF-8.
    LEXC_ERROR_UTF8 = -5,
    /// A buffer is too short.
    LEXC_ERROR_CAPACITY = -6,
    /// The bytes are damaged or are not an image, a lexicon is opened from an image of leaves, or leaves are of another
    /// alphabet than the lexicon.
    LEXC_ERROR_IMAGE = -7,
    /// The image lacks the automaton, the word index, the definitions or the leaves that the function needs.
    LEXC_ERROR_MISSING = -8,
    /// The text of a word, rack, condition, position, play, move, layout or rules is malformed.
    LEXC_ERROR_TEXT = -9,
    /// The lexicon has no such word.
    LEXC_ERROR_NO_WORD = -10,
    /// The rack size is out of range, or scores under these rules may exceed 32 bits.
    LEXC_ERROR_RULES = -11,
    /// Board, rack and rules do not fit together, or the play to take back is not the latest.
    LEXC_ERROR_POSITION = -12,
    /// The play or the move is illegal.
    LEXC_ERROR_ILLEGAL = -13,
    /// A file cannot be read or mapped.
    LEXC_ERROR_FILE = -14,
    /// A rack or a bag does not have the tile.
    LEXC_ERROR_NO_TILE = -15,
}

/// Size in bytes of the message of a lexc_error, enough for every message and a zero.
pub const LEXC_MESSAGE_BYTES: usize = 512;

/// A failure, for functions with the argument `error`. Plain data.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct lexc_error {
    /// Status that the function returned; LEXC_OK if it succeeded.
    pub status: lexc_status,
    /// (full) Line of the fault in the text, from 1; 0 if the failure has no place in a text.
    pub line: u32,
    /// (full) Character of the line, from 1; 0 if the failure has no place in a text.
    pub column: u32,
    /// The problem, its place if it has one, and often a remedy in parentheses; empty if the function succeeded.
    pub message: [c_char; LEXC_MESSAGE_BYTES],
}

/// (full) Returns a static text that explains a status, such as "a handle was not made, or was closed". Meant for
/// failures of functions without the argument `error`.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub extern "C" fn lexc_status_text(status: i32) -> *const c_char {
    const TEXTS: [(lexc_status, &CStr); 17] = [
        (LEXC_OK, c"success"),
        (LEXC_STOPPED, c"the visitor ended the search"),
        (LEXC_ERROR_NULL, c"a pointer is NULL"),
        (LEXC_ERROR_ALIGNMENT, c"a pointer is not aligned to its type"),
        (LEXC_ERROR_HANDLE, c"a handle was not made, or was closed"),
        (LEXC_ERROR_ARGUMENT, c"a number is out of range, or a play is malformed"),
        (LEXC_ERROR_UTF8, c"a text is not UTF-8"),
        (LEXC_ERROR_CAPACITY, c"a buffer is too short"),
        (LEXC_ERROR_IMAGE, c"the bytes are damaged or are not an image, a lexicon is opened from an image of leaves, or leaves are of another alphabet than the lexicon"),
        (LEXC_ERROR_MISSING, c"the image lacks the automaton, the word index, the definitions or the leaves that the function needs"),
        (LEXC_ERROR_TEXT, c"the text of a word, rack, condition, position, play, move, layout or rules is malformed"),
        (LEXC_ERROR_NO_WORD, c"the lexicon has no such word"),
        (LEXC_ERROR_RULES, c"the rack size is out of range, or scores under these rules may exceed 32 bits"),
        (LEXC_ERROR_POSITION, c"board, rack and rules do not fit together, or the play to take back is not the latest"),
        (LEXC_ERROR_ILLEGAL, c"the play or the move is illegal"),
        (LEXC_ERROR_FILE, c"a file cannot be read or mapped"),
        (LEXC_ERROR_NO_TILE, c"a rack or a bag does not have the tile"),
    ];
    let found = TEXTS.iter().find(|(known, _)| *known as i32 == status);
    found.map_or(c"unknown status", |(_, text)| text).as_ptr()
}

/// Failure of a function: a bad argument with its name, or an error of the runtime or of the operating system.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Failure {
    Null(&'static str),
    Misaligned(&'static str),
    NoHandle(&'static str),
    OutOfRange(&'static str),
    NotUtf8(&'static str),
    UnknownTile(&'static str, u8),
    Capacity {
        needed: usize,
        capacity: usize,
    },
    NoPlay,
    NotInOneWord,
    /// Carries the largest number of conditions.
    TooManyConditions(usize),
    #[cfg(feature = "full")]
    NoAutomaton,
    #[cfg(feature = "full")]
    NoWordIndex,
    #[cfg(feature = "full")]
    NoDefinitions,
    #[cfg(feature = "full")]
    NoWord,
    #[cfg(feature = "full")]
    NoTile,
    #[cfg(feature = "full")]
    FullRack,
    Image(ImageError),
    Leaves(LeaveImageError),
    Text(TextError),
    NoLayout(NoLayoutError),
    Rules(RulesError),
    Position(PositionError),
    Board(BoardError),
    #[cfg(feature = "full")]
    NotLatest(NotLatestPlayError),
    Illegal {
        error: IllegalPlayError,
        lexicon: &'static Lexicon<'static>,
    },
    Game(GameError),
    Turn {
        error: TurnError,
        lexicon: &'static Lexicon<'static>,
    },
    /// Lacks the message of the operating system, which would need the heap.
    #[cfg(feature = "std")]
    File {
        action: &'static str,
        kind: std::io::ErrorKind,
        code: Option<i32>,
    },
}

impl Failure {
    /// Line and column of the fault in the text, from 1; 0 if it has none.
    pub(crate) fn place(&self) -> [usize; 2] {
        match self {
            Failure::Text(error) => [error.line(), error.column()],
            _ => [0; 2],
        }
    }

    /// Status for the caller.
    pub(crate) fn status(&self) -> lexc_status {
        match self {
            Failure::Null(_) => LEXC_ERROR_NULL,
            Failure::Misaligned(_) => LEXC_ERROR_ALIGNMENT,
            Failure::NoHandle(_) => LEXC_ERROR_HANDLE,
            Failure::OutOfRange(_)
            | Failure::UnknownTile(..)
            | Failure::NoPlay
            | Failure::TooManyConditions(_) => LEXC_ERROR_ARGUMENT,
            Failure::NotUtf8(_) => LEXC_ERROR_UTF8,
            Failure::Capacity { .. } => LEXC_ERROR_CAPACITY,
            #[cfg(feature = "full")]
            Failure::NoAutomaton | Failure::NoWordIndex | Failure::NoDefinitions => {
                LEXC_ERROR_MISSING
            }
            #[cfg(feature = "full")]
            Failure::NoWord => LEXC_ERROR_NO_WORD,
            #[cfg(feature = "full")]
            Failure::NoTile => LEXC_ERROR_NO_TILE,
            #[cfg(feature = "full")]
            Failure::FullRack => LEXC_ERROR_POSITION,
            Failure::Leaves(LeaveImageError::NoLeaves) => LEXC_ERROR_MISSING,
            Failure::Image(_) | Failure::Leaves(_) => LEXC_ERROR_IMAGE,
            Failure::Text(_) => LEXC_ERROR_TEXT,
            Failure::Rules(_) | Failure::Position(PositionError::Rules(_)) => LEXC_ERROR_RULES,
            Failure::Position(_) | Failure::Board(_) | Failure::NoLayout(_) => LEXC_ERROR_POSITION,
            #[cfg(feature = "full")]
            Failure::NotLatest(_) => LEXC_ERROR_POSITION,
            Failure::NotInOneWord | Failure::Illegal { .. } | Failure::Turn { .. } => {
                LEXC_ERROR_ILLEGAL
            }
            Failure::Game(GameError::Players { .. }) => LEXC_ERROR_ARGUMENT,
            Failure::Game(_) => LEXC_ERROR_RULES,
            #[cfg(feature = "std")]
            Failure::File { .. } => LEXC_ERROR_FILE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Null(argument) => write!(f, "{argument} is a null pointer"),
            Failure::Misaligned(argument) => write!(
                f,
                "{argument} is not aligned (see lexc.h)"
            ),
            Failure::NoHandle(argument) => write!(
                f,
                "{argument} was not made, or was closed (make or open it first)"
            ),
            Failure::OutOfRange(argument) => {
                write!(f, "{argument} is out of range (see lexc.h)")
            }
            Failure::NotUtf8(argument) => write!(f, "{argument} is not UTF-8 (convert it)"),
            Failure::UnknownTile(argument, found) => write!(
                f,
                "unknown tile code {} in {argument} (pass 1 to 62, plus LEXC_BLANK for a blank)",
                u32::from(*found)
            ),
            Failure::Capacity { needed, capacity } => write!(
                f,
                "the buffer has {capacity} bytes and {needed} are needed (pass a larger one)"
            ),
            Failure::TooManyConditions(most) => {
                write!(f, "more than {most} conditions (leave some out)")
            }
            Failure::NoPlay => f.write_str("the play places no tile, or leaves the board"),
            Failure::NotInOneWord => f.write_str(
                "the tiles are not all in one word (leave no gaps)",
            ),
            #[cfg(feature = "full")]
            Failure::NoAutomaton => f.write_str(
                "the image has no automaton for this algorithm (choose LEXC_FASTEST, or build an image with both automata)",
            ),
            #[cfg(feature = "full")]
            Failure::NoWordIndex => f.write_str(
                "the image has no word index (build it with `lexc build --word-index`)",
            ),
            #[cfg(feature = "full")]
            Failure::NoDefinitions => f.write_str(
                "the image has no definitions (build it with `lexc build --definitions`)",
            ),
            #[cfg(feature = "full")]
            Failure::NoWord => f.write_str("the lexicon has no such word"),
            #[cfg(feature = "full")]
            Failure::NoTile => f.write_str("the tiles are not all on the rack"),
            #[cfg(feature = "full")]
            Failure::FullRack => f.write_str("the rack is full"),
            Failure::Image(error) => error.fmt(f),
            Failure::Leaves(error) => error.fmt(f),
            Failure::Text(error) => error.fmt(f),
            Failure::NoLayout(error) => error.fmt(f),
            Failure::Rules(error) => error.fmt(f),
            Failure::Position(error) => error.fmt(f),
            Failure::Board(error) => error.fmt(f),
            #[cfg(feature = "full")]
            Failure::NotLatest(error) => error.fmt(f),
            Failure::Illegal { error, lexicon } => error.display(lexicon.alphabet()).fmt(f),
            Failure::Game(error) => error.fmt(f),
            Failure::Turn { error, lexicon } => error.display(lexicon.alphabet()).fmt(f),
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
            // Not inlined: callers would copy the fields of the error one by one, which takes more code than a call.
            #[inline(never)]
            fn from(error: $error) -> Failure {
                Failure::$variant(error)
            }
        })+
    };
}
from!(
    ImageError => Image,
    LeaveImageError => Leaves,
    TextError => Text,
    NoLayoutError => NoLayout,
    RulesError => Rules,
    PositionError => Position,
    BoardError => Board,
    GameError => Game,
);
#[cfg(feature = "full")]
from!(NotLatestPlayError => NotLatest);

/// Runs the body of a function that describes no failure, and returns its status.
pub(crate) fn answer(function: impl FnOnce() -> Result<(), Failure>) -> lexc_status {
    status(function())
}

/// Status of a result.
pub(crate) fn status(result: Result<(), Failure>) -> lexc_status {
    result.map_or_else(|failure| failure.status(), |()| LEXC_OK)
}
