//! The analysis as one page of HTML, without other files.
//!
//! The page has all turns one after the other; a script shows one at a time.

use std::io::{self, Write};

use lexc_compiler::draw::{BoardSheet, Xml};
use lexc_game::{GcgStep, grouped};
use lexc_runtime::MovePart;

use super::chart::{self, Chart};
use super::game::AnalyzedGame;
use super::report::{Compared, Judged, Report, Turn};
use super::text::{TOTALS, percent, totals_cells};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The buttons that step through the turns: key of the keyboard, text and name.
const STEPS: [(&str, &str, &str); 4] = [
    ("Home", "|‹", "first turn"),
    ("ArrowLeft", "‹", "previous turn"),
    ("ArrowRight", "›", "next turn"),
    ("End", "›|", "last turn"),
];

/// The page of an analysis.
pub struct Page<'a> {
    pub report: &'a Report<'a>,
    pub game: &'a AnalyzedGame<'a>,
}

impl Page<'_> {
    /// Writes the page.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let [first, second] = &self.report.players;
        let names = format!("{} and {}", first.shown_name(), second.shown_name());
        let title = self.report.title.unwrap_or(&names);
        write_head(title, out)?;
        self.sheet().write_style(out)?;
        writeln!(out, "</style>\n</head>\n<body>\n<h1>{}</h1>", Xml(title))?;
        self.sheet().write_parts(out)?;
        if self.report.title.is_some() {
            writeln!(out, "<p>{}</p>", Xml(&names))?;
        }
        self.write_players(out)?;
        self.write_worst(out)?;
        Chart::new(self.report).write_on_page(out)?;
        writeln!(out, "<nav aria-label=\"Turns\" hidden>")?;
        for (index, (key, text, name)) in STEPS.iter().enumerate() {
            if index == 2 {
                writeln!(out, "<output></output>")?;
            }
            writeln!(
                out,
                "<button type=\"button\" value=\"{key}\" aria-label=\"{name}\" title=\"{name} ({key})\">{text}</button>"
            )?;
        }
        writeln!(out, "</nav>\n<p class=\"said\" aria-live=\"polite\"></p>")?;
        for (turn, step) in self.report.turns.iter().zip(&self.game.steps) {
            self.write_turn(turn, step, out)?;
        }
        self.write_list(out)?;
        writeln!(out, "<script>\n{SCRIPT}</script>\n</body>\n</html>")
    }

    fn write_players(&self, out: &mut dyn Write) -> io::Result<()> {
        write_headings("Player", ["total"].iter().chain(&TOTALS), out)?;
        for player in &self.report.players {
            let name = player.shown_name();
            write!(out, "<tr><th scope=\"row\">{}</th>", Xml(name))?;
            write_number(&player.total.to_string(), out)?;
            for cell in totals_cells(&player.totals) {
                write_number(&cell, out)?;
            }
            writeln!(out, "</tr>")?;
        }
        writeln!(out, "</table></div>")
    }

    /// Writes links to the turns with the worst mistakes.
    fn write_worst(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.report.worst.is_empty() {
            return Ok(());
        }
        writeln!(out, "<h2>Worst moves</h2>\n<ol>")?;
        for (turn, judged) in self.report.worst_turns() {
            write!(
                out,
                "<li><a href=\"#turn-{}\">{}</a>, <span class=\"lost\">{:.1} points",
                turn.number,
                Xml(&self.report.heading(turn)),
                judged.lost
            )?;
            if let Some(lost) = judged.win_rate_lost.filter(|lost| *lost > 0.0) {
                write!(out, " and {} of wins", percent(lost))?;
            }
            writeln!(
                out,
                "</span> lost to {}: {}</li>",
                Xml(judged.best.play()),
                judged
                    .mistake
                    .map_or_else(String::new, |kind| kind.to_string())
            )?;
        }
        writeln!(out, "</ol>")
    }

    fn write_turn(
        &self,
        turn: &Turn<'_>,
        step: &GcgStep<'_, '_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let number = turn.number;
        writeln!(
            out,
            "<section id=\"turn-{number}\">\n<h2>{}</h2>\n<div class=\"turn\">",
            Xml(&self.report.heading(turn))
        )?;
        if let Some(action) = &step.action {
            let label = format!("The board after turn {number}, {}", turn.r#move);
            let board = step.position.board();
            self.sheet().write_board(board, action, &label, out)?;
        }
        writeln!(out, "<div>")?;
        if !step.position.rack().is_empty() {
            self.sheet().write_rack(step.position.rack(), out)?;
        }
        writeln!(out, "<p>{:+} points, total {}</p>", turn.points, turn.total)?;
        if let Some(judged) = &turn.judgement {
            write_judgement(judged, out)?;
        }
        match turn.remarks() {
            remarks if remarks.is_empty() => {}
            remarks => writeln!(out, "<p>{}</p>", Xml(&remarks.join("; ")))?,
        }
        if !turn.note.is_empty() {
            writeln!(out, "<div class=\"note\">")?;
            for line in turn.note.lines() {
                writeln!(out, "<p>{}</p>", Xml(line))?;
            }
            writeln!(out, "</div>")?;
        }
        if step.action.is_some() {
            writeln!(
                out,
                "<details><summary>Position before, in CGP</summary><code>{}</code></details>",
                Xml(&turn.cgp)
            )?;
        }
        writeln!(out, "</div>\n</div>\n</section>")
    }

    /// Writes the list of turns.
    fn write_list(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<h2>Turns</h2>")?;
        write_headings("Move", &["points", "total", "lost"], out)?;
        for turn in &self.report.turns {
            let judged = turn.judgement.as_ref();
            let lost = judged.filter(|judged| judged.mistake.is_some());
            write!(
                out,
                "<tr><td><a href=\"#turn-{}\">{}</a></td>",
                turn.number,
                Xml(&self.report.heading(turn))
            )?;
            write_number(&format!("{:+}", turn.points), out)?;
            write_number(&turn.total.to_string(), out)?;
            write_number(
                &lost.map_or_else(String::new, |judged| format!("{:.1}", judged.lost)),
                out,
            )?;
            writeln!(out, "</tr>")?;
        }
        writeln!(out, "</table></div>")
    }

    fn sheet(&self) -> BoardSheet<'_> {
        BoardSheet {
            layout: self.game.rules.layout(),
            alphabet: self.game.alphabet,
        }
    }
}

