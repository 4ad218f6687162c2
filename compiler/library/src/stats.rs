//! Statistics of an image's automata: states, edges and letter sets, counted as in the literature.
//!
//! The words `CARE`, `CARS` and `EAR` make a DAWG of four states and five edges: the root's C and E; the A after `C`;
//! the R after `CA`, with the letter set {E, S}; the A after `E`, with the letter set {R}. After
//! `CAR` and after `EA` only letter sets remain, so there is no state. The counts can be compared with
//! Gordon's tables II and III (1994, "Compression"), and with Appel and Jacobson's (1988, section 3.2.2).

use std::collections::HashSet;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use lexc_formats::raw::node::{Node, NodeList, NodeRef};
use lexc_formats::{Image, with_nodes};

use crate::registry::{hash, spread};

/// The states, edges and letter sets of one automaton.
///
/// A **state** has at least one edge; a root with edges counts. An **edge** has a destination, a letter set that is not
/// empty, or both; a string's last tile has an edge only if a longer string continues it. Nodes that differ only in the letter
/// set of the edges to them are one state. A state that both automata share counts in each; the DAWG's root is never shared.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AutomatonStats {
    /// The number of distinct states.
    pub states: u32,
    /// The number of edges of all distinct states.
    pub edges: u64,
    /// The number of distinct letter sets of edges; the empty letter set always counts.
    pub letter_sets: u32,
    /// Number of distinct pairs of a destination and a letter set: the targets of edges.
    pub pairs: u32,
    /// The number of pairs with a letter set that is not empty.
    pub pairs_with_letter_set: u32,
    /// The number of states by their number of edges (Gordon's table II).
    pub states_by_edges: [u32; 64],
}

impl AutomatonStats {
    /// The states and edges.
    pub fn size(&self) -> AutomatonSize {
        AutomatonSize {
            states: self.states.into(),
            edges: self.edges,
        }
    }
}

/// The numbers of states and edges of an automaton, and the bytes that they take in Gordon's forms (1994, table III).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AutomatonSize {
    /// The number of states with edges.
    pub states: u64,
    /// The number of edges.
    pub edges: u64,
}

impl AutomatonSize {
    /// The size in bytes in the compressed form: 4 bytes for each state, edge and letter set.
    pub fn compressed_bytes(self, letter_sets: u64) -> u64 {
        4 * (self.states + self.edges + letter_sets)
    }

    /// The size in bytes in the expanded form: 4 bytes for each letter set, and 4 bytes for each of `labels` labels in every
    /// state.
    pub fn expanded_bytes(self, labels: u64, letter_sets: u64) -> u64 {
        4 * (labels * self.states + letter_sets)
    }
}

/// The [`AutomatonStats`] of an image.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ImageStats {
    /// Statistics of the DAWG, if the image has one.
    pub dawg: Option<AutomatonStats>,
    /// Statistics of the GADDAG, if the image has one.
    pub gaddag: Option<AutomatonStats>,
}

impl ImageStats {
    /// Counts the states, edges and letter sets of the image's automata. Takes one pass over the nodes for each
    /// automaton, and 6 to 12 bytes of memory for each of its states.
    pub fn of(image: &Image<'_>) -> ImageStats {
        let count =
            |root: NodeRef| with_nodes!(*image.node_store(), |nodes| Counter::count(nodes, root));
        ImageStats {
            dawg: image.dawg().map(count),
            gaddag: image.gaddag().map(count),
        }
    }
}

/// The count so far.
struct Counter<R> {
    nodes: R,
    /// A bit for each index of a node, set from the discovery of an edge to the node until the node is counted.
    reached: Vec<u64>,
    /// References to the distinct states, with [`INLINE_SEEN`] once an inline reference to the state is found.
    states: HashTable<u32>,
    letter_sets: HashSet<u64>,
    stats: AutomatonStats,
}

/// Marks a state to which an inline reference was found. References leave this bit clear.
const INLINE_SEEN: u32 = 1 << 31;

