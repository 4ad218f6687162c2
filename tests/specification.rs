//! FORMAT.md specifies every byte: the compiler writes the image that FORMAT.md lists, and a reader written from FORMAT.md
//! alone reads every image.

use common::fuzz::seeds::{leaves_image, leaves_image_with_estimate};
use common::golden::labels;
use common::parts::Parts;
use common::random::Random;
use common::reader::{Report, read};
use common::words::random_words;
use common::{compact, image, letters, options};
use lexc_compiler::{Automata, CompileOptions, StoreKind};
use lexc_formats::{
    AlphabetDefinition, Image, PlacedTile, ReadingDefinition, SectionName, Tile, TileDefinition,
};
use lexc_runtime::{Lexicon, Word, Words};

const SPECIFICATION: &str = include_str!("../formats/FORMAT.md");

fn alphabet(tiles: &[(&str, &str, i16, u16, bool)]) -> AlphabetDefinition {
    let tile =
        |&(text, blank_text, value, count, is_vowel): &(&str, &str, _, _, _)| TileDefinition {
            text: text.to_owned(),
            blank_text: blank_text.to_owned(),
            value,
            count,
            is_vowel,
        };
    AlphabetDefinition {
        name: "tiny".to_owned(),
        tiles: tiles.iter().map(tile).collect(),
        blank_count: 1,
        ..AlphabetDefinition::default()
    }
}

/// Compiles the words, the alphabet and the texts of the specification's image.
fn tiny_image() -> Vec<u8> {
    let alphabet = alphabet(&[
        ("A", "a", 1, 3, true),
        ("L·L", "l·l", 10, 1, false),
        ("S", "s", 1, 2, false),
    ]);
    let words = [vec![1, 2, 1], vec![1, 2, 1, 3], vec![1, 3], vec![3, 1]];
    let options = CompileOptions {
        name: "tiny".to_owned(),
        source: "made up".to_owned(),
        license: "free to use".to_owned(),
        anagram_filter: false,
        ..options(Automata::Both, true)
    };
    image(&words, &alphabet, &options)
}

/// Parses the annotated array of the specification.
fn specified_image() -> Vec<u8> {
    let (_, array) = SPECIFICATION.split_once("const IMAGE").expect("an array");
    let (_, array) = array.split_once("= [\n").expect("an array");
    let (array, _) = array.split_once("];").expect("an array");
    array
        .lines()
        .flat_map(|line| line.split("//").next().unwrap_or_default().split(','))
        .filter_map(|byte| byte.trim().strip_prefix("0x"))
        .map(|byte| u8::from_str_radix(byte, 16).expect("two digits"))
        .collect()
}

#[test]
fn the_compiler_writes_the_image_of_the_specification() {
    let (specified, written) = (specified_image(), tiny_image());
    let differs = specified.iter().zip(&written).position(|(a, b)| a != b);
    assert_eq!(differs, None, "the first byte that differs");
    assert_eq!(specified.len(), written.len());
}

#[test]
fn the_independent_reader_finds_every_image_canonical() {
    let mut random = Random::new(4);
    let mut images = vec![tiny_image()];
    for tile_count in [2, 5, 29, 30, 31, 32, 60, 61, 62] {
        let last = u8::try_from(tile_count).expect("at most 62");
        let words = random_words(&mut random, &[1, 2, last - 1, last], 8, 150);
        for options in [
            options(Automata::Both, true),
            options(Automata::Dawg, true),
            options(Automata::Gaddag, false),
            compact(Automata::Both, true),
            compact(Automata::Dawg, false),
            compact(Automata::Dawg, true),
            compact(Automata::Gaddag, false),
        ] {
            images.push(image(&words, &letters(tile_count), &options));
        }
    }
    for (kinds, longest, count) in [(1, 30, 30), (3, 24, 400), (8, 9, 700), (62, 5, 1_500)] {
        let tiles: Vec<u8> = (1..=kinds).collect();
        let words = random_words(&mut random, &tiles, longest, count);
        let options = CompileOptions {
            word_map: true,
            ..options(Automata::Dawg, false)
        };
        images.push(image(&words, &letters(62), &options));
    }
    for (kinds, longest, count) in [(1, 30, 30), (3, 8, 400), (62, 5, 1_500)] {
        let tiles: Vec<u8> = (1..=kinds).collect();
        let words = random_words(&mut random, &tiles, longest, count);
        let options = CompileOptions {
            labels: Some(labels(words.len())),
            ..options(Automata::Dawg, false)
        };
        images.push(image(&words, &letters(62), &options));
    }
    images.extend([StoreKind::Fast, StoreKind::Compact].map(leaves_image));
    images.extend([StoreKind::Fast, StoreKind::Compact].map(leaves_image_with_estimate));
    // Enough nodes that letter set indices take two bytes, and that references of most classes occur.
    for (tile_count, longest, count) in [(31, 12, 17_000), (62, 3, 4_000)] {
        let tiles: Vec<u8> = (1..=tile_count).collect();
        let words = random_words(&mut random, &tiles, longest, count);
        for automata in [Automata::Both, Automata::Dawg] {
            let options = compact(automata, false);
            images.push(image(&words, &letters(tile_count.into()), &options));
        }
    }
    for image in &images {
        let opened = Image::from_bytes(image).expect("the compiler wrote it");
        let alphabet = opened.alphabet();
        let words = || {
            let spelled = |word: Word| word.display(alphabet).to_string();
            Some(Words::of(opened).map(spelled).collect())
        };
        let expected = Report {
            dawg: opened.dawg().and_then(|_| words()),
            gaddag: opened.gaddag().and_then(|_| words()),
            is_canonical: true,
        };
        assert_eq!(read(image), Ok(expected));
    }
}

