//! Checks of good images, and of images made to fail at one level.

use lexc_formats::raw::int::U32Le;
use lexc_formats::raw::node::{FastWriter, NodeRef, SEPARATOR, SetCodes};
use lexc_formats::raw::section::AutomatonEntry;
use lexc_formats::{Alphabet, Image, ImageError, ImageWriter, MetadataDefinition, SectionName};

use super::*;
use crate::compile::{self, CompileOptions, StoreKind, compile_leaves, compile_sorted};
use crate::leaves::{LeaveListBuilder, leaves_alphabet};

const A: u64 = 1 << 1;
const B: u64 = 1 << 2;

fn alphabet() -> Vec<u8> {
    crate::testing::section("A,a,1,1,1\nB,b,1,1,0\nL·L,l·l,1,1,0\n")
}

fn compiled(words: &[&[u8]], options: &CompileOptions) -> Vec<u8> {
    let section = alphabet();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let compiled = compile_sorted(words.iter().copied(), alphabet, options);
    compiled.unwrap().image
}

/// Replaces or adds sections of the image, and recomputes its checksums.
fn with_sections(image: &[u8], changed: &[(SectionName, &[u8])]) -> Vec<u8> {
    let sections = Image::from_bytes(image).unwrap().sections();
    let mut writer = ImageWriter::new();
    for section in sections {
        let change = changed.iter().find(|(name, _)| *name == section.name);
        let unchanged = canonical::contents(image, section);
        let contents = change.map_or(unchanged, |(_, contents)| contents);
        writer.add(section.name, contents);
    }
    for (name, contents) in changed {
        if sections.iter().all(|section| section.name != *name) {
            writer.add(*name, contents);
        }
    }
    writer.finish()
}

fn metadata(image: &[u8]) -> MetadataDefinition {
    let metadata = Image::from_bytes(image).unwrap().metadata();
    MetadataDefinition {
        fingerprint: metadata.fingerprint(),
        word_count: metadata.word_count(),
        longest_word: u32::try_from(metadata.longest_word()).unwrap(),
        name: metadata.name().to_owned(),
        source: metadata.source().to_owned(),
        license: metadata.license().to_owned(),
    }
}

fn with_metadata(image: &[u8], change: impl FnOnce(&mut MetadataDefinition)) -> Vec<u8> {
    let mut metadata = metadata(image);
    change(&mut metadata);
    with_sections(
        image,
        &[(SectionName::METADATA, &metadata.encode().unwrap())],
    )
}

/// An image of the word AB. `write` writes its nodes and returns the roots of DAWG and GADDAG.
fn by_hand(write: impl FnOnce(&mut FastWriter<1>) -> [NodeRef; 2]) -> Vec<u8> {
    let mut writer = FastWriter::new(3);
    let roots = write(&mut writer);
    let (nodes, codes) = writer.finish();
    of_nodes(&nodes, &codes, roots)
}

/// An image of the word AB with these nodes and roots.
fn of_nodes(nodes: &[U32Le], codes: &SetCodes, roots: [NodeRef; 2]) -> Vec<u8> {
    let [dawg, gaddag] = roots.map(|root| AutomatonEntry {
        root: U32Le::new(root.unit()),
        reserved: U32Le::new(0),
    });
    with_sections(
        &compiled(&[&[1, 2]], &CompileOptions::default()),
        &[
            (SectionName::SETS, bytemuck::bytes_of(codes)),
            (SectionName::DAWG, bytemuck::bytes_of(&dawg)),
            (SectionName::GADDAG, bytemuck::bytes_of(&gaddag)),
            (SectionName::NODES, bytemuck::cast_slice(nodes)),
        ],
    )
}

/// An image of `words` with a DAWG and no GADDAG. `units` are its nodes, `root` is the index of the root's head.
fn dawg_of_units(words: &[&[u8]], units: impl IntoIterator<Item = u32>, root: u32) -> Vec<u8> {
    let options = CompileOptions {
        automata: compile::Automata::Dawg,
        anagram_filter: false,
        ..CompileOptions::default()
    };
    let nodes: Vec<u8> = units.into_iter().flat_map(u32::to_le_bytes).collect();
    let (_, codes) = FastWriter::<1>::new(3).finish();
    with_sections(
        &compiled(words, &options),
        &[
            (SectionName::NODES, &nodes),
            (SectionName::SETS, bytemuck::bytes_of(&codes)),
            (SectionName::DAWG, &[root.to_le_bytes(), [0; 4]].concat()),
        ],
    )
}