impl<R: NodeList> Counter<R> {
    fn count(nodes: R, root: NodeRef) -> AutomatonStats {
        let mut counter = Counter {
            nodes,
            reached: vec![0; nodes.end() as usize / 64 + 1],
            states: HashTable::new(),
            letter_sets: HashSet::from([0]),
            stats: AutomatonStats {
                states: 0,
                edges: 0,
                letter_sets: 0,
                pairs: 0,
                pairs_with_letter_set: 0,
                states_by_edges: [0; 64],
            },
        };
        // No edge refers to the root: strings after an edge are shorter than the longest string.
        let node = nodes.node(root);
        if node.mask != 0 {
            counter.state(root, node);
        }
        counter.follow(node, u32::MAX);
        // Children come before parents, so the walk from the highest index to the lowest meets all edges to a node before the
        // node.
        for block in (0..counter.reached.len()).rev() {
            while let Some(bit) = counter.reached[block].checked_ilog2() {
                counter.reached[block] &= !(1 << bit);
                let index = u32::try_from(64 * block).unwrap_or(u32::MAX) + bit;
                counter.node(NodeRef::from_unit(index));
            }
        }
        counter.stats.letter_sets = u32::try_from(counter.letter_sets.len()).unwrap_or(u32::MAX);
        counter.stats
    }

    /// Counts a node that an edge refers to directly.
    fn node(&mut self, reference: NodeRef) {
        let node = self.nodes.node(reference);
        self.stats.pairs += 1;
        if node.set != 0 {
            self.stats.pairs_with_letter_set += 1;
            self.letter_sets.insert(node.set);
        }
        if node.mask != 0 {
            self.state(reference, node);
            self.follow(node, reference.unit());
        }
    }

    /// Counts the inline targets of a node's edges, and the inline nodes in a chain after such a target. Sets the bits
    /// in `reached` of all other targets whose index is below `limit`; in a valid image, every index is.
    fn follow(&mut self, node: Node, limit: u32) {
        for child in self.nodes.children(node) {
            let mut child = self.nodes.dereference(child);
            // A loop, because a chain of inline nodes can be long in a hostile image. Each inline node has one edge.
            while child.is_inline() {
                let node = self.nodes.node(child);
                let state = self.state(child, node);
                if *state & INLINE_SEEN != 0 {
                    break;
                }
                *state |= INLINE_SEEN;
                self.stats.pairs += 1;
                child = self.nodes.dereference(self.nodes.child(node, 0));
            }
            if !child.is_inline()
                && child.unit() < limit
                && let Some(block) = self.reached.get_mut(child.unit() as usize / 64)
            {
                *block |= 1 << (child.unit() % 64);
            }
        }
    }

