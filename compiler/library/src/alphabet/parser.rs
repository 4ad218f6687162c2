//! Parses the rows of a letter distribution.

use std::str::FromStr;
use std::{fmt, iter};

use lexc_formats::{AlphabetDefinition, MAX_TILES, TileDefinition, is_tile_text};
use unicode_normalization::UnicodeNormalization;

use super::dialect::{Dialect, is_headings};
use super::lines::{Field, Line, lines};
use super::reading;
use crate::input::TextFault;
use crate::text::{self, NamedChar, Quoted};
use crate::tokenizer::letters_of_form;

/// Parses the text of a file. The alphabet gets the name `name`.
pub(super) fn parse(
    name: &str,
    text: &str,
) -> Result<(AlphabetDefinition, Dialect), Vec<TextFault>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_rule = |line: &Line<'_>| reading::rule(line).is_some();
    let (rule_lines, mut rows): (Vec<_>, Vec<_>) = lines(text).into_iter().partition(is_rule);
    let headings = rows
        .first()
        .is_some_and(is_headings)
        .then(|| rows.remove(0));
    let dialect = Dialect::of(&rows, headings.as_ref()).map_err(|fault| vec![fault])?;
    let mut parser = Parser {
        dialect,
        has_dotted_i: rows
            .iter()
            .any(|row| row.text.trim_start().starts_with('İ')),
        line: 0,
        tile_rows: 0,
        tiles: Vec::new(),
        blank_count: None,
        placed_tiles: Vec::new(),
        faults: Vec::new(),
    };
    for row in &rows {
        parser.row(row);
    }
    if parser.tile_rows == 0 {
        let columns = dialect.columns();
        parser.faults.push(TextFault {
            place: None,
            message: format!("no tiles (one row each: {columns})"),
        });
    }
    let mut definition = AlphabetDefinition {
        name: name.to_owned(),
        tiles: parser.tiles,
        blank_count: parser.blank_count.unwrap_or(0),
        ..AlphabetDefinition::default()
    };
    if parser.faults.is_empty() {
        parser.faults = reading::add(&mut definition, &rule_lines);
    }
    match parser.faults {
        faults if faults.is_empty() => Ok((definition, dialect)),
        faults => Err(faults),
    }
}

struct Parser {
    dialect: Dialect,
    /// True if a tile starts with İ, so that the lower case of I is ı.
    has_dotted_i: bool,
    line: u64,
    tile_rows: usize,
    tiles: Vec<TileDefinition>,
    blank_count: Option<u16>,
    /// The texts and blank forms read so far, each with its line.
    placed_tiles: Vec<(String, u64)>,
    faults: Vec<TextFault>,
}

impl Parser {
    fn row(&mut self, line: &Line<'_>) {
        self.line = line.number;
        let dialect = self.dialect;
        let fields = dialect.fields(line);
        match (dialect, &fields[..]) {
            (Dialect::Quackle, [blank, value, count, ..]) if blank.text == "blank" => {
                self.blank_row(*blank, *count, *value, &[(*value, "0")]);
            }
            (Dialect::Macondo | Dialect::MacondoSemicolons, [blank, count, value, vowel, ..])
                if blank.text == "?" =>
            {
                self.blank_row(*blank, *count, *value, &[(*value, "0"), (*vowel, "0")]);
            }
            (Dialect::Macondo | Dialect::MacondoSemicolons, [tile, count, value, vowel, ..]) => {
                let blank = lower_case(tile.text, self.has_dotted_i);
                let blank = Field {
                    text: &blank,
                    ..*tile
                };
                self.tile_row([*tile, blank, *count, *value, *vowel]);
            }
            (Dialect::Quackle, [tile, blank, value, count, vowel, ..]) => {
                self.tile_row([*tile, *blank, *count, *value, *vowel]);
            }
            (
                Dialect::Lexc | Dialect::LexcSemicolons | Dialect::Wolges,
                [tile, blank, count, value, vowel, ..],
            ) if tile.text == "?" => {
                let zeros = [(*blank, "?"), (*value, "0"), (*vowel, "0")];
                self.blank_row(*tile, *count, *value, &zeros);
            }
            (
                Dialect::Lexc | Dialect::LexcSemicolons | Dialect::Wolges,
                [tile, blank, count, value, vowel, ..],
            ) => {
                self.tile_row([*tile, *blank, *count, *value, *vowel]);
            }
            (_, fields) => {
                self.tile_rows += 1;
                let (found, columns) = (fields.len(), dialect.columns());
                let needed = columns.split(',').count();
                let message = format!("{found} of the {needed} columns {columns}");
                self.fault(line.end_column(), message);
            }
        }
    }

