//! Tests spellings, brackets, ambiguities, readings and errors, and compares the fast path with the general path.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

use lexc_formats::{Alphabet, Tile};

use super::{MAX_READINGS, TokenizeErrorKind, TokenizedWord, Tokenizer};
use crate::testing::{numbers, section};

const CATALAN: &str = "A,a,1,1,1\nE,e,1,1,1\nI,i,1,1,1\nL,l,1,1,0\nL·L,l·l,1,10,0\nN,n,1,1,0\nNY,ny,1,1,0\n\
                       QU,qu,1,8,0\nÇ,ç,1,1,0\nU,u,1,1,1\n";
const SPANISH: &str = "A,a,1,1,1\nC,c,1,1,0\nCH,ch,1,1,0\nH,h,1,1,0\nI,i,1,1,1\nL,l,1,1,0\nLL,ll,1,1,0\n\
                       O,o,1,1,1\nR,r,1,1,0\nRR,rr,1,1,0\n";
const TURKISH: &str = "I,ı,1,1,1\nİ,i,1,1,1\nS,s,1,1,0\nŞ,ş,1,1,0\n";
const OVERLAPPING: &str = "A,a,1,1,0\nAB,ab,1,1,0\nBA,ba,1,1,0\nBB,bb,1,1,0\nAAB,aab,1,1,0\n";
const LOWER: &str = "a,*,1,1,1\nÉ,é,1,1,1\nb,B,1,1,0\nΣ,σ,1,1,0\nch,Ch,1,1,0\n";

const CASED: &str = "C,c,1,1,0\nh,H,1,1,0\nCh,x,1,1,0\nD,d,1,1,0\nŽ,ž,1,1,0\ny,dž,1,1,0\n";

fn tokenizer(rows: &str) -> Tokenizer<'static> {
    Tokenizer::new(Alphabet::from_bytes(section(rows).leak()).unwrap())
}

fn english() -> Tokenizer<'static> {
    tokenizer("english")
}

