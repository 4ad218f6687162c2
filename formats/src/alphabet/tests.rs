//! Tests alphabets that keep and that break each rule.

use std::string::ToString;
use std::vec::Vec;

use super::*;
use crate::tile::{PlacedTile, Tile};
use crate::tile_set::TileSet;
use crate::writer::{AlphabetDefinition, TileDefinition};

fn definition(tiles: &[(&str, &str)]) -> AlphabetDefinition {
    let tile = |(index, &(text, blank_text)): (i16, &(&str, &str))| TileDefinition {
        text: text.into(),
        blank_text: blank_text.into(),
        value: 10 - 11 * index,
        count: 100 * index.unsigned_abs(),
        is_vowel: index == 1,
    };
    AlphabetDefinition {
        name: "català".into(),
        tiles: (0..).zip(tiles).map(tile).collect(),
        blank_count: 2,
    }
}

fn three_tiles() -> Vec<u8> {
    let tiles = [("A", "a"), ("L·L", "l·l"), ("Ç", "ç")];
    definition(&tiles).encode().unwrap()
}

fn tile(code: u8) -> Tile {
    Tile::new(code).unwrap()
}

/// The error for the section after this change.
fn refused(change: impl Fn(&mut Vec<u8>)) -> AlphabetError {
    let mut section = three_tiles();
    change(&mut section);
    Alphabet::from_bytes(&section).unwrap_err()
}

