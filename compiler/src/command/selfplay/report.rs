//! Report of `lexc selfplay`, as text and as JSON.

use std::io::{self, Write};

use lexc_compiler::text::Visible;
use lexc_runtime::Lexicon;
use serde::Serialize;

use super::statistics::{Statistics, Sums};
use crate::command::search::{Goal, Search};
use crate::command::table::{Table, blanks, grouped, micros, plural};

/// The games and their counts. The fields are those of the JSON object.
#[derive(Serialize)]
pub struct Report<'a> {
    lexicon: &'a str,
    fingerprint: String,
    games: u64,
    seed: u64,
    search: Goal,
    algorithm: &'static str,
    /// Goal and algorithm, for the text.
    #[serde(skip)]
    title: String,
    average_score: f64,
    total: Counts,
    by_blanks: Vec<Counts>,
    threads: usize,
}

/// Counts over some turns. A search for the best play counts no plays found, edges or anchors; `every-line` counts no
/// anchors.
#[derive(Serialize)]
struct Counts {
    /// The number of blanks on the rack; `None` for the counts over all turns.
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
    edge_ranges: Option<Vec<EdgeRange>>,
    time_us: f64,
}

#[derive(Serialize)]
struct EdgeRange {
    first: u64,
    last: u64,
    moves: u64,
}

impl<'a> Report<'a> {
    pub fn new(
        lexicon: &Lexicon<'a>,
        search: &Search<'_>,
        seed: u64,
        threads: usize,
        statistics: &Statistics,
    ) -> Report<'a> {
        let counts = |blanks, sums: &Sums| Counts::new(blanks, sums, search);
        let groups = statistics.by_blanks.iter().enumerate();
        let groups = groups.filter(|(_, sums)| sums.moves > 0);
        Report {
            lexicon: lexicon.name(),
            fingerprint: lexicon.fingerprint().to_string(),
            games: statistics.games,
            seed,
            search: search.goal(),
            algorithm: search.algorithm(),
            title: search.title(),
            average_score: statistics.average_score(),
            total: counts(None, &statistics.total()),
            by_blanks: groups
                .map(|(blanks, sums)| counts(Some(blanks), sums))
                .collect(),
            threads,
        }
    }

    /// Writes tables. With the same image and options, only the times and the number of threads can differ.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = match self.lexicon {
            "" => "a lexicon without a name",
            name => name,
        };
        let games = plural(self.games, "game");
        let (name, seed, title) = (Visible(name), self.seed, &self.title);
        writeln!(out, "{name}, {games}, seed {seed}; {title}\n")?;
        self.overall().print(out)?;
        writeln!(out)?;
        self.groups_table().print(out)?;
        writeln!(out)?;
        if self.total.edge_ranges.is_some() {
            self.edges_table().print(out)?;
            writeln!(out)?;
        }
        let time = self.total.time_us;
        writeln!(
            out,
            "search time {:.2} us per move, {:.3} s in all; {}",
            self.total.per_move(time),
            time / 1e6,
            plural(self.threads as u64, "thread"),
        )
    }

    fn overall(&self) -> Table {
        let total = &self.total;
        let mut table = Table::new(["", "overall", "per move"]);
        table.row(["games", &grouped(self.games)]);
        table.row(["average score", &format!("{:.2}", self.average_score)]);
        table.row(["moves", &grouped(total.moves)]);
        for (name, count) in [
            ("  plays made", Some(total.plays_made)),
            ("    with the bonus", Some(total.bingos)),
            ("  exchanges", Some(total.exchanges)),
            ("  passes", Some(total.passes)),
            ("plays found", total.plays_found),
            ("edges traversed", total.edges),
            ("anchors used", total.anchors),
        ] {
            if let Some(count) = count {
                let per_move = format!("{:.3}", total.per_move(count as f64));
                table.row([name, &grouped(count), &per_move]);
            }
        }
        table
    }

    fn groups_table(&self) -> Table {
        type Count = fn(&Counts) -> Option<u64>;
        let counts: [(&str, Count); 3] = [
            ("plays/move", |counts| counts.plays_found),
            ("edges/move", |counts| counts.edges),
            ("anchors/move", |counts| counts.anchors),
        ];
        let known = counts
            .iter()
            .filter(|(_, count)| count(&self.total).is_some());
        let headings = ["rack", "moves", "points/move"].into_iter();
        let headings = headings.chain(known.map(|(heading, _)| *heading));
        let mut table = Table::new(headings.chain(["us/move"]));
        for group in self.groups() {
            let per_move = |sum: f64| format!("{:.2}", group.per_move(sum));
            let moves = grouped(group.moves);
            let cells = [group.name(), moves, per_move(group.points as f64)].into_iter();
            let found = counts.iter().filter_map(|(_, count)| count(group));
            let found = found.map(|count| per_move(count as f64));
            table.row(cells.chain(found).chain([per_move(group.time_us)]));
        }
        table
    }

    /// The number of moves in each range of edges (Gordon 1994, table V).
    fn edges_table(&self) -> Table {
        let headings = self.groups().map(Counts::name);
        let mut table = Table::new(["edges/move".to_owned()].into_iter().chain(headings));
        for (index, range) in self.total.edge_ranges.iter().flatten().enumerate() {
            let name = format!("{}-{}", grouped(range.first), grouped(range.last));
            let moves = self.groups().map(|group| {
                let range = group
                    .edge_ranges
                    .as_ref()
                    .and_then(|ranges| ranges.get(index));
                grouped(range.map_or(0, |range| range.moves))
            });
            table.row([name].into_iter().chain(moves));
        }
        table
    }

    fn groups(&self) -> impl Iterator<Item = &Counts> {
        [&self.total].into_iter().chain(&self.by_blanks)
    }
}

impl Counts {
    fn new(blanks: Option<usize>, sums: &Sums, search: &Search<'_>) -> Counts {
        let is_all = search.goal() == Goal::All;
        let ranges = sums.edges.ranges();
        let ranges = ranges.map(|((first, last), moves)| EdgeRange { first, last, moves });
        Counts {
            blanks,
            moves: sums.moves,
            plays_made: sums.plays_made(),
            bingos: sums.bingos,
            exchanges: sums.exchanges,
            passes: sums.passes,
            points: sums.points,
            plays_found: is_all.then_some(sums.plays_found),
            edges: is_all.then(|| sums.edges.sum()),
            anchors: search.has_anchors().then_some(sums.anchors),
            edge_ranges: is_all.then(|| ranges.collect()),
            time_us: micros(sums.time),
        }
    }

    fn name(&self) -> String {
        self.blanks.map_or("all".to_owned(), blanks)
    }

    /// A sum divided by the number of moves.
    fn per_move(&self, sum: f64) -> f64 {
        sum / self.moves.max(1) as f64
    }
}
