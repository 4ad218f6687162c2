//! Alphabet definitions: presets, and letter distributions from files.
//!
//! A letter distribution is a comma-separated file with one row for each tile, in alphabetical order:
//!
//! ```text
//! # tile,blank form,count,value,vowel
//! ?,?,2,0,0
//! A,a,12,1,1
//! L·L,l·l,1,10,0
//! ```
//!
//! The row `?,?,count,0,0` defines the blank and may stand anywhere; without it the game has no blanks. White space
//! around a field, columns after the fifth, empty lines, text after a `#` and a byte order mark are ignored. Lines end
//! in LF, CRLF or CR. The text of a tile may have several characters; texts are normalised to NFC.

use std::path::Path;
use std::str::FromStr;
use std::{fmt, iter};

use lexc_formats::{AlphabetDefinition, MAX_TILES, TileDefinition, is_one_line, is_tile_text};
use unicode_normalization::UnicodeNormalization;

use crate::input::{TextFault, read_text};
use crate::text::{self, NamedChar, Quoted};

#[cfg(test)]
mod tests;

/// Names and letter distributions of the presets.
const PRESETS: &[(&str, &str)] = &[("english", include_str!("../alphabets/english.csv"))];

/// Limit of a letter distribution in bytes; 62 tiles take about 1,000.
const MAX_FILE_BYTES: u64 = 1 << 16;

/// Limit of the faults that a message lists.
const MAX_FAULTS: usize = 20;

/// Names of the presets of [`load`].
pub(crate) fn presets() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|(name, _)| *name)
}

/// Loads the alphabet that `spec` names: by a preset's name, or by the path of a letter distribution.
///
/// A preset takes precedence over a file of the same name. A file's alphabet has the file's name, without extension.
///
/// ```
/// let english = lexc::alphabet::load("english")?;
/// assert_eq!(english.tiles.len(), 26);
/// # Ok::<(), lexc::alphabet::AlphabetFileError>(())
/// ```
///
/// # Errors
/// If `spec` names neither a preset nor a file; if the file is unreadable, too long or against the rules of [`parse`].
pub fn load(spec: &str) -> Result<AlphabetDefinition, AlphabetFileError> {
    if let Some((name, text)) = PRESETS.iter().find(|(name, _)| *name == spec) {
        return parse(name, text);
    }
    let refuse = |fault| AlphabetFileError {
        source_name: spec.to_owned(),
        faults: vec![fault],
    };
    let path = Path::new(spec);
    if matches!(path.try_exists(), Ok(false)) {
        let presets: Vec<_> = presets().collect();
        return Err(refuse(TextFault {
            place: None,
            message: format!(
                "no such alphabet file, and no preset of this name (presets: {})",
                presets.join(" ")
            ),
        }));
    }
    let text =
        read_text(path, MAX_FILE_BYTES, "file", ": not a letter distribution").map_err(refuse)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let is_kept = |c: &char| is_one_line(c.encode_utf8(&mut [0; 4]));
    let name: String = stem.chars().filter(is_kept).collect();
    parse_file(spec, &name, &text)
}

/// Faults of a letter distribution. The message has a line for each of the first 20.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphabetFileError {
    source_name: String,
    /// In the order of the file.
    faults: Vec<TextFault>,
}

impl fmt::Display for AlphabetFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().take(MAX_FAULTS).enumerate() {
            let separator = if index > 0 { "\n" } else { "" };
            write!(f, "{separator}{}:{fault}", self.source_name)?;
        }
        match self.faults.len().saturating_sub(MAX_FAULTS) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for AlphabetFileError {}

/// Parses a letter distribution. The alphabet gets the name `name`.
///
/// Checks every rule that an alphabet section has for tiles, so that errors can name the line of the file.
///
/// # Errors
/// Reports broken rules, with line and column: a row has at least five columns; a text or blank form has 1 to 16
/// bytes, only characters that a tile can have ([`is_tile_text`]) and no combining character at its start; no text or
/// blank form occurs twice; counts and values are whole numbers in range; the vowel flag is 0 or 1; the file has 1 to
/// 62 tiles and at most one row for the blank.
pub fn parse(name: &str, text: &str) -> Result<AlphabetDefinition, AlphabetFileError> {
    parse_file(name, name, text)
}

fn parse_file(
    source_name: &str,
    name: &str,
    text: &str,
) -> Result<AlphabetDefinition, AlphabetFileError> {
    let mut parser = Parser::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, line) in text.replace("\r\n", "\n").split(['\n', '\r']).enumerate() {
        parser.line = index as u64 + 1;
        let (row, _comment) = line.split_once('#').unwrap_or((line, ""));
        if !row.trim().is_empty() {
            parser.row(row);
        }
    }
    if parser.tile_rows == 0 {
        let message = "no tiles (one row each: tile,blank form,count,value,vowel)";
        parser.faults.push(TextFault {
            place: None,
            message: message.to_owned(),
        });
    }
    if !parser.faults.is_empty() {
        return Err(AlphabetFileError {
            source_name: source_name.to_owned(),
            faults: parser.faults,
        });
    }
    Ok(AlphabetDefinition {
        name: name.to_owned(),
        tiles: parser.tiles,
        blank_count: parser.blank_count.unwrap_or(0),
    })
}

