//! Solves positions for a verb: one from the command line, or one on each line of a file or of standard input.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

use clap::{Args, ValueHint};
use lexc_compiler::input::Source;
use lexc_compiler::text::to_nfc;
use lexc_runtime::{Cgp, Lexicon, Position, Rules};
use serde::Serialize;

use super::games::{Games, PositionProblem};
use super::json::write_line;
use super::outcome::Failure;
use super::output::{AnswerStream, print};
use super::positions::PositionLines;
use super::text_lines::{Line, TextLines};
use super::warnings::{Warning, WarningLog, warnings_of};

/// A verb's work on a position: solving it, and writing the result.
pub trait Solver {
    /// The result for a position.
    type Solved<'t, 'r>;

    /// A warning of this verb about a position.
    fn warning(&self, _cgp: &Cgp<'_>, _rules: &Rules) -> Option<Warning> {
        None
    }

    /// Solves a position.
    ///
    /// # Errors
    /// The problem of a position that the verb does not solve.
    fn solve<'t, 'r>(
        &self,
        checked: CheckedPosition<'t, 'r>,
    ) -> Result<Self::Solved<'t, 'r>, PositionProblem>;

    /// Writes the result for the position of the command line.
    fn write_one(&self, solved: &Self::Solved<'_, '_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the heading above the results for a file, if the verb has one.
    fn write_heading(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the result for a line of a file.
    fn write_line(
        &self,
        place: Place,
        solved: &Self::Solved<'_, '_>,
        out: &mut dyn Write,
    ) -> io::Result<()>;
}

/// A position that was read and checked.
#[derive(Debug)]
pub struct CheckedPosition<'t, 'r> {
    pub cgp: Cgp<'t>,
    pub position: Position<'r>,
    pub warnings: Vec<Warning>,
}

/// The place of a position in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The number of the position, counted from 1.
    pub position: u64,
    /// The number of its line, counted from 1.
    pub line: u64,
}

/// A verb's solver, and the settings by which positions are read.
#[derive(Debug)]
pub struct PositionRun<'a, S> {
    pub lexicon: &'a Lexicon<'a>,
    pub games: &'a Games,
    pub solver: S,
    /// True if no line after the first bad line is read. If false, each bad line gets an object with its error in place
    /// of a result.
    pub ends_at_bad_line: bool,
}

impl<S: Solver> PositionRun<'_, S> {
    fn parse<'t>(&self, text: &'t str) -> Result<Cgp<'t>, PositionProblem> {
        Cgp::parse(text, self.lexicon.alphabet()).map_err(PositionProblem::Cgp)
    }

    fn rules(&self, cgp: &Cgp<'_>) -> Result<Rules, PositionProblem> {
        self.games.rules(cgp, self.lexicon.alphabet())
    }

    /// Checks a position without solving it.
    fn check(&self, text: &str) -> Result<(), PositionProblem> {
        let cgp = self.parse(text)?;
        let rules = self.rules(&cgp)?;
        cgp.position(&rules).map_err(PositionProblem::Rules)?;
        Ok(())
    }

    /// Solves a position, and passes the result to `show`. `warnings` is the log for its warnings, and the place that
    /// the log puts before them.
    fn solve<R>(
        &self,
        text: &str,
        warnings: (&mut WarningLog, &str),
        show: impl FnOnce(&S::Solved<'_, '_>) -> R,
    ) -> Result<R, PositionProblem> {
        let cgp = self.parse(text)?;
        let rules = self.rules(&cgp)?;
        let position = cgp.position(&rules).map_err(PositionProblem::Rules)?;
        let mut found = warnings_of(&cgp, self.lexicon, self.games, &rules);
        found.extend(self.solver.warning(&cgp, &rules));
        let (log, place) = warnings;
        log.say(place, &found);
        let solved = self.solver.solve(CheckedPosition {
            cgp,
            position,
            warnings: found,
        })?;
        Ok(show(&solved))
    }

    /// Prints the results.
    ///
    /// # Errors
    /// A position has a problem, the lines can't be read, or standard output can't be written.
    pub fn print(&self, positions: Positions) -> Result<(), Failure> {
        match positions {
            Positions::One(text) => self.print_one(&text),
            Positions::Lines(lines) => self.print_lines(lines),
        }
    }

    /// Prints the result for a position.
    ///
    /// # Errors
    /// The position has a problem, or standard output can't be written.
    fn print_one(&self, text: &str) -> Result<(), Failure> {
        let mut log = WarningLog::default();
        let written = self.solve(text, (&mut log, ""), |solved| {
            print(|out| self.solver.write_one(solved, out))
        });
        written.map_err(|problem| {
            // A position has spaces and slashes. A text that lacks one of them may be a misspelt name of a file.
            let is_position = text.contains(' ') && text.contains('/');
            Failure(match problem {
                PositionProblem::Cgp(_) if !is_position => {
                    format!("{text:?}: no such file, and as a position: {problem}")
                }
                _ => format!("position: {problem}"),
            })
        })?
    }

    /// Prints the results for all lines.
    ///
    /// # Errors
    /// A line has a problem, the lines can't be read, or standard output can't be written.
    fn print_lines(&self, mut lines: PositionLines) -> Result<(), Failure> {
        let source = lines.name().to_owned();
        let mut warnings = WarningLog::default();
        let mut bad_lines = BadLines::default();
        let mut position = 0;
        let mut out = AnswerStream::open();
        out.answer(|out| self.solver.write_heading(out))?;
        while let Some(Line { number: line, text }) = lines.next_line(|| out.flush())? {
            position += 1;
            let place = Place { position, line };
            let text = text.map_err(PositionProblem::Line);
            let result = text.and_then(|text| match out.is_closed() {
                true => self.check(text).map(Ok),
                false => {
                    let at = format!("{source}:{line}: ");
                    self.solve(text, (&mut warnings, &at), |solved| {
                        out.answer(|out| self.solver.write_line(place, solved, out))
                    })
                }
            });
            match result {
                Ok(written) => written?,
                Err(problem) if self.ends_at_bad_line => {
                    out.flush()?;
                    return Err(Failure(format!("{source}:{line}: {problem}")));
                }
                Err(problem) => {
                    bad_lines.add(line);
                    let error = problem.to_string();
                    out.answer(|out| write_line(out, &ProblemJson { place, error }))?;
                }
            }
        }
        bad_lines.finish(&source, position)
    }
}

