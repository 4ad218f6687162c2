//! Faults of records, and repairs.

use std::fmt;

use lexc_runtime::{IllegalPlayError, PositionError, RulesError, TextErrorKind};

use super::cursor::{MAX_LINE_LEN, MAX_NICK_LEN};

/// A fault that the reader of a record cannot repair, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GcgError {
    /// The number of the line, counted from 1. 0 if the record was not read from a text, or for a fault without a line:
    /// a fault of the rules, of `#rack1` or `#rack2`, or of the rack of a player who has no turn.
    pub line: usize,
    /// The character of the line, counted from 1; without a meaning if `line` is 0.
    pub column: usize,
    /// The fault.
    pub fault: GcgFault,
}

impl GcgError {
    pub(super) fn new((line, column): (usize, usize), fault: GcgFault) -> GcgError {
        GcgError {
            line,
            column,
            fault,
        }
    }
}

impl fmt::Display for GcgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_place(f, (self.line, self.column))?;
        self.fault.fmt(f)
    }
}

impl std::error::Error for GcgError {}

/// The fault of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the variants explain the fields")]
pub enum GcgFault {
    /// A line has more than 65,536 characters, or would have more when the record is written.
    LineTooLong { found: usize },
    /// The text has no players and no events.
    Empty,
    /// A line before the first event starts with neither `#` nor `>`, and is not part of a note.
    Line,
    /// A line of an event names no player.
    NoPlayer,
    /// The player of an event is neither of the two players.
    UnknownPlayer { nick: String },
    /// A nickname that no pragma declares has more than 64 characters.
    NickTooLong,
    /// The record has `found` players.
    Players { found: u32 },
    /// The name of an encoding is unknown. Without the feature `encodings`, all encodings but UTF-8 and Windows-1252 are.
    UnknownEncoding { name: String },
    /// The text is not in the given encoding.
    Encoding { name: &'static str },
    /// An event has no move, or an unknown move.
    NoMove { found: String },
    /// No word after the square of a play.
    NoWord,
    /// An opening parenthesis without a closing one.
    Parenthesis,
    /// A text that is not a number, in place of points, of a total or of a number of tiles.
    Number { found: String },
    /// The rules are invalid.
    Rules(RulesError),
    /// A text that is not a rack, or not a play on the board.
    Text(TextErrorKind),
    /// The rack does not fit the rules.
    Position(PositionError),
    /// A play that breaks a rule, and the message of the error, which spells tiles and words.
    IllegalPlay {
        error: IllegalPlayError,
        text: String,
    },
    /// The exchanged tiles, or their number, do not fit the rack.
    Exchange,
    /// A withdrawal without a play: there is no turn yet, or the latest turn is not a play of the same player, or that
    /// play is already withdrawn.
    NoPlayToWithdraw,
    /// The racks of a withdrawal and of the withdrawn play do not fit together: neither contains all tiles of the
    /// other.
    WithdrawnRack,
    /// Board and rack have more of a tile than the alphabet, which has `count`.
    TooManyTiles { tile: String, count: usize },
    /// The record lacks a complete rack that is needed to continue the game.
    RackUnknown,
    /// A rack does not follow from the turns before it: it lacks kept tiles, or has tiles that were neither kept nor in
    /// the bag.
    RackImpossible,
    /// A play or an exchange after the end of the game.
    AfterEnd,
    /// A total below -1,000,000,000 or above 1,000,000,000.
    TotalOutOfRange,
}

impl fmt::Display for GcgFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GcgFault::LineTooLong { found } => write!(
                f,
                "a line of {found} characters, and the limit is {MAX_LINE_LEN} (break the line; a note may have several lines)"
            ),
            GcgFault::Empty => {
                f.write_str("neither players nor events (choose a game record in GCG format)")
            }
            GcgFault::Line => {
                f.write_str("a line that starts with neither # nor > (start a note with #note)")
            }
            GcgFault::NoPlayer => {
                f.write_str("an event without a player (start it with >, the nickname and :)")
            }
            GcgFault::UnknownPlayer { nick } => {
                write!(
                    f,
                    "unknown player {nick:?} (write a nickname of #player1 or #player2)"
                )
            }
            GcgFault::NickTooLong => write!(
                f,
                "a nickname of more than {MAX_NICK_LEN} characters (shorten it)"
            ),
            GcgFault::Players { found } => {
                write!(
                    f,
                    "a game of {found} players (only games of two players can be read)"
                )
            }
            GcgFault::UnknownEncoding { name } if cfg!(not(feature = "encodings")) => {
                write!(
                    f,
                    "the encoding {name:?} is not built in (enable the feature encodings of lexc-game, or write UTF-8 or windows-1252)"
                )
            }
            GcgFault::UnknownEncoding { name } => {
                write!(
                    f,
                    "unknown encoding {name:?} (name one such as windows-1251, iso-8859-2 or UTF-8)"
                )
            }
            GcgFault::Encoding { name } => {
                write!(f, "the text is not in {name} (name another encoding)")
            }
            GcgFault::NoMove { found } if found.is_empty() => {
                f.write_str("no move (write a pass as -)")
            }
            GcgFault::NoMove { found } => {
                write!(
                    f,
                    "unknown move {found:?} (write a square and a word, -, -TILES or --)"
                )
            }
            GcgFault::NoWord => f.write_str("no word after the square (write a play as 8D WORD)"),
            GcgFault::Parenthesis => f.write_str("the parenthesis is not closed (add a closing one)"),
            GcgFault::Number { found } => {
                write!(
                    f,
                    "{found:?} instead of a number (write points as +12, a total as 120)"
                )
            }
            GcgFault::Rules(error) => error.fmt(f),
            GcgFault::Text(error) => error.fmt(f),
            GcgFault::Position(error) => error.fmt(f),
            GcgFault::IllegalPlay { text, .. } => f.write_str(text),
            GcgFault::Exchange => f.write_str(
                "the exchange does not fit the rack (write at least one tile, and only tiles of the rack)",
            ),
            GcgFault::NoPlayToWithdraw => {
                f.write_str("no play to withdraw (write -- after a play of the same player)")
            }
            GcgFault::WithdrawnRack => f.write_str(
                "the rack differs from the rack of the withdrawn play (write the same tiles)",
            ),
            GcgFault::TooManyTiles { tile, count } => write!(
                f,
                "the board and this rack have more than {count} of the tile {tile} (correct the rack, or choose the alphabet of the game)"
            ),
            GcgFault::RackUnknown => f.write_str(
                "the complete rack is unknown (write all tiles of racks, and those of the last position as #rack1 and #rack2)",
            ),
            GcgFault::RackImpossible => f.write_str(
                "the next rack of the player does not follow from this turn (correct one of the racks)",
            ),
            GcgFault::TotalOutOfRange => f.write_str(
                "the points make a total out of range, which is 1,000,000,000 points (correct the points)",
            ),
            GcgFault::AfterEnd => {
                f.write_str("a play or an exchange after the end of the game (remove it, or choose the rules of the game)")
            }
        }
    }
}

