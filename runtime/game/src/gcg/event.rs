//! Events of records.

use std::fmt;

use lexc_runtime::{ChallengeRule, Rules, Seat};

/// The name of the pragma of notes.
pub(super) const NOTE: &str = "note";

/// An event of a record: a turn, or another change of the scores.
///
/// Two events are equal if their contents are equal; line numbers do not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgEvent {
    pub(super) seat: Seat,
    pub(super) rack: String,
    pub(super) kind: GcgEventKind,
    pub(super) points: Option<i32>,
    pub(super) total: Option<i32>,
    pub(super) words: String,
    pub(super) note: String,
    pub(super) places: Places,
}

impl GcgEvent {
    /// An event of a record that is made by [`Gcg::from_events`](super::record::Gcg::from_events), with the rack and the total after it.
    pub fn new(
        (seat, rack): (Seat, &str),
        kind: GcgEventKind,
        (points, total): (i32, i32),
    ) -> GcgEvent {
        GcgEvent {
            seat,
            rack: rack.to_owned(),
            kind,
            points: Some(points),
            total: Some(total),
            words: String::new(),
            note: String::new(),
            places: Places::default(),
        }
    }

    /// The player: [`Seat::First`] is the first player of the record, who need not have the first turn.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The rack as written; empty if unknown.
    pub fn rack(&self) -> &str {
        &self.rack
    }

    /// The kind of the event.
    pub fn kind(&self) -> &GcgEventKind {
        &self.kind
    }

    /// The points as written.
    pub fn points(&self) -> Option<i32> {
        self.points
    }

    /// The total of the player after the event, as written.
    pub fn total(&self) -> Option<i32> {
        self.total
    }

    /// The text after the total, such as the words that a play forms; empty if there is none.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// The note on the event, which may have several lines; empty if there is none.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// The number of the event's line in the record, counted from 1; 0 if the event was not read from a text.
    pub fn line(&self) -> usize {
        self.places.line
    }

    /// Returns `true` for points for tiles left at the end.
    pub(super) fn is_end(&self) -> bool {
        matches!(
            self.kind,
            GcgEventKind::OtherRack(_) | GcgEventKind::OwnRack(_)
        )
    }

    /// Returns `true` for the events that end a player's turn.
    pub(super) fn is_turn(&self) -> bool {
        match self.kind {
            GcgEventKind::Play { .. }
            | GcgEventKind::Exchange(_)
            | GcgEventKind::ExchangeCount(_)
            | GcgEventKind::Pass
            | GcgEventKind::LostTurn => true,
            GcgEventKind::Withdrawal
            | GcgEventKind::ChallengeBonus
            | GcgEventKind::OtherRack(_)
            | GcgEventKind::OwnRack(_)
            | GcgEventKind::TimePenalty => false,
        }
    }

    /// Returns `true` if the other player has lost the game by this challenge: no points under
    /// [`ChallengeRule::Triple`].
    pub(super) fn is_forfeit(&self, rules: &Rules) -> bool {
        let is_free = self.points.unwrap_or_default() == 0;
        self.kind == GcgEventKind::ChallengeBonus
            && is_free
            && rules.challenge() == ChallengeRule::Triple
    }

    /// Writes the event as one line, without the line's end and the note.
    pub(super) fn write(&self, to: &mut impl fmt::Write, nick: &str) -> fmt::Result {
        write!(to, ">{nick}: {} {}", self.rack, self.kind)?;
        if let Some(points) = self.points {
            write!(to, " {points:+}")?;
        }
        match (self.points, self.total) {
            (Some(_), Some(total)) => write!(to, " {total}")?,
            _ => return Ok(()),
        }
        match self.words.as_str() {
            "" => Ok(()),
            words => write!(to, " {words}"),
        }
    }

    /// The note as written. The note of a lost turn starts with the line `lost turn`, which distinguishes it from the
    /// note of a pass.
    pub(super) fn written_note(&self) -> String {
        let rest = self.note.as_str();
        match self.kind {
            GcgEventKind::LostTurn if rest.is_empty() => LOST_TURN.to_owned(),
            GcgEventKind::LostTurn => format!("{LOST_TURN}\n{rest}"),
            _ => rest.to_owned(),
        }
    }

