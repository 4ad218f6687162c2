//! Alphabet definitions: presets, and letter distributions from files.
//!
//! A letter distribution is the comma-separated file that the field uses, one row a tile, in alphabet order:
//!
//! ```text
//! # tile,blank form,count,value,vowel
//! ?,?,2,0,0
//! A,a,12,1,1
//! L·L,l·l,1,10,0
//! ```
//!
//! The row `?,?,count,0,0` is the blank's and may stand anywhere; without it there are no blanks. Blanks around a field,
//! further columns, empty lines, what follows a `#`, a byte order mark and any line ends are ignored. Tiles may have
//! several characters; texts are normalised to NFC.

use std::fs::File;
use std::io::{self, Read};
use std::iter;
use std::path::Path;
use std::str::FromStr;

use lexc_formats::{AlphabetDefinition, MAX_TILES, TileDefinition, is_placed_tile_text};
use unicode_normalization::UnicodeNormalization;

pub use problem::{AlphabetFileError, AlphabetProblem, AlphabetProblemKind};

use crate::read::CannotRead;
use crate::text::{self, ForeignEncoding};

mod problem;

/// The alphabets that can be called by name: each a letter distribution.
const PRESETS: &[(&str, &str)] = &[("english", include_str!("../alphabets/english.csv"))];

/// The longest letter distribution that is read; 62 tiles take about 1,000 bytes.
const MAX_FILE_BYTES: u64 = 1 << 16;

/// The names of the presets that [`load`] knows.
pub fn presets() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|(name, _)| *name)
}

/// The alphabet that `spec` calls for: a preset's name or the path of a letter distribution.
///
/// A preset goes before a file of the same name. The alphabet of a file is called what the file is, without extension.
///
/// ```
/// let english = lexc::alphabet::load("english")?;
/// assert_eq!(english.tiles.len(), 26);
/// # Ok::<(), lexc::alphabet::AlphabetFileError>(())
/// ```
///
/// # Errors
/// If it is neither, if the file can't be read, or if it breaks the rules of [`parse`].
pub fn load(spec: &str) -> Result<AlphabetDefinition, AlphabetFileError> {
    if let Some((name, text)) = PRESETS.iter().find(|(name, _)| *name == spec) {
        return parse(name, text);
    }
    let whole = |kind| AlphabetFileError::new(spec, vec![AlphabetProblem { place: None, kind }]);
    let bytes = read_file(Path::new(spec)).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => whole(AlphabetProblemKind::Unknown),
        _ => whole(AlphabetProblemKind::Unreadable(
            CannotRead(&error).to_string(),
        )),
    })?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(whole(AlphabetProblemKind::TooLarge));
    }
    if let Some(encoding) = ForeignEncoding::detect(&bytes) {
        return Err(whole(AlphabetProblemKind::Encoding(encoding)));
    }
    let text = str::from_utf8(&bytes).map_err(|error| {
        let (valid, rest) = bytes.split_at(error.valid_up_to());
        let place = Some(text::end_place(&String::from_utf8_lossy(valid)));
        let kind = AlphabetProblemKind::NotUtf8(rest.first().copied().unwrap_or_default());
        AlphabetFileError::new(spec, vec![AlphabetProblem { place, kind }])
    })?;
    let stem = Path::new(spec).file_stem().unwrap_or_default();
    let name: String = stem
        .to_string_lossy()
        .chars()
        .filter(|c| !c.is_control())
        .collect();
    parse_file(spec, &name, text)
}

