//! Conditions as text: one table of their kinds, which every face of the library reads.

use core::fmt;

use lexc_formats::Alphabet;

use super::condition::Condition;
use super::element::{ConditionError, MAX_DISTANCE};
use super::range::{parse_range, read_range};
use crate::lexicon::word::Word;

/// A kind of conditions. Its name is the start of a condition's text, and the long option of `lexc find`.
///
/// | text | words | made by |
/// |---|---|---|
/// | `anagram:RACK` | of all tiles of the rack and no others; with `*`, of these and any others | [`Condition::anagram`] |
/// | `sub-anagram:RACK` | of some or all tiles of the rack | [`Condition::sub_anagram`] |
/// | `pattern:PATTERN` | of this pattern | [`Condition::pattern`] |
/// | `prefix:TILES` | that start with these tiles | [`Condition::prefix`] |
/// | `suffix:TILES` | that end with these tiles | [`Condition::suffix`] |
/// | `contains:TILES` | with these tiles in a row | [`Condition::containing`] |
/// | `extensions:WORD` | that are longer than this word and contain it | [`Condition::extensions`] |
/// | `hooks:WORD` | made of this word and one tile before or behind it | [`Condition::hooks`] |
/// | `near:WORD`, `near:WORD~2`, `near:WORD~2-3` | at most one edit from this word, at most two, two or three; at most 3 are possible | [`Condition::near`] |
/// | `code:CODE` | of this code | [`Condition::code`] |
/// | `length:RANGE` | of this number of tiles | [`Condition::length`] |
/// | `vowels:RANGE` | with this number of vowels | [`Condition::vowels`] |
/// | `takes-no-hook:SIDE` | that take no hook on this side | [`Condition::takes_no_hook`] |
/// | `is-hook:SIDE` | made of another word and a hook on this side | [`Condition::is_hook`] |
///
/// A range is `7`, `7-8`, `7-` or `-8`, and a side `front`, `back` or `either`. `takes-no-hook` alone means
/// `takes-no-hook:either`, and `is-hook` alone `is-hook:either`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the table above explains the kinds")]
pub enum ConditionKind {
    Anagram,
    SubAnagram,
    Pattern,
    Prefix,
    Suffix,
    Contains,
    Extensions,
    Hooks,
    Near,
    Code,
    Length,
    Vowels,
    TakesNoHook,
    IsHook,
}

/// The form of a value, with its name in help texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Rack,
    Pattern,
    Tiles,
    Word,
    /// A word; `~` and a number or a range of edits may follow.
    WordAndEdits,
    Code,
    Range,
    Side,
}

