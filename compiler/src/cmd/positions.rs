//! Positions from a file or from standard input, one a line.

mod problem;

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use lexc_runtime::{Cgp, Lexicon, Position};
pub use problem::PositionProblem;

use super::Failure;
use super::games::Games;
use super::names::NameCheck;
use super::table::plural;
use crate::terminal::say;

/// The longest line that is read, in bytes. A position takes a few hundred.
pub const MAX_LINE_BYTES: usize = 1 << 16;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

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
    let mut lines = PositionLines::open(path).map_err(|error| Failure::Io {
        what: path.display().to_string(),
        error,
    })?;
    let source = lines.name().to_string();
    let mut names = NameCheck::new(lexicon);
    let mut positions = Vec::new();
    let mut problems = Vec::new();
    let mut problem_count: u64 = 0;
    while let Some(PositionLine { line, text }) = lines.next_line(|| Ok(()))? {
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
pub struct PositionLines {
    name: String,
    reader: BufReader<Box<dyn Read>>,
    /// How many lines were read.
    number: usize,
    line: Vec<u8>,
}

impl PositionLines {
    /// The lines of this file or, for `-`, of standard input.
    ///
    /// # Errors
    /// The file can't be opened.
    pub fn open(path: &Path) -> io::Result<PositionLines> {
        if path == Path::new("-") {
            return Ok(PositionLines::new("<stdin>", io::stdin().lock()));
        }
        let file = File::open(path)?;
        Ok(PositionLines::new(path.display(), file))
    }

    fn new(name: impl fmt::Display, stream: impl Read + 'static) -> PositionLines {
        PositionLines {
            name: name.to_string(),
            reader: BufReader::with_capacity(MAX_LINE_BYTES, Box::new(stream)),
            number: 0,
            line: Vec::new(),
        }
    }

    /// The name of the stream, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The next line that should be a position; nothing at the end.
    ///
    /// `before_waiting` is called before the stream may have to be waited for: whoever writes it may be waiting for the
    /// results of the lines before.
    ///
    /// # Errors
    /// The stream can't be read; as of `before_waiting`.
    pub fn next_line(
        &mut self,
        mut before_waiting: impl FnMut() -> Result<(), Failure>,
    ) -> Result<Option<PositionLine<'_>>, Failure> {
        loop {
            if !self.reader.buffer().contains(&b'\n') {
                before_waiting()?;
            }
            let is_whole = self.read_line().map_err(|error| Failure::Io {
                what: self.name.clone(),
                error,
            })?;
            if self.line.is_empty() {
                return Ok(None);
            }
            self.number += 1;
            if self.number == 1 && self.line.starts_with(BYTE_ORDER_MARK) {
                self.line.drain(..BYTE_ORDER_MARK.len());
            }
            let content = self.line.trim_ascii();
            if !content.is_empty() && !content.starts_with(b"#") {
                return Ok(Some(PositionLine {
                    line: self.number,
                    text: if is_whole {
                        text_of(&self.line)
                    } else {
                        Err(PositionProblem::LineTooLong)
                    },
                }));
            }
        }
    }

    /// Reads a line, and keeps no more of it than is allowed; `false` if there was more.
    fn read_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        let mut limited = self.reader.by_ref().take(MAX_LINE_BYTES as u64);
        let len = limited.read_until(b'\n', &mut self.line)?;
        let is_whole = len < MAX_LINE_BYTES || self.line.ends_with(b"\n");
        if !is_whole {
            self.reader.skip_until(b'\n')?;
        }
        Ok(is_whole)
    }
}

impl fmt::Debug for PositionLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.number)
    }
}

/// A line of a stream.
#[derive(Debug)]
pub struct PositionLine<'l> {
    /// Its number in the stream, counted from 1, with the lines that were skipped.
    pub line: usize,
    /// What it says, line end included.
    pub text: Result<&'l str, PositionProblem>,
}

fn text_of(line: &[u8]) -> Result<&str, PositionProblem> {
    str::from_utf8(line).map_err(|error| {
        let valid = String::from_utf8_lossy(&line[..error.valid_up_to()]);
        PositionProblem::NotUtf8 {
            column: valid.chars().count() + 1,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(stream: &'static [u8]) -> Vec<(usize, Result<String, String>)> {
        let mut lines = PositionLines::new("test", stream);
        let mut found = Vec::new();
        while let Some(line) = lines.next_line(|| Ok(())).unwrap() {
            let text = line.text.map(str::to_string);
            found.push((line.line, text.map_err(|problem| problem.to_string())));
        }
        found
    }

    #[test]
    fn blank_lines_and_comments_are_skipped_but_counted() {
        let found = lines(b"\xef\xbb\xbf# a\n\n1 A\r\n \t\r\n  # b\n  2 B");
        let expected = [(3, "1 A\r\n"), (6, "  2 B")];
        assert_eq!(
            found,
            expected.map(|(number, text)| (number, Ok(text.to_string())))
        );
        assert_eq!(lines(b"\xef\xbb\xbf1 A"), [(1, Ok("1 A".to_string()))]);
        assert_eq!(lines(b"#"), []);
    }

    #[test]
    fn lines_that_are_no_text_are_reported_and_the_next_is_read() {
        let found = lines(b"1\xc3\x89 \xff\n2");
        let error = "column 4: not UTF-8 (convert the positions to UTF-8)";
        assert_eq!(
            found,
            [(1, Err(error.to_string())), (2, Ok("2".to_string()))]
        );
        let mut stream = vec![b'1'; MAX_LINE_BYTES - 1];
        stream.extend(b"\n");
        stream.extend([b'1'; MAX_LINE_BYTES + 1]);
        stream.extend(b"\n2\n");
        let found = lines(stream.leak());
        assert_eq!(found[0].1.as_ref().map(String::len), Ok(MAX_LINE_BYTES));
        let error = "the line is longer than 65536 bytes, which no position is";
        assert_eq!(
            found[1..],
            [(2, Err(error.to_string())), (3, Ok("2\n".to_string()))]
        );
    }

    #[test]
    fn waiting_is_announced() {
        let mut lines = PositionLines::new("test", &b"1\n2\n# 3\n"[..]);
        let mut waits = Vec::new();
        for read in 0..3 {
            let line = lines.next_line(|| {
                waits.push(read);
                Ok(())
            });
            assert_eq!(line.unwrap().is_some(), read < 2);
        }
        assert_eq!(waits, [0, 2]);
    }
}
