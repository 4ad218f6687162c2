//! Word maps: every multiset of a few tiles, compared with a trial of all words; hostile sections; and damage after validation.

use std::collections::BTreeMap;

use common::parts::Parts;
use common::random::Random;
use common::reader::read;
use common::words::random_words;
use common::{every_kind, image, letters};
use lexc_compiler::CompileOptions;
use lexc_compiler::check::check;
use lexc_formats::{Image, ImageError, Multiset, SectionName, Tile};
use lexc_runtime::{Checks, Condition, Finder, Lexicon, Word};

/// Some words of `kinds` kinds of tiles.
fn words(seed: u64, kinds: u8, longest: usize, count: usize) -> Vec<Vec<u8>> {
    let tiles: Vec<u8> = (1..=kinds).collect();
    random_words(&mut Random::new(seed), &tiles, longest, count)
}

/// An image with a word map.
fn image_with_map(words: &[Vec<u8>], kind: &CompileOptions, tile_count: usize) -> Vec<u8> {
    let options = CompileOptions {
        word_map: true,
        ..kind.clone()
    };
    image(words, &letters(tile_count), &options)
}

/// Every multiset of up to `len` of the tiles with codes from `first` to `last`, as sorted codes.
fn multisets(first: u8, last: u8, len: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    if len > 0 {
        for code in first..=last {
            for rest in multisets(code, last, len - 1) {
                all.push([&[code], &rest[..]].concat());
            }
        }
    }
    all
}

fn tiles(codes: &[u8]) -> Vec<Tile> {
    codes.iter().filter_map(|&code| Tile::new(code)).collect()
}

/// For every multiset, the map gives the words of its tiles in alphabetical order, or, if there are none, usually none, and
/// otherwise permutations that are not words.
#[test]
fn every_multiset_has_its_words() {
    let (mut asked, mut wrong) = (0, 0);
    for (seed, kinds, longest, count) in [
        (1, 2, 12, 400),
        (2, 3, 8, 300),
        (3, 5, 6, 500),
        (4, 5, 3, 30),
    ] {
        let words = words(seed, kinds, longest, count);
        let mut groups: BTreeMap<Vec<u8>, Vec<Vec<Tile>>> = BTreeMap::new();
        for word in &words {
            let mut sorted = word.clone();
            sorted.sort_unstable();
            groups.entry(sorted).or_default().push(tiles(word));
        }
        groups.values_mut().for_each(|group| group.sort());
        for kind in &every_kind() {
            let image = image_with_map(&words, kind, 5);
            let image = Image::from_bytes(&image).unwrap();
            assert_eq!((image.version().major, image.version().minor), (1, 3));
            let map = image.word_map().unwrap();
            for sorted in multisets(1, kinds, longest) {
                let multiset: Multiset = tiles(&sorted).into_iter().collect();
                let found = map.words(&multiset).expect("few tiles");
                let found: Vec<Vec<Tile>> = found.map(|word| word.to_vec()).collect();
                assert!(found.is_empty() || map.may_spell(&multiset));
                match groups.get(&sorted) {
                    Some(expected) => assert_eq!(found, *expected, "{sorted:?}"),
                    None => {
                        asked += 1;
                        wrong += usize::from(!found.is_empty());
                    }
                }
            }
        }
    }
    assert!(asked > 3_000 && wrong * 50 < asked, "{wrong} of {asked}");
}

