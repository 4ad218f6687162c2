//! The conditions of a search, from the arguments.

use std::fmt;

use lexc_compiler::text::{Quoted, to_nfc};
use lexc_compiler::tokenizer::Tokenizer;
use lexc_runtime::{Alphabet, Condition, ConditionKind, Lexicon, Tile, Word};

use super::super::outcome::Failure;
use super::conditions::ConditionArgs;

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

    /// Reads the value of a condition. The word of a value is read by the rules for words of a list.
    pub fn condition(&self, kind: ConditionKind, text: &str) -> Result<Condition, Failure> {
        let flag = format!("--{}", kind.name());
        let text = match kind.split_word(text) {
            Some((word, rest)) => {
                let word = self.word(&flag, word)?;
                format!("{}{rest}", word.display(self.alphabet)).into()
            }
            None => to_nfc(text),
        };
        let condition = kind.condition(&text, self.alphabet);
        condition.map_err(|error| self.refused(&flag, &text, &error))
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

    /// All conditions of single words, except `--near`.
    pub fn conditions(&self, args: &ConditionArgs) -> Result<Vec<Condition>, Failure> {
        let mut conditions = Vec::new();
        for kind in ConditionKind::ALL {
            if *kind != ConditionKind::Near {
                for text in args.of(*kind) {
                    conditions.push(self.condition(*kind, text)?);
                }
            }
        }
        Ok(conditions)
    }
}
