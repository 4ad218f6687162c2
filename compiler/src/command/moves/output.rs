//! Results of `lexc moves`: the plays of a position as a JSON object on a line, or as a table.

use std::io::{self, Write};

use lexc_runtime::{Alphabet, Direction, Play, Position};
use serde::{Serialize, Serializer};
use unicode_width::UnicodeWidthStr;

use super::solved::{Counts, Solved};
use crate::command::games::PositionProblem;
use crate::command::json::write_line;
use crate::command::table::plural;
use crate::command::unseen::Unseen;
use crate::command::warnings::Warning;

/// The place of a position in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The number of the position, counted from 1.
    pub position: u64,
    /// The number of its line, counted from 1.
    pub line: u64,
}

/// Writes the result for a position. A position that was not read from a stream has no place.
pub fn write_result(
    out: &mut dyn Write,
    place: Option<Place>,
    solved: &Solved<'_, '_>,
    alphabet: Alphabet<'_>,
) -> io::Result<()> {
    let result = ResultJson {
        place,
        cgp: solved.cgp.display(alphabet).to_string(),
        rack: solved.position.rack().display(alphabet).to_string(),
        unseen: solved.unseen.as_ref(),
        warnings: solved.warnings.iter().map(Warning::text).collect(),
        counts: solved.counts,
        plays: PlaysJson { solved, alphabet },
    };
    write_line(out, &result)
}

/// Writes the problem of a position in place of a result.
pub fn write_problem(
    out: &mut dyn Write,
    place: Place,
    problem: &PositionProblem,
) -> io::Result<()> {
    let error = problem.to_string();
    write_line(out, &ProblemJson { place, error })
}

#[derive(Serialize)]
struct ResultJson<'a> {
    #[serde(flatten)]
    place: Option<Place>,
    cgp: String,
    rack: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    unseen: Option<&'a Unseen>,
    warnings: Vec<&'a str>,
    counts: Counts,
    plays: PlaysJson<'a>,
}

#[derive(Serialize)]
struct ProblemJson {
    #[serde(flatten)]
    place: Place,
    error: String,
}

/// Plays that become text one at a time: a position may have millions.
struct PlaysJson<'a> {
    solved: &'a Solved<'a, 'a>,
    alphabet: Alphabet<'a>,
}

impl Serialize for PlaysJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PlaysJson { solved, alphabet } = self;
        let plays = solved.plays.iter();
        serializer.collect_seq(plays.map(|play| PlayText::new(play, &solved.position, *alphabet)))
    }
}

/// The parts of a play, as text. The fields are those of a play's JSON object, in its order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayText {
    /// The whole play: `8D RETSINA`.
    pub play: String,
    /// The square of the word's first tile: `8D` across, `D8` down.
    pub coordinate: String,
    /// `across` or `down`.
    pub direction: &'static str,
    /// The row of the word's first tile, counted from 0.
    pub row: usize,
    /// The column of the word's first tile, counted from 0.
    pub col: usize,
    /// The word, tiles on the board included: `RETSINA`.
    pub word: String,
    /// The word with a `.` for each tile on the board: `RE..INA`.
    pub tiles: String,
    /// The score in points.
    pub score: i32,
    /// The number of tiles placed.
    pub placed: usize,
    /// The tiles that stay on the rack.
    pub leave: String,
}

impl PlayText {
    /// The parts of a play of this position.
    pub fn new(play: &Play, position: &Position<'_>, alphabet: Alphabet<'_>) -> PlayText {
        let text = play.display(position.board(), alphabet).to_string();
        let (coordinate, word) = text.split_once(' ').unwrap_or((&text, ""));
        let tile_texts = play.squares().map(|(_, placed_tile)| match placed_tile {
            Some(placed_tile) => alphabet.display(placed_tile).to_string(),
            None => ".".to_owned(),
        });
        let mut leave = *position.rack();
        for (_, placed_tile) in play.placed() {
            let is_removed = leave.remove(placed_tile);
            debug_assert!(is_removed, "a play uses tiles of the rack");
        }
        PlayText {
            coordinate: coordinate.to_string(),
            direction: match play.direction() {
                Direction::Across => "across",
                Direction::Down => "down",
            },
            row: play.origin().row(),
            col: play.origin().col(),
            word: word.to_string(),
            tiles: tile_texts.collect(),
            score: play.score(),
            leave: leave.display(alphabet).to_string(),
            placed: play.placed_len(),
            play: text,
        }
    }
}

/// Writes a heading and a line for each play shown, then the number of plays, and the unseen tiles.
///
/// Formats each play twice, first for the widths of the columns, and keeps no text: a position may have millions of plays.
pub fn write_table(
    out: &mut dyn Write,
    solved: &Solved<'_, '_>,
    alphabet: Alphabet<'_>,
) -> io::Result<()> {
    let shown = solved.plays.len();
    let texts = || {
        let plays = solved.plays.iter();
        plays.map(|play| PlayText::new(play, &solved.position, alphabet))
    };
    let rank_width = shown.to_string().len();
    let (mut square_width, mut word_width) = (0, 0);
    for text in texts() {
        square_width = square_width.max(text.coordinate.len());
        word_width = word_width.max(text.word.width());
    }
    if shown > 0 {
        let play_width = square_width + 1 + word_width;
        writeln!(
            out,
            "{:>rank_width$}  {:play_width$}  {:>5}  {:>6}  leave",
            "#", "play", "score", "placed"
        )?;
    }
    for (rank, text) in (1..).zip(texts()) {
        let padding = word_width - text.word.width();
        let line = format!(
            "{rank:>rank_width$}  {:>square_width$} {}{:padding$}  {:>5}  {:>6}  {}",
            text.coordinate, text.word, "", text.score, text.placed, text.leave
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    match solved.counts.plays {
        0 => writeln!(out, "no plays"),
        1 => writeln!(out, "1 play"),
        all if all == shown as u64 => writeln!(out, "{all} plays"),
        all => writeln!(out, "{shown} of {all} plays"),
    }?;
    match &solved.unseen {
        Some(unseen) => write_unseen(out, unseen),
        None => Ok(()),
    }
}

/// The columns of a line of unseen tiles.
const TILE_COLUMNS: usize = 78;

/// Writes the number of unseen tiles, and lines with each tile and its count.
fn write_unseen(out: &mut dyn Write, unseen: &Unseen) -> io::Result<()> {
    let count = plural(unseen.len() as u64, "unseen tile");
    write!(out, "\n{count}, {} in the bag", unseen.bag_len())?;
    let mut column = TILE_COLUMNS;
    for text in unseen.texts() {
        if column + 1 + text.width() > TILE_COLUMNS {
            column = 1;
            write!(out, "\n ")?;
        }
        write!(out, " {text}")?;
        column += 1 + text.width();
    }
    writeln!(out)
}
