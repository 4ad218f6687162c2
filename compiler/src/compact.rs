//! The DAWG's nodes, packed for small hosts.
//!
//! Encodes fast nodes as [`CompactNodes`](lexc_formats::raw::node::CompactNodes), in an order in which most references are
//! short. Children come first and depth first; of a node's children, the one with the longest words below it comes first.
//! The others, which take fewer bytes, are then near, and the last one written is the implicit next.

use std::cmp::Reverse;
use std::collections::HashMap;

use lexc_formats::raw::node::{CompactLimit, CompactWriter, Node, NodeRef, Nodes, Target, labels};

/// The fewest explicit references to a node that save more than the three bytes of its place in the hot table.
const FEWEST_EDGES: u32 = 4;

/// A node, by the order in which it is written.
struct Placing {
    set: u64,
    /// The labels and the numbers of the placings.
    edges: Vec<(u8, usize)>,
    /// The number of edges that refer to it explicitly, not as the implicit next.
    references: u32,
}

/// The nodes that are reached from a root, children first.
struct Order<P> {
    nodes: P,
    /// The most edges on a way down from a node.
    heights: HashMap<NodeRef, u32>,
    /// The numbers of the nodes that are among the placings.
    numbers: HashMap<NodeRef, usize>,
    placings: Vec<Placing>,
}

impl<P: Nodes> Order<P> {
    fn height(&mut self, reference: NodeRef) -> u32 {
        if let Some(&height) = self.heights.get(&reference) {
            return height;
        }
        let children = self.edges(self.nodes.node(reference));
        let height = children
            .into_iter()
            .map(|(_, child)| self.height(child) + 1)
            .max()
            .unwrap_or(0);
        self.heights.insert(reference, height);
        height
    }

    /// Number of a node. Numbers its descendants and the node first, if they have none.
    fn number(&mut self, reference: NodeRef) -> usize {
        if let Some(&number) = self.numbers.get(&reference) {
            return number;
        }
        let node = self.nodes.node(reference);
        let edges = self.edges(node);
        let mut highest_first = edges.clone();
        highest_first.sort_by_key(|(_, child)| Reverse(self.height(*child)));
        for (_, child) in highest_first {
            self.number(child);
        }
        let edges: Vec<(u8, usize)> = edges
            .into_iter()
            .map(|(label, child)| (label, self.number(child)))
            .collect();
        let number = self.placings.len();
        for (_, child) in &edges {
            // The node before is the implicit next.
            if child + 1 != number {
                self.placings[*child].references += 1;
            }
        }
        self.placings.push(Placing {
            set: node.set,
            edges,
            references: 0,
        });
        self.numbers.insert(reference, number);
        number
    }

    fn edges(&self, node: Node) -> Vec<(u8, NodeRef)> {
        labels(node.mask)
            .zip(0..)
            .map(|(label, rank)| (label, self.nodes.child(node, rank)))
            .collect()
    }
}

/// The section of compact nodes of a DAWG, and its root's place; how many nodes there are.
pub(crate) struct Packed {
    pub(crate) section: Vec<u8>,
    pub(crate) root: NodeRef,
    pub(crate) nodes: usize,
}

/// Packs the nodes that are reached from the root, for an alphabet of `tile_count` tiles.
pub(crate) fn pack<P: Nodes>(
    nodes: P,
    root: NodeRef,
    tile_count: usize,
) -> Result<Packed, CompactLimit> {
    let mut order = Order {
        nodes,
        heights: HashMap::new(),
        numbers: HashMap::new(),
        placings: Vec::new(),
    };
    order.number(root);
    let placings = order.placings;

    let sets = sets_by_frequency(&placings);
    let set_numbers: HashMap<u64, usize> = sets.iter().copied().zip(0..).collect();
    let hot = hot(&placings, CompactWriter::max_hot(tile_count));
    let hot_numbers: HashMap<usize, u32> = hot.iter().copied().zip(0..).collect();

    let mut writer = CompactWriter::new(tile_count, sets, hot.len())?;
    let mut places: Vec<NodeRef> = Vec::with_capacity(placings.len());
    for node in &placings {
        let target = |(label, child): &(u8, usize)| {
            let target = Target {
                node: places[*child],
                hot: hot_numbers.get(child).copied(),
            };
            (*label, target)
        };
        let edges: Vec<(u8, Target)> = node.edges.iter().map(target).collect();
        places.push(writer.push(set_numbers.get(&node.set).copied(), &edges)?);
    }
    let hot: Vec<NodeRef> = hot.iter().map(|&number| places[number]).collect();
    Ok(Packed {
        section: writer.finish(&hot),
        root: places.last().copied().unwrap_or(root),
        nodes: placings.len(),
    })
}

/// The letter sets, the most frequent first, and of equally frequent ones the lower set of bits.
fn sets_by_frequency(placings: &[Placing]) -> Vec<u64> {
    let mut counts: HashMap<u64, u32> = HashMap::new();
    for node in placings.iter().filter(|node| node.set != 0) {
        *counts.entry(node.set).or_default() += 1;
    }
    let mut sets: Vec<(u64, u32)> = counts.into_iter().collect();
    sets.sort_unstable_by_key(|&(set, count)| (Reverse(count), set));
    sets.into_iter().map(|(set, _)| set).collect()
}

/// The placings that most edges refer to, the most hot first, and of equally hot ones the first to be written.
fn hot(placings: &[Placing], most: usize) -> Vec<usize> {
    let mut hot: Vec<(usize, u32)> = placings
        .iter()
        .enumerate()
        .map(|(number, node)| (number, node.references))
        .filter(|&(_, references)| references >= FEWEST_EDGES)
        .collect();
    hot.sort_by_key(|&(_, references)| Reverse(references));
    hot.truncate(most);
    hot.into_iter().map(|(number, _)| number).collect()
}

#[cfg(test)]
mod tests;
