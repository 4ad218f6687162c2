use std::borrow::ToOwned;
use std::vec::Vec;

use super::*;
use crate::labels_writer::{LabelDefinition, LabelsDefinition};

fn next(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1);
    *state >> 33
}

/// Distinct words of 1 to 16 tiles.
fn words(count: usize) -> Vec<Vec<u8>> {
    let mut state = 1;
    let mut words: Vec<Vec<u8>> = Vec::new();
    while words.len() < count {
        let len = 1 + next(&mut state) % 16;
        let codes = (0..len).map(|_| 1 + u8::try_from(next(&mut state) % 26).unwrap());
        words.push(codes.collect());
        if words.len() == count {
            words.sort();
            words.dedup();
        }
    }
    words
}

fn label(name: &str, symbol: Option<char>) -> LabelDefinition {
    LabelDefinition {
        name: name.to_owned(),
        symbol,
    }
}

/// Flags and numbers of any values; each number has fewer of them than the one before it.
fn definition(words: usize, flags: usize, numbers: &[u32]) -> LabelsDefinition {
    let mut state = 7;
    LabelsDefinition {
        flags: (0..flags)
            .map(|flag| label(&std::format!("f{flag}"), (flag == 1).then_some('†')))
            .collect(),
        numbers: (0..numbers.len())
            .map(|number| label(&std::format!("n{number}"), None))
            .collect(),
        flags_of_words: (0..words)
            .map(|_| u32::try_from(next(&mut state) & ((1 << flags) - 1)).unwrap())
            .collect(),
        numbers_of_words: numbers
            .iter()
            .map(|&count| {
                let values = (0..words).map(|_| {
                    let value = u32::try_from(next(&mut state) % u64::from(count)).unwrap();
                    (value % 5 != 3).then_some(1_000 + 17 * value)
                });
                values.collect()
            })
            .collect(),
    }
}

fn encode(definition: &LabelsDefinition, words: &[Vec<u8>]) -> Vec<u8> {
    Labels::encode(definition, &mut words.iter().map(|word| &word[..])).unwrap()
}

fn open(section: &[u8]) -> Labels<'_> {
    let labels = Labels::from_bytes_unvalidated(section).unwrap();
    assert_eq!(labels.validate(0), Ok(()));
    labels
}

fn tiles(codes: &[u8]) -> Vec<Tile> {
    codes.iter().filter_map(|&code| Tile::new(code)).collect()
}

/// Asserts that every word has the labels of the definition.
fn assert_read(section: &[u8], definition: &LabelsDefinition, words: &[Vec<u8>]) {
    let labels = open(section);
    let defined = |label: Label<'_>| LabelDefinition {
        name: label.name().to_owned(),
        symbol: label.symbol(),
    };
    assert!(
        labels
            .flags()
            .map(defined)
            .eq(definition.flags.iter().cloned())
    );
    assert!(
        labels
            .numbers()
            .map(defined)
            .eq(definition.numbers.iter().cloned())
    );
    for (index, word) in words.iter().enumerate() {
        let set = labels.get(&tiles(word));
        let flags = definition.flags_of_words[index];
        assert_eq!(set.flags(), flags);
        for flag in 0..33 {
            assert_eq!(set.has(flag), flag < 32 && flags >> flag & 1 != 0);
        }
        for (number, values) in definition.numbers_of_words.iter().enumerate() {
            assert_eq!(set.number(number), values[index]);
        }
        let symbol = (flags >> 1 & 1 != 0).then_some('†');
        assert!(set.symbols().eq(symbol));
        assert_eq!(set.number(definition.numbers.len()), None);
        assert_eq!(set.number(usize::MAX), None);
    }
}

#[test]
fn every_word_has_its_labels() {
    for count in [0, 1, 2, 3, 4, 5, 7, 10, 40, 300, 5_000] {
        let words = words(count);
        for (flags, numbers) in [
            (1, &[][..]),
            (2, &[1]),
            (0, &[3]),
            (8, &[8]),
            (31, &[2, 4_000_000, 700, 1, 5, 9, 30, 1_000]),
        ] {
            let definition = definition(words.len(), flags, numbers);
            assert_read(&encode(&definition, &words), &definition, &words);
        }
    }
}