#[derive(Serialize)]
struct ProblemJson {
    #[serde(flatten)]
    place: Place,
    error: String,
}

/// The number of bad lines of a stream, and the line number of the first.
#[derive(Debug, Default)]
struct BadLines {
    count: u64,
    first: Option<u64>,
}

impl BadLines {
    fn add(&mut self, line: u64) {
        self.count += 1;
        self.first.get_or_insert(line);
    }

    fn finish(self, source: &str, positions: u64) -> Result<(), Failure> {
        let Some(first) = self.first else {
            return Ok(());
        };
        Err(Failure(format!(
            "{source}: {} of {positions} positions could not be used, the first on line {first} (\"error\" in their results says why)",
            self.count
        )))
    }
}

/// The argument of a verb that reads one position or many.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// A position, or a file with a position on each line; - for standard input
    ///
    /// An argument that names a file is read as that file, any other text as a position. Quote a position with ; or ?, which
    /// are special to the shell. Several arguments are joined to one position.
    #[arg(required = true, value_name = "POSITION|FILE", value_hint = ValueHint::AnyPath)]
    position: Vec<OsString>,
}

/// Positions from the command line.
pub enum Positions {
    /// The text of a position, in NFC.
    One(String),
    /// Lines with one position each.
    Lines(PositionLines),
}

impl PositionArgs {
    /// The argument as a path; `None` if there are several arguments, which are one position.
    pub fn path(&self) -> Option<&Path> {
        match &self.position[..] {
            [word] => Some(Path::new(word)),
            _ => None,
        }
    }

    /// Interprets the arguments: `-` is standard input, the name of a file is that file, and anything else is a
    /// position, quoted or not.
    ///
    /// # Errors
    /// A file that can't be read; several arguments of which the first is a file or `-`; a position that is not UTF-8.
    pub fn open(&self) -> Result<Positions, Failure> {
        let words = &self.position[..];
        let lines = match words {
            [word] => open_lines(word),
            // Several arguments are a position, unless the first names a file: then they are several files.
            [word, ..] if open_lines(word).is_ok_and(|lines| lines.is_none()) => Ok(None),
            _ => {
                return Err(Failure(
                    "positions come from one file (join several with `cat FILE FILE |`, and give - for the positions)".to_owned(),
                ));
            }
        };
        if let Some(lines) = lines? {
            return Ok(Positions::Lines(lines));
        }
        match words.join(OsStr::new(" ")).into_string() {
            Ok(text) => Ok(Positions::One(to_nfc(&text).into_owned())),
            Err(text) => Err(Failure(format!(
                "{}: no such file, and not UTF-8, as a position would be",
                text.display()
            ))),
        }
    }
}

/// The lines of standard input for `-`, or of the file of this name; `None` if there is no such file.
fn open_lines(word: &OsStr) -> Result<Option<PositionLines>, Failure> {
    let source = Source::from_arg(word);
    match TextLines::open(&source) {
        Ok(lines) => Ok(Some(PositionLines(lines))),
        Err(error) if names_no_file(&error) => Ok(None),
        Err(error) => Err(Failure::input(source, &error)),
    }
}

/// True if opening a position as a file could cause the error: `15/15`, for example, would be a file in a directory `15`.
fn names_no_file(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    matches!(
        error.kind(),
        NotFound | NotADirectory | InvalidFilename | InvalidInput
    )
}
