//! `lexc query`: looks words up.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use lexc_compiler::input::{MAX_LINE_BYTES, Source};
use lexc_compiler::text::{Quoted, Visible, first_word};
use lexc_compiler::tokenizer::Tokenizer;
use lexc_runtime::{Lexicon, Tile, Word};
use serde::Serialize;

use super::inputs::Inputs;
use super::json;
use super::lexicon_source::WordsArgs;
use super::outcome::{Answer, Failure};
use super::output::AnswerStream;
use super::table::whole;
use super::terminal::say;
use super::text_lines::{Line, LineProblem, TextLines};

/// Tell whether words are in a lexicon
///
/// Prints a line for each word: the word, and yes or no. Words are read as in word lists: in upper or lower case; tiles of
/// several characters in brackets or without. If a word has several readings, the answer is yes if one of them is a word.
/// The answer for a word that can't be read (unknown tile) is no; standard error has the reasons for the first 20 such
/// words.
///
/// Exits with 0 if all answers are yes, and with 1 if one is no, even if the reader of the answers closes the pipe.
#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_long_help = "\
JSON:
  word        the word as given
  prefix      in place of word, with --prefix
  answer      true or false
  word_index  with --word-index, unless the answer is false
  note        the reason, if the word can't be read
The answer for --word-at INDEX has word_index and word; word is null if no word has the index.

Examples:
  lexc query words.gaddag retsina QI
  lexc query words.gaddag --words candidates.txt | grep ' yes$'
  lexc query words.gaddag --word-at 0 --word-at 76602    the first and the last word"
)]
pub struct QueryArgs {
    #[command(flatten)]
    input: WordsArgs,
    /// The words; - for standard input, one word a line
    #[arg(value_name = "WORD", required_unless_present_any = ["words", "word_at"])]
    word: Vec<String>,
    /// Look up the words of a list, too; - for standard input
    ///
    /// The list has a word on each line. Blank lines, and all text after white space or a #, are skipped.
    #[arg(long, value_name = "LIST")]
    words: Vec<PathBuf>,
    /// Look up prefixes instead: does a word start with these tiles?
    ///
    /// In the answers, a hyphen follows each prefix: `RETS- yes`.
    #[arg(short, long)]
    prefix: bool,
    /// Print the word with this index, which is the number of words before it in alphabet order
    ///
    /// The image needs a word index (lexc build --word-index). Indexes count from 0; an index beyond the last word gets
    /// the answer no.
    #[arg(long, value_name = "INDEX", value_parser = whole::<u32>(0, u32::MAX.into()))]
    word_at: Vec<u32>,
    /// Print the index of each word, too
    #[arg(long, conflicts_with = "prefix")]
    word_index: bool,
    /// Print a JSON object for each word, one a line
    #[arg(long)]
    json: bool,
}

/// Upper bound on the unreadable words that are reported with their faults; the others are counted.
const MAX_NOTES: u64 = 20;

/// Looks the words up.
pub fn run(args: &QueryArgs) -> Result<Answer, Failure> {
    let lists = args.word.iter().filter(|word| *word == "-");
    let lists = lists.map(Path::new);
    let lists: Vec<&Path> = lists
        .chain(args.words.iter().map(PathBuf::as_path))
        .collect();
    let inputs = Inputs::of_words(&args.input).with("lists", lists.iter().copied());
    let images = inputs.read()?;
    let lexicon = images.lexicon()?;
    if (args.word_index || !args.word_at.is_empty()) && !lexicon.has_word_index() {
        return Err(Failure(format!(
            "{}: no word index (build the image with --word-index)",
            args.input.lexicon.source.path().display()
        )));
    }
    let mut query = Query {
        args,
        lexicon,
        tokenizer: Tokenizer::new(lexicon.alphabet()),
        out: AnswerStream::open(),
        has_no: false,
        notes: 0,
    };
    let lists: Vec<Source> = lists.iter().map(Source::from_arg).collect();
    let result = query.all(&lists);
    query.out.flush()?;
    result?;
    if let Some(more) = query.notes.checked_sub(MAX_NOTES).filter(|more| *more > 0) {
        say(&format_args!("and {more} more that can't be read"));
    }
    Ok(Answer::from_bool(!query.has_no))
}

/// The answer for a word, as JSON.
#[derive(Serialize)]
struct WordAnswer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<&'a str>,
    /// In place of the word, with `--prefix`.
    #[serde(skip_serializing_if = "Option::is_none")]
    prefix: Option<&'a str>,
    answer: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    word_index: Option<u32>,
    /// The reason, if the word can't be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl WordAnswer<'_> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let text = match (self.word, self.prefix) {
            (_, Some(prefix)) => format!("{}-", Visible(prefix)),
            (word, None) => Visible(word.unwrap_or_default()).to_string(),
        };
        let answer = if self.answer { "yes" } else { "no" };
        match self.word_index {
            Some(index) => writeln!(out, "{text} {answer} {index}"),
            None => writeln!(out, "{text} {answer}"),
        }
    }
}

