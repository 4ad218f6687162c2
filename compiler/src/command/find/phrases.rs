//! Finds phrases, and prints or counts them.

use std::ops::ControlFlow;

use lexc_compiler::text::to_nfc;
use lexc_runtime::{ConditionKind, Finder, Lexicon, PhraseQuery, parse_range};

use super::super::outcome::Answer;
use super::super::outcome::Failure;
use super::super::table::plural;
use super::args::FindArgs;
use super::printer::Printer;
use super::query::Texts;

/// Finds the phrases, and prints or counts them.
pub fn run(args: &FindArgs, lexicon: &Lexicon<'_>) -> Result<Answer, Failure> {
    args.refuse_conditions_of_words()?;
    let texts = Texts::new(lexicon);
    let mut shape = Vec::new();
    let pattern = args.conditions.first(ConditionKind::Pattern);
    for word in pattern.unwrap_or_default().split_whitespace() {
        shape.push(texts.condition(ConditionKind::Pattern, word)?);
    }
    let code = args.conditions.first(ConditionKind::Code);
    let code_words = code.map(|code| code.split_whitespace().count());
    if let (Some(code_words), words @ 1..) = (code_words, shape.len())
        && code_words != words
    {
        return Err(Failure(format!(
            "--code has {}, --pattern {} (give both the same number of words)",
            plural(code_words as u64, "word"),
            plural(words as u64, "word"),
        )));
    }
    let mut query = PhraseQuery::new().with_shape(&mut shape);
    if let Some(length) = args.conditions.first(ConditionKind::Length) {
        let lengths = parse_range(length);
        query =
            query.with_lengths(lengths.map_err(|error| texts.refused("--length", length, &error))?);
    }
    if let Some(max_words) = args.max_words {
        query = query.with_max_words(max_words.into());
    }
    if let Some(rack) = &args.phrase {
        let (rack, alphabet) = (to_nfc(rack), texts.alphabet());
        query = query
            .with_anagram(&rack, alphabet)
            .map_err(|error| texts.refused("--phrase", &rack, &error))?;
    }
    if let Some(code) = code.map(to_nfc) {
        query = query
            .with_code(&code)
            .map_err(|error| texts.refused("--code", &code, &error))?;
    }
    let mut printer = Printer::new(args, lexicon);
    let flow = Finder::new(lexicon).phrases(&mut query, |phrase| {
        if printer.is_full() {
            return ControlFlow::Break(Ok(()));
        }
        match printer.phrase(phrase) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => ControlFlow::Break(Err(failure)),
        }
    });
    if let ControlFlow::Break(end) = flow.map_err(Failure::new)? {
        end?;
    }
    printer.finish()
}

impl FindArgs {
    /// Refuses the flags for single words in a search for phrases.
    fn refuse_conditions_of_words(&self) -> Result<(), Failure> {
        for kind in ConditionKind::ALL {
            let (most, second) = match kind {
                ConditionKind::Pattern | ConditionKind::Code | ConditionKind::Length => {
                    (1, "a second ")
                }
                _ => (0, ""),
            };
            if self.conditions.of(*kind).len() > most {
                return Err(for_words(&format!("{second}--{}", kind.name())));
            }
        }
        match self.sort {
            Some(_) => Err(for_words("--sort")),
            None => Ok(()),
        }
    }
}

fn for_words(flag: &str) -> Failure {
    Failure(format!(
        "{flag} is for single words, not for phrases (leave it out)"
    ))
}
