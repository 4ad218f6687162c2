//! Random alphabets with characters of many scripts: an image that passes the check can be built again from its dump.

use lexc_formats::{Alphabet, AlphabetDefinition, TileDefinition, is_tile_text};
use unicode_normalization::UnicodeNormalization;

use super::*;
use crate::testing::numbers;
use crate::text::combines;
use crate::tokenizer::Detokenizer;
use crate::word_list::{ReadOptions, WordListReader};

/// The encoded alphabet of these texts and blank forms; `None` if the format refuses them.
fn forge(texts: &[[String; 2]]) -> Option<Vec<u8>> {
    let tiles = texts.iter().map(|[text, blank_text]| TileDefinition {
        text: text.clone(),
        blank_text: blank_text.clone(),
        value: 1,
        count: 1,
        is_vowel: false,
    });
    let definition = AlphabetDefinition {
        name: "forged".to_owned(),
        tiles: tiles.collect(),
        blank_count: 1,
        ..AlphabetDefinition::default()
    };
    definition.encode().ok()
}

/// An image of random words over the alphabet.
fn image(section: &[u8], number: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
    let alphabet = Alphabet::from_bytes(section).unwrap();
    let mut words: Vec<Vec<u8>> = (0..20)
        .map(|_| {
            (0..1 + number(6))
                .map(|_| u8::try_from(1 + number(alphabet.len())).unwrap())
                .collect()
        })
        .collect();
    words.sort();
    words.dedup();
    let words = words.iter().map(Vec::as_slice);
    compile_sorted(words, alphabet, &CompileOptions::default())
        .unwrap()
        .image
}

/// The output of `lexc dump`, compiled again.
fn rebuilt(image: &[u8]) -> Option<Vec<u8>> {
    let report = check_up_to(image, CheckLevel::Words);
    let image = Image::from_bytes(image).unwrap();
    let mut detokenizer = Detokenizer::new(image.alphabet());
    let mut dump = String::new();
    for word in &report.words? {
        dump.push_str(&detokenizer.spell(word));
        dump.push('\n');
    }
    let mut reader = WordListReader::new(image.alphabet(), ReadOptions::default());
    reader.read("dump", &mut dump.as_bytes(), &mut |_| {});
    let (words, _) = reader.finish().ok()?;
    let compiled = compile_sorted(words.iter(), image.alphabet(), &CompileOptions::default());
    Some(compiled.ok()?.image)
}

/// A random character, often one with cases, marks or compositions.
fn character(number: &mut impl FnMut(usize) -> usize) -> char {
    const SPECIAL: &[char] = &[
        'A',
        'a',
        'B',
        'S',
        's',
        'K',
        'k',
        'I',
        'i',
        'ß',
        'ẞ',
        'İ',
        'ı',
        'ſ',
        'ŉ',
        'ǆ',
        'ǅ',
        'Ǆ',
        'ﬁ',
        'ﬀ',
        'Σ',
        'ς',
        'σ',
        'Å',
        'Ω',
        'ά',
        'ΐ',
        'ᾳ',
        'ᾼ',
        'か',
        'が',
        '가',
        '각',
        '\u{1100}',
        '\u{1161}',
        '\u{11a8}',
        '\u{212a}',
        '\u{212b}',
        '\u{2126}',
        '\u{301}',
        '\u{307}',
        '\u{327}',
        '\u{345}',
        '\u{3099}',
        '\u{9c7}',
        '\u{9be}',
        '\u{16d67}',
        '\u{958}',
        '\u{37e}',
        '\u{387}',
        '·',
        '*',
        '-',
        '\'',
    ];
    let block = |from: u32, len: usize, number: &mut dyn FnMut(usize) -> usize| {
        char::from_u32(from + u32::try_from(number(len)).unwrap()).unwrap_or('A')
    };
    match number(8) {
        0..3 => SPECIAL[number(SPECIAL.len())],
        3 => block(0xA1, 0x2000, number),
        4 => block(0x300, 0x70, number),
        5 => block(0x1E00, 0x200, number),
        6 => block(0xFB00, 0x50, number),
        _ => block(0x21, 0x1_1000, number),
    }
}

#[test]
fn images_that_pass_read_back_from_their_dump() {
    let mut number = numbers(0x9E37_79B9_7F4A_7C15);
    let (mut encoded, mut passed) = (0, 0);
    let count = if std::env::var_os("LEXC_SCOPE").is_some_and(|scope| scope == "full") {
        50_000
    } else {
        3_000
    };
    for _ in 0..count {
        let mut text = || -> String {
            let len = 1 + number(3).min(number(3));
            (0..len).map(|_| character(&mut number)).collect()
        };
        let texts: Vec<[String; 2]> = (0..5).map(|_| [text(), text()]).collect();
        // Half of the alphabets have only texts in NFC that start with a base character.
        let is_mended = number(2) == 0;
        let texts = texts.into_iter().filter_map(|texts| {
            let texts = if is_mended {
                texts.map(|text| text.nfc().collect())
            } else {
                texts
            };
            let is_fit = |text: &String| {
                is_tile_text(text) && !(is_mended && text.chars().next().is_some_and(combines))
            };
            texts.iter().all(is_fit).then_some(texts)
        });
        let texts: Vec<[String; 2]> = texts.collect();
        let Some(section) = forge(&texts) else {
            continue;
        };
        encoded += 1;
        let image = image(&section, &mut number);
        let report = check(&image);
        match report.failure() {
            None => {
                passed += 1;
                assert_eq!(rebuilt(&image).as_ref(), Some(&image), "{texts:?}");
            }
            Some((level, message)) => {
                assert_eq!(level, CheckLevel::Canonical, "{texts:?}: {message}");
                // Texts that keep the rules for single texts always read back, as tiles and as words.
                assert!(!message.contains("read back"), "{texts:?}: {message}");
            }
        }
    }
    assert!(
        passed > count / 10 && passed < encoded,
        "{passed} of {encoded}"
    );
}

#[test]
fn texts_that_change_when_normalised_or_joined_are_not_canonical() {
    let refusal = |texts: &[[&str; 2]]| {
        let texts: Vec<[String; 2]> = texts.iter().map(|texts| texts.map(str::to_owned)).collect();
        let image = image(&forge(&texts).unwrap(), &mut numbers(7));
        let report = check(&image);
        let (level, message) = report.failure().expect("the texts are not canonical");
        assert_eq!(level, CheckLevel::Canonical);
        message.to_owned()
    };
    assert_eq!(
        refusal(&[["A", "a"], ["\u{212a}", "k"]]),
        "section ALPH: the text `\u{212a}` (U+212A) of tile 2 is not in NFC (write `K` (U+004B))"
    );
    assert_eq!(
        refusal(&[["O\u{2126}", "o"]]),
        "section ALPH: the text `O\u{2126}` (U+004F U+2126) of tile 1 is not in NFC (write `O\u{3a9}` (U+004F U+03A9))"
    );
    let combines = "starts with a character that combines with the one before it (put its base letter in front of it)";
    assert_eq!(
        refusal(&[["A", "\u{301}"]]),
        format!("section ALPH: the blank form `\\u{{301}}` (U+0301) of tile 1 {combines}")
    );
    assert_eq!(
        refusal(&[["か", "か*"], ["\u{3099}", "*"]]),
        format!("section ALPH: the text `\\u{{3099}}` (U+3099) of tile 2 {combines}")
    );
}
