//! The numbers section: word counts that number the words in one walk.
//!
//! The section has one 32-bit number for each word of the records section up to the end of the DAWG's records, which come
//! first: up to its root's head, or where the root is a lone reference, to the head that it holds. For the word that is the head of a record, it is the number of words that the record's edges lead to (its
//! letter set not counted); for one that holds a reference, the number of words that the edges with lower labels
//! lead to; for other words 0. An edge *leads to* the tiles in its record's letter set and to all that the record's
//! edges lead to.
//!
//! So the words below an edge are numbered by one look at the letter set and one at the number beside the reference.
//! (Lucchesi and Kowaltowski 1993, "Applications of finite automata representing large vocabularies", number the words
//! by a sum over the earlier edges of each state instead.)

use crate::int::U32Le;
use crate::record::{EdgeRef, Packing, Record, Records};

/// The word counts of an image, read in place.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<'a, const W: usize> {
    records: Records<'a, W>,
    counts: &'a [U32Le],
}

impl<'a, const W: usize> Numbers<'a, W> {
    /// The counts that belong to these records.
    #[inline]
    pub const fn new(records: Records<'a, W>, counts: &'a [U32Le]) -> Numbers<'a, W> {
        Numbers { records, counts }
    }

    fn count(self, index: u32) -> u32 {
        self.counts
            .get(index as usize)
            .map_or(0, |count| count.get())
    }

    /// The number of words that the edges of a record lead to.
    pub fn below(self, reference: EdgeRef) -> u32 {
        match self.records.lone_edge(reference) {
            Some((_, target)) => self.through(target),
            None => self.count(reference.word()),
        }
    }

    /// The number of words that an edge leads to.
    pub fn through(self, reference: EdgeRef) -> u32 {
        u32::try_from(self.total(reference)).unwrap_or(u32::MAX)
    }

    /// [`through`](Self::through), exactly: in an image that was not checked it may be a little more than a number can
    /// be.
    pub(crate) fn total(self, reference: EdgeRef) -> u64 {
        u64::from(self.records.record(reference).set.count_ones())
            + u64::from(self.below(reference))
    }

    /// The number of words that the edges of a record with ranks lower than `rank` lead to. `reference` is the
    /// record's.
    pub fn before(self, reference: EdgeRef, record: Record, rank: u32) -> u32 {
        if rank >= record.mask.count_ones() {
            return self.below(reference);
        }
        match self.records.reference_index(record, rank) {
            Some(index) => self.count(index),
            // A chained edge is the last one; a lone edge the only one.
            None => self
                .below(reference)
                .saturating_sub(self.through(self.records.child(record, rank))),
        }
    }
}

#[cfg(any(test, feature = "alloc"))]
mod writer {
    use alloc::vec::Vec;

    use super::{Numbers, U32Le};
    use crate::record::{Packing, Records};

    impl<'a, const W: usize> Numbers<'a, W> {
        /// The numbers section for the DAWG's records, which are all of `records`; `None` if there are more words
        /// than a number can count.
        pub fn encode(records: Records<'a, W>) -> Option<Vec<U32Le>> {
            let mut counts = Vec::from_iter(records.words().iter().map(|_| U32Le::new(0)));
            for reference in records.heads() {
                let record = records.record(reference);
                let mut sum = 0_u64;
                for rank in 0..record.mask.count_ones() {
                    let before = U32Le::new(u32::try_from(sum).ok()?);
                    if let Some(count) = records
                        .reference_index(record, rank)
                        .and_then(|index| counts.get_mut(index as usize))
                    {
                        *count = before;
                    }
                    sum += Numbers::new(records, &counts).total(records.child(record, rank));
                }
                let below = U32Le::new(u32::try_from(sum).ok()?);
                if let Some(count) = counts.get_mut(reference.word() as usize) {
                    *count = below;
                }
                u32::try_from(Numbers::new(records, &counts).total(reference)).ok()?;
            }
            Some(counts)
        }
    }
}
