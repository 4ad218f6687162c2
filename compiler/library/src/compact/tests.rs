//! Tests of the order, the tables and the limits of compact nodes. The tests of `CompactWriter` cover the bytes of
//! single nodes.

use lexc_formats::raw::node::{FastNodes, FastWriter, MAX_SETS};
use lexc_formats::{Alphabet, Image};

use super::*;
use crate::compile::{CompileOptions, compile_sorted};
use crate::error::CompileError;

const A: u64 = 1 << 1;
const B: u64 = 1 << 2;
const C: u64 = 1 << 3;

/// Packs the nodes that are reached from a root.
fn packed<const W: usize>(
    writer: &FastWriter<W>,
    root: NodeRef,
    tile_count: usize,
) -> Result<Packed, CompactLimit> {
    let nodes: FastNodes<'_, W> = writer.nodes();
    pack(nodes, [Some(root), None], tile_count)
}

/// The end of the nodes, the number of letter sets and the number of hot nodes, from the section's header.
fn counts(section: &[u8]) -> (u32, u16, u16) {
    let number = |at: usize| u16::from_le_bytes([section[at], section[at + 1]]);
    let end = section.first_chunk().copied().unwrap();
    (u32::from_le_bytes(end), number(4), number(6))
}

#[test]
fn the_highest_children_come_first() {
    // The root's edges: label 1 to the leaf `other`, 2 to `above`, 3 to `leaf`. The node `above` has an edge to `leaf`.
    let mut writer = FastWriter::<1>::new(3);
    let leaf = writer.push(A, 0, &[]).unwrap();
    let other = writer.push(B, 0, &[]).unwrap();
    let above = writer.push(C, A, &[leaf]).unwrap();
    let root = writer.push(0, A | B | C, &[other, above, leaf]).unwrap();
    let packed = packed(&writer, root, 3).unwrap();
    // Every letter set occurs once, so the letter sets are sorted by bits. The comments give the place of each head.
    let nodes = [
        &[0, 0x80 | 1][..],           // 9: `leaf`
        &[1, 0x80 | 1 << 4 | 3],      // 11: `above`; its target is implicit
        &[0, 0x80 | 2],               // 13: `other`
        &[14 - 9, 15 - 11],           // distances of near references, for labels 3 and 2
        &[4 * 29 + 3, 4 * 29 + 2, 1], // labels; the target of 1 is implicit
        &[0x80 | 3 << 4],             // 19: the root
    ];
    let (end, sets, hot) = counts(&packed.section);
    assert_eq!((end, sets, hot), (20, 3, 0));
    assert_eq!(packed.section[8..20], nodes.concat());
    assert_eq!(packed.section[20..], [2, 4, 8, 19]);
    assert_eq!(packed.roots, [Some(NodeRef::from_unit(19)), None]);
    assert_eq!(packed.node_count, 4);
}

#[test]
fn orders_letter_sets_by_frequency() {
    let mut writer = FastWriter::<1>::new(3);
    // C occurs once, B and A twice each.
    let sets = [C, B, A, B, A];
    let mut root = writer.push(sets[0], 0, &[]).unwrap();
    for set in &sets[1..] {
        root = writer.push(*set, A, &[root]).unwrap();
    }
    let packed = packed(&writer, root, 3).unwrap();
    let (end, sets, _) = counts(&packed.section);
    assert_eq!(sets, 3);
    let table = &packed.section[end as usize..];
    assert_eq!(table[..3], [2, 4, 8]);
}

#[test]
fn nodes_with_many_explicit_references_are_hot() {
    let mut writer = FastWriter::<1>::new(26);
    let leaves = [1, 2, 3, 4].map(|tile| writer.push(1 << tile, 0, &[]).unwrap());
    // The edges to the last leaf are implicit, because the root comes next.
    let children: Vec<NodeRef> = leaves
        .into_iter()
        .zip([5, 6, 3, 4])
        .flat_map(|(leaf, edges)| std::iter::repeat_n(leaf, edges))
        .collect();
    let mask = (1 << (children.len() + 1)) - 2;
    let root = writer.push(0, mask, &children).unwrap();
    let packed = packed(&writer, root, 26).unwrap();
    let (_, sets, hot) = counts(&packed.section);
    assert_eq!((sets, hot), (4, 2));
    // The table has the heads of the second leaf and of the first. Leaves of two bytes each follow it.
    assert_eq!(packed.section[8..14], [17, 0, 0, 15, 0, 0]);
}

