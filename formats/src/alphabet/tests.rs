//! Tests valid alphabets and, for each rule, alphabets that break it.

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

/// The error for the section of [`three_tiles`] after `change`.
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
fn refuses_invalid_rules() {
    let section = with_rules(Digraphs::Longest);
    // The rules are a header, three entries, and the text and tile codes of each reading: C.H 3, ß 4 4, ẞ 4 4.
    let start = section.len() - 4 - 3 * 4 - (3 + 1) - (2 + 2) - (3 + 2);
    let refused = |change: &dyn Fn(&mut [u8])| {
        let mut changed = section.clone();
        change(&mut changed[start..]);
        Alphabet::from_bytes(&changed).unwrap_err()
    };
    assert_eq!(section[start..start + 8], [1, 0, 3, 0, 3, 0, 4, 0]);
    assert_eq!(refused(&|rules| rules[0] = 2), AlphabetError::Rules);
    assert_eq!(refused(&|rules| rules[1] = 1), AlphabetError::Rules);
    let reading = |index| AlphabetError::Reading { index };
    // Invalid texts: one that is empty, ends beyond the contents, has a digit, starts with a dot, has only
    // characters of tiles, is not UTF-8.
    assert_eq!(refused(&|rules| rules[4] = 0), reading(0));
    assert_eq!(refused(&|rules| rules[4] = 200), reading(0));
    assert_eq!(refused(&|rules| rules[17] = b'5'), reading(0));
    assert_eq!(refused(&|rules| rules[16] = b'.'), reading(0));
    assert_eq!(refused(&|rules| rules[17] = b'C'), reading(0));
    assert_eq!(refused(&|rules| rules[17] = 0xFF), reading(0));
    // Invalid tiles: none, code 0, a code beyond the alphabet, a blank of code 0.
    assert_eq!(refused(&|rules| rules[4] = 4), reading(0));
    assert_eq!(refused(&|rules| rules[19] = 0), reading(0));
    assert_eq!(refused(&|rules| rules[19] = 5), reading(0));
    assert_eq!(refused(&|rules| rules[19] = 0x80), reading(0));
    // A text out of order. The same check refuses equal texts.
    let third_as_first = |rules: &mut [u8]| rules[24..27].copy_from_slice(b"C.H");
    assert_eq!(refused(&third_as_first), reading(2));
    let length = |needed, found| AlphabetError::Length { needed, found };
    let len = section.len();
    let end = usize::from(u16::from_le_bytes([b'H', 3]));
    let needed = start + 4 + 4 * 4 + end;
    assert_eq!(refused(&|rules| rules[2] = 4), length(needed, len));
    for cut in 1..4 {
        let error = Alphabet::from_bytes(&section[..start + cut]).unwrap_err();
        assert_eq!(error, length(start + 4, start + cut));
    }
    let mut empty = three_tiles();
    empty.extend([0; 4]);
    assert_eq!(
        Alphabet::from_bytes(&empty).unwrap_err(),
        AlphabetError::Rules
    );
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
fn refuses_sections_of_another_length() {
    let len = three_tiles().len();
    let length = |needed, found| AlphabetError::Length { needed, found };
    assert_eq!(refused(|section| section.truncate(7)), length(8, 7));
    assert_eq!(
        refused(|section| section.truncate(len - 1)),
        length(len, len - 1)
    );
    assert_eq!(refused(|section| section.push(0)), length(len + 4, len + 1));
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
    // Three texts: one ends before its start, one after all texts, and one within a character.
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
fn refuses_texts_too_long_for_their_length_field() {
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
        (AlphabetError::Rules, "invalid reading rules"),
        (AlphabetError::Reading { index: 3 }, "invalid reading 3"),
    ] {
        assert_eq!(error.to_string(), message);
    }
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
