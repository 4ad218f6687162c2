//! The layout of compact nodes: limits, heads and classes of references.

/// The number of bytes before the hot table.
pub(crate) const HEADER_BYTES: u32 = 8;

/// The number of bytes of an entry of the hot table.
pub(crate) const HOT_ENTRY_BYTES: u32 = 3;

/// The lowest head of a general node. Lower heads are those of inline nodes.
pub(crate) const GENERAL: u8 = 0x80;

/// Bits 0 to 3 of a head whose letter set's number follows it.
pub(crate) const SET_FOLLOWS: u8 = 15;

/// The number of letter sets that heads name by themselves.
pub(crate) const SETS_IN_HEADS: usize = 14;

/// The lowest first byte of a letter set's number that takes two bytes.
pub(crate) const LONG_SET: u8 = 0xc0;

/// The largest number of letter sets.
pub const MAX_SETS: usize = SETS_IN_HEADS + LONG_SET as usize + (64 << 8);

/// The largest number of bytes up to the last node: far references can name no more.
pub const MAX_NODE_BYTES: u32 = 1 << 24;

/// The number of bytes of a page, of which the section has the last head.
pub(crate) const PAGE_BYTES: u32 = 128;

/// The entry of a page without a head.
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

/// How a reference is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReferenceClass {
    /// Implicit next: no bytes. The target ends right before the node.
    Implicit,
    /// One byte: the target's number in this block of 256 entries of the hot table.
    Hot(u8),
    /// One byte: the distance.
    Near,
    /// Two bytes: the distance.
    Distance,
    /// Two bytes: the offset.
    Low,
    /// Three bytes: the offset.
    Far,
}

impl ReferenceClass {
    /// The class with this number, beside labels of `label_bits` bits: one of eight with five bits, of four with six.
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

/// The lengths of all classes beside labels of `label_bits` bits, four bits each.
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
