//! Finds phrases, and prints or counts them.

use std::ops::ControlFlow;

use lexc_compiler::text::to_nfc;
use lexc_runtime::{Condition, Finder, Lexicon, PhraseQuery};

use super::super::outcome::Answer;
use super::super::outcome::Failure;
use super::super::table::plural;
use super::args::FindArgs;
use super::printer::Printer;
use super::query::Texts;
use super::range::Range;

/// Finds the phrases, and prints or counts them.
pub fn run(args: &FindArgs, lexicon: &Lexicon<'_>) -> Result<Answer, Failure> {
    args.refuse_conditions_of_words()?;
    let texts = Texts::new(lexicon);
    let mut shape = Vec::new();
    for word in args
        .pattern
        .iter()
        .flat_map(|words| words.split_whitespace())
    {
        shape.push(texts.parse("--pattern", word, Condition::pattern)?);
    }
    let code_words = args
        .code
        .as_ref()
        .map(|code| code.split_whitespace().count());
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
    if let Some(Range(lengths)) = &args.length {
        query = query.with_lengths(lengths.clone());
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
    if let Some(code) = args.code.as_deref().map(to_nfc) {
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
        let given = [
            ("--anagram", !self.anagram.is_empty()),
            ("--sub-anagram", !self.sub_anagram.is_empty()),
            ("--prefix", !self.prefix.is_empty()),
            ("--suffix", !self.suffix.is_empty()),
            ("--contains", !self.contains.is_empty()),
            ("--extensions", !self.extensions.is_empty()),
            ("--hooks", self.hooks.is_some()),
            ("--near", self.near.is_some()),
            ("--vowels", self.vowels.is_some()),
            ("--takes-no-hook", self.takes_no_hook.is_some()),
            ("--is-hook", self.is_hook.is_some()),
            ("--sort", self.sort.is_some()),
            ("a second --pattern", self.pattern.len() > 1),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((flag, _)) => Err(Failure(format!(
                "{flag} is for single words, not for phrases (leave it out)"
            ))),
            None => Ok(()),
        }
    }
}
