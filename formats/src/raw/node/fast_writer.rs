//! Writes fast nodes.

use alloc::vec::Vec;

use super::fast::FastNodes;
use super::set_code::{SetCodes, row_mask_bits};
use super::traverse::{SEPARATOR, labels, tile_labels};
use super::unit::{CODE_SHIFT, HEAD_BIT, MAX_NODE_UNITS, NodeRef, STORED_SET_BIT, max_tiles};
use super::wide::{
    self, FIRST_LABELS, LABELS_MASK, MASK_BIT, MAX_LISTED, OTHER_LABELS, STORED_SET,
};
use crate::raw::int::{U32Le, U64Le};

/// Writes fast nodes, children first.
#[derive(Clone, Debug)]
pub struct FastWriter<const W: usize> {
    units: Vec<U32Le>,
    set_codes: SetCodeWriter,
    tile_count: usize,
}

impl<const W: usize> Default for FastWriter<W> {
    /// A writer that assigns no set codes to narrow nodes, for any alphabet whose masks take `W` units.
    fn default() -> FastWriter<W> {
        let mut writer = FastWriter::new(max_tiles(W));
        // Leaves no row free.
        writer.set_codes.next_row = u32::MAX;
        writer
    }
}

impl<const W: usize> FastWriter<W> {
    /// A writer for an alphabet of `tile_count` tiles.
    pub fn new(tile_count: usize) -> FastWriter<W> {
        FastWriter {
            units: Vec::new(),
            set_codes: SetCodeWriter::new(tile_count),
            tile_count,
        }
    }

    /// The nodes written so far.
    #[inline]
    pub fn nodes(&self) -> FastNodes<'_, W> {
        FastNodes::with_codes(&self.units, self.set_codes.codes(), self.tile_count)
    }

    /// Writes a node: its letter set, its mask, and the targets of its edges by ascending label.
    ///
    /// A node that fits an inline reference is written as that reference, in a unit between nodes. The reference
    /// returned is then indirect: the index of the unit.
    ///
    /// Returns `None`, and writes no unit, if the node's index would be too high for a reference.
    ///
    /// The caller passes a child for each bit of the mask. The letter set has only bits of the alphabet's tiles; the
    /// mask can also have the bit of the separator.
    pub fn push(&mut self, set: u64, mask: u64, children: &[NodeRef]) -> Option<NodeRef> {
        debug_assert_eq!(mask.count_ones() as usize, children.len());
        debug_assert_eq!(
            (mask | set) & !(tile_labels(self.tile_count) | SEPARATOR),
            0
        );
        if let (0, &[child]) = (set, children)
            && let Some(inline) = NodeRef::inline(lowest_label(mask), child, W)
        {
            return self.push_units([inline.unit()]);
        }
        match W {
            1 => self.push_narrow(set, mask, children),
            _ => self.push_wide(set, mask, children),
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the labels of narrow nodes"
    )]
    fn push_narrow(&mut self, set: u64, mask: u64, children: &[NodeRef]) -> Option<NodeRef> {
        let code = self.set_codes.code(set);
        let stored = (set != 0 && code.is_none()).then_some(set as u32);
        let explicit = match children.split_last() {
            Some((last, others)) if self.is_last(*last) => others,
            _ => children,
        };
        let code = code.unwrap_or(stored.map_or(0, |_| STORED_SET_BIT));
        let references = explicit.iter().rev().map(|child| child.unit());
        let head = HEAD_BIT | code | mask as u32;
        self.push_units(references.chain(stored).chain([head]))
    }

    fn push_wide(&mut self, set: u64, mask: u64, children: &[NodeRef]) -> Option<NodeRef> {
        let edges = children.len();
        let is_list = edges <= MAX_LISTED;
        let implicit = children.iter().rposition(|&child| self.is_last(child));
        let implicit = implicit.filter(|&rank| is_list || rank + 1 == edges);
        let is_explicit = |rank: &usize| implicit != Some(*rank);
        let order = (0..edges).filter(is_explicit).chain(implicit);

        let code = wide::code_of(set);
        let stored = if code == STORED_SET { W } else { 0 };
        let (labels, others) = if is_list {
            let labels = order.clone().filter_map(|rank| labels(mask).nth(rank));
            (wide::list(labels), 0)
        } else {
            (MASK_BIT | labels_of_unit(mask, 0), W - 1)
        };
        let explicit = order.filter(is_explicit).rev();
        let references = explicit.filter_map(|rank| Some(children.get(rank)?.unit()));
        // Writes units from the lowest index to the highest: the reverse of a reader's order.
        let set_units = (0..stored).rev().map(|unit| labels_of_unit(set, unit));
        let mask_units = (1..=others).rev().map(|unit| labels_of_unit(mask, unit));
        let head = wide::head(code) | labels;
        self.push_units(references.chain(set_units).chain(mask_units).chain([head]))
    }

    /// Returns `true` if the reference is direct, to a node whose head is the last unit.
    fn is_last(&self, reference: NodeRef) -> bool {
        let is_head = self
            .units
            .last()
            .is_some_and(|unit| unit.get() & HEAD_BIT != 0);
        is_head && reference.unit() as usize + 1 == self.units.len()
    }

    /// Writes units, and returns the index of the last one as a reference. If the index is too high, writes none and
    /// returns `None`.
    fn push_units(&mut self, units: impl IntoIterator<Item = u32>) -> Option<NodeRef> {
        let start = self.units.len();
        self.units.extend(units.into_iter().map(U32Le::new));
        let last = u32::try_from(self.units.len() - 1).ok();
        let last = last.filter(|&index| index < MAX_NODE_UNITS);
        if last.is_none() {
            self.units.truncate(start);
        }
        last.map(NodeRef::from_unit)
    }

    /// The units written, and the table of their set codes.
    pub fn finish(self) -> (Vec<U32Le>, SetCodes) {
        (self.units, *self.set_codes.codes())
    }
}