    /// Entry of the node's state in [`states`](Counter::states). Counts the state if it is new.
    fn state(&mut self, reference: NodeRef, node: Node) -> &mut u32 {
        let nodes = self.nodes;
        let children = |node| nodes.children(node).map(|child| nodes.dereference(child));
        let find = |state: u32| nodes.node(NodeRef::from_unit(state & !INLINE_SEEN));
        let hash_of = |node: Node| spread(hash(0, node.mask, children(node)));
        let is_same = |&state: &u32| {
            let other = find(state);
            other.mask == node.mask && children(other).eq(children(node))
        };
        match self
            .states
            .entry(hash_of(node), is_same, |&state| hash_of(find(state)))
        {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let edges = node.mask.count_ones();
                self.stats.states += 1;
                self.stats.edges += u64::from(edges);
                if let Some(states) = self.stats.states_by_edges.get_mut(edges as usize) {
                    *states += 1;
                }
                entry.insert(reference.unit()).into_mut()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use lexc_formats::raw::int::U32Le;
    use lexc_formats::raw::node::{FastNodes, FastWriter};

    use super::*;

    const A: u64 = 1 << 1;
    const C: u64 = 1 << 3;
    const E: u64 = 1 << 5;
    const R: u64 = 1 << 18;
    const S: u64 = 1 << 19;

    #[test]
    fn counts_the_automaton_of_care_cars_and_ear() {
        let mut writer = FastWriter::<1>::default();
        let car = writer.push(E | S, 0, &[]).unwrap();
        let ca = NodeRef::inline(18, car, 1).unwrap();
        let c = writer.push(0, A, &[ca]).unwrap();
        let ea = writer.push(R, 0, &[]).unwrap();
        let e = NodeRef::inline(1, ea, 1).unwrap();
        let root = writer.push(0, C | E, &[c, e]).unwrap();
        let stats = Counter::count(writer.nodes(), root);
        let mut states_by_edges = [0; 64];
        (states_by_edges[1], states_by_edges[2]) = (3, 1);
        let expected = AutomatonStats {
            states: 4,
            edges: 5,
            letter_sets: 3,
            pairs: 5,
            pairs_with_letter_set: 2,
            states_by_edges,
        };
        assert_eq!(stats, expected);
    }

    #[test]
    fn bytes_are_those_of_gordons_table_3() {
        let dawg = AutomatonSize {
            states: 17_856,
            edges: 49_341,
        };
        assert_eq!(dawg.compressed_bytes(908), 272_420);
        assert_eq!(dawg.expanded_bytes(26, 908), 1_860_656);
    }

    #[test]
    fn counts_nodes_that_differ_only_in_letter_sets_as_one_state() {
        let mut writer = FastWriter::<1>::default();
        let leaf = writer.push(S, 0, &[]).unwrap();
        // One state, with three letter sets on the edges to it.
        let inline = NodeRef::inline(1, leaf, 1).unwrap();
        let [with_s, with_e] = [S, E].map(|set| writer.push(set, A, &[leaf]).unwrap());
        let children = [inline, with_s, with_e, inline];
        let root = writer.push(0, A | C | E | R, &children).unwrap();
        let stats = Counter::count(writer.nodes(), root);
        assert_eq!((stats.states, stats.edges), (2, 5));
        assert_eq!((stats.letter_sets, stats.pairs), (3, 4));
        assert_eq!(stats.pairs_with_letter_set, 3);
    }

    #[test]
    fn follows_chains_of_inline_nodes_of_any_length() {
        let inline = |target| {
            NodeRef::inline(1, NodeRef::from_unit(target), 1)
                .unwrap()
                .unit()
        };
        let leaf = [2, 0xC000_0000];
        let chain = (1..1_000_000).map(inline);
        let units: Vec<U32Le> = leaf.into_iter().chain(chain).map(U32Le::new).collect();
        let root = NodeRef::from_unit(inline(1_000_000));
        let stats = Counter::count(FastNodes::<1>::without_codes(&units), root);
        assert_eq!((stats.states, stats.edges), (1_000_000, 1_000_000));
    }

    #[test]
    fn skips_unreachable_nodes() {
        let mut writer = FastWriter::<1>::default();
        let root = writer.push(S, 0, &[]).unwrap();
        writer.push(E, A, &[root]).unwrap();
        let stats = Counter::count(writer.nodes(), root);
        // Words of one tile need no edge, so there is no state.
        assert_eq!((stats.states, stats.edges, stats.pairs), (0, 0, 0));
        assert_eq!(stats.letter_sets, 1);
    }

    #[test]
    fn skips_cycles_of_a_damaged_image() {
        let inline = |label, target| {
            let target = NodeRef::from_unit(target);
            NodeRef::inline(label, target, 1).unwrap().unit()
        };
        // The second node has four references: to itself; to a later node; to a unit after the last, which reads as an
        // inline reference to the first node; and to an inline reference that refers to itself.
        let units = [
            1 << 31,
            5,
            inline(2, 2),
            inline(3, 9),
            7,
            1 << 31 | 0b11110,
            5,
            1 << 31 | 2,
        ]
        .map(U32Le::new);
        let stats = Counter::count(FastNodes::<1>::without_codes(&units), NodeRef::from_unit(7));
        assert_eq!(stats.states, 5);
    }
}