impl ConditionKind {
    /// All kinds.
    pub const ALL: &'static [ConditionKind] = &[
        ConditionKind::Anagram,
        ConditionKind::SubAnagram,
        ConditionKind::Pattern,
        ConditionKind::Prefix,
        ConditionKind::Suffix,
        ConditionKind::Contains,
        ConditionKind::Extensions,
        ConditionKind::Hooks,
        ConditionKind::Near,
        ConditionKind::Code,
        ConditionKind::Length,
        ConditionKind::Vowels,
        ConditionKind::TakesNoHook,
        ConditionKind::IsHook,
    ];

    /// Name, form of the value, and help. Inlined, so that a program keeps only the columns that it reads.
    #[inline(always)]
    const fn row(self) -> (&'static str, Form, &'static str) {
        match self {
            ConditionKind::Anagram => (
                "anagram",
                Form::Rack,
                "Words of all tiles of the rack; with *, of these and any others",
            ),
            ConditionKind::SubAnagram => (
                "sub-anagram",
                Form::Rack,
                "Words of some or all tiles of the rack",
            ),
            ConditionKind::Pattern => (
                "pattern",
                Form::Pattern,
                "Words of this pattern, such as c.t, *ing or [^s]*.q*",
            ),
            ConditionKind::Prefix => ("prefix", Form::Tiles, "Words that start with these tiles"),
            ConditionKind::Suffix => ("suffix", Form::Tiles, "Words that end with these tiles"),
            ConditionKind::Contains => ("contains", Form::Tiles, "Words with these tiles in a row"),
            ConditionKind::Extensions => (
                "extensions",
                Form::Word,
                "Longer words with this word at the front, at the back or inside",
            ),
            ConditionKind::Hooks => (
                "hooks",
                Form::Word,
                "Words made of this word and a hook: a tile before or behind it",
            ),
            ConditionKind::Near => (
                "near",
                Form::WordAndEdits,
                "Words near this one, by the number of tiles to insert, delete or replace",
            ),
            ConditionKind::Code => (
                "code",
                Form::Code,
                "Words of this code: equal characters stand for equal tiles, different ones for different tiles",
            ),
            ConditionKind::Length => (
                "length",
                Form::Range,
                "Words of this length: 7, 7-8, 7- or -8",
            ),
            ConditionKind::Vowels => (
                "vowels",
                Form::Range,
                "Words with this number of vowels: 1, 1-2, 1- or -2",
            ),
            ConditionKind::TakesNoHook => (
                "takes-no-hook",
                Form::Side,
                "Words that take no hook on this side: front, back or either; without a side, no hook on either side",
            ),
            ConditionKind::IsHook => (
                "is-hook",
                Form::Side,
                "Words made of another word and a hook on this side: front, back or either",
            ),
        }
    }

    /// The name, in lower case, with hyphens between its words.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// A word for the value in help texts, such as `RACK`.
    pub const fn value_name(self) -> &'static str {
        match self.row().1 {
            Form::Rack => "RACK",
            Form::Pattern => "PATTERN",
            Form::Tiles => "TILES",
            Form::Word | Form::WordAndEdits => "WORD",
            Form::Code => "CODE",
            Form::Range => "RANGE",
            Form::Side => "SIDE",
        }
    }

    /// The words that meet conditions of the kind, as help on one line.
    pub const fn help(self) -> &'static str {
        self.row().2
    }

    /// The value of a condition that has none; `None` if the kind needs a value.
    pub const fn default_value(self) -> Option<&'static str> {
        match self.row().1 {
            Form::Side => Some("either"),
            _ => None,
        }
    }

    /// Splits a value into the word at its start and the text after the word; `None` if values of the kind have no word.
    ///
    /// A program with its own rules for reading words can read the word by these, and pass
    /// [`Word::display`](crate::Word::display) and the rest to [`condition`](Self::condition).
    pub fn split_word(self, value: &str) -> Option<(&str, &str)> {
        match self.row().1 {
            Form::Tiles | Form::Word => Some((value, "")),
            Form::WordAndEdits => {
                let word = value.split(['~']).next().unwrap_or_default();
                Some((word, value.strip_prefix(word).unwrap_or_default()))
            }
            _ => None,
        }
    }

    /// Reads the value of a condition of this kind, the text after the `:`.
    ///
    /// # Errors
    /// A text that is not a value of the kind; columns count its characters from 1.
    pub fn condition(
        self,
        value: &str,
        alphabet: Alphabet<'_>,
    ) -> Result<Condition, ConditionError> {
        let word = |text| Word::parse(text, alphabet);
        Ok(match self {
            ConditionKind::Anagram => Condition::anagram(value, alphabet)?,
            ConditionKind::SubAnagram => Condition::sub_anagram(value, alphabet)?,
            ConditionKind::Pattern => Condition::pattern(value, alphabet)?,
            ConditionKind::Prefix => Condition::prefix(&word(value)?),
            ConditionKind::Suffix => Condition::suffix(&word(value)?),
            ConditionKind::Contains => Condition::containing(&word(value)?),
            ConditionKind::Extensions => Condition::extensions(&word(value)?),
            ConditionKind::Hooks => Condition::hooks(&word(value)?),
            ConditionKind::Near => near(value, alphabet)?,
            ConditionKind::Code => Condition::code(value)?,
            ConditionKind::Length => Condition::length(parse_range(value)?),
            ConditionKind::Vowels => Condition::vowels(parse_range(value)?, alphabet),
            ConditionKind::TakesNoHook => Condition::takes_no_hook(value.parse()?),
            ConditionKind::IsHook => Condition::is_hook(value.parse()?),
        })
    }
}

