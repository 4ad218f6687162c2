//! Counts as lines of columns that are separated by tabs.

use std::io::{self, Write};

use super::ranking::Counts;

/// Writes the names of the columns.
pub fn write_header(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "#position\tplays\tone_tile\tscore_sum\tbest_score")
}

/// Writes the counts for a position.
pub fn write_counts(out: &mut dyn Write, position: u64, counts: &Counts) -> io::Result<()> {
    let Counts {
        plays,
        one_tile,
        score_sum,
        best_score,
    } = counts;
    writeln!(
        out,
        "{position}\t{plays}\t{one_tile}\t{score_sum}\t{best_score}"
    )
}
