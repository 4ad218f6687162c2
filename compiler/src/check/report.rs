//! Report of a check.

use super::level::CheckLevel;
use crate::word_list::WordList;

/// Outcome of a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Passed, with the findings.
    Passed(String),
    /// Failed, with the error and its place.
    Failed(String),
    /// Not checked, with the reason.
    NotDone(String),
}

/// Outcome of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckReport {
    /// Every level with its outcome, in order.
    pub levels: Vec<(CheckLevel, Outcome)>,
    /// The words, if the words level passed.
    pub words: Option<WordList>,
}

impl CheckReport {
    /// Returns `true` if no level failed.
    pub fn is_good(&self) -> bool {
        self.failure().is_none()
    }

    /// The level that failed, and its error.
    pub fn failure(&self) -> Option<(CheckLevel, &str)> {
        self.levels
            .iter()
            .find_map(|(level, outcome)| match outcome {
                Outcome::Failed(message) => Some((*level, message.as_str())),
                Outcome::Passed(_) | Outcome::NotDone(_) => None,
            })
    }

    /// Adds a failed level, and the levels after it as not checked.
    pub(super) fn fail(&mut self, level: CheckLevel, message: String) {
        self.levels.push((level, Outcome::Failed(message)));
        self.leave_out("a level before it failed");
    }

    /// Adds the missing levels as not done, for this reason.
    pub(super) fn leave_out(&mut self, reason: &str) {
        for level in &CheckLevel::ALL[self.levels.len()..] {
            let outcome = Outcome::NotDone(reason.to_owned());
            self.levels.push((*level, outcome));
        }
    }
}
