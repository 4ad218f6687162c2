//! Tests that compact nodes read as they were written, and that any bytes read without a panic.

use std::vec;
use std::vec::Vec;

use super::super::compact_layout::{CLASSES, compact_labels};
use super::*;
use crate::raw::node::{CompactLimit, CompactWriter, MAX_SETS, Target};

/// Sizes of alphabets, from the smallest to the largest. Their letter sets take 1 to 8 bytes, except 3. The last label
/// of the alphabet can have all 9 classes in the smallest and 4 in the largest.
const TILE_COUNTS: [usize; 12] = [1, 2, 7, 8, 27, 28, 31, 32, 36, 42, 51, 62];

/// A written node: letter set, and labels with their targets.
type Written = (u64, Vec<(u8, NodeRef)>);

/// A section of 60,000 nodes, each with up to 8 edges or an edge for each tile. Indices of letter sets take 0 to 2
/// bytes besides the head; references are of every usable class. Also returns the reference and the contents of each
/// node, in the order written.
fn section(tile_count: usize) -> (Vec<u8>, Vec<(NodeRef, Written)>) {
    let sets: Vec<u64> = (0..700_u64)
        .map(|index| index % ((1 << tile_count.min(9)) - 1) + 1)
        .map(|bits| bits << 1)
        .collect();
    let hot_count = CompactWriter::max_hot(tile_count);
    let mut writer = CompactWriter::new(tile_count, sets.clone(), hot_count).unwrap();
    let mut written: Vec<(NodeRef, Written)> = Vec::new();
    let mut bits = 1_u64;
    for step in 0..60_000_u64 {
        bits = bits.rotate_left(9).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ step;
        let edge_count = match (bits >> 8) % 16 {
            _ if step == 0 => 0,
            0..8 => 1,
            8..14 => (bits >> 16) as usize % 4,
            14 => (bits >> 16) as usize % 9,
            _ => tile_count,
        }
        .min(tile_count);
        let set = match bits % 4 {
            0 | 1 if edge_count > 0 => None,
            2 => Some((bits >> 32) as usize % 14),
            _ => Some((bits >> 32) as usize % sets.len()),
        };
        let first = 1 + (bits >> 40) as usize % (tile_count - edge_count + 1);
        let edges: Vec<(u8, usize)> = (first..first + edge_count)
            .map(|label| {
                let random = bits.rotate_left(label as u32 * 5);
                let back = match random % 5 {
                    0 => 1,
                    1 => 1 + random / 5 % 20,
                    2 => 1 + random / 5 % 5_000,
                    3 => step.saturating_sub(random / 5 % 1_100),
                    _ => 1 + random / 5 % step,
                };
                (label as u8, (step - back.clamp(1, step)) as usize)
            })
            .collect();
        let targets: Vec<(u8, Target)> = edges
            .iter()
            .map(|&(label, index)| {
                let target = Target {
                    node: written[index].0,
                    hot: (index < hot_count).then_some(index as u32),
                };
                (label, target)
            })
            .collect();
        let reference = writer.push(set, &targets).unwrap();
        let set = set.map_or(0, |index| sets[index]);
        let edges = targets.iter().map(|(label, target)| (*label, target.node));
        written.push((reference, (set, edges.collect())));
    }
    let hot: Vec<NodeRef> = written.iter().map(|(reference, _)| *reference).collect();
    (writer.finish(&hot[..hot_count]), written)
}

