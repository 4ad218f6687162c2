//! [`Size`]: states and edges, and the bytes that they take in Gordon's forms.

use crate::stats::AutomatonStats;

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
