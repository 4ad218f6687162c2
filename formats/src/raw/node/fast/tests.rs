//! Tests that fast nodes read as they were written, and that any units read without a panic.

use std::vec::Vec;

use super::*;
use crate::raw::node::unit::STORED_SET_BIT;
use crate::raw::node::{FastWriter, SEPARATOR, mask_units};

/// Writes and reads nodes of every shape: with and without a letter set; with no edge, some edges and all edges; with direct,
/// inline and implicit references.
fn round_trip<const W: usize>(tile_count: usize) {
    assert_eq!(mask_units(tile_count), W);
    let all = (1_u64 << tile_count << 1) - 1;
    for mut writer in [FastWriter::<W>::new(tile_count), FastWriter::default()] {
        round_trip_in(&mut writer, tile_count, all);
    }
}

fn round_trip_in<const W: usize>(writer: &mut FastWriter<W>, tile_count: usize, all: u64) {
    let mut references = Vec::new();
    let mut expected = Vec::new();
    let mut bits = 1_u64;
    for step in 0..200_u32 {
        bits = bits.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(step);
        let set = match step % 3 {
            0 => 0,
            1 if step % 2 == 0 => all & !SEPARATOR,
            1 => 2 << (step as usize % tile_count),
            _ => bits & all & !SEPARATOR | 1 << tile_count,
        };
        let mask = match step % 5 {
            _ if step == 0 => 0,
            0 => all,
            1 => 0,
            2 => SEPARATOR,
            _ => bits.rotate_left(32) & all,
        };
        let set = if mask == 0 { set | 2 } else { set };
        let mut children: Vec<NodeRef> = (0..mask.count_ones())
            .map(|rank| references[(bits.rotate_left(rank) % u64::from(step.max(1))) as usize])
            .collect();
        // On even steps, the last node written replaces a child: in turn, the child of the highest label, of the
        // second, of the third and of the fourth highest.
        let implicit = children.len().saturating_sub(1 + step as usize / 2 % 4);
        if let (Some(child), true) = (children.get_mut(implicit), step % 2 == 0) {
            *child = *references.last().unwrap();
        }
        if let Some(first) = children.first_mut() {
            let inline = NodeRef::inline(tile_count as u8, *first, W);
            *first = inline.unwrap_or(*first);
        }
        references.push(writer.push(set, mask, &children).unwrap());
        expected.push((set, mask, children));
    }
    let nodes = writer.nodes();
    // `stored` leaves out nodes that were written as inline references, between nodes.
    let is_head = |reference: &NodeRef| nodes.dereference(*reference) == *reference;
    assert!(
        nodes
            .stored()
            .eq(references.iter().copied().filter(is_head))
    );
    assert!(!references.iter().all(is_head));
    for (&reference, (set, mask, children)) in references.iter().zip(&expected) {
        let node = nodes.node(reference);
        assert_eq!((node.set, node.mask), (*set, *mask));
        assert!(nodes.children(node).eq(children.iter().copied()));
        for label in 0..=62 {
            let rank = (0..label).filter(|label| mask >> label & 1 != 0).count();
            let child = (mask >> label & 1 != 0).then(|| children[rank]);
            assert_eq!(nodes.step(node, label), child);
            assert_eq!(node.rank(label) as usize, rank);
        }
    }
    let units = nodes.units().len();
    assert_eq!(writer.clone().finish().0.len(), units);
}

/// Letter sets of one tile have codes. In narrow nodes, each gets its code when it is written the second time,
/// while rows are free.
#[test]
fn letter_sets_of_one_tile_have_codes() {
    fn coded<const W: usize>(tile_count: usize) -> [usize; 2] {
        let mut writer = FastWriter::<W>::new(tile_count);
        let times = [0, 1].map(|_| {
            let mut coded = 0;
            for tile in 1..=tile_count {
                let start = writer.nodes().units().len();
                let leaf = writer.push(1 << tile, 0, &[]).unwrap();
                assert_eq!(writer.nodes().node(leaf).set, 1 << tile);
                let len = writer.nodes().units().len() - start;
                coded += usize::from(len == 1);
                assert!(len == 1 || len == 1 + W);
            }
            coded
        });
        let (_, codes) = writer.finish();
        assert_eq!(codes.invalid_row(tile_count), None);
        times
    }
    assert_eq!(coded::<1>(5), [0, 5]);
    let expected = [[0, 14], [0, 6], [0, 2], [0, 0]];
    assert_eq!([26, 27, 28, 29].map(coded::<1>), expected);
    assert_eq!([30, 53].map(coded::<2>), [[30, 30], [53, 53]]);
    assert_eq!([54, 62].map(coded::<3>), [[54, 54], [62, 62]]);
}

