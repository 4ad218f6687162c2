use std::format;
use std::string::ToString;

use lexc_formats::{PlacedTile, Tile};

use super::quoted::*;
use super::*;
use crate::testing::catalan;

#[test]
fn quotes_characters_like_debug_or_unchanged() {
    for c in '\0'..=char::MAX {
        let (quoted, debug) = (Quoted(c).to_string(), std::format!("{c:?}"));
        let is_common =
            matches!(c, '\0'..='\u{36f}' | '\u{2000}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}');
        if is_common || is_invisible(c) {
            assert_eq!(quoted, debug);
        } else {
            assert!(
                quoted == debug || quoted == std::format!("'{c}'"),
                "{debug}"
            );
        }
    }
    assert_eq!(Quoted('ß').to_string(), "'ß'");
    assert_eq!(Quoted('\u{7}').to_string(), r"'\u{7}'");
    assert_eq!(Quoted('\u{10ffff}').to_string(), r"'\u{10ffff}'");
}

fn read(reader: &mut Reader<'_>) -> Result<PlacedTile, TextError> {
    let first = reader.peek().unwrap();
    let mut placed_tiles = reader.placed_tiles(first, catalan())?;
    let placed_tile = placed_tiles.next().unwrap();
    assert_eq!(placed_tiles.next(), None);
    Ok(placed_tile)
}

#[test]
fn counts_columns_in_characters() {
    let mut reader = Reader::new("Ç[l·l]A?");
    let tile = |code| Tile::new(code).unwrap();
    assert_eq!(read(&mut reader), Ok(PlacedTile::letter(tile(5))));
    assert_eq!(read(&mut reader), Ok(PlacedTile::blank(tile(3))));
    assert_eq!(read(&mut reader), Ok(PlacedTile::letter(tile(1))));
    let error = read(&mut reader).unwrap_err();
    let unknown = TextErrorKind::UnknownTile { found: '?' };
    assert_eq!((error.column(), error.kind()), (8, unknown));
    assert!(reader.skip('?') && !reader.skip('?'));
    assert_eq!(reader.peek(), None);
}

#[test]
fn marks_around_a_tile_are_read_with_it() {
    // The range U+0301.
    let alphabet = catalan();
    let alphabet = alphabet
        .with_mark_section(&[1, 3, 0, 0, 1, 3, 0, 0])
        .unwrap();
    let mut reader = Reader::new("\u{301}A\u{301}\u{301}[l·l]\u{301}\u{302}");
    let mut next = || {
        let first = reader.peek().unwrap();
        reader
            .placed_tiles(first, alphabet)
            .map(|mut tiles| tiles.next())
    };
    let tile = |code| Tile::new(code).unwrap();
    assert_eq!(next(), Ok(Some(PlacedTile::letter(tile(1)))));
    assert_eq!(next(), Ok(Some(PlacedTile::blank(tile(3)))));
    let error = next().unwrap_err();
    let unknown = TextErrorKind::UnknownTile { found: '\u{302}' };
    assert_eq!((error.column(), error.kind()), (11, unknown));
}

#[test]
fn errors_name_the_place() {
    for (text, message) in [
        ("[L·L", "character 1: the bracket is not closed (add ])"),
        ("[LL]", "character 1: unknown tile in brackets: [LL]"),
        (
            "[\u{7}AAAAAAAAAAAAAAAA]",
            "character 1: unknown tile in brackets: [\\u{7}AAAAAAAAAAAAAAA…]",
        ),
        (
            "ny",
            "character 1: 'n' is an unknown tile (write a tile of several characters in brackets: [ny])",
        ),
        ("\u{7}A", "character 1: '\\u{7}' is an unknown tile"),
    ] {
        let error = read(&mut Reader::new(text)).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let mut reader = Reader::new("A\n É\n");
    reader.take_word();
    let error = reader.error(TextErrorKind::NoWord);
    assert_eq!(error.to_string(), "line 2, column 2: missing word");
    reader.take_word();
    assert_eq!(reader.place(), Place { line: 3, column: 1 });
}

#[test]
fn takes_characters_of_a_kind() {
    let mut reader = Reader::new("12ß");
    assert_eq!(reader.take_while(|c| c.is_ascii_digit()), "12");
    assert_eq!(
        (reader.error(TextErrorKind::NoWord).column(), reader.peek()),
        (3, Some('ß'))
    );
    assert_eq!(reader.take_while(|_| true), "ß");
    assert_eq!(
        (reader.error(TextErrorKind::NoWord).column(), reader.peek()),
        (4, None)
    );
}

#[test]
fn pads_to_the_width_with_the_fill_of_the_format() {
    let number = 12;
    let text = Text::new(|to| write!(to, "Ç{number}"));
    for (padded, expected) in [
        (format!("{text}"), "Ç12"),
        (format!("{text:2}"), "Ç12"),
        (format!("{text:5}|"), "Ç12  |"),
        (format!("{text:<5}|"), "Ç12  |"),
        (format!("{text:>5}"), "  Ç12"),
        (format!("{text:·^6}"), "·Ç12··"),
    ] {
        assert_eq!(padded, expected);
    }
}
