//! Compares the quick check with the careful one, and the heads with a list of them.

use std::collections::BTreeSet;
use std::vec::Vec;

use super::super::Checker as Careful;
use super::*;
use crate::raw::node::{CompactWriter, NodeRef, Target, compact_labels, tile_labels};

/// Random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// Compact nodes of an alphabet of `tile_count` tiles with references of every class, near and far. The nodes from the middle one up
/// can have separator edges. Returns the section, and the head of the middle node.
fn section(tile_count: usize, random: &mut Random) -> (Vec<u8>, u32) {
    const NODES: usize = 2_400;
    const HOT: usize = 300;
    let sets = (0..600)
        .map(|index| 1 << (1 + index % tile_count))
        .collect();
    let mut writer = CompactWriter::new(tile_count, sets, HOT).unwrap();
    let hot_count = CompactWriter::max_hot(tile_count).min(HOT);
    let mut written: Vec<NodeRef> = Vec::new();
    for number in 0..NODES {
        let lowest_label = usize::from(number <= NODES / 2);
        let edge_count = match random.below(20) {
            _ if number == 0 => 0,
            0 => tile_count,
            1..=4 => 0,
            5..=12 => 1,
            others => (others - 11).min(tile_count),
        };
        let mut labels = BTreeSet::new();
        while labels.len() < edge_count {
            labels.insert((lowest_label + random.below(tile_count + 1 - lowest_label)) as u8);
        }
        let mut edge = |label| {
            let index = match random.below(3) {
                0 => number - 1,
                1 => number - 1 - random.below(number.min(30)),
                _ => random.below(number),
            };
            let hot = Some(index as u32).filter(|_| index < hot_count);
            let node = written[index];
            (label, Target { node, hot })
        };
        let edges: Vec<_> = labels.into_iter().map(&mut edge).collect();
        let set = match random.below(2) {
            0 if !edges.is_empty() => None,
            _ => Some([random.below(14), random.below(600)][random.below(2)]),
        };
        written.push(writer.push(set, &edges).unwrap());
    }
    (
        writer.finish(&written[..hot_count]),
        written[NODES / 2].unit(),
    )
}

/// Writes the page heads that the bytes of the nodes require, so that a change of these bytes gets past the check of the page heads.
fn repair_page_heads(section: &mut [u8], tile_count: usize) {
    let nodes = CompactNodes::from_bytes_unvalidated(section, tile_count).unwrap();
    let mut page_heads = std::vec![NO_HEAD; nodes.page_heads().len()];
    for head in nodes.stored() {
        let entry = &mut page_heads[(head.unit() / PAGE_BYTES) as usize];
        if *entry == NO_HEAD {
            *entry = (head.unit() % PAGE_BYTES) as u8;
        }
    }
    let start = section.len() - page_heads.len();
    section[start..].copy_from_slice(&page_heads);
}

/// The verdict of the quick check, which must be that of the careful one.
fn verdict(section: &[u8], tile_count: usize, dawg_end: u32) -> bool {
    let nodes = CompactNodes::from_bytes_unvalidated(section, tile_count).unwrap();
    let tiles = tile_labels(tile_count);
    let careful = Careful {
        nodes,
        tiles,
        dawg_end,
        offset: 0,
    };
    let is_valid = careful.nodes().is_ok();
    assert_eq!(proves(nodes, tiles, dawg_end), is_valid);
    is_valid
}

#[test]
fn gives_the_verdict_of_the_careful_check_after_any_change() {
    let mut random = Random(52);
    for tile_count in [2, 26, 40, 62] {
        let (section, middle) = section(tile_count, &mut random);
        assert!(verdict(&section, tile_count, middle + 1));
        let end = u32::from_le_bytes(*section.first_chunk().unwrap());
        let mut verdicts = [0; 2];
        for round in 0..if cfg!(miri) { 2 } else { 200 } {
            let mut changed = section.clone();
            // Hot table and nodes, or anything behind the header.
            let limit = [end as usize, section.len()][round % 2];
            let place = 8 + random.below(limit - 8);
            changed[place] = match random.below(3) {
                0 => changed[place].wrapping_add(1),
                1 => changed[place].wrapping_sub(compact_labels(tile_count)),
                _ => random.below(256) as u8,
            };
            if random.below(4) != 0 {
                repair_page_heads(&mut changed, tile_count);
            }
            let dawg_end = [middle + 1, 0, end][random.below(3)];
            verdicts[usize::from(verdict(&changed, tile_count, dawg_end))] += 1;
        }
        let [refused, accepted] = verdicts;
        assert!(cfg!(miri) || refused > 20 && accepted > 2, "{verdicts:?}");
    }
}

#[test]
fn refuses_a_hot_table_with_a_place_above_all_nodes() {
    let (section, middle) = section(26, &mut Random(2));
    let end = u32::from_le_bytes(*section.first_chunk().unwrap());
    for place in [end, end.next_multiple_of(PAGE_BYTES), end + 4 * PAGE_BYTES] {
        let mut changed = section.clone();
        changed[8..11].copy_from_slice(&place.to_le_bytes()[..3]);
        assert!(!verdict(&changed, 26, middle + 1), "{place}");
    }
}

#[test]
fn finds_the_heads_of_all_pages_up_to_the_current_one() {
    let (section, _) = section(26, &mut Random(1));
    let nodes = CompactNodes::from_bytes_unvalidated(&section, 26).unwrap();
    let expected: BTreeSet<u32> = nodes.stored().map(|head| head.unit()).collect();
    let label_bytes = LabelBytes::new(nodes, tile_labels(26));
    let mut heads = Heads::new(nodes, &label_bytes);
    for page in 0..nodes.end().div_ceil(PAGE_BYTES) {
        for unit in 0..PAGE_UNITS {
            let unit = PAGE_UNITS * page + unit;
            let lowest = unit * u64::BITS;
            let bits = expected.range(lowest..lowest + u64::BITS);
            heads.set(
                unit,
                bits.fold(0, |bits, place| bits | 1 << (place - lowest)),
            );
        }
        let own = PAGE_BYTES * page;
        for place in (0..own).filter(|place| page % 8 == 0 || place + 2_000 > own) {
            assert_eq!(heads.contains(place), expected.contains(&place), "{place}");
        }
        // The current page gives its answer at its end.
        let is_named = page % 3 == 0;
        if is_named {
            assert!((own..own + PAGE_BYTES).all(|place| heads.contains(place)));
        }
        assert_eq!(heads.end_page(), !is_named);
    }
    assert!(!heads.contains(nodes.end()) && !heads.contains(u32::MAX));
}
