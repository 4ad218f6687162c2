//! Fast nodes: the node store of both automata, in 32-bit units.
//!
//! A node is one or more adjacent units, the last of which is its **head**; the index of the head names the node. In
//! alphabets of up to 29 tiles, nodes are **narrow**. From the head down:
//!
//! ```text
//! p                 head: bit 31 set, the set code, the mask
//! then, if the set code says so: the letter set
//! then a reference for each edge, from the lowest label to the highest
//! ```
//!
//! The nodes of larger alphabets are [wide](super::wide).
//!
//! - Bit 31 is set in heads only, so the unit at an index shows whether the index names a stored node. A linear
//!   check of all references therefore needs no memory.
//! - An **inline** reference holds a node with one edge and no letter set, or a chain of two such nodes. Over half of
//!   the nodes of ENABLE's automata are inline; most of these take no unit and no cache line of their own.
//! - The index in an inline reference can be that of a unit with another inline reference. The index is then an
//!   **indirect** reference: it stands for the reference in that unit. The unit is a reference of a node, or
//!   lies between nodes. So a chain of inline nodes takes one unit for every edge or, where two edges fit in a
//!   reference, for every two edges.
//! - An **implicit next** edge has no reference: its target ends right before the node, so the unit in place of the reference
//!   is the target's head. In narrow nodes only the edge with the highest label can be implicit.

use super::set_code::SetCodes;
use super::traverse::{CountedNodes, Node, NodeList, Nodes, count_labels};
use super::unit::{
    CODE_SHIFT, HEAD_BIT, INLINE_BIT, MAX_NODE_UNITS, NodeRef, PAIR_BIT, head_mask_bits,
    inline_label_bits, inline_limit, mask_units, max_tiles,
};
use super::wide;
use crate::raw::int::U32Le;
use crate::raw::section::SectionName;
use crate::tile::MAX_WORD_LEN;

/// The fast nodes of an image: narrow ones if `W` is 1, otherwise wide ones. The `Debug` form has a line for each stored node.
#[derive(Clone, Copy)]
pub struct FastNodes<'a, const W: usize> {
    units: &'a [U32Le],
    /// The set codes of narrow nodes.
    set_codes: &'a SetCodes,
    /// The bits of a narrow head that belong to the mask.
    head_mask: u32,
    /// The number of units of a wide mask: a field, not a constant of the type, so that the code for wide nodes is
    /// compiled once.
    mask_units: u32,
}

impl<'a, const W: usize> FastNodes<'a, W> {
    /// The nodes in the units of an image without section `SETS`. Its alphabet is the largest whose masks take `W`
    /// units.
    #[inline]
    pub fn without_codes(units: &'a [U32Le]) -> FastNodes<'a, W> {
        let tile_count = max_tiles(W);
        FastNodes::with_codes(units, SetCodes::none(tile_count), tile_count)
    }

    /// The nodes in the units and set codes of an image with `tile_count` tiles.
    #[inline]
    pub(crate) const fn with_codes(
        units: &'a [U32Le],
        set_codes: &'a SetCodes,
        tile_count: usize,
    ) -> FastNodes<'a, W> {
        #[expect(clippy::cast_possible_truncation, reason = "at most 3")]
        FastNodes {
            units,
            set_codes,
            head_mask: (1 << head_mask_bits(tile_count)) - 1,
            mask_units: mask_units(tile_count) as u32,
        }
    }

    /// The number of units of a mask.
    #[inline]
    pub(crate) const fn mask_units(self) -> usize {
        self.mask_units as usize
    }

    /// The bits of a narrow head that are the set code.
    #[inline]
    pub(crate) const fn code_bits(self) -> u32 {
        (HEAD_BIT - 1) >> CODE_SHIFT << CODE_SHIFT & !self.head_mask
    }

