//! The error of every reader of text in this crate.

use core::fmt;

use lexc_formats::MAX_WORD_LEN;

#[cfg(feature = "views")]
use super::label_names::LabelNames;
use super::place::Place;
use super::quoted::{Quoted, TileName};
use crate::find::ConditionKind;
use crate::game::{Dimensions, MAX_DIM, Square};
use crate::notation::rules::key::RulesKey;

/// A text that cannot be read: its first fault, and the place of the fault.
///
/// In the message, the place of a fault in a condition or a setting counts from the start of its value.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{TextErrorKind, Word};
///
/// let error = Word::parse("CA7", alphabet).unwrap_err();
/// assert_eq!((error.line(), error.column()), (1, 3));
/// assert_eq!(error.kind(), TextErrorKind::UnknownTile { found: '7' });
/// assert_eq!(error.to_string(), "character 3: '7' is an unknown tile");
/// # Ok::<(), lexc_runtime::AlphabetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextError {
    place: Place,
    part: Part,
    kind: TextErrorKind,
}

impl TextError {
    pub(crate) const fn new(place: Place, kind: TextErrorKind) -> TextError {
        TextError {
            place,
            part: Part::Line,
            kind,
        }
    }

    /// The line of the fault, counted from 1.
    pub const fn line(&self) -> usize {
        self.place.line as usize
    }

    /// The character of the line at the fault, counted from 1; at the end of the line, 1 more than it has characters.
    pub const fn column(&self) -> usize {
        self.place.column as usize
    }

    /// The fault.
    pub const fn kind(&self) -> TextErrorKind {
        self.kind
    }

    /// The same error with another fault.
    pub(crate) const fn with_kind(self, kind: TextErrorKind) -> TextError {
        TextError { kind, ..self }
    }

    /// The same error in a part of the text.
    pub(crate) fn in_part(self, part: Part) -> TextError {
        TextError { part, ..self }
    }

    /// The error of a value as the error of the text that has the value from `start` on.
    pub(crate) fn in_value(self, start: Place, part: impl FnOnce(Place) -> Part) -> TextError {
        TextError {
            place: self.place.moved_to(start),
            part: part(self.place),
            kind: self.kind,
        }
    }
}

/// The part of a text where a fault is, for the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// A text that is usually a single line.
    Line,
    /// A text of several lines.
    Lines,
    /// A row of the board of a position, counted from 1.
    BoardRow(usize),
    /// A field of a position.
    Field(&'static str),
    /// A condition, counted from 1. If the fault is in its value, its kind and the place in the value.
    Condition(usize, Option<(ConditionKind, Place)>),
    /// A setting of rules, counted from 1; if the fault is in its value, its key and the place in the value.
    Setting(usize, Option<(RulesKey, Place)>),
}

/// The fault of a text.
///
/// `found` is the character at the fault, `None` at the end of the text or the line; in `RowWidth`, the number of squares of the
/// row. `square` is the square of the tile at the fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are explained above")]
pub enum TextErrorKind {
    /// A character that is not part of a tile of the alphabet or a [reading](crate::Alphabet::readings).
    UnknownTile { found: char },
    /// The same. The character and those around it spell `name`, the text of a tile that must be in brackets.
    BareTile { found: char, name: TileName },
    /// Brackets around an unknown tile.
    UnknownName { name: TileName },
    /// An opening bracket without a closing one.
    OpenBracket,
    /// A word of more than 63 tiles.
    WordTooLong,
    /// A rack of more than [`Rack::MAX_LEN`](crate::Rack::MAX_LEN) tiles.
    RackTooLong,
    /// A designated blank on a rack: a blank there does not stand for a letter yet.
    BlankForm { found: char },

    /// A play without a square at its start.
    NoSquare,
    /// A play without a word after its square.
    NoWord,
    /// The word of a play leaves the board.
    OutsideBoard,
    /// A tile of a play that differs from the one on the board.
    Differs { square: Square },
    /// A `.` or a tile in parentheses on an empty square.
    NoTileThere { square: Square },
    /// An unmatched parenthesis, or one inside another pair.
    Parenthesis,
    /// All tiles of the word are already on the board.
    NothingPlaced,
    /// The last play of a position that cannot have been made last: see [`Play::parse_made`](crate::Play::parse_made).
    NotLast,
    /// A move with neither a square nor a keyword at its start.
    NoMove,
    /// An exchange without tiles.
    NoTiles,
    /// Text after a pass.
    AfterPass,

