//! Queries on damaged images that pass validation or are opened without it: each returns without a panic.

use std::hint::black_box;

use common::random::Random;
use lexc_compiler::ImageStats;

use super::*;

/// Looks up these strings and some word indices, and reads texts, metadata and statistics.
fn call_every_query(lexicon: &Lexicon<'_>, strings: &[Vec<Tile>]) {
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
    for string in strings {
        black_box((lexicon.contains(string), lexicon.is_prefix(string)));
        black_box(lexicon.index_of(string));
        black_box(lexicon.definition(string).map(|text| text.to_string()));
    }
    for index in [0, 1, 5, lexicon.word_count(), u32::MAX - 1, u32::MAX] {
        black_box(lexicon.word_at(index));
    }
    black_box(ImageStats::of(lexicon.image()));
}

/// Strings to look up: the words of the small list, forwards and backwards, and strings of 0, 63 and 100 tiles.
fn strings(tile_count: usize) -> Vec<Vec<Tile>> {
    let words = small_list(tile_count).into_iter();
    let both_ways = words.flat_map(|word| [word.iter().rev().copied().collect(), word]);
    both_ways
        .chain([vec![], vec![1; 63], vec![2; 100]])
        .map(|word| tiles(&word))
        .collect()
}

#[test]
fn a_flipped_bit_under_a_right_checksum_is_refused_or_harmless() {
    for (tile_count, image) in small_images_of_every_width() {
        let strings = strings(tile_count);
        let parts = Parts::of(&image);
        let (mut loaded, mut refused) = (0, 0);
        for part in 0..parts.0.len() {
            for bit in 0..8 * parts.0[part].contents.len() {
                let mut parts = parts.clone();
                parts.0[part].contents[bit / 8] ^= 1 << (bit % 8);
                match Lexicon::from_bytes(&parts.write()) {
                    Ok(lexicon) => {
                        loaded += 1;
                        call_every_query(&lexicon, &strings);
                    }
                    Err(_) => refused += 1,
                }
            }
        }
        // Validation accepts many changes of values, counts, texts and the fingerprint.
        assert!(loaded > 100 && refused > 800, "{loaded} {refused}");
    }
}

#[test]
fn a_flipped_bit_after_validation_is_harmless() {
    for (tile_count, mut image) in small_images_of_every_width() {
        let strings = strings(tile_count);
        for bit in 8 * 192..8 * image.len() {
            image[bit / 8] ^= 1 << (bit % 8);
            if let Ok(lexicon) = Lexicon::open(&image, Checks::Bounds) {
                call_every_query(&lexicon, &strings);
            }
            image[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

#[test]
fn random_nodes_after_validation_are_harmless() {
    let mut random = Random::new(5);
    for round in 0..3000 {
        let tile_count = WIDTHS[round % 3];
        let mut parts = Parts::of(&small_image(tile_count));
        let sections = [
            SectionName::NODES,
            SectionName::WORD_INDEX,
            SectionName::SETS,
        ];
        // Images with wide nodes have no set codes.
        let count = if tile_count < 30 { 3 } else { 2 };
        parts.scramble(&sections[..count], &mut random);
        let mut compact = Parts::of(&small_compact_image(tile_count));
        compact.scramble_compact(&mut random);
        for image in [parts.write(), compact.write()] {
            let lexicon = Lexicon::open(&image, Checks::Bounds).expect("the lengths are right");
            call_every_query(&lexicon, &strings(tile_count));
        }
    }
}

#[test]
fn walks_of_a_node_that_refers_to_itself_end() {
    // One node: each of its four edges targets that node, and each tile completes a word.
    let nodes = [5, 5, 5, 5, 0b11110, HEAD | HAS_SET | 0b11110];
    let fast = of_nodes(&nodes, Some(5), None);
    let compact = of_compact_nodes(&[], &four_edges(20), 20);
    for image in [fast, compact].map(|parts| parts.write()) {
        assert!(Image::from_bytes(&image).is_err());
        let lexicon = Lexicon::open(&image, Checks::Bounds).expect("the lengths are right");
        assert!(lexicon.contains(&tiles(&[1; 63])));
        // The iterator stops after as many steps as nine words of 63 tiles take; each step can complete four words.
        let mut words = lexicon.words();
        let found = words.by_ref().count();
        assert!((9..=4 * (9 * 63 + 1)).contains(&found), "{found}");
        assert!(words.next().is_none() && words.next().is_none());
        black_box(ImageStats::of(lexicon.image()));
    }
}

/// The steps to the next word have their own bound, 65,536. The bound on the steps of the whole iteration grows with
/// the recorded word count, which damage can raise.
#[test]
fn walks_of_nodes_without_a_word_end() {
    // One node: each of its four edges targets that node, and no tile completes a word.
    let nodes = [4, 4, 4, 4, HEAD | 0b11110];
    let fast = of_nodes(&nodes, Some(4), None);
    let mut without_set = four_edges(20);
    without_set[12] = 0x80 | 4 << 4;
    let compact = of_compact_nodes(&[], &without_set, 20);
    for mut parts in [fast, compact] {
        parts.set_unit(SectionName::METADATA, 4, u32::MAX);
        let image = parts.write();
        let lexicon = Lexicon::open(&image, Checks::Bounds).expect("the lengths are right");
        let mut words = lexicon.words();
        assert!(words.next().is_none() && words.next().is_none());
    }
}
