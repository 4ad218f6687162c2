//! Nodes: the states and edges of the automata, as an image stores them.
//!
//! A node is the target of an edge: the edge's letter set and the outgoing edges of the edge's target state (Gordon
//! 1994, "A more deterministic algorithm", convention 3). Edges with the same target state and the same letter set
//! share a node; English GADDAGs have under 2 % more nodes than states. The two kinds of node stores are [`FastNodes`]
//! and [`CompactNodes`].

mod compact;
mod compact_layout;
#[cfg(any(test, feature = "alloc"))]
mod compact_writer;
mod fast;
#[cfg(any(test, feature = "alloc"))]
mod fast_writer;
mod set_code;
mod store;
mod traverse;
mod unit;
mod wide;

pub(crate) use compact::Shape;
pub use compact::{CompactLengthError, CompactNodes};
pub(crate) use compact_layout::{
    GENERAL, HEADER_BYTES, HOT_ENTRY_BYTES, LONG_SET, NO_HEAD, PAGE_BYTES, ReferenceClass,
    SET_FOLLOWS, SETS_IN_HEADS,
};
pub use compact_layout::{MAX_NODE_BYTES, MAX_SETS, compact_labels};
#[cfg(any(test, feature = "alloc"))]
pub use compact_writer::{CompactLimit, CompactWriter, Target};
pub use fast::FastNodes;
#[cfg(any(test, feature = "alloc"))]
pub use fast_writer::FastWriter;
pub use set_code::{SetCode, SetCodes};
pub use store::NodeStore;
pub use traverse::{CountedNodes, Edges, Node, NodeList, Nodes, SEPARATOR, labels};
pub(crate) use traverse::{count_labels, tile_labels};
#[cfg(test)]
pub(crate) use unit::{CODE_SHIFT, head_mask_bits};
pub(crate) use unit::{HEAD_BIT, INLINE_BIT, MAX_NODE_UNITS, PAIR_BIT, STORED_SET_BIT};
pub use unit::{NodeRef, inline_label_bits, inline_limit, mask_units};
pub(crate) use wide::{
    FIRST_LABELS, LABELS_MASK, MASK_BIT, NO_LABEL, OTHER_LABELS, STORED_SET, coded_set, listed,
    set_code,
};
