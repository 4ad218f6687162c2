//! Positions from a file or from standard input, one a line, and warnings about their names.

use lexc_runtime::{Cgp, Lexicon, Position};

use super::games::{Games, PositionProblem};
use super::outcome::Failure;
use super::table::plural;
use super::terminal::say;
use super::text_lines::{Line, TextLines};
use crate::input::Source;
use crate::text::Quoted;

/// Upper bound on the bad lines of one file that are reported one by one.
const MAX_PROBLEMS: usize = 10;

/// Reads all positions of a file or of standard input. Warns if they name another lexicon or alphabet.
///
/// # Errors
/// The source can't be read, has bad lines, or has no positions.
pub fn read_positions<'r>(
    source: &Source,
    lexicon: &Lexicon<'_>,
    games: &'r Games,
) -> Result<Vec<Position<'r>>, Failure> {
    let lines = TextLines::open(source);
    let lines = lines.map_err(|error| Failure::input(source, &error))?;
    let mut lines = PositionLines(lines);
    let mut names = LexiconNames::new(lexicon);
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
    if !problems.is_empty() {
        return Err(Failure(problems.join("\n")));
    }
    if positions.is_empty() {
        return Err(Failure(format!(
            "{source}: no positions (write one in CGP on each line)"
        )));
    }
    Ok(positions)
}

/// The lines of a stream that hold positions. Blank lines and lines that start with `#` are skipped.
pub struct PositionLines(pub TextLines);

impl PositionLines {
    /// The name of the stream, for messages.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// Reads the next line that holds a position; `None` at the end.
    ///
    /// `before_waiting` runs before the stream has to be waited for: its writer may be waiting for the results of the
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

/// The names of an image's lexicon and alphabet, compared with those in positions.
#[derive(Debug)]
pub struct LexiconNames<'a> {
    names: [Name<'a>; 2],
}

#[derive(Debug)]
struct Name<'a> {
    /// The opcode of the CGP operation that gives the name.
    opcode: &'static str,
    what: &'static str,
    /// Empty if the image has no name, or after a warning.
    name: &'a str,
}

impl<'a> LexiconNames<'a> {
    /// The names of this lexicon and of its alphabet.
    pub fn new(lexicon: &Lexicon<'a>) -> LexiconNames<'a> {
        let name = |opcode, what, name| Name { opcode, what, name };
        LexiconNames {
            names: [
                name("lex", "lexicon", lexicon.name()),
                name("ld", "alphabet", lexicon.alphabet().name()),
            ],
        }
    }

    /// Warnings about names that differ from the image's in more than ASCII case: at most one for each kind of name.
    pub fn warnings(&mut self, cgp: &Cgp<'_>) -> Vec<String> {
        let names = self.names.iter_mut().filter(|name| !name.name.is_empty());
        names
            .filter_map(|name| {
                let found = cgp.operation(name.opcode)?;
                if found.eq_ignore_ascii_case(name.name) {
                    return None;
                }
                let Name { opcode, what, .. } = *name;
                let expected = std::mem::take(&mut name.name);
                Some(format!(
                    "warning: the position names the {what} {} ({opcode}), the image {}",
                    Quoted(found),
                    Quoted(expected)
                ))
            })
            .collect()
    }
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
