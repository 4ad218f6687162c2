//! Letter distributions: forms that are accepted, and the messages of faults.

use std::fs;

use lexc_formats::{Alphabet, Digraphs, PlacedTile, Tile, TileDefinition};

use super::*;
use crate::table::assert_table;

/// Messages of the faults of a letter distribution, without the name of the file.
fn problems(text: &str) -> Vec<String> {
    let error = parse("test.csv", text).expect_err("the distribution is bad");
    let lines = error.to_string();
    let without_name = |line: &str| line.replacen("test.csv:", "", 1);
    lines.lines().map(without_name).collect()
}

/// The letters, vowels and numbers of a preset, as in the table of editions.
fn edition(name: &str) -> String {
    let alphabet = load(name).unwrap();
    let section = alphabet.encode().unwrap();
    assert_eq!(Alphabet::from_bytes(&section).unwrap().name(), name);
    let texts = |is_listed: fn(&TileDefinition) -> bool| {
        let tiles = alphabet.tiles.iter().filter(|tile| is_listed(tile));
        let texts: Vec<&str> = tiles.map(|tile| &*tile.text).collect();
        texts.join(" ")
    };
    let counts: u16 = alphabet.tiles.iter().map(|tile| tile.count).sum();
    let value = |tile: &TileDefinition| i32::from(tile.value) * i32::from(tile.count);
    let points: i32 = alphabet.tiles.iter().map(value).sum();
    let blanks = alphabet.blank_count;
    let mut edition = format!(
        "tiles: {}\nvowels: {}\n{} tiles, {blanks} of them blank, {points} points",
        texts(|_| true),
        texts(|tile| tile.is_vowel),
        counts + blanks
    );
    let others = texts(|tile| tile.count == 0);
    if !others.is_empty() {
        edition += &format!("\nletters without tiles: {others}");
    }
    edition
}

#[test]
fn presets_are_the_published_editions() {
    let table = include_str!("editions.txt");
    let names = table.lines().filter_map(|line| line.strip_prefix('|'));
    assert!(presets().eq(names));
    assert_table("editions.txt", table, edition);
}

#[test]
fn letters_without_tiles_are_in_words_of_the_language() {
    for (name, word) in [
        ("czech", "whisky"),
        ("danish", "quiz"),
        ("finnish", "pizzašakki"),
        ("italian", "jazz"),
        ("norwegian", "quiz"),
        ("slovene", "taxi"),
        ("swedish", "whisky"),
    ] {
        assert!(!read(name, word).contains(' '), "{name}: {word}");
    }
}

/// Compares the presets with letter distributions of other programs, if these are beside the project.
#[test]
fn presets_agree_with_other_programs_on_every_tile() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/languages");
    for name in presets() {
        let path = folder.join(name.replace('-', "_")).with_extension("csv");
        if let Ok(text) = fs::read_to_string(path) {
            let (facts, preset) = (parse(name, &text).unwrap(), load(name).unwrap());
            assert_eq!(preset.tiles, facts.tiles, "{name}");
            assert_eq!(preset.blank_count, facts.blank_count, "{name}");
        }
    }
}

#[test]
fn alphabets_are_printed_as_files_that_read_as_the_same_alphabet() {
    for name in presets() {
        let alphabet = load(name).unwrap();
        let text = to_text(&alphabet).unwrap();
        assert_eq!(parse(name, &text).unwrap(), alphabet, "{name}: {text}");
    }
    let spanish = to_text(&load("spanish").unwrap()).unwrap();
    assert!(spanish.ends_with("Z,z,1,10,0\ndigraphs: longest\nread: Á = A\nread: É = E\nread: Í = I\nread: Ó = O\nread: Ú Ü = U\n"));
}

