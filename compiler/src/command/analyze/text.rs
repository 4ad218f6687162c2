//! The analysis of a game, as tables.

use std::io::{self, Write};

use lexc_compiler::text::Visible;
use lexc_game::{AnalysisTotals, Mistake};

use super::report::{Judged, OpenTurn, Report};
use crate::command::table::Table;

/// Headings of the columns of [`totals_cells`].
pub const TOTALS: [&str; 9] = [
    "turns",
    "lost per turn",
    "wins lost per turn",
    "phonies",
    "missed bingos",
    "end game",
    "board",
    "leave",
    "score",
];

/// The kinds of mistakes in the columns of [`TOTALS`]. Phonies have a column of their own, mistakes or not.
const KINDS: [Mistake; 5] = [
    Mistake::MissedBingo,
    Mistake::Endgame,
    Mistake::Board,
    Mistake::Leave,
    Mistake::Score,
];

/// The cells of a player in tables for people.
pub fn totals_cells(totals: &AnalysisTotals) -> impl Iterator<Item = String> {
    let rate = totals.average_win_rate_lost();
    let cells = [
        totals.turns().to_string(),
        format!("{:.2}", totals.average_lost()),
        rate.map_or_else(String::new, percent),
        totals.phonies().to_string(),
    ];
    let kinds = KINDS.map(|kind| totals.mistakes(kind).to_string());
    cells.into_iter().chain(kinds)
}

/// A share in per cent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Writes the title if there is one, a table of the turns, the worst mistakes, a table of the players, and the position of the
/// open turn if it is known.
pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    if let Some(title) = report.title {
        writeln!(out, "{}\n", Visible(title))?;
    }
    write_turns(report, out)?;
    write_worst(report, out)?;
    writeln!(out)?;
    let mut table = Table::new(["player", "total"].into_iter().chain(TOTALS));
    for player in &report.players {
        let cells = [player.nick.to_owned(), player.total.to_string()];
        table.row(cells.into_iter().chain(totals_cells(&player.totals)));
    }
    table.print(out)?;
    match &report.open_turn {
        Some(OpenTurn { player, cgp }) => writeln!(out, "\non turn: {}, {cgp}", Visible(player)),
        None => Ok(()),
    }
}

fn write_turns(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new([
        "turn", "player", "rack", "move", "points", "total", "best", "lost", "by", "",
    ]);
    for turn in &report.turns {
        let judged = turn.judgement.as_ref();
        let mut remarks = turn.remarks();
        // Phonies are among the remarks already.
        let mistake = judged.filter(|judged| judged.phonies.is_empty());
        remarks.extend(mistake.and_then(|judged| Some(judged.mistake?.to_string())));
        remarks.extend(judged.and_then(Judged::rates));
        table.row([
            turn.number.to_string(),
            turn.player.to_owned(),
            turn.rack.clone(),
            turn.r#move.clone(),
            turn.points.to_string(),
            turn.total.to_string(),
            judged.map_or_else(String::new, |judged| judged.best.play().to_owned()),
            judged.map_or_else(String::new, |judged| format!("{:.1}", judged.lost)),
            judged.map_or_else(String::new, |judged| judged.ranked_by.to_owned()),
            remarks.join("; "),
        ]);
    }
    table.print(out)
}

/// Writes the worst mistakes; nothing if there are none.
fn write_worst(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    if report.worst.is_empty() {
        return Ok(());
    }
    let mut table = Table::new([
        "worst",
        "player",
        "move",
        "best",
        "lost",
        "wins lost",
        "mistake",
    ]);
    for (turn, judged) in report.worst_turns() {
        table.row([
            turn.number.to_string(),
            turn.player.to_owned(),
            turn.r#move.clone(),
            judged.best.play().to_owned(),
            format!("{:.1}", judged.lost),
            judged.win_rate_lost.map_or_else(String::new, percent),
            judged
                .mistake
                .map_or_else(String::new, |kind| kind.to_string()),
        ]);
    }
    writeln!(out)?;
    table.print(out)
}
