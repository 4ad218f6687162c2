//! Definitions of words: found by word, and harmless in damaged images.

use std::hint::black_box;

use common::parts::Parts;
use common::random::Random;
use common::words::{codes, small_list, tiles};
use common::{WIDTHS, image, image_with_definitions, letters, options, reader};
use lexc_compiler::Automata;
use lexc_compiler::word_list::WordListBuilder;
use lexc_formats::{Image, SectionName};
use lexc_runtime::{Checks, Lexicon, Word};

fn small_image(tile_count: usize) -> Vec<u8> {
    let words = small_list(tile_count);
    image_with_definitions(&words, &letters(tile_count), options(Automata::Both, true))
}

#[test]
fn each_word_has_the_definition_that_it_was_given() {
    for tile_count in WIDTHS {
        let words = small_list(tile_count);
        let image = small_image(tile_count);
        let lexicon = Lexicon::from_bytes(&image).unwrap();
        assert!(lexicon.has_definitions());
        let mut builder = WordListBuilder::default();
        for word in codes(&lexicon) {
            builder.push(&word).unwrap();
            let place = words.iter().position(|other| *other == word).unwrap();
            let expected = (place % 3 != 2).then(|| format!("définition {place} of {word:?}"));
            let found = lexicon.definition(&tiles(&word));
            assert_eq!(found.map(|text| text.to_string()), expected);
        }
        assert_eq!(lexicon.definition(&tiles(&[1; 63])), None);
        assert_eq!(lexicon.definition(&Word::EMPTY), None);
        assert!(reader::read(&image).unwrap().is_canonical);
    }
}

#[test]
fn an_image_minus_its_definitions_is_the_plain_image() {
    let words = small_list(4);
    let plain = image(&words, &letters(4), &options(Automata::Both, true));
    assert!(!Lexicon::from_bytes(&plain).unwrap().has_definitions());
    let parts = Parts::of(&small_image(4)).without(SectionName::DEFINITIONS);
    assert_eq!(parts.write(), plain);
}

#[test]
fn validator_and_reader_agree_on_flipped_bits_under_a_right_checksum() {
    let words = small_list(4);
    let parts = Parts::of(&small_image(4));
    let section = SectionName::DEFINITIONS;
    let len = parts.clone().contents(section).len();
    let (mut loaded, mut refused) = (0, 0);
    for bit in 0..8 * len {
        let mut parts = parts.clone();
        parts.contents(section)[bit / 8] ^= 1 << (bit % 8);
        let image = parts.write();
        match Image::from_bytes(&image) {
            Ok(_) => loaded += 1,
            Err(error) => {
                refused += 1;
                assert_eq!(error.section(), Some(section), "{error}");
            }
        }
        let is_accepted = Image::from_bytes(&image).is_ok();
        assert_eq!(reader::read(&image).is_ok(), is_accepted, "bit {bit}");
        read_all(&image, &words);
    }
    assert!(loaded > 100 && refused > 100, "{loaded} {refused}");
}

#[test]
fn random_definitions_are_harmless_without_validation() {
    let mut random = Random::new(9);
    let words = small_list(4);
    let parts = Parts::of(&small_image(4));
    let count = words.len();
    for round in 0..2000 {
        let mut parts = parts.clone();
        let section = parts.contents(SectionName::DEFINITIONS);
        section.resize(4 * count.div_ceil(16) + round % 40, 0);
        for byte in section.iter_mut() {
            let any = random.next_u64().to_le_bytes()[0];
            *byte = *random.pick(&[any, any % 8, b'\n', 0, 0xC2]);
        }
        read_all(&parts.write(), &words);
    }
}

/// Reads the definitions of all words without validation.
fn read_all(image: &[u8], words: &[Vec<u8>]) {
    let lexicon = Lexicon::open(image, Checks::Bounds).expect("the lengths are right");
    for word in words {
        black_box(
            lexicon
                .definition(&tiles(word))
                .map(|text| text.to_string()),
        );
    }
    black_box(lexicon.image().definitions().unwrap().iter().count());
}
