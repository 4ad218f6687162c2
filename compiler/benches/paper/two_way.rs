//! Sizes of the two-way DAWG (Appel and Jacobson 1988, section 7.1).
//!
//! Its nodes are the strings inside words; each has an edge for every tile that may come before it, and for every tile
//! that may come after it. Before minimization there is a node for each distinct string. Two nodes are equal if they have
//! the same contexts: the pairs of strings (u, v) such that u, the node's string and v together are a word (Gordon 1994,
//! "Non-determinism in the fast algorithm").
//!
//! The words `CAT` and `COT` have 11 strings, the empty one included; 9 of them have edges, 20 edges in all. `A` and
//! `O` are one node, because both have the context (C, T) alone; `CA` and `CO` are one node, too, and so are `AT` and
//! `OT`. Six nodes remain, with 16 edges.
//!
//! Contexts are compared by a hash of 128 bits: the sum of the hashes of the pairs.

use std::cmp::Ordering;

use lexc_compiler::AutomatonSize;
use lexc_compiler::word_list::WordList;

use super::tries::common_len;

/// Sizes of the two-way DAWG. Nodes without edges are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TwoWaySizes {
    pub unminimized: AutomatonSize,
    pub minimized: AutomatonSize,
}

/// Counts the two-way DAWG of the words. Takes 24 bytes of memory for each distinct string inside the words, and 24 for each
/// tile of each word.
pub fn two_way_sizes(words: &WordList) -> TwoWaySizes {
    let mut tails: Vec<Tail<'_>> = Vec::new();
    for word in words {
        tails.extend((0..word.len()).map(|start| Tail { word, start }));
    }
    tails.sort_unstable();
    let mut nodes: Vec<Node> = Vec::new();
    let mut open: Vec<Contexts> = Vec::new();
    let mut singles = 0;
    for (index, tail) in tails.iter().enumerate() {
        open.resize(tail.tiles().len(), Contexts::default());
        tail.add_contexts(&mut open);
        let next = tails.get(index + 1).map_or(&[][..], Tail::tiles);
        let kept = common_len(tail.tiles(), next);
        singles += u64::from(kept == 0);
        nodes.extend(open.drain(kept..).map(Contexts::node));
    }
    // The empty string has two edges for every distinct tile of the words, one to the left and one to the right. Its contexts
    // are all ways to split a word in two; no other string has all of them, so its node is merged with none.
    let empty = AutomatonSize {
        states: u64::from(singles > 0),
        edges: 2 * singles,
    };
    let unminimized = size_of(&nodes, empty);
    nodes.sort_unstable();
    nodes.dedup();
    TwoWaySizes {
        unminimized,
        minimized: size_of(&nodes, empty),
    }
}

fn size_of(nodes: &[Node], empty: AutomatonSize) -> AutomatonSize {
    let with_edges = nodes.iter().filter(|node| node.edges > 0);
    with_edges.fold(empty, |size, node| AutomatonSize {
        states: size.states + 1,
        edges: size.edges + u64::from(node.edges),
    })
}

/// The tiles of a word from a place to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tail<'w> {
    word: &'w [u8],
    start: usize,
}

impl<'w> Tail<'w> {
    fn tiles(&self) -> &'w [u8] {
        &self.word[self.start..]
    }

    /// Adds the contexts of the strings at the start of this tail. `contexts` has an entry for each of them, the
    /// shortest string first.
    fn add_contexts(&self, contexts: &mut [Contexts]) {
        let before = self.word[..self.start].iter().fold(EMPTY, extend);
        let left = self.start.checked_sub(1).map(|place| self.word[place]);
        let (mut after, mut right) = (EMPTY, None);
        for (contexts, tile) in contexts.iter_mut().zip(self.tiles()).rev() {
            contexts.add(pair(before, after), left, right);
            after = extend(after, tile);
            right = Some(*tile);
        }
    }
}

impl Ord for Tail<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.tiles().cmp(other.tiles())
    }
}

impl PartialOrd for Tail<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A node of the automaton: the hash of its contexts, and the number of its edges, which depends on the contexts alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Node {
    contexts: Hash,
    edges: u32,
}

/// The contexts of a string, as far as they are known.
#[derive(Clone, Copy, Debug, Default)]
struct Contexts {
    sum: Hash,
    /// The tiles that come right before the string.
    left: u64,
    /// The tiles that come right after the string.
    right: u64,
}

impl Contexts {
    fn add(&mut self, context: Hash, left: Option<u8>, right: Option<u8>) {
        for (sum, context) in self.sum.iter_mut().zip(context) {
            *sum = sum.wrapping_add(context);
        }
        self.left |= left.map_or(0, |tile| 1 << tile);
        self.right |= right.map_or(0, |tile| 1 << tile);
    }

    fn node(self) -> Node {
        Node {
            contexts: self.sum,
            edges: self.left.count_ones() + self.right.count_ones(),
        }
    }
}

type Hash = [u64; 2];

/// The hash of the empty string: digits of pi.
const EMPTY: Hash = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344];
/// The next digits of pi, with the last digit of the first factor changed: a factor must be odd.
const FACTORS: Hash = [0xA409_3822_299F_31D1, 0x082E_FA98_EC4E_6C89];

/// The hash of a string with one more tile.
fn extend(hash: Hash, tile: &u8) -> Hash {
    pair(hash, [u64::from(*tile), u64::from(*tile) << 32 | 1])
}

fn pair(a: Hash, b: Hash) -> Hash {
    [0, 1].map(|lane| {
        let sum = a[lane].rotate_left(25).wrapping_mul(FACTORS[lane]) ^ b[lane];
        scramble(sum.wrapping_add(FACTORS[1 - lane]))
    })
}

/// Spreads each bit over all bits (Stafford's variant 13 of the finalizer of `MurmurHash3`).
fn scramble(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}
