//! `lexc diff`: the words and hooks that two lexicons do not share.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use lexc_compiler::Automata;
use lexc_compiler::diff::{Change, Diff, HookChanges, SetChange, alphabet_difference};
use lexc_compiler::progress::{Counter, StepVisitor};
use lexc_compiler::text::Visible;
use lexc_compiler::tokenizer::Detokenizer;
use lexc_formats::{Alphabet, Tile, TileSet};
use serde::Serialize;

use super::inputs::{in_view, open};
use super::json;
use super::lexicons::LexiconArgs;
use super::outcome::{Answer, Failure};
use super::output::AnswerStream;
use super::terminal::{Progress, say};

/// Compare the words of two lexicons
///
/// Prints a line for each word that only one lexicon has, in alphabet order: +WORD for a word that the second adds, -WORD for a
/// word that it removes. Standard error has the counts, unless --json or --summary prints them. Each lexicon is an image or
/// a word list; lists are read as lexc build reads them. The alphabets must have the same tiles; values and counts may differ.
///
/// Exits with 0 if the words are the same, and with 1 if they differ.
#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_long_help = "\
JSON: an object a line. For each change:
  change   \"added\", \"removed\", or with --hooks \"hooks\"
  word     the word
  front    with change \"hooks\", the front hooks: an object with gained and lost, lists of tiles
  back     with change \"hooks\", the same for the back hooks
The last object:
  summary  the counts: an object with
    added, removed, both
             the words that only the second, only the first, and both lexicons have
    hooks_gained, hooks_lost
             with --hooks, the hooks of the words in both

Examples:
  lexc diff old.gaddag new.gaddag
  lexc diff both.gaddag --view nwl --view csw    the words that one edition adds to the other
  lexc diff old.txt new.txt --hooks | grep '^ '    the words whose hooks change
  lexc diff old.gaddag new.txt --json | jq -r 'select(.change == \"added\").word'"
)]
pub struct DiffArgs {
    /// The old lexicon, an image or a word list; - for standard input
    old: PathBuf,
    /// The new lexicon, an image or a word list; - for standard input. With --view twice, the old image by default
    new: Option<PathBuf>,
    /// Compare only the words whose labels satisfy an expression, such as 'csw & !new': first of the old lexicon, then of the new
    ///
    /// The expressions are those of `lexc find --view`.
    #[arg(long, value_name = "EXPRESSION")]
    view: Vec<String>,
    /// Show changed hooks of the words that both lexicons have, too
    ///
    /// A line starts with a space and the word; then come the tiles gained (+) and lost (-) as front hooks and as back hooks:
    /// ` CARE front +S back +RX -D`.
    #[arg(long)]
    hooks: bool,
    /// Print the counts alone
    #[arg(long, conflicts_with = "json")]
    summary: bool,
    /// Print a JSON object for each change, one a line, and one for the counts
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lexicons: LexiconArgs,
}

/// Compares the lexicons and prints the changes.
pub fn run(args: &DiffArgs) -> Result<Answer, Failure> {
    let mut paths = vec![args.old.clone()];
    paths.extend(args.new.clone());
    if args.view.len() > 2 || args.new.is_none() && args.view.len() < 2 {
        return Err(Failure(
            "two lexicons are compared (name the second one, or give --view twice, for the old words and for the new)".to_owned(),
        ));
    }
    let images = args.lexicons.read(&paths, Automata::Dawg)?;
    let lexicons = paths.iter().zip(&images);
    let lexicons = lexicons.map(|(path, image)| open(path, image));
    let lexicons = lexicons.collect::<Result<Vec<_>, _>>()?;
    let lexicon = |at: usize| {
        let lexicon = lexicons[at.min(lexicons.len() - 1)];
        match args.view.get(at) {
            Some(view) => in_view(&lexicon, "--view", view),
            None => Ok(lexicon),
        }
    };
    let (old, new) = (lexicon(0)?, lexicon(1)?);
    if let Some(difference) = alphabet_difference(old.alphabet(), new.alphabet()) {
        return Err(Failure(format!(
            "{} and {} have different alphabets: {difference} (compare lexicons of one alphabet)",
            paths[0].display(),
            paths[paths.len() - 1].display()
        )));
    }
    let alphabet = old.alphabet();
    let mut counts = Counts::new(args.hooks);
    // No progress line if changes are printed to a terminal: the changes themselves show progress.
    let is_shown = args.summary || !io::stdout().is_terminal();
    let progress = is_shown.then(Progress::of_steps);
    let visit: StepVisitor<'_> = &mut |step| progress.iter().for_each(|line| line.step(step));
    let mut counter = Counter::start("comparing", old.word_count().into(), "words", visit);
    let mut speller = Detokenizer::new(alphabet);
    let mut out = AnswerStream::open();
    for change in Diff::new(old, new, args.hooks) {
        counts.add(&change);
        if !matches!(change, Change::Added(_)) {
            counter.advance();
        }
        if out.is_closed() && counts.differ() {
            // No further change can change the exit code.
            return Ok(Answer::No);
        }
        if args.summary {
            continue;
        }
        let Some(change) = ChangeJson::new(&change, alphabet, &mut speller) else {
            continue;
        };
        out.answer(|out| match args.json {
            true => json::write_line(out, &change),
            false => change.write(out),
        })?;
    }
    drop(progress);
    match args {
        DiffArgs { json: true, .. } => {
            out.answer(|out| json::write_line(out, &Summary { summary: &counts }))?;
        }
        DiffArgs { summary: true, .. } => out.answer(|out| counts.write(out))?,
        _ => {}
    }
    out.flush()?;
    if !args.json && !args.summary {
        say(&counts.line());
    }
    Ok(Answer::from_bool(!counts.differ()))
}

