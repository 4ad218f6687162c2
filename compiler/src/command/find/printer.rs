//! Prints or counts the answers, as text or JSON.

use std::collections::BTreeMap;

use lexc_compiler::WordLabels;
use lexc_compiler::text::{Visible, to_nfc};
use lexc_compiler::tokenizer::Detokenizer;
use lexc_runtime::{ConditionKind, Lexicon, Phrase, Tile, Word, draws};
use serde::Serialize;

use super::super::json;
use super::super::outcome::{Answer, Failure};
use super::super::output::AnswerStream;
use super::args::{FindArgs, Order};

/// Prints or counts the answers.
pub struct Printer<'s, 'l> {
    args: &'s FindArgs,
    lexicon: &'s Lexicon<'l>,
    detokenizer: Detokenizer<'l>,
    out: AnswerStream,
    count: u64,
    /// The symbols of the code that `--code` gives; `None` without the flag.
    symbols: Option<Vec<char>>,
}

/// A word, as JSON.
#[derive(Serialize)]
struct WordAnswer {
    word: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draws: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    definition: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<WordLabels>,
}

/// A phrase, as JSON.
#[derive(Serialize)]
struct PhraseAnswer {
    words: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<BTreeMap<char, String>>,
}

/// The number of answers, as JSON.
#[derive(Serialize)]
struct Count {
    count: u64,
}

impl<'s, 'l> Printer<'s, 'l> {
    pub fn new(args: &'s FindArgs, lexicon: &'s Lexicon<'l>) -> Printer<'s, 'l> {
        let code = args.conditions.first(ConditionKind::Code).map(to_nfc);
        let is_symbol = |symbol: &char| !symbol.is_whitespace();
        Printer {
            args,
            lexicon,
            detokenizer: Detokenizer::new(lexicon.alphabet()),
            out: AnswerStream::open(),
            count: 0,
            symbols: code.map(|code| code.chars().filter(is_symbol).collect()),
        }
    }

    /// True if no more answers are needed.
    pub fn is_full(&self) -> bool {
        self.args.limit == Some(self.count) || self.count > 0 && self.out.is_closed()
    }

    /// Counts an answer without printing it.
    pub fn count_one(&mut self) {
        self.count += 1;
    }

    /// Prints or counts a word.
    pub fn word(&mut self, word: &Word, distance: Option<usize>) -> Result<(), Failure> {
        self.count += 1;
        if self.args.count {
            return Ok(());
        }
        let alphabet = self.lexicon.alphabet();
        let text = self.spell(word);
        let definition = self.lexicon.definition(word).map(|text| text.to_string());
        if !self.args.json {
            let mut marked = text;
            if let Some(labels) = self.lexicon.labels(word) {
                marked.extend(labels.symbols());
            }
            return self.out.answer(|out| match &definition {
                Some(definition) => writeln!(out, "{}\t{}", Visible(&marked), Visible(definition)),
                None => writeln!(out, "{}", Visible(&marked)),
            });
        }
        let is_by_probability = self.args.sort == Some(Order::Probability);
        let answer = WordAnswer {
            word: text,
            distance,
            draws: is_by_probability.then(|| draws(word, alphabet)),
            definition,
            labels: WordLabels::of(self.lexicon, word),
        };
        self.out.answer(|out| json::write_line(out, &answer))
    }

    /// Prints or counts a phrase.
    pub fn phrase(&mut self, phrase: &Phrase) -> Result<(), Failure> {
        self.count += 1;
        if self.args.count {
            return Ok(());
        }
        let alphabet = self.lexicon.alphabet();
        if !self.args.json {
            let words: Vec<String> = phrase.words().map(|word| self.spell(word)).collect();
            let text = words.join(" ");
            return self.out.answer(|out| writeln!(out, "{}", Visible(&text)));
        }
        let words = phrase.words();
        let key = self.symbols.as_ref().map(|symbols| {
            let symbols = symbols.iter().copied();
            let tiles = phrase
                .tiles()
                .iter()
                .map(|tile| alphabet.text(*tile).to_owned());
            symbols.zip(tiles).collect()
        });
        let answer = PhraseAnswer {
            words: words.map(|word| self.spell(word)).collect(),
            key,
        };
        self.out.answer(|out| json::write_line(out, &answer))
    }

    fn spell(&mut self, word: &[Tile]) -> String {
        let codes: Vec<u8> = word.iter().map(|tile| tile.code()).collect();
        self.detokenizer.spell(&codes)
    }

    /// Prints the count if `--count` is given. The answer is yes if a word or phrase was found.
    pub fn finish(mut self) -> Result<Answer, Failure> {
        let count = Count { count: self.count };
        let (is_count, is_json) = (self.args.count, self.args.json);
        self.out.answer(|out| match (is_count, is_json) {
            (true, true) => json::write_line(out, &count),
            (true, false) => writeln!(out, "{}", count.count),
            (false, _) => Ok(()),
        })?;
        self.out.flush()?;
        Ok(Answer::from_bool(self.count > 0))
    }
}
