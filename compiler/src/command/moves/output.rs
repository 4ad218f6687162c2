//! Results of `lexc moves`: the plays or moves of a position as a JSON object on a line, or as a table.

use std::io::{self, Write};

use lexc_runtime::{Alphabet, MovePart};
use serde::{Serialize, Serializer};
use unicode_width::UnicodeWidthStr;

use super::solved::{Counts, Ranking, Solved};
use crate::command::json::write_line;
use crate::command::move_fields::MoveFields;
use crate::command::position_run::Place;
use crate::command::table::plural;
use crate::command::unseen::Unseen;
use crate::command::warnings::Warning;

/// Writes the result for a position. `place` is `None` for a position given as an argument.
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

/// Plays or moves that become text one at a time: a position may have millions.
struct PlaysJson<'a> {
    solved: &'a Solved<'a, 'a>,
    alphabet: Alphabet<'a>,
}

impl Serialize for PlaysJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PlaysJson { solved, alphabet } = self;
        let moves = solved.ranking.iter();
        serializer.collect_seq(
            moves.map(|(action, equity)| {
                MoveFields::new(&action, equity, &solved.position, *alphabet)
            }),
        )
    }
}

/// Writes a heading and a line for each play or move shown, then their number, and the unseen tiles.
///
/// Formats each play twice, first for the widths of the columns, and keeps no text: a position may have millions of plays.
pub fn write_table(
    out: &mut dyn Write,
    solved: &Solved<'_, '_>,
    alphabet: Alphabet<'_>,
) -> io::Result<()> {
    let shown = solved.ranking.len();
    let texts = || {
        let moves = solved.ranking.iter();
        moves.map(|(action, equity)| MoveFields::new(&action, equity, &solved.position, alphabet))
    };
    let rank_width = shown.to_string().len();
    let (mut square_width, mut word_width) = (0, 0);
    for text in texts() {
        let (square, word) = text.columns();
        square_width = square_width.max(square.len());
        word_width = word_width.max(word.width());
    }
    if shown > 0 {
        let play_width = square_width + 1 + word_width;
        let (what, values) = match solved.ranking {
            Ranking::Plays(_) => ("play", ""),
            Ranking::Moves { .. } => ("move", "   value   equity"),
        };
        writeln!(
            out,
            "{:>rank_width$}  {what:play_width$}  {:>5}  {:>6}{values}  leave",
            "#", "score", "placed"
        )?;
    }
    for (rank, text) in (1_usize..).zip(texts()) {
        let others = solved.others.get(rank - 1).map_or(&[][..], Vec::as_slice);
        let (square, word) = text.columns();
        let padding = word_width - word.width();
        let values = text.find(MovePart::Equity).map(|equity| {
            let leave_value = text.get(MovePart::LeaveValue);
            format!("  {leave_value:>6.2}  {equity:>7.2}")
        });
        let line = format!(
            "{rank:>rank_width$}  {square:>square_width$} {word}{:padding$}  {:>5}  {:>6}{}  {}{}",
            "",
            text.get(MovePart::Score),
            text.get(MovePart::Placed),
            values.unwrap_or_default(),
            text.get(MovePart::Leave),
            text.also(
                others
                    .iter()
                    .map(|action| { MoveFields::new(action, None, &solved.position, alphabet) })
            )
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    write_counts(out, solved)?;
    match &solved.unseen {
        Some(unseen) => write_unseen(out, unseen),
        None => Ok(()),
    }
}

/// Writes the number of plays or moves, and how many of them are shown.
fn write_counts(out: &mut dyn Write, solved: &Solved<'_, '_>) -> io::Result<()> {
    let lines = solved.ranking.len() as u64;
    let shown = lines
        + solved
            .others
            .iter()
            .map(|others| others.len() as u64)
            .sum::<u64>();
    let plays = solved.counts.plays;
    let (all, what) = match solved.ranking {
        Ranking::Plays(_) => (plays, plural(plays, "play")),
        Ranking::Moves { exchanges, .. } => {
            let plays = plural(plays, "play");
            let parts = format!("{plays}, {}, the pass", plural(exchanges, "exchange"));
            let all = solved.counts.plays + exchanges + 1;
            (all, format!("{}: {parts}", plural(all, "move")))
        }
    };
    match (all, shown) {
        (0, _) => writeln!(out, "no plays"),
        _ if shown != lines && all == shown => {
            writeln!(out, "{what}, in {}", plural(lines, "line"))
        }
        _ if shown != lines => writeln!(out, "{shown} of {what}, in {}", plural(lines, "line")),
        _ if all == shown => writeln!(out, "{what}"),
        _ => writeln!(out, "{shown} of {what}"),
    }
}

/// Upper bound on the width of a line of unseen tiles, in columns.
const TILE_COLUMNS: usize = 78;

/// Writes the numbers of unseen tiles and of tiles in the bag, and lines with each unseen tile and its count.
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
