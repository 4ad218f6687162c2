//! Table of a position's plays.

use std::io::{self, Write};

use lexc_runtime::Alphabet;
use unicode_width::UnicodeWidthStr;

use super::play_text::PlayText;
use super::solved::Solved;

/// Writes a line for each play, and how many plays there are.
///
/// The table is made twice, for the widths and for the text, and never kept: a position may have millions of plays.
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
    }
}
