//! Searches for words.

use std::fmt::Display;
use std::ops::{ControlFlow, RangeInclusive};

use lexc_runtime::{Condition, ConditionKind, Finder, Phrase, PhraseQuery, Word, parse_range};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::refused;
use crate::image::OpenImage;
use crate::interrupt::Interrupt;
use crate::spelling::nfc;

/// The values of an argument, as texts of conditions: a text, a number, a pair of the least and the greatest number, or a
/// sequence of texts.
fn texts(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(text) = argument.extract::<String>() {
        return Ok(vec![text]);
    }
    if let Ok(number) = argument.extract::<u64>() {
        return Ok(vec![number.to_string()]);
    }
    if let Ok((least, greatest)) = argument.extract::<(Option<u64>, Option<u64>)>() {
        let greatest = greatest.map(|greatest| greatest.to_string());
        let greatest = greatest.unwrap_or_default();
        return Ok(vec![format!("{}-{greatest}", least.unwrap_or(0))]);
    }
    argument.extract().map_err(|_| {
        PyTypeError::new_err(format!(
            "{name}: give a text or a list of texts, a number from 0 on, or a pair of such numbers, such as 7 or (7, 8)"
        ))
    })
}

/// The exception for a text that is not a condition.
fn bad_text(name: &str, text: &str, error: impl Display) -> PyErr {
    refused(format_args!("{name} {text:?}: {error}"))
}

/// The range of an argument.
fn range(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<RangeInclusive<usize>> {
    let text = texts(name, argument)?.join(" ");
    parse_range(&text).map_err(|error| bad_text(name, &text, error))
}

/// The kind of conditions that a keyword argument gives.
fn kind_of(name: &str) -> PyResult<ConditionKind> {
    let names = ConditionKind::ALL
        .iter()
        .map(|kind| kind.name().replace('-', "_"));
    let mut kinds = ConditionKind::ALL.iter().zip(names.clone());
    match kinds.find(|(_, known)| known == name) {
        Some((kind, _)) => Ok(*kind),
        None => Err(PyTypeError::new_err(format!(
            "find() got an unexpected keyword argument {name:?} (use {}, or limit)",
            names.collect::<Vec<String>>().join(", ")
        ))),
    }
}

/// The conditions of keyword arguments. The word of a value is read by the rules for words of a list.
pub fn conditions(image: &OpenImage, arguments: &Bound<'_, PyDict>) -> PyResult<Vec<Condition>> {
    let alphabet = image.lexicon().alphabet();
    let mut conditions = Vec::new();
    for (name, argument) in arguments {
        let name: String = name.extract()?;
        let kind = kind_of(&name)?;
        if argument.is_none() {
            continue;
        }
        for text in texts(&name, &argument)? {
            let value = match kind.split_word(&text) {
                Some((word, rest)) => {
                    let word = image.spelling().word(word)?;
                    format!("{}{rest}", word.display(alphabet)).into()
                }
                None => nfc(&text),
            };
            let condition = kind.condition(&value, alphabet);
            conditions.push(condition.map_err(|error| bad_text(&name, &text, error))?);
        }
    }
    Ok(conditions)
}

/// The words that meet the conditions.
pub fn find(
    py: Python<'_>,
    image: &OpenImage,
    mut conditions: Vec<Condition>,
    limit: u64,
) -> PyResult<Vec<String>> {
    let lexicon = image.lexicon();
    let finder = Finder::new(lexicon);
    let mut words = Vec::new();
    py.detach(|| {
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
