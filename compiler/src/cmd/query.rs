//! `lexc query`: is it a word?

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use lexc::input::Source;
use lexc::text::{Quoted, first_word};
use lexc::tokenizer::Tokenizer;
use lexc_runtime::{Lexicon, Tile, Word};
use serde::Serialize;

use super::lines::{Line, LineProblem, Lines, MAX_LINE_BYTES};
use super::lists::sources;
use super::numbers::whole;
use super::{Answer, Failure, open, read_image};
use crate::terminal::say;

/// Tell whether words are in a lexicon
///
/// Prints a line for each word: the word, and yes or no. Words are read as in word lists: in either case; tiles of several
/// characters in brackets, or without where there is only one way to read them. What cannot be read with the tiles of the
/// lexicon is no word; why it can't be read is said on standard error.
///
/// Exits with 0 if all answers are yes, and with 1 if one is no.
#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_long_help = "\
Examples:
  lexc query words.gaddag retsina QI
  lexc query words.gaddag --words candidates.txt | grep ' yes$'
  lexc query words.gaddag --word-at 0 --word-at 76602    the first and the last word"
)]
pub struct QueryArgs {
    /// The image; - for standard input
    image: PathBuf,
    /// The words; - for standard input, one word a line
    #[arg(value_name = "WORD", required_unless_present_any = ["words", "word_at"])]
    word: Vec<String>,
    /// Look up the words of a list, too; - for standard input
    ///
    /// There is a word on each line. Blank lines are passed over, and what follows a word after white space or a #.
    #[arg(long, value_name = "LIST")]
    words: Vec<PathBuf>,
    /// Look up prefixes instead: is there a word that starts with these tiles?
    ///
    /// A hyphen after the tiles marks the answers: `RETS- yes`.
    #[arg(short, long)]
    prefix: bool,
    /// Print the word of this index: the number of words before it in alphabet order
    ///
    /// The image needs a word index (`lexc build --word-index`). Indexes count from 0; the answer is no for an index
    /// beyond the last word.
    #[arg(long, value_name = "INDEX", value_parser = whole::<u32>(0, u32::MAX.into()))]
    word_at: Vec<u32>,
    /// Print the index of each word, too
    #[arg(long, conflicts_with = "prefix")]
    word_index: bool,
    /// Print a JSON object for each word, one a line
    #[arg(long)]
    json: bool,
}

/// The number of words that can't be read and are reported one by one.
const MAX_NOTES: u64 = 20;

