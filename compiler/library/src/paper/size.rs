//! [`Size`]: states and edges, and the bytes that they take in Gordon's forms.

use crate::stats::AutomatonStats;

/// Numbers of states and edges of an automaton. States without edges are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    pub states: u64,
    pub edges: u64,
}

impl Size {
    /// The states and edges of an automaton of an image.
    pub fn of(stats: &AutomatonStats) -> Size {
        Size {
            states: stats.states.into(),
            edges: stats.edges,
        }
    }

    /// The size in Gordon's compressed form: 4 bytes for each state, edge and letter set.
    pub fn compressed_bytes(self, letter_sets: u64) -> u64 {
        4 * (self.states + self.edges + letter_sets)
    }

    /// The size in Gordon's expanded form: 4 bytes for each letter set, and 4 bytes for each of `labels` labels in
    /// every state.
    pub fn expanded_bytes(self, labels: u64, letter_sets: u64) -> u64 {
        4 * (labels * self.states + letter_sets)
    }
}
