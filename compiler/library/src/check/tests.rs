//! Checks of good images, and of images made to fail at one level.

use lexc_formats::raw::checksum::header_checksum;
use lexc_formats::raw::header::Header;
use lexc_formats::raw::int::U32Le;
use lexc_formats::raw::node::{FastWriter, NodeRef};
use lexc_formats::{Alphabet, Image, ImageError, ImageWriter, SectionName};

use super::*;
use crate::compile::{self, CompileOptions, StoreKind, compile_leaves, compile_sorted};
use crate::leaves::{LeaveListBuilder, leaves_alphabet};

fn alphabet() -> Vec<u8> {
    crate::testing::section("A,a,1,1,1\nB,b,1,1,0\nL·L,l·l,1,1,0\n")
}

fn compiled(words: &[&[u8]], options: &CompileOptions) -> Vec<u8> {
    let section = alphabet();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let compiled = compile_sorted(words.iter().copied(), alphabet, options);
    compiled.unwrap().image
}

#[test]
fn shows_a_fraction_of_every_long_level() {
    let words: Vec<Vec<u8>> = (1..=12)
        .flat_map(|len| {
            (0..1_u32 << len)
                .map(move |bits| (0..len).map(|at| 1 + (bits >> at & 1) as u8).collect())
        })
        .collect();
    let words: std::collections::BTreeSet<&[u8]> = words.iter().map(Vec::as_slice).collect();
    let words: Vec<&[u8]> = words.into_iter().collect();
    let image = compiled(&words, &CompileOptions::default());
    let mut steps = Vec::new();
    assert!(
        check_showing(
            &image,
            CheckLevel::Canonical,
            &Limits::DEFAULT,
            &mut |step| steps.push(step)
        )
        .is_good()
    );
    assert!(
        steps
            .iter()
            .all(|step| step.total.is_some_and(|total| step.done <= total))
    );
    let stages = steps.chunk_by(|a, b| a.stage == b.stage && a.done < b.done);
    let stages = stages.map(|steps| (steps[0].stage, steps.len()));
    let expected = [
        ("words", 2),
        ("GADDAG", 23),
        ("minimal", 1),
        ("DAWG", 2),
        ("GADDAG", 2),
    ];
    assert!(stages.eq(expected));
}

#[test]
fn passes_good_images_at_every_level() {
    let words: [&[u8]; 6] = [&[1], &[1, 2], &[1, 2, 1], &[2, 1], &[2, 3, 2, 1], &[3]];
    let fast = StoreKind::Fast;
    for (automata, store) in [
        (compile::Automata::Both, fast),
        (compile::Automata::Dawg, fast),
        (compile::Automata::Gaddag, fast),
        (compile::Automata::Both, StoreKind::Compact),
        (compile::Automata::Dawg, StoreKind::Compact),
        (compile::Automata::Gaddag, StoreKind::Compact),
    ] {
        let can_have_index = automata != compile::Automata::Gaddag;
        for word_index in [false, can_have_index] {
            let image = compiled(
                &words,
                &CompileOptions {
                    automata,
                    store,
                    word_index,
                    name: "Six words".to_owned(),
                    license: "none".to_owned(),
                    ..CompileOptions::default()
                },
            );
            let report = check(&image);
            assert!(report.is_good());
            assert!(report.words.unwrap().iter().eq(words));
            for (level, outcome) in report.levels {
                let is_passed = matches!(outcome, Outcome::Passed(_));
                let lacks_gaddag =
                    automata == compile::Automata::Dawg && level == CheckLevel::Gaddag;
                assert_eq!(is_passed, !lacks_gaddag, "{level}: {outcome:?}");
            }
        }
    }
}

#[test]
fn checks_alphabets_of_any_size() {
    for count in [1, 29, 30, 31, 32, 60, 61, 62] {
        let tile = |code: u8| {
            let letter = char::from_u32(0x0410 + u32::from(code)).unwrap();
            format!("{letter},{letter}{letter},1,1,0\n")
        };
        let rows: String = (0..count).map(tile).collect();
        let section = crate::testing::section(&rows);
        let alphabet = Alphabet::from_bytes(&section).unwrap();
        let last = [count; 63];
        let words: [&[u8]; 4] = [&[1], &[1, 1], &last[..2], &last];
        let words: std::collections::BTreeSet<&[u8]> = words.into();
        for options in [CompileOptions::default(), CompileOptions::compact()] {
            let compiled = compile_sorted(words.iter().copied(), alphabet, &options);
            let report = check(&compiled.unwrap().image);
            assert_eq!(report.failure(), None, "{count}");
        }
    }
}

#[test]
fn checks_the_blank_count_of_leaves_images() {
    let mut definition = leaves_alphabet(&crate::alphabet::parse("test", "A,a,1,1,1\n").unwrap());
    let mut image = |blank_count| {
        definition.blank_count = blank_count;
        let section = definition.encode().unwrap();
        let mut leaves = LeaveListBuilder::default();
        leaves.push(&[2], 25_000);
        let leaves = leaves.finish().unwrap();
        let alphabet = Alphabet::from_bytes(&section).unwrap();
        let compiled = compile_leaves(&leaves, alphabet, &CompileOptions::default());
        compiled.unwrap().image
    };
    assert_eq!(check(&image(0)).failure(), None);
    let message = "section ALPH: blank_count is 2, but in a leaves image the blank is a tile with a count (write 0)";
    assert_eq!(
        check(&image(2)).failure(),
        Some((CheckLevel::Canonical, message))
    );
}

