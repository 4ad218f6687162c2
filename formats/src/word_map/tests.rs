use std::borrow::ToOwned;
use std::collections::BTreeMap;
use std::string::ToString;
use std::vec::Vec;

use super::*;
use crate::tile::Tile;

/// Words of `kinds` kinds of tiles, of 1 to 24 tiles, distinct and sorted.
fn words(count: usize, kinds: u64) -> Vec<Vec<u8>> {
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        u8::try_from(((state >> 32) * below) >> 32).unwrap()
    };
    let mut words: Vec<Vec<u8>> = Vec::new();
    while words.len() < count {
        let len = match random(20) {
            0 => 1 + random(24),
            _ => 1 + random(8),
        };
        words.push((0..len).map(|_| 1 + random(kinds)).collect());
        if words.len() == count {
            words.sort();
            words.dedup();
        }
    }
    words
}

fn encode(words: &[Vec<u8>]) -> Vec<u8> {
    WordMap::encode(&mut words.iter().map(|word| &word[..])).unwrap()
}

fn tiles(codes: &[u8]) -> Vec<Tile> {
    codes.iter().filter_map(|&code| Tile::new(code)).collect()
}

fn multiset(codes: &[u8]) -> Multiset {
    tiles(codes).into_iter().collect()
}

#[test]
fn has_the_words_of_each_multiset_in_order() {
    for (count, kinds) in [(1, 3), (40, 2), (300, 3), (5_000, 5), (20_000, 62)] {
        let words = words(count, kinds);
        let section = encode(&words);
        let map = WordMap::from_bytes_unvalidated(&section).unwrap();
        assert_eq!(map.validate(0), Ok(()));
        let mut groups: BTreeMap<Vec<u8>, Vec<Vec<Tile>>> = BTreeMap::new();
        for word in &words {
            let mut sorted = word.clone();
            sorted.sort_unstable();
            groups.entry(sorted).or_default().push(tiles(word));
        }
        for (sorted, expected) in &groups {
            let multiset = multiset(sorted);
            assert!(map.may_spell(&multiset));
            match map.words(&multiset) {
                Some(found) => {
                    let found: Vec<_> = found.map(|word| word.to_vec()).collect();
                    assert_eq!(found, *expected);
                }
                None => assert!(sorted.len() > 17, "{sorted:?}"),
            }
        }
    }
}

#[test]
fn few_other_multisets_have_words() {
    let words = words(20_000, 26);
    let section = encode(&words);
    let map = WordMap::from_bytes_unvalidated(&section).unwrap();
    let (mut tested, mut wrong) = (0, 0);
    for word in words.iter().filter(|word| (6..=12).contains(&word.len())) {
        // Differs from a multiset of a word in one or two tiles, as a blank makes them differ.
        for code in 1..=26 {
            let mut other = word.clone();
            other[0] = code;
            other[1] = 27;
            tested += 1;
            wrong += usize::from(map.may_spell(&multiset(&other)));
        }
    }
    let rate = wrong as f64 / f64::from(tested);
    assert!(tested > 50_000 && (0.006..0.0095).contains(&rate), "{rate}");
}

#[test]
fn the_order_of_words_changes_no_byte() {
    let mut words = words(5_000, 5);
    let section = encode(&words);
    words.reverse();
    words.rotate_left(1234);
    assert_eq!(encode(&words), section);
}

#[test]
fn a_map_may_be_without_words() {
    let long = Vec::from([Vec::from([1; 23])]);
    for words in [&[][..], &long] {
        let section = encode(words);
        assert_eq!(section, [0; 12]);
        let map = WordMap::from_bytes_unvalidated(&section).unwrap();
        assert_eq!(map.validate(0), Ok(()));
        assert!(!map.may_spell(&multiset(&[1])));
        assert!(map.may_spell(&multiset(&[1; 23])));
        assert!(map.words(&multiset(&[1; 23])).is_none());
    }
}

#[test]
fn lengths_and_rows_are_checked() {
    let section = encode(&words(300, 3));
    for len in 0..section.len() {
        let error = WordMap::from_bytes_unvalidated(&section[..len]).unwrap_err();
        let ImageError::SectionLength {
            section: name,
            needed,
            found,
        } = error
        else {
            panic!("{error}");
        };
        assert_eq!((name, found), (SectionName::WORD_MAP, len as u64));
        assert_ne!(needed, found);
    }
    let rows = u32::from_le_bytes(section[..4].try_into().unwrap()) as usize;
    let refused = |place: usize, byte: u8| {
        let mut section = section.clone();
        section[place] = byte;
        let map = WordMap::from_bytes_unvalidated(&section).unwrap();
        match map.validate(100).unwrap_err() {
            ImageError::Contents { offset, what, .. } => (offset - 100, what),
            error => panic!("{error}"),
        }
    };
    let start = "a row does not start at the end of the row before";
    assert_eq!(refused(4, 0), (4, start));
    assert_eq!(refused(4 + 12, 0), (16, start));
    assert_eq!(
        refused(section.len() - 1, 1),
        (section.len() as u64 - 8, "the last bytes are not zeros")
    );
    assert!(rows > 10);

    let mut section = Vec::from(51_u32.to_le_bytes());
    for _ in 0..MAX_ROWS {
        section.extend([604_u32, 0, 0].into_iter().flat_map(u32::to_le_bytes));
    }
    section.extend([0; END_BYTES]);
    let refused = |section: &[u8]| {
        let map = WordMap::from_bytes_unvalidated(section).unwrap();
        map.validate(0).map_err(|error| error.to_string())
    };
    let error = "section WMAP, offset 0: more rows than widths";
    assert_eq!(refused(&section), Err(error.to_owned()));
    section[0] = 50;
    let error = "section WMAP, offset 4: a row without buckets or entries";
    assert_eq!(refused(&section), Err(error.to_owned()));
}