/// Reads a word and, after a `~`, the number of edits.
fn near(value: &str, alphabet: Alphabet<'_>) -> Result<Condition, ConditionError> {
    let (word, edits) = value.split_once(['~']).unwrap_or((value, "1"));
    let near = Word::parse(word, alphabet)?;
    let column = word.chars().count() + 2;
    let range = read_range(edits, column, MAX_DISTANCE)?;
    // A number alone is the largest number of edits.
    let least = match edits.split_once(['-']) {
        Some(_) => *range.start(),
        None => 0,
    };
    match *range.end() {
        most @ ..=MAX_DISTANCE => Ok(Condition::near(&near, least..=most)),
        _ => Err(ConditionError::Distance { column }),
    }
}

impl Condition {
    /// Reads a condition from `name:value`, such as `anagram:AEINRT?` or `length:7-8`: [`ConditionKind`] has a table of
    /// the names, and [`Condition`] one of the elements of racks and patterns.
    ///
    /// # Errors
    /// An unknown name, or a text that is not a value of its kind.
    pub fn parse(text: &str, alphabet: Alphabet<'_>) -> Result<Condition, ConditionTextError> {
        parse_numbered(1, text, alphabet)
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
    ) -> impl Iterator<Item = Result<Condition, ConditionTextError>> + use<'t> {
        let conditions = (1..).zip(text.split_whitespace());
        conditions.map(move |(number, text)| parse_numbered(number, text, alphabet))
    }
}

fn parse_numbered(
    number: usize,
    text: &str,
    alphabet: Alphabet<'_>,
) -> Result<Condition, ConditionTextError> {
    let error = |fault| ConditionTextError { number, fault };
    let (name, value) = match text.split_once([':']) {
        Some((name, value)) => (name, Some(value)),
        None => (text, None),
    };
    let mut kinds = ConditionKind::ALL.iter().copied();
    let kind = kinds.find(|kind| kind.name() == name);
    match (kind, value.or(kind.and_then(ConditionKind::default_value))) {
        (Some(kind), Some(value)) => kind
            .condition(value, alphabet)
            .map_err(|fault| error(ConditionFault::Value(kind, fault))),
        (_, None) => Err(error(ConditionFault::NoValue)),
        (None, Some(_)) => Err(error(ConditionFault::UnknownName)),
    }
}

/// A text that [`Condition::parse`] or [`Condition::parse_all`] refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConditionTextError {
    /// The number of the wrong condition in the text, from 1.
    pub number: usize,
    /// The fault.
    pub fault: ConditionFault,
}

/// The fault of a condition's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConditionFault {
    /// The text has no `:`, and is not the name of a kind with a default value.
    NoValue,
    /// No kind has this name.
    UnknownName,
    /// The value does not fit the kind.
    Value(ConditionKind, ConditionError),
}

impl fmt::Display for ConditionTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "condition {}: ", self.number)?;
        match self.fault {
            ConditionFault::NoValue => {
                f.write_str("no : in it (write name:value, such as length:7-8)")
            }
            ConditionFault::UnknownName => {
                f.write_str("unknown name (use")?;
                for kind in ConditionKind::ALL {
                    write!(f, " {}", kind.name())?;
                }
                f.write_str(")")
            }
            ConditionFault::Value(kind, error) => write!(f, "{}: {error}", kind.name()),
        }
    }
}

impl core::error::Error for ConditionTextError {}

#[cfg(test)]
mod tests;