    /// Ends the note: removes white space at its end. If the event is a pass and the first line of its note is
    /// `lost turn`, removes this line and makes the event a lost turn.
    pub(super) fn end_note(&mut self) {
        self.note.truncate(self.note.trim_end().len());
        if self.kind != GcgEventKind::Pass {
            return;
        }
        let (first, rest) = self.note.split_once('\n').unwrap_or((&self.note, ""));
        if first == LOST_TURN {
            self.note = rest.to_owned();
            self.kind = GcgEventKind::LostTurn;
        }
    }
}

/// The note on a lost turn, which GCG writes like a pass.
const LOST_TURN: &str = "lost turn";

/// The kind of an event, with texts as written.
///
/// Its `Display` is the text in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GcgEventKind {
    /// Placed tiles.
    Play {
        /// The first square of the word: `8D` across, `D8` down.
        square: String,
        /// The word: designated blanks in lower case, tiles on the board as letters, as `.` or in parentheses.
        word: String,
    },
    /// Exchanged these tiles.
    Exchange(String),
    /// Exchanged this number of tiles.
    ExchangeCount(usize),
    /// Did nothing.
    Pass,
    /// Took the player's own latest play off the board.
    Withdrawal,
    /// Lost the turn after a challenge of valid words. A record writes the lost turn as a pass with the note
    /// `lost turn`.
    LostTurn,
    /// Got points because the other player challenged valid words, or, if the points are negative, lost points for such a
    /// challenge. Under [`ChallengeRule::Triple`](lexc_runtime::ChallengeRule::Triple), 0 points: the other player has lost the
    /// game.
    ChallengeBonus,
    /// Got the value of the tiles on the other player's rack at the end, or twice that value.
    OtherRack(String),
    /// Lost the value of the tiles on the player's own rack at the end.
    OwnRack(String),
    /// Lost points for overtime.
    TimePenalty,
}

impl GcgEventKind {
    /// The name of the event, such as `exchange` or `lost turn`.
    pub fn name(&self) -> &'static str {
        match self {
            GcgEventKind::Play { .. } => "play",
            GcgEventKind::Exchange(_) | GcgEventKind::ExchangeCount(_) => "exchange",
            GcgEventKind::Pass => "pass",
            GcgEventKind::Withdrawal => "withdrawal",
            GcgEventKind::LostTurn => LOST_TURN,
            GcgEventKind::ChallengeBonus => "challenge bonus",
            GcgEventKind::OtherRack(_) => "other rack",
            GcgEventKind::OwnRack(_) => "own rack",
            GcgEventKind::TimePenalty => "time penalty",
        }
    }
}

impl fmt::Display for GcgEventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GcgEventKind::Play { square, word } => write!(f, "{square} {word}"),
            GcgEventKind::Exchange(tiles) => write!(f, "-{tiles}"),
            GcgEventKind::ExchangeCount(count) => write!(f, "-{count}"),
            GcgEventKind::Pass | GcgEventKind::LostTurn => f.write_str("-"),
            GcgEventKind::Withdrawal => f.write_str("--"),
            GcgEventKind::ChallengeBonus => f.write_str("(challenge)"),
            GcgEventKind::OtherRack(tiles) | GcgEventKind::OwnRack(tiles) => {
                write!(f, "({tiles})")
            }
            GcgEventKind::TimePenalty => f.write_str("(time)"),
        }
    }
}

/// The line of an event and the columns of its parts, counted from 1. Any two values are equal, so that events compare
/// by content.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places {
    pub(super) line: usize,
    pub(super) rack: usize,
    pub(super) kind: usize,
    pub(super) word: usize,
    pub(super) points: usize,
    pub(super) total: usize,
    pub(super) words: usize,
}

impl Places {
    /// The place of a part of the event: the event's line, and the given column.
    pub(super) fn at(&self, column: usize) -> (usize, usize) {
        (self.line, column)
    }
}

impl PartialEq for Places {
    fn eq(&self, _: &Places) -> bool {
        true
    }
}

impl Eq for Places {}

/// Writes a note of any number of lines.
///
/// A line that looks like a pragma or an event would end the note. So it becomes the first line of another `#note`; the
/// parser joins the notes of an event.
pub(super) fn write_note(to: &mut impl fmt::Write, note: &str) -> fmt::Result {
    for (number, line) in note.split('\n').enumerate() {
        let line = line.trim_end();
        let starts_note = number == 0 || line.trim_start().starts_with(['#', '>']);
        match (starts_note, line.is_empty()) {
            (true, true) => writeln!(to, "#{NOTE}")?,
            (true, false) => writeln!(to, "#{NOTE} {}", line.trim_start())?,
            (false, _) => writeln!(to, "{line}")?,
        }
    }
    Ok(())
}