#[test]
fn limits_the_hot_table() {
    for (tile_count, most) in [(31, 1024), (32, 768), (62, 256)] {
        let mut writer = FastWriter::<2>::new(tile_count);
        let mut root = writer.push(A, 0, &[]).unwrap();
        let mut leaves = Vec::new();
        for number in 0..most as u64 + 40 {
            let set = 1 << 16 | (number & 0x3fff) << 1;
            leaves.push(writer.push(set, A, &[root]).unwrap());
        }
        // Each node of `leaves` has at least four explicit references.
        for leaves in leaves.repeat(5).chunks(20) {
            let children = [leaves, &[root]].concat();
            let mask = (2 << children.len()) - 2;
            root = writer.push(0, mask, &children).unwrap();
        }
        let packed = packed(&writer, root, tile_count).unwrap();
        let (_, _, hot) = counts(&packed.section);
        assert_eq!(usize::from(hot), most);
    }
}

#[test]
fn writes_inline_nodes() {
    let mut writer = FastWriter::<1>::new(3);
    let leaf = writer.push(A | B, 0, &[]).unwrap();
    let inline = NodeRef::inline(2, leaf, 1).unwrap();
    let root = NodeRef::inline(3, inline, 1).unwrap();
    let packed = packed(&writer, root, 3).unwrap();
    // A leaf of two bytes, and two inline nodes of one byte, each with an edge to the preceding node.
    assert_eq!(packed.section[8..12], [0, 0x81, 2, 3]);
    assert_eq!(
        (packed.roots[0].unwrap().unit(), packed.node_count),
        (11, 3)
    );
}

/// Section of an alphabet of `count` tiles. Each text has one character, which has no case.
fn alphabet(count: u8) -> Vec<u8> {
    let tile = |code: u8| {
        let letter = |first: u32| char::from_u32(first + u32::from(code)).unwrap();
        format!("{},{},1,1,0\n", letter(0x4e00), letter(0x5e00))
    };
    let rows: String = (0..count).map(tile).collect();
    crate::testing::section(&rows)
}

/// Words whose DAWG has `count` letter sets, each after its own prefix of three tiles.
fn words_with_letter_sets(count: usize) -> Vec<Vec<u8>> {
    let code = |number: usize| u8::try_from(1 + number % 62).unwrap();
    let words = (1..=count).flat_map(|number| {
        let prefix = [number / 62 / 62, number / 62, number].map(code);
        let tiles = (0..15).filter(move |bit| number >> bit & 1 != 0);
        tiles.map(move |bit| [&prefix[..], &[code(bit)]].concat())
    });
    let mut words: Vec<Vec<u8>> = words.collect();
    words.sort();
    words
}

#[test]
fn limits_the_letter_sets() {
    let section = alphabet(62);
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let compiled = |count| {
        let words = words_with_letter_sets(count);
        compile_sorted(
            words.iter().map(Vec::as_slice),
            alphabet,
            &CompileOptions::compact(),
        )
    };
    let image = compiled(MAX_SETS).unwrap().image;
    let image = Image::from_bytes(&image).unwrap();
    let nodes = image.compact_nodes().unwrap();
    assert_eq!(nodes.set_count() as usize, MAX_SETS);
    let error = compiled(MAX_SETS + 1).unwrap_err();
    assert_eq!(error, CompileError::TooLargeForCompact(CompactLimit::Sets));
    assert_eq!(
        error.to_string(),
        "the automata have more than the 16590 letter sets that compact nodes can have (build them without --compact, or \
         split the list)"
    );
}

/// Packs nodes of 62 edges: more than 16 MiB, because most edges refer to distant nodes and thus take four bytes.
#[test]
fn refuses_more_nodes_than_references_can_name() {
    const COUNT: usize = 72_000;
    let mut writer = FastWriter::<3>::new(62);
    let mut references = vec![writer.push(A, 0, &[]).unwrap()];
    let mut random = 1_usize;
    for index in 1..COUNT {
        // Two children of each node form a binary heap with the root on top, so that a path of few edges reaches any
        // node. The other children are far below.
        let from_root = COUNT - 1 - index;
        let heap = [1, 2].map(|more| (COUNT - 1).checked_sub(2 * from_root + more));
        let mut children: Vec<NodeRef> = heap
            .into_iter()
            .flatten()
            .map(|child| references[child])
            .collect();
        while children.len() < 62 {
            random = random.wrapping_mul(0x5851_F42D) % 0x7fff_ffff;
            children.push(references[random % index.div_ceil(2)]);
        }
        references.push(writer.push(0, (1 << 63) - 2, &children).unwrap());
    }
    let root = references[COUNT - 1];
    let error = packed(&writer, root, 62).err();
    assert_eq!(error, Some(CompactLimit::Nodes));
    let error = CompileError::from(CompactLimit::Nodes);
    assert_eq!(
        error.to_string(),
        "the automata need more than the 16777216 bytes that compact nodes can take (build them without --compact, or \
         split the list)"
    );
}
