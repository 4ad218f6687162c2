//! The labels of a word as programs print them.

use std::collections::BTreeMap;
use std::fmt;

use lexc_runtime::{Lexicon, Tile};
use serde::Serialize;

/// The labels that a word has. As JSON, an object: `true` for each flag, and the numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct WordLabels(BTreeMap<String, LabelValue>);

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
enum LabelValue {
    Flag(bool),
    Number(u32),
}

impl WordLabels {
    /// The labels of a word; `None` if the lexicon does not have it, or the image has no labels.
    pub fn of(lexicon: &Lexicon<'_>, word: &[Tile]) -> Option<WordLabels> {
        let labels = lexicon.labels(word)?.named().map(|(label, number)| {
            let value = number.map_or(LabelValue::Flag(true), LabelValue::Number);
            (label.name().to_owned(), value)
        });
        Some(WordLabels(labels.collect()))
    }

    /// Returns `true` if the word has no label.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The names of the flags and the numbers: `csw, level 20`.
impl fmt::Display for WordLabels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            f.write_str(name)?;
            if let LabelValue::Number(value) = value {
                write!(f, " {value}")?;
            }
        }
        Ok(())
    }
}
