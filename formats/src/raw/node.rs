//! Nodes as an image stores them: references, the two node stores and the letter set codes.

mod compact;
#[cfg(any(test, feature = "alloc"))]
mod compact_writer;
mod fast;
#[cfg(any(test, feature = "alloc"))]
mod fast_writer;
mod mask;
mod set_code;
mod store;

#[cfg(test)]
pub(crate) use compact::GENERAL;
pub use compact::{Class, CompactNodes, MAX_NODE_BYTES, MAX_SETS, compact_label_bits};
pub(crate) use compact::{HEADER_BYTES, NO_HEAD, PAGE, POPULAR_BYTES, Shape};
#[cfg(any(test, feature = "alloc"))]
pub use compact_writer::{CompactLimit, CompactWriter, Target};
pub use fast::{
    Edges, FastNodes, MAX_NODE_UNITS, Node, NodeList, NodeRef, Nodes, SEPARATOR, inline_label_bits,
    mask_units,
};
pub(crate) use fast::{HAS_SET, HEAD, WORD_BITS};
#[cfg(test)]
pub(crate) use fast::{INLINE, PAIR};
#[cfg(any(test, feature = "alloc"))]
pub use fast_writer::NodeWriter;
pub(crate) use mask::count_labels;
#[cfg(test)]
pub(crate) use set_code::{CODE_SHIFT, top_mask_bits};
pub use set_code::{SET_CODES, SetCode, SetCodes};
pub use store::NodeStore;
