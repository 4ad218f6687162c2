//! The DAWG's records, packed for small hosts.
//!
//! What the records are is known from those of 32-bit words; here they are put in an order in which most references are
//! short, and written as [`compact`](lexc_formats::compact) has it. Children come first and depth first, of a record's
//! children the one with the longest words below it first: the others, which take fewer bytes, are then near, and the last
//! to be written needs no reference.

use std::cmp::Reverse;
use std::collections::HashMap;

use lexc_formats::compact::{CompactLimit, CompactWriter, Target};
use lexc_formats::record::{EdgeRef, Packing, Record};

use crate::walk::labels;

/// How many edges must refer to a record for a place in the popular table, which takes three bytes, to pay.
const FEWEST_EDGES: u32 = 4;

/// A record, by the order in which it is written.
struct Node {
    set: u64,
    /// The labels and the numbers of the nodes.
    edges: Vec<(u8, usize)>,
    /// How many edges refer to it that are not chained.
    references: u32,
}

/// The records that are reached from a root, children first.
struct Order<P> {
    records: P,
    /// The most edges on a way down from a record.
    heights: HashMap<EdgeRef, u32>,
    /// The numbers of the records that are among the nodes.
    numbers: HashMap<EdgeRef, usize>,
    nodes: Vec<Node>,
}

impl<P: Packing> Order<P> {
    fn height(&mut self, reference: EdgeRef) -> u32 {
        if let Some(&height) = self.heights.get(&reference) {
            return height;
        }
        let children = self.edges(self.records.record(reference));
        let height = children
            .into_iter()
            .map(|(_, child)| self.height(child) + 1)
            .max()
            .unwrap_or(0);
        self.heights.insert(reference, height);
        height
    }

    /// The number of a record, after it and all that it leads to have got one.
    fn number(&mut self, reference: EdgeRef) -> usize {
        if let Some(&number) = self.numbers.get(&reference) {
            return number;
        }
        let record = self.records.record(reference);
        let edges = self.edges(record);
        let mut highest_first = edges.clone();
        highest_first.sort_by_key(|(_, child)| Reverse(self.height(*child)));
        for (_, child) in highest_first {
            self.number(child);
        }
        let edges: Vec<(u8, usize)> = edges
            .into_iter()
            .map(|(label, child)| (label, self.number(child)))
            .collect();
        let number = self.nodes.len();
        for (_, child) in &edges {
            // The one before is chained.
            if child + 1 != number {
                self.nodes[*child].references += 1;
            }
        }
        self.nodes.push(Node {
            set: record.set,
            edges,
            references: 0,
        });
        self.numbers.insert(reference, number);
        number
    }

    fn edges(&self, record: Record) -> Vec<(u8, EdgeRef)> {
        labels(record.mask)
            .zip(0..)
            .map(|(label, rank)| (label, self.records.child(record, rank)))
            .collect()
    }
}

/// The section of compact records of a DAWG, and its root's place; how many records there are.
pub(crate) struct Packed {
    pub(crate) section: Vec<u8>,
    pub(crate) root: EdgeRef,
    pub(crate) records: usize,
}

/// Packs the records that are reached from the root, for an alphabet of `tile_count` tiles.
pub(crate) fn pack<P: Packing>(
    records: P,
    root: EdgeRef,
    tile_count: usize,
) -> Result<Packed, CompactLimit> {
    let mut order = Order {
        records,
        heights: HashMap::new(),
        numbers: HashMap::new(),
        nodes: Vec::new(),
    };
    order.number(root);
    let nodes = order.nodes;

    let sets = sets_by_frequency(&nodes);
    let set_numbers: HashMap<u64, usize> = sets.iter().copied().zip(0..).collect();
    let popular = popular(&nodes, CompactWriter::most_popular(tile_count));
    let popular_numbers: HashMap<usize, u32> = popular.iter().copied().zip(0..).collect();

    let mut writer = CompactWriter::new(tile_count, sets, popular.len())?;
    let mut places: Vec<EdgeRef> = Vec::with_capacity(nodes.len());
    for node in &nodes {
        let target = |(label, child): &(u8, usize)| {
            let target = Target {
                record: places[*child],
                popular: popular_numbers.get(child).copied(),
            };
            (*label, target)
        };
        let edges: Vec<(u8, Target)> = node.edges.iter().map(target).collect();
        places.push(writer.push(set_numbers.get(&node.set).copied(), &edges)?);
    }
    let popular: Vec<EdgeRef> = popular.iter().map(|&number| places[number]).collect();
    Ok(Packed {
        section: writer.finish(&popular),
        root: places.last().copied().unwrap_or(root),
        records: nodes.len(),
    })
}

/// The letter sets, the most frequent first, and of equally frequent ones the lower set of bits.
fn sets_by_frequency(nodes: &[Node]) -> Vec<u64> {
    let mut counts: HashMap<u64, u32> = HashMap::new();
    for node in nodes.iter().filter(|node| node.set != 0) {
        *counts.entry(node.set).or_default() += 1;
    }
    let mut sets: Vec<(u64, u32)> = counts.into_iter().collect();
    sets.sort_unstable_by_key(|&(set, count)| (Reverse(count), set));
    sets.into_iter().map(|(set, _)| set).collect()
}

/// The nodes that most edges refer to, the most popular first, and of equally popular ones the first to be written.
fn popular(nodes: &[Node], most: usize) -> Vec<usize> {
    let mut popular: Vec<(usize, u32)> = nodes
        .iter()
        .enumerate()
        .map(|(number, node)| (number, node.references))
        .filter(|&(_, references)| references >= FEWEST_EDGES)
        .collect();
    popular.sort_by_key(|&(_, references)| Reverse(references));
    popular.truncate(most);
    popular.into_iter().map(|(number, _)| number).collect()
}

#[cfg(test)]
mod tests;