/// The tiles of a word, joined by dots; or the message of the error.
fn read(name: &str, word: &str) -> String {
    let section = load(name).unwrap().encode().unwrap();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    match crate::tokenizer::Tokenizer::new(alphabet).tokenize(word) {
        Ok(tiled) => {
            let tiles = tiled.codes().iter().copied().filter_map(Tile::new);
            tiles
                .map(|tile| alphabet.text(tile))
                .collect::<Vec<_>>()
                .join(".")
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn presets_read_text_by_the_rules_of_their_languages() {
    for (name, word, tiles) in [
        ("catalan", "col·legi", "C.O.L·L.E.G.I"),
        ("catalan", "coŀlegi", "C.O.L·L.E.G.I"),
        ("catalan", "COĿLEGI", "C.O.L·L.E.G.I"),
        ("catalan", "col.legi", "C.O.L·L.E.G.I"),
        ("catalan", "col•legi", "C.O.L·L.E.G.I"),
        ("catalan", "quinze", "QU.I.N.Z.E"),
        ("catalan", "QÜESTIÓ", "QU.E.S.T.I.O"),
        ("catalan", "obliqu\u{308}itat", "O.B.L.I.QU.I.T.A.T"),
        ("catalan-super", "aqüífer", "A.QU.I.F.E.R"),
        ("catalan", "anyada", "A.NY.A.D.A"),
        ("catalan", "força", "F.O.R.Ç.A"),
        ("catalan", "raïm", "R.A.I.M"),
        ("catalan", "collir", "C.O.L.L.I.R"),
        ("dutch", "ijsje", "I.J.S.J.E"),
        ("dutch", "coördinatie", "C.O.O.R.D.I.N.A.T.I.E"),
        ("english", "café", "`é` (U+00E9) fits no tile"),
        ("french", "garçon", "G.A.R.C.O.N"),
        ("french", "cœur", "C.O.E.U.R"),
        ("french", "ÆGYRINE", "A.E.G.Y.R.I.N.E"),
        ("french", "NAÏF", "N.A.I.F"),
        ("german", "straße", "S.T.R.A.S.S.E"),
        ("german", "STRAẞE", "S.T.R.A.S.S.E"),
        ("german", "größe", "G.R.Ö.S.S.E"),
        ("german", "attaché", "A.T.T.A.C.H.E"),
        ("greek", "λόγος", "Λ.Ο.Γ.Ο.Σ"),
        ("greek", "ΐ", "Ι"),
        ("greek", "Όραση", "Ο.Ρ.Α.Σ.Η"),
        ("italian", "città", "C.I.T.T.A"),
        ("norwegian", "fôr", "F.O.R"),
        ("norwegian", "ærlig", "Æ.R.L.I.G"),
        ("polish", "źdźbło", "Ź.D.Ź.B.Ł.O"),
        ("portuguese", "ação", "A.Ç.A.O"),
        ("slovene", "žaba", "Ž.A.B.A"),
        ("spanish", "llave", "LL.A.V.E"),
        ("spanish", "perro", "P.E.RR.O"),
        ("spanish", "CHICO", "CH.I.C.O"),
        ("spanish", "[C]HICO", "C.H.I.C.O"),
        ("spanish", "año", "A.Ñ.O"),
        ("spanish", "an\u{303}o", "A.Ñ.O"),
        ("spanish", "pingüino", "P.I.N.G.U.I.N.O"),
        ("spanish", "camión", "C.A.M.I.O.N"),
        ("swedish", "idé", "I.D.E"),
        ("swedish", "över", "Ö.V.E.R"),
        ("turkish", "ılıİi", "I.L.I.İ.İ"),
        ("turkish", "kâğıt", "K.A.Ğ.I.T"),
        ("turkish", "İSTANBUL", "İ.S.T.A.N.B.U.L"),
        ("turkish", "millî", "M.İ.L.L.İ"),
        ("danish", "idé", "I.D.E"),
        ("czech", "čeština", "Č.E.Š.T.I.N.A"),
        ("finnish", "yö", "Y.Ö"),
    ] {
        assert_eq!(read(name, word), tiles, "{name}: {word}");
    }
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
fn reports_every_fault_with_its_place() {
    let faults = |text: &str| problems(text).join("\n");
    assert_table("faults.txt", include_str!("faults.txt"), faults);
}

#[test]
fn reports_texts_that_no_tile_can_have() {
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
fn rejects_alphabets_without_1_to_62_tiles() {
    let no_tiles = " no tiles (one row each: tile,blank form,count,value,vowel)";
    for text in ["", "\u{feff}"] {
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
        ": longer than 65536 bytes (name a file with a letter distribution)"
    );

    let directory = load(dir.path().to_str().unwrap()).unwrap_err();
    assert!(directory.to_string().contains(": cannot read: "));
    assert_eq!(
        load("klingon").unwrap_err().to_string(),
        format!(
            "klingon: no such alphabet file, and no preset of this name (presets: {})",
            presets().collect::<Vec<_>>().join(" ")
        )
    );
}

#[test]
fn recognises_the_forms_of_other_programs() {
    let lexc = "?,?,2,0,0\nA,a,12,1,1\nL·L,l·l,1,10,0\nÇ,ç,3,7,0\n";
    let expected = parse("x", lexc).unwrap();
    for (dialect, text) in [
        (Dialect::Lexc, lexc),
        (
            Dialect::Lexc,
            "?,?,2,0,0,？,？\nA,a,12,1,1,Ａ,ａ\n[L·L],[l·l],1,10,0,,\nÇ,ç,3,7,0,,\n",
        ),
        (Dialect::Macondo, "?,2,0,0\nA,12,1,1\n[L·L],1,10,0\nÇ,3,7,0"),
        (
            Dialect::Macondo,
            "A,12,1,1\r\nL·L,1,10,0\r\nÇ,3,7,0\r\n?,2,0,0\r\n",
        ),
        (
            Dialect::Wolges,
            "?\t?\t2\t0\t0\t0\t0\nA\ta\t12\t1\t1\t0\t0\nL·L\tl·l\t1\t10\t0\tK\tk\nÇ\tç\t3\t7\t0\t0\t0\n",
        ),
        (
            Dialect::Quackle,
            "# value before count\nA\ta\t1\t12\t1\n[L·L]\t[l·l]\t10\t1\t0 # one\nÇ\tç\t7\t3\t0\nblank\t0\t2\n",
        ),
        (
            Dialect::Quackle,
            "blank 0 2\nA a 1 12 1\nL·L l·l 10 1 0\nÇ ç 7 3 0",
        ),
    ] {
        let (definition, found) = parse_file("x", "x", text).unwrap();
        assert_eq!((definition, found), (expected.clone(), dialect), "{text}");
    }
    let (turkish, _) = parse_file("x", "x", "I,4,2,1\nİ,7,1,1\nA,1,1,1").unwrap();
    let blanks: Vec<&str> = turkish
        .tiles
        .iter()
        .map(|tile| tile.blank_text.as_str())
        .collect();
    assert_eq!(blanks, ["ı", "i", "a"]);
    let (rare, _) = parse_file("x", "x", "A\ta\t1\t9\t1\nQ\tq\t10\t0\t0\nblank\t0\t2").unwrap();
    assert_eq!((rare.tiles[1].value, rare.tiles[1].count), (10, 0));
}

#[test]
fn reads_rules_in_either_case_and_any_order() {
    let rules = "read: ŀl l.l É = [L·L]\ndigraphs: longest\nA,a,1,1,1\nE,e,1,1,1\nread: È = EA # two\nL·L,l·l,1,10,0\n  read: è=e a\n";
    let alphabet = parse("x", &rules.replace("e a", "ea")).unwrap();
    assert_eq!(alphabet.digraphs, Digraphs::Longest);
    let readings: Vec<(&str, Vec<u8>)> = alphabet
        .readings
        .iter()
        .map(|reading| {
            let bytes = reading.placed_tiles.iter().map(|tile| tile.byte());
            (reading.text.as_str(), bytes.collect())
        })
        .collect();
    let blank = |code| PlacedTile::blank(Tile::new(code).unwrap()).byte();
    assert_eq!(
        readings,
        [
            ("L.L", vec![3]),
            ("l.l", vec![blank(3)]),
            ("È", vec![2, 1]),
            ("É", vec![3]),
            ("è", vec![blank(2), blank(1)]),
            ("é", vec![blank(3)]),
            ("ĿL", vec![3]),
            ("ŀl", vec![blank(3)]),
        ]
    );
    let turkish = parse("x", "I,ı,1,1,1\nİ,i,1,1,1\nread: İ! ẞ = I").unwrap();
    let texts: Vec<&str> = turkish
        .readings
        .iter()
        .map(|reading| reading.text.as_str())
        .collect();
    assert_eq!(texts, ["i!", "ß", "İ!", "ẞ"]);
}

#[test]
fn readings_keep_their_cases_where_two_letters_have_one_upper_case() {
    let rows = "C,c,1,1,0\nB,h,1,1,0\nread: bh! = HC\n";
    let alphabet = parse("x", rows).unwrap();
    let texts: Vec<&str> = (alphabet.readings.iter())
        .map(|reading| reading.text.as_str())
        .collect();
    assert_eq!(texts, ["BB!", "bh!", "hh!"]);
    assert_eq!(parse("x", &to_text(&alphabet).unwrap()), Ok(alphabet));
}

#[test]
fn readings_are_added_to_a_preset() {
    let mut alphabet = load("english").unwrap();
    let error = add_readings(&mut alphabet, "--read", &["É".to_owned()]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "--read:1:1: a reading is texts, an equals sign and tiles, as in `read: É È = E`"
    );
    add_readings(&mut alphabet, "--read", &["É È = E".to_owned()]).unwrap();
    assert_eq!(alphabet.readings.len(), 4);
}

#[test]
fn names_an_alphabet_after_its_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("catalan.csv");
    fs::write(&path, "A,a,12,1,1\n").unwrap();
    assert_eq!(load(path.to_str().unwrap()).unwrap().name, "catalan");
}

#[test]
fn marks_to_ignore_are_joined_and_printed() {
    let tiles = "א,א*,3,1,0\nב,ב*,3,1,0\n";
    let rows = format!(
        "{tiles}ignore: U+05B0-U+05C7 U+0301\nignore: U+0591-U+05BD \u{25CC}\u{5C8}\nread: é = א\n"
    );
    let alphabet = parse("x", &rows).unwrap();
    let marks = [('\u{301}', '\u{301}'), ('\u{591}', '\u{5C8}')];
    assert_eq!(alphabet.marks, marks);
    let text = to_text(&alphabet).unwrap();
    assert!(
        text.ends_with("ignore: U+0301\nignore: U+0591-U+05C8\n"),
        "{text}"
    );
    assert_eq!(parse("x", &text).unwrap(), alphabet);
}
