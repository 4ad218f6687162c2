//! `lexc judge`: adjudicates words and plays.

use std::io::{self, Write};

use clap::Args;
use lexc_compiler::text::{Quoted, Visible, to_nfc};
use lexc_compiler::tokenizer::Tokenizer;
use lexc_compiler::{Account, Ruling, WordAccount, WordLabels};
use lexc_runtime::{Cgp, Lexicon, Tile};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::games::{Games, PositionProblem, RulesArgs};
use super::inputs::Inputs;
use super::json;
use super::lexicon_source::WordsArgs;
use super::outcome::{Answer, Failure};
use super::output::print;
use super::warnings::{WarningLog, warnings_of};

/// Rule on words, or on plays in a position
///
/// Words are judged together, as at a tournament: they are acceptable if all of them are in the lexicon. They are read as
/// lexc query reads them.
///
/// A position, in CGP, comes before plays. A play is written as a word after its first square: 8D RETSINA across, D8
/// RETSINA down.
/// Write designated blanks in lower case, and a tile on the board as its letter, as a . or in parentheses. For each
/// play, lexc judge prints that it is legal, or the rule that it breaks and the word, tile or square at fault; then the
/// words that it forms, the terms of its score, and the leave. In the output, a tile that was on the board is in
/// parentheses; H 4x2 is an H on a double-letter square.
///
/// Exits with 0 if all words are valid or all plays are legal, with 1 if one is not, and with 2 if the position or a play
/// can't be read.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct JudgeArgs {
    #[command(flatten)]
    input: WordsArgs,
    /// Words, or a position and plays
    ///
    /// The first argument is a position if it has a /. Quote a position; plays need no quotes.
    #[arg(required = true, value_name = "[POSITION] PLAY|WORD")]
    items: Vec<String>,
    /// Print the verdict alone, as tournaments demand: acceptable or not acceptable
    #[arg(long)]
    verdict: bool,
    /// Print a JSON object
    #[arg(long, conflicts_with = "verdict")]
    json: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

const AFTER_HELP: &str = "\
JSON:
  acceptable  true if all words are valid or all plays are legal
  words       for words, a list, each with
    word        the word as given
    valid       true or false
    note        the reason, if the word can't be read
    labels      the labels of the word, if the image has it and labels: an object, true for each
                flag, and the numbers; with --view, also of a word that is not valid
  cgp         for plays, the position
  plays       for plays, a list, each with
    play        the play, such as \"8D RETSINA\"
    legal       true or false
    reason      the rule that the play breaks, unless it is legal
    words       a list: the main word, then the cross-words, each with
      word        the word
      coordinate  the square of its first tile: 8D across, D8 down
      valid       true or false
      tiles       a list, each with
        tile      the tile; a designated blank in lower case
        square    its square, such as 8D
        placed    true; false for a tile that was on the board
        value     its value, for a blank that of --blank-value
        letter_multiplier
                  the letter multiplier of its square; 1 for a tile that was on the board
      word_multiplier
                  the product of the word multipliers of the squares where tiles are placed
      score       the sum of values times letter multipliers, times the word multiplier
    bonus       the points for a bingo
    score       the sum of the words' scores and the bonus
    leave       the tiles that stay on the rack
  A play whose placement is illegal has no words, bonus, score or leave.

Examples:
  lexc judge english.gaddag RETSINA HEM RE EM
  lexc judge english.gaddag \\
    '15/15/15/15/15/15/15/3RETSINA5/15/15/15/15/15/15/15 AEHMT?S/ 66/0 0' 9C HEM
  lexc judge english.gaddag \"$(sed -n 3p games.cgp)\" '8D (RETSINA)s' 'K5 MESs.'";

/// Judges the words or plays and prints the rulings.
pub fn run(args: &JudgeArgs) -> Result<Answer, Failure> {
    let images = Inputs::of_words(&args.input).read()?;
    let lexicon = images.lexicon()?;
    let rulings = match args.items.split_first() {
        Some((position, plays)) if position.contains('/') => {
            judge_plays(position, plays, &lexicon, &args.rules)?
        }
        _ => judge_words(&args.items, lexicon),
    };
    print(|out| match (args.json, args.verdict) {
        (true, _) => json::write_line(out, &rulings),
        (_, true) => rulings.write_verdict(out),
        _ => rulings.write(out),
    })?;
    Ok(Answer::from_bool(rulings.acceptable))
}

/// The rulings. The fields are those of the JSON object.
#[derive(Serialize)]
struct Rulings {
    acceptable: bool,
    #[serde(flatten)]
    rulings: Items,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Items {
    Words { words: Vec<WordRuling> },
    Plays { cgp: String, plays: Vec<Ruling> },
}

#[derive(Serialize)]
struct WordRuling {
    word: String,
    valid: bool,
    /// The reason, if the word can't be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<WordLabels>,
}

fn judge_words(words: &[String], lexicon: Lexicon<'_>) -> Rulings {
    let tokenizer = Tokenizer::new(lexicon.alphabet());
    let words = words.iter().map(|text| {
        let read = |lexicon: Lexicon<'_>| {
            let is_start = |tiles: &[Tile]| lexicon.is_prefix(tiles);
            let is_word = |tiles: &[Tile]| lexicon.contains(tiles);
            tokenizer.tokenize_among(text, is_start, is_word)
        };
        let (tiles, note) = match read(lexicon) {
            Ok(tiles) => (tiles, None),
            Err(error) => (None, Some(error.to_string())),
        };
        // A word that the view lacks has its labels, too: they tell why.
        let whole = lexicon.whole();
        let labelled = tiles.clone().or_else(|| read(whole).ok().flatten());
        WordRuling {
            word: text.clone(),
            valid: tiles.is_some(),
            note,
            labels: labelled.and_then(|tiles| WordLabels::of(&whole, &tiles)),
        }
    });
    let words: Vec<_> = words.collect();
    Rulings {
        acceptable: words.iter().all(|word| word.valid),
        rulings: Items::Words { words },
    }
}

