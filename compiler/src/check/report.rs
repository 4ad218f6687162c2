//! CheckReport of a check.

use super::level::CheckLevel;
use crate::word_list::WordList;

/// What came of a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All is well; what was found.
    Passed(String),
    /// What is wrong, and where.
    Failed(String),
    /// It could not be done; why.
    NotDone(String),
}

/// What came of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckReport {
    /// Every level with its outcome, in order.
    pub levels: Vec<(CheckLevel, Outcome)>,
    /// The words, if they are as recorded.
    pub words: Option<WordList>,
}

impl CheckReport {
    /// Whether nothing is wrong.
    pub fn is_good(&self) -> bool {
        self.failure().is_none()
    }

    /// The level that failed, and what is wrong.
    pub fn failure(&self) -> Option<(CheckLevel, &str)> {
        self.levels
            .iter()
            .find_map(|(level, outcome)| match outcome {
                Outcome::Failed(message) => Some((*level, message.as_str())),
                Outcome::Passed(_) | Outcome::NotDone(_) => None,
            })
    }

    /// Adds what is wrong, and the levels after it.
    pub(super) fn fail(&mut self, level: CheckLevel, message: String) {
        self.levels.push((level, Outcome::Failed(message)));
        self.leave_out("a level before it failed");
    }

    /// Adds the levels that are missing, none of which is done for this reason.
    pub(super) fn leave_out(&mut self, reason: &str) {
        for level in &CheckLevel::ALL[self.levels.len()..] {
            let outcome = Outcome::NotDone(reason.to_owned());
            self.levels.push((*level, outcome));
        }
    }
}