/// Writes the start of a page, up to its styles.
pub fn write_head(title: &str, out: &mut dyn Write) -> io::Result<()> {
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{}{STYLE}",
        Xml(title),
        chart::STYLE,
    )
}

/// Writes the start of a table: a heading of text, and headings of numbers.
pub fn write_headings<'h>(
    first: &str,
    numbers: impl IntoIterator<Item = &'h &'h str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(
        out,
        "<div class=\"scroll\"><table>\n<tr><th scope=\"col\">{first}</th>"
    )?;
    for heading in numbers {
        write!(out, "<th scope=\"col\" class=\"number\">{heading}</th>")?;
    }
    writeln!(out, "</tr>")
}

/// Writes a cell of a number.
pub fn write_number(text: &str, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "<td class=\"number\">{}</td>", Xml(text))
}

/// Writes the points lost, the share of wins lost if it is known, and a table of the best moves and the move made.
fn write_judgement(judged: &Judged, out: &mut dyn Write) -> io::Result<()> {
    let class = if judged.mistake.is_some() {
        " class=\"lost\""
    } else {
        ""
    };
    let (lost, by) = (judged.lost, judged.ranked_by);
    write!(out, "<p>Lost: <span{class}>{lost:.1}</span> by {by}")?;
    if let Some(rate) = judged.win_rate_lost {
        write!(out, "; wins lost: {}", percent(rate))?;
    }
    if let Some(mistake) = &judged.mistake {
        write!(out, "; mistake: {mistake}")?;
    }
    let headings = [
        ("Score", true),
        ("Leave", true),
        ("Equity", true),
        ("Value", judged.value.is_some()),
        ("Simulated", judged.sim_equity.is_some()),
        ("Wins", judged.win_rate.is_some()),
    ];
    let is_shown = headings.map(|(_, is_shown)| is_shown);
    writeln!(
        out,
        "</p>\n<div class=\"scroll\"><table>\n<tr><th scope=\"col\">Rank</th><th scope=\"col\">Move</th>"
    )?;
    for (heading, _) in headings.into_iter().filter(|(_, is_shown)| *is_shown) {
        writeln!(out, "<th scope=\"col\" class=\"number\">{heading}</th>")?;
    }
    writeln!(out, "</tr>")?;
    // A line for each idea, and for the move made.
    let ideas = grouped(&judged.moves, usize::MAX, |one| match one.made {
        true => None,
        false => one.rank,
    });
    for idea in &ideas {
        if let [best, others @ ..] = &idea[..] {
            write_move(best, others, is_shown, out)?;
        }
    }
    writeln!(out, "</table></div>")
}

/// Writes the row of a move, which names other moves of its idea. `is_shown`: for each column to the right of the move, `true` if the
/// table has it.
fn write_move(
    one: &Compared,
    others: &[&Compared],
    is_shown: [bool; 6],
    out: &mut dyn Write,
) -> io::Result<()> {
    let (class, mark) = match one.made {
        true => (" class=\"made\"", " <small>made</small>"),
        false => ("", ""),
    };
    let rank = one
        .rank
        .map_or_else(|| "–".to_owned(), |rank| rank.to_string());
    write!(
        out,
        "<tr{class}><td>{rank}</td><td>{}{}{mark}</td>",
        Xml(one.text.play()),
        Xml(&one.text.also(others.iter().map(|other| other.text.clone())))
    )?;
    let cells = [
        Some(one.text.get(MovePart::Score).to_string()),
        Some(one.text.get(MovePart::Leave).to_string()),
        (one.text.find(MovePart::Equity)).map(|equity| format!("{equity:.1}")),
        one.spread.map(|spread| spread.to_string()),
        one.sim_equity.map(|equity| format!("{equity:.1}")),
        one.win_rate.map(percent),
    ];
    for (cell, _) in cells
        .into_iter()
        .zip(is_shown)
        .filter(|(_, is_shown)| *is_shown)
    {
        write!(
            out,
            "<td class=\"number\">{}</td>",
            Xml(&cell.unwrap_or_default())
        )?;
    }
    writeln!(out, "</tr>")
}