#[test]
fn reads_nodes_with_masks_of_one_unit() {
    round_trip::<1>(1);
    round_trip::<1>(26);
    round_trip::<1>(29);
}

#[test]
fn reads_nodes_with_masks_of_two_units() {
    round_trip::<2>(30);
    round_trip::<2>(31);
    round_trip::<2>(53);
}

#[test]
fn reads_nodes_with_masks_of_three_units() {
    round_trip::<3>(54);
    round_trip::<3>(62);
}

#[test]
fn debug_form_has_a_line_for_each_node() {
    let mut writer = FastWriter::<1>::default();
    let leaf = writer.push(6, 0, &[]).unwrap();
    let inline = NodeRef::inline(2, leaf, 1).unwrap();
    writer.push(0, 0b1001, &[inline, leaf]).unwrap();
    let expected = std::format!(
        "1: set 0x6,\n3: set 0x0, 0 -> {:#x} 3 -> 0x1\n",
        inline.unit()
    );
    assert_eq!(std::format!("{:?}", writer.nodes()), expected);
}

#[test]
fn lays_out_units_as_specified() {
    let mut writer = FastWriter::<3>::default();
    let coded = writer.push(1 << 40, 0, &[]).unwrap();
    let stored = writer.push(1 << 55 | 1 << 24 | 2, 0, &[]).unwrap();
    // The edge of label 40 is implicit, so its label is the last in the head.
    let children = [coded, stored, coded];
    let list = writer.push(2, 1 << 50 | 1 << 40 | 1, &children).unwrap();
    let mask = 1 << 54 | 1 << 53 | 1 << 24 | 1 << 23 | 1;
    let children = [coded, list, stored, list, list];
    let masked = writer.push(0, mask, &children).unwrap();
    let units: Vec<u32> = writer.finish().0.iter().map(|unit| unit.get()).collect();
    let expected = [
        HEAD_BIT | 40 << 24 | 0xff_ffff,
        // A letter set, from the highest labels to the lowest, and the head.
        1 << 1,
        1,
        2,
        HEAD_BIT | 63 << 24 | 0xff_ffff,
        // References by descending label, and a head with the labels.
        coded.unit(),
        coded.unit(),
        HEAD_BIT | 1 << 24 | 40 << 18 | 50 << 12 | 63,
        // In a node with a mask, only the edge with the highest label can be implicit.
        list.unit(),
        stored.unit(),
        list.unit(),
        coded.unit(),
        1,
        1 << 29 | 1,
        HEAD_BIT | 1 << 30 | 1 << 23 | 1,
    ];
    assert_eq!(units, expected);
    let indices = [coded, stored, list, masked].map(NodeRef::unit);
    assert_eq!(indices, [0, 4, 7, 14]);
}

#[test]
fn indirect_references_stand_for_inline_ones() {
    let mut writer = FastWriter::<1>::default();
    let leaf = writer.push(2, 0, &[]).unwrap();
    let one = NodeRef::inline(4, leaf, 1).unwrap();
    let two = NodeRef::inline(3, one, 1).unwrap();
    let indirect = writer.push(0, 1 << 3, &[one]).unwrap();
    assert_eq!(writer.nodes().units().len(), 3);
    // A unit lies between the nodes, so no edge is implicit.
    let root = writer.push(0, 0b110, &[leaf, indirect]).unwrap();
    let nodes = writer.nodes();
    assert_eq!(root.unit(), 5);
    assert!(nodes.stored().eq([leaf, root]));
    assert_eq!(nodes.node(indirect), nodes.node(two));
    assert_eq!(nodes.dereference(indirect), two);
    for reference in [leaf, one, two] {
        assert_eq!(nodes.dereference(reference), reference);
    }
    let chain = NodeRef::inline(5, indirect, 1).unwrap();
    assert_eq!((nodes.last_index(chain), nodes.resolve(chain)), (2, leaf));
    assert_eq!(nodes.only_target(nodes.node(indirect)), Some(one));
    assert_eq!(nodes.only_target(nodes.node(root)), None);
}

