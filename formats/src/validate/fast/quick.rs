//! A quick check of fast nodes with masks of one unit: one pass from the last unit down. It proves the nodes valid, or leaves the
//! verdict and the error to the careful check.
//!
//! Downwards, a node's head comes before its references, so each unit is read once, and the mask counts the references. A target
//! below the reference that is a head also lies below the node: all units between the reference and the node's start are
//! references, which are not heads.

use crate::raw::int::U32Le;
use crate::raw::node::{
    FastNodes, HEAD_BIT, INLINE_BIT, NodeRef, PAIR_BIT, STORED_SET_BIT, SetCodes,
    inline_label_bits, inline_limit,
};

/// Bits of a label in an inline reference.
const LABEL_BITS: u32 = inline_label_bits(1);
const LABEL_MASK: u32 = (1 << LABEL_BITS) - 1;

/// Proves that the nodes break no rule. The first `dawg_len` units are the DAWG's.
///
/// Returns `false` for nodes that break a rule, for masks of more than one unit, and if a set code stands for several tiles, which
/// no writer gives it. The rows of the set codes were checked.
pub(super) fn proves<const W: usize>(nodes: FastNodes<'_, W>, tiles: u64, dawg_len: usize) -> bool {
    let (Ok(tiles), Some(coded)) = (u32::try_from(tiles), coded_tiles(nodes.set_codes())) else {
        return false;
    };
    let checker = Checker {
        set_codes: nodes.set_codes(),
        code_bits: nodes.code_bits(),
        tiles,
        coded,
    };
    let mut units = nodes.units();
    while let Some((head, body)) = units.split_last() {
        // Bit 0 is the separator.
        let labels = tiles | u32::from(body.len() >= dawg_len);
        match checker.check_node(head.get(), body, labels) {
            Some(below) if W == 1 => units = below,
            _ => return false,
        }
    }
    true
}

/// The tiles with a set code; `None` if a set code stands for several tiles.
fn coded_tiles(set_codes: &SetCodes) -> Option<u32> {
    set_codes.rows().iter().try_fold(0, |coded, row| {
        let set = u32::try_from(row.set.get()).ok()?;
        (set & set.wrapping_sub(1) == 0).then_some(coded | set)
    })
}

/// Values that are the same for all nodes.
struct Checker<'a> {
    set_codes: &'a SetCodes,
    code_bits: u32,
    tiles: u32,
    coded: u32,
}

impl Checker<'_> {
    /// Checks the node with this head, whose other units are the last ones of `body`. Returns the units below the node.
    #[inline]
    fn check_node<'u>(&self, head: u32, body: &'u [U32Le], labels: u32) -> Option<&'u [U32Le]> {
        let code = head & self.code_bits;
        let mask = head & !(HEAD_BIT | self.code_bits);
        if head & HEAD_BIT == 0 || mask & !labels != 0 {
            return None;
        }
        let mut below = body;
        if code == STORED_SET_BIT {
            let (set, rest) = body.split_last()?;
            let set = set.get();
            let is_single = set & set.wrapping_sub(1) == 0;
            if set == 0 || set & !self.tiles != 0 || (is_single && set & self.coded != 0) {
                return None;
            }
            below = rest;
        } else if code == 0 {
            if mask == 0 {
                return None;
            }
        } else if self.set_codes.row(head).set.get() == 0 {
            return None;
        }
        // Edges whose references are further down.
        let mut edges = mask;
        let mut lowest = None;
        while let Some((unit, rest)) = below.split_last() {
            let unit = unit.get();
            if unit & HEAD_BIT != 0 {
                break;
            }
            if edges == 0 || !names_node(unit, rest, labels) {
                return None;
            }
            edges &= edges - 1;
            lowest = Some(unit);
            below = rest;
        }
        let previous = u32::try_from(below.len()).ok()?.checked_sub(1);
        let target = match lowest {
            // An edge to the node right below is implicit.
            Some(lowest) if edges == 0 => (Some(lowest) != previous).then_some(lowest)?,
            // A node without edges.
            None if edges == 0 => return Some(below),
            // The edge with the highest label is implicit; it needs a node below.
            _ if edges & (edges - 1) == 0 => previous?,
            _ => return None,
        };
        if code == 0 && mask & (mask - 1) == 0 {
            let label = u8::try_from(mask.trailing_zeros()).ok()?;
            if NodeRef::inline(label, NodeRef::from_unit(target), 1).is_some() {
                return None;
            }
        }
        Some(below)
    }
}

/// Returns `true` if a reference, without bit 31, names a head among the units `below` it, and its labels are all in `labels`.
#[inline(always)]
fn names_node(unit: u32, below: &[U32Le], labels: u32) -> bool {
    let mut target = unit;
    if unit & INLINE_BIT != 0 {
        let mut has_labels = labels >> (unit & LABEL_MASK);
        target = unit >> LABEL_BITS & (inline_limit(1) - 1);
        if unit & PAIR_BIT != 0 {
            has_labels &= labels >> (target & LABEL_MASK);
            target >>= LABEL_BITS;
        }
        if has_labels & 1 == 0 {
            return false;
        }
    }
    let head = below.get(target as usize);
    head.is_some_and(|head| head.get() & HEAD_BIT != 0)
}
