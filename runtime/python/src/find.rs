//! Searches for words.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::{ControlFlow, RangeInclusive};

use lexc_runtime::{Alphabet, Condition, ConditionError, Finder, Phrase, PhraseQuery, Side, Word};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error::refused;
use crate::image::OpenImage;
use crate::interrupt::Interrupt;
use crate::spelling::nfc;

/// The greatest number of tiles of a word.
const MAX_WORD_LEN: usize = 63;

/// Conditions of a search, read from keyword arguments.
pub struct Conditions<'i> {
    image: &'i OpenImage,
    conditions: Vec<Condition>,
}

type Argument<'py> = Option<Bound<'py, PyAny>>;

/// The texts of an argument: one text, or a sequence of texts.
fn texts(argument: Argument<'_>) -> PyResult<Vec<String>> {
    match argument {
        None => Ok(Vec::new()),
        Some(argument) => match argument.extract::<String>() {
            Ok(text) => Ok(vec![text]),
            Err(_) => argument.extract(),
        },
    }
}

/// The exception for a text that is not a condition.
fn bad_text(name: &str, text: &str, error: impl Display) -> PyErr {
    refused(format_args!("{name} {text:?}: {error}"))
}

/// The range of an argument: a number, or a pair of the least and the greatest number.
fn range(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<RangeInclusive<usize>> {
    let ends = match argument.extract::<usize>() {
        Ok(number) => (Some(number), Some(number)),
        Err(_) => argument
            .extract::<(Option<usize>, Option<usize>)>()
            .map_err(|_| {
                PyTypeError::new_err(format!(
                    "{name}: give a number from 0 on, or a pair of such numbers, such as 7 or (7, 8)"
                ))
            })?,
    };
    let (first, last) = (ends.0.unwrap_or(0), ends.1.unwrap_or(MAX_WORD_LEN));
    match first <= last {
        true => Ok(first..=last),
        false => Err(refused(format_args!(
            "{name}: {first} is above {last} (give the least number first)"
        ))),
    }
}

fn side(name: &str, text: &str) -> PyResult<Side> {
    match text {
        "front" => Ok(Side::Front),
        "back" => Ok(Side::Back),
        "either" => Ok(Side::Either),
        _ => Err(bad_text(name, text, "unknown side (front, back or either)")),
    }
}

impl<'i> Conditions<'i> {
    pub fn new(image: &'i OpenImage) -> Conditions<'i> {
        Conditions {
            image,
            conditions: Vec::new(),
        }
    }

    pub fn finish(self) -> Vec<Condition> {
        self.conditions
    }

    fn parse_each(
        &mut self,
        name: &str,
        argument: Argument<'_>,
        parse: impl Fn(&str, Alphabet<'_>) -> Result<Condition, ConditionError>,
    ) -> PyResult<()> {
        let alphabet = self.image.lexicon().alphabet();
        for text in texts(argument)? {
            let condition = parse(&nfc(&text), alphabet);
            self.conditions
                .push(condition.map_err(|error| bad_text(name, &text, error))?);
        }
        Ok(())
    }

    fn word_each(
        &mut self,
        argument: Argument<'_>,
        make: impl Fn(&Word) -> Condition,
    ) -> PyResult<()> {
        for text in texts(argument)? {
            self.conditions
                .push(make(&self.image.spelling().word(&text)?));
        }
        Ok(())
    }

    pub fn racks(&mut self, anagram: Argument<'_>, sub_anagram: Argument<'_>) -> PyResult<()> {
        self.parse_each("anagram", anagram, Condition::anagram)?;
        self.parse_each("sub_anagram", sub_anagram, Condition::sub_anagram)
    }

    pub fn patterns(&mut self, pattern: Argument<'_>, code: Argument<'_>) -> PyResult<()> {
        self.parse_each("pattern", pattern, Condition::pattern)?;
        self.parse_each("code", code, |code, _| Condition::code(code))
    }

    pub fn parts(
        &mut self,
        prefix: Argument<'_>,
        suffix: Argument<'_>,
        contains: Argument<'_>,
        extensions: Argument<'_>,
    ) -> PyResult<()> {
        self.word_each(prefix, Condition::prefix)?;
        self.word_each(suffix, Condition::suffix)?;
        self.word_each(contains, Condition::containing)?;
        for text in texts(extensions)? {
            let word = self.image.spelling().word(&text)?;
            self.conditions.push(Condition::containing(&word));
            self.conditions
                .push(Condition::length(word.len() + 1..=MAX_WORD_LEN));
        }
        Ok(())
    }

    pub fn numbers(&mut self, length: Argument<'_>, vowels: Argument<'_>) -> PyResult<()> {
        if let Some(length) = length {
            self.conditions
                .push(Condition::length(range("length", &length)?));
        }
        if let Some(vowels) = vowels {
            let alphabet = self.image.lexicon().alphabet();
            self.conditions
                .push(Condition::vowels(range("vowels", &vowels)?, alphabet));
        }
        Ok(())
    }

    pub fn sides(
        &mut self,
        takes_no_hook: Option<Cow<'_, str>>,
        is_hook: Option<Cow<'_, str>>,
    ) -> PyResult<()> {
        if let Some(text) = takes_no_hook {
            self.conditions
                .push(Condition::takes_no_hook(side("takes_no_hook", &text)?));
        }
        if let Some(text) = is_hook {
            self.conditions
                .push(Condition::is_hook(side("is_hook", &text)?));
        }
        Ok(())
    }

    pub fn near(&mut self, word: Option<Cow<'_, str>>, distance: u8) -> PyResult<()> {
        if distance > 3 {
            return Err(refused(format_args!(
                "distance {distance}: more than 3 edits (at most 3)"
            )));
        }
        if let Some(word) = word {
            let word = self.image.spelling().word(&word)?;
            self.conditions
                .push(Condition::near(&word, 0..=usize::from(distance)));
        }
        Ok(())
    }
}

/// The words that meet the conditions. If `hooked` is a word, finds only words that are `hooked` plus one tile before
/// or after it.
pub fn find(
    py: Python<'_>,
    image: &OpenImage,
    mut conditions: Vec<Condition>,
    hooked: Option<Word>,
    limit: u64,
) -> PyResult<Vec<String>> {
    let lexicon = image.lexicon();
    let finder = Finder::new(lexicon);
    let mut words = Vec::new();
    py.detach(|| {
        if let Some(word) = hooked {
            let hooks = lexicon.hooks(&word);
            let front = hooks
                .front
                .into_iter()
                .map(|hook| [&[hook], &*word].concat());
            let back = hooks
                .back
                .into_iter()
                .map(|hook| [&*word, &[hook]].concat());
            let tiles = front
                .chain(back)
                .filter(|tiles| finder.matches(&mut conditions, tiles));
            words.extend(tiles.filter_map(|tiles| Word::from_tiles(&tiles)));
            words.sort_unstable();
            words.dedup();
            words.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            return Ok(());
        }
        let mut interrupt = Interrupt::new();
        let receive = |word: &Word| {
            if words.len() as u64 >= limit || interrupt.is_raised() {
                return ControlFlow::Break(());
            }
            words.push(*word);
            ControlFlow::Continue(())
        };
        // If all words are wanted, the order of the search does not matter: the words are sorted below.
        let result = match limit {
            u64::MAX => finder.words_in_any_order(&mut conditions, receive),
            _ => finder.words(&mut conditions, receive),
        };
        interrupt.finish()?;
        let _: ControlFlow<()> = result.map_err(refused)?;
        words.sort_unstable();
        Ok::<(), PyErr>(())
    })?;
    let alphabet = lexicon.alphabet();
    Ok(words
        .iter()
        .map(|word| word.display(alphabet).to_string())
        .collect())
}

/// The phrases that use all tiles of a rack.
pub fn find_phrases(
    py: Python<'_>,
    image: &OpenImage,
    anagram: &str,
    max_words: usize,
    length: Option<Bound<'_, PyAny>>,
    limit: u64,
) -> PyResult<Vec<String>> {
    let (lexicon, alphabet) = (image.lexicon(), image.lexicon().alphabet());
    let query = PhraseQuery::new().with_anagram(&nfc(anagram), alphabet);
    let mut query = query
        .map_err(|error| bad_text("anagram", anagram, error))?
        .with_max_words(max_words);
    if let Some(length) = length {
        query = query.with_lengths(range("length", &length)?);
    }
    let mut phrases = Vec::new();
    py.detach(|| {
        let mut interrupt = Interrupt::new();
        let result = Finder::new(lexicon).phrases(&mut query, |phrase: &Phrase| {
            if phrases.len() as u64 >= limit || interrupt.is_raised() {
                return ControlFlow::Break(());
            }
            phrases.push(phrase.display(alphabet).to_string());
            ControlFlow::Continue(())
        });
        interrupt.finish()?;
        let _: ControlFlow<()> = result.map_err(refused)?;
        Ok::<(), PyErr>(())
    })?;
    Ok(phrases)
}
