//! Report of `lexc bench`, as text and as JSON.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use lexc_runtime::Lexicon;
use serde::Serialize;

use super::figures::Figures;
use crate::command::json::write_pretty;
use crate::command::search::{Goal, Search};
use crate::command::table::{Table, blanks, grouped, micros, signed};
use crate::text::Visible;

/// All that was measured.
#[derive(Debug)]
pub struct Report<'a> {
    pub image: &'a Path,
    /// The size of the image.
    pub bytes: usize,
    pub lexicon: Lexicon<'a>,
    /// The time to open the image unvalidated.
    pub open: Duration,
    /// The time to open the image with all checks.
    pub check: Duration,
    pub search: &'a Search<'a>,
    pub passes: u32,
    pub total: Figures,
    /// The figures for each number of blanks on the rack that occurs.
    pub by_blanks: Vec<(usize, Figures)>,
}

impl Report<'_> {
    /// Writes a table, after lines that name image, positions and search.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = match self.lexicon.name() {
            "" => String::new(),
            name => format!("{}, ", Visible(name)),
        };
        writeln!(
            out,
            "image   {}: {name}{} words, {} bytes",
            Visible(&self.image.display().to_string()),
            grouped(self.lexicon.word_count().into()),
            grouped(self.bytes as u64),
        )?;
        writeln!(
            out,
            "open    {:.2} us unvalidated, {:.2} ms with all checks",
            micros(self.open),
            micros(self.check) / 1e3
        )?;
        writeln!(
            out,
            "search  {}, {} on one thread",
            self.search.title(),
            match self.passes {
                1 => "1 pass".to_string(),
                passes => format!("{passes} passes"),
            },
        )?;
        writeln!(out)?;
        self.table().print(out)?;
        writeln!(out)?;
        writeln!(
            out,
            "times in us a position: median and minimum over the passes, p50 to max over the positions"
        )
    }

    fn table(&self) -> Table {
        let goal = self.search.goal();
        let (found, rate) = match goal {
            Goal::All => ("plays", Some("plays/s")),
            Goal::Best => ("score sum", None),
        };
        let headings = [
            "rack",
            "positions",
            found,
            "median",
            "minimum",
            "p50",
            "p99",
            "max",
        ];
        let mut table = Table::new(headings.into_iter().chain(rate));
        let mut row = |name: String, figures: &Figures| {
            let found = match goal {
                Goal::All => grouped(figures.plays),
                Goal::Best => signed(figures.score_sum),
            };
            let times = [
                figures.median,
                figures.minimum,
                figures.p50,
                figures.p99,
                figures.max,
            ];
            let cells = [name, grouped(figures.positions), found];
            let times = times.into_iter().map(|time| format!("{:.2}", micros(time)));
            let rate = rate.map(|_| grouped(figures.plays_per_second));
            table.row(cells.into_iter().chain(times).chain(rate));
        };
        row("all".to_string(), &self.total);
        for (count, figures) in &self.by_blanks {
            row(blanks(*count), figures);
        }
        table
    }

    /// Writes a JSON object.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let goal = self.search.goal();
        let groups = self.by_blanks.iter();
        let json = ReportJson {
            image: self.image.display().to_string(),
            bytes: self.bytes,
            lexicon: self.lexicon.name(),
            words: self.lexicon.word_count(),
            open_us: micros(self.open),
            check_us: micros(self.check),
            search: goal,
            algorithm: self.search.algorithm(),
            passes: self.passes,
            total: FiguresJson::new(None, &self.total, goal),
            by_blanks: groups
                .map(|(blanks, figures)| FiguresJson::new(Some(*blanks), figures, goal))
                .collect(),
        };
        write_pretty(out, &json)
    }
}

#[derive(Serialize)]
struct ReportJson<'a> {
    image: String,
    bytes: usize,
    lexicon: &'a str,
    words: u32,
    open_us: f64,
    check_us: f64,
    search: Goal,
    algorithm: &'static str,
    passes: u32,
    total: FiguresJson,
    by_blanks: Vec<FiguresJson>,
}

#[derive(Serialize)]
struct FiguresJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    blanks: Option<usize>,
    positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    plays: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score_sum: Option<i64>,
    median_us: f64,
    minimum_us: f64,
    p50_us: f64,
    p99_us: f64,
    max_us: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    plays_per_second: Option<u64>,
}

impl FiguresJson {
    fn new(blanks: Option<usize>, figures: &Figures, goal: Goal) -> FiguresJson {
        let is_all = goal == Goal::All;
        FiguresJson {
            blanks,
            positions: figures.positions,
            plays: is_all.then_some(figures.plays),
            score_sum: (!is_all).then_some(figures.score_sum),
            median_us: micros(figures.median),
            minimum_us: micros(figures.minimum),
            p50_us: micros(figures.p50),
            p99_us: micros(figures.p99),
            max_us: micros(figures.max),
            plays_per_second: is_all.then_some(figures.plays_per_second),
        }
    }
}
