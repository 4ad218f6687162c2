//! Report of `lexc bench`, as text and as JSON.

use std::io::{self, Write};

use lexc_compiler::text::{Visible, plural};
use serde::Serialize;

use super::figures::{Figures, Goal};
use crate::command::table::{Table, blanks, grouped, signed};

/// The result of `lexc bench`. The fields are those of the JSON object, with times in microseconds.
#[derive(Serialize)]
pub struct Report<'a> {
    pub image: String,
    /// The size of the image.
    pub bytes: usize,
    pub lexicon: &'a str,
    pub words: u32,
    /// The time to open the image unvalidated.
    pub open_us: f64,
    /// The time to open the image with all checks.
    pub check_us: f64,
    pub search: Goal,
    pub algorithm: &'static str,
    /// Goal and algorithm, for the text.
    #[serde(skip)]
    pub title: String,
    pub passes: u32,
    pub total: Figures,
    /// The figures for each number of blanks on the rack that occurs.
    pub by_blanks: Vec<Figures>,
}

impl Report<'_> {
    /// Writes lines about the image and the search, then a table, and a line about its times.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = match self.lexicon {
            "" => String::new(),
            name => format!("{}, ", Visible(name)),
        };
        writeln!(
            out,
            "image   {}: {name}{} words, {} bytes",
            Visible(&self.image),
            grouped(self.words.into()),
            grouped(self.bytes as u64),
        )?;
        writeln!(
            out,
            "open    {:.2} us unvalidated, {:.2} ms with all checks",
            self.open_us,
            self.check_us / 1e3
        )?;
        let passes = plural(self.passes.into(), "pass");
        writeln!(out, "search  {}, {passes} on one thread\n", self.title)?;
        self.table().print(out)?;
        writeln!(
            out,
            "\ntimes in us per position: median and minimum over the passes, p50 to max over the positions"
        )
    }

    fn table(&self) -> Table {
        let (found, rate) = match self.search {
            Goal::All => ("plays", Some("plays/s")),
            Goal::Best => ("score sum", None),
            Goal::Equity => ("equity sum", None),
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
        for figures in [&self.total].into_iter().chain(&self.by_blanks) {
            let name = figures.blanks.map_or("all".to_owned(), blanks);
            let found = figures.plays.map(grouped);
            let found = found.or(figures.score_sum.map(signed));
            let found = found.or_else(|| Some(format!("{:.3}", figures.equity_sum?)));
            let times = [
                figures.median_us,
                figures.minimum_us,
                figures.p50_us,
                figures.p99_us,
                figures.max_us,
            ];
            let cells = [name, grouped(figures.positions), found.unwrap_or_default()].into_iter();
            let times = times.map(|time| format!("{time:.2}"));
            let rate = figures.plays_per_second.map(grouped);
            table.row(cells.chain(times).chain(rate));
        }
        table
    }
}