/// Compiles words to a DAWG and returns their texts as the independent reader spells them.
fn spelled(tiles: &[(&str, &str, i16, u16, bool)], words: &[Vec<u8>]) -> Vec<String> {
    let image = image(words, &alphabet(tiles), &options(Automata::Dawg, false));
    let report = read(&image).expect("the compiler wrote it");
    assert!(report.is_canonical);
    report.dawg.expect("the image has a DAWG")
}

#[test]
fn brackets_keep_tiles_apart() {
    let tiles = [
        ("A", "a", 1, 5, true),
        ("C", "c", 2, 3, false),
        ("CH", "ch", 5, 1, false),
        ("H", "h", 4, 2, false),
    ];
    let words = [
        vec![2, 2, 4, 1],
        vec![2, 4],
        vec![3],
        vec![3, 4],
        vec![4, 2],
    ];
    let expected = ["C[C]HA", "[C]H", "[CH]", "[CH]H", "HC"];
    assert_eq!(spelled(&tiles, &words), expected);
}

#[test]
fn brackets_keep_tiles_apart_in_upper_and_lower_case() {
    let tiles = [
        ("D", "d", 2, 3, false),
        ("Dž", "dž", 5, 1, false),
        ("Ž", "ž", 4, 2, false),
        ("¿", "DD", 0, 1, false),
    ];
    let words = [vec![1, 1, 3], vec![1, 3, 2], vec![3, 1], vec![4]];
    let expected = ["[D][D]Ž", "[D]Ž[Dž]", "ŽD", "¿"];
    assert_eq!(spelled(&tiles, &words), expected);
}

#[test]
fn the_independent_reader_refuses_damage() {
    let whole = tiny_image();
    for (offset, rule) in [
        (1, "magic"),
        (8, "version 0"),
        (16, "928 bytes instead of 929"),
        (40, "checksum of header and section table"),
        (317, "padding"),
        (800, "checksum of RECS"),
    ] {
        let mut image = whole.clone();
        image[offset] ^= 1;
        assert_eq!(read(&image), Err(rule.to_owned()));
    }
    let cut = read(&whole[..600]);
    assert_eq!(cut, Err("600 bytes instead of 928".to_owned()));
}

#[test]
fn the_independent_reader_and_the_validator_refuse_control_characters_in_names_and_texts() {
    let reading = ReadingDefinition {
        text: "R字".to_owned(),
        placed_tiles: vec![PlacedTile::letter(Tile::new(1).expect("a code"))],
    };
    let alphabet = AlphabetDefinition {
        name: "字".to_owned(),
        readings: vec![reading],
        ..alphabet(&[("A", "a", 1, 3, true), ("T字", "t字", 1, 3, false)])
    };
    let options = CompileOptions {
        name: "字".to_owned(),
        source: "字".to_owned(),
        license: "字".to_owned(),
        ..options(Automata::Dawg, false)
    };
    let whole = Parts::of(&image(&[vec![1]], &alphabet, &options));
    // Each 字 has three bytes. Only the source and the licence may have control characters.
    for (section, texts, refused) in [(SectionName::ALPHABET, 4, 4), (SectionName::METADATA, 3, 1)]
    {
        let contents = whole.clone().contents(section).clone();
        let offsets = (0..contents.len()).filter(|&at| contents[at..].starts_with("字".as_bytes()));
        assert_eq!(offsets.clone().count(), texts);
        for (index, offset) in offsets.enumerate() {
            let accepts = |text: &str| {
                let mut parts = whole.clone();
                parts.contents(section)[offset..][..3].copy_from_slice(text.as_bytes());
                let image = parts.write();
                let is_accepted = read(&image).is_ok();
                let what = format!("{text:?} in {section}, text {index}");
                assert_eq!(Lexicon::from_bytes(&image).is_ok(), is_accepted, "{what}");
                is_accepted
            };
            assert!(accepts("éz"));
            for text in [
                "\u{1b}zz", "\nzz", "\u{85}z", "\u{61c}z", "\u{200e}", "\u{200f}", "\u{2028}",
                "\u{2029}", "\u{202a}", "\u{202e}", "\u{2066}", "\u{2069}",
            ] {
                assert_eq!(accepts(text), index >= refused, "{text:?}");
            }
        }
    }
}
