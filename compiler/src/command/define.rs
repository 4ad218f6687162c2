//! `lexc define`: the definitions of words.

use std::io::{self, Write};

use clap::Args;
use lexc_compiler::text::Visible;
use lexc_compiler::tokenizer::Tokenizer;
use lexc_runtime::{Lexicon, Word};
use serde::Serialize;

use super::inputs::{Inputs, definitions_of};
use super::json;
use super::lexicon_source::WordsArgs;
use super::outcome::{Answer, Failure};
use super::output::print;
use super::query::read_word;

/// Show the definitions of words
///
/// Prints a line for each word: the word as given, a tab, and its definition. In place of the definition, `(no definition)`
/// marks a word of the lexicon that has none, `(not a word)` any other word. Words are read as lexc query reads them.
///
/// The image needs definitions (lexc build --definitions). Exits with 0 if all words are in the lexicon, with or without a
/// definition, and with 1 if any word is not.
#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_long_help = "\
JSON:
  word        the word as given
  answer      true if it is in the lexicon
  definition  the definition, or null
  note        the reason, if the word can't be read

Example:
  lexc define words.gaddag RETSINA qi"
)]
pub struct DefineArgs {
    #[command(flatten)]
    input: WordsArgs,
    /// The words
    #[arg(value_name = "WORD", required = true)]
    words: Vec<String>,
    /// Print a JSON object for each word, one a line
    #[arg(long)]
    json: bool,
}

/// Looks up the definitions and prints them.
pub fn run(args: &DefineArgs) -> Result<Answer, Failure> {
    let images = Inputs::of_words(&args.input).read()?;
    let lexicon = images.lexicon()?;
    definitions_of(lexicon.image(), args.input.lexicon.source.path())?;
    let tokenizer = Tokenizer::new(lexicon.alphabet());
    let words = args.words.iter();
    let answers: Vec<WordAnswer<'_>> = words
        .map(|word| WordAnswer::of(word, &lexicon, &tokenizer))
        .collect();
    print(|out| {
        answers.iter().try_for_each(|answer| match args.json {
            true => json::write_line(out, answer),
            false => answer.write(out),
        })
    })?;
    Ok(Answer::from_bool(
        answers.iter().all(|answer| answer.answer),
    ))
}

/// The answer for a word, as JSON.
#[derive(Serialize)]
struct WordAnswer<'a> {
    word: &'a str,
    answer: bool,
    definition: Option<String>,
    /// The reason, if the word can't be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl<'a> WordAnswer<'a> {
    fn of(word: &'a str, lexicon: &Lexicon<'_>, tokenizer: &Tokenizer<'_>) -> WordAnswer<'a> {
        let (tiles, note) = match read_word(lexicon, tokenizer, word, false) {
            Ok(tiles) => (tiles.unwrap_or(Word::EMPTY), None),
            Err(note) => (Word::EMPTY, Some(note)),
        };
        let definition = lexicon.definition(&tiles);
        WordAnswer {
            word,
            answer: lexicon.contains(&tiles),
            definition: definition.map(|definition| definition.to_string()),
            note,
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let definition = match (&self.definition, self.answer) {
            (Some(definition), _) => definition,
            (None, true) => "(no definition)",
            (None, false) => "(not a word)",
        };
        writeln!(out, "{}\t{}", Visible(self.word), Visible(definition))
    }
}
