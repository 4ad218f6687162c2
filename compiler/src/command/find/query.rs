//! The conditions of a search, from the arguments.

use std::fmt;

use lexc_compiler::text::{Quoted, to_nfc};
use lexc_compiler::tokenizer::Tokenizer;
use lexc_formats::MAX_WORD_LEN;
use lexc_runtime::{Alphabet, Condition, ConditionError, Lexicon, Tile, Word};

use super::super::outcome::Failure;
use super::args::FindArgs;
use super::range::Range;

/// Reads the texts of conditions.
pub struct Texts<'a> {
    alphabet: Alphabet<'a>,
    tokenizer: Tokenizer<'a>,
}

impl<'a> Texts<'a> {
    pub fn new(lexicon: &Lexicon<'a>) -> Texts<'a> {
        let alphabet = lexicon.alphabet();
        Texts {
            alphabet,
            tokenizer: Tokenizer::new(alphabet),
        }
    }

    pub fn alphabet(&self) -> Alphabet<'a> {
        self.alphabet
    }

    /// Reads a rack, a pattern or a code.
    pub fn parse<T>(
        &self,
        flag: &str,
        text: &str,
        parse: impl Fn(&str, Alphabet<'a>) -> Result<T, ConditionError>,
    ) -> Result<T, Failure> {
        let text = to_nfc(text);
        parse(&text, self.alphabet).map_err(|error| self.refused(flag, &text, &error))
    }

    /// The failure of a text that can't be read.
    pub fn refused(&self, flag: &str, text: &str, error: &dyn fmt::Display) -> Failure {
        Failure(format!("{flag} {}: {error}", Quoted(text)))
    }

    /// Reads a word by the rules for words of a list.
    pub fn word(&self, flag: &str, text: &str) -> Result<Word, Failure> {
        let word = self.tokenizer.tokenize(text);
        let word = word.map_err(|error| self.refused(flag, text, &error))?;
        let tiles: Vec<Tile> = word.codes().iter().copied().filter_map(Tile::new).collect();
        Word::from_tiles(&tiles).ok_or_else(|| self.refused(flag, text, &"more than 63 tiles"))
    }

    /// All conditions of single words, except --hooks and --near.
    pub fn conditions(&self, args: &FindArgs) -> Result<Vec<Condition>, Failure> {
        let mut conditions = Vec::new();
        for rack in &args.anagram {
            conditions.push(self.parse("--anagram", rack, Condition::anagram)?);
        }
        for rack in &args.sub_anagram {
            conditions.push(self.parse("--sub-anagram", rack, Condition::sub_anagram)?);
        }
        for pattern in &args.pattern {
            conditions.push(self.parse("--pattern", pattern, Condition::pattern)?);
        }
        for tiles in &args.prefix {
            conditions.push(Condition::prefix(&self.word("--prefix", tiles)?));
        }
        for tiles in &args.suffix {
            conditions.push(Condition::suffix(&self.word("--suffix", tiles)?));
        }
        for tiles in &args.contains {
            conditions.push(Condition::containing(&self.word("--contains", tiles)?));
        }
        for word in &args.extensions {
            let word = self.word("--extensions", word)?;
            conditions.push(Condition::containing(&word));
            conditions.push(Condition::length(word.len() + 1..=MAX_WORD_LEN));
        }
        if let Some(code) = &args.code {
            conditions.push(self.parse("--code", code, |code, _| Condition::code(code))?);
        }
        if let Some(Range(length)) = &args.length {
            conditions.push(Condition::length(length.clone()));
        }
        if let Some(Range(vowels)) = &args.vowels {
            conditions.push(Condition::vowels(vowels.clone(), self.alphabet));
        }
        conditions.extend(
            args.takes_no_hook
                .map(|side| Condition::takes_no_hook(side.side())),
        );
        conditions.extend(args.is_hook.map(|side| Condition::is_hook(side.side())));
        Ok(conditions)
    }
}
