//! Wide nodes: fast nodes in alphabets of more than 29 tiles. A mask or letter set takes two or three units.
//!
//! ```text
//! head        bit 31: set; bit 30: the form; bits 24 to 29: the set code; bits 0 to 23: by the form, four labels or a mask's
//!             first 24 labels
//! mask        only in the form with a mask: one or two units with the other labels, 30 each, from the lowest to the highest
//! letter set  only if the set code is 63: a unit with its first 24 labels, then units as in a mask
//! references  as in narrow nodes
//! ```
//!
//! - The **set code** is the code of the tile for a letter set of one tile, 0 for the empty letter set, and 63 for a
//!   stored letter set.
//! - The **four labels** take six bits each, from bit 0 up. If the node has fewer than four edges, the first places
//!   have 63. The labels of the edges follow, ascending. Only the last label can be out of order; its edge is then
//!   implicit.

use super::unit::MAX_NODE_UNITS;

/// Set in a head with the first labels of a mask; clear in a head with a list of up to four labels.
pub(crate) const MASK_BIT: u32 = 1 << 30;

/// The set code of a stored letter set.
pub(crate) const STORED_SET: u32 = 63;

/// The largest number of edges whose labels fit into a head.
pub(crate) const MAX_LISTED: usize = 4;

/// The number of labels of a mask or letter set in its first unit.
pub(crate) const FIRST_LABELS: u32 = 24;

/// The number of labels in each other unit of a mask or letter set.
pub(crate) const OTHER_LABELS: u32 = 30;

/// The bits of the labels in a head, and in the first unit of a letter set.
pub(crate) const LABELS_MASK: u32 = (1 << FIRST_LABELS) - 1;

const CODE_SHIFT: u32 = FIRST_LABELS;

const LABEL_BITS: u32 = 6;

/// Fills the first places of a head's four labels if the node has fewer than four edges.
pub(crate) const NO_LABEL: u32 = (1 << LABEL_BITS) - 1;

/// Divides `Node::references`. The bits below this one are the index of the unit with the first reference. The others
/// are 0 if all edges are in order, otherwise 1 plus the rank of the edge that is out of order.
const RANK_SHIFT: u32 = MAX_NODE_UNITS.trailing_zeros();

/// The set code of a head.
#[inline(always)]
pub(crate) const fn set_code(head: u32) -> u32 {
    head >> CODE_SHIFT & STORED_SET
}

/// The letter set of a set code; empty for the code of stored letter sets.
#[inline(always)]
pub(crate) const fn coded_set(code: u32) -> u64 {
    1_u64.wrapping_shl(code) & (u64::MAX >> 1 & !1)
}

/// The set code of a letter set.
#[cfg(any(test, feature = "alloc"))]
pub(super) const fn code_of(set: u64) -> u32 {
    match set.count_ones() {
        0 => 0,
        1 => set.trailing_zeros(),
        _ => STORED_SET,
    }
}

/// A head with this set code, without labels.
#[cfg(any(test, feature = "alloc"))]
pub(super) const fn head(code: u32) -> u32 {
    super::unit::HEAD_BIT | code << CODE_SHIFT
}

/// The four labels of a head, from bit 0 up.
#[inline(always)]
pub(crate) fn listed(head: u32) -> [u32; MAX_LISTED] {
    [0, 1, 2, 3].map(|place| head >> (LABEL_BITS * place) & NO_LABEL)
}

/// The four labels of a head as a mask, and `Node::references` if the first reference is in the unit at index `first`.
#[cfg_attr(feature = "speed", inline(always))]
pub(super) fn mask_of_list(head: u32, first: u32) -> (u64, u32) {
    let labels = listed(head);
    let bit = |label: u32| 1_u64.wrapping_shl(label);
    let all = labels.into_iter().fold(0, |all, label| all | bit(label));
    let mask = all & u64::MAX >> 1;
    let [.., before, last] = labels;
    if last < before {
        let rank = (mask & (bit(last) - 1)).count_ones();
        (mask, first | (rank + 1) << RANK_SHIFT)
    } else {
        (mask, first)
    }
}

/// The bits of a head that hold these labels, of which the last one may be out of order.
#[cfg(any(test, feature = "alloc"))]
pub(super) fn list(labels: impl DoubleEndedIterator<Item = u8>) -> u32 {
    let mut bits = LABELS_MASK;
    for label in labels {
        bits = bits >> LABEL_BITS | u32::from(label) << (FIRST_LABELS - LABEL_BITS);
    }
    bits
}

/// The index of the unit with the reference of the edge with this rank. `references` and `mask` are fields of its node.
#[cfg_attr(feature = "speed", inline(always))]
pub(super) const fn reference_place(references: u32, mask: u64, rank: u32) -> u32 {
    let first = references & (MAX_NODE_UNITS - 1);
    // The rank of the edge that is out of order; `u32::MAX` if all edges are in order.
    let moved = (references >> RANK_SHIFT).wrapping_sub(1);
    let place = if rank < moved {
        rank
    } else if rank == moved {
        mask.count_ones().wrapping_sub(1)
    } else {
        rank.wrapping_sub(1)
    };
    first.wrapping_sub(place)
}
