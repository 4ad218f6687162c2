//! Sizes of automata that the papers describe and an image does not have, counted without building them.
//!
//! [`LexiconSizes`] counts the trie of Appel and Jacobson (1988, section 3.2.1), the DAWG and the GADDAG of Gordon (1994,
//! "Partial and full minimization") before minimization, and the semi-minimized GADDAG that his construction makes.
//! [`two_way_sizes`] counts the two-way DAWG of Appel and Jacobson's section 7.1. [`terminal_node_size`] counts an image's
//! automaton with terminal nodes in place of letter sets.

mod size;
mod terminal_nodes;
#[cfg(test)]
mod tests;
mod tries;
mod two_way;

pub use size::Size;
pub use terminal_nodes::terminal_node_size;
pub use tries::LexiconSizes;
pub use two_way::{TwoWaySizes, two_way_sizes};