/// The part of a mask or letter set in one of its units. Unit 0 has the lowest labels.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the bits of other units are cleared"
)]
const fn labels_of_unit(set: u64, unit: usize) -> u32 {
    match unit {
        0 => set as u32 & LABELS_MASK,
        _ => {
            let below = FIRST_LABELS + OTHER_LABELS * (unit as u32 - 1);
            (set >> below) as u32 & ((1 << OTHER_LABELS) - 1)
        }
    }
}

/// The lowest label of a mask that is not empty.
#[expect(clippy::cast_possible_truncation, reason = "at most 64")]
const fn lowest_label(mask: u64) -> u8 {
    mask.trailing_zeros() as u8
}

/// Assigns codes to letter sets of a single tile, each when it is written the second time, while rows are free.
#[derive(Clone, Debug)]
struct SetCodeWriter {
    codes: SetCodes,
    mask_bits: u32,
    next_row: u32,
    /// By tile code: the bits of the set code in a head; 0 if no row has the tile.
    by_tile: [u32; 64],
    /// The tiles that were written as letter sets of a single tile.
    seen: u64,
}

impl SetCodeWriter {
    fn new(tile_count: usize) -> SetCodeWriter {
        let mask_bits = row_mask_bits(tile_count);
        SetCodeWriter {
            codes: *SetCodes::none(tile_count),
            mask_bits,
            next_row: 1 << mask_bits,
            by_tile: [0; 64],
            seen: 0,
        }
    }

    fn codes(&self) -> &SetCodes {
        &self.codes
    }

    /// A letter set's code, as bits of a head; `None` if the letter set is empty or must be stored in the node.
    fn code(&mut self, set: u64) -> Option<u32> {
        if !set.is_power_of_two() {
            return None;
        }
        let known = self.by_tile.get_mut(set.trailing_zeros() as usize)?;
        if *known != 0 {
            return Some(*known);
        }
        if self.seen & set == 0 {
            self.seen |= set;
            return None;
        }
        let rows = 1 << self.mask_bits;
        if self.next_row == STORED_SET_BIT >> CODE_SHIFT {
            self.next_row += rows;
        }
        let first = self.next_row as usize;
        let end = first.saturating_add(rows as usize);
        for row in self.codes.0.get_mut(first..end)? {
            row.set = U64Le::new(set);
        }
        *known = self.next_row << CODE_SHIFT;
        self.next_row += rows;
        Some(*known)
    }
}
