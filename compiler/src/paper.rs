//! Sizes of the automata in the papers that an image does not have, counted without building them.
//!
//! [`LexiconSizes`] counts the trie of Appel and Jacobson (1988, section 3.2.1), and the DAWG and the GADDAG of Gordon (1994,
//! "Partial and full minimization") before minimization. [`two_way_sizes`] counts the two-way DAWG of Appel and Jacobson's
//! section 7.1. [`terminal_node_size`] counts an image's automaton with terminal nodes in place of letter sets.

mod terminal_nodes;
#[cfg(test)]
mod tests;
mod tries;
mod two_way;

use crate::stats::AutomatonStats;

pub(crate) use terminal_nodes::terminal_node_size;
pub(crate) use tries::LexiconSizes;
pub(crate) use two_way::{TwoWaySizes, two_way_sizes};

/// States and edges of an automaton. A state has at least one edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Size {
    pub(crate) states: u64,
    pub(crate) edges: u64,
}

impl Size {
    /// The states and edges of an automaton of an image.
    pub(crate) fn of(stats: &AutomatonStats) -> Size {
        Size {
            states: stats.states.into(),
            edges: stats.edges,
        }
    }

    /// The size in Gordon's compressed form: 4 bytes for each state, edge and letter set.
    pub(crate) fn compressed_bytes(self, letter_sets: u64) -> u64 {
        4 * (self.states + self.edges + letter_sets)
    }

    /// The size in Gordon's expanded form: 4 bytes for each label of each state and for each letter set.
    pub(crate) fn expanded_bytes(self, labels: u64, letter_sets: u64) -> u64 {
        4 * (labels * self.states + letter_sets)
    }
}
