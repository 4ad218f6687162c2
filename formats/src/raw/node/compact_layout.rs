//! The layout of compact nodes: limits, heads and classes of references.

/// The number of bytes before the hot table.
pub(crate) const HEADER_BYTES: u32 = 8;

/// The number of bytes of an entry of the hot table.
pub(crate) const HOT_ENTRY_BYTES: u32 = 3;

/// The lowest value of the head of a node that is not inline (a general node). Heads of inline nodes have lower values.
pub(crate) const GENERAL: u8 = 0x80;

/// The value of a head's bits 0 to 3 if the index of the letter set is in the one or two bytes below.
pub(crate) const SET_FOLLOWS: u8 = 15;

/// The number of letter sets whose indices fit into heads.
pub(crate) const SETS_IN_HEADS: usize = 14;

/// If the first byte of a letter set's index, outside the head, is at least this, the index takes two bytes.
pub(crate) const LONG_SET: u8 = 0xc0;

/// The largest number of letter sets.
pub const MAX_SETS: usize = SETS_IN_HEADS + LONG_SET as usize + (64 << 8);

/// The largest number of bytes up to the end of the last node: higher places do not fit in a far reference.
pub const MAX_NODE_BYTES: u32 = 1 << 24;

/// The number of bytes of a page. For each page, the page heads give the offset of its last head in the page.
pub(crate) const PAGE_BYTES: u32 = 128;

/// The entry in the page heads for a page without the head of a node.
pub(crate) const NO_HEAD: u8 = 0xff;

/// The number of labels that a label byte tells apart, in an alphabet of `tile_count` tiles: the byte is this number
/// times the class, plus the label. The number is at least 29, so that no byte has a class beyond the last.
#[inline]
pub const fn compact_labels(tile_count: usize) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "28 to 62")]
    match tile_count {
        ..28 => 29,
        28..=62 => tile_count as u8 + 1,
        _ => 63,
    }
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
    /// Two bytes: the distance from the reference's first byte down to the target.
    Distance,
    /// Two bytes: the target's offset in the section.
    Low,
    /// Three bytes: the target's offset in the section.
    Far,
}

/// The number of classes.
pub(crate) const CLASSES: u8 = 9;

impl ReferenceClass {
    /// The class with this number, below [`CLASSES`]. Large alphabets have only the classes with low numbers. So the
    /// low numbers belong to the most frequent classes, and to [`Far`](Self::Far), which reaches every node.
    #[inline(always)]
    pub(crate) const fn new(number: u8) -> ReferenceClass {
        match number {
            0 => ReferenceClass::Implicit,
            1 => ReferenceClass::Hot(0),
            2 => ReferenceClass::Distance,
            3 => ReferenceClass::Far,
            4 => ReferenceClass::Near,
            5 => ReferenceClass::Hot(1),
            6 => ReferenceClass::Hot(2),
            7 => ReferenceClass::Hot(3),
            _ => ReferenceClass::Low,
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

/// The number of bytes of the reference with this class.
#[inline(always)]
pub(crate) const fn reference_bytes(class: u8) -> u32 {
    LENGTHS.wrapping_shr(2 * class as u32) & 3
}

/// The lengths in bytes of references of all classes, two bits each.
const LENGTHS: u32 = {
    let mut lengths = 0;
    let mut number = 0;
    while number < CLASSES {
        lengths |= ReferenceClass::new(number).bytes() << (2 * number as u32);
        number += 1;
    }
    lengths
};

/// Splits label bytes into class and label by a multiplication, because microcontrollers divide slowly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelBytes {
    labels: u8,
    /// 2^16 / `labels`, rounded up.
    reciprocal: u16,
}

impl LabelBytes {
    /// The label bytes of an alphabet of `tile_count` tiles.
    pub(crate) const fn new(tile_count: usize) -> LabelBytes {
        let labels = compact_labels(tile_count);
        #[expect(clippy::cast_possible_truncation, reason = "at most 2,260")]
        LabelBytes {
            labels,
            reciprocal: (1_u32 << 16).div_ceil(labels as u32) as u16,
        }
    }

    /// The number of the class in a label byte.
    #[inline(always)]
    pub(crate) const fn class(self, label_byte: u8) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        {
            ((label_byte as u32 * self.reciprocal as u32) >> 16) as u8
        }
    }

    /// The label in a label byte.
    #[inline(always)]
    pub(crate) const fn label(self, label_byte: u8) -> u8 {
        label_byte.wrapping_sub(self.class(label_byte).wrapping_mul(self.labels))
    }

    /// The label byte of a class and a label; `None` if it exceeds a byte.
    #[cfg(any(test, feature = "alloc"))]
    pub(crate) fn join(self, class: u8, label: u8) -> Option<u8> {
        class.checked_mul(self.labels)?.checked_add(label)
    }
}