    /// The nodes in the first `len` units; `None` if there are fewer units.
    #[inline]
    pub fn first(self, len: usize) -> Option<FastNodes<'a, W>> {
        let units = self.units.get(..len)?;
        Some(FastNodes { units, ..self })
    }

    /// The set codes of narrow nodes.
    #[inline]
    pub const fn set_codes(self) -> &'a SetCodes {
        self.set_codes
    }

    /// The units.
    #[inline]
    pub const fn units(self) -> &'a [U32Le] {
        self.units
    }

    /// The label and the target of an inline reference's first edge; `None` for a direct reference. If the reference holds
    /// two edges, the target is an inline reference that holds the second.
    #[inline]
    pub fn inline_edge(self, reference: NodeRef) -> Option<(u8, NodeRef)> {
        reference.is_inline().then_some((
            Self::inline_label(reference.unit()),
            Self::inline_target(reference.unit()),
        ))
    }

    /// The label of an inline reference's first edge.
    #[inline(always)]
    const fn inline_label(reference: u32) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "5 or 6 bits")]
        {
            (reference & ((1 << inline_label_bits(W)) - 1)) as u8
        }
    }

    /// The target of an inline reference's first edge. Branch-free, because the number of edges is unpredictable.
    #[inline(always)]
    const fn inline_target(reference: u32) -> NodeRef {
        const { assert!(PAIR_BIT << 1 == INLINE_BIT) };
        let rest = reference >> inline_label_bits(W) & (inline_limit(W) - 1);
        NodeRef(rest | (reference & PAIR_BIT) << 1)
    }

    /// The index of the unit with the reference of a node's edge; `None` if the edge is implicit or the node inline.
    #[inline]
    pub fn reference_index(self, node: Node, rank: u32) -> Option<u32> {
        let index = Self::reference_place(node, rank);
        let is_inline = node.references() & HEAD_BIT != 0;
        (!is_inline && self.unit(index) & HEAD_BIT == 0).then_some(index)
    }

    /// The index of the unit with the reference of an edge or, if the edge is implicit, with the head of its target.
    #[inline(always)]
    const fn reference_place(node: Node, rank: u32) -> u32 {
        let references = node.references();
        match W {
            1 => references.wrapping_sub(rank),
            _ => wide::reference_place(references, node.mask, rank),
        }
    }

    /// The unit at an index; 0 after the last unit.
    #[inline(always)]
    fn unit(self, index: u32) -> u32 {
        let place = index as usize;
        if place < self.units.len() {
            #[expect(clippy::indexing_slicing, reason = "compared above")]
            return self.units[place].get();
        }
        0
    }

    /// The narrow node with this head at `index`, above the unit `below`.
    #[inline(always)]
    fn narrow_node(self, index: u32, head: u32, below: u32) -> Node {
        // Branch-free, because the place of the letter set is unpredictable.
        let code = self.set_codes.row(head);
        let stored = code.stored.get();
        let set = u64::from(below) & stored | code.set.get();
        #[expect(clippy::cast_possible_truncation, reason = "all ones or none")]
        let first = index.wrapping_sub(1).wrapping_add(stored as u32);
        Node::new(set, u64::from(head & self.head_mask), first)
    }

    /// The wide node with this head at `index`.
    #[cfg_attr(feature = "speed", inline(always))]
    fn wide_node(self, index: u32, head: u32) -> Node {
        let has_mask = head & wide::MASK_BIT != 0;
        let code = wide::set_code(head);
        let others = if has_mask { self.mask_units - 1 } else { 0 };
        let below = index.wrapping_sub(1 + others);
        let (set, first) = if code == wide::STORED_SET {
            let set = self.wide_labels(self.unit(below), below);
            (set, below.wrapping_sub(self.mask_units))
        } else {
            (wide::coded_set(code), below)
        };
        let (mask, references) = if has_mask {
            (self.wide_labels(head, index), first & (MAX_NODE_UNITS - 1))
        } else {
            wide::mask_of_list(head, first & (MAX_NODE_UNITS - 1))
        };
        Node::new(set, mask, references)
    }

    /// The mask or letter set whose first unit, at `index`, is `first`.
    #[cfg_attr(feature = "speed", inline(always))]
    fn wide_labels(self, first: u32, index: u32) -> u64 {
        let unit = |below: u32| u64::from(self.unit(index.wrapping_sub(below)));
        let second = unit(1).wrapping_shl(wide::FIRST_LABELS);
        let third = if self.mask_units > 2 { unit(2) } else { 0 };
        let third = third.wrapping_shl(wide::FIRST_LABELS + wide::OTHER_LABELS);
        u64::from(first & wide::LABELS_MASK) | second | third
    }
}