/// The independent reader finds maps canonical, and finds each changed bit out, or that the map still has all words.
#[test]
fn the_independent_reader_agrees_with_the_check() {
    let words = words(5, 6, 9, 60);
    let image = image_with_map(&words, &every_kind()[0], 6);
    assert!(read(&image).unwrap().is_canonical);
    let parts = Parts::of(&image);
    let section = parts.clone().contents(SectionName::WORD_MAP).clone();
    let (mut refused, mut missing, mut other) = (0, 0, 0);
    for bit in (0..8 * section.len()).step_by(7) {
        let mut parts = parts.clone();
        parts.contents(SectionName::WORD_MAP)[bit / 8] ^= 1 << (bit % 8);
        let image = parts.write();
        let report = check(&image);
        let (_, message) = report.failure().expect("no changed bit is canonical");
        match read(&image) {
            Ok(report) => {
                assert!(!report.is_canonical, "{bit}");
                assert!(
                    message.contains("where this compiler writes"),
                    "{bit}: {message}"
                );
                other += 1;
            }
            Err(_) if Image::from_bytes(&image).is_err() => refused += 1,
            Err(rule) => {
                assert!(rule.contains("is not in WMAP"), "{bit}: {rule}");
                assert!(message.contains("is missing"), "{bit}: {message}");
                missing += 1;
            }
        }
    }
    assert!(
        refused > 50 && missing > 50 && other > 5,
        "{refused} {missing} {other}"
    );
}

/// A map of any bytes gives permutations of the multiset, in ascending order, and finds an end.
#[test]
fn hostile_maps_give_wrong_words_at_most() {
    let mut random = Random::new(6);
    let words = words(7, 4, 8, 200);
    let parts = Parts::of(&image_with_map(&words, &every_kind()[0], 4));
    let asked: Vec<Vec<u8>> = multisets(1, 4, 8);
    let (mut opened, mut found) = (0, 0);
    for round in 0..400 {
        let mut parts = parts.clone();
        let section = parts.contents(SectionName::WORD_MAP);
        let end = section.len() - 8;
        match round % 4 {
            // Any rows, which the bounds of the section limit.
            0 => {
                for _ in 0..1 + random.below(4) {
                    let place = random.below(end);
                    section[place] = random.next_u64().to_le_bytes()[0];
                }
            }
            // Any pilots and entries.
            1 => section[200..end].fill_with(|| random.next_u64().to_le_bytes()[0]),
            // Entries that all have a next one.
            2 => section[200..end].fill(0xff),
            // Another length.
            _ => {
                let len = random.below(section.len() + 20);
                section.resize(len, 1);
            }
        }
        let image = parts.write();
        let Ok(image) = Lexicon::open(&image, Checks::Bounds) else {
            assert!(Image::from_bytes(&image).is_err());
            continue;
        };
        opened += 1;
        let map = image.image().word_map().unwrap();
        for sorted in &asked {
            let multiset: Multiset = tiles(sorted).into_iter().collect();
            let words: Vec<Vec<Tile>> = map
                .words(&multiset)
                .unwrap()
                .map(|word| word.to_vec())
                .collect();
            found += words.len();
            assert!(words.is_sorted_by(|a, b| a < b));
            for mut word in words {
                word.sort_unstable();
                assert_eq!(word, tiles(sorted));
            }
        }
    }
    assert!(opened > 250 && found > 10_000, "{opened} {found}");
}

fn anagrams(lexicon: &Lexicon<'_>, rack: &str, is_in_order: bool) -> Vec<Word> {
    let mut conditions = [Condition::anagram(rack, lexicon.alphabet()).unwrap()];
    let (finder, mut words) = (Finder::new(lexicon), Vec::new());
    let visit = |word: &Word| words.push(*word);
    match is_in_order {
        true => finder.words(&mut conditions, visit).unwrap(),
        false => finder.words_in_any_order(&mut conditions, visit).unwrap(),
    }
    words
}