#[test]
fn reads_nodes_as_they_were_written() {
    for tile_count in TILE_COUNTS {
        let (section, written) = section(tile_count);
        let nodes = CompactNodes::from_bytes_unvalidated(&section, tile_count).unwrap();
        assert!(nodes.end() > 1 << 16);
        let heads = written.iter().rev().map(|(reference, _)| *reference);
        assert!(nodes.stored().eq(heads));
        let mut class_counts = [0; CLASSES as usize];
        for (reference, (set, edges)) in &written {
            let node = nodes.node(*reference);
            assert_eq!(node.set, *set);
            let mask = edges.iter().fold(0, |mask, (label, _)| mask | 1 << label);
            assert_eq!(node.mask, mask);
            for (rank, (label, target)) in (0..).zip(edges) {
                assert_eq!(nodes.child(node, rank), *target);
                assert_eq!(nodes.step(node, *label), Some(*target));
                let Shape { labels, .. } = nodes.shape(reference.unit());
                let class = nodes.label_bytes.class(nodes.byte(labels - rank));
                class_counts[usize::from(class)] += 1;
            }
            for label in 0..64 {
                assert_eq!(nodes.target(*reference, label), nodes.step(node, label));
                let completes = node.set >> label & 1 != 0;
                assert_eq!(nodes.completes(*reference, label), completes);
            }
        }
        // Exactly the usable classes occur. A class of hot nodes is usable if every label can have it, another class if
        // label 1 can have it.
        let labels = LabelBytes::new(tile_count);
        for (class, count) in (0..CLASSES).zip(class_counts) {
            let is_usable = match ReferenceClass::new(class) {
                ReferenceClass::Hot(block) => {
                    256 * usize::from(block) < CompactWriter::max_hot(tile_count)
                }
                _ => labels.join(class, 1).is_some(),
            };
            assert_eq!(count > 0, is_usable, "{tile_count} {class}");
        }
    }
}

#[test]
fn label_bytes_split_into_class_and_label() {
    for tile_count in 1..=62 {
        let labels = compact_labels(tile_count);
        let bytes = LabelBytes::new(tile_count);
        for byte in 0..=u8::MAX {
            let (class, label) = (bytes.class(byte), bytes.label(byte));
            assert_eq!((class, label), (byte / labels, byte % labels));
            assert!(class < CLASSES);
            assert_eq!(bytes.join(class, label), Some(byte));
        }
    }
}

#[test]
fn finds_heads_and_nothing_else() {
    for tile_count in [5, 62] {
        let (section, written) = section(tile_count);
        let nodes = CompactNodes::from_bytes_unvalidated(&section, tile_count).unwrap();
        let mut heads = written
            .iter()
            .map(|(reference, _)| reference.unit())
            .peekable();
        for place in 0..20_000 {
            let is_head = heads.next_if_eq(&place).is_some();
            assert_eq!(nodes.is_head(place), is_head, "{place}");
        }
        assert!(!nodes.is_head(u32::MAX) && !nodes.is_head(nodes.end()));
    }
}

/// An edge that is not implicit takes at least two bytes, and its check takes at most 127 steps: under 64 steps per
/// byte. The nodes forged here take 41 steps per byte: a page of inline nodes of one byte, and nodes with 62 edges of
/// three bytes each to the page's lowest node.
#[test]
fn validation_of_forged_nodes_takes_at_most_64_steps_a_byte() {
    const TILE_COUNT: usize = 62;
    let mut writer = CompactWriter::new(TILE_COUNT, vec![0b10], 0).unwrap();
    let target = |node| Target { node, hot: None };
    let mut chain = vec![writer.push(Some(0), &[]).unwrap()];
    while chain.len() < 300 {
        let implicit = [(1, target(chain[chain.len() - 1]))];
        chain.push(writer.push(None, &implicit).unwrap());
    }
    let mut pages = chain.chunk_by(|a, b| a.unit() / PAGE_BYTES == b.unit() / PAGE_BYTES);
    let lowest = pages.find(|page| page.len() == 128).unwrap()[0];
    let edges: Vec<_> = (1..=62).map(|label| (label, target(lowest))).collect();
    for _ in 0..200 {
        writer.push(None, &edges).unwrap();
    }
    let section = writer.finish(&[]);
    let nodes = CompactNodes::from_bytes_unvalidated(&section, TILE_COUNT).unwrap();
    let targets = nodes
        .stored()
        .flat_map(|head| nodes.children(nodes.node(head)));
    let steps: usize = targets
        .map(|target| nodes.seek_head(target.unit()))
        .map(|(is_head, steps)| {
            assert!(is_head && steps < 128);
            steps as usize
        })
        .sum();
    assert!(
        (32..=64).contains(&(steps / section.len())),
        "{steps} steps"
    );
}

