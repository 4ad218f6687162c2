//! The analysis as one page of HTML, without scripts and without requests.

use std::fmt;
use std::io::{self, Write};

use lexc_game::GcgStep;
use lexc_runtime::{Alphabet, Rules};

use super::report::{Judged, Report, Turn};
use crate::draw::{BoardPicture, Xml};

const STYLE: &str = "\
:root { color-scheme: light dark; --line: #9ca3af; --bad: #b3261e; --area: #2d7fb8; }
@media (prefers-color-scheme: dark) { :root { --line: #6b7280; --bad: #f2b8b5; --area: #7cc4f0; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .2rem .5rem; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
.lost { color: var(--bad); }
section { margin-top: 2rem; border-top: 1px solid var(--line); }
img { max-width: 100%; height: auto; }
.chart { width: 100%; height: auto; }
.note { border-left: 3px solid var(--line); padding-left: .7rem; }";

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
             <title>{0}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{0}</h1>",
            Xml(title)
        )?;
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
            "<div class=\"scroll\"><table>\n<tr><th scope=\"col\">Player</th><th scope=\"col\" class=\"number\">Total</th>\
             <th scope=\"col\" class=\"number\">Lost a turn</th><th scope=\"col\" class=\"number\">Phonies</th>\
             <th scope=\"col\" class=\"number\">Missed bingos</th></tr>"
        )?;
        for player in &self.report.players {
            writeln!(
                out,
                "<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td class=\"number\">{:.2}</td>\
                 <td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
                Xml(player.shown_name()),
                player.total,
                player.average_lost,
                player.phonies,
                player.missed_bingos
            )?;
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
            "<h2>Points by which {0} is ahead</h2>\n<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-label=\"Points by which {0} is ahead, after each event\">\n\
             <title>Points by which {0} is ahead, after each event</title>\n\
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
        writeln!(
            out,
            "<section id=\"turn-{number}\">\n<h2>{number}. {}: {}</h2>\n<p>{:+} points, total {}; rack {}</p>",
            Xml(turn.player),
            Xml(&turn.r#move),
            turn.points,
            turn.total,
            Xml(&turn.rack)
        )?;
        if let Some(judged) = &turn.judgement {
            write_judgement(judged, out)?;
        }
        match turn.remarks() {
            remarks if remarks.is_empty() => {}
            remarks => writeln!(out, "<p>{}</p>", Xml(&remarks))?,
        }
        if !turn.note.is_empty() {
            writeln!(out, "<div class=\"note\">")?;
            for line in turn.note.lines() {
                writeln!(out, "<p>{}</p>", Xml(line))?;
            }
            writeln!(out, "</div>")?;
        }
        if step.action.is_some() {
            let picture = BoardPicture {
                cgp: &step.cgp(),
                layout: self.rules.layout(),
                alphabet: self.alphabet,
            };
            let mut svg = Vec::new();
            picture.write(&mut svg)?;
            writeln!(
                out,
                "<img loading=\"lazy\" alt=\"The board before: {}\" src=\"data:image/svg+xml,{}\">",
                Xml(&turn.cgp),
                Encoded(&svg)
            )?;
        }
        writeln!(out, "</section>")
    }
}

fn write_judgement(judged: &Judged, out: &mut dyn Write) -> io::Result<()> {
    let class = if judged.lost > 0.0 {
        " class=\"lost\""
    } else {
        ""
    };
    writeln!(
        out,
        "<p>Best: {}. <span{class}>Lost: {:.1}</span></p>",
        Xml(&judged.best.play),
        judged.lost
    )?;
    Ok(())
}

/// Bytes as part of a URL: all but letters, digits and a few marks as `%` and two hexadecimal digits. Pictures in URLs keep their styles
/// to themselves.
struct Encoded<'a>(&'a [u8]);

impl fmt::Display for Encoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&byte| match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => write!(f, "{}", char::from(byte)),
            b'-' | b'_' | b'.' | b'/' | b':' | b'=' | b',' | b' ' => {
                write!(f, "{}", char::from(byte))
            }
            _ => write!(f, "%{byte:02X}"),
        })
    }
}