/// A field of a row, without the white space around it.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    /// Column of its first character, counted from 1.
    column: usize,
}

#[derive(Default)]
struct Parser {
    line: u64,
    tile_rows: usize,
    tiles: Vec<TileDefinition>,
    blank_count: Option<u16>,
    /// The texts and blank forms read so far, each with its line.
    placed_tiles: Vec<(String, u64)>,
    faults: Vec<TextFault>,
}

impl Parser {
    fn row(&mut self, line: &str) {
        let mut column = 1;
        let mut fields = line.split(',').map(|field| {
            let indent = field.chars().count() - field.trim_start().chars().count();
            let start = column + indent;
            column += field.chars().count() + 1;
            Field {
                text: field.trim(),
                column: start,
            }
        });
        let row: [Option<Field<'_>>; 5] = std::array::from_fn(|_| fields.next());
        let [
            Some(tile),
            Some(blank),
            Some(count),
            Some(value),
            Some(vowel),
        ] = row
        else {
            let found = row.iter().flatten().count();
            let end = line.trim_end().chars().count() + 1;
            self.tile_rows += 1;
            let columns = "tile,blank form,count,value,vowel";
            self.fault(end, format!("{found} of the 5 columns {columns}"));
            return;
        };
        if tile.text == "?" {
            self.blank_row([tile, blank, count, value, vowel]);
        } else {
            self.tile_row([tile, blank, count, value, vowel]);
        }
    }

    fn blank_row(&mut self, [tile, blank, count, value, vowel]: [Field<'_>; 5]) {
        if self.blank_count.is_some() {
            self.fault(tile.column, "a second row for the blank".to_owned());
        }
        for (field, expected) in [(blank, "?"), (value, "0"), (vowel, "0")] {
            if field.text != expected {
                let (found, expected) = (Quoted(field.text), Quoted(expected));
                let message =
                    format!("the blank's row is ?,?,count,0,0: {found} where {expected} belongs");
                self.fault(field.column, message);
            }
        }
        self.blank_count = Some(self.count(count).unwrap_or(0));
    }

    fn tile_row(&mut self, [tile, blank, count, value, vowel]: [Field<'_>; 5]) {
        self.tile_rows += 1;
        if self.tile_rows == MAX_TILES + 1 {
            self.fault(tile.column, format!("more than {MAX_TILES} tiles"));
        }
        let text = self.placed_tile(tile);
        let blank_text = self.placed_tile(blank);
        let count = self.count(count);
        let value = self.number(value, "the value", i16::MIN, i16::MAX);
        if !matches!(vowel.text, "0" | "1") {
            let found = Quoted(vowel.text);
            self.fault(
                vowel.column,
                format!("the vowel column is 0 or 1, not {found}"),
            );
        }
        // A missing value has added a fault, so the tiles will not be used.
        if let (Some(text), Some(blank_text), Some(count), Some(value)) =
            (text, blank_text, count, value)
        {
            self.tiles.push(TileDefinition {
                text,
                blank_text,
                value,
                count,
                is_vowel: vowel.text == "1",
            });
        }
    }

    /// The text or blank form of a tile in NFC. Adds a fault and returns `None` if it is invalid.
    fn placed_tile(&mut self, field: Field<'_>) -> Option<String> {
        let text: String = field.text.nfc().collect();
        let stray = field.text.chars().enumerate().find(|(_, c)| is_stray(*c));
        let earlier = self
            .placed_tiles
            .iter()
            .find(|(placed_tile, _)| *placed_tile == text);
        let quoted = Quoted(&text);
        let (column, message) = if let Some((index, character)) = stray {
            let character = NamedChar(character);
            let message = format!("{character} can be on no tile, in {quoted}");
            (field.column + index, message)
        } else if text.chars().next().is_some_and(text::combines) {
            let message = format!("{quoted} starts with a combining character");
            (field.column, message)
        } else if !is_tile_text(&text) {
            let len = text.len();
            let message = format!("a tile's text has 1 to 16 bytes of UTF-8, {quoted} has {len}");
            (field.column, message)
        } else if let Some((_, line)) = earlier {
            let message = format!(
                "{quoted} is already a tile or blank form on line {line} (give each a text of its own; where letters have no case, mark the blank forms, as in `א*`)"
            );
            (field.column, message)
        } else {
            self.placed_tiles.push((text.clone(), self.line));
            return Some(text);
        };
        self.fault(column, message);
        None
    }

    fn count(&mut self, field: Field<'_>) -> Option<u16> {
        self.number(field, "the count", u16::MIN, u16::MAX)
    }

    fn number<N: FromStr + fmt::Display>(
        &mut self,
        field: Field<'_>,
        what: &str,
        min: N,
        max: N,
    ) -> Option<N> {
        let number = field.text.parse().ok();
        if number.is_none() {
            let found = Quoted(field.text);
            let message = format!("{what} is a whole number from {min} to {max}, not {found}");
            self.fault(field.column, message);
        }
        number
    }

    fn fault(&mut self, column: usize, message: String) {
        self.faults.push(TextFault {
            place: Some((self.line, column)),
            message,
        });
    }
}

/// Returns `true` if no tile can have the normalised character.
fn is_stray(c: char) -> bool {
    !is_tile_text(&iter::once(c).nfc().collect::<String>())
}
