//! Tests valid alphabets, and alphabets that the table of damage does not have.

use std::string::ToString;
use std::vec::Vec;

use super::*;
use crate::reading::Digraphs;
use crate::tile::{PlacedTile, Tile};
use crate::tile_set::TileSet;
use crate::writer::{AlphabetDefinition, ReadingDefinition, TileDefinition};

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
        ..AlphabetDefinition::default()
    }
}

fn three_tiles() -> Vec<u8> {
    let tiles = [("A", "a"), ("L·L", "l·l"), ("Ç", "ç")];
    definition(&tiles).encode().unwrap()
}

fn tile(code: u8) -> Tile {
    Tile::new(code).unwrap()
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
        let read = read(alphabet, &std::format!("{text}A]"));
        assert_eq!(read, Some((std::vec![placed_tile], text.len())));
    }
    let a = PlacedTile::letter(tile(1));
    assert_eq!(read(alphabet, "[A]"), Some((std::vec![a], 3)));
    for text in ["", "L", "L·L", "[L·L", "[]", "[l·L]", "?", "]A"] {
        assert_eq!(read(alphabet, text), None, "{text}");
    }
}

fn read(alphabet: Alphabet<'_>, text: &str) -> Option<(Vec<PlacedTile>, usize)> {
    let (placed_tiles, len) = alphabet.read_placed_tiles(text)?;
    Some((placed_tiles.collect(), len))
}

/// An alphabet of C, H, CH and S, in which ẞ reads as SS, ß as two blanks designated S, and C.H as CH.
fn with_rules(digraphs: Digraphs) -> Vec<u8> {
    let tiles = [("C", "c"), ("H", "h"), ("CH", "ch"), ("S", "s")];
    let reading = |text: &str, codes: &[u8], placed_tile: fn(Tile) -> PlacedTile| {
        let tiles = codes.iter().copied().map(tile);
        ReadingDefinition {
            text: text.into(),
            placed_tiles: tiles.map(placed_tile).collect(),
        }
    };
    let definition = AlphabetDefinition {
        digraphs,
        readings: std::vec![
            reading("ẞ", &[4, 4], PlacedTile::letter),
            reading("ß", &[4, 4], PlacedTile::blank),
            reading("C.H", &[3], PlacedTile::letter),
        ],
        ..definition(&tiles)
    };
    definition.encode().unwrap()
}

#[test]
fn reads_readings_and_bare_digraphs_by_the_rules() {
    let letters = |codes: &[u8]| -> Vec<PlacedTile> {
        codes
            .iter()
            .map(|&code| PlacedTile::letter(tile(code)))
            .collect()
    };
    let blank = |code| PlacedTile::blank(tile(code));
    for (digraphs, digraph, blank_digraph) in [
        (
            Digraphs::Explicit,
            (letters(&[1]), 1),
            (std::vec![blank(1)], 1),
        ),
        (
            Digraphs::Longest,
            (letters(&[3]), 2),
            (std::vec![blank(3)], 2),
        ),
    ] {
        let section = with_rules(digraphs);
        let alphabet = Alphabet::from_bytes(&section).unwrap();
        assert_eq!(alphabet.digraphs(), digraphs);
        let readings: Vec<_> = alphabet.readings().map(|(text, _)| text).collect();
        assert_eq!(readings, ["C.H", "ß", "ẞ"], "in the order of the bytes");
        for (text, expected) in [
            ("CHC", digraph),
            ("chC", blank_digraph),
            ("cHC", (std::vec![blank(1)], 1)),
            ("C.HC", (letters(&[3]), 4 - 1)),
            ("[C.H]", (letters(&[3]), 5)),
            ("ẞC", (letters(&[4, 4]), 3)),
            ("ßC", (std::vec![blank(4), blank(4)], 2)),
            ("[ß]", (std::vec![blank(4), blank(4)], 4)),
            ("C.", (letters(&[1]), 1)),
        ] {
            assert_eq!(read(alphabet, text), Some(expected), "{text}");
        }
        assert_eq!(read(alphabet, "Éa"), None);
    }
}

#[test]
fn brackets_keep_single_tiles_from_reading_as_a_digraph() {
    let section = with_rules(Digraphs::Longest);
    let longest = Alphabet::from_bytes(&section).unwrap();
    let section = with_rules(Digraphs::Explicit);
    let explicit = Alphabet::from_bytes(&section).unwrap();
    let [c, h] = [1, 2].map(|code| PlacedTile::letter(tile(code)));
    let blank_h = PlacedTile::blank(tile(2));
    let show = |alphabet: Alphabet<'_>, after: &[PlacedTile]| {
        alphabet
            .display_before(c, after.iter().copied())
            .to_string()
    };
    assert_eq!(show(longest, &[h]), "[C]");
    assert_eq!(show(longest, &[blank_h]), "C");
    assert_eq!(show(longest, &[]), "C");
    assert_eq!(show(longest, &[c, h]), "C");
    assert_eq!(show(explicit, &[h]), "C");
}

#[test]
fn an_alphabet_without_rules_has_no_bytes_for_them() {
    let tiles = [("A", "a"), ("L·L", "l·l"), ("Ç", "ç")];
    let names: usize = "catalàAaL·Ll·lÇç".len();
    assert_eq!(
        definition(&tiles).encode().unwrap().len(),
        8 + 3 * 12 + names
    );
}

#[test]
fn accepts_up_to_1000_readings() {
    let mut definition = definition(&[("A", "a")]);
    let reading = |number: u32| ReadingDefinition {
        text: ('一'..).nth(number as usize).unwrap().to_string(),
        placed_tiles: std::vec![PlacedTile::letter(tile(1))],
    };
    definition.readings = (0..1000).map(reading).collect();
    assert!(definition.encode().is_ok());
    definition.readings.push(reading(1000));
    assert_eq!(definition.encode(), Err(AlphabetError::Rules));
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
        // Bare, SS could be read as the blank form ſs in upper case.
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
fn texts_of_tiles_have_no_character_with_a_meaning() {
    let text = Err(AlphabetError::Text { tile: tile(1) });
    for forbidden in " 5[]()/?.,;#\"\t\x7f\u{feff}\u{a0}\u{85}\u{202e}".chars() {
        let forbidden = std::format!("x{forbidden}");
        assert_eq!(definition(&[(&forbidden, "a")]).encode(), text);
        assert_eq!(definition(&[("A", &forbidden)]).encode(), text);
    }
    assert!(definition(&[("a", &"x".repeat(16))]).encode().is_ok());
    assert_eq!(definition(&[("a", &"x".repeat(17))]).encode(), text);
    assert_eq!(definition(&[("a", "")]).encode(), text);
}

#[test]
fn refuses_texts_too_long_for_their_length_field() {
    let mut long = definition(&[("A", "a")]);
    long.name = "x".repeat(65_533);
    assert!(long.encode().is_ok());
    long.name = "x".repeat(65_534);
    let (needed, found) = (65_536, 65_535);
    assert_eq!(long.encode(), Err(AlphabetError::Length { needed, found }));
}

#[test]
fn the_last_tile_alone_can_be_the_blank() {
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
