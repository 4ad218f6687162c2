//! The chart of an analysis: points and shares of wins after each event.

use std::io::{self, Write};

use lexc_compiler::draw::Xml;
use lexc_runtime::Seat;

use super::report::Report;

/// The colours of the page and the chart, and the rules of the chart.
pub const STYLE: &str = include_str!("chart.css");

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 220.0;
/// The height of a line of text of a picture.
const LINE: f64 = 22.0;
/// The largest number of mistakes that a picture names.
const NAMED_LEN: usize = 3;

/// The points by which the first player is ahead after each event, and the player's share of wins if it is known.
pub struct Chart<'a> {
    report: &'a Report<'a>,
    /// The points before the first event, then after each.
    spreads: Vec<i32>,
    /// The largest lead of a player, or ten points.
    most: i32,
    /// The share of wins after the events, by their numbers, for which it is known.
    rates: Vec<(usize, f64)>,
}

impl<'a> Chart<'a> {
    /// The chart of a game.
    pub fn new(report: &'a Report<'a>) -> Chart<'a> {
        let turns = &report.turns;
        let mut scores = [0; 2];
        let spreads = turns.iter().map(|turn| {
            scores[turn.seat.index()] = turn.total;
            scores[0] - scores[1]
        });
        let spreads: Vec<i32> = [0].into_iter().chain(spreads).collect();
        let most = spreads.iter().map(|spread| spread.abs()).max();
        let rates = (1..).zip(turns).filter_map(|(index, turn)| {
            let rate = turn.judgement.as_ref()?.win_rate?;
            let rate = match turn.seat {
                Seat::First => rate,
                _ => 1.0 - rate,
            };
            Some((index, rate))
        });
        Chart {
            report,
            spreads,
            most: most.unwrap_or(0).max(10),
            rates: rates.collect(),
        }
    }

    /// Writes a heading and the chart, in which each event is a link to its turn on the page.
    pub fn write_on_page(&self, out: &mut dyn Write) -> io::Result<()> {
        let title = self.title();
        writeln!(
            out,
            "<h2>{0}</h2>\n<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{0}, after each event\">",
            Xml(&title),
        )?;
        self.write_lines(out)?;
        for (index, turn) in (1..).zip(&self.report.turns) {
            write!(
                out,
                "<a href=\"#turn-{}\" tabindex=\"-1\"><title>{}</title><rect x=\"{:.1}\" y=\"0\" width=\"{:.1}\" height=\"{HEIGHT}\"/>",
                turn.number,
                Xml(&self.report.heading(turn)),
                self.x(index) - self.space() / 2.0,
                self.space(),
            )?;
            self.write_event(index, out)?;
            writeln!(out, "</a>")?;
        }
        writeln!(out, "</svg>")
    }

    /// Writes a picture, in SVG: the chart below its title, above the worst moves.
    pub fn write_picture(&self, out: &mut dyn Write) -> io::Result<()> {
        let title = self.title();
        let worst = self.report.worst_turns().take(NAMED_LEN);
        let worst = worst.map(|(turn, judged)| {
            let heading = self.report.heading(turn);
            let best = judged.best.play();
            format!("{heading}, {:.1} points lost to {best}", judged.lost)
        });
        let worst: Vec<String> = worst.collect();
        let height = HEIGHT + LINE * (worst.len() + 1) as f64;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 {} {WIDTH} {height}\" \
             font-family=\"system-ui, sans-serif\" role=\"img\">\n<title>{1}, after each event</title>\n<style>\n{STYLE}</style>",
            -LINE,
            Xml(&title),
        )?;
        write_label((8.0, 4.0 - LINE / 2.0), "start", &title, out)?;
        self.write_lines(out)?;
        for index in 1..self.spreads.len() {
            self.write_event(index, out)?;
            writeln!(out)?;
        }
        for (line, text) in (0..).zip(&worst) {
            let y = HEIGHT + LINE * f64::from(line);
            write_label((8.0, y), "start", text, out)?;
        }
        writeln!(out, "</svg>")
    }

    fn title(&self) -> String {
        let name = self.report.players[0].shown_name();
        match self.rates.is_empty() {
            true => format!("Spread of {name}"),
            false => format!("Spread of {name}, and share of wins (dashed)"),
        }
    }

    /// Writes the lines and the scales.
    fn write_lines(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "<line x1=\"{}\" y1=\"{2}\" x2=\"{1}\" y2=\"{2}\" stroke=\"var(--line)\"/>",
            self.x(0),
            self.x(self.report.turns.len()),
            y(0.0),
        )?;
        let points = (0..self.spreads.len()).map(|index| (self.x(index), self.spread_y(index)));
        write_line("var(--area)", "none", points, out)?;
        let points = self.rates.iter();
        let points = points.map(|&(index, rate)| (self.x(index), y(2.0 * rate - 1.0)));
        write_line("var(--wins)", "5 4", points, out)?;
        for (share, spread) in [(1.0, self.most), (0.0, 0), (-1.0, -self.most)] {
            let spread = match spread {
                0 => "0".to_owned(),
                spread => format!("{spread:+}"),
            };
            write_label((62.0, y(share)), "end", &spread, out)?;
            if !self.rates.is_empty() {
                let rate = format!("{:.0} %", 50.0 + 50.0 * share);
                write_label((WIDTH - 84.0, y(share)), "start", &rate, out)?;
            }
        }
        Ok(())
    }

    /// Writes the point of an event, by its number.
    fn write_event(&self, index: usize, out: &mut dyn Write) -> io::Result<()> {
        let judged = self.report.turns[index - 1].judgement.as_ref();
        let class = match judged.and_then(|judged| judged.mistake.as_ref()) {
            Some(_) => " class=\"mistake\"",
            None => "",
        };
        let (x, y) = (self.x(index), self.spread_y(index));
        write!(out, "<circle{class} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>")
    }

    /// The width of an event.
    fn space(&self) -> f64 {
        (WIDTH - 162.0) / self.report.turns.len().max(1) as f64
    }

    fn x(&self, index: usize) -> f64 {
        70.0 + self.space() * index as f64
    }

    fn spread_y(&self, index: usize) -> f64 {
        y(f64::from(self.spreads[index]) / f64::from(self.most))
    }
}

/// The height of a value between -1 and 1.
fn y(share: f64) -> f64 {
    HEIGHT / 2.0 - (HEIGHT / 2.0 - 20.0) * share
}

fn write_line(
    color: &str,
    dashes: &str,
    points: impl Iterator<Item = (f64, f64)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let points: Vec<_> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2.5\" stroke-dasharray=\"{dashes}\"/>",
        points.join(" ")
    )
}

fn write_label(
    (x, y): (f64, f64),
    anchor: &str,
    text: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" font-size=\"13\">{}</text>",
        y + 4.0,
        Xml(text)
    )
}
