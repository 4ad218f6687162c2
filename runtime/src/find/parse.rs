//! Conditions read from text. [`ConditionKind`] has the names; [`Code`](super::code), [`Pattern`](super::pattern) and
//! [`Tiles`](super::tiles) read the texts that are theirs.

use lexc_formats::Alphabet;

use super::condition::Condition;
use super::kind::{ConditionKind, Form};
use super::range::{parse_range, read_range};
use crate::lexicon::word::Word;
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

impl ConditionKind {
    /// Splits a value into the word at its start and the text after the word; `None` if values of the kind have no word.
    ///
    /// A program with its own rules for reading words can read the word by these, and pass
    /// [`Word::display`](crate::Word::display) and the rest to [`condition`](Self::condition).
    pub fn split_word(self, value: &str) -> Option<(&str, &str)> {
        match self.form() {
            Form::Tiles | Form::Word => Some((value, "")),
            Form::WordAndEdits => Some(split_edits(value)),
            _ => None,
        }
    }

    /// Reads the value of a condition of this kind, the text after the `:`.
    ///
    /// # Errors
    /// A text that is not a value of the kind; columns count its characters from 1.
    #[inline(never)]
    pub fn condition(self, value: &str, alphabet: Alphabet<'_>) -> Result<Condition, TextError> {
        Ok(match self {
            ConditionKind::Anagram => Condition::anagram(value, alphabet)?,
            ConditionKind::SubAnagram => Condition::sub_anagram(value, alphabet)?,
            ConditionKind::Pattern => Condition::pattern(value, alphabet)?,
            ConditionKind::Prefix
            | ConditionKind::Suffix
            | ConditionKind::Contains
            | ConditionKind::Extensions
            | ConditionKind::Hooks => {
                let word = Word::parse(value, alphabet)?;
                match self {
                    ConditionKind::Prefix => Condition::prefix(&word),
                    ConditionKind::Suffix => Condition::suffix(&word),
                    ConditionKind::Extensions => Condition::extensions(&word),
                    ConditionKind::Hooks => Condition::hooks(&word),
                    _ => Condition::containing(&word),
                }
            }
            ConditionKind::Near => near(value, alphabet)?,
            ConditionKind::Code => Condition::code(value)?,
            ConditionKind::Length => Condition::length(parse_range(value)?),
            ConditionKind::Vowels => Condition::vowels(parse_range(value)?, alphabet),
            ConditionKind::TakesNoHook => Condition::takes_no_hook(value.parse()?),
            ConditionKind::IsHook => Condition::is_hook(value.parse()?),
        })
    }
}

/// Splits a word from the `~` and the number of edits behind it.
fn split_edits(value: &str) -> (&str, &str) {
    let len = value.find(['~']).unwrap_or(value.len());
    value.split_at_checked(len).unwrap_or((value, ""))
}

/// Reads a word and, after a `~`, the number of edits, which is 1 if it is missing.
fn near(value: &str, alphabet: Alphabet<'_>) -> Result<Condition, TextError> {
    let (word, rest) = split_edits(value);
    let near = Word::parse(word, alphabet)?;
    let Some(edits) = rest.strip_prefix('~') else {
        return Ok(Condition::near(&near, 0..=ConditionKind::EDITS));
    };
    let error = |kind| TextError::new(Place::START.after(word).after("~"), kind);
    let range = read_range(edits, ConditionKind::MAX_EDITS).map_err(error)?;
    // A number alone is the largest number of edits.
    let least = match edits.split_once(['-']) {
        Some(_) => *range.start(),
        None => 0,
    };
    match *range.end() {
        most @ ..=ConditionKind::MAX_EDITS => Ok(Condition::near(&near, least..=most)),
        _ => Err(error(TextErrorKind::Distance)),
    }
}

#[cfg(test)]
mod tests;
