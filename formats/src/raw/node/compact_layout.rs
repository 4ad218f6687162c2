//! The layout of compact nodes: limits, heads and classes of references.

/// The number of bytes before the hot table.
pub(crate) const HEADER_BYTES: u32 = 8;

/// The number of bytes of an entry of the hot table.
pub(crate) const HOT_ENTRY_BYTES: u32 = 3;

/// The lowest value of the head of a node that is not inline (a general node). Heads of inline nodes have lower values.
pub(crate) const GENERAL: u8 = 0x80;

/// Bits 0 to 3 of a head if the index of the letter set is in the one or two bytes below.
pub(crate) const SET_FOLLOWS: u8 = 15;

/// The number of letter sets whose indices fit into heads.
pub(crate) const SETS_IN_HEADS: usize = 14;

/// The index of a letter set takes two bytes if its first byte is at least this.
pub(crate) const LONG_SET: u8 = 0xc0;

/// The largest number of letter sets.
pub const MAX_SETS: usize = SETS_IN_HEADS + LONG_SET as usize + (64 << 8);

/// The largest number of bytes up to the end of the last node: far references can name no more.
pub const MAX_NODE_BYTES: u32 = 1 << 24;

/// The number of bytes of a page. The page heads have the place of the last head in each page.
pub(crate) const PAGE_BYTES: u32 = 128;

/// The page head of a page without a head.
pub(crate) const NO_HEAD: u8 = 0xff;

/// The number of bits of a label in an alphabet of `tile_count` tiles.
#[inline]
pub const fn compact_label_bits(tile_count: usize) -> u32 {
    if tile_count < 32 { 5 } else { 6 }
}

/// The number of bytes of a letter set in the table: a bit for each label.
pub(crate) const fn set_bytes(tile_count: usize) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 8")]
    {
        (tile_count / 8 + 1) as u8
    }
}

/// The encoding of a reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReferenceClass {
    /// Implicit next: no bytes. The target ends right before the node.
    Implicit,
    /// One byte: the target's index in this block of 256 entries of the hot table.
    Hot(u8),
    /// One byte: the distance from the reference's first byte down to the target.
    Near,
    /// Two bytes: the distance, likewise.
    Distance,
    /// Two bytes: the target's offset in the section.
    Low,
    /// Three bytes: the target's offset in the section.
    Far,
}

impl ReferenceClass {
    /// The class with this number in a label byte, where labels take `label_bits` bits: eight classes with 5 bits, four with 6.
    #[inline(always)]
    pub(crate) const fn new(number: u8, label_bits: u32) -> ReferenceClass {
        match number {
            0 => ReferenceClass::Implicit,
            1 => ReferenceClass::Hot(0),
            2 => ReferenceClass::Distance,
            3 if label_bits != 5 => ReferenceClass::Far,
            3 => ReferenceClass::Low,
            4 => ReferenceClass::Hot(1),
            5 => ReferenceClass::Hot(2),
            6 => ReferenceClass::Near,
            _ => ReferenceClass::Far,
        }
    }

    /// The number of bytes of the reference.
    #[inline]
    pub(crate) const fn bytes(self) -> u32 {
        match self {
            ReferenceClass::Implicit => 0,
            ReferenceClass::Hot(_) | ReferenceClass::Near => 1,
            ReferenceClass::Distance | ReferenceClass::Low => 2,
            ReferenceClass::Far => 3,
        }
    }
}

/// The number of bytes of the reference with this label byte.
#[inline(always)]
pub(crate) const fn reference_bytes(label_byte: u8, label_bits: u32) -> u32 {
    const LENGTHS: [u32; 2] = [lengths(5), lengths(6)];
    let [five, six] = LENGTHS;
    let lengths = if label_bits == 5 { five } else { six };
    lengths.wrapping_shr(4 * (label_byte >> label_bits) as u32) & 15
}

/// The lengths in bytes of references of all classes, four bits each, where labels take `label_bits` bits.
const fn lengths(label_bits: u32) -> u32 {
    let mut lengths = 0;
    let mut number = 0;
    while number < 8 {
        let bytes = ReferenceClass::new(number, label_bits).bytes();
        lengths |= bytes << (4 * number as u32);
        number += 1;
    }
    lengths
}
