//! The layout of an alphabet section.

use bytemuck::{Pod, Zeroable};

use crate::raw::int::U16Le;

/// The start of the section.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct AlphabetHeader {
    /// Number of lettered tiles, `1..=62`.
    pub(crate) tile_count: U16Le,
    /// Number of blank tiles in the bag.
    pub(crate) blank_count: U16Le,
    /// Length of the alphabet's name, the first of the texts.
    pub(crate) name_bytes: U16Le,
    /// Length of all texts together.
    pub(crate) text_bytes: U16Le,
}

/// One lettered tile, in alphabet order.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct TileEntry {
    /// The end of the tile's text and the start of its blank form, from the start of the texts.
    pub(crate) text_end: U16Le,
    /// The end of the blank form and the start of the next tile's text.
    pub(crate) blank_end: U16Le,
    /// Two's complement.
    pub(crate) value: U16Le,
    /// Number of such tiles in the bag.
    pub(crate) count: U16Le,
    /// [`VOWEL`] or 0.
    pub(crate) flags: U16Le,
    /// 0.
    pub(crate) reserved: U16Le,
}

/// The flag of a vowel.
pub(crate) const VOWEL: u16 = 1;

const _: () = {
    assert!(size_of::<AlphabetHeader>() == 8);
    assert!(core::mem::offset_of!(AlphabetHeader, tile_count) == 0);
    assert!(core::mem::offset_of!(AlphabetHeader, blank_count) == 2);
    assert!(core::mem::offset_of!(AlphabetHeader, name_bytes) == 4);
    assert!(core::mem::offset_of!(AlphabetHeader, text_bytes) == 6);
    assert!(size_of::<TileEntry>() == 12);
    assert!(core::mem::offset_of!(TileEntry, text_end) == 0);
    assert!(core::mem::offset_of!(TileEntry, blank_end) == 2);
    assert!(core::mem::offset_of!(TileEntry, value) == 4);
    assert!(core::mem::offset_of!(TileEntry, count) == 6);
    assert!(core::mem::offset_of!(TileEntry, flags) == 8);
    assert!(core::mem::offset_of!(TileEntry, reserved) == 10);
};
