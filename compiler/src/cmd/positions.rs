//! Positions from a file or from standard input, one a line.

mod problem;

use std::io;
use std::path::Path;

use lexc_runtime::{Cgp, Lexicon, Position};
pub use problem::PositionProblem;

use super::Failure;
use super::games::Games;
use super::lines::{Line, Lines};
use super::names::NameCheck;
use super::numbers::plural;
use crate::terminal::say;

/// As many problems of one file are told.
const MAX_PROBLEMS: usize = 10;

/// All positions of a file or, for `-`, of standard input. Tells if they are of another lexicon.
///
/// # Errors
/// The file can't be read, or has no positions; the lines that are no positions, or none by these rules.
pub fn read_positions<'r>(
    path: &Path,
    lexicon: &Lexicon<'_>,
    games: &'r Games,
) -> Result<Vec<Position<'r>>, Failure> {
    let mut lines = PositionLines::open(path).map_err(|error| Failure::Input {
        what: path.display().to_string(),
        error,
    })?;
    let source = lines.name().to_string();
    let mut names = NameCheck::new(lexicon);
    let mut positions = Vec::new();
    let mut problems = Vec::new();
    let mut problem_count: u64 = 0;
    while let Some(Line { number: line, text }) = lines.next_line(|| Ok(()))? {
        let text = text.map_err(PositionProblem::Line);
        let position = text.and_then(|text| {
            let cgp = Cgp::parse(text, lexicon.alphabet()).map_err(PositionProblem::Cgp)?;
            for warning in names.warnings(&cgp) {
                say(&format_args!("{source}:{line}: {warning}"));
            }
            games.position(&cgp)
        });
        match position {
            Ok(position) => positions.push(position),
            Err(problem) => {
                problem_count += 1;
                if problems.len() < MAX_PROBLEMS {
                    problems.push(format!("{source}:{line}: {problem}"));
                }
            }
        }
    }
    if problem_count > problems.len() as u64 {
        let more = problem_count - problems.len() as u64;
        problems.push(format!("{source}: and {}", plural(more, "more such line")));
    }
    match (problems.as_slice(), positions.as_slice()) {
        ([], []) => Err(Failure::Other(format!(
            "{source}: no positions (write one in CGP on each line)"
        ))),
        ([], _) => Ok(positions),
        _ => Err(Failure::Other(problems.join("\n"))),
    }
}

/// The lines of a stream that hold positions: blank lines, and those that start with `#`, are skipped.
#[derive(Debug)]
pub struct PositionLines(Lines);

impl PositionLines {
    /// The lines of this file or, for `-`, of standard input.
    ///
    /// # Errors
    /// The file can't be opened.
    pub fn open(path: &Path) -> io::Result<PositionLines> {
        Lines::open(path).map(PositionLines)
    }

    /// The name of the stream, for messages.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// The next line that should be a position; nothing at the end.
    ///
    /// `before_waiting` is called before the stream may have to be waited for.
    ///
    /// # Errors
    /// As [`Lines::next_line`].
    pub fn next_line(
        &mut self,
        mut before_waiting: impl FnMut() -> Result<(), Failure>,
    ) -> Result<Option<Line<'_>>, Failure> {
        loop {
            match self.0.next_line(&mut before_waiting)? {
                None => return Ok(None),
                Some(line) if line.text.is_ok_and(is_passed_over) => {}
                Some(_) => break,
            }
        }
        Ok(self.0.current())
    }
}

fn is_passed_over(line: &str) -> bool {
    let content = line.trim_ascii();
    content.is_empty() || content.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_and_comments_are_skipped_but_counted() {
        let lines = |stream: &'static str| {
            let mut lines = PositionLines(Lines::new("test", stream.as_bytes()));
            let mut found = Vec::new();
            while let Some(line) = lines.next_line(|| Ok(())).unwrap() {
                found.push((line.number, line.text.unwrap().to_owned()));
            }
            found
        };
        assert_eq!(
            lines("\u{feff}# a\n\n1 A\r\n \t\r\n  # b\n  2 B"),
            [(3, "1 A\r\n".to_owned()), (6, "  2 B".to_owned())]
        );
        assert_eq!(lines("\u{feff}1 A"), [(1, "1 A".to_owned())]);
        assert_eq!(lines("#"), []);
    }
}