/// A fault of a record that was repaired, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GcgRepair {
    /// The line, counted from 1; 0 for a record that was not read from a text.
    pub line: usize,
    /// The character of the line, counted from 1; without a meaning if `line` is 0.
    pub column: usize,
    /// The fault and its remedy.
    pub remedy: GcgRemedy,
}

impl GcgRepair {
    pub(super) fn new((line, column): (usize, usize), remedy: GcgRemedy) -> GcgRepair {
        GcgRepair {
            line,
            column,
            remedy,
        }
    }
}

impl fmt::Display for GcgRepair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_place(f, (self.line, self.column))?;
        self.remedy.fmt(f)
    }
}

/// A fault of a record, and how it was repaired.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the variants explain the fields")]
pub enum GcgRemedy {
    /// The text names no encoding, and was read in the encoding `used`.
    EncodingMissing { used: &'static str },
    /// The text is not in the encoding `found` that it names, and was read in the encoding `used`.
    EncodingWrong { found: String, used: &'static str },
    /// A pragma that may occur only once occurs again. The repetition was ignored, and kept unless it is a rack.
    Repeated { name: String },
    /// The value of `#seed` is not a number from 0 to 2^64 - 1, or that of `#clock1` or `#clock2` is not the text of a
    /// [`Clock`](lexc_runtime::Clock). The pragma was ignored, and kept.
    ValueIgnored { name: String, found: String },
    /// A pragma is unknown, or asks for another game than the rules and the alphabet give. It was kept, but not obeyed.
    NotObeyed { name: String, value: String },
    /// Both players have the nickname `nick`. The second to be named got the nickname `used`. The turn
    /// distinguishes lines with the common nickname.
    SameNick { nick: String, used: String },
    /// The record has no pragma for a player. The player got this nickname.
    PlayerMissing { nick: String },
    /// An event has a player's full name in place of the nickname, or the nickname with other capitals.
    NickSpelling { found: String, nick: String },
    /// A line of a note starts with `>`, but is not an event. It is part of the note.
    NoteLine,
    /// A line that is not a pragma, an event or part of a note. It became part of the note of the preceding event.
    OutsideNote,
    /// The written points are not those of the rules, and were replaced by the points of the rules.
    Points { found: i32, expected: i32 },
    /// The written total is not the sum of the points, and was replaced by the sum. Later totals with the same
    /// difference are not reported.
    Total { found: i32, expected: i32 },
    /// The word of a play lacks tiles on the board that are adjacent to its ends. The play was read as `expected`.
    WholeWord { expected: String },
    /// The words after the total include one that the play does not form, or the event is not a play. The words were
    /// ignored.
    Words { found: String },
    /// An incomplete rack lacked tiles that were placed or exchanged. They were added.
    RackCompleted,
    /// The rack in the line of a challenge bonus, of a time penalty, or of points for tiles left at the end of the game
    /// is impossible, and was ignored.
    RackIgnored,
    /// The tiles written for the other player at the end of the game differ from the unseen tiles, and were replaced by
    /// the unseen tiles.
    TilesLeft { expected: String },
    /// The tiles left on a rack lack tiles that the player has by an earlier line or by the rack of this line: `expected`.
    /// The tiles count as written.
    EndRack { expected: String },
    /// The rack of `#rack1`, `#rack2` or `#incomplete` is impossible in the last position, for this reason.
    LastRack { reason: String },
    /// A second penalty of a player for overtime. It counts, too.
    SecondPenalty,
    /// Two turns of a player in a row: the other player is taken to have passed.
    TurnMissing,
}

impl fmt::Display for GcgRemedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GcgRemedy::EncodingMissing { used } => write!(f, "no encoding named: read as {used}"),
            GcgRemedy::EncodingWrong { found, used } => {
                write!(
                    f,
                    "the text is not in the encoding {found:?}: read as {used}"
                )
            }
            GcgRemedy::Repeated { name } => {
                write!(f, "a second line #{name}: ignored it")
            }
            GcgRemedy::ValueIgnored { name, found } => {
                let kind = if name == "seed" { "number" } else { "clock" };
                write!(f, "#{name}: {found:?} is not a {kind}: ignored it")
            }
            GcgRemedy::NotObeyed { name, value } => {
                write!(f, "#{name}")?;
                if !value.is_empty() {
                    write!(f, " {}", value.escape_debug())?;
                }
                f.write_str(": not obeyed")
            }
            GcgRemedy::SameNick { nick, used } => {
                write!(
                    f,
                    "both players have the nickname {nick:?}: named the second {used:?}, and told them apart by turn"
                )
            }
            GcgRemedy::PlayerMissing { nick } => {
                write!(f, "no line for a player: named {nick:?}")
            }
            GcgRemedy::NickSpelling { found, nick } => {
                write!(
                    f,
                    "the nickname {found:?} is spelled in another way: read as {nick:?}"
                )
            }
            GcgRemedy::NoteLine => {
                f.write_str("a line that starts with > but is not an event: added to the note")
            }
            GcgRemedy::OutsideNote => {
                f.write_str("text outside a note: added to the note of the event before")
            }
            GcgRemedy::Points { found, expected } => {
                write!(f, "{found} points written: replaced by {expected}")
            }
            GcgRemedy::Total { found, expected } => {
                write!(f, "a total of {found} written: replaced by {expected}")
            }
            GcgRemedy::WholeWord { expected } => {
                write!(f, "not the whole word: read as {expected}")
            }
            GcgRemedy::Words { found } => {
                write!(
                    f,
                    "the event does not form {found:?}, written after the total: ignored it"
                )
            }
            GcgRemedy::RackCompleted => f.write_str("the rack lacks tiles of the move: added them"),
            GcgRemedy::RackIgnored => f.write_str("the rack cannot be right: ignored it"),
            GcgRemedy::TilesLeft { expected } => {
                write!(f, "not the remaining tiles: replaced by {expected}")
            }
            GcgRemedy::EndRack { expected } => {
                write!(
                    f,
                    "not the tiles of the player, who has {expected}: counted them as written"
                )
            }
            GcgRemedy::LastRack { reason } => {
                write!(f, "an impossible rack: {reason}")
            }
            GcgRemedy::SecondPenalty => {
                f.write_str("a second time penalty of this player: counted both")
            }
            GcgRemedy::TurnMissing => {
                f.write_str("two turns of this player in a row: assumed a pass of the other player")
            }
        }
    }
}

fn write_place(f: &mut fmt::Formatter<'_>, (line, column): (usize, usize)) -> fmt::Result {
    match line {
        0 => Ok(()),
        _ => write!(f, "line {line}, character {column}: "),
    }
}
