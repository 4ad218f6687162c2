//! Leaves images: the value of any rack, in both node stores and every mask width.

use std::collections::BTreeMap;

use common::fuzz::seeds::{leaves, leaves_image_with_estimate};
use common::parts::{Parts, place};
use common::random::Random;
use common::reader::leaves::estimate;
use common::{image, letters, options};
use lexc_compiler::check::check;
use lexc_compiler::{
    Automata, CompileOptions, LeaveList, LeaveListBuilder, StoreKind, compile_leaves,
    leaves_alphabet,
};
use lexc_formats::{Alphabet, Image, ImageError, LeaveEstimate, MAX_TILES, SectionName, Tile};
use lexc_runtime::{Checks, LeaveImage, Leaves, Rack, RackTile, UnlistedLeaves};

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
            let is_full = leaves.keys().any(|leave| leave.len() >= 6);
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
                let single = |&code: &u8| leaves.get(&vec![code]).copied().unwrap_or(0);
                let value = listed.unwrap_or_else(|| match is_full {
                    true => 0,
                    false => codes.iter().map(single).sum(),
                });
                assert_eq!(opened.value(&rack), value, "{codes:?}");
                assert!(value <= opened.bound());
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

/// The alphabet of [`leaves_image_with_estimate`].
fn four_letters() -> Alphabet<'static> {
    let section = letters(4).encode().unwrap();
    Alphabet::from_bytes(section.leak()).unwrap()
}

fn rack(codes: &[u8]) -> Rack {
    let tile = |&code: &u8| match code {
        5 => RackTile::Blank,
        _ => Tile::new(code).unwrap().into(),
    };
    codes.iter().map(tile).collect::<Option<Rack>>().unwrap()
}

#[test]
fn leaves_that_are_not_listed_have_the_value_of_the_estimate() {
    let listed = leaves();
    let alphabet = four_letters();
    let mut are_vowels: Vec<bool> = alphabet
        .tiles()
        .map(|tile| alphabet.is_vowel(tile))
        .collect();
    are_vowels.push(false);
    for store in [StoreKind::Fast, StoreKind::Compact] {
        let image = leaves_image_with_estimate(store);
        let section = Parts::of(&image).contents(SectionName::ESTIMATE).clone();
        let opened = LeaveImage::from_bytes(&image, alphabet).unwrap();
        assert_eq!(opened.unlisted(), UnlistedLeaves::Estimate);
        let mut random = Random::new(62);
        for _ in 0..1_000 {
            let mut codes: Vec<u8> = (0..random.below(12))
                .map(|_| *random.pick(&[1, 2, 3, 4, 5]))
                .collect();
            codes.sort_unstable();
            let rack = rack(&codes);
            let index = listed.leaves().iter().position(|leave| leave == codes);
            let expected = match index {
                Some(index) => listed.values()[index].into(),
                None if codes.is_empty() => 0,
                None => estimate(&section, &are_vowels, &codes),
            };
            assert_eq!(i64::from(opened.value(&rack)), expected, "{codes:?}");
            assert!(opened.value(&rack) <= opened.bound());
            opened.for_each_leave(&rack, &mut |tiles, value| {
                let leave: Option<Rack> = tiles.iter().copied().collect();
                assert_eq!(value, opened.value(&leave.unwrap()), "{tiles:?}");
            });
        }
    }
}

#[test]
fn hostile_estimates_are_refused_or_harmless() {
    let image_of = |parts: &Parts| parts.write();
    let sound = Parts::of(&leaves_image_with_estimate(StoreKind::Compact));
    let needed = 4 * LeaveEstimate::feature_count(5) as u64;
    for len in [0, 1, needed - 4, needed - 1, needed + 1, needed + 4] {
        let mut parts = sound.clone();
        let contents = parts.contents(SectionName::ESTIMATE);
        contents.resize(usize::try_from(len).unwrap(), 0);
        let image = image_of(&parts);
        let error = ImageError::SectionLength {
            section: SectionName::ESTIMATE,
            needed,
            found: len,
        };
        assert_eq!(Image::from_bytes(&image).err(), Some(error));
        assert_eq!(Image::open(&image, Checks::Bounds).err(), Some(error));
    }
    for (index, number) in [
        (0, i32::MAX),
        (3, i32::MIN),
        (20, 1 << 20 | 1),
        (88, -(1 << 20) - 1),
    ] {
        let mut parts = sound.clone();
        parts.set_unit(SectionName::ESTIMATE, index, number.cast_unsigned());
        let image = image_of(&parts);
        let opened = Image::open(&image, Checks::Bounds).unwrap();
        let mut sections = opened.sections().iter();
        let section = sections.find(|entry| entry.name == SectionName::ESTIMATE);
        let offset = place(section.unwrap()).start as u64 + 4 * index as u64;
        let error = ImageError::LeaveEstimate { offset };
        assert_eq!(Image::from_bytes(&image).err(), Some(error));
        // Values of an image that was not checked are within the bound all the same.
        let leaves = LeaveImage::open(&image, Checks::Bounds, four_letters()).unwrap();
        for codes in [&[1; 21][..], &[1, 1, 2, 3, 4, 5, 5], &[4, 5]] {
            assert!(leaves.value(&rack(codes)) <= leaves.bound());
        }
    }
    let section = LeaveEstimate::encode(&[0; LeaveEstimate::feature_count(4)]);
    let words = image(&[vec![1, 2]], &letters(4), &options(Automata::Dawg, true));
    let parts = Parts::of(&words).with(SectionName::ESTIMATE, 0, &section);
    let error = ImageError::MissingSection {
        section: SectionName::LEAVES,
    };
    assert_eq!(Image::from_bytes(&image_of(&parts)).err(), Some(error));
}

#[test]
fn damaged_estimates_are_refused_by_their_checksum() {
    let image = leaves_image_with_estimate(StoreKind::Fast);
    let opened = Image::from_bytes(&image).unwrap();
    let section = opened.sections().last().unwrap();
    assert_eq!(section.name, SectionName::ESTIMATE);
    for offset in place(section).step_by(7) {
        for bit in 0..8 {
            let mut damaged = image.clone();
            damaged[offset] ^= 1 << bit;
            let error = Image::from_bytes(&damaged).unwrap_err();
            assert!(
                matches!(error, ImageError::SectionChecksum { .. }),
                "{error}"
            );
            assert_eq!(error.section(), Some(SectionName::ESTIMATE));
        }
    }
}
