//! Conditions as text.

use lexc_formats::Alphabet;

use super::condition::Condition;
use super::kind::ConditionKind;
use crate::text::{Part, Place, TextError, TextErrorKind, words};

impl Condition {
    /// Reads a condition from `name:value`, such as `anagram:AEINRT?` or `length:7-8`: [`ConditionKind`] has a table of
    /// the names, and [`Condition`] one of the elements of racks and patterns.
    ///
    /// # Errors
    /// An unknown name, or a text that is not a value of its kind.
    pub fn parse(text: &str, alphabet: Alphabet<'_>) -> Result<Condition, TextError> {
        parse_numbered(1, (Place::START, text), alphabet)
    }

    /// Reads conditions that are separated by white space. The iterator makes one condition at a time, without a heap.
    ///
    /// ```
    /// use lexc_runtime::{Condition, Finder, Lexicon};
    ///
    /// // ABLE, ABLES, ACE, ACES, AR, ARE, AS, CABLE, CABLES, CARE, CARES, EAR, ER, RACE, SCARE
    /// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
    ///
    /// let lexicon = Lexicon::from_bytes(IMAGE)?;
    /// let alphabet = lexicon.alphabet();
    /// let mut conditions = Condition::parse_all("hooks:care is-hook:front", alphabet)
    ///     .collect::<Result<Vec<Condition>, _>>()?;
    /// let mut words = Vec::new();
    /// Finder::new(&lexicon).words(&mut conditions, |word| words.push(word.display(alphabet).to_string()))?;
    /// assert_eq!(words, ["SCARE"]);
    ///
    /// let error = Condition::parse_all("length:7- anagram:A-B", alphabet).find_map(Result::err);
    /// assert_eq!(error.unwrap().to_string(), "condition 2: anagram: character 2: '-' is an unknown tile");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_all<'t>(
        text: &'t str,
        alphabet: Alphabet<'t>,
    ) -> impl Iterator<Item = Result<Condition, TextError>> + use<'t> {
        let conditions = (1..).zip(words(text));
        conditions.map(move |(number, text)| parse_numbered(number, text, alphabet))
    }
}

/// Reads a condition that starts at a place of a text.
#[inline(never)]
fn parse_numbered(
    number: usize,
    (start, text): (Place, &str),
    alphabet: Alphabet<'_>,
) -> Result<Condition, TextError> {
    let (name, value) = match text.split_once([':']) {
        Some((name, value)) => (name, Some(value)),
        None => (text, None),
    };
    let mut kinds = ConditionKind::ALL.iter().copied();
    let kind = kinds.find(|kind| kind.name() == name);
    let error = |fault| Err(TextError::new(start, fault).in_part(Part::Condition(number, None)));
    match (kind, value.or(kind.and_then(ConditionKind::default_value))) {
        (Some(kind), Some(value)) => kind.condition(value, alphabet).map_err(|error| {
            let start = start.after(name).after(":");
            error.in_value(start, |place| Part::Condition(number, Some((kind, place))))
        }),
        (_, None) => error(TextErrorKind::NoValue),
        (None, Some(_)) => error(TextErrorKind::UnknownCondition),
    }
}

#[cfg(test)]
mod tests;
