//! Label bytes, split by a table.

use crate::raw::node::{CompactNodes, ReferenceClass, SEPARATOR};

/// All label bytes.
pub(super) struct LabelBytes([LabelByte; 256]);

/// The parts of a label byte.
#[derive(Clone, Copy)]
pub(super) struct LabelByte {
    /// The label; -1 if the alphabet has no tile with this label.
    pub(super) label: i8,
    /// The number of bytes of the reference.
    pub(super) bytes: u8,
    pub(super) class: ReferenceClass,
}

impl LabelBytes {
    /// The label bytes of these nodes. Labels are those of `tiles`, and the separator.
    pub(super) fn new(nodes: CompactNodes<'_>, tiles: u64) -> LabelBytes {
        #[expect(clippy::cast_possible_truncation, reason = "bytes, and small numbers")]
        LabelBytes(core::array::from_fn(|byte| {
            let byte = byte as u8;
            let label = nodes.label_of(byte);
            let is_valid = (tiles | SEPARATOR).wrapping_shr(label.into()) & 1 != 0;
            LabelByte {
                label: if is_valid { label.cast_signed() } else { -1 },
                bytes: nodes.reference_bytes(byte) as u8,
                class: nodes.class(byte),
            }
        }))
    }

    #[inline(always)]
    pub(super) fn get(&self, byte: u8) -> LabelByte {
        #[expect(clippy::indexing_slicing, reason = "an entry for each byte")]
        self.0[usize::from(byte)]
    }
}