#[test]
fn numbers_may_have_all_values() {
    let words = words(9);
    let mut definition = definition(words.len(), 32, &[1, 1, 1]);
    definition.flags_of_words[0] = u32::MAX;
    definition.numbers_of_words[0].fill(None);
    for (number, none) in [(1, None), (2, Some(5))] {
        let values = &mut definition.numbers_of_words[number];
        values.fill(none);
        (values[0], values[1]) = (Some(0), Some(u32::MAX));
    }
    assert_read(&encode(&definition, &words), &definition, &words);
}

#[test]
fn sizes_are_a_few_bits_a_word() {
    let words = words(60_000);
    let bits = |flags, numbers: &[u32]| {
        let section = encode(&definition(words.len(), flags, numbers), &words);
        8.0 * section.len() as f64 / words.len() as f64
    };
    assert!(bits(1, &[]) < 1.2);
    // The number has four values, and none.
    assert!(bits(8, &[5]) < 13.0);
    // No table holds as many values as there are words.
    assert!(bits(0, &[100_000_000]) < 31.0 * 1.2);
}

#[test]
fn the_order_of_words_changes_no_byte() {
    let mut words = words(3_000);
    let mut definition = definition(words.len(), 3, &[1_000]);
    let section = encode(&definition, &words);
    words.reverse();
    definition.flags_of_words.reverse();
    definition.numbers_of_words[0].reverse();
    assert_eq!(encode(&definition, &words), section);
}

#[test]
fn hashes_are_made_tile_by_tile() {
    let words = words(2_000);
    let mut hashes: Vec<WordHash> = words
        .iter()
        .map(|word| tiles(word).into_iter().collect())
        .collect();
    for (word, &hash) in words.iter().zip(&hashes) {
        let one_by_one = tiles(word)
            .into_iter()
            .fold(WordHash::EMPTY, WordHash::then);
        assert_eq!(one_by_one, hash);
    }
    hashes.sort_by_key(|hash| hash.0);
    hashes.dedup();
    assert_eq!(hashes.len(), words.len());
}

#[test]
fn unsound_definitions_are_refused() {
    let words = words(20);
    let refused = |change: &dyn Fn(&mut LabelsDefinition)| {
        let mut definition = definition(words.len(), 2, &[5]);
        change(&mut definition);
        Labels::encode(&definition, &mut words.iter().map(|word| &word[..])).is_none()
    };
    assert!(!refused(&|_| ()));
    assert!(refused(&|labels| *labels = LabelsDefinition::default()));
    assert!(refused(&|labels| labels.flags[0].name = "f1".to_owned()));
    assert!(refused(&|labels| labels.flags[0].name = "1f".to_owned()));
    assert!(refused(&|labels| labels.numbers[0].name = "f1".to_owned()));
    assert!(refused(&|labels| labels.flags[0].symbol = Some('a')));
    assert!(refused(&|labels| labels.numbers[0].symbol = Some('+')));
    assert!(refused(&|labels| labels.flags_of_words[3] = 4));
    assert!(refused(&|labels| labels.flags_of_words.push(0)));
    assert!(refused(&|labels| labels.numbers_of_words[0].push(None)));
    assert!(refused(&|labels| labels.numbers_of_words.clear()));
    assert!(refused(&|labels| {
        labels.flags = (0..33)
            .map(|flag| label(&std::format!("f{flag}"), None))
            .collect();
    }));
    // Two words with one hash.
    let words = [&[1][..], &[1]];
    let definition = definition(2, 1, &[]);
    assert_eq!(Labels::encode(&definition, &mut words.into_iter()), None);
}

#[test]
fn names_and_symbols_have_few_characters() {
    for name in ["a", "csw24", "Level-2_x", &"n".repeat(32)] {
        assert!(is_label_name(name), "{name}");
    }
    for name in ["", "2csw", "-a", "a b", "é", "a<=3", "a.b", &"n".repeat(33)] {
        assert!(!is_label_name(name), "{name}");
    }
    for symbol in ['#', '+', '*', '†', 'é'] {
        assert!(is_label_symbol(symbol), "{symbol}");
    }
    for symbol in ['a', '7', ',', '"', ' ', '\t', '\u{a0}', '\u{202e}', '\0'] {
        assert!(!is_label_symbol(symbol), "{symbol:?}");
    }
}
