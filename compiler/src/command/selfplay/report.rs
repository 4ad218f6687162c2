//! Report of `lexc selfplay`, as text and as JSON.

use std::io::{self, Write};

use lexc_runtime::Lexicon;
use serde::Serialize;

use super::statistics::{Statistics, Sums};
use crate::command::json::write_pretty;
use crate::command::search::{Goal, Search};
use crate::command::table::{Table, blanks, grouped, micros, plural};
use crate::text::Visible;

/// The games and their counts.
#[derive(Debug)]
pub struct Report<'a> {
    pub lexicon: Lexicon<'a>,
    pub search: &'a Search<'a>,
    pub seed: u64,
    pub threads: usize,
    pub statistics: Statistics,
}

/// Something that is counted.
type Count = fn(&Sums) -> u64;

impl Report<'_> {
    /// Writes tables. All but the times and the number of threads is the same whenever and wherever the games are played.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = match self.lexicon.name() {
            "" => "a lexicon without a name",
            name => name,
        };
        writeln!(
            out,
            "{}, {}, seed {}; {}\n",
            Visible(name),
            plural(self.statistics.games, "game"),
            self.seed,
            self.search.title(),
        )?;
        let total = self.statistics.total();
        self.overall(&total).print(out)?;
        writeln!(out)?;
        self.by_blanks(&total).print(out)?;
        writeln!(out)?;
        if self.is_all() {
            self.edges(&total).print(out)?;
            writeln!(out)?;
        }
        writeln!(
            out,
            "search time {:.2} us a move, {:.3} s in all; {}",
            total.per_move(micros(total.time)),
            total.time.as_secs_f64(),
            plural(self.threads as u64, "thread"),
        )
    }

    fn overall(&self, total: &Sums) -> Table {
        let mut table = Table::new(["", "overall", "per move"]);
        table.row(["games", &grouped(self.statistics.games)]);
        table.row([
            "average score",
            &format!("{:.2}", self.statistics.average_score()),
        ]);
        table.row(["moves", &grouped(total.moves)]);
        let mut row = |name: &str, count: u64| {
            let per_move = format!("{:.3}", total.per_move(count as f64));
            table.row([name.to_string(), grouped(count), per_move]);
        };
        row("  plays made", total.plays_made());
        row("    with the bonus", total.bingos);
        row("  exchanges", total.exchanges);
        row("  passes", total.passes);
        if self.is_all() {
            row("plays found", total.plays_found);
            row("edges traversed", total.edges.sum());
        }
        if self.search.has_anchors() {
            row("anchors used", total.anchors);
        }
        table
    }

    fn by_blanks(&self, total: &Sums) -> Table {
        let counts: [(&str, bool, Count); 3] = [
            ("plays/move", self.is_all(), |sums| sums.plays_found),
            ("edges/move", self.is_all(), |sums| sums.edges.sum()),
            ("anchors/move", self.search.has_anchors(), |sums| {
                sums.anchors
            }),
        ];
        let counts = counts.into_iter().filter(|(_, is_known, _)| *is_known);
        let headings = ["rack", "moves", "points/move"].into_iter();
        let headings = headings.chain(counts.clone().map(|(heading, ..)| heading));
        let mut table = Table::new(headings.chain(["us/move"]));
        for (name, sums) in self.groups(total) {
            let per_move = |sum: f64| format!("{:.2}", sums.per_move(sum));
            let cells = [name, grouped(sums.moves), per_move(sums.points as f64)];
            let counts = counts
                .clone()
                .map(|(.., count)| per_move(count(sums) as f64));
            table.row(
                cells
                    .into_iter()
                    .chain(counts)
                    .chain([per_move(micros(sums.time))]),
            );
        }
        table
    }

    /// How many moves take how many edges (Gordon 1994, table V).
    fn edges(&self, total: &Sums) -> Table {
        let groups = self.groups(total);
        let headings = groups.iter().map(|(name, _)| name.as_str());
        let mut table = Table::new(["edges/move"].into_iter().chain(headings));
        for (index, (first, last)) in total.edges.ranges().enumerate() {
            let range = format!("{}-{}", grouped(first), grouped(last));
            let moves = groups.iter().map(|(_, sums)| {
                let searches = sums.edges.searches().nth(index);
                grouped(searches.unwrap_or(0))
            });
            table.row([range].into_iter().chain(moves));
        }
        table
    }

    /// The sums over all turns, and those over the turns with each number of blanks on the rack that occurred.
    fn groups<'s>(&'s self, total: &'s Sums) -> Vec<(String, &'s Sums)> {
        let all = ("all".to_string(), total);
        let groups = self.statistics.by_blanks.iter().enumerate();
        let groups = groups.filter(|(_, sums)| sums.moves > 0);
        let groups = groups.map(|(count, sums)| (blanks(count), sums));
        [all].into_iter().chain(groups).collect()
    }

    fn is_all(&self) -> bool {
        self.search.goal() == Goal::All
    }

    /// Writes a JSON object.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let groups = self.statistics.by_blanks.iter().enumerate();
        let json = ReportJson {
            lexicon: self.lexicon.name(),
            fingerprint: self.lexicon.fingerprint().to_string(),
            games: self.statistics.games,
            seed: self.seed,
            search: self.search.goal(),
            algorithm: self.search.algorithm(),
            average_score: self.statistics.average_score(),
            total: self.sums_json(None, &self.statistics.total()),
            by_blanks: groups
                .filter(|(_, sums)| sums.moves > 0)
                .map(|(blanks, sums)| self.sums_json(Some(blanks), sums))
                .collect(),
            threads: self.threads,
        };
        write_pretty(out, &json)
    }

    fn sums_json(&self, blanks: Option<usize>, sums: &Sums) -> SumsJson {
        let is_all = self.is_all();
        let ranges = sums.edges.ranges().zip(sums.edges.searches());
        let ranges = ranges.map(|((first, last), moves)| RangeJson { first, last, moves });
        SumsJson {
            blanks,
            moves: sums.moves,
            plays_made: sums.plays_made(),
            bingos: sums.bingos,
            exchanges: sums.exchanges,
            passes: sums.passes,
            points: sums.points,
            plays_found: is_all.then_some(sums.plays_found),
            edges: is_all.then(|| sums.edges.sum()),
            anchors: self.search.has_anchors().then_some(sums.anchors),
            edge_ranges: is_all.then(|| ranges.collect()),
            time_us: micros(sums.time),
        }
    }
}

#[derive(Serialize)]
struct ReportJson<'a> {
    lexicon: &'a str,
    fingerprint: String,
    games: u64,
    seed: u64,
    search: Goal,
    algorithm: &'static str,
    average_score: f64,
    total: SumsJson,
    by_blanks: Vec<SumsJson>,
    threads: usize,
}

#[derive(Serialize)]
struct SumsJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    blanks: Option<usize>,
    moves: u64,
    plays_made: u64,
    bingos: u64,
    exchanges: u64,
    passes: u64,
    points: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    plays_found: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edges: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    anchors: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge_ranges: Option<Vec<RangeJson>>,
    time_us: f64,
}

#[derive(Serialize)]
struct RangeJson {
    first: u64,
    last: u64,
    moves: u64,
}
