//! Log of the faults of lists while they are read, and of the notes on their lines.

use std::io;
use std::mem;
use std::ops::ControlFlow;

use super::cause::{Cause, CauseCounts};
use super::note::{LineNote, NoteKind};
use crate::input::{TextFault, read_failure};

/// The number of lines of each cause that are reported even beyond the limit of faults, until twice the limit is
/// reached.
pub(super) const FIRST_OF_CAUSE: u64 = 3;

/// Messages of the first faults, and numbers of bad lines by cause.
#[derive(Debug)]
pub(super) struct FaultLog {
    /// True if bad lines are skipped, not errors.
    skips: bool,
    max_errors: usize,
    /// Faults of lists as a whole, and the first bad lines unless they are skipped.
    pub(super) problems: Vec<String>,
    /// The first bad lines that are skipped.
    pub(super) skipped: Vec<String>,
    pub(super) causes: CauseCounts,
    /// True if a list has a fault as a whole.
    pub(super) has_failed: bool,
    /// Names of the lists so far; the last list is being read.
    pub(super) source_names: Vec<String>,
    /// The number of problems of earlier lists.
    problems_before: usize,
    /// The number of the line being read, counted from 1.
    pub(super) line_number: u64,
    /// Notes on lines, if they are to be collected.
    pub(super) notes: Option<Vec<LineNote>>,
}

impl FaultLog {
    pub(super) fn new(skips: bool, max_errors: usize) -> FaultLog {
        FaultLog {
            skips,
            max_errors,
            problems: Vec::new(),
            skipped: Vec::new(),
            causes: CauseCounts::default(),
            has_failed: false,
            source_names: Vec::new(),
            problems_before: 0,
            line_number: 0,
            notes: None,
        }
    }

    pub(super) fn start_source(&mut self, name: &str) {
        self.source_names.push(name.to_owned());
        self.problems_before = self.problems.len();
        self.line_number = 0;
    }

    fn problem(&self, place: Option<(u64, usize)>, message: String) -> String {
        let name = self.source_names.last().map_or("", String::as_str);
        format!("{name}:{}", TextFault { place, message })
    }

    /// Reports or skips a line with a fault after `offset` characters.
    pub(super) fn bad_line(
        &mut self,
        offset: usize,
        cause: Cause,
        text: &str,
        message: impl FnOnce() -> String,
    ) {
        let of_cause = self.causes.add(cause, 1);
        let is_reported = self.has_room(of_cause);
        if is_reported || self.notes.is_some() {
            let message = message();
            self.note(self.treatment(), offset, cause, text, &message);
            if is_reported {
                self.report_bad_line((self.line_number, offset + 1), message);
            }
        }
    }

    /// Returns `true` if a bad line is reported. `of_cause` is its number among the lines of its cause, counted from 1.
    fn has_room(&self, of_cause: u64) -> bool {
        let shown = self.problems.len().max(self.skipped.len());
        shown < self.max_errors
            || of_cause <= FIRST_OF_CAUSE && shown < self.max_errors.saturating_mul(2)
    }

    /// Treatment of bad lines.
    pub(super) fn treatment(&self) -> NoteKind {
        match self.skips {
            true => NoteKind::Dropped,
            false => NoteKind::Bad,
        }
    }

    /// Counts lines that turn out to be bad only once their whole list is read. Reports the lines in `first`, up to the
    /// limit of faults.
    pub(super) fn late_bad_lines(
        &mut self,
        cause: Cause,
        lines: u64,
        first: Vec<((u64, usize), String)>,
    ) {
        self.causes.add(cause, lines);
        for (number, (place, message)) in (1..).zip(first) {
            if self.has_room(number) {
                self.report_bad_line(place, message);
            }
        }
    }

    fn report_bad_line(&mut self, place: (u64, usize), message: String) {
        let problem = self.problem(Some(place), message);
        match self.skips {
            true => self.skipped.push(problem),
            false => self.problems.push(problem),
        }
    }

    /// Reports a fault of the whole list. Puts its message in front of the list's other messages.
    pub(super) fn fail_first(&mut self, place: (u64, usize), message: String) {
        let problem = self.problem(Some(place), message);
        self.problems.insert(self.problems_before, problem);
        self.has_failed = true;
    }

    /// Reports a fault of the whole list.
    pub(super) fn fail(&mut self, message: String) -> ControlFlow<()> {
        self.fail_at(None, message)
    }

    /// Reports that lines contradict each other.
    pub(super) fn conflict(&mut self, message: String) {
        if self.problems.len() < self.max_errors {
            self.problems.push(message);
        }
        self.has_failed = true;
    }

    /// Reports that reading the list failed after the lines read so far.
    pub(super) fn fail_reading(&mut self, error: &io::Error) -> ControlFlow<()> {
        let failure = read_failure(error);
        match self.line_number {
            0 => self.fail(failure),
            lines => self.fail(format!("after line {lines}: {failure}")),
        }
    }

    /// Reports a fault of the whole list, at this column of the line being read; `None` reports no place.
    pub(super) fn fail_at(&mut self, column: Option<usize>, message: String) -> ControlFlow<()> {
        let place = column.map(|column| (self.line_number, column));
        let problem = self.problem(place, message);
        self.problems.push(problem);
        self.has_failed = true;
        ControlFlow::Break(())
    }

    /// Takes the notes so far.
    pub(super) fn take_notes(&mut self) -> Vec<LineNote> {
        self.notes.as_mut().map(mem::take).unwrap_or_default()
    }

    /// Notes the line being read, if notes are collected.
    pub(super) fn note(
        &mut self,
        kind: NoteKind,
        offset: usize,
        cause: Cause,
        text: &str,
        message: &str,
    ) {
        let line = self.line_number;
        if let Some(notes) = &mut self.notes {
            notes.push(LineNote {
                line,
                column: offset + 1,
                kind,
                cause,
                text: text.to_owned(),
                message: message.to_owned(),
            });
        }
    }
}