    /// A number of empty squares that is 0, has a leading zero, or does not fit a `usize`.
    Run,
    /// A row of more than [`MAX_DIM`] squares.
    RowTooLong,
    /// A row without squares.
    EmptyRow,
    /// A row with another number of squares than the first row, which has `expected`.
    RowWidth { found: usize, expected: usize },
    /// More than [`MAX_DIM`] rows.
    TooManyRows,
    /// A position without racks.
    NoRack,
    /// A position with a fifth rack.
    FifthRack,
    /// Scores other than one number for each player that fits an `i32`.
    Scores { found: Option<char>, players: usize },
    /// Scoreless turns other than one number that fits a `u32`.
    ScorelessTurns { found: Option<char> },
    /// A control character, such as a line break, among the operations of a position.
    ControlCharacter { found: char },

    /// A first line of a layout that is not `row, col` of the start square.
    Start { found: Option<char> },
    /// A start square outside the grid.
    StartOutside { dimensions: Dimensions },
    /// A start square that is a brick.
    StartOnBrick { start: Square },
    /// An unknown symbol of a square.
    Symbol { found: char },
    /// A layout without rows, or with empty rows only.
    NoSquares,

    /// A text that is not a challenge rule.
    ChallengeRule,
    /// A text that is not a time of a clock.
    Time,
    /// A text that is not a clock.
    Clock,
    /// A setting without `=`.
    NotSetting,
    /// A setting with an unknown key.
    UnknownKey,
    /// A setting whose key was set before.
    Twice(RulesKey),
    /// A value that does not fit the key.
    Value(RulesKey),
    /// An entry that does not fit the list of this key.
    Entry(RulesKey),

    /// A condition without `:` whose text is not the name of a kind with a default value.
    NoValue,
    /// A condition with an unknown name.
    UnknownCondition,
    /// Brackets without a tile in a condition.
    EmptyClass,
    /// More than `limit` tiles, or symbols of a [code](crate::Condition::code), in a condition.
    TooLong { limit: usize },
    /// Text that is not a range of numbers.
    Range,
    /// A range that ends before its start.
    EmptyRange,
    /// More than 3 edits.
    Distance,
    /// Text that is not a [`Side`](crate::Side).
    Side,

    /// A view of an image without labels.
    #[cfg(feature = "views")]
    NoLabels,
    /// A flag that the image does not have; `flags` names its flags.
    #[cfg(feature = "views")]
    UnknownFlag { flags: LabelNames },
    /// A number that the image does not have; `numbers` names its numbers.
    #[cfg(feature = "views")]
    UnknownNumber { numbers: LabelNames },
    /// Text that cannot follow in an expression of a view.
    #[cfg(feature = "views")]
    View { found: Option<char> },
    /// An expression of a view with too many labels and operators.
    #[cfg(feature = "views")]
    ViewTooLong { limit: usize },
}

impl TextErrorKind {
    /// Returns `true` for faults of a whole setting or condition, whose messages name no place.
    const fn is_of_whole(self) -> bool {
        use TextErrorKind::*;
        #[cfg(feature = "views")]
        if let NoLabels = self {
            return true;
        }
        matches!(
            self,
            ChallengeRule
                | Time
                | Clock
                | NotSetting
                | UnknownKey
                | Twice(_)
                | Value(_)
                | NoValue
                | UnknownCondition
        )
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut place = self.place;
        match self.part {
            Part::Condition(number, value) => {
                write!(f, "condition {number}: ")?;
                if let Some((kind, place_in_value)) = value {
                    write!(f, "{}: ", kind.name())?;
                    place = place_in_value;
                }
            }
            Part::Setting(number, value) => {
                write!(f, "rules, setting {number}: ")?;
                if let Some((key, place_in_value)) = value
                    && !self.kind.is_of_whole()
                {
                    write!(f, "{}: ", key.name())?;
                    place = place_in_value;
                }
            }
            _ => {}
        }
        if !self.kind.is_of_whole() {
            let Place { line, column } = place;
            if line > 1 || self.part == Part::Lines {
                write!(f, "line {line}, column {column}")?;
            } else {
                write!(f, "character {column}")?;
            }
            match self.part {
                Part::BoardRow(row) => write!(f, ", in board row {row}: ")?,
                Part::Field(field) => write!(f, ", in {field}: ")?,
                _ => f.write_str(": ")?,
            }
        }
        self.kind.fmt(f)
    }
}