/// The image without a section.
fn without_section(image: &[u8], name: SectionName) -> Vec<u8> {
    let mut writer = ImageWriter::new();
    for section in Image::from_bytes(image).unwrap().sections() {
        if section.name != name {
            writer.add(section.name, canonical::contents(image, section));
        }
    }
    writer.finish()
}

#[track_caller]
fn assert_fails(image: &[u8], level: CheckLevel, message: &str) {
    let report = check(image);
    assert_eq!(report.failure(), Some((level, message)));
    let levels: Vec<CheckLevel> = report.levels.iter().map(|(level, _)| *level).collect();
    assert_eq!(levels, CheckLevel::ALL);
    for (other, outcome) in report.levels {
        assert_eq!(
            matches!(outcome, Outcome::NotDone(_)),
            other > level,
            "{other}"
        );
    }
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
fn checks_the_metadata_of_the_words() {
    let image = compiled(&[&[1, 2], &[1, 2, 1]], &CompileOptions::default());
    assert_fails(
        &with_metadata(&image, |metadata| metadata.word_count = 1),
        CheckLevel::Words,
        "section META at offset 448: 1 words are recorded, but there are more, such as ABA",
    );
    assert_fails(
        &with_metadata(&image, |metadata| metadata.word_count = 3),
        CheckLevel::Words,
        "section META at offset 448: 3 words are recorded, but there are 2",
    );
    assert_fails(
        &with_metadata(&image, |metadata| metadata.longest_word = 4),
        CheckLevel::Words,
        "section META at offset 448: the longest word has 3 tiles, not 4 as recorded",
    );
    let fingerprint = Image::from_bytes(&image).unwrap().metadata().fingerprint();
    assert_fails(
        &with_metadata(&image, |metadata| metadata.fingerprint.0 = [0xAB; 16]),
        CheckLevel::Words,
        &format!(
            "section META at offset 448: the words' fingerprint is {fingerprint}, not {} as recorded",
            "ab".repeat(16)
        ),
    );
}

#[test]
fn compares_the_gaddags_strings_with_the_words() {
    // A◇B and BA.
    let good = by_hand(|nodes| {
        let after_a = nodes.push(B, 0, &[]).unwrap();
        let after_b = nodes.push(A, 0, &[]).unwrap();
        let rest = NodeRef::inline(0, after_a, 1).unwrap();
        let gaddag = nodes.push(0, A | B, &[rest, after_b]).unwrap();
        [NodeRef::inline(1, after_a, 1).unwrap(), gaddag]
    });
    assert!(check(&good).is_good());
    let without_ba = by_hand(|nodes| {
        let after_a = nodes.push(B, 0, &[]).unwrap();
        let rest = NodeRef::inline(0, after_a, 1).unwrap();
        let gaddag = NodeRef::inline(1, rest, 1).unwrap();
        [NodeRef::inline(1, after_a, 1).unwrap(), gaddag]
    });
    assert_fails(
        &without_ba,
        CheckLevel::Gaddag,
        "section GADD at offset 384: of 2 strings 1 are missing, such as BA for AB",
    );
    let with_ab = by_hand(|nodes| {
        let after_a = nodes.push(B, 0, &[]).unwrap();
        let after_b = nodes.push(A, 0, &[]).unwrap();
        let after_rev_a = nodes.push(B, SEPARATOR, &[after_a]).unwrap();
        let gaddag = nodes.push(0, A | B, &[after_rev_a, after_b]).unwrap();
        [NodeRef::inline(1, after_a, 1).unwrap(), gaddag]
    });
    assert_fails(
        &with_ab,
        CheckLevel::Gaddag,
        "section RECS, offset 788: the GADDAG has the string AB, which belongs to no word",
    );
    let twice_separated = by_hand(|nodes| {
        let after_a = nodes.push(B, 0, &[]).unwrap();
        let after_b = nodes.push(A, 0, &[]).unwrap();
        let rest = nodes.push(B, SEPARATOR, &[after_a]).unwrap();
        let after_rev_a = NodeRef::inline(0, rest, 1).unwrap();
        let gaddag = nodes.push(0, A | B, &[after_rev_a, after_b]).unwrap();
        [NodeRef::inline(1, after_a, 1).unwrap(), gaddag]
    });
    assert_fails(
        &twice_separated,
        CheckLevel::Gaddag,
        "section RECS, offset 772: the GADDAG has the string A◇◇B, which belongs to no word",
    );
}

#[test]
fn stops_early_at_words_that_are_too_many_or_too_long() {
    // Every word of A and B, of any length up to 81.
    let image = by_hand(|nodes| {
        let mut node = nodes.push(A | B, 0, &[]).unwrap();
        for _ in 0..80 {
            node = nodes.push(A | B, A | B, &[node, node]).unwrap();
        }
        [node, node]
    });
    assert_fails(
        &image,
        CheckLevel::Words,
        "section META at offset 448: 1 words are recorded, but there are more, such as AA",
    );
    let image = by_hand(|nodes| {
        let mut node = nodes.push(A, 0, &[]).unwrap();
        for _ in 0..80 {
            node = nodes.push(0, A | B, &[node, node]).unwrap();
        }
        [node, node]
    });
    let (level, message) = check(&image)
        .failure()
        .map(|(level, message)| (level, message.to_owned()))
        .unwrap();
    assert_eq!(level, CheckLevel::Words);
    assert!(
        message.ends_with("words through this node have more than 63 tiles"),
        "{message}"
    );
}

#[test]
fn finds_equal_and_unreachable_nodes() {
    let duplicate = by_hand(|nodes| {
        let after_a = nodes.push(B, 0, &[]).unwrap();
        let after_b = nodes.push(A, 0, &[]).unwrap();
        let again = nodes.push(B, 0, &[]).unwrap();
        let rest = NodeRef::inline(0, again, 1).unwrap();
        let gaddag = nodes.push(0, A | B, &[rest, after_b]).unwrap();
        [NodeRef::inline(1, after_a, 1).unwrap(), gaddag]
    });
    assert_fails(
        &duplicate,
        CheckLevel::Minimal,
        "section RECS, offset 784: this node is like the one at section RECS, offset 772",
    );
    let unreachable = by_hand(|nodes| {
        let after_a = nodes.push(B, 0, &[]).unwrap();
        let after_b = nodes.push(A, 0, &[]).unwrap();
        let rest = NodeRef::inline(0, after_a, 1).unwrap();
        let gaddag = nodes.push(0, A | B, &[rest, after_b]).unwrap();
        nodes.push(A | B, 0, &[]).unwrap();
        [NodeRef::inline(1, after_a, 1).unwrap(), gaddag]
    });
    assert_fails(
        &unreachable,
        CheckLevel::Minimal,
        "section RECS, offset 796: unreachable node",
    );
}

#[test]
fn finds_equal_nodes_behind_different_references() {
    let words: [&[u8]; 4] = [&[1, 1, 1, 1, 1], &[1, 2], &[2, 1, 1, 1, 1], &[2, 2]];
    // The edges of `first` and `second` have the same chain of two inline nodes. The reference `pair` holds both nodes;
    // `single` holds one, and names the last unit of `leaf`, which holds the other.
    let [pair, single] = [0x6000_0421, 0x4000_0041];
    let leaf = [2, 0xC000_0000, 0x4000_0021];
    let first = [pair, 4, 0xC000_0002];
    let second = [single, 4, 0xC000_0002];
    let units = [&leaf[..], &first, &second, &[5, 0x8000_0006]].concat();
    let report = check_up_to(&dawg_of_units(&words, units, 10), CheckLevel::Minimal);
    let (level, message) = report.failure().unwrap();
    assert_eq!(level, CheckLevel::Minimal, "{message}");
    assert!(
        message.contains("this node is like the one at"),
        "{message}"
    );
}

#[test]
fn a_chain_longer_than_a_word_does_no_harm_in_an_unreachable_node() {
    // A leaf with the letter A, a chain of 41 inline references of two labels each, and a node with the letter B.
    let pair = |target: u32| 0x6000_0000 | target << 10 | 0x21;
    let units = [2, 0xC000_0000].into_iter().chain((1..=41).map(pair));
    let units = units.chain([4, 0xC000_0002]);
    let report = check_up_to(&dawg_of_units(&[&[1]], units, 1), CheckLevel::Minimal);
    let (level, message) = report.failure().unwrap();
    assert_eq!(level, CheckLevel::Minimal, "{message}");
    assert!(message.ends_with("unreachable node"), "{message}");
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

mod bytes;
mod compact;
mod forged;
