//! Automata as records, built children first with no two alike.

use lexc_formats::int::U32Le;
use lexc_formats::record::{EdgeRef, Packing, RecordWriter};

use crate::error::CompileError;

/// Writes each distinct record once.
///
/// Two states are equal if and only if their masks and their children are, and children come first: so what is minimal
/// is found on the way, by one look-up per state (Appel and Jacobson 1988, section 3.2.2; Gordon 1994, "Partial and
/// full minimization"). Incoming letter sets belong to the record and take part in the comparison.
#[derive(Debug)]
pub(crate) struct RecordTable<const W: usize> {
    writer: RecordWriter<W>,
    /// Open addressing by linear probing; a slot holds the index of a record plus one, or 0.
    slots: Vec<u32>,
    len: usize,
}

impl<const W: usize> RecordTable<W> {
    pub(crate) fn new() -> RecordTable<W> {
        RecordTable {
            writer: RecordWriter::default(),
            slots: vec![0; 1 << 12],
            len: 0,
        }
    }

    /// The number of records.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn writer(&self) -> &RecordWriter<W> {
        &self.writer
    }

    pub(crate) fn finish(self) -> Vec<U32Le> {
        self.writer.finish()
    }

    /// The record with this letter set, mask and children (by ascending label), written if there is none yet.
    pub(crate) fn intern(
        &mut self,
        set: u64,
        mask: u64,
        children: &[EdgeRef],
    ) -> Result<EdgeRef, CompileError> {
        if set == 0
            && let [child] = children
            && !child.is_lone()
            && let Some(lone) =
                EdgeRef::lone(u8::try_from(mask.trailing_zeros()).unwrap_or(0), *child, W)
        {
            return Ok(lone);
        }
        if (self.len + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        let last_slot = self.slots.len() - 1;
        let mut slot = hash(set, mask, children.iter().copied()) & last_slot;
        while let Some(found) = self.slots[slot].checked_sub(1) {
            let index = EdgeRef::from_word(found);
            let record = self.writer.records().record(index);
            if record.set == set
                && record.mask == mask
                && self.writer.children(record).eq(children.iter().copied())
            {
                return Ok(index);
            }
            slot = (slot + 1) & last_slot;
        }
        let index = self
            .writer
            .push(set, mask, children)
            .ok_or(CompileError::TooManyRecords)?;
        self.slots[slot] = index.word() + 1;
        self.len += 1;
        Ok(index)
    }

    fn grow(&mut self) {
        let mut slots = vec![0_u32; self.slots.len() * 2];
        let last_slot = slots.len() - 1;
        for &found in self.slots.iter().filter(|&&found| found != 0) {
            let record = self.writer.records().record(EdgeRef::from_word(found - 1));
            let mut slot = hash(record.set, record.mask, self.writer.children(record)) & last_slot;
            while slots[slot] != 0 {
                slot = (slot + 1) & last_slot;
            }
            slots[slot] = found;
        }
        self.slots = slots;
    }
}

/// Multiplies and folds each word in; the top bits of the product depend on all bits below.
pub(crate) fn hash(set: u64, mask: u64, children: impl Iterator<Item = EdgeRef>) -> usize {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let fold = |state: u64, word: u64| (state ^ word).wrapping_mul(MULTIPLIER).rotate_left(26);
    let state = children.fold(fold(fold(0, set), mask), |state, child| {
        fold(state, u64::from(child.word()))
    });
    (state.wrapping_mul(MULTIPLIER) >> 32) as usize
}