/// Reads a file, but little more than [`MAX_FILE_BYTES`] of it.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The alphabet that a letter distribution defines; `name` is what it will be called.
///
/// The result can be encoded: all rules of an alphabet section are checked here, so that the line can be named.
///
/// # Errors
/// All rules that are broken, each with line and column: a row has at least five columns; texts have 1 to 16 bytes and
/// only characters that a tile can have ([`is_placed_tile_text`]); no text or blank form occurs twice; counts and values are
/// whole numbers in range; the vowel flag is 0 or 1; there are 1 to 62 tiles and at most one blank's row.
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
    /// Of its first character, counted from 1.
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
        } else if !is_placed_tile_text(&text) {
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

/// Whether no tile can have the character, as it is or normalised.
fn is_stray(c: char) -> bool {
    !is_placed_tile_text(&iter::once(c).nfc().collect::<String>())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use lexc_formats::Alphabet;

    use super::*;

    /// The problems of a letter distribution as text, without the name in front.
    fn problems(text: &str) -> Vec<String> {
        let error = parse("test.csv", text).expect_err("the distribution is bad");
        let lines = error.to_string();
        let without_name = |line: &str| line.replacen("test.csv:", "", 1);
        lines.lines().map(without_name).collect()
    }

    #[test]
    fn every_preset_can_be_encoded() {
        for name in presets() {
            let definition = load(name).unwrap();
            let section = definition.encode().unwrap();
            assert_eq!(Alphabet::from_bytes(&section).unwrap().name(), name);
        }
    }

    #[test]
    fn english_is_the_standard_distribution() {
        let english = load("english").unwrap();
        assert_eq!(english.tiles.len(), 26);
        assert_eq!(english.blank_count, 2);
        let tiles = || english.tiles.iter();
        let texts: String = tiles().map(|tile| tile.text.as_str()).collect();
        assert_eq!(texts, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        assert!(tiles().all(|tile| tile.blank_text == tile.text.to_lowercase()));
        assert_eq!(tiles().map(|tile| tile.count).sum::<u16>(), 98);
        let points = |tile: &TileDefinition| i32::from(tile.value) * i32::from(tile.count);
        assert_eq!(tiles().map(points).sum::<i32>(), 187);
        let vowels = tiles().filter(|tile| tile.is_vowel);
        let vowels: String = vowels.map(|tile| tile.text.as_str()).collect();
        assert_eq!(vowels, "AEIOU");
    }

    #[test]
    fn files_are_read_as_they_are_found() {
        let plain = parse("x", "?,?,2,0,0\nA,a,12,1,1\nL·L,l·l,1,10,0\nÇ,ç,1,-10,0\n").unwrap();
        assert_eq!(plain.blank_count, 2);
        assert_eq!(plain.tiles[1].text, "L·L");
        assert_eq!(plain.tiles[1].blank_text, "l·l");
        assert_eq!(plain.tiles[1].value, 10);
        assert_eq!(plain.tiles[2].value, -10);
        for same in [
            "\u{feff}?,?,2,0,0\r\nA,a,12,1,1\r\nL·L,l·l,1,10,0\r\nÇ,ç,1,-10,0",
            "?,?,2,0,0\rA,a,12,1,1\rL·L,l·l,1,10,0\rÇ,ç,1,-10,0\r",
            "# A comment, with commas\n\n \t\nA,a,12,1,1,Ａ,ａ\n L·L , l·l ,\t1 , 10,0 # why not\nÇ,ç,1,-10,0\n?,?,2,0,0,？,？",
            "?,?,2,0,0\nA,a,12,1,1\nL·L,l·l,1,10,0\nC\u{327},c\u{327},1,-10,0\n",
            "?,?,2,0,0\nA,a,12,1,1\nL\u{387}L,l\u{387}l,1,10,0\nÇ,ç,1,-10,0\n",
        ] {
            assert_eq!(parse("x", same).unwrap(), plain, "{same}");
        }
        let without_blank = parse("x", "A,a,1,1,1").unwrap();
        assert_eq!(without_blank.blank_count, 0);
    }

    #[test]
    fn all_problems_are_told_with_their_places() {
        let text =
            "?,?,2,0,0\nA,a,nine,1,1\nB,b,70000,40000,2\nC,c,2\n\nD,d,1,1,0\nE,D,1,1,0\nF,F,-1,,\n";
        assert_eq!(
            problems(text),
            [
                "2:5: the count is a whole number from 0 to 65535, not `nine`",
                "3:5: the count is a whole number from 0 to 65535, not `70000`",
                "3:11: the value is a whole number from -32768 to 32767, not `40000`",
                "3:17: the vowel column is 0 or 1, not `2`",
                "4:6: 3 of the 5 columns tile,blank form,count,value,vowel",
                "7:3: `D` is already a tile or blank form on line 6 (give each a text of its own; where letters have no case, mark the blank forms, as in `א*`)",
                "8:3: `F` is already a tile or blank form on line 8 (give each a text of its own; where letters have no case, mark the blank forms, as in `א*`)",
                "8:5: the count is a whole number from 0 to 65535, not `-1`",
                "8:8: the value is a whole number from -32768 to 32767, not ``",
                "8:9: the vowel column is 0 or 1, not ``",
            ]
        );
    }

    #[test]
    fn stray_characters_are_named() {
        assert_eq!(
            problems("Ä,ä,1,1,0\n ÄB2,b,1,1,0\n[C],c,1,1,0\nD,\"d\",1,1,0\nA\u{37e},e\u{1},1,1,0"),
            [
                "2:4: `2` (U+0032) can be on no tile, in `ÄB2`",
                "3:1: `[` (U+005B) can be on no tile, in `[C]`",
                "4:3: `\"` (U+0022) can be on no tile, in `\"d\"`",
                "5:2: `\u{37e}` (U+037E) can be on no tile, in `A;`",
                "5:5: `\\u{1}` (U+0001) can be on no tile, in `e\\u{1}`",
            ]
        );
        assert_eq!(
            problems(",a,1,1,0\nABCDEFGHIJKLMNOPQ,b,1,1,0\n\u{302}C,\u{1161},1,1,0"),
            [
                "1:1: a tile's text has 1 to 16 bytes of UTF-8, `` has 0",
                "2:1: a tile's text has 1 to 16 bytes of UTF-8, `ABCDEFGHIJKLMNOPQ` has 17",
                "3:1: `\\u{302}C` starts with a combining character",
                "3:4: `ᅡ` starts with a combining character",
            ]
        );
    }

    #[test]
    fn the_blanks_row_is_fixed() {
        assert_eq!(
            problems("?,!,2,1,1\nA,a,1,1,1\n?,?,x,0,0"),
            [
                "1:3: the blank's row is ?,?,count,0,0: `!` where `?` belongs",
                "1:7: the blank's row is ?,?,count,0,0: `1` where `0` belongs",
                "1:9: the blank's row is ?,?,count,0,0: `1` where `0` belongs",
                "3:1: a second row for the blank",
                "3:5: the count is a whole number from 0 to 65535, not `x`",
            ]
        );
    }

    #[test]
    fn an_alphabet_has_1_to_62_tiles() {
        let no_tiles = " no tiles (one row each: tile,blank form,count,value,vowel)";
        for text in ["", "\u{feff}", "# nothing\n\n", "?,?,2,0,0"] {
            assert_eq!(problems(text), [no_tiles], "{text}");
        }
        let rows = |count: u32| -> String {
            let letter = |index| char::from_u32(0x4E00 + index).unwrap();
            (0..count)
                .map(|index| format!("{},{},1,1,0\n", letter(2 * index), letter(2 * index + 1)))
                .collect()
        };
        let full = parse("full", &rows(62)).unwrap();
        assert_eq!(full.tiles.len(), 62);
        full.encode().unwrap();
        assert_eq!(problems(&rows(70)), ["63:1: more than 62 tiles"]);
    }

    #[test]
    fn the_list_of_problems_is_cut() {
        let lines = problems(&"A\n".repeat(100));
        assert_eq!(lines.len(), 21);
        assert_eq!(lines[20], "and 80 more");
    }

    #[test]
    fn files_that_are_no_distributions_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let problem = |name: &str, bytes: &[u8]| {
            let path = dir.path().join(name);
            fs::write(&path, bytes).unwrap();
            let path = path.to_str().unwrap();
            let message = load(path).expect_err("the file is bad").to_string();
            message.strip_prefix(path).unwrap().to_owned()
        };
        let utf16: Vec<u8> = "A,a,1,1,1\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(
            problem("utf16.csv", &utf16),
            ": the file is UTF-16, little-endian (convert it to UTF-8)"
        );
        assert_eq!(
            problem(
                "latin1.csv",
                b"A,a,1,1,1\r\nB,b,1,1,1\r\n\xC9,\xE9,1,1,1\r\n"
            ),
            ":3:1: byte 0xC9 is not UTF-8 text (convert the file to UTF-8)"
        );
        assert_eq!(
            problem("latin1.csv", b"A,a,1,1,1\n\xC3\x84,\xE9,1,1,1\n"),
            ":2:3: byte 0xE9 is not UTF-8 text (convert the file to UTF-8)"
        );
        assert_eq!(
            problem("huge.csv", &vec![b'A'; 100_000]),
            ": longer than 65536 bytes: not a letter distribution"
        );

        let directory = load(dir.path().to_str().unwrap()).unwrap_err();
        assert!(matches!(
            directory.problems(),
            [AlphabetProblem {
                place: None,
                kind: AlphabetProblemKind::Unreadable(_)
            }]
        ));
        assert_eq!(
            load("klingon").unwrap_err().to_string(),
            "klingon: no such alphabet file, and no preset of this name (presets: english)"
        );
    }

    #[test]
    fn an_alphabet_is_called_what_its_file_is() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("catalan.csv");
        fs::write(&path, "A,a,12,1,1\n").unwrap();
        assert_eq!(load(path.to_str().unwrap()).unwrap().name, "catalan");
    }
}
