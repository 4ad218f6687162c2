//! Reading rules: the rows of a letter distribution that start with a keyword and a colon.
//!
//! ```text
//! digraphs: longest
//! read: À Á = A
//! read: Œ = OE
//! ignore: U+0591-U+05C7
//! ```

use std::collections::BTreeMap;

use lexc_formats::{
    Alphabet, AlphabetDefinition, Digraphs, PlacedTile, ReadingDefinition, Tile, is_reading_text,
};
use unicode_normalization::UnicodeNormalization;

use super::lines::{Field, Line};
use super::marks;
use crate::input::TextFault;
use crate::text::{self, NamedChar, Quoted, tile_texts};
use crate::tokenizer::Tokenizer;

/// The keyword of a rule and the text after its colon; `None` for the row of a tile.
pub(super) fn rule<'a>(line: &Line<'a>) -> Option<(Field<'a>, Field<'a>)> {
    let indent = line.text.len() - line.text.trim_start().len();
    let row = Field {
        text: line.text,
        column: 1,
    };
    let row = row.after(indent);
    let (keyword, rest) = row.text.split_once(':')?;
    let is_keyword = keyword.len() > 1 && keyword.bytes().all(|byte| byte.is_ascii_lowercase());
    is_keyword.then(|| {
        let keyword = Field {
            text: keyword,
            ..row
        };
        (keyword, row.after(row.text.len() - rest.len()))
    })
}