#[test]
fn any_bytes_are_read_without_a_panic() {
    let mut bits = 1_u64;
    for len in (0..400).chain([70_000]) {
        let mut bytes: Vec<u8> = (0..len)
            .map(|step| {
                bits = bits.rotate_left(9).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ step;
                (bits >> 13) as u8
            })
            .collect();
        let tile_count = 1 + len as usize % 62;
        // Writes lengths that fit together, so that the section opens.
        let end = (len as u32).saturating_sub(len as u32 / 64 + 20);
        bytes.splice(..bytes.len().min(8), [0; 8]);
        bytes[..4].copy_from_slice(&end.to_le_bytes());
        let rest = bytes
            .len()
            .saturating_sub(end as usize + end.div_ceil(PAGE_BYTES) as usize);
        let set_bytes = usize::from(set_bytes(tile_count));
        bytes[4..6].copy_from_slice(&((rest / set_bytes) as u16).to_le_bytes());
        bytes.truncate(bytes.len() - rest % set_bytes);
        let Ok(nodes) = CompactNodes::from_bytes_unvalidated(&bytes, tile_count) else {
            continue;
        };
        for place in (0..2 * end + 300).chain([u32::MAX - 1, u32::MAX]) {
            let reference = NodeRef::from_unit(place);
            let node = nodes.node(reference);
            for label in 0..=63 {
                nodes.step(node, label);
                nodes.child(node, label.into());
                nodes.target(reference, label);
                nodes.completes(reference, label);
            }
            nodes.label_bytes(place, 1);
            nodes.is_head(place);
            nodes.letter_set(place);
            nodes.hot(place);
        }
        assert!(nodes.stored().count() <= bytes.len());
    }
}

#[test]
fn refuses_sections_of_another_length() {
    let section = section(3).0;
    for len in 0..section.len() {
        let found = CompactNodes::from_bytes_unvalidated(&section[..len], 3);
        let needed = if len < 8 { 8 } else { section.len() as u64 };
        let error = CompactLengthError::Section { needed };
        assert_eq!(found.err(), Some(error));
    }
    let mut longer = section.clone();
    longer.push(0);
    assert!(CompactNodes::from_bytes_unvalidated(&longer, 3).is_err());
    // Letter sets of a larger alphabet take more bytes.
    assert!(CompactNodes::from_bytes_unvalidated(&section, 8).is_err());
}

/// Tries sections of 8 to 19 bytes.
#[test]
fn refuses_a_hot_table_that_ends_after_the_nodes() {
    for (end, hot, start) in [(0, 0, 8), (7, 0, 8), (9, 1, 11), (10, 1, 11), (8, 2, 14)] {
        for len in 8..20 {
            let mut bytes = vec![0; len];
            (bytes[0], bytes[6]) = (end, hot);
            let found = CompactNodes::from_bytes_unvalidated(&bytes, 3);
            let end = end.into();
            assert_eq!(found.err(), Some(CompactLengthError::End { start, end }));
        }
    }
    let nothing = [8, 0, 0, 0, 0, 0, 0, 0, NO_HEAD];
    assert!(CompactNodes::from_bytes_unvalidated(&nothing, 3).is_ok());
}

#[test]
fn refuses_more_bytes_of_nodes_than_references_can_name() {
    let mut section = vec![0; 8];
    section[..4].copy_from_slice(&(MAX_NODE_BYTES + 1).to_le_bytes());
    let end = MAX_NODE_BYTES + 1;
    let error = CompactLengthError::TooLong { end };
    let found = CompactNodes::from_bytes_unvalidated(&section, 26);
    assert_eq!(found.err(), Some(error));
}

#[test]
fn writers_stop_at_their_limits() {
    let too_many = vec![2; MAX_SETS + 1];
    let found = CompactWriter::new(26, too_many, 0);
    assert_eq!(found.err(), Some(CompactLimit::Sets));

    let mut writer = CompactWriter::new(62, vec![2], 0).unwrap();
    let leaf = writer.push(Some(0), &[]).unwrap();
    let target = Target {
        node: leaf,
        hot: None,
    };
    // Most references are far: a node takes 250 bytes.
    let edges: Vec<(u8, Target)> = (1..=62).map(|label| (label, target)).collect();
    let mut last = leaf;
    while let Ok(reference) = writer.push(None, &edges) {
        last = reference;
    }
    assert!(last.unit() < MAX_NODE_BYTES && last.unit() > MAX_NODE_BYTES - 400);
    assert_eq!(writer.push(None, &edges), Err(CompactLimit::Nodes));
}

#[test]
fn debug_form_leaves_the_nodes_out() {
    let section = section(4).0;
    let nodes = CompactNodes::from_bytes_unvalidated(&section, 4).unwrap();
    let text = std::format!("{nodes:?}");
    assert!(text.starts_with("CompactNodes { bytes: "), "{text}");
}