impl<const W: usize> core::fmt::Debug for FastNodes<'_, W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for reference in self.stored() {
            let node = self.node(reference);
            write!(f, "{}: set {:#x},", reference.unit(), node.set)?;
            let labels = (0..=62).filter(|&label| node.has_edge(label));
            for (rank, label) in (0..).zip(labels) {
                write!(f, " {label} -> {:#x}", self.child(node, rank).unit())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl<const W: usize> Nodes for FastNodes<'_, W> {
    #[inline(always)]
    fn node(self, reference: NodeRef) -> Node {
        let index = reference.unit();
        let place = index as usize;
        let mut inline = index;
        // An inline reference is higher than the index of any unit.
        if place < self.units.len() {
            #[expect(clippy::indexing_slicing, reason = "compared above")]
            let (unit, below) = (self.units[place], self.units[place.saturating_sub(1)]);
            let unit = unit.get();
            if unit & HEAD_BIT != 0 {
                return match W {
                    1 => self.narrow_node(index, unit, below.get()),
                    _ => self.wide_node(index, unit),
                };
            }
            // An indirect reference.
            inline = unit;
        }
        let target = Self::inline_target(inline).unit();
        Node::new(0, 1 << Self::inline_label(inline), HEAD_BIT | target)
    }

    #[inline(always)]
    fn child(self, node: Node, rank: u32) -> NodeRef {
        let first = node.references();
        if first & HEAD_BIT != 0 {
            return NodeRef::from_unit(first);
        }
        let index = Self::reference_place(node, rank);
        let unit = self.unit(index);
        NodeRef(if unit & HEAD_BIT == 0 { unit } else { index })
    }

    #[inline(always)]
    fn follow(self, node: Node, label: u8) -> NodeRef {
        self.child(node, count_labels::<W>(node.below(label)))
    }

    #[inline]
    fn dereference(self, reference: NodeRef) -> NodeRef {
        let unit = self.unit(reference.unit());
        if reference.is_inline() || unit & HEAD_BIT != 0 {
            reference
        } else {
            NodeRef(unit | INLINE_BIT)
        }
    }
}

impl<const W: usize> NodeList for FastNodes<'_, W> {
    const SECTION: SectionName = SectionName::NODES;
    const INDEX_BYTES: u64 = size_of::<U32Le>() as u64;

    fn end(self) -> u32 {
        u32::try_from(self.units.len()).unwrap_or(MAX_NODE_UNITS)
    }

    fn stored(self) -> impl Iterator<Item = NodeRef> {
        let heads = (0..MAX_NODE_UNITS)
            .zip(self.units)
            .filter(|(_, unit)| unit.get() & HEAD_BIT != 0);
        heads.map(|(index, _)| NodeRef(index))
    }

    #[inline]
    fn last_index(self, reference: NodeRef) -> u32 {
        let next = |at| self.inline_edge(at).map(|(_, target)| target);
        // An inline reference holds one edge or two.
        let target = next(reference).unwrap_or(reference);
        next(target).unwrap_or(target).unit()
    }

    fn resolve(self, reference: NodeRef) -> NodeRef {
        let mut at = reference;
        // In a validated image, every step is to a lower index.
        for _ in 0..MAX_WORD_LEN {
            match self.only_target(self.node(at)) {
                Some(target) => at = target,
                None => break,
            }
        }
        at
    }
}

impl<const W: usize> CountedNodes for FastNodes<'_, W> {
    #[inline]
    fn only_target(self, node: Node) -> Option<NodeRef> {
        let first = node.references();
        // In a node without edges, the place of references is arbitrary, and may have `HEAD_BIT`.
        (first & HEAD_BIT != 0 && node.mask != 0).then_some(NodeRef::from_unit(first))
    }

    #[inline]
    fn count_index(self, node: Node, rank: u32) -> Option<u32> {
        self.reference_index(node, rank)
    }
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;