/// Looks the words up.
pub fn run(args: &QueryArgs) -> Result<Answer, Failure> {
    let lists = args.word.iter().filter(|word| *word == "-");
    let lists: Vec<PathBuf> = lists
        .map(PathBuf::from)
        .chain(args.words.iter().cloned())
        .collect();
    let lists = sources(&lists, args.image.as_os_str() == "-")?;
    let bytes = read_image(&args.image)?;
    let lexicon = open(&args.image, &bytes)?;
    if (args.word_index || !args.word_at.is_empty()) && !lexicon.has_word_index() {
        let remedy = match lexicon.image().compact_nodes() {
            Some(_) => "--word-index, and without --compact",
            None => "--word-index",
        };
        return Err(Failure::Other(format!(
            "{}: the image has no word index (build it with {remedy})",
            args.image.display()
        )));
    }
    let mut query = Query {
        args,
        lexicon,
        tokenizer: Tokenizer::new(lexicon.alphabet()),
        has_no: false,
        notes: 0,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let result = query.all(&lists, &mut out);
    out.flush().map_err(Failure::of_stdout)?;
    result?;
    if let Some(more) = query.notes.checked_sub(MAX_NOTES).filter(|more| *more > 0) {
        say(&format_args!("and {more} more that can't be read"));
    }
    Ok(if query.has_no {
        Answer::No
    } else {
        Answer::Yes
    })
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
    /// Why the word can't be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// The answer for an index, as JSON.
#[derive(Serialize)]
struct IndexAnswer {
    word_index: u32,
    word: Option<String>,
}

fn write_json_line(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    writeln!(out)
}

struct Query<'a> {
    args: &'a QueryArgs,
    lexicon: Lexicon<'a>,
    tokenizer: Tokenizer<'a>,
    has_no: bool,
    /// The number of words that can't be read.
    notes: u64,
}

impl Query<'_> {
    /// Answers for all words and indexes.
    fn all(&mut self, lists: &[Source], out: &mut dyn Write) -> Result<(), Failure> {
        for word in self.args.word.iter().filter(|word| *word != "-") {
            self.word(word, out).map_err(Failure::of_stdout)?;
        }
        for list in lists {
            self.list(list, out)?;
        }
        let mut indexes = self.args.word_at.iter();
        indexes
            .try_for_each(|&index| self.word_at(index, out))
            .map_err(Failure::of_stdout)
    }

    /// Answers for one word.
    fn word(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let (word, note) = match self.tokenizer.tokenize(text) {
            Ok(tiled) => {
                let codes = tiled.codes().iter().copied();
                let tiles: Vec<Tile> = codes.filter_map(Tile::new).collect();
                (Word::from_tiles(&tiles), None)
            }
            Err(error) => (None, Some(error.to_string())),
        };
        if let Some(note) = &note {
            self.notes += 1;
            if self.notes <= MAX_NOTES {
                say(&format_args!("{}: {note}", Quoted(text)));
            }
        }
        let is_yes = word.is_some_and(|word| match self.args.prefix {
            true => self.lexicon.is_prefix(&word),
            false => self.lexicon.contains(&word),
        });
        self.has_no |= !is_yes;
        let word_index = word
            .filter(|_| self.args.word_index)
            .and_then(|word| self.lexicon.index_of(&word));
        if self.args.json {
            let answer = WordAnswer {
                word: (!self.args.prefix).then_some(text),
                prefix: self.args.prefix.then_some(text),
                answer: is_yes,
                word_index,
                note,
            };
            return write_json_line(out, &answer);
        }
        let hyphen = if self.args.prefix { "-" } else { "" };
        write!(out, "{text}{hyphen} {}", if is_yes { "yes" } else { "no" })?;
        match word_index {
            Some(index) => writeln!(out, " {index}"),
            None => writeln!(out),
        }
    }

    /// Answers for an index.
    fn word_at(&mut self, index: u32, out: &mut dyn Write) -> io::Result<()> {
        let word = self.lexicon.word_at(index);
        self.has_no |= word.is_none();
        let word = word.map(|word| word.display(self.lexicon.alphabet()).to_string());
        if self.args.json {
            return write_json_line(
                out,
                &IndexAnswer {
                    word_index: index,
                    word,
                },
            );
        }
        writeln!(out, "{index} {}", word.as_deref().unwrap_or("no"))
    }

    /// Answers for every word of a list.
    fn list(&mut self, list: &Source, out: &mut dyn Write) -> Result<(), Failure> {
        let path = match list {
            Source::File(path) => path,
            Source::Stdin => Path::new("-"),
        };
        let mut lines = Lines::open(path).map_err(|error| Failure::Input {
            what: list.to_string(),
            error,
        })?;
        while let Some(Line { number, text }) =
            // Who writes words one by one and waits for the answers gets them; who writes many at once need not wait.
            lines.next_line(|| out.flush().map_err(Failure::of_stdout))?
        {
            let text = text.map_err(|problem| {
                Failure::Other(match problem {
                    LineProblem::TooLong => format!(
                        "{list}:{number}: a line of more than {MAX_LINE_BYTES} bytes (write each word on a line of its own)"
                    ),
                    LineProblem::NotUtf8 { column } => format!(
                        "{list}:{number}:{column}: not UTF-8 text (convert the list to UTF-8)"
                    ),
                })
            })?;
            match first_word(text) {
                "" => {}
                word => self.word(word, out).map_err(Failure::of_stdout)?,
            }
        }
        Ok(())
    }
}