    /// Adds the row of the blank. `others` pairs each field that must have a fixed text with this text; `value` is one
    /// of these fields.
    fn blank_row(
        &mut self,
        blank: Field<'_>,
        count: Field<'_>,
        value: Field<'_>,
        others: &[(Field<'_>, &str)],
    ) {
        if self.blank_count.is_some() {
            self.fault(blank.column, "a second row for the blank".to_owned());
        }
        let row = self.dialect.blank_row();
        for (field, expected) in others {
            if field.text != *expected {
                let remedy = match field.text.parse::<i16>() {
                    Ok(points) if field.column == value.column => {
                        format!(
                            " (write 0; `lexc moves` and other verbs take --blank-value {points})"
                        )
                    }
                    _ => String::new(),
                };
                let (found, expected) = (Quoted(field.text), Quoted(expected));
                let message =
                    format!("the blank's row is {row}: {found} where {expected} belongs{remedy}");
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
        // A peer without blank forms of its own writes a tile in bars, and the blank in brackets.
        let marked = without_bars(tile.text)
            .filter(|text| {
                blank
                    .text
                    .strip_prefix('[')
                    .and_then(|blank| blank.strip_suffix(']'))
                    == Some(text)
            })
            .map(|text| {
                text.chars()
                    .map(hangul_letter)
                    .chain(['*'])
                    .collect::<String>()
            });
        let text = self.placed_tile(tile);
        let blank_text = self.placed_tile(match &marked {
            Some(text) => Field { text, ..blank },
            None => blank,
        });
        let count = self.count(count);
        let value = self.number(value, "the value", i16::MIN, i16::MAX);
        if !matches!(vowel.text, "0" | "1") {
            let found = Quoted(vowel.text);
            self.fault(
                vowel.column,
                format!("the vowel column is 0 or 1, not {found}"),
            );
        }
        // If a value is `None`, a fault was added, so the parser will return no tiles.
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

    /// The text or blank form of a tile in NFC. If the text is invalid or repeats an earlier one, adds a fault and
    /// returns `None`.
    ///
    /// Removes the brackets in which some programs write a text of several characters, and bars. Between bars, a part of a Hangul
    /// syllable becomes its letter.
    fn placed_tile(&mut self, field: Field<'_>) -> Option<String> {
        let between_bars = without_bars(field.text);
        let letters: Option<String> =
            between_bars.map(|text| text.chars().map(hangul_letter).collect());
        let field = match &letters {
            Some(text) => Field {
                text,
                column: field.column + 1,
            },
            None => field,
        };
        let inner = field
            .text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'));
        let field = match inner {
            Some(inner) if inner.chars().nth(1).is_some() => Field {
                text: inner,
                column: field.column + 1,
            },
            _ => field,
        };
        let text: String = field.text.nfc().collect();
        let stray = field.text.chars().enumerate().find(|(_, c)| is_stray(*c));
        let earlier = self
            .placed_tiles
            .iter()
            .find(|(placed_tile, _)| *placed_tile == text);
        let quoted = Quoted(&text);
        let (column, message) = if let Some((index, character)) = stray {
            let remedy = match character {
                '0'..='9' if text.len() == 1 => {
                    " (write the text that the tile shows: CH in place of a digit for it)"
                }
                _ => "",
            };
            let character = NamedChar(character);
            let message = format!("{character} can be on no tile, in {quoted}{remedy}");
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

    /// Adds a fault, unless it equals the last one: a fault of a text may recur in the blank form derived from it.
    fn fault(&mut self, column: usize, message: String) {
        let fault = TextFault {
            place: Some((self.line, column)),
            message,
        };
        if self.faults.last() != Some(&fault) {
            self.faults.push(fault);
        }
    }
}

/// Returns `true` if no tile can have the normalised character.
fn is_stray(c: char) -> bool {
    !is_tile_text(&iter::once(c).nfc().collect::<String>())
}

/// The text in lower case: the blank form in a dialect without a column for it.
fn lower_case(text: &str, has_dotted_i: bool) -> String {
    let lower = |c: char| match c {
        'I' if has_dotted_i => 'ı'.to_string(),
        'İ' => 'i'.to_string(),
        c => c.to_lowercase().to_string(),
    };
    text.chars().map(lower).collect()
}

/// The text between two bars; `None` without them.
fn without_bars(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('|')?.strip_suffix('|')?;
    (!inner.is_empty()).then_some(inner)
}

/// The letter of a part of a Hangul syllable, which normalisation would join to the character before it; other characters stay.
fn hangul_letter(c: char) -> char {
    match c {
        '\u{1100}'..='\u{11FF}' => letters_of_form(c).and_then(|form| form.first().copied()),
        _ => None,
    }
    .unwrap_or(c)
}