#[test]
fn reads_the_section_that_was_written() {
    let section = three_tiles();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    assert_eq!(
        (alphabet.name(), alphabet.len(), alphabet.blank_count()),
        ("català", 3, 2)
    );
    let codes: Vec<u8> = alphabet.tiles().map(Tile::code).collect();
    assert_eq!(codes, [1, 2, 3]);
    assert_eq!(alphabet.all(), TileSet::first(3));
    for (code, text, blank, value, count, is_vowel) in [
        (1, "A", "a", 10, 0, false),
        (2, "L·L", "l·l", -1, 100, true),
        (3, "Ç", "ç", -12, 200, false),
        (4, "?", "?", 0, 0, false),
        (62, "?", "?", 0, 0, false),
    ] {
        let tile = tile(code);
        assert_eq!(
            (alphabet.text(tile), alphabet.blank_text(tile)),
            (text, blank)
        );
        assert_eq!((alphabet.value(tile), alphabet.count(tile)), (value, count));
        assert_eq!(alphabet.is_vowel(tile), is_vowel);
    }
    assert_eq!(std::format!("{alphabet:?}"), r#"["A", "L·L", "Ç"]"#);
}

#[test]
fn reads_placed_tiles_by_their_texts() {
    let section = three_tiles();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    for (text, placed_tile) in [
        ("A", PlacedTile::letter(tile(1))),
        ("a", PlacedTile::blank(tile(1))),
        ("[L·L]", PlacedTile::letter(tile(2))),
        ("[l·l]", PlacedTile::blank(tile(2))),
        ("ç", PlacedTile::blank(tile(3))),
    ] {
        assert_eq!(alphabet.display(placed_tile).to_string(), text);
        let read = alphabet.read_placed_tile(&std::format!("{text}A]"));
        assert_eq!(read, Some((placed_tile, text.len())));
    }
    assert_eq!(
        alphabet.read_placed_tile("[A]"),
        Some((PlacedTile::letter(tile(1)), 3))
    );
    for text in ["", "L", "L·L", "[L·L", "[]", "[l·L]", "?", "]A"] {
        assert_eq!(alphabet.read_placed_tile(text), None, "{text}");
    }
}

#[test]
fn words_are_spelled_so_that_they_read_as_the_same_tiles() {
    let tiles = [
        ("C", "c"),
        ("H", "h"),
        ("CH", "ch"),
        ("ß", "ſs"),
        ("S", "s"),
    ];
    let section = definition(&tiles).encode().unwrap();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    for (codes, text) in [
        (&[1][..], "C"),
        (&[3], "[CH]"),
        (&[1, 1], "CC"),
        (&[2, 1], "HC"),
        (&[1, 2], "[C]H"),
        (&[1, 1, 2, 2], "C[C]HH"),
        // A tile in brackets does not join the character before it.
        (&[2, 1, 3], "HC[CH]"),
        // Read without brackets, S and S are the blank form ſs, in upper case.
        (&[5, 5], "[S]S"),
        (&[5, 1], "SC"),
        (&[], ""),
    ] {
        let word: Vec<Tile> = codes.iter().copied().map(tile).collect();
        assert_eq!(alphabet.spell(&word).to_string(), text);
    }
}

#[test]
fn accepts_up_to_62_tiles() {
    let letters: Vec<_> = (0..63_u32)
        .map(|index| ('А'..).nth(index as usize).unwrap())
        .collect();
    let texts: Vec<_> = letters
        .iter()
        .map(|c| (c.to_string(), std::format!("{c}{c}")))
        .collect();
    let tiles: Vec<_> = texts
        .iter()
        .map(|(text, blank)| (&**text, &**blank))
        .collect();
    assert!(definition(&tiles[..62]).encode().is_ok());
    let found = 63;
    assert_eq!(
        definition(&tiles).encode(),
        Err(AlphabetError::TileCount { found })
    );
    // The tile count is checked first.
    let mut long = definition(&tiles);
    long.name = "x".repeat(1 << 16);
    assert_eq!(long.encode(), Err(AlphabetError::TileCount { found }));
    let found = 0;
    assert_eq!(
        definition(&[]).encode(),
        Err(AlphabetError::TileCount { found })
    );
}

#[test]
fn refuses_sections_of_another_length() {
    let len = three_tiles().len();
    let length = |needed, found| AlphabetError::Length { needed, found };
    assert_eq!(refused(|section| section.truncate(7)), length(8, 7));
    assert_eq!(
        refused(|section| section.truncate(len - 1)),
        length(len, len - 1)
    );
    assert_eq!(refused(|section| section.push(0)), length(len, len + 1));
    assert_eq!(refused(|section| section[0] = 4), length(len + 12, len));
    // There is a byte after the last tile's blank form.
    let longer = |section: &mut Vec<u8>| {
        section[6] += 1;
        section.push(b'x');
    };
    assert_eq!(refused(longer), length(len, len + 1));
    for found in [0, 63, 255] {
        let error = AlphabetError::TileCount { found };
        assert_eq!(refused(|section| section[0] = found as u8), error);
    }
}

#[test]
fn refuses_invalid_names_and_texts() {
    let name = 8 + 3 * 12;
    let a = name + "català".len();
    assert_eq!(
        refused(|section| section[name] = b'\n'),
        AlphabetError::Name
    );
    assert_eq!(refused(|section| section[name] = 0xff), AlphabetError::Name);
    let mut reordered = definition(&[("A", "a")]);
    reordered.name = "\u{2067}català".into();
    assert_eq!(reordered.encode(), Err(AlphabetError::Name));
    assert_eq!(refused(|section| section[4] = 255), AlphabetError::Name);
    let text = |code| AlphabetError::Text { tile: tile(code) };
    for forbidden in *b" 5[]()/?.,;#\"\t\x7f\xff" {
        assert_eq!(refused(|section| section[a] = forbidden), text(1));
        assert_eq!(refused(|section| section[a + 1] = forbidden), text(1));
    }
    // A text that ends before its start, after all texts, and within a character.
    assert_eq!(refused(|section| section[8] = 0), text(1));
    assert_eq!(refused(|section| section[8 + 12] = 255), text(2));
    assert_eq!(refused(|section| section[8 + 12] -= 2), text(2));
    let empty = |section: &mut Vec<u8>| section[8] = "català".len() as u8;
    assert_eq!(refused(empty), text(1));
    let letters = |len| std::iter::repeat_n('x', len).collect::<std::string::String>();
    assert!(definition(&[("a", &letters(16))]).encode().is_ok());
    assert_eq!(definition(&[("a", &letters(17))]).encode(), Err(text(1)));
    for forbidden in ["", "\u{feff}", "\u{a0}", "A B", "\u{85}", "\u{202e}a"] {
        assert_eq!(definition(&[("A", forbidden)]).encode(), Err(text(1)));
    }
}

#[test]
fn refuses_texts_longer_than_a_length_field() {
    let mut long = definition(&[("A", "a")]);
    long.name = "x".repeat(65_533);
    assert!(long.encode().is_ok());
    long.name = "x".repeat(65_534);
    let (needed, found) = (65_536, 65_535);
    assert_eq!(long.encode(), Err(AlphabetError::Length { needed, found }));
}

#[test]
fn refuses_equal_texts() {
    let repeated = |code| Err(AlphabetError::Repeated { tile: tile(code) });
    assert_eq!(definition(&[("A", "A")]).encode(), repeated(1));
    assert_eq!(definition(&[("A", "a"), ("A", "b")]).encode(), repeated(2));
    assert_eq!(
        definition(&[("A", "a"), ("B", "b"), ("C", "A")]).encode(),
        repeated(3)
    );
    assert_eq!(definition(&[("A", "a"), ("a", "b")]).encode(), repeated(2));
}

#[test]
fn refuses_reserved_bits() {
    for (index, value) in [(16, 2), (17, 1), (18, 1), (19, 0x80)] {
        let error = AlphabetError::Reserved { tile: tile(1) };
        assert_eq!(refused(|section| section[index] = value), error);
    }
}

#[test]
fn messages_name_the_tile_and_the_rule() {
    let tile = Tile::new(7).unwrap();
    for (error, message) in [
        (
            AlphabetError::TileCount { found: 63 },
            "63 tiles where 1 to 62 are possible",
        ),
        (
            AlphabetError::Length {
                needed: 44,
                found: 40,
            },
            "needs 44 bytes, found 40",
        ),
        (
            AlphabetError::Name,
            "the alphabet's name is not one line of UTF-8 text",
        ),
        (
            AlphabetError::Text { tile },
            "invalid text or blank form of tile 7",
        ),
        (
            AlphabetError::Repeated { tile },
            "the text or blank form of tile 7 occurs twice",
        ),
        (
            AlphabetError::Reserved { tile },
            "a reserved bit of tile 7 is set",
        ),
    ] {
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn the_last_tile_can_be_the_blank() {
    let section = |tiles: &[(&str, &str)]| definition(tiles).encode();
    let leaves = section(&[("A", "a"), ("?", "?")]).unwrap();
    let alphabet = Alphabet::from_bytes(&leaves).unwrap();
    assert_eq!(alphabet.blank_tile(), Some(tile(2)));
    assert_eq!(alphabet.spell(&[tile(1), tile(2)]).to_string(), "A?");
    assert_eq!(alphabet.placed_tile("?"), Some(PlacedTile::letter(tile(2))));

    let without = three_tiles();
    assert_eq!(Alphabet::from_bytes(&without).unwrap().blank_tile(), None);
    for (tiles, code) in [
        ([("?", "?"), ("A", "a")], 1),
        ([("A", "a"), ("?", "b")], 2),
        ([("A", "a"), ("B", "?")], 2),
        ([("A", "a"), ("??", "b")], 2),
        ([("?", "?"), ("?", "?")], 1),
    ] {
        let error = AlphabetError::Text { tile: tile(code) };
        assert_eq!(section(&tiles), Err(error), "{tiles:?}");
    }
}