fn judge_plays(
    position: &str,
    plays: &[String],
    lexicon: &Lexicon<'_>,
    rules: &RulesArgs,
) -> Result<Rulings, Failure> {
    let alphabet = lexicon.alphabet();
    let games = Games::new(rules, alphabet)?;
    let position_text = to_nfc(position);
    let cgp = Cgp::parse(&position_text, alphabet).map_err(PositionProblem::Cgp);
    let cgp =
        cgp.map_err(|problem| Failure(format!("position {}: {problem}", Quoted(position))))?;
    let failure = |problem: PositionProblem| Failure(format!("position: {problem}"));
    let rules = games.rules(&cgp, alphabet).map_err(failure)?;
    let position = cgp.position(&rules);
    let position = position.map_err(|error| failure(PositionProblem::Rules(error)))?;
    WarningLog::default().say("", &warnings_of(&cgp, lexicon, &games, &rules));
    let plays = play_texts(plays);
    if plays.is_empty() {
        return Err(Failure(
            "no play after the position (write one, such as 8D RETSINA)".to_owned(),
        ));
    }
    let plays = plays.iter().map(|text| {
        Ruling::on(&to_nfc(text), &position, lexicon)
            .map_err(|error| Failure(format!("play {}: {error}", Quoted(text))))
    });
    let plays = plays.collect::<Result<Vec<_>, _>>()?;
    Ok(Rulings {
        acceptable: plays.iter().all(|play| play.legal),
        rulings: Items::Plays {
            cgp: cgp.display(alphabet).to_string(),
            plays,
        },
    })
}

/// The plays that the arguments give. Each play is a square and a word, in one argument or in two.
fn play_texts(args: &[String]) -> Vec<String> {
    let parts: Vec<&str> = args.iter().flat_map(|arg| arg.split_whitespace()).collect();
    parts.chunks(2).map(|play| play.join(" ")).collect()
}

impl Rulings {
    fn write_verdict(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "{}",
            match self.acceptable {
                true => "acceptable",
                false => "not acceptable",
            }
        )
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.rulings {
            Items::Words { words } => {
                for word in words {
                    let answer = if word.valid { "yes" } else { "no" };
                    write!(out, "{} {answer}", Visible(&word.word))?;
                    match (&word.note, &word.labels) {
                        (Some(note), _) => writeln!(out, ": {}", Visible(note))?,
                        (None, Some(labels)) if !word.valid && labels.is_empty() => {
                            writeln!(out, ", the image has it without labels")?;
                        }
                        (None, Some(labels)) if !word.valid => {
                            writeln!(out, ", the image has it: {labels}")?;
                        }
                        (None, Some(labels)) if !labels.is_empty() => writeln!(out, ": {labels}")?,
                        _ => writeln!(out)?,
                    }
                }
                self.write_verdict(out)
            }
            Items::Plays { plays, .. } => plays.iter().enumerate().try_for_each(|(index, play)| {
                if index > 0 {
                    writeln!(out)?;
                }
                write_ruling(play, out)
            }),
        }
    }
}

fn write_ruling(ruling: &Ruling, out: &mut dyn Write) -> io::Result<()> {
    match &ruling.reason {
        None => writeln!(out, "{} is legal", ruling.play)?,
        Some(reason) => writeln!(out, "{} is not legal: {reason}", Visible(&ruling.play))?,
    }
    match &ruling.account {
        Some(account) => write_account(account, out),
        None => Ok(()),
    }
}

/// Writes a line for each word with the terms of its score, a line for the bonus if it is not 0, the total and the
/// leave.
fn write_account(account: &Account, out: &mut dyn Write) -> io::Result<()> {
    let terms = |word: &WordAccount| {
        let tiles: Vec<_> = word.tiles.iter().map(ToString::to_string).collect();
        tiles.join(" + ")
    };
    let times = |word: &WordAccount| match word.word_multiplier {
        1 => String::new(),
        multiplier => format!("x{multiplier}"),
    };
    let mut rows = vec![["word", "at", "tiles", "times", "points"].map(str::to_owned)];
    let words = account.words.iter();
    rows.extend(words.map(|word| {
        [
            word.word.clone(),
            word.coordinate.clone(),
            terms(word),
            times(word),
            word.score.to_string(),
        ]
    }));
    let sum = |name: &str, points: i32| {
        let [place, terms, times] = [const { String::new() }; 3];
        [name.to_owned(), place, terms, times, points.to_string()]
    };
    if account.bonus != 0 {
        rows.push(sum("bingo", account.bonus));
    }
    rows.push(sum("total", account.score));
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].width())
            .max()
            .unwrap_or(0)
    };
    let widths = [0, 1, 2, 3, 4].map(width);
    for row in &rows {
        let [word, place, terms, times, points] = [0, 1, 2, 3, 4].map(|column: usize| {
            let padding = " ".repeat(widths[column] - row[column].width());
            match column {
                0..3 => format!("{}{padding}", row[column]),
                _ => format!("{padding}{}", row[column]),
            }
        });
        writeln!(out, "  {word}  {place}  {terms}  {times}  {points}")?;
    }
    match account.leave.as_str() {
        "" => writeln!(out, "  no leave"),
        leave => writeln!(out, "  leave {leave}"),
    }
}
