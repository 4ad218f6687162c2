//! Letter distributions: forms that are accepted, and the messages of faults.

use std::fs;

use lexc_formats::{Alphabet, TileDefinition};

use super::*;

/// Messages of the faults of a letter distribution, without the name of the file.
fn problems(text: &str) -> Vec<String> {
    let error = parse("test.csv", text).expect_err("the distribution is bad");
    let lines = error.to_string();
    let without_name = |line: &str| line.replacen("test.csv:", "", 1);
    lines.lines().map(without_name).collect()
}

#[test]
fn encodes_every_preset() {
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
fn reads_equivalent_files_alike() {
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
fn reports_all_problems_with_their_places() {
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
fn names_stray_characters() {
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
fn rejects_malformed_rows_of_the_blank() {
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
fn rejects_alphabets_without_1_to_62_tiles() {
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
fn lists_the_first_20_problems() {
    let lines = problems(&"A\n".repeat(100));
    assert_eq!(lines.len(), 21);
    assert_eq!(lines[20], "and 80 more");
}

#[test]
fn rejects_files_that_are_not_distributions() {
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
    assert!(directory.to_string().contains(": cannot read: "));
    assert_eq!(
        load("klingon").unwrap_err().to_string(),
        "klingon: no such alphabet file, and no preset of this name (presets: english)"
    );
}

#[test]
fn names_an_alphabet_after_its_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("catalan.csv");
    fs::write(&path, "A,a,12,1,1\n").unwrap();
    assert_eq!(load(path.to_str().unwrap()).unwrap().name, "catalan");
}
