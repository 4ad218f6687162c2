//! The 32-bit units of fast nodes: heads, masks and letter sets, and references to nodes, direct and inline.
//!
//! Only heads have bit 31. Of the other units, only inline references have bit 30.

/// The bit that is set in heads and in no other unit.
pub(crate) const HEAD_BIT: u32 = 1 << 31;

/// If this is the only bit of a narrow head's set code that is set, the letter set is stored in the node.
pub(crate) const STORED_SET_BIT: u32 = 1 << 30;

/// The index of the lowest bit of a narrow head that can belong to the set code.
pub(crate) const CODE_SHIFT: u32 = 27;

/// The largest number of units in a section of fast nodes. A [`Node`](super::Node) has other data in the three bits
/// above an index.
pub(crate) const MAX_NODE_UNITS: u32 = 1 << 29;

/// The number of units of a mask or letter set in an alphabet of `tile_count` tiles: 1 for up to 29 tiles, 2 for up to
/// 53, 3 for up to 62.
#[inline]
pub const fn mask_units(tile_count: usize) -> usize {
    match tile_count {
        ..30 => 1,
        30..54 => 2,
        _ => 3,
    }
}

/// The number of tiles in the largest alphabet whose masks take `mask_units` units.
pub(crate) const fn max_tiles(mask_units: usize) -> usize {
    match mask_units {
        1 => 29,
        2 => 53,
        _ => 62,
    }
}

/// The number of a narrow head's bits that belong to the mask, in an alphabet of `tile_count` tiles.
#[inline]
pub(crate) const fn head_mask_bits(tile_count: usize) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 30")]
    match tile_count {
        ..29 => tile_count as u32 + 1,
        _ => 30,
    }
}

/// Set in a reference that holds an inline node (with one edge and no letter set) or a chain of two inline nodes.
pub(crate) const INLINE_BIT: u32 = 1 << 30;

/// Set in an inline reference that holds two nodes. The edge of the first node has the second node as its target.
pub(crate) const PAIR_BIT: u32 = 1 << 29;

/// The number of bits of a label in an inline reference, in an alphabet whose masks take `mask_units` units.
#[inline]
pub const fn inline_label_bits(mask_units: usize) -> u32 {
    if mask_units == 1 { 5 } else { 6 }
}

/// The first index that is too high for an inline reference of one edge.
#[inline]
pub const fn inline_limit(mask_units: usize) -> u32 {
    PAIR_BIT >> inline_label_bits(mask_units)
}

/// An edge's target: the index of a stored node (in compact nodes, its offset), or an inline fast node itself. Bit 31
/// is clear.
///
/// An index can also be that of a unit with an inline reference. It then stands for that reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct NodeRef(pub(super) u32);

impl NodeRef {
    /// The reference in a unit of an image. Bit 31 is dropped.
    #[inline]
    pub const fn from_unit(unit: u32) -> NodeRef {
        NodeRef(unit & !HEAD_BIT)
    }

    /// The reference as a unit of an image.
    #[inline]
    pub const fn unit(self) -> u32 {
        self.0
    }

    /// Returns `true` if the reference holds an inline node.
    #[inline]
    pub const fn is_inline(self) -> bool {
        self.0 & INLINE_BIT != 0
    }

    /// The inline reference that holds the node with an empty letter set and a single edge, which has this label and
    /// target; `None` if the node does not fit.
    ///
    /// The node fits if `target` is direct or holds one edge, and `label` and the index in `target` are low enough.
    #[inline]
    pub const fn inline(label: u8, target: NodeRef, mask_units: usize) -> Option<NodeRef> {
        let label_bits = inline_label_bits(mask_units);
        let rest = target.0 & (INLINE_BIT - 1);
        // The rest of an inline target includes a label, which leaves fewer bits for the index.
        let kind = match target.0 & (INLINE_BIT | PAIR_BIT) {
            INLINE_BIT => INLINE_BIT | PAIR_BIT,
            0 | PAIR_BIT => INLINE_BIT,
            _ => return None,
        };
        if label < 1 << label_bits && rest < inline_limit(mask_units) {
            Some(NodeRef(kind | rest << label_bits | label as u32))
        } else {
            None
        }
    }
}
