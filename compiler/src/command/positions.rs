//! Positions from a file or from standard input, one a line.

use lexc_compiler::input::Source;
use lexc_runtime::{Board, Cgp, Lexicon, Position, Rack, Rules};

use super::games::{Games, PositionProblem};
use super::outcome::Failure;
use super::table::plural;
use super::text_lines::{Line, TextLines};
use super::warnings::{WarningLog, warnings_of};

/// Upper bound on the bad lines of one file that are reported with their faults; the others are counted.
const MAX_PROBLEMS: usize = 10;

/// Positions, and the rules that they are searched by.
#[derive(Debug, Default)]
pub struct PositionSet {
    /// Boards and racks, with the index of their rules.
    positions: Vec<(Board, Rack, usize)>,
    /// The number of tiles in the bag of each position, if the rack of the opponent is full.
    bag_lens: Vec<usize>,
    /// The rules. Consecutive positions under equal rules share one element.
    rules: Vec<Rules>,
}

impl PositionSet {
    /// Reads all positions of a file or of standard input. Says the warnings about them.
    ///
    /// # Errors
    /// The source can't be read, has bad lines, or has no positions.
    pub fn read(
        source: &Source,
        lexicon: &Lexicon<'_>,
        games: &Games,
    ) -> Result<PositionSet, Failure> {
        let lines = TextLines::open(source);
        let lines = lines.map_err(|error| Failure::input(source, &error))?;
        let mut lines = PositionLines(lines);
        let mut warnings = WarningLog::default();
        let mut set = PositionSet::default();
        let mut problems = Vec::new();
        let mut problem_count: u64 = 0;
        while let Some(Line { number: line, text }) = lines.next_line(|| Ok(()))? {
            let text = text.map_err(PositionProblem::Line);
            let added = text.and_then(|text| {
                let cgp = Cgp::parse(text, lexicon.alphabet()).map_err(PositionProblem::Cgp)?;
                let rules = games.rules(&cgp, lexicon.alphabet())?;
                cgp.position(&rules).map_err(PositionProblem::Rules)?;
                let found = warnings_of(&cgp, lexicon, games, &rules);
                warnings.say(&format!("{source}:{line}: "), &found);
                let state = cgp.state(&rules);
                set.add(&cgp, &rules);
                set.bag_lens.push(state.map_or(0, |state| state.bag_len()));
                Ok(())
            });
            if let Err(problem) = added {
                problem_count += 1;
                if problems.len() < MAX_PROBLEMS {
                    problems.push(format!("{source}:{line}: {problem}"));
                }
            }
        }
        if problem_count > problems.len() as u64 {
            let more = problem_count - problems.len() as u64;
            problems.push(format!("{source}: and {}", plural(more, "more such line")));
        }
        if !problems.is_empty() {
            return Err(Failure::lines(problems.join("\n")));
        }
        if set.positions.is_empty() {
            return Err(Failure(format!(
                "{source}: no positions (write one in CGP on each line)"
            )));
        }
        Ok(set)
    }

    fn add(&mut self, cgp: &Cgp<'_>, rules: &Rules) {
        if self.rules.last() != Some(rules) {
            self.rules.push(rules.clone());
        }
        let rules = self.rules.len() - 1;
        self.positions
            .push((cgp.board().clone(), cgp.rack(), rules));
    }

    /// The number of tiles in the bag of each position, if the rack of the opponent is full; 0 if the alphabet has no counts.
    pub fn bag_lens(&self) -> &[usize] {
        &self.bag_lens
    }

    /// The positions in order.
    pub fn positions(&self) -> Vec<Position<'_>> {
        let positions = self.positions.iter().map(|(board, rack, rules)| {
            Position::try_new(board.clone(), *rack, &self.rules[*rules])
                .expect("the position was checked when it was read")
        });
        positions.collect()
    }
}

/// The lines of a stream that hold positions. Blank lines and lines that start with `#`, after spaces or not, are skipped.
pub struct PositionLines(pub TextLines);

impl PositionLines {
    /// The name of the stream, for messages.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// Reads the next line that holds a position; `None` at the end.
    ///
    /// `before_waiting` runs before a read that may wait for the stream, whose writer may be waiting for the results of the
    /// lines so far.
    ///
    /// # Errors
    /// The same as [`TextLines::next_line`] and `before_waiting`.
    pub fn next_line(
        &mut self,
        mut before_waiting: impl FnMut() -> Result<(), Failure>,
    ) -> Result<Option<Line<'_>>, Failure> {
        loop {
            if !self.0.has_line() {
                before_waiting()?;
            }
            match self.0.next_line()? {
                Some(line) if line.text.is_ok_and(is_skipped) => {}
                _ => break,
            }
        }
        Ok(self.0.current())
    }
}

fn is_skipped(line: &str) -> bool {
    let content = line.trim_ascii();
    content.is_empty() || content.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skips_blank_lines_and_comments_and_counts_them() {
        let lines = |stream: &'static str| {
            let mut lines = PositionLines(TextLines::new("test", stream.as_bytes()));
            let mut found = Vec::new();
            while let Some(line) = lines.next_line(|| Ok(())).unwrap() {
                found.push((line.number, line.text.unwrap().to_owned()));
            }
            found
        };
        assert_eq!(
            lines("\u{feff}# a\n\n1 A\r\n \t\r\n  # b\n  2 B"),
            [(3, "1 A".to_owned()), (6, "  2 B".to_owned())]
        );
        assert_eq!(lines("\u{feff}1 A"), [(1, "1 A".to_owned())]);
        assert_eq!(lines("#"), []);
    }
}
