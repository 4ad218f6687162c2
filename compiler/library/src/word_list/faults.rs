//! Errors of reading word lists: messages for the first bad lines, numbers of bad lines by cause, and remedies.

use std::fmt::{self, Write as _};

use super::advice::Advice;
use super::cause::CauseCounts;
use super::options::SkipLimit;
use crate::text::{grouped, noun};

/// Faults of word lists.
///
/// The message has these lines, in this order: the first faults; the 12 most frequent causes, each with its number of
/// bad lines and its remedy; the number of bad lines of all other causes; warnings of probable mistakes; the option
/// that drops the bad lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WordListError {
    pub(super) problems: Vec<String>,
    pub(super) causes: CauseCounts,
    /// The number of lines with words.
    pub(super) lines: u64,
    /// The limit that the skipped lines exceed.
    pub(super) limit: Option<SkipLimit>,
    pub(super) advice: Box<Advice>,
}

/// The largest number of causes that a message lists.
const MAX_CAUSES: usize = 12;

impl WordListError {
    /// Messages of the first faults, in the order of the sources; each starts with the name of the source and the
    /// place. If more bad lines were found than may be skipped, their messages come last.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// Numbers of bad lines by cause.
    pub fn causes(&self) -> &CauseCounts {
        &self.causes
    }

    /// The option that permits dropping the bad lines.
    fn skip_option(&self) -> String {
        let bad = self.causes.total();
        if SkipLimit::ONE_PERCENT.allows(bad, self.lines) && !self.advice.is_estimate {
            return "--skip-invalid".to_owned();
        }
        let share = u128::from(bad) * 100;
        let percent = share.div_ceil(u128::from(self.lines.max(1))).min(100);
        let percent = percent + u128::from(self.advice.is_estimate && percent < 100);
        format!("--max-skipped {percent}%")
    }

    /// Adds a line for each of the most frequent causes, with its remedy, and a line for all other causes together.
    fn write_causes(&self, lines: &mut Vec<String>) {
        let skip = self.skip_option();
        let causes = self.causes.by_frequency();
        for (cause, count) in causes.iter().take(MAX_CAUSES) {
            let unit = noun(*count, "line");
            let remedy = self.advice.remedy(*cause);
            let remedy = match remedy {
                None => format!("{skip} drops them"),
                Some(remedy) if self.advice.is_certain(*cause) => remedy,
                Some(remedy) => format!("{remedy}; {skip} drops them"),
            };
            lines.push(format!("{} {unit} {cause} ({remedy})", grouped(*count)));
        }
        let listed: u64 = causes.iter().take(MAX_CAUSES).map(|(_, count)| count).sum();
        let more = self.causes.total() - listed;
        if more > 0 {
            let unit = noun(more, "line");
            lines.push(format!("{} more {unit} of other causes", grouped(more)));
        }
    }
}

impl fmt::Display for WordListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = self.problems.clone();
        let bad = self.causes.total();
        if bad > 0 {
            self.write_causes(&mut lines);
        }
        lines.extend(self.advice.hints());
        if bad > 0 {
            let skip = self.skip_option();
            lines.push(match self.limit {
                None => format!(
                    "nothing is done while lines are bad (correct them, or drop them with {skip})"
                ),
                Some(limit) => {
                    let (bad, all) = (grouped(bad), grouped(self.lines));
                    format!(
                        "{bad} of {all} lines would be dropped, more than {limit} (correct them, or allow it with {skip})"
                    )
                }
            });
        }
        f.write_str(&lines.join("\n"))
    }
}

impl fmt::Display for SkipLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SkipLimit::Lines(lines) => f.write_str(&grouped(*lines)),
            SkipLimit::Millionths(share) => {
                write!(f, "{}", share / 10_000)?;
                let part = format!("{:04}", share % 10_000);
                let part = part.trim_end_matches('0');
                if !part.is_empty() {
                    write!(f, ".{part}")?;
                }
                f.write_char('%')
            }
        }
    }
}

impl std::error::Error for WordListError {}
