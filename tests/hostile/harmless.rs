//! Whatever is asked of an image that is damaged and accepted, or was not checked: nothing panics, and everything ends.

use std::hint::black_box;

use common::random::Random;
use lexc::ImageStats;

use super::*;

/// Asks everything that can be asked. Whatever the image, nothing panics, and everything ends.
fn ask_everything(lexicon: &Lexicon<'_>, questions: &[Vec<Tile>]) {
    let (alphabet, metadata) = (lexicon.alphabet(), lexicon.image().metadata());
    for tile in alphabet.tiles() {
        black_box((alphabet.text(tile), alphabet.blank_text(tile)));
        black_box((
            alphabet.value(tile),
            alphabet.count(tile),
            alphabet.is_vowel(tile),
        ));
    }
    black_box((
        alphabet.name(),
        metadata.name(),
        metadata.source(),
        metadata.license(),
    ));
    for word in lexicon.words() {
        black_box(word.display(alphabet));
    }
    for question in questions {
        black_box((lexicon.contains(question), lexicon.is_prefix(question)));
        black_box(lexicon.index_of(question));
    }
    for number in [0, 1, 5, lexicon.word_count(), u32::MAX - 1, u32::MAX] {
        black_box(lexicon.word_at(number));
    }
    black_box(ImageStats::of(lexicon.image()));
}

/// The words of the small list, backwards too, and long ones.
fn questions(tile_count: usize) -> Vec<Vec<Tile>> {
    let words = small_list(tile_count).into_iter();
    let both_ways = words.flat_map(|word| [word.iter().rev().copied().collect(), word]);
    both_ways
        .chain([vec![], vec![1; 63], vec![2; 100]])
        .map(|word| tiles(&word))
        .collect()
}

#[test]
fn every_flipped_bit_under_a_good_checksum_is_refused_or_harmless() {
    for (tile_count, image) in small_images_of_every_width() {
        let questions = questions(tile_count);
        let parts = Parts::of(&image);
        let (mut loaded, mut refused) = (0, 0);
        for part in 0..parts.0.len() {
            for bit in 0..8 * parts.0[part].contents.len() {
                let mut parts = parts.clone();
                parts.0[part].contents[bit / 8] ^= 1 << (bit % 8);
                match Lexicon::from_bytes(&parts.write()) {
                    Ok(lexicon) => {
                        loaded += 1;
                        ask_everything(&lexicon, &questions);
                    }
                    Err(_) => refused += 1,
                }
            }
        }
        // Values, counts, texts and the fingerprint are free; of the rest, little is.
        assert!(loaded > 100 && refused > 800, "{loaded} {refused}");
    }
}

#[test]
fn every_flipped_bit_after_the_check_is_harmless() {
    for (tile_count, mut image) in small_images_of_every_width() {
        let questions = questions(tile_count);
        for bit in 8 * 192..8 * image.len() {
            image[bit / 8] ^= 1 << (bit % 8);
            if let Ok(lexicon) = Lexicon::from_bytes_unvalidated(&image) {
                ask_everything(&lexicon, &questions);
            }
            image[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

#[test]
fn anything_at_all_after_the_check_is_harmless() {
    let mut random = Random::new(5);
    for round in 0..3000 {
        let tile_count = WIDTHS[round % 3];
        let mut parts = Parts::of(&small_image(tile_count));
        let sections = [
            SectionName::SETS,
            SectionName::NODES,
            SectionName::WORD_INDEX,
        ];
        parts.scramble(&sections, &mut random);
        let mut compact = Parts::of(&small_compact_image(tile_count));
        compact.scramble_compact(&mut random);
        for image in [parts.write(), compact.write()] {
            let lexicon = Lexicon::from_bytes_unvalidated(&image).expect("the lengths are right");
            ask_everything(&lexicon, &questions(tile_count));
        }
    }
}

#[test]
fn a_record_that_leads_to_itself_is_walked_for_a_while_only() {
    // Every tile completes a word, and leads back to the same node.
    let nodes = [5, 5, 5, 5, 0b11110, HEAD | HAS_SET | 0b11110];
    let fast = of_records(&nodes, Some(5), None);
    let compact = of_compact_records(&[], &four_edges(20), 20);
    for image in [fast, compact].map(|parts| parts.write()) {
        assert!(Image::from_bytes(&image).is_err());
        let lexicon = Lexicon::from_bytes_unvalidated(&image).expect("the lengths are right");
        assert!(lexicon.contains(&tiles(&[1; 63])));
        // As many steps as nine words of 63 tiles can take, and four words a step.
        let mut words = lexicon.words();
        let found = words.by_ref().count();
        assert!((9..=4 * (9 * 63 + 1)).contains(&found), "{found}");
        assert!(words.next().is_none() && words.next().is_none());
        black_box(ImageStats::of(lexicon.image()));
    }
}

/// Found by the fuzzer: to wait for a word that never comes took as many steps as the recorded number of words allowed,
/// which may be damaged as well.
#[test]
fn records_without_a_word_are_walked_for_a_while_only() {
    // Every tile leads back to the same node, and none completes a word.
    let nodes = [4, 4, 4, 4, HEAD | 0b11110];
    let fast = of_records(&nodes, Some(4), None);
    let mut without_set = four_edges(20);
    without_set[12] = 0x80 | 4 << 4;
    let compact = of_compact_records(&[], &without_set, 20);
    for mut parts in [fast, compact] {
        parts.set_word(SectionName::METADATA, 4, u32::MAX);
        let image = parts.write();
        let lexicon = Lexicon::from_bytes_unvalidated(&image).expect("the lengths are right");
        let mut words = lexicon.words();
        assert!(words.next().is_none() && words.next().is_none());
    }
}