/// Adds the rules to an alphabet whose tiles are valid. Returns the faults of the rules.
pub(super) fn add(definition: &mut AlphabetDefinition, lines: &[Line<'_>]) -> Vec<TextFault> {
    let mut rules = Rules {
        readings: BTreeMap::new(),
        faults: Vec::new(),
    };
    for reading in definition.readings.drain(..) {
        rules.readings.insert(reading.text, reading.placed_tiles);
    }
    // The rule `digraphs:` decides how the tiles of a reading are read, so the readings are parsed after all other rules.
    let mut readings = Vec::new();
    for line in lines {
        match rule(line) {
            Some((keyword, rest)) if keyword.text == "digraphs" => match rest.text.trim() {
                "explicit" => definition.digraphs = Digraphs::Explicit,
                "longest" => definition.digraphs = Digraphs::Longest,
                found => {
                    let found = Quoted(found);
                    let message = format!("digraphs are explicit or longest, not {found}");
                    rules.faults.push(line.fault(rest.column, message));
                }
            },
            Some((keyword, rest)) if keyword.text == "read" => readings.push((line, rest)),
            Some((keyword, rest)) if keyword.text == "ignore" => match marks::ranges(rest) {
                Ok(ranges) => definition.marks.extend(ranges),
                Err((column, message)) => rules.faults.push(line.fault(column, message)),
            },
            rule => {
                let (keyword, _) = rule.unzip();
                let (keyword, column) = keyword.map_or(("", 1), |field| (field.text, field.column));
                let keyword = Quoted(keyword);
                let message = format!(
                    "unknown rule {keyword} (known rules: `read:`, `digraphs:` and `ignore:`)"
                );
                rules.faults.push(line.fault(column, message));
            }
        }
    }
    if !readings.is_empty()
        && let Ok(section) = definition.encode()
        && let Ok(alphabet) = Alphabet::from_bytes(&section)
    {
        let tokenizer = Tokenizer::new(alphabet);
        for (line, rest) in readings {
            rules.read(alphabet, &tokenizer, line, rest);
        }
    }
    let readings = rules.readings.into_iter();
    definition.readings = readings
        .map(|(text, placed_tiles)| ReadingDefinition { text, placed_tiles })
        .collect();
    let ignore = lines.iter().filter_map(|line| Some((line, rule(line)?.0)));
    let mut ignore = ignore.filter(|(_, keyword)| keyword.text == "ignore");
    if let Some((line, keyword)) = ignore.next()
        && rules.faults.is_empty()
        && let Err(message) = join_marks(definition)
    {
        rules.faults.push(line.fault(keyword.column, message));
    }
    rules.faults
}

/// Joins the ranges of marks that touch. Fails if they break a rule, or a tile or a reading has a mark.
pub(super) fn join_marks(definition: &mut AlphabetDefinition) -> Result<(), String> {
    let section = definition.encode().map_err(|error| error.to_string())?;
    let marks = definition
        .encode_marks()
        .map_err(|error| error.to_string())?;
    let alphabet = Alphabet::from_bytes(&section).map_err(|error| error.to_string())?;
    let alphabet = alphabet
        .with_mark_section(&marks)
        .map_err(|error| error.to_string())?;
    if alphabet.has_text_with_marks() {
        return Err("a character of a tile or a reading can't be ignored".to_owned());
    }
    definition.marks = alphabet.marks().ranges().collect();
    Ok(())
}

struct Rules {
    /// Placed tiles by text.
    readings: BTreeMap<String, Vec<PlacedTile>>,
    faults: Vec<TextFault>,
}

impl Rules {
    /// Adds the readings of a row: texts, an equals sign, tiles.
    fn read(
        &mut self,
        alphabet: Alphabet<'_>,
        tokenizer: &Tokenizer<'_>,
        line: &Line<'_>,
        row: Field<'_>,
    ) {
        let (texts, tiles) = match row.text.split_once('=') {
            Some((texts, tiles)) if !texts.trim().is_empty() && !tiles.trim().is_empty() => {
                let start = row.text.len() - tiles.trim_start().len();
                let texts = Field { text: texts, ..row };
                (texts, row.after(start))
            }
            _ => {
                let message = "a reading is texts, an equals sign and tiles, as in `read: É È = E`";
                self.faults.push(line.fault(row.column, message.to_owned()));
                return;
            }
        };
        let tiled = match tokenizer.tokenize(tiles.text.trim_end()) {
            Ok(tiled) => tiled,
            Err(error) => {
                self.faults
                    .push(line.fault(tiles.column + error.offset, error.to_string()));
                return;
            }
        };
        let tiles: Vec<Tile> = tiled
            .codes()
            .iter()
            .copied()
            .filter_map(Tile::new)
            .collect();
        for text in texts.words() {
            if let Err((offset, message)) = self.add(alphabet, tokenizer, text.text, &tiles) {
                self.faults.push(line.fault(text.column + offset, message));
            }
        }
    }

    /// Adds the readings of a text in upper and in lower case.
    fn add(
        &mut self,
        alphabet: Alphabet<'_>,
        tokenizer: &Tokenizer<'_>,
        text: &str,
        tiles: &[Tile],
    ) -> Result<(), (usize, String)> {
        let normal: String = text.nfc().collect();
        let quoted = Quoted(&normal);
        let is_stray = |(index, c): &(usize, char)| {
            let at_start = *index == 0;
            let alone = if at_start {
                c.to_string()
            } else {
                format!("A{c}")
            };
            !is_reading_text(&alone.nfc().collect::<String>())
        };
        if let Some((index, stray)) = text.chars().enumerate().find(is_stray) {
            let stray = NamedChar(stray);
            return Err((index, format!("{stray} is not allowed there, in {quoted}")));
        }
        if normal.chars().next().is_some_and(text::combines) {
            return Err((0, format!("{quoted} starts with a combining character")));
        }
        if !is_reading_text(&normal) {
            let len = normal.len();
            return Err((
                0,
                format!("a reading has at most 16 bytes of UTF-8, {quoted} has {len}"),
            ));
        }
        let has_char = |c: char| tile_texts(alphabet).any(|text| text.contains(c));
        // `normal` is another form of the tile's letter, such as ς for Σ: it is read as the tile even without a rule.
        let is_form = tiles.len() == 1
            && !normal.chars().all(has_char)
            && tokenizer.tokenize(&normal).is_ok_and(|word| {
                let codes = word.codes().iter().copied();
                codes.eq(tiles.iter().map(|tile| tile.code()))
            });
        if !is_form && normal.chars().all(|c| is_written(alphabet, c)) {
            return Err((
                0,
                format!(
                    "tiles have all characters of {quoted} (a reading has a character that no tile has in either case)"
                ),
            ));
        }
        // Forms of forms, too: where the blank form of B is h, b and h have the same upper case, but the lower case of B is h alone.
        let mut texts = vec![normal.clone()];
        let mut next = 0;
        while let Some(text) = texts.get(next).cloned() {
            next += 1;
            for (form, placed_tile) in forms(alphabet, &text) {
                if form.chars().all(has_char) {
                    continue;
                }
                if !texts.contains(&form) {
                    texts.push(form.clone());
                }
                let placed_tiles: Vec<PlacedTile> =
                    tiles.iter().copied().map(placed_tile).collect();
                let other = self.readings.insert(form, placed_tiles.clone());
                if other.is_some_and(|other| other != placed_tiles) {
                    return Err((0, format!("{quoted} has another reading already")));
                }
            }
        }
        Ok(())
    }
}

/// Returns `true` if the text or the blank form of a tile has the character, in upper or lower case.
fn is_written(alphabet: Alphabet<'_>, c: char) -> bool {
    let mut written = tile_texts(alphabet).flat_map(str::chars);
    written.any(|written| written.to_uppercase().eq(c.to_uppercase()))
}

type Placed = fn(Tile) -> PlacedTile;

/// The text in upper case, which stands for letters, and in lower case, which stands for designated blanks.
///
/// The lower case of a character that is a tile's text is the tile's blank form: in Turkish, ı for I. A text without
/// case has only the first form; a text in lower case without an upper case (ß) has only the second.
pub(super) fn forms(alphabet: Alphabet<'_>, text: &str) -> Vec<(String, Placed)> {
    let is = |text: &str, c: char| text.chars().eq([c]);
    let single = |text: &str| {
        let mut chars = text.chars();
        chars.next().filter(|_| chars.next().is_none())
    };
    let upper = |c: char| {
        let tile = alphabet
            .tiles()
            .find(|&tile| is(alphabet.blank_text(tile), c));
        let text = tile.and_then(|tile| single(alphabet.text(tile)));
        text.or_else(|| only(c.to_uppercase())).unwrap_or(c)
    };
    let lower = |c: char| {
        let tile = alphabet.tiles().find(|&tile| is(alphabet.text(tile), c));
        let blank = tile.and_then(|tile| single(alphabet.blank_text(tile)));
        blank.or_else(|| only(c.to_lowercase())).unwrap_or(c)
    };
    let letters: String = text.chars().map(upper).collect();
    let blanks: String = text.chars().map(lower).collect();
    let is_lower = letters == blanks && text.chars().any(char::is_lowercase);
    let mut forms: Vec<(String, Placed)> = Vec::new();
    if !is_lower {
        forms.push((letters.clone(), PlacedTile::letter));
    }
    if is_lower || blanks != letters {
        forms.push((blanks, PlacedTile::blank));
    }
    forms
}

/// The item, if there is exactly one.
fn only(mut chars: impl Iterator<Item = char>) -> Option<char> {
    chars.next().filter(|_| chars.next().is_none())
}
