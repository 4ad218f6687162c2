//! Writes fast nodes.

use alloc::vec::Vec;

use super::fast::FastNodes;
use super::set_code::{SetCodes, row_mask_bits};
use super::unit::{
    CODE_SHIFT, HEAD_BIT, MAX_NODE_UNITS, NodeRef, STORED_SET_BIT, UNIT_LABELS, max_tiles,
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
    /// A writer that assigns no set codes, for any alphabet whose masks take `W` units.
    fn default() -> FastWriter<W> {
        let mut writer = FastWriter::new(max_tiles(W));
        // No row is free.
        writer.set_codes.next_row = u32::MAX;
        writer
    }
}

impl<const W: usize> FastWriter<W> {
    const WIDTH: u32 = FastNodes::<W>::WIDTH;

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
    /// Returns `None`, and writes no unit, if the node's index would be too high for a reference.
    ///
    /// The caller passes a child for each bit of the mask, and bits of the alphabet only.
    pub fn push(&mut self, set: u64, mask: u64, children: &[NodeRef]) -> Option<NodeRef> {
        debug_assert_eq!(mask.count_ones() as usize, children.len());
        debug_assert_eq!((mask | set) >> (UNIT_LABELS * Self::WIDTH - 1).min(63), 0);
        let code = self.set_codes.code(set);
        let is_stored = set != 0 && code.is_none();
        let last_head = self.units.len().checked_sub(1);
        let explicit = match children.split_last() {
            Some((last, others)) if Some(last.unit() as usize) == last_head => others,
            _ => children,
        };
        let len = explicit.len() + if is_stored { 2 * W } else { W };
        let head_index = u32::try_from(self.units.len() + len - 1)
            .ok()
            .filter(|&index| index < MAX_NODE_UNITS)?;
        let references = explicit.iter().rev();
        self.units
            .extend(references.map(|child| U32Le::new(child.unit())));
        if is_stored {
            self.push_units(set, Self::WIDTH);
        }
        let top = Self::WIDTH - 1;
        self.push_units(mask, top);
        let code = code.unwrap_or(if is_stored { STORED_SET_BIT } else { 0 });
        self.units
            .push(U32Le::new(HEAD_BIT | code | bits_from(mask, top)));
        Some(NodeRef::from_unit(head_index))
    }

    /// Writes the `count` lowest units of a set of labels.
    fn push_units(&mut self, set: u64, count: u32) {
        let units = (0..count).map(|unit| U32Le::new(bits_from(set, unit) & !HEAD_BIT));
        self.units.extend(units);
    }

    /// The units written, and the table of their set codes.
    pub fn finish(self) -> (Vec<U32Le>, SetCodes) {
        (self.units, *self.set_codes.codes())
    }
}

/// The bits of a set of labels from the lowest label of a unit upwards, and no more than 32 of them.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the bits above belong to the next unit"
)]
const fn bits_from(set: u64, unit: u32) -> u32 {
    (set >> (UNIT_LABELS * unit)) as u32
}

/// Assigns codes to letter sets of a single tile, in the order in which they are written, while rows are free.
#[derive(Clone, Debug)]
struct SetCodeWriter {
    codes: SetCodes,
    mask_bits: u32,
    next_row: u32,
    /// By tile code: the bits of the set code in a head; 0 if no row has the tile.
    by_tile: [u32; 64],
}

impl SetCodeWriter {
    fn new(tile_count: usize) -> SetCodeWriter {
        let mask_bits = row_mask_bits(tile_count);
        SetCodeWriter {
            codes: *SetCodes::none(tile_count),
            mask_bits,
            next_row: 1 << mask_bits,
            by_tile: [0; 64],
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
