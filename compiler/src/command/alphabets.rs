//! `lexc alphabets`: list the preset alphabets, or print an alphabet as a file.

use std::io::{self, Write};

use clap::Args;
use lexc_compiler::alphabet::{PRESETS, Preset, load_with_dialect, parse, to_text};
use lexc_formats::{AlphabetDefinition, Digraphs};
use serde::Serialize;

use super::json::write_line;
use super::outcome::{Answer, Failure};
use super::output::{Output, print};
use super::table::Table;
use super::terminal::say;

/// List the preset alphabets, or print one as a file
///
/// An alphabet names the tiles of a game, their counts and values, and the ways in which text is read as tiles: accented
/// letters, ligatures, digraphs. `lexc build --alphabet` accepts a preset by its name.
///
/// A letter distribution of MAGPIE, Macondo, wolges or Quackle is printed in the form of lexc; standard error names the columns
/// of the file.
#[derive(Debug, Args)]
#[command(after_long_help = "\
JSON, one object a line for each preset:
  name           the name for lexc build --alphabet
  tiles          the number of different lettered tiles
  total, blanks  the number of all tiles in the bag, and of the blanks among them
  digraphs       \"longest\" if text without brackets is read as the longest tiles, else \"explicit\"
  readings       the number of texts, such as É, that are read as tiles but are the text of no tile
  note           language and sources

Examples:
  lexc alphabets
  lexc alphabets spanish > mine.csv && lexc build words.txt -o words.gaddag --alphabet mine.csv")]
pub struct AlphabetsArgs {
    /// A preset, or a file with a letter distribution
    #[arg(value_name = "NAME|FILE")]
    alphabet: Option<String>,
    /// List the presets as JSON objects, one a line
    #[arg(long, conflicts_with = "alphabet")]
    json: bool,
}

/// Lists the presets, or prints an alphabet.
pub fn run(args: &AlphabetsArgs) -> Result<Answer, Failure> {
    match &args.alphabet {
        Some(spec) => print_alphabet(spec)?,
        None => list(args.json)?,
    }
    Ok(Answer::Yes)
}

fn print_alphabet(spec: &str) -> Result<(), Failure> {
    let text = match Preset::named(spec) {
        Some(preset) => preset.text.to_owned(),
        None => {
            let (definition, dialect) = load_with_dialect(spec)?;
            if let Some(dialect) = dialect {
                say(&format_args!("{spec}: {dialect}"));
            }
            to_text(&definition).map_err(Failure::new)?
        }
    };
    let written = Output::Stdout.write_text(|out| out.write_all(text.as_bytes()));
    written.map(|_| ())
}

/// A preset, as a JSON object and as a row of the table.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    tiles: usize,
    total: u64,
    blanks: u16,
    digraphs: &'static str,
    readings: usize,
    note: &'static str,
}

impl Row {
    fn of(preset: &Preset, alphabet: &AlphabetDefinition) -> Row {
        let counts = alphabet.tiles.iter().map(|tile| u64::from(tile.count));
        Row {
            name: preset.name,
            tiles: alphabet.tiles.len(),
            total: counts.sum::<u64>() + u64::from(alphabet.blank_count),
            blanks: alphabet.blank_count,
            digraphs: match alphabet.digraphs {
                Digraphs::Explicit => "explicit",
                Digraphs::Longest => "longest",
            },
            readings: alphabet.readings.len(),
            note: preset.note(),
        }
    }
}

fn list(is_json: bool) -> Result<(), Failure> {
    let rows = PRESETS.iter().map(|preset| {
        let alphabet = parse(preset.name, preset.text)?;
        Ok(Row::of(preset, &alphabet))
    });
    let rows: Vec<Row> = rows.collect::<Result<_, Failure>>()?;
    print(|out| match is_json {
        true => rows.iter().try_for_each(|row| write_line(out, row)),
        false => write_table(out, &rows),
    })
}

fn write_table(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let mut table = Table::new(["name", "tiles", "total", "blanks", "digraphs", "readings"]);
    for row in rows {
        table.row([
            row.name.to_owned(),
            row.tiles.to_string(),
            row.total.to_string(),
            row.blanks.to_string(),
            row.digraphs.to_owned(),
            row.readings.to_string(),
        ]);
    }
    table.print(out)?;
    writeln!(out)?;
    rows.iter()
        .try_for_each(|row| writeln!(out, "{}: {}", row.name, row.note))
}
