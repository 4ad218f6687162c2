//! The 32-bit units of fast nodes: their bits, and how many a set of labels takes.

/// The bit that heads have and no other unit.
pub(crate) const HEAD_BIT: u32 = 1 << 31;

/// The bit of a head that, alone among the bits of the set code, says that the letter set is stored in the node.
pub(crate) const STORED_SET_BIT: u32 = 1 << 30;

/// The lowest bit of a head that can belong to the set code.
pub(crate) const CODE_SHIFT: u32 = 27;

/// The number of labels in a unit that is not a head.
pub(crate) const UNIT_LABELS: u32 = 31;

/// The largest number of units in a section of fast nodes: references can name no more.
pub(crate) const MAX_NODE_UNITS: u32 = 1 << 30;

/// The number of units of a mask in an alphabet of `tile_count` tiles: 1 for up to 29 tiles, 2 for up to 60, 3 for up to 62.
#[inline]
pub const fn mask_units(tile_count: usize) -> usize {
    match tile_count {
        ..30 => 1,
        30..61 => 2,
        _ => 3,
    }
}

/// The largest alphabet whose masks take this many units.
pub(crate) const fn max_tiles(mask_units: usize) -> usize {
    match mask_units {
        1 => 29,
        2 => 60,
        _ => 62,
    }
}

/// The number of a head's bits that belong to the mask, in an alphabet of `tile_count` tiles.
#[inline]
pub(crate) const fn head_mask_bits(tile_count: usize) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 63")]
    let labels = match tile_count {
        ..62 => tile_count + 1,
        _ => 63,
    } as u32;
    #[expect(clippy::cast_possible_truncation, reason = "at most 2")]
    let lower_units = mask_units(tile_count) as u32 - 1;
    labels.saturating_sub(lower_units * UNIT_LABELS)
}
