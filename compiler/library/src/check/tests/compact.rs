//! Checks of images with compact nodes.

use lexc_formats::raw::node::{CompactWriter, Target};

use super::*;

/// AA, AB, BA and B[L·L].
const WORDS: [&[u8]; 4] = [&[1, 1], &[1, 2], &[2, 1], &[2, 3]];

/// The letter sets of [`WORDS`] by index. Both occur once, so the smaller number comes first.
const SETS: [u64; 2] = [A | B, A | 1 << 3];

/// Image of [`WORDS`] with compact nodes written by hand: leaves, and a root with edges A and B to two of them.
/// `leaves` has the index of each leaf's letter set, `children` the index in `leaves` of each edge's target. The table
/// of letter sets is [`SETS`], then `more_sets`.
fn by_hand(leaves: &[usize], children: [usize; 2], more_sets: &[u64]) -> Vec<u8> {
    let sets = [&SETS, more_sets].concat();
    let mut writer = CompactWriter::new(3, sets, 0).unwrap();
    let leaves: Vec<NodeRef> = leaves
        .iter()
        .map(|&set| writer.push(Some(set), &[]).unwrap())
        .collect();
    let edge = |(label, leaf): (u8, usize)| {
        let target = Target {
            node: leaves[leaf],
            hot: None,
        };
        (label, target)
    };
    let edges: Vec<(u8, Target)> = (1..).zip(children).map(edge).collect();
    let root = writer.push(None, &edges).unwrap();
    with_nodes(&WORDS, &writer.finish(&[]), root)
}

/// A compact image of these words, with this section of nodes and this root.
fn with_nodes(words: &[&[u8]], section: &[u8], root: NodeRef) -> Vec<u8> {
    let root = AutomatonEntry {
        root: U32Le::new(root.unit()),
        reserved: U32Le::new(0),
    };
    let sections = [
        (SectionName::COMPACT, section),
        (SectionName::DAWG, bytemuck::bytes_of(&root)),
    ];
    with_sections(&compiled(words, &CompileOptions::compact()), &sections)
}

/// Offset of the section of compact nodes.
fn start(image: &[u8]) -> u64 {
    let sections = Image::from_bytes(image).unwrap().sections();
    let section = sections
        .iter()
        .find(|section| section.name == SectionName::COMPACT);
    section.unwrap().offset.get()
}

/// Asserts which level fails, and its message. Asserts nothing of other levels: the images have no GADDAG, so the level
/// `gaddag` is not done even before a later level fails.
#[track_caller]
fn assert_fails(image: &[u8], level: CheckLevel, message: &str) {
    assert_eq!(check(image).failure(), Some((level, message)));
}

#[test]
fn passes_nodes_in_the_order_of_the_compiler() {
    let image = by_hand(&[0, 1], [0, 1], &[]);
    assert_eq!(image, compiled(&WORDS, &CompileOptions::compact()));
    assert!(check(&image).is_good());
}

#[test]
fn rejects_bytes_of_another_compiler() {
    let good = compiled(&WORDS, &CompileOptions::compact());
    let start = start(&good);
    // Exchanges the leaves, which have two bytes each: the number of edges, and the head.
    let image = by_hand(&[1, 0], [1, 0], &[]);
    let message = format!(
        "section COMP, offset {}: byte 0x82 where this compiler writes byte 0x81 (build the image again)",
        start + 9
    );
    assert_fails(&image, CheckLevel::Canonical, &message);
    assert!(check_up_to(&image, CheckLevel::Minimal).is_good());
    // A letter set that no node has.
    let message = format!(
        "section COMP, offset {}: byte 0x03 where this compiler writes byte 0x02 (build the image again)",
        start + 4
    );
    assert_fails(
        &by_hand(&[0, 1], [0, 1], &[A]),
        CheckLevel::Canonical,
        &message,
    );
}

#[test]
fn names_the_nodes_before_the_root() {
    // An image of the word AA, with a hot table that no reference uses. The table moves the root by three bytes.
    let words: [&[u8]; 1] = [&[1, 1]];
    let mut writer = CompactWriter::new(3, vec![A], 1).unwrap();
    let leaf = writer.push(Some(0), &[]).unwrap();
    let node = leaf;
    let root = writer
        .push(None, &[(1, Target { node, hot: None })])
        .unwrap();
    let image = with_nodes(&words, &writer.finish(&[leaf]), root);
    let message = format!(
        "section COMP, offset {}: byte 0x0e where this compiler writes byte 0x0b; different, too: DAWG (build the image again)",
        start(&image)
    );
    assert_fails(&image, CheckLevel::Canonical, &message);
}

#[test]
fn finds_equal_and_unreachable_nodes() {
    let unreachable = by_hand(&[0, 1, 1], [0, 2], &[]);
    let start = start(&unreachable);
    let message = format!("section COMP, offset {}: unreachable node", start + 11);
    assert_fails(&unreachable, CheckLevel::Minimal, &message);
    // AA and BA: the root's two edges refer to different leaves, both with the letter set A.
    let words: [&[u8]; 2] = [&[1, 1], &[2, 1]];
    let mut writer = CompactWriter::new(3, vec![A], 0).unwrap();
    let leaves = [(); 2].map(|()| writer.push(Some(0), &[]).unwrap());
    let target = |node| Target { node, hot: None };
    let edges = [(1, target(leaves[0])), (2, target(leaves[1]))];
    let root = writer.push(None, &edges).unwrap();
    let image = with_nodes(&words, &writer.finish(&[]), root);
    let message = format!(
        "section COMP, offset {}: this node is like the one at section COMP, offset {}",
        start + 11,
        start + 9
    );
    assert_fails(&image, CheckLevel::Minimal, &message);
}

#[test]
fn checks_the_metadata_of_the_words() {
    let image = compiled(&WORDS, &CompileOptions::compact());
    let metadata_start = Image::from_bytes(&image).unwrap().sections()[2]
        .offset
        .get();
    assert_fails(
        &with_metadata(&image, |metadata| metadata.word_count = 3),
        CheckLevel::Words,
        &format!(
            "section META at offset {metadata_start}: 3 words are recorded, but there are more, such as B[L·L]"
        ),
    );
    assert_fails(
        &with_metadata(&image, |metadata| metadata.word_count = 5),
        CheckLevel::Words,
        &format!("section META at offset {metadata_start}: 5 words are recorded, but there are 4"),
    );
}

#[test]
fn rejects_sections_that_the_compiler_does_not_write() {
    let good = compiled(&WORDS, &CompileOptions::compact());
    let extra = with_sections(&good, &[(SectionName(*b"XtRa"), b"more")]);
    assert_fails(
        &extra,
        CheckLevel::Canonical,
        "section table, offset 192: section XtRa is not one that this compiler writes (build the image again)",
    );
    assert_fails(
        &with_sections(&good, &[(SectionName::SETS, &[0; 256])]),
        CheckLevel::Contents,
        "image has a section SETS beside section COMP, which excludes it",
    );
    // The filter can be left out.
    assert!(check(&without_section(&good, SectionName::ANAGRAM_FILTER)).is_good());
}
