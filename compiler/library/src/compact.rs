//! Packs the nodes of the automata as compact nodes.
//!
//! Encodes fast nodes as [`CompactNodes`](lexc_formats::raw::node::CompactNodes), in an order in which most references
//! are short. Every node follows its descendants, depth first. The height of a node is the length of the longest path
//! down from it. Of a node's children, the highest are written first: a low child and its descendants take few bytes,
//! so most children are near their parent. A child that directly precedes its parent is the implicit next. The DAWG's
//! nodes come first.

use std::cmp::Reverse;
use std::collections::HashMap;

use lexc_formats::raw::node::{CompactLimit, CompactWriter, Node, NodeRef, Nodes, Target, labels};

/// Smallest number of explicit references to a hot node: fewer don't save the three bytes of its entry in the hot table.
const MIN_HOT_REFERENCES: u32 = 4;

/// A node in the order of writing.
struct OrderedNode {
    set: u64,
    /// Labels, and indices of the children in [`Order::ordered`].
    edges: Vec<(u8, usize)>,
    /// The number of edges that refer to the node explicitly, not as the implicit next.
    references: u32,
}

/// The nodes that are reached from the roots, children first.
struct Order<P> {
    nodes: P,
    /// Number of edges on the longest path down from a node.
    heights: HashMap<NodeRef, u32>,
    /// Indices of the nodes in `ordered`.
    indices: HashMap<NodeRef, usize>,
    ordered: Vec<OrderedNode>,
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

    /// Index of a node in `ordered`. If the node is missing, adds its missing descendants, then the node.
    fn index(&mut self, reference: NodeRef) -> usize {
        if let Some(&index) = self.indices.get(&reference) {
            return index;
        }
        let node = self.nodes.node(reference);
        let edges = self.edges(node);
        let mut highest_first = edges.clone();
        highest_first.sort_by_key(|(_, child)| Reverse(self.height(*child)));
        for (_, child) in highest_first {
            self.index(child);
        }
        let edges: Vec<(u8, usize)> = edges
            .into_iter()
            .map(|(label, child)| (label, self.index(child)))
            .collect();
        let index = self.ordered.len();
        for (_, child) in &edges {
            // The preceding node is the implicit next.
            if child + 1 != index {
                self.ordered[*child].references += 1;
            }
        }
        self.ordered.push(OrderedNode {
            set: node.set,
            edges,
            references: 0,
        });
        self.indices.insert(reference, index);
        index
    }

    fn edges(&self, node: Node) -> Vec<(u8, NodeRef)> {
        labels(node.mask)
            .zip(0..)
            .map(|(label, rank)| {
                let child = self.nodes.child(node, rank);
                (label, self.nodes.dereference(child))
            })
            .collect()
    }
}

/// Compact nodes: their section, the roots of DAWG and GADDAG, and the number of nodes.
pub(crate) struct Packed {
    pub(crate) section: Vec<u8>,
    pub(crate) roots: [Option<NodeRef>; 2],
    pub(crate) node_count: usize,
}

/// Packs the nodes that are reached from the roots of DAWG and GADDAG, for an alphabet of `tile_count` tiles.
pub(crate) fn pack<P: Nodes>(
    nodes: P,
    roots: [Option<NodeRef>; 2],
    tile_count: usize,
) -> Result<Packed, CompactLimit> {
    let mut order = Order {
        nodes,
        heights: HashMap::new(),
        indices: HashMap::new(),
        ordered: Vec::new(),
    };
    let roots = roots.map(|root| root.map(|root| order.index(root)));
    let ordered = order.ordered;

    let sets = sets_by_frequency(&ordered);
    let set_indices: HashMap<u64, usize> = sets.iter().copied().zip(0..).collect();
    let hot = hot_nodes(&ordered, CompactWriter::max_hot(tile_count));
    let hot_indices: HashMap<usize, u32> = hot.iter().copied().zip(0..).collect();

    let mut writer = CompactWriter::new(tile_count, sets, hot.len())?;
    let mut places: Vec<NodeRef> = Vec::with_capacity(ordered.len());
    for node in &ordered {
        let target = |(label, child): &(u8, usize)| {
            let target = Target {
                node: places[*child],
                hot: hot_indices.get(child).copied(),
            };
            (*label, target)
        };
        let edges: Vec<(u8, Target)> = node.edges.iter().map(target).collect();
        places.push(writer.push(set_indices.get(&node.set).copied(), &edges)?);
    }
    let hot: Vec<NodeRef> = hot.iter().map(|&index| places[index]).collect();
    Ok(Packed {
        section: writer.finish(&hot),
        roots: roots.map(|index| index.and_then(|index| places.get(index).copied())),
        node_count: ordered.len(),
    })
}

/// Letter sets by descending frequency; equally frequent sets by ascending bits.
fn sets_by_frequency(ordered: &[OrderedNode]) -> Vec<u64> {
    let mut counts: HashMap<u64, u32> = HashMap::new();
    for node in ordered.iter().filter(|node| node.set != 0) {
        *counts.entry(node.set).or_default() += 1;
    }
    let mut sets: Vec<(u64, u32)> = counts.into_iter().collect();
    sets.sort_unstable_by_key(|&(set, count)| (Reverse(count), set));
    sets.into_iter().map(|(set, _)| set).collect()
}

/// Indices of up to `limit` nodes for the hot table, by descending number of references, then by ascending index.
fn hot_nodes(ordered: &[OrderedNode], limit: usize) -> Vec<usize> {
    let mut hot: Vec<(usize, u32)> = ordered
        .iter()
        .enumerate()
        .map(|(index, node)| (index, node.references))
        .filter(|&(_, references)| references >= MIN_HOT_REFERENCES)
        .collect();
    hot.sort_by_key(|&(_, references)| Reverse(references));
    hot.truncate(limit);
    hot.into_iter().map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests;
