//! Parses the text of a letter distribution into an alphabet.

use std::iter;
use std::str::FromStr;

use lexc_formats::{AlphabetDefinition, MAX_TILES, TileDefinition, is_tile_text};
use unicode_normalization::UnicodeNormalization;

use super::problem::{AlphabetFileError, AlphabetProblem, AlphabetProblemKind};
use crate::text;

/// The alphabet that a letter distribution defines; `name` is what it will be called.
///
/// The result can be encoded: all rules of an alphabet section are checked here, so that the line can be named.
///
/// # Errors
/// All rules that are broken, each with line and column: a row has at least five columns; texts have 1 to 16 bytes and
/// only characters that a tile can have ([`is_tile_text`]); no text or blank form occurs twice; counts and values are
/// whole numbers in range; the vowel flag is 0 or 1; there are 1 to 62 tiles and at most one blank's row.
pub fn parse(name: &str, text: &str) -> Result<AlphabetDefinition, AlphabetFileError> {
    parse_file(name, name, text)
}

pub(super) fn parse_file(
    source_name: &str,
    name: &str,
    text: &str,
) -> Result<AlphabetDefinition, AlphabetFileError> {
    let mut parser = Parser::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, line) in text.replace("\r\n", "\n").split(['\n', '\r']).enumerate() {
        parser.line = index + 1;
        let (row, _comment) = line.split_once('#').unwrap_or((line, ""));
        if !row.trim().is_empty() {
            parser.row(row);
        }
    }
    if parser.tile_rows == 0 {
        parser.problems.push(AlphabetProblem {
            place: None,
            kind: AlphabetProblemKind::NoTiles,
        });
    }
    if !parser.problems.is_empty() {
        return Err(AlphabetFileError::new(source_name, parser.problems));
    }
    Ok(AlphabetDefinition {
        name: name.to_owned(),
        tiles: parser.tiles,
        blank_count: parser.blank_count.unwrap_or(0),
    })
}

/// A field of a row, without the blanks around it.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    /// Column of its first character, counted from 1.
    column: usize,
}

#[derive(Default)]
struct Parser {
    line: usize,
    tile_rows: usize,
    tiles: Vec<TileDefinition>,
    blank_count: Option<u16>,
    /// The texts and blank forms so far, and the lines they are on.
    placed_tiles: Vec<(String, usize)>,
    problems: Vec<AlphabetProblem>,
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
            self.problem(end, AlphabetProblemKind::Columns { found });
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
            self.problem(tile.column, AlphabetProblemKind::SecondBlank);
        }
        for (field, expected) in [(blank, "?"), (value, "0"), (vowel, "0")] {
            if field.text != expected {
                let found = field.text.to_owned();
                let kind = AlphabetProblemKind::BlankRow { found, expected };
                self.problem(field.column, kind);
            }
        }
        self.blank_count = Some(self.count(count).unwrap_or(0));
    }

    fn tile_row(&mut self, [tile, blank, count, value, vowel]: [Field<'_>; 5]) {
        self.tile_rows += 1;
        if self.tile_rows == MAX_TILES + 1 {
            self.problem(tile.column, AlphabetProblemKind::TooManyTiles);
        }
        let text = self.placed_tile(tile);
        let blank_text = self.placed_tile(blank);
        let count = self.count(count);
        let value = self.number(value, "the value", i16::MIN, i16::MAX);
        if !matches!(vowel.text, "0" | "1") {
            let kind = AlphabetProblemKind::Vowel(vowel.text.to_owned());
            self.problem(vowel.column, kind);
        }
        // A row that lacks one of these has a problem, so the tiles won't be used.
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

    /// The text or blank form of a tile, if it can be one.
    fn placed_tile(&mut self, field: Field<'_>) -> Option<String> {
        let text: String = field.text.nfc().collect();
        let stray = field.text.chars().enumerate().find(|(_, c)| is_stray(*c));
        let earlier = self
            .placed_tiles
            .iter()
            .find(|(placed_tile, _)| *placed_tile == text);
        let (column, kind) = if let Some((index, character)) = stray {
            let kind = AlphabetProblemKind::Character { character, text };
            (field.column + index, kind)
        } else if text.chars().next().is_some_and(text::combines) {
            (field.column, AlphabetProblemKind::Combining(text))
        } else if !is_tile_text(&text) {
            (field.column, AlphabetProblemKind::FaceLength(text))
        } else if let Some(&(_, line)) = earlier {
            (field.column, AlphabetProblemKind::Repeated { text, line })
        } else {
            self.placed_tiles.push((text.clone(), self.line));
            return Some(text);
        };
        self.problem(column, kind);
        None
    }

    fn count(&mut self, field: Field<'_>) -> Option<u16> {
        self.number(field, "the count", u16::MIN, u16::MAX)
    }

    fn number<N: FromStr + Into<i32>>(
        &mut self,
        field: Field<'_>,
        what: &'static str,
        min: N,
        max: N,
    ) -> Option<N> {
        let number = field.text.parse().ok();
        if number.is_none() {
            let kind = AlphabetProblemKind::Number {
                what,
                found: field.text.to_owned(),
                range: (min.into(), max.into()),
            };
            self.problem(field.column, kind);
        }
        number
    }

    fn problem(&mut self, column: usize, kind: AlphabetProblemKind) {
        self.problems.push(AlphabetProblem {
            place: Some((self.line, column)),
            kind,
        });
    }
}

/// Returns `true` if no tile can have the character, as written or normalised.
fn is_stray(c: char) -> bool {
    !is_tile_text(&iter::once(c).nfc().collect::<String>())
}