fn text(tokenizer: &Tokenizer<'static>, code: u8) -> &'static str {
    tokenizer.alphabet.text(Tile::new(code).unwrap())
}

fn spell(tokenizer: &Tokenizer<'_>, codes: &[u8]) -> String {
    let tiles: Vec<Tile> = codes.iter().map(|code| Tile::new(*code).unwrap()).collect();
    tokenizer.alphabet.spell(&tiles).to_string()
}

/// The tiles' texts with dots between them, or the error with its offset in front.
fn read(tokenizer: &Tokenizer<'static>, word: &str) -> String {
    match tokenizer.tokenize(word) {
        Ok(tiled) => {
            let texts = tiled.codes().iter().map(|code| text(tokenizer, *code));
            texts.collect::<Vec<_>>().join(".")
        }
        Err(error) => format!("{}: {error}", error.offset),
    }
}

#[test]
fn ignores_case() {
    let english = english();
    for word in ["CAB", "cab", "cAb"] {
        assert_eq!(read(&english, word), "C.A.B");
        assert_eq!(english.tokenize(word).unwrap().is_folded, word != "CAB");
    }
    let german = tokenizer("A,a,1,1,1\nÄ,ä,1,1,1\nS,s,1,1,0\n");
    assert_eq!(read(&german, "saß"), "S.A.S.S");
    assert_eq!(read(&german, "ſä"), "S.Ä");
    assert_eq!(read(&tokenizer(LOWER), "ABéΣσςCH*"), "a.b.É.Σ.Σ.Σ.ch.a");
}

#[test]
fn the_exact_text_of_a_tile_spells_that_tile() {
    let turkish = tokenizer(TURKISH);
    assert_eq!(read(&turkish, "IıİiSşs"), "I.I.İ.İ.S.Ş.S");
    assert_eq!(read(&turkish, "[ı][i]"), "I.İ");
    // Two tiles whose texts differ in case only; `DŽ` is the text of neither tile.
    let cased = tokenizer("Dž,x,1,1,0\ndž,y,1,1,0\n");
    assert_eq!(read(&cased, "Dždž"), "Dž.dž");
    assert_eq!(
        read(&cased, "DŽ"),
        "0: can be read as [dž] or [Dž] (write the reading that is meant)"
    );
}

#[test]
fn reads_a_tile_in_brackets() {
    let spanish = tokenizer(SPANISH);
    assert_eq!(read(&spanish, "[CH]ICA"), "CH.I.C.A");
    assert_eq!(read(&spanish, "[C]HICA"), "C.H.I.C.A");
    assert_eq!(read(&spanish, "[c][h][I][ch]"), "C.H.I.CH");
    assert_eq!(read(&spanish, "A[cH]A"), "A.CH.A");
    assert_eq!(read(&tokenizer(CATALAN), "A[L·L]A"), "A.L·L.A");
    assert_eq!(read(&english(), "[A]B[c]"), "A.B.C");
}

#[test]
fn reads_bare_text_with_one_reading() {
    let catalan = tokenizer(CATALAN);
    assert_eq!(read(&catalan, "AL·LELUIA"), "A.L·L.E.L.U.I.A");
    assert_eq!(read(&catalan, "al·leluia"), "A.L·L.E.L.U.I.A");
    assert_eq!(read(&catalan, "quiny"), "QU.I.NY");
    assert_eq!(read(&catalan, "qu[i]NY"), "QU.I.NY");
    assert_eq!(read(&catalan, "all"), "A.L.L");
    assert_eq!(
        read(&tokenizer(OVERLAPPING), "BAB"),
        "2: `B` (U+0042) fits no tile"
    );
    assert_eq!(read(&tokenizer(OVERLAPPING), "ABBB"), "AB.BB");
    let spanish = tokenizer(SPANISH);
    assert_eq!(read(&spanish, "CALOR"), "C.A.L.O.R");
    assert_eq!(
        read(&spanish, "CHIC[O]"),
        "0: can be read as [CH]ICO or [C]HICO (write the reading that is meant)"
    );
}

#[test]
fn shows_the_readings_of_an_ambiguous_word() {
    let spanish = tokenizer(SPANISH);
    let TokenizeErrorKind::Ambiguous { readings, has_more } =
        spanish.tokenize("chorro").unwrap_err().kind
    else {
        panic!("chorro has several readings");
    };
    assert_eq!(readings, ["[CH]O[RR]O", "[CH]O[R]RO", "[C]HO[RR]O"]);
    assert!(has_more);
    for (reading, tiles) in readings
        .iter()
        .zip(["CH.O.RR.O", "CH.O.R.R.O", "C.H.O.RR.O"])
    {
        assert_eq!(read(&spanish, reading), tiles);
    }
    assert_eq!(
        read(&spanish, "chorro"),
        "0: can be read as [CH]O[RR]O or [CH]O[R]RO or [C]HO[RR]O or otherwise (write the reading that is meant)"
    );
    assert_eq!(
        read(&spanish, "[ch]orro"),
        "0: can be read as [CH]O[RR]O or [CH]O[R]RO (write the reading that is meant)"
    );
}

#[test]
fn reports_the_place_of_an_error() {
    let english = english();
    assert_eq!(read(&english, "CO-OP"), "2: `-` (U+002D) fits no tile");
    assert_eq!(read(&english, "CAFÉ"), "3: `É` (U+00C9) fits no tile");
    assert_eq!(
        read(&english, "cafe\u{301}s"),
        "3: `é` (U+00E9) fits no tile"
    );
    assert_eq!(
        read(&english, "A\u{0}"),
        "1: `\\u{0}` (U+0000) fits no tile"
    );
    assert_eq!(read(&english, "A]"), "1: `]` (U+005D) fits no tile");
    assert_eq!(read(&english, "A[B"), "1: `[` without `]`");
    assert_eq!(read(&english, "A[]"), "1: unknown tile ``");
    assert_eq!(read(&english, "AB[QU]"), "2: unknown tile `QU`");
    assert_eq!(read(&english, "[[A]]"), "0: unknown tile `[A`");
    assert_eq!(
        read(&tokenizer(CATALAN), "AQI"),
        "1: `Q` (U+0051) fits no tile"
    );
    assert_eq!(
        read(&tokenizer(CATALAN), "L·A"),
        "1: `·` (U+00B7) fits no tile"
    );
}

#[test]
fn rejects_words_of_more_than_63_tiles() {
    let english = english();
    let longest = "abcdefghi".repeat(7);
    assert_eq!(english.tokenize(&longest).unwrap().codes().len(), 63);
    let mut word = TokenizedWord::EMPTY;
    let bytes = english.tokenize_fast(longest.as_bytes(), &mut word);
    assert_eq!((bytes, word.codes().len()), (Some(63), 63));
    let longer = format!("{longest}j");
    assert!(
        english
            .tokenize_fast(longer.as_bytes(), &mut word)
            .is_none()
    );
    assert_eq!(read(&english, &longer), "63: more than 63 tiles");
    assert_eq!(
        read(&english, &"A".repeat(300_000)),
        "63: more than 63 tiles"
    );
    assert_eq!(
        read(&english, &format!("{longest}-")),
        "63: more than 63 tiles"
    );
    let catalan = tokenizer(CATALAN);
    assert_eq!(
        catalan.tokenize(&"[L·L]".repeat(63)).unwrap().codes(),
        [5; 63]
    );
    assert_eq!(
        catalan.tokenize(&"l·l".repeat(63)).unwrap().codes(),
        [5; 63]
    );
    assert_eq!(read(&catalan, &"L·L".repeat(64)), "189: more than 63 tiles");
    assert_eq!(
        read(&catalan, &"[L·L]".repeat(30_000)),
        "315: more than 63 tiles"
    );
    assert_eq!(
        read(&tokenizer(SPANISH), &"C".repeat(64)),
        "63: more than 63 tiles"
    );
    let many = "LLL".repeat(30_000);
    assert_eq!(read(&tokenizer(SPANISH), &many), "126: more than 63 tiles");
}

#[test]
fn composes_decomposed_text() {
    let catalan = tokenizer(CATALAN);
    let tiled = catalan.tokenize("c\u{327}a").unwrap();
    assert!(tiled.odd.is_normalized && tiled.is_folded);
    assert_eq!(read(&catalan, "C\u{327}A"), "Ç.A");
    assert_eq!(read(&catalan, "L\u{387}L"), "L·L");
    assert!(!catalan.tokenize("Ça").unwrap().odd.is_normalized);
}

const LONGEST: &str = "A,a,1,1,1\nC,c,1,1,0\nCH,ch,1,1,0\nH,h,1,1,0\nL,l,1,1,0\nLL,ll,1,1,0\nL·L,l·l,1,1,0\nS,s,1,1,0\n\
                       digraphs: longest\nread: Á = A\nread: ẞ = SS\nread: l.l = [L·L]\n";

#[test]
fn reads_the_longest_tile_and_readings() {
    let longest = tokenizer(LONGEST);
    for (word, tiles) in [
        ("CHALL", "CH.A.LL"),
        ("cHálL", "CH.A.LL"),
        ("[C]HA[L]L", "C.H.A.L.L"),
        ("LLL", "LL.L"),
        ("L·LL", "L·L.L"),
        ("al.la", "A.L·L.A"),
        ("[Á][l.l][ẞ]", "A.L·L.S.S"),
        ("aßẞ", "A.S.S.S.S"),
        ("a\u{301}", "A"),
        ("AL.A", "2: `.` (U+002E) fits no tile"),
    ] {
        assert_eq!(read(&longest, word), tiles, "{word}");
    }
    let tiled = longest.tokenize("Áß").unwrap();
    assert!(tiled.odd.is_respelled && !tiled.is_folded);
    let tiled = longest.tokenize("chAß").unwrap();
    assert!(tiled.odd.is_respelled && tiled.is_folded);
    assert!(!longest.tokenize("CHA").unwrap().odd.is_respelled);
    // 64 tiles, one more than a word can have: ẞ is read as two tiles.
    assert_eq!(
        read(&longest, &("A".repeat(62) + "ẞ")),
        "62: more than 63 tiles"
    );
    assert_eq!(read(&longest, &("A".repeat(61) + "ẞ")).len(), 2 * 63 - 1);
}

#[test]
fn finds_a_reading_that_is_a_word() {
    let spanish = tokenizer(SPANISH);
    let word: Vec<Tile> = [3, 5, 2, 8].map(|code| Tile::new(code).unwrap()).into();
    let find = |text: &str, word: &[Tile]| {
        let is_start = |tiles: &[Tile]| word.starts_with(tiles);
        let found = spanish.tokenize_among(text, is_start, |tiles| tiles == word);
        found.unwrap()
    };
    assert_eq!(find("chico", &word), Some(word.clone()));
    assert_eq!(find("[c]hico", &word), None);
    // 2^30 readings: `is_start` refuses the first tile of each, so none is tried.
    assert_eq!(find(&"LLCH".repeat(15), &word), None);
}

#[test]
fn fast_path_reads_rules_as_the_general_path_does() {
    let mut number = numbers(0x1234_5678_9ABC_DEF1);
    let explicit = LONGEST.replace("longest", "explicit");
    for (rows, least) in [(LONGEST, 900), (&explicit, 200)] {
        let tokenizer = tokenizer(rows);
        let pieces = [
            "A", "a", "C", "c", "CH", "ch", "cH", "H", "h", "L", "l", "LL", "l·l", "L·", "Á", "á",
            "ß", "l.l", "L.", "[CH]", "[ch]", "[C]", "[á]", "[L·L]", "[ß]", "S", "s",
        ];
        let mut fast = TokenizedWord::EMPTY;
        let mut fast_words = 0;
        for _ in 0..3000 {
            let word: String = (0..1 + number(6))
                .map(|_| pieces[number(pieces.len())])
                .collect();
            let general = tokenizer.tokenize_general(&word);
            if let Some(bytes) = tokenizer.tokenize_fast(word.as_bytes(), &mut fast) {
                fast_words += 1;
                let general = general.unwrap_or_else(|error| panic!("{word}: {error}"));
                assert_eq!(
                    (bytes, fast.codes()),
                    (word.len(), general.codes()),
                    "{word}"
                );
                assert_eq!(
                    (fast.is_folded, fast.odd),
                    (general.is_folded, general.odd),
                    "{word}"
                );
            }
        }
        assert!(fast_words > least, "{fast_words}");
    }
}

/// All ways to cut the text into tiles, by trying each tile at each place.
fn readings(tokenizer: &Tokenizer, text: &str) -> Vec<Vec<u8>> {
    if text.is_empty() {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (end, _) in text.char_indices().skip(1).chain([(text.len(), ' ')]) {
        let (start, rest) = text.split_at(end);
        let codes = |is_same: fn(&str, &str) -> bool| -> BTreeSet<u8> {
            let spellings = tokenizer.spellings.spellings().iter();
            spellings
                .filter(|spelling| is_same(&spelling.exact.iter().collect::<String>(), start))
                .map(|spelling| spelling.codes[0])
                .collect()
        };
        let mut codes_here = codes(|spelling, text| spelling == text);
        if codes_here.is_empty() {
            codes_here = codes(|spelling, text| spelling.to_uppercase() == text.to_uppercase());
        }
        for code in codes_here {
            for tail in readings(tokenizer, rest) {
                found.push([&[code][..], &tail[..]].concat());
            }
        }
    }
    found
}

#[test]
fn fast_path_general_path_and_all_readings_agree() {
    let mut number = numbers(0x9E37_79B9_7F4A_7C15);
    let mut simple_words = 0;
    for rows in [CATALAN, SPANISH, TURKISH, OVERLAPPING, LOWER] {
        let tokenizer = tokenizer(rows);
        let mut pieces: Vec<String> = ["x", "·", "Y", "y"].map(String::from).into();
        for spelling in tokenizer.spellings.spellings() {
            let text: String = spelling.exact.iter().collect();
            pieces.extend([text.to_uppercase(), text.to_lowercase(), text]);
        }
        // The lower case of İ has a combining dot, which `readings` can't read.
        pieces.retain(|piece| !piece.contains('\u{307}'));
        // All words reuse one value: a word must not affect the next.
        let mut simple_word = TokenizedWord::EMPTY;
        let (mut good, mut bad, mut ambiguous) = (0, 0, 0);
        for _ in 0..1000 {
            let len = 1 + number(6);
            let word: String = (0..len).map(|_| &*pieces[number(pieces.len())]).collect();
            let expected = readings(&tokenizer, &word);
            let bytes = tokenizer.tokenize_fast(word.as_bytes(), &mut simple_word);
            let simple = bytes.map(|bytes| (simple_word, bytes));
            simple_words += usize::from(simple.is_some());
            match (tokenizer.tokenize_general(&word), &expected[..]) {
                (Ok(tiled), [codes]) => {
                    good += 1;
                    assert_eq!(tiled.codes(), codes, "{word}");
                    let texts = codes.iter().map(|code| text(&tokenizer, *code));
                    assert_eq!(tiled.is_folded, texts.collect::<String>() != word, "{word}");
                    let simple = simple.unwrap_or((tiled, word.len()));
                    assert_eq!(simple.0.codes(), codes, "{word}");
                    assert_eq!(simple.0.is_folded, tiled.is_folded, "{word}");
                    assert_eq!(simple.1, word.len(), "{word}");
                    let decomposed: String = word.nfd().collect();
                    assert_eq!(
                        tokenizer.tokenize(&decomposed).unwrap().codes(),
                        codes,
                        "{word}"
                    );
                }
                (Err(error), []) => {
                    bad += 1;
                    assert!(matches!(error.kind, TokenizeErrorKind::NoTile(_)), "{word}");
                    assert!(simple.is_none(), "{word}");
                }
                (Err(error), [_, _, ..]) => {
                    ambiguous += 1;
                    let TokenizeErrorKind::Ambiguous { readings, has_more } = error.kind else {
                        panic!("{word}: {error}");
                    };
                    assert_eq!(has_more, expected.len() > MAX_READINGS, "{word}");
                    assert_eq!(readings.len(), expected.len().min(MAX_READINGS), "{word}");
                    for reading in readings {
                        let codes = tokenizer.tokenize(&reading).unwrap().codes().to_vec();
                        assert!(expected.contains(&codes), "{word}: {reading}");
                    }
                    assert!(simple.is_none(), "{word}");
                }
                (result, _) => panic!("{word}: {result:?} but {expected:?}"),
            }
        }
        assert!(good > 100 && bad > 100, "{rows}: {good} good, {bad} bad");
        let is_ambiguous = [SPANISH, OVERLAPPING].contains(&rows);
        assert_eq!(
            ambiguous > 100,
            is_ambiguous,
            "{rows}: {ambiguous} ambiguous"
        );
    }
    assert!(simple_words > 500, "{simple_words}");
}

#[test]
fn reads_spelled_words_as_the_same_tiles() {
    let mut number = numbers(0x2545_F491_4F6C_DD1D);
    for rows in [CATALAN, SPANISH, TURKISH, OVERLAPPING, LOWER, CASED] {
        let tokenizer = tokenizer(rows);
        let tiles = rows.lines().count();
        for _ in 0..300 {
            let codes: Vec<u8> = (0..1 + number(63))
                .map(|_| u8::try_from(1 + number(tiles)).unwrap())
                .collect();
            let spelled = spell(&tokenizer, &codes);
            let tiled = tokenizer.tokenize(&spelled).unwrap();
            assert_eq!(tiled.codes(), codes, "{spelled}");
            assert!(!tiled.is_folded && !tiled.odd.is_normalized, "{spelled}");
        }
    }
    assert_eq!(
        spell(&tokenizer(SPANISH), &[2, 4, 1, 3, 6, 6, 7, 2, 1, 2]),
        "[C]HA[CH][L]L[LL]CAC"
    );
    assert_eq!(
        spell(&tokenizer(CATALAN), &[4, 4, 5, 6, 7, 1]),
        "LL[L·L]N[NY]A"
    );
}

#[test]
fn marks_are_left_out_alone_and_composed_with_a_letter() {
    let alphabet =
        Alphabet::from_bytes(section("A,a,1,1,1\nÉ,é,1,1,1\nИ,и,1,1,1\nש,ש*,1,1,0\n").leak())
            .unwrap();
    let marks = [('\u{300}', '\u{301}'), ('\u{591}', '\u{5C7}')];
    let tokenizer = Tokenizer::ignoring(alphabet, &marks);
    for (word, tiles) in [
        ("\u{5B8}ש\u{5B8}\u{5C1}ש", "ש.ש"),
        ("áa\u{301}A", "A.A.A"),
        // É is a tile, so its mark is not one to ignore.
        ("éÉe\u{301}", "É.É.É"),
        ("[a]\u{301}é", "A.É"),
        ("иѝ", "И.И"),
    ] {
        assert_eq!(read(&tokenizer, word), tiles, "{word}");
        assert_eq!(
            tokenizer.tokenize(word).unwrap().odd.has_marks,
            !word.starts_with('é'),
            "{word}"
        );
    }
    assert_eq!(read(&tokenizer, "ий"), "1: `й` (U+0439) fits no tile");
    assert_eq!(read(&tokenizer, "a\u{302}"), "0: `â` (U+00E2) fits no tile");
    let alphabet = tokenizer.alphabet;
    assert_eq!(
        read(&Tokenizer::new(alphabet), "a\u{301}"),
        "0: `á` (U+00E1) fits no tile"
    );
}