/// A change as JSON.
#[derive(Serialize)]
struct ChangeJson {
    change: &'static str,
    word: String,
    #[serde(flatten)]
    hooks: Option<HooksJson>,
}

#[derive(Serialize)]
struct HooksJson {
    front: SetJson,
    back: SetJson,
}

#[derive(Serialize)]
struct SetJson {
    gained: Vec<String>,
    lost: Vec<String>,
    /// The gained tiles as text, and the lost tiles as text.
    #[serde(skip)]
    texts: [String; 2],
}

impl ChangeJson {
    /// The change as JSON; `None` for a word of both lexicons whose hooks do not change or are not compared.
    fn new(
        change: &Change,
        alphabet: Alphabet<'_>,
        speller: &mut Detokenizer<'_>,
    ) -> Option<ChangeJson> {
        let (change, word, hooks) = match change {
            Change::Added(word) => ("added", word, None),
            Change::Removed(word) => ("removed", word, None),
            Change::Kept { hooks, .. } if *hooks == HookChanges::default() => return None,
            Change::Kept { word, hooks } => ("hooks", word, Some(HooksJson::new(hooks, alphabet))),
        };
        let codes: Vec<u8> = word.iter().map(|tile| tile.code()).collect();
        let word = speller.spell(&codes);
        Some(ChangeJson {
            change,
            word,
            hooks,
        })
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let word = Visible(&self.word);
        let Some(HooksJson { front, back }) = &self.hooks else {
            let sign = if self.change == "added" { '+' } else { '-' };
            return writeln!(out, "{sign}{word}");
        };
        write!(out, " {word}")?;
        for (name, set) in [("front", front), ("back", back)] {
            if !(set.gained.is_empty() && set.lost.is_empty()) {
                write!(out, " {name}")?;
            }
            for (sign, text) in ['+', '-'].into_iter().zip(&set.texts) {
                if !text.is_empty() {
                    write!(out, " {sign}{}", Visible(text))?;
                }
            }
        }
        writeln!(out)
    }
}

impl HooksJson {
    fn new(hooks: &HookChanges, alphabet: Alphabet<'_>) -> HooksJson {
        let each = |tiles: TileSet| {
            let tiles = tiles.into_iter();
            tiles
                .map(|tile| alphabet.spell(&[tile]).to_string())
                .collect()
        };
        let text = |tiles: TileSet| {
            let tiles: Vec<Tile> = tiles.into_iter().collect();
            alphabet.spell(&tiles).to_string()
        };
        let set = |change: SetChange| SetJson {
            gained: each(change.gained),
            lost: each(change.lost),
            texts: [change.gained, change.lost].map(text),
        };
        HooksJson {
            front: set(hooks.front),
            back: set(hooks.back),
        }
    }
}

#[derive(Serialize)]
struct Summary<'a> {
    summary: &'a Counts,
}

/// The numbers of words and hooks.
#[derive(Serialize)]
struct Counts {
    added: u64,
    removed: u64,
    both: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    hooks_gained: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hooks_lost: Option<u64>,
}

impl Counts {
    fn new(with_hooks: bool) -> Counts {
        let hooks = with_hooks.then_some(0);
        Counts {
            added: 0,
            removed: 0,
            both: 0,
            hooks_gained: hooks,
            hooks_lost: hooks,
        }
    }

    fn add(&mut self, change: &Change) {
        match change {
            Change::Added(_) => self.added += 1,
            Change::Removed(_) => self.removed += 1,
            Change::Kept { hooks, .. } => {
                self.both += 1;
                let HookChanges { front, back } = hooks;
                let sum =
                    |set: fn(&SetChange) -> TileSet| (set(front).len() + set(back).len()) as u64;
                if let Some(gained) = &mut self.hooks_gained {
                    *gained += sum(|change| change.gained);
                }
                if let Some(lost) = &mut self.hooks_lost {
                    *lost += sum(|change| change.lost);
                }
            }
        }
    }

    fn differ(&self) -> bool {
        self.added + self.removed > 0
    }

    /// The counts with their names; without `--hooks`, no counts of hooks.
    fn named(&self) -> impl Iterator<Item = (&'static str, u64)> {
        [
            ("added", Some(self.added)),
            ("removed", Some(self.removed)),
            ("both", Some(self.both)),
            ("hooks gained", self.hooks_gained),
            ("hooks lost", self.hooks_lost),
        ]
        .into_iter()
        .filter_map(|(name, count)| Some((name, count?)))
    }

    fn line(&self) -> String {
        let counts = self.named().map(|(name, count)| format!("{name} {count}"));
        counts.collect::<Vec<_>>().join(", ")
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut counts = self.named();
        counts.try_for_each(|(name, count)| writeln!(out, "{name}\t{count}"))
    }
}
