//! Leaves images: the value of any rack, in both node stores and every mask width.

use std::collections::BTreeMap;

use common::letters;
use common::random::Random;
use lexc_compiler::check::check;
use lexc_compiler::{
    CompileOptions, LeaveList, LeaveListBuilder, StoreKind, compile_leaves, leaves_alphabet,
};
use lexc_formats::{Alphabet, MAX_TILES, Tile};
use lexc_runtime::{LeaveImage, Leaves, Rack, RackTile};

/// Random leaves of up to six of these tiles, in the alphabet of leaves.
fn random_leaves(random: &mut Random, tiles: &[u8], count: usize) -> BTreeMap<Vec<u8>, i32> {
    let mut leaves = BTreeMap::new();
    for _ in 0..count {
        let mut leave: Vec<u8> = (0..=random.below(6)).map(|_| *random.pick(tiles)).collect();
        leave.sort_unstable();
        let value = i32::try_from(random.below(100_000)).expect("small") - 40_000;
        leaves.insert(leave, value);
    }
    leaves
}

fn list(leaves: &BTreeMap<Vec<u8>, i32>) -> LeaveList {
    let mut builder = LeaveListBuilder::default();
    for (leave, value) in leaves.iter().rev() {
        builder.push(leave, *value);
    }
    builder.finish().expect("each leave has one value")
}

#[test]
fn values_of_any_rack_are_those_of_the_list() {
    let mut random = Random::new(61);
    for letter_count in [1, 3, 26, 28, 29, 31, 40, 59, 61] {
        let section = leaves_alphabet(&letters(letter_count)).encode().unwrap();
        let alphabet = Alphabet::from_bytes(&section).unwrap();
        let letters = letters(letter_count).encode().unwrap();
        let letters = Alphabet::from_bytes(&letters).unwrap();
        let blank = u8::try_from(letter_count + 1).unwrap();
        let tiles = [1, blank.div_ceil(2), blank - 1, blank];
        let leaves = random_leaves(&mut random, &tiles, 300);
        for store in [StoreKind::Fast, StoreKind::Compact] {
            let options = CompileOptions {
                store,
                ..CompileOptions::default()
            };
            let image = compile_leaves(&list(&leaves), alphabet, &options)
                .unwrap()
                .image;
            assert_eq!(check(&image).failure(), None);
            let opened = LeaveImage::from_bytes(&image, letters).unwrap();
            let sums = opened.with_sums();
            for _ in 0..300 {
                let codes: Vec<u8> = (0..random.below(8)).map(|_| *random.pick(&tiles)).collect();
                let tile = |&code: &u8| match code == blank {
                    true => RackTile::Blank,
                    false => Tile::new(code).unwrap().into(),
                };
                let rack: Rack = codes.iter().map(tile).collect::<Option<Rack>>().unwrap();
                let mut sorted = codes.clone();
                sorted.sort_unstable();
                let listed = leaves.get(&sorted).copied();
                assert_eq!(opened.value(&rack), listed.unwrap_or(0), "{codes:?}");
                let single = |&code: &u8| leaves.get(&vec![code]).copied().unwrap_or(0);
                let sum = listed.unwrap_or_else(|| codes.iter().map(single).sum());
                assert_eq!(sums.value(&rack), sum, "{codes:?}");
                assert!(sum <= sums.bound());
            }
        }
    }
}

/// An alphabet of 62 letters has no room for the blank.
#[test]
fn alphabets_of_leaves_have_at_most_61_letters() {
    assert!(leaves_alphabet(&letters(MAX_TILES - 1)).encode().is_ok());
    assert!(leaves_alphabet(&letters(MAX_TILES)).encode().is_err());
}