impl core::error::Error for TextError {}

/// The fault, without its place.
impl fmt::Display for TextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TextErrorKind::UnknownTile { found } => {
                write!(f, "{} is an unknown tile", Quoted(found))
            }
            TextErrorKind::BareTile { found, name } => {
                write!(
                    f,
                    "{} is an unknown tile (write a tile of several characters in brackets: {name})",
                    Quoted(found)
                )
            }
            TextErrorKind::UnknownName { name } => {
                write!(f, "unknown tile in brackets: {name}")
            }
            TextErrorKind::OpenBracket => f.write_str("the bracket is not closed (add ])"),
            TextErrorKind::WordTooLong => {
                write!(f, "a word has at most {MAX_WORD_LEN} tiles")
            }
            TextErrorKind::RackTooLong => write!(f, "a rack has at most {MAX_DIM} tiles"),
            TextErrorKind::BlankForm { found } => {
                write!(
                    f,
                    "{} starts a designated blank, and racks have none (write a blank on a rack as ?)",
                    Quoted(found)
                )
            }
            TextErrorKind::NoSquare => f.write_str(
                "a play starts with a square (write 8D for a word across, D8 for a word down)",
            ),
            TextErrorKind::NoWord => f.write_str("missing word"),
            TextErrorKind::OutsideBoard => f.write_str("the word leaves the board"),
            TextErrorKind::Differs { square } => {
                write!(f, "another tile is on {square}")
            }
            TextErrorKind::NoTileThere { square } => {
                write!(f, "{square} is empty (write the tile to place)")
            }
            TextErrorKind::Parenthesis => f.write_str("unmatched or nested parenthesis"),
            TextErrorKind::NotLast => {
                f.write_str("no legal play leaves this position (put earlier tiles in parentheses)")
            }
            TextErrorKind::NothingPlaced => {
                f.write_str("all tiles of the word are already on the board")
            }
            TextErrorKind::NoMove => f.write_str(
                "a move starts with a square or a keyword (write 8D CARE, exchange QV or pass)",
            ),
            TextErrorKind::NoTiles => {
                f.write_str("missing tiles (name the tiles to exchange, such as exchange QV)")
            }
            TextErrorKind::AfterPass => f.write_str("text after the pass (write pass alone)"),
            TextErrorKind::Run => {
                write!(f, "a run of empty squares is a number from 1 to {MAX_DIM}")
            }
            TextErrorKind::RowTooLong => write!(f, "a row has at most {MAX_DIM} squares"),
            TextErrorKind::EmptyRow => f.write_str("the row has no squares"),
            TextErrorKind::RowWidth { found, expected } => {
                write!(
                    f,
                    "the row has {found} squares, but the first row has {expected}"
                )
            }
            TextErrorKind::TooManyRows => write!(f, "a board has at most {MAX_DIM} rows"),
            TextErrorKind::NoRack => {
                f.write_str("no rack after the board (write / for an unknown rack)")
            }
            TextErrorKind::FifthRack => f.write_str("a fifth rack (write at most four)"),
            TextErrorKind::Scores { found, players } => {
                write_unexpected(f, found)?;
                let (count, scores) = match players {
                    3 => ("three", "0/0/0"),
                    4 => ("four", "0/0/0/0"),
                    _ => ("two", "0/0"),
                };
                write!(f, "{count} scores (write {scores}, each up to 2147483647)")
            }
            TextErrorKind::ScorelessTurns { found } => {
                write_unexpected(f, found)?;
                f.write_str("the number of scoreless turns (write 0 to 4294967295)")
            }
            TextErrorKind::ControlCharacter { found } => {
                write!(f, "control character {} (remove it)", Quoted(found))
            }
            TextErrorKind::Start { found } => {
                write_unexpected(f, found)?;
                f.write_str("the start square (write it as row, col, counted from 0)")
            }
            TextErrorKind::StartOutside { dimensions } => {
                write!(
                    f,
                    "the start square is outside the grid of {dimensions} squares (rows and columns count from 0)"
                )
            }
            TextErrorKind::StartOnBrick { start } => {
                write!(
                    f,
                    "the start square {start} is a brick (rows and columns count from 0)"
                )
            }
            TextErrorKind::Symbol { found } => {
                write!(
                    f,
                    "{} is an unknown square symbol (use space ' \" ^ * - = ~ ! #)",
                    Quoted(found)
                )
            }
            TextErrorKind::NoSquares => {
                f.write_str("no squares after the first line (draw the grid there)")
            }
            TextErrorKind::ChallengeRule => {
                write!(f, "not a challenge rule ({})", RulesKey::Challenge.values())
            }
            TextErrorKind::Time => {
                f.write_str("not a time (write minutes, or minutes and seconds: 25 or 0:30)")
            }
            TextErrorKind::Clock => {
                f.write_str("not a clock (write time=25:00 overtime=10:00 used=0:00)")
            }
            TextErrorKind::NotSetting => {
                f.write_str("no = in it (write key=value, such as rack=8)")
            }
            TextErrorKind::UnknownKey => {
                write_names(f, "key", RulesKey::READ.iter().map(|key| key.name()))
            }
            TextErrorKind::Twice(key) => {
                write!(f, "{} is set twice (remove one of both)", key.name())
            }
            TextErrorKind::Value(key) => {
                write!(f, "invalid value of {} ({})", key.name(), key.values())
            }
            TextErrorKind::Entry(key) => write!(f, "invalid entry ({})", key.values()),
            TextErrorKind::NoValue => {
                f.write_str("no : in it (write name:value, such as length:7-8)")
            }
            TextErrorKind::UnknownCondition => {
                write_names(f, "name", ConditionKind::ALL.iter().map(|kind| kind.name()))
            }
            TextErrorKind::EmptyClass => {
                f.write_str("no tile in the brackets (write ? for any tile)")
            }
            TextErrorKind::TooLong { limit } => {
                write!(f, "at most {limit} tiles are possible")
            }
            TextErrorKind::Range => f.write_str("not a range of numbers (write 7, 7-8, 7- or -8)"),
            TextErrorKind::EmptyRange => {
                f.write_str("the range ends before its start (write the least number first)")
            }
            TextErrorKind::Distance => {
                let most = ConditionKind::MAX_EDITS;
                write!(f, "at most {most} edits are possible")
            }
            TextErrorKind::Side => f.write_str("unknown side (use front, back or either)"),
            #[cfg(feature = "views")]
            TextErrorKind::NoLabels => {
                f.write_str("the image has no labels (build it with labels)")
            }
            #[cfg(feature = "views")]
            TextErrorKind::UnknownFlag { flags } => write!(f, "unknown flag (use{flags})"),
            #[cfg(feature = "views")]
            TextErrorKind::UnknownNumber { numbers } => {
                write!(f, "unknown number (use{numbers})")
            }
            #[cfg(feature = "views")]
            TextErrorKind::View { found } => {
                write_unexpected(f, found)?;
                f.write_str("the rest of a view (write csw & !new, or level<=35 | uk)")
            }
            #[cfg(feature = "views")]
            TextErrorKind::ViewTooLong { limit } => {
                write!(f, "at most {limit} labels and operators are possible")
            }
        }
    }
}

/// Writes the character that was found in place of another text.
fn write_unexpected(f: &mut fmt::Formatter<'_>, found: Option<char>) -> fmt::Result {
    match found {
        Some(found) => write!(f, "found {} instead of ", Quoted(found)),
        None => f.write_str("the line ends instead of "),
    }
}

/// Writes that a name is unknown, and the names to use.
fn write_names(
    f: &mut fmt::Formatter<'_>,
    noun: &str,
    names: impl Iterator<Item = &'static str>,
) -> fmt::Result {
    write!(f, "unknown {noun} (use")?;
    for name in names {
        write!(f, " {name}")?;
    }
    f.write_str(")")
}