#[test]
fn leaves_out_levels_that_are_not_asked_for() {
    let good = compiled(&[&[1, 2]], &CompileOptions::default());
    let not_asked_for = Outcome::NotDone(NOT_ASKED_FOR.to_owned());
    for last in CheckLevel::ALL {
        let report = check_up_to(&good, last);
        assert!(report.is_good());
        assert_eq!(report.words.is_some(), last >= CheckLevel::Words, "{last}");
        for ((level, outcome), expected) in report.levels.into_iter().zip(CheckLevel::ALL) {
            assert_eq!(level, expected);
            assert_eq!(outcome == not_asked_for, level > last, "{last}: {level}");
            assert_eq!(matches!(outcome, Outcome::Passed(_)), level <= last);
        }
        // A wrong checksum fails the check if `last` is the level `checksums` or a later one.
        let mut damaged = good.clone();
        *damaged.last_mut().unwrap() ^= 1;
        let failure = check_up_to(&damaged, last)
            .failure()
            .map(|(level, _)| level);
        let expected = (last >= CheckLevel::Checksums).then_some(CheckLevel::Checksums);
        assert_eq!(failure, expected, "{last}");
    }
}

#[test]
fn assigns_errors_to_their_levels() {
    let section = SectionName::DAWG;
    for (error, level) in [
        (ImageError::NoAutomaton, CheckLevel::Contents),
        (
            ImageError::Root {
                section,
                found: 1 << 31,
            },
            CheckLevel::Contents,
        ),
        (
            ImageError::Root { section, found: 1 },
            CheckLevel::Structure,
        ),
        (ImageError::NotCompact, CheckLevel::Contents),
        (ImageError::SetCode { offset: 512 }, CheckLevel::Contents),
        (
            ImageError::Reserved {
                section: Some(section),
                offset: 324,
            },
            CheckLevel::Contents,
        ),
        (
            ImageError::Reserved {
                section: None,
                offset: 28,
            },
            CheckLevel::Header,
        ),
        (ImageError::UnknownSection { section }, CheckLevel::Header),
        (
            ImageError::NodesTooLong {
                section: SectionName::NODES,
                found: 1,
            },
            CheckLevel::Header,
        ),
        (
            ImageError::NodesTooLong {
                section: SectionName::COMPACT,
                found: 1,
            },
            CheckLevel::Contents,
        ),
        (
            ImageError::NodesEnd { start: 11, end: 9 },
            CheckLevel::Contents,
        ),
        (ImageError::BesideCompact { section }, CheckLevel::Contents),
        (
            ImageError::Padding {
                section,
                offset: 300,
            },
            CheckLevel::Checksums,
        ),
        (
            ImageError::Root { section, found: 1 },
            CheckLevel::Structure,
        ),
    ] {
        assert_eq!(CheckLevel::of(&error), level, "{error}");
    }
}

#[test]
fn finds_every_flipped_bit_and_missing_byte() {
    let with_index = CompileOptions {
        word_index: true,
        name: "Three".to_owned(),
        ..CompileOptions::default()
    };
    for options in [with_index, CompileOptions::compact()] {
        let image = compiled(&[&[1, 2], &[1, 2, 1], &[3]], &options);
        assert!(check(&image).is_good());
        assert_damage_is_found(&image);
    }
}

fn assert_damage_is_found(image: &[u8]) {
    let is_found = |image: &[u8]| {
        let report = check(image);
        let level = report.failure().map(|(level, _)| level);
        matches!(level, Some(CheckLevel::Header | CheckLevel::Checksums))
    };
    for index in 0..image.len() {
        for bit in 0..8 {
            let mut damaged = image.to_vec();
            damaged[index] ^= 1 << bit;
            assert!(is_found(&damaged), "bit {bit} of byte {index}");
        }
    }
    for len in 0..image.len() {
        assert!(is_found(&image[..len]), "{len} bytes");
    }
}

/// An image can have far more words than bytes, so the check counts the words before it stores them.
#[test]
fn refuses_more_words_than_the_limit() {
    let words: Vec<Vec<u8>> = (0..1 << 6)
        .map(|bits| (0..6).map(|at| 1 + (bits >> (5 - at) & 1)).collect())
        .collect();
    let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
    let image = compiled(&words, &CompileOptions::default());
    let check_within = |words| {
        let limits = Limits {
            words,
            ..Limits::DEFAULT
        };
        check_showing(&image, CheckLevel::Canonical, &limits, &mut |_| {})
    };
    assert!(check_within(64).is_good());
    let report = check_within(63);
    let (level, message) = report.failure().unwrap();
    assert_eq!(level, CheckLevel::Words);
    let expected = "more than 63 words (check what the file is, or raise --max-words)";
    assert!(message.ends_with(expected), "{message}");
}

#[test]
fn rejects_other_versions() {
    let mut later = compiled(&[&[1, 2]], &CompileOptions::default());
    later[10] = 1;
    let mut header: Header = *bytemuck::from_bytes(&later[..32]);
    let table = bytemuck::cast_slice(&later[32..32 + 7 * 32]);
    header.checksum = U32Le::new(header_checksum(&header, table));
    later[..32].copy_from_slice(bytemuck::bytes_of(&header));
    let message = "header, offset 8: the image has format version 1.1, this compiler writes 1.0 for its sections (build the image again)";
    assert_eq!(
        check(&later).failure(),
        Some((CheckLevel::Canonical, message))
    );
}

mod failures;
mod forged;