/// A wrong map hides anagrams; it adds none.
#[test]
fn wrong_maps_add_no_anagram() {
    let mut random = Random::new(10);
    let words = words(11, 4, 6, 300);
    let parts = Parts::of(&image_with_map(&words, &every_kind()[0], 4));
    let (mut hidden, mut found) = (0, 0);
    for _ in 0..60 {
        let mut parts = parts.clone();
        let section = parts.contents(SectionName::WORD_MAP);
        let end = section.len() - 8;
        section[200..end].fill_with(|| random.next_u64().to_le_bytes()[0] | 0x80);
        let image = parts.write();
        let lexicon = Lexicon::from_bytes(&image).unwrap();
        for rack in [
            "A", "AB", "ABC", "A?B", "??", "ABC?", "AB??", "AAB??", "ABC??D",
        ] {
            let expected = anagrams(&lexicon, rack, true);
            let words = anagrams(&lexicon, rack, false);
            assert!(words.iter().all(|word| expected.contains(word)), "{rack}");
            hidden += expected.len() - words.len();
            found += words.len();
        }
    }
    assert!(hidden > 1_000 && found > 10, "{hidden} {found}");
}

/// Racks that the map does not answer are searched in the automaton: longer than 17 tiles, with three blanks, classes or `*`.
#[test]
fn other_racks_are_searched_without_the_map() {
    let long: Vec<u8> = (1..=18).collect();
    let words = vec![
        long[..17].to_vec(),
        long.clone(),
        vec![1; 23],
        vec![1, 2, 3],
    ];
    let image = image_with_map(&words, &every_kind()[0], 26);
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    for (rack, count) in [
        ("ABCDEFGHIJKLMNOPQ", 1),
        ("?CDEFGHIJKLMNOPQ?", 1),
        ("ABCDEFGHIJKLMNOPQR", 1),
        ("?BCDEFGHIJKLMNOPQR", 1),
        ("AAAAAAAAAAAAAAAAAAAAAAA", 1),
        ("???", 1),
        ("[AB]BC", 1),
        ("AB*", 3),
        ("", 0),
    ] {
        let found = anagrams(&lexicon, rack, false);
        assert_eq!(
            (found.len(), &found),
            (count, &anagrams(&lexicon, rack, true)),
            "{rack}"
        );
    }
}

/// Each rule of the section has an error; every one is found when an image is opened.
#[test]
fn refuses_rows_that_break_a_rule() {
    let parts = Parts::of(&image_with_map(&words(8, 3, 5, 40), &every_kind()[0], 3));
    let section = parts.clone().contents(SectionName::WORD_MAP).clone();
    let refused = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut parts = parts.clone();
        change(parts.contents(SectionName::WORD_MAP));
        let image = parts.write();
        assert!(read(&image).is_err());
        match Image::from_bytes(&image).unwrap_err() {
            ImageError::Contents { section, what, .. } => {
                assert_eq!(section, SectionName::WORD_MAP);
                what
            }
            ImageError::SectionLength { section, .. } => {
                assert_eq!(section, SectionName::WORD_MAP);
                "length"
            }
            error => panic!("{error}"),
        }
    };
    let last = 4 + 12 * (usize::from(section[0]) - 1);
    for len in [0, 3, 11, section.len() - 1] {
        assert_eq!(refused(&|section| section.truncate(len)), "length");
    }
    assert_eq!(refused(&|section| section.push(0)), "length");
    assert_eq!(refused(&|section| section[last] += 1), "length");
    assert_eq!(
        refused(&|section| section[4] += 1),
        "a row does not start at the end of the row before"
    );
    assert_eq!(
        refused(&|section| section[4 + 8] = 0),
        "a row without buckets or entries"
    );
    assert_eq!(
        refused(&|section| *section.last_mut().unwrap() = 1),
        "the last bytes are not zeros"
    );
}

/// The map is an optional section: a reader without it finds the same words, and the rest of the image has the bytes of the
/// image without the option.
#[test]
fn an_image_without_the_map_has_its_bytes() {
    let words = words(9, 5, 9, 100);
    for kind in &every_kind() {
        let with = Parts::of(&image_with_map(&words, kind, 5));
        let without = with.without(SectionName::WORD_MAP).write();
        let options = CompileOptions {
            word_map: false,
            ..kind.clone()
        };
        assert_eq!(without, image(&words, &letters(5), &options));
    }
}
