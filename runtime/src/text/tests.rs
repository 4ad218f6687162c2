use std::format;
use std::string::ToString;

use lexc_formats::{PlacedTile, Tile};

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

fn read(reader: &mut Reader<'_>) -> Result<PlacedTile, TileTextError> {
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
    let unknown = TileTextError::Unknown {
        column: 8,
        found: '?',
    };
    assert_eq!(read(&mut reader), Err(unknown));
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
    let unknown = TileTextError::Unknown {
        column: 11,
        found: '\u{302}',
    };
    assert_eq!(next().unwrap_err(), unknown);
}

#[test]
fn errors_name_the_place() {
    let unknown = |found| TileTextError::Unknown { column: 1, found };
    let unknown_name = |name| TileTextError::UnknownName {
        column: 1,
        name: TileName::new(name),
    };
    for (text, error, message) in [
        (
            "[L·L",
            TileTextError::OpenBracket { column: 1 },
            "character 1: the bracket is not closed (add ])",
        ),
        (
            "[LL]",
            unknown_name("LL"),
            "character 1: unknown tile in brackets: [LL]",
        ),
        (
            "[\u{7}AAAAAAAAAAAAAAAA]",
            unknown_name("\u{7}AAAAAAAAAAAAAAAA"),
            "character 1: unknown tile in brackets: [\\u{7}AAAAAAAAAAAAAAA…]",
        ),
        (
            "ny",
            TileTextError::Bare {
                column: 1,
                found: 'n',
                name: TileName::new("ny"),
            },
            "character 1: 'n' is an unknown tile (write a tile of several characters in brackets: [ny])",
        ),
        (
            "\u{7}A",
            unknown('\u{7}'),
            "character 1: '\\u{7}' is an unknown tile",
        ),
    ] {
        assert_eq!(read(&mut Reader::new(text)), Err(error));
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn takes_characters_of_a_kind() {
    let mut reader = Reader::new("12ß");
    assert_eq!(reader.take_while(|c| c.is_ascii_digit()), "12");
    assert_eq!((reader.column(), reader.peek()), (3, Some('ß')));
    assert_eq!(reader.take_while(|_| true), "ß");
    assert_eq!((reader.column(), reader.peek()), (4, None));
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
