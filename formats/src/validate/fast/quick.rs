//! A quick check of narrow nodes: one pass from the last unit down. It proves the nodes valid, or leaves the verdict and the
//! error to the careful check.
//!
//! Downwards, a node's head comes before its references, so each unit is read once, and the mask gives the number of
//! references. A valid reference names a unit with a lower index than its own. If the named unit is a head, it belongs
//! to an earlier node, because a node has only one head, which is above the node's references.

use crate::raw::int::U32Le;
use crate::raw::node::{
    FastNodes, HEAD_BIT, INLINE_BIT, MAX_NODE_UNITS, PAIR_BIT, STORED_SET_BIT, SetCodes,
    inline_label_bits, inline_limit,
};

/// Bits of a label in an inline reference.
const LABEL_BITS: u32 = inline_label_bits(1);
const LABEL_MASK: u32 = (1 << LABEL_BITS) - 1;

/// Proves that the nodes break no rule. The first `dawg_len` units are the DAWG's.
///
/// Returns `false` for nodes that break a rule, for wide nodes, and if a node has units on both sides of the DAWG's
/// end. Requires valid rows of the set codes.
pub(super) fn proves<const W: usize>(nodes: FastNodes<'_, W>, tiles: u64, dawg_len: usize) -> bool {
    let Ok(tiles) = u32::try_from(tiles) else {
        return false;
    };
    let mut units = nodes.units();
    // Up to this many units, bits 30 and 31 of an index are 0, so no index can be mistaken for a head or an inline
    // reference.
    if W != 1 || units.len() > MAX_NODE_UNITS as usize {
        return false;
    }
    // Bit 0 is the separator.
    for (labels, end) in [(tiles | 1, dawg_len), (tiles, 0)] {
        let mut checker = Checker {
            set_codes: nodes.set_codes(),
            code_bits: nodes.code_bits(),
            least_coded: HEAD_BIT | 1 << nodes.code_bits().trailing_zeros(),
            tiles,
            labels,
            heads: HEAD_BIT,
            least_named: HEAD_BIT,
            masks: 0,
        };
        while units.len() > end {
            let Some(below) = checker.check_node(units) else {
                return false;
            };
            units = below;
        }
        // A valid node has units on both sides of the DAWG's end only if the DAWG's last unit is an inline reference.
        if !checker.is_valid() || units.len() != end {
            return false;
        }
    }
    true
}

/// Checks one of two groups of nodes: the DAWG's nodes, or the nodes above the DAWG's end. Collects bits of all nodes
/// of the group, and tests the bits once, after the last node.
struct Checker<'a> {
    set_codes: &'a SetCodes,
    code_bits: u32,
    /// The lowest value of a head with a set code other than 0.
    least_coded: u32,
    tiles: u32,
    /// Labels that edges can have.
    labels: u32,
    /// The bits common to all units that direct references name.
    heads: u32,
    /// The lowest value among the units that inline references name.
    least_named: u32,
    /// The labels in masks.
    masks: u32,
}

impl Checker<'_> {
    /// Returns `true` if the bits collected so far break no rule.
    fn is_valid(&self) -> bool {
        self.heads & HEAD_BIT != 0
            && self.least_named >= INLINE_BIT
            && self.masks & !self.labels == 0
    }

    /// Checks the last unit if it lies between nodes, otherwise the node that ends with it. Returns the units below the
    /// checked ones. Returns `None` if a check fails, except the checks that [`is_valid`](Self::is_valid) makes later.
    #[inline(always)]
    fn check_node<'u>(&mut self, units: &'u [U32Le]) -> Option<&'u [U32Le]> {
        let (head, body) = units.split_last()?;
        let head = head.get();
        if head & HEAD_BIT == 0 {
            self.check_inline(head, body)?;
            return Some(body);
        }
        let mask = head & !(HEAD_BIT | self.code_bits);
        self.masks |= mask;
        let mut below = body;
        if head >= self.least_coded {
            below = self.check_letter_set(head, body)?;
            if mask == 0 {
                return Some(below);
            }
        } else if mask & mask.wrapping_sub(1) == 0 {
            return if mask == 0 {
                None
            } else {
                self.check_last_edge::<true>(below)
            };
        }
        let mut edges = mask;
        loop {
            edges &= edges.wrapping_sub(1);
            if edges == 0 {
                return self.check_last_edge::<false>(below);
            }
            let (unit, rest) = below.split_last()?;
            let unit = unit.get();
            match rest.get(unit as usize) {
                Some(named) => self.heads &= named.get(),
                None => self.check_inline(unit, rest)?,
            }
            below = rest;
        }
    }

    /// Checks the edge with the highest label, the only one that can be implicit. Returns the units below the node.
    ///
    /// If `IS_ONLY`, the node has this edge alone and no letter set. It is valid only if the index that an inline
    /// reference to the node would hold is too high for an inline reference. This is the index of the edge's target or,
    /// if the edge's reference is inline, of the unit with the edge's reference.
    #[inline(always)]
    fn check_last_edge<'u, const IS_ONLY: bool>(
        &mut self,
        below: &'u [U32Le],
    ) -> Option<&'u [U32Le]> {
        let is_near = |index: usize| IS_ONLY && index < inline_limit(1) as usize;
        let (unit, rest) = below.split_last()?;
        let unit = unit.get();
        if let Some(named) = rest.get(unit as usize) {
            self.heads &= named.get();
            // An edge to the node right below must be implicit.
            return (unit as usize + 1 != rest.len() && !is_near(unit as usize)).then_some(rest);
        }
        if unit & HEAD_BIT != 0 {
            return (!is_near(rest.len())).then_some(below);
        }
        self.check_inline(unit, rest)?;
        (!is_near(rest.len())).then_some(rest)
    }

    /// Checks the inline reference in `unit`; `below` are all units with lower indices. Returns `None` if `unit` has no
    /// inline reference, a label is invalid, or the index in the reference is not that of a unit in `below`.
    #[inline(always)]
    fn check_inline(&mut self, unit: u32, below: &[U32Le]) -> Option<()> {
        let has_label = |unit: u32| self.labels >> (unit & LABEL_MASK) & 1 != 0;
        let mut target = unit as usize >> LABEL_BITS & (inline_limit(1) as usize - 1);
        if unit.cast_signed() < INLINE_BIT.cast_signed() || !has_label(unit) {
            return None;
        }
        if unit & PAIR_BIT != 0 {
            if !has_label(unit >> LABEL_BITS) {
                return None;
            }
            target >>= LABEL_BITS;
        }
        self.least_named = self.least_named.min(below.get(target)?.get());
        Some(())
    }

    /// Checks the letter set of a node whose set code is not 0. Returns the units below the letter set.
    #[inline(always)]
    fn check_letter_set<'u>(&self, head: u32, body: &'u [U32Le]) -> Option<&'u [U32Le]> {
        if head & self.code_bits != STORED_SET_BIT {
            return (self.set_codes.row(head).set.get() != 0).then_some(body);
        }
        let (set, below) = body.split_last()?;
        let set = set.get();
        (set != 0 && set & !self.tiles == 0).then_some(below)
    }
}
