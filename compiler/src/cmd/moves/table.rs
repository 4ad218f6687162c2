//! The plays of a position as a table.

use std::io::{self, Write};

use lexc_runtime::Alphabet;
use unicode_width::UnicodeWidthStr;

use super::Solved;
use super::record::PlayRecord;

/// Writes a line for each play that was kept, and how many there are in all.
pub fn write_table(
    out: &mut dyn Write,
    solved: &Solved<'_, '_>,
    alphabet: Alphabet<'_>,
) -> io::Result<()> {
    let Solved {
        position, ranking, ..
    } = solved;
    let shown = ranking.plays().len();
    // Made twice rather than kept, as there may be very many.
    let records = || {
        let plays = ranking.plays().iter();
        plays.map(|play| PlayRecord::new(play, position, alphabet))
    };
    let rank_width = shown.to_string().len();
    let (mut square_width, mut word_width) = (0, 0);
    for record in records() {
        square_width = square_width.max(record.coordinate.len());
        word_width = word_width.max(record.word.width());
    }
    if shown > 0 {
        let play_width = square_width + 1 + word_width;
        writeln!(
            out,
            "{:>rank_width$}  {:play_width$}  {:>5}  {:>6}  leave",
            "#", "play", "score", "placed"
        )?;
    }
    for (rank, record) in (1..).zip(records()) {
        let padding = word_width - record.word.width();
        let line = format!(
            "{rank:>rank_width$}  {:>square_width$} {}{:padding$}  {:>5}  {:>6}  {}",
            record.coordinate, record.word, "", record.score, record.placed, record.leave
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    match ranking.counts().plays {
        0 => writeln!(out, "no plays"),
        1 => writeln!(out, "1 play"),
        all if all == shown as u64 => writeln!(out, "{all} plays"),
        all => writeln!(out, "{shown} of {all} plays"),
    }
}
