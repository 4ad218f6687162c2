//! The analysis as one page of HTML, without scripts and without other files.

use std::io::{self, Write};

use lexc_compiler::draw::{BoardSheet, Xml};
use lexc_game::{GcgStep, grouped};
use lexc_runtime::{Alphabet, MovePart, Rules};

use super::report::{Compared, Judged, Report, Turn};

const STYLE: &str = "\
:root { color-scheme: light dark; --line: #d1d5db; --faint: #f3f4f6; --bad: #b3261e; --area: #2d7fb8; }
@media (prefers-color-scheme: dark) { :root { --line: #3f4650; --faint: #23272e; --bad: #f2b8b5; --area: #7cc4f0; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 66rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .2rem .5rem; border-bottom: 1px solid var(--line); }
td { white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
.lost { color: var(--bad); font-weight: bold; }
.made { background: var(--faint); font-weight: bold; }
section { margin-top: 2rem; border-top: 1px solid var(--line); }
.turn { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem 1.5rem; align-items: start; }
@media (min-width: 54rem) { .turn { grid-template-columns: minmax(0, min(26rem, 43%)) minmax(0, 1fr); } }
.turn > :only-child { grid-column: 1 / -1; }
.board { max-width: 26rem; }
.chart { width: 100%; max-width: 48rem; height: auto; }
.note { border-left: 3px solid var(--line); padding-left: .7rem; }
details { margin: 1rem 0; }
code { overflow-wrap: anywhere; }";

/// The page of an analysis.
pub struct Page<'a> {
    pub report: &'a Report<'a>,
    pub steps: &'a [GcgStep<'a, 'a>],
    pub rules: &'a Rules,
    pub alphabet: Alphabet<'a>,
}

impl Page<'_> {
    /// Writes the page.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let [first, second] = &self.report.players;
        let names = format!("{} and {}", first.shown_name(), second.shown_name());
        let title = self.report.title.unwrap_or(&names);
        writeln!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{0}</title>\n<style>\n{STYLE}",
            Xml(title)
        )?;
        self.sheet().write_style(out)?;
        writeln!(out, "</style>\n</head>\n<body>\n<h1>{}</h1>", Xml(title))?;
        self.sheet().write_parts(out)?;
        if self.report.title.is_some() {
            writeln!(out, "<p>{}</p>", Xml(&names))?;
        }
        self.write_players(out)?;
        self.write_chart(out)?;
        for (index, (turn, step)) in self.report.turns.iter().zip(self.steps).enumerate() {
            self.write_turn(index + 1, turn, step, out)?;
        }
        writeln!(out, "</body>\n</html>")
    }

    fn write_players(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "<div class=\"scroll\"><table>\n<tr><th scope=\"col\">Player</th>"
        )?;
        let headings = [
            ("Total", true),
            ("Turns", true),
            ("Lost per turn", true),
            ("Wins lost per turn", self.report.has_rates()),
            ("Phonies", true),
            ("Missed bingos", true),
        ];
        for (heading, _) in headings.into_iter().filter(|(_, is_shown)| *is_shown) {
            writeln!(out, "<th scope=\"col\" class=\"number\">{heading}</th>")?;
        }
        writeln!(out, "</tr>")?;
        for player in &self.report.players {
            write!(
                out,
                "<tr><th scope=\"row\">{}</th>",
                Xml(player.shown_name())
            )?;
            let rate = player.average_win_rate_lost;
            let rate = rate.map_or_else(String::new, |rate| format!("{:.1} %", 100.0 * rate));
            let cells = [
                Some(player.total.to_string()),
                Some(player.turns.to_string()),
                Some(format!("{:.2}", player.average_lost)),
                self.report.has_rates().then_some(rate),
                Some(player.phonies.to_string()),
                Some(player.missed_bingos.to_string()),
            ];
            for cell in cells.into_iter().flatten() {
                write!(out, "<td class=\"number\">{cell}</td>")?;
            }
            writeln!(out, "</tr>")?;
        }
        writeln!(out, "</table></div>")
    }

    /// Writes the chart of the points by which the first player is ahead after each event.
    fn write_chart(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut scores = [0; 2];
        let mut spreads = vec![0];
        for turn in &self.report.turns {
            scores[turn.seat.index()] = turn.total;
            spreads.push(scores[0] - scores[1]);
        }
        let most = spreads
            .iter()
            .map(|spread| spread.abs())
            .max()
            .unwrap_or(0)
            .max(10);
        let (width, height) = (640.0, 220.0);
        let x =
            |index: usize| 50.0 + (width - 70.0) * index as f64 / (spreads.len() - 1).max(1) as f64;
        let y = |spread: i32| {
            height / 2.0 - (height / 2.0 - 20.0) * f64::from(spread) / f64::from(most)
        };
        let points = spreads.iter().enumerate();
        let points = points.map(|(index, &spread)| format!("{:.1},{:.1}", x(index), y(spread)));
        let points: Vec<_> = points.collect();
        let name = self.report.players[0].shown_name();
        writeln!(
            out,
            "<h2>Spread of {0}</h2>\n<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-label=\"Spread of {0} after each event\">\n\
             <title>Spread of {0} after each event</title>\n\
             <line x1=\"50\" y1=\"{1}\" x2=\"{2}\" y2=\"{1}\" stroke=\"var(--line)\"/>\n\
             <polyline points=\"{3}\" fill=\"none\" stroke=\"var(--area)\" stroke-width=\"2.5\"/>",
            Xml(name),
            y(0),
            x(spreads.len() - 1),
            points.join(" ")
        )?;
        for spread in [most, 0, -most] {
            writeln!(
                out,
                "<text x=\"44\" y=\"{:.1}\" text-anchor=\"end\" font-size=\"13\" fill=\"currentColor\">{}</text>",
                y(spread) + 4.0,
                if spread == 0 {
                    "0".to_owned()
                } else {
                    format!("{spread:+}")
                }
            )?;
        }
        writeln!(out, "</svg>")
    }

    fn write_turn(
        &self,
        number: usize,
        turn: &Turn<'_>,
        step: &GcgStep<'_, '_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let player = &self.report.players[turn.seat.index()];
        writeln!(
            out,
            "<section id=\"turn-{number}\">\n<h2>{number}. {}: {}</h2>\n<div class=\"turn\">",
            Xml(player.shown_name()),
            Xml(&turn.r#move)
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

    fn sheet(&self) -> BoardSheet<'_> {
        BoardSheet {
            layout: self.rules.layout(),
            alphabet: self.alphabet,
        }
    }
}

/// Writes the points lost, the share of wins lost if it is known, and a table of the best moves and the move made.
fn write_judgement(judged: &Judged, out: &mut dyn Write) -> io::Result<()> {
    let class = if judged.lost > 0.0 {
        " class=\"lost\""
    } else {
        ""
    };
    let (lost, by) = (judged.lost, judged.ranked_by);
    write!(out, "<p>Lost: <span{class}>{lost:.1}</span> by {by}")?;
    if let Some(rate) = judged.win_rate_lost {
        write!(out, "; wins lost: {:.1} %", 100.0 * rate)?;
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

/// Writes the row of a move, which names other moves of its idea. `is_shown`: for each column to the right of the move, `true` if the table has it.
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
        one.win_rate.map(|rate| format!("{:.1} %", 100.0 * rate)),
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