fn inline_references<const W: usize>(bits: u32) {
    assert_eq!(inline_label_bits(W), bits);
    let nodes = FastNodes::<W>::without_codes(&[]);
    let end = |reference| nodes.last_index(reference);
    let last_label = (1 << bits) - 1;
    let one_limit = 1 << (29 - bits);
    let two_limit = one_limit >> bits;
    let direct = NodeRef::from_unit;
    let inline = |label, target| NodeRef::inline(label, target, W);
    for (label, index) in [(0, 0), (last_label, one_limit - 1), (3, 77)] {
        let target = direct(index);
        let one = inline(label, target).unwrap();
        assert!(one.is_inline());
        let unit = INLINE_BIT | index << bits | u32::from(label);
        assert_eq!(one.unit(), unit);
        assert_eq!(nodes.inline_edge(one), Some((label, target)));
        assert_eq!(end(one), index);
    }
    for (first, second, index) in [(0, last_label, 0), (last_label, 0, two_limit - 1)] {
        let target = direct(index);
        let one = inline(second, target).unwrap();
        let two = inline(first, one).unwrap();
        let labels = u32::from(second) << bits | u32::from(first);
        assert_eq!(
            two.unit(),
            INLINE_BIT | PAIR_BIT | index << (2 * bits) | labels
        );
        assert_eq!(nodes.inline_edge(two), Some((first, one)));
        assert_eq!(end(two), index);
        // There is no room for a third edge.
        assert_eq!(inline(0, two), None);
    }
    for index in [one_limit, PAIR_BIT, PAIR_BIT | 1, INLINE_BIT - 1] {
        assert_eq!(inline(0, direct(index)), None);
    }
    let far = inline(1, direct(two_limit)).unwrap();
    assert_eq!(inline(1, far), None);
    assert_eq!(inline(last_label + 1, direct(0)), None);
    assert_eq!(inline(u8::MAX, direct(0)), None);
    assert_eq!(nodes.inline_edge(direct(5)), None);
    assert_eq!(end(direct(5)), 5);
}

#[test]
fn inline_references_hold_one_or_two_edges() {
    inline_references::<1>(5);
    inline_references::<2>(6);
    inline_references::<3>(6);
}

#[test]
fn inline_edges_read_as_nodes() {
    let nodes = FastNodes::<1>::without_codes(&[]);
    let target = NodeRef::from_unit(7);
    let one = NodeRef::inline(9, target, 1).unwrap();
    for (reference, label, target) in [
        (one, 9, target),
        (NodeRef::inline(0, one, 1).unwrap(), 0, one),
    ] {
        let node = nodes.node(reference);
        assert_eq!((node.set, node.mask), (0, 1 << label));
        assert_eq!(nodes.step(node, label), Some(target));
        assert_eq!(nodes.step(node, 8), None);
        assert_eq!(nodes.reference_index(node, 0), None);
    }
}

#[test]
fn implicit_references_have_no_index() {
    let mut writer = FastWriter::<1>::default();
    let leaf = writer.push(2, 0, &[]).unwrap();
    let last = writer.push(4, 0, &[]).unwrap();
    let parent = writer.push(8, 0b1110, &[leaf, last, last]).unwrap();
    let nodes = writer.nodes();
    let node = nodes.node(parent);
    let places = [0, 1, 2].map(|rank| nodes.reference_index(node, rank));
    assert_eq!(places, [Some(5), Some(4), None]);

    let mut writer = FastWriter::<2>::default();
    let leaf = writer.push(2, 0, &[]).unwrap();
    let last = writer.push(4, 0, &[]).unwrap();
    for (children, expected) in [
        ([last, leaf, leaf, leaf], [None, Some(4), Some(3), Some(2)]),
        ([leaf, last, last, leaf], [Some(4), Some(3), None, Some(2)]),
        ([leaf, last, leaf, last], [Some(4), Some(3), Some(2), None]),
        ([leaf; 4], [5, 4, 3, 2].map(Some)),
    ] {
        let mut writer = writer.clone();
        let parent = writer.push(8, 0b11110, &children).unwrap();
        let nodes = writer.nodes();
        let node = nodes.node(parent);
        let places = [0, 1, 2, 3].map(|rank| nodes.reference_index(node, rank));
        assert_eq!(places, expected);
        assert!(nodes.children(node).eq(children));
    }
}

#[test]
fn any_units_are_read_without_a_panic() {
    let units: Vec<U32Le> = [
        0,
        u32::MAX,
        1,
        HEAD_BIT,
        HEAD_BIT | STORED_SET_BIT,
        INLINE_BIT,
        INLINE_BIT | 1,
        2,
    ]
    .map(U32Le::new)
    .to_vec();
    fn read_all<const W: usize>(units: &[U32Le]) {
        let nodes = FastNodes::<W>::without_codes(units);
        for unit in (0..10).chain([
            INLINE_BIT - 1,
            INLINE_BIT,
            INLINE_BIT + 3,
            !HEAD_BIT,
            HEAD_BIT,
            u32::MAX,
        ]) {
            let node = nodes.node(NodeRef::from_unit(unit));
            for label in 0..=u8::MAX {
                let _ = (node.has_edge(label), node.rank(label));
                let _ = nodes.step(node, label);
            }
            for rank in [0, 1, 62, 63, u32::MAX] {
                let _ = nodes.node(nodes.child(node, rank));
                let _ = nodes.reference_index(node, rank);
            }
        }
    }
    for len in 0..=units.len() {
        read_all::<1>(&units[..len]);
        read_all::<2>(&units[..len]);
        read_all::<3>(&units[..len]);
    }
}
