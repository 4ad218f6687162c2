//! What is printed.

use std::io::{self, Write};

use lexc_runtime::Lexicon;
use serde::Serialize;

use super::statistics::{Statistics, Sums};
use crate::cmd::search::{AlgorithmName, Goal, Search};
use crate::cmd::table::{Table, blanks, grouped, micros, plural};

/// What was played, and what came of it.
#[derive(Debug)]
pub struct Report<'a> {
    pub lexicon: Lexicon<'a>,
    pub search: &'a Search<'a>,
    pub seed: u64,
    pub threads: usize,
    pub statistics: Statistics,
}

impl Report<'_> {
    /// Writes tables. All but the times is the same whenever and wherever the games are played.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = match self.lexicon.name() {
            "" => "a lexicon without a name",
            name => name,
        };
        writeln!(
            out,
            "{}, {}, seed {}; {}, algorithm {}\n",
            name,
            plural(self.statistics.games, "game"),
            self.seed,
            self.search.goal().title(),
            self.search.algorithm(),
        )?;
        let total = self.statistics.total();
        self.overall(&total).print(out)?;
        writeln!(out)?;
        self.by_blanks(&total).print(out)?;
        writeln!(out)?;
        writeln!(
            out,
            "search time {:.2} us a move, {:.3} s in all; {}",
            total.per_move(micros(total.time)),
            total.time.as_secs_f64(),
            plural(self.threads as u64, "thread"),
        )
    }

    fn overall(&self, total: &Sums) -> Table {
        let mut table = Table::default();
        table.row(["", "overall", "per move"]);
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
        if self.search.goal() == Goal::All {
            row("plays found", total.plays_found);
        }
        table
    }

    fn by_blanks(&self, total: &Sums) -> Table {
        let mut table = Table::default();
        let is_all = self.search.goal() == Goal::All;
        let found = is_all.then_some("plays/move");
        let head = ["rack", "moves", "points/move"];
        table.row(head.into_iter().chain(found).chain(["us/move"]));
        let mut row = |name: String, sums: &Sums| {
            let per_move = |sum: f64| format!("{:.2}", sums.per_move(sum));
            let cells = [name, grouped(sums.moves), per_move(sums.points as f64)];
            let found = is_all.then(|| per_move(sums.plays_found as f64));
            let time = per_move(micros(sums.time));
            table.row(cells.into_iter().chain(found).chain([time]));
        };
        row("all".to_string(), total);
        for (count, sums) in self.statistics.by_blanks.iter().enumerate() {
            if sums.moves > 0 {
                row(blanks(count), sums);
            }
        }
        table
    }

    /// Writes a JSON object.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let goal = self.search.goal();
        let groups = self.statistics.by_blanks.iter().enumerate();
        let json = ReportJson {
            lexicon: self.lexicon.name(),
            fingerprint: self.lexicon.fingerprint().to_string(),
            games: self.statistics.games,
            seed: self.seed,
            search: goal,
            algorithm: self.search.algorithm(),
            average_score: self.statistics.average_score(),
            total: SumsJson::new(None, &self.statistics.total(), goal),
            by_blanks: groups
                .filter(|(_, sums)| sums.moves > 0)
                .map(|(blanks, sums)| SumsJson::new(Some(blanks), sums, goal))
                .collect(),
            threads: self.threads,
        };
        serde_json::to_writer_pretty(&mut *out, &json)?;
        writeln!(out)
    }
}

#[derive(Serialize)]
struct ReportJson<'a> {
    lexicon: &'a str,
    fingerprint: String,
    games: u64,
    seed: u64,
    search: Goal,
    algorithm: AlgorithmName,
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
    time_us: f64,
}

impl SumsJson {
    fn new(blanks: Option<usize>, sums: &Sums, goal: Goal) -> SumsJson {
        SumsJson {
            blanks,
            moves: sums.moves,
            plays_made: sums.plays_made(),
            bingos: sums.bingos,
            exchanges: sums.exchanges,
            passes: sums.passes,
            points: sums.points,
            plays_found: (goal == Goal::All).then_some(sums.plays_found),
            time_us: micros(sums.time),
        }
    }
}