/// The answer for an index, as JSON.
#[derive(Serialize)]
struct IndexAnswer {
    word_index: u32,
    word: Option<String>,
}

struct Query<'a> {
    args: &'a QueryArgs,
    lexicon: Lexicon<'a>,
    tokenizer: Tokenizer<'a>,
    out: AnswerStream,
    has_no: bool,
    /// The number of words that can't be read.
    notes: u64,
}

impl Query<'_> {
    fn all(&mut self, lists: &[Source]) -> Result<(), Failure> {
        for word in self.args.word.iter().filter(|word| *word != "-") {
            self.word(word)?;
        }
        for list in lists {
            self.list(list)?;
        }
        let mut indexes = self.args.word_at.iter();
        indexes.try_for_each(|&index| self.word_at(index))
    }

    fn word(&mut self, text: &str) -> Result<(), Failure> {
        let (word, note) = match read_word(&self.lexicon, &self.tokenizer, text, self.args.prefix) {
            Ok(word) => (word, None),
            Err(note) => (None, Some(note)),
        };
        if let Some(note) = &note {
            self.notes += 1;
            if self.notes <= MAX_NOTES {
                say(&format_args!("{}: {note}", Quoted(text)));
            }
        }
        let is_prefix = self.args.prefix;
        let is_yes = word.is_some_and(|word| match is_prefix {
            true => self.lexicon.is_prefix(&word),
            false => self.lexicon.contains(&word),
        });
        self.has_no |= !is_yes;
        let answer = WordAnswer {
            word: (!is_prefix).then_some(text),
            prefix: is_prefix.then_some(text),
            answer: is_yes,
            word_index: word
                .filter(|_| self.args.word_index)
                .and_then(|word| self.lexicon.index_of(&word)),
            note,
        };
        self.out.answer(|out| match self.args.json {
            true => json::write_line(out, &answer),
            false => answer.write(out),
        })
    }

    fn word_at(&mut self, index: u32) -> Result<(), Failure> {
        let word = self.lexicon.word_at(index);
        self.has_no |= word.is_none();
        let answer = IndexAnswer {
            word_index: index,
            word: word.map(|word| word.display(self.lexicon.alphabet()).to_string()),
        };
        self.out.answer(|out| match self.args.json {
            true => json::write_line(out, &answer),
            false => {
                let word = answer.word.as_deref().unwrap_or("no");
                writeln!(out, "{index} {}", Visible(word))
            }
        })
    }

    fn list(&mut self, list: &Source) -> Result<(), Failure> {
        let mut lines = TextLines::open(list).map_err(|error| Failure::input(list, &error))?;
        loop {
            if !lines.has_line() {
                // A program that writes one word at a time may be waiting for the answers so far.
                self.out.flush()?;
            }
            if self.out.is_closed() && self.has_no {
                // No further answer can change the exit code.
                return Ok(());
            }
            let Some(Line { number, text }) = lines.next_line()? else {
                return Ok(());
            };
            let text = text.map_err(|problem| {
                Failure(match problem {
                    LineProblem::TooLong => format!(
                        "{list}:{number}: line longer than {MAX_LINE_BYTES} bytes (write each word on a line of its own)"
                    ),
                    LineProblem::NotUtf8 { column } => format!(
                        "{list}:{number}:{column}: not UTF-8 text (convert the list to UTF-8)"
                    ),
                })
            })?;
            match first_word(text) {
                "" => {}
                word => self.word(word)?,
            }
        }
    }
}

/// Reads the tiles of a text. Returns the first reading that is a word; `None` if no reading is a word.
///
/// If `is_prefix`, returns the first reading that starts a word; `None` if no reading starts a word. A text with only
/// one reading is an exception: this reading is returned even if it starts no word.
///
/// # Errors
/// The message for a text that has no reading, or more than 63 tiles.
pub fn read_word(
    lexicon: &Lexicon<'_>,
    tokenizer: &Tokenizer<'_>,
    text: &str,
    is_prefix: bool,
) -> Result<Option<Word>, String> {
    let is_start = |tiles: &[Tile]| lexicon.is_prefix(tiles);
    let is_word = |tiles: &[Tile]| is_prefix || lexicon.contains(tiles);
    let tiles = tokenizer.tokenize_among(text, is_start, is_word);
    let tiles = tiles.map_err(|error| error.to_string())?;
    Ok(tiles.and_then(|tiles| Word::from_tiles(&tiles)))
}
