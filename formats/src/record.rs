//! Edge records: the packing of the automata.
//!
//! A **record** is what an edge refers to: the edge's letter set together with the outgoing edges of the state it leads
//! to (Gordon 1994, "A more deterministic algorithm", convention 3). Edges with the same destination and the same
//! letter set share one record, and there are under 2 % more of those pairs than there are states. A record is a run of
//! 32-bit words that ends in its **head**, and the index of the head names the record. With `W` words to a mask, the
//! record at index `p` is, from its last word down:
//!
//! ```text
//! p                 head: bit 31 set, bit 30 "has a letter set", the top 30 bits of the mask
//! p-1 ...           the W-1 lower words of the mask, 31 bits each, down to the lowest
//! then, if it has a letter set: the W words of it, 31 bits each, from the highest down to the lowest
//! then a reference for each edge, from the lowest label to the highest
//! ```
//!
//! - The **mask** is the set of the state's outgoing labels: bit 0 for the separator, bit *c* for the tile of code *c*.
//!   The letter set has the same bits, without the separator. `W` is 1 for up to 29 tiles ([`mask_words`]), so that the
//!   head alone holds the mask of most games.
//! - Bit 31 is set in heads and clear in every other word: an index names a record if and only if the word there has
//!   it. That makes a linear check complete without memory.
//! - A **direct reference** (bit 30 clear) is the index of the record that the edge refers to.
//! - A **lone reference** (bit 30 set) stands for a record that need not be written: one with no letter set and a single
//!   edge, whose own reference is direct. It holds that edge: its label ([`label_bits`] bits below bit 30) and, in the
//!   bits below, the index of the record it refers to. A traversal learns all about such a state without touching
//!   another cache line. With ENABLE, 31 % of the records are not written.
//! - **Chaining**: where the edge with the highest label refers to the record that ends right before this one, its
//!   reference is left out. The word in its place is then that record's head, and bit 31 tells.
//!
//! What was measured, in bytes of records for ENABLE:
//!
//! | packing | DAWG | both automata |
//! |---|---|---|
//! | head, letter set and all references | 728,764 | 4,870,744 |
//! | with chaining | 626,376 | 4,085,524 |
//! | with chaining, and single edges in the head | 586,404 | 3,654,892 |
//! | with chaining and lone references: this one | 590,556 | 3,679,492 |
//! | with all three | 582,688 | 3,657,112 |
//!
//! Single edges in the head save as much as lone references, but are still a record to be fetched. In time, with and
//! without lone references were the same within the noise of the machine; a tenth of the size decided.

use crate::int::U32Le;

/// The bit that heads have and no other word.
pub(crate) const HEAD: u32 = 1 << 31;

/// The bit of a head that says that the record has a letter set.
pub(crate) const HAS_SET: u32 = 1 << 30;

/// The part of the head that belongs to the mask.
pub(crate) const HEAD_MASK: u32 = HAS_SET - 1;

/// The bit of a reference that says that it holds the only edge of a record that is not written.
pub(crate) const LONE: u32 = 1 << 30;

/// The number of mask bits in a word that is not a head.
pub(crate) const WORD_BITS: u32 = 31;

/// The bit of the separator in a mask.
pub const SEPARATOR: u64 = 1;

/// The largest number of words in a records section: references can name no more.
pub const MAX_RECORD_WORDS: u32 = LONE;

/// The number of words that a mask takes for an alphabet of `tile_count` tiles: `1..=29` tiles and the separator take
/// one, up to 60 two, up to 62 three.
#[inline]
pub const fn mask_words(tile_count: usize) -> usize {
    match tile_count {
        ..30 => 1,
        30..61 => 2,
        _ => 3,
    }
}

/// The number of bits that the label takes in a lone reference, where masks take `mask_words` words.
#[inline]
pub const fn label_bits(mask_words: usize) -> u32 {
    if mask_words == 1 { 5 } else { 6 }
}

/// The first index that a lone reference cannot hold.
#[inline]
const fn lone_limit(mask_words: usize) -> u32 {
    LONE >> label_bits(mask_words)
}

/// What an edge refers to: the index of a record, or a lone edge. Bit 31 is clear.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct EdgeRef(u32);

impl EdgeRef {
    /// The reference in a word of an image.
    #[inline]
    pub const fn from_word(word: u32) -> EdgeRef {
        EdgeRef(word & !HEAD)
    }

    /// The reference as a word of an image.
    #[inline]
    pub const fn word(self) -> u32 {
        self.0
    }

    /// Whether the reference stands for a record that is not written.
    #[inline]
    pub const fn is_lone(self) -> bool {
        self.0 & LONE != 0
    }

    /// The reference to a record without a letter set and with this edge alone, where a lone reference can hold it:
    /// the edge's own reference is direct, and its index is low enough to leave room for the label.
    #[inline]
    pub const fn lone(label: u8, target: EdgeRef, mask_words: usize) -> Option<EdgeRef> {
        let limit = lone_limit(mask_words);
        if target.0 < limit && (label as u32) < LONE / limit {
            Some(EdgeRef(LONE | (label as u32 * limit) | target.0))
        } else {
            None
        }
    }
}

/// A packing of records: how a traversal reads them. The traversals are generic over it.
pub trait Packing: Copy {
    /// The record that a reference stands for. Where there is none, in an image whose structure was not checked, it is
    /// empty or another's.
    fn record(self, reference: EdgeRef) -> Record;

    /// What the edge with the `rank`-th lowest label of `record` refers to.
    ///
    /// A rank that the record does not have gives some reference or other; following it is harmless.
    fn child(self, record: Record, rank: u32) -> EdgeRef;

    /// What the edge with this label refers to, which is known to be there.
    fn follow(self, record: Record, label: u8) -> EdgeRef;

    /// What the edge with this label refers to, if there is one.
    #[inline(always)]
    fn step(self, record: Record, label: u8) -> Option<EdgeRef> {
        record.has_edge(label).then(|| self.follow(record, label))
    }
}

/// An edge's letter set and the outgoing labels of the state it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The letter set: the tiles which, if met next, complete a word. Bit *c* for the tile of code *c*.
    pub set: u64,
    /// The outgoing labels: bit 0 for the separator, bit *c* for the tile of code *c*.
    pub mask: u64,
    /// The index of the first reference; or, with [`HEAD`] set, the only reference itself.
    slots: u32,
}

impl Record {
    /// The rank of a label, `0..=62`, among the outgoing ones: how many are lower.
    #[inline(always)]
    pub const fn rank(self, label: u8) -> u32 {
        // Wrapping: whatever the label, a shift can't panic.
        (self.mask & !u64::MAX.wrapping_shl(label as u32)).count_ones()
    }

    /// Whether there is an edge with this label, `0..=62`.
    #[inline(always)]
    pub const fn has_edge(self, label: u8) -> bool {
        self.mask.wrapping_shr(label as u32) & 1 != 0
    }
}

/// The records of an image whose masks take `W` words. Their `Debug` form has a line for each.
#[derive(Clone, Copy)]
pub struct Records<'a, const W: usize> {
    words: &'a [U32Le],
}

impl<'a, const W: usize> Records<'a, W> {
    #[expect(clippy::cast_possible_truncation, reason = "at most 3")]
    const WIDTH: u32 = W as u32;

    /// The records in these words, which are those of a records section.
    #[inline]
    pub const fn new(words: &'a [U32Le]) -> Records<'a, W> {
        Records { words }
    }

    /// The words.
    #[inline]
    pub const fn words(self) -> &'a [U32Le] {
        self.words
    }

    /// The references to all records that are written, in the order of the words.
    pub fn heads(self) -> impl Iterator<Item = EdgeRef> + use<'a, W> {
        let heads = (0..MAX_RECORD_WORDS)
            .zip(self.words)
            .filter(|(_, word)| word.get() & HEAD != 0);
        heads.map(|(index, _)| EdgeRef(index))
    }

    /// The label and the target of a lone reference.
    #[inline]
    pub fn lone_edge(self, reference: EdgeRef) -> Option<(u8, EdgeRef)> {
        let limit = lone_limit(W);
        #[expect(clippy::cast_possible_truncation, reason = "5 or 6 bits")]
        let label = ((reference.0 & !LONE) / limit) as u8;
        reference
            .is_lone()
            .then_some((label, EdgeRef(reference.0 % limit)))
    }

    /// Where the reference of an edge is written, counted in words; `None` for a chained or a lone edge.
    #[inline]
    pub fn reference_index(self, record: Record, rank: u32) -> Option<u32> {
        let slot = record.slots.wrapping_sub(rank);
        (record.slots & HEAD == 0 && self.word(slot) & HEAD == 0).then_some(slot)
    }

    /// The word at an index; 0 where there is none, which as a head is an empty record's.
    #[inline(always)]
    fn word(self, index: u32) -> u32 {
        self.words.get(index as usize).map_or(0, |word| word.get())
    }

    /// The mask or letter set with this top word, which is at `index`.
    #[inline(always)]
    fn bits(self, top: u32, index: u32) -> u64 {
        (1..Self::WIDTH).fold(u64::from(top), |bits, below| {
            bits << WORD_BITS | u64::from(self.word(index.wrapping_sub(below)))
        })
    }
}

impl<const W: usize> core::fmt::Debug for Records<'_, W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for reference in self.heads() {
            let record = self.record(reference);
            write!(f, "{}: set {:#x},", reference.word(), record.set)?;
            let labels = (0..=62).filter(|&label| record.has_edge(label));
            for (rank, label) in (0..).zip(labels) {
                write!(f, " {label} -> {:#x}", self.child(record, rank).word())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl<const W: usize> Packing for Records<'_, W> {
    #[inline(always)]
    fn record(self, reference: EdgeRef) -> Record {
        let EdgeRef(index) = reference;
        if let Some((label, target)) = self.lone_edge(reference) {
            return Record {
                set: 0,
                mask: 1 << label,
                slots: HEAD | target.0,
            };
        }
        let head = self.word(index);
        let mask = self.bits(head & HEAD_MASK, index);
        let below = index.wrapping_sub(Self::WIDTH);
        // No branch: which records have a letter set is as good as random to a processor.
        let has_set = head >> HAS_SET.trailing_zeros() & 1;
        let set = self.bits(self.word(below), below) & u64::from(has_set).wrapping_neg();
        let slots = below.wrapping_sub(has_set * Self::WIDTH) & !HEAD;
        Record { set, mask, slots }
    }

    #[inline(always)]
    fn child(self, record: Record, rank: u32) -> EdgeRef {
        if record.slots & HEAD != 0 {
            return EdgeRef(record.slots & !HEAD);
        }
        let slot = record.slots.wrapping_sub(rank);
        let word = self.word(slot);
        EdgeRef(if word & HEAD == 0 { word } else { slot })
    }

    #[inline(always)]
    fn follow(self, record: Record, label: u8) -> EdgeRef {
        // Without an instruction for it, counting the bits of a half word takes two thirds of the time.
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a mask of one word has 30 bits"
        )]
        let rank = match W {
            1 => (record.mask as u32 & !(u32::MAX << (label & 31))).count_ones(),
            _ => record.rank(label),
        };
        self.child(record, rank)
    }
}

#[cfg(any(test, feature = "alloc"))]
pub use writer::RecordWriter;

#[cfg(any(test, feature = "alloc"))]
mod writer {
    use alloc::vec::Vec;

    use super::{
        EdgeRef, HAS_SET, HEAD, HEAD_MASK, MAX_RECORD_WORDS, Packing, Record, Records, U32Le,
        WORD_BITS,
    };

    /// Writes records, children first.
    #[derive(Clone, Debug, Default)]
    pub struct RecordWriter<const W: usize> {
        words: Vec<U32Le>,
    }

    impl<const W: usize> RecordWriter<W> {
        const WIDTH: u32 = Records::<W>::WIDTH;

        /// The records written so far.
        #[inline]
        pub fn records(&self) -> Records<'_, W> {
            Records::new(&self.words)
        }

        /// Writes a record: its letter set, its mask, and what its edges refer to, by ascending label.
        ///
        /// Returns `None`, and writes nothing, where the record's index would be too high for a reference.
        ///
        /// The caller sees to it that there is a child for each bit of the mask, and that the bits are those of tiles
        /// of an alphabet that takes `W` words to a mask.
        pub fn push(&mut self, set: u64, mask: u64, children: &[EdgeRef]) -> Option<EdgeRef> {
            debug_assert_eq!(mask.count_ones() as usize, children.len());
            debug_assert_eq!((mask | set) >> (WORD_BITS * Self::WIDTH - 1).min(63), 0);
            let last_record = self.words.len().checked_sub(1);
            let explicit = match children.split_last() {
                Some((last, others)) if Some(last.word() as usize) == last_record => others,
                _ => children,
            };
            let len = explicit.len() + if set == 0 { W } else { 2 * W };
            let head_index = u32::try_from(self.words.len() + len - 1)
                .ok()
                .filter(|&index| index < MAX_RECORD_WORDS)?;
            self.words
                .extend(explicit.iter().rev().map(|child| U32Le::new(child.word())));
            if set != 0 {
                self.words
                    .extend((0..Self::WIDTH).map(|word| U32Le::new(bits(set, word) & !HEAD)));
            }
            let top = Self::WIDTH - 1;
            self.words
                .extend((0..top).map(|word| U32Le::new(bits(mask, word) & !HEAD)));
            let has_set = if set == 0 { 0 } else { HAS_SET };
            self.words
                .push(U32Le::new(HEAD | has_set | bits(mask, top) & HEAD_MASK));
            Some(EdgeRef::from_word(head_index))
        }

        /// What the edges of a record refer to, by ascending label.
        #[inline]
        pub fn children(&self, record: Record) -> impl Iterator<Item = EdgeRef> + '_ {
            (0..record.mask.count_ones()).map(move |rank| self.records().child(record, rank))
        }

        /// The words written.
        pub fn finish(self) -> Vec<U32Le> {
            self.words
        }
    }

    /// The bits of a mask from word `word` on.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the bits above belong to the next word"
    )]
    const fn bits(mask: u64, word: u32) -> u32 {
        (mask >> (WORD_BITS * word)) as u32
    }
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests {
    use std::vec::Vec;

    use super::*;

    /// Records of every shape are read as they were written: with and without letter set, of no edges up to all, with
    /// direct, lone and chained references.
    fn round_trip<const W: usize>(tile_count: usize) {
        assert_eq!(mask_words(tile_count), W);
        let all = (1_u64 << tile_count << 1) - 1;
        let mut writer = RecordWriter::<W>::default();
        let mut references = Vec::new();
        let mut expected = Vec::new();
        let mut bits = 1_u64;
        for step in 0..200_u32 {
            bits = bits.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(step);
            let set = match step % 3 {
                0 => 0,
                1 => all & !SEPARATOR,
                _ => bits & all & !SEPARATOR | 1 << tile_count,
            };
            let mask = match step % 5 {
                _ if step == 0 => 0,
                0 => all,
                1 => 0,
                2 => SEPARATOR,
                _ => bits.rotate_left(32) & all,
            };
            let set = if mask == 0 { set | 2 } else { set };
            let mut children: Vec<EdgeRef> = (0..mask.count_ones())
                .map(|rank| references[(bits.rotate_left(rank) % u64::from(step.max(1))) as usize])
                .collect();
            // Every other record is chained to the one before it.
            if let (Some(last), true) = (children.last_mut(), step % 2 == 0) {
                *last = *references.last().unwrap();
            }
            if let Some(first) = children.first_mut() {
                let lone = EdgeRef::lone(tile_count as u8, *first, W);
                *first = lone.unwrap_or(*first);
            }
            references.push(writer.push(set, mask, &children).unwrap());
            expected.push((set, mask, children));
        }
        let records = writer.records();
        assert!(records.heads().eq(references.iter().copied()));
        for (&reference, (set, mask, children)) in references.iter().zip(&expected) {
            let record = records.record(reference);
            assert_eq!((record.set, record.mask), (*set, *mask));
            assert!(writer.children(record).eq(children.iter().copied()));
            for label in 0..=62 {
                let place = (0..label).filter(|label| mask >> label & 1 != 0).count();
                let child = (mask >> label & 1 != 0).then(|| children[place]);
                assert_eq!(records.step(record, label), child);
                assert_eq!(record.rank(label) as usize, place);
            }
        }
        let words = records.words().len();
        assert_eq!(writer.finish().len(), words);
    }

    #[test]
    fn records_of_one_mask_word() {
        round_trip::<1>(1);
        round_trip::<1>(26);
        round_trip::<1>(29);
    }

    #[test]
    fn records_of_two_mask_words() {
        round_trip::<2>(30);
        round_trip::<2>(31);
        round_trip::<2>(60);
    }

    #[test]
    fn records_of_three_mask_words() {
        round_trip::<3>(61);
        round_trip::<3>(62);
    }

    #[test]
    fn words_are_laid_out_as_specified() {
        let mut writer = RecordWriter::<2>::default();
        let first = writer.push(1 << 40 | 2, 0, &[]).unwrap();
        let second = writer
            .push(0, 1 << 40 | 1 << 31 | 1, &[first, first, first])
            .unwrap();
        let words: Vec<u32> = writer.finish().iter().map(|word| word.get()).collect();
        let expected = [
            2,
            1 << 9,
            0,
            HEAD | HAS_SET,
            // The last edge is chained.
            first.word(),
            first.word(),
            1,
            HEAD | 1 << 9 | 1,
        ];
        assert_eq!(words, expected);
        assert_eq!((first.word(), second.word()), (3, 7));
    }

    #[test]
    fn lone_references_hold_what_fits() {
        for (mask_words, bits, limit) in [(1, 5, 1 << 25), (2, 6, 1 << 24), (3, 6, 1 << 24)] {
            assert_eq!(label_bits(mask_words), bits);
            let last_label = (1 << bits) - 1;
            let lone = |label, target| EdgeRef::lone(label, EdgeRef::from_word(target), mask_words);
            for (label, target) in [(0, 0), (last_label, limit - 1), (3, 77)] {
                let reference = lone(label, target).unwrap();
                assert!(reference.is_lone());
                assert_eq!(
                    reference.word(),
                    LONE | u32::from(label) << (30 - bits) | target
                );
                let edge = Some((label, EdgeRef::from_word(target)));
                let read = match mask_words {
                    1 => Records::<1>::new(&[]).lone_edge(reference),
                    2 => Records::<2>::new(&[]).lone_edge(reference),
                    _ => Records::<3>::new(&[]).lone_edge(reference),
                };
                assert_eq!(read, edge);
            }
            assert_eq!(lone(0, limit), None);
            assert_eq!(lone(0, LONE), None);
            assert_eq!(lone(last_label + 1, 0), None);
            assert_eq!(lone(u8::MAX, 0), None);
        }
        let direct = EdgeRef::from_word(5);
        assert_eq!(Records::<1>::new(&[]).lone_edge(direct), None);
    }

    #[test]
    fn lone_edges_are_read_as_the_record_they_stand_for() {
        let records = Records::<1>::new(&[]);
        let target = EdgeRef::from_word(7);
        let record = records.record(EdgeRef::lone(9, target, 1).unwrap());
        assert_eq!((record.set, record.mask), (0, 1 << 9));
        assert_eq!(records.step(record, 9), Some(target));
        assert_eq!(records.step(record, 8), None);
        assert_eq!(records.reference_index(record, 0), None);
    }

    #[test]
    fn references_have_places_unless_they_are_chained() {
        let mut writer = RecordWriter::<1>::default();
        let leaf = writer.push(2, 0, &[]).unwrap();
        let last = writer.push(4, 0, &[]).unwrap();
        let parent = writer.push(8, 0b1110, &[leaf, last, last]).unwrap();
        let records = writer.records();
        let record = records.record(parent);
        let places = [0, 1, 2].map(|rank| records.reference_index(record, rank));
        assert_eq!(places, [Some(5), Some(4), None]);
    }

    #[test]
    fn any_words_are_read_without_a_panic() {
        let words: Vec<U32Le> = [0, u32::MAX, 1, HEAD, HEAD | HAS_SET, LONE, LONE | 1, 2]
            .map(U32Le::new)
            .to_vec();
        fn read_all<const W: usize>(words: &[U32Le]) {
            let records = Records::<W>::new(words);
            for word in (0..10).chain([LONE - 1, LONE, LONE + 3, !HEAD, HEAD, u32::MAX]) {
                let record = records.record(EdgeRef::from_word(word));
                for label in 0..=u8::MAX {
                    let _ = (record.has_edge(label), record.rank(label));
                    let _ = records.step(record, label);
                }
                for rank in [0, 1, 62, 63, u32::MAX] {
                    let _ = records.record(records.child(record, rank));
                    let _ = records.reference_index(record, rank);
                }
            }
        }
        for len in 0..=words.len() {
            read_all::<1>(&words[..len]);
            read_all::<2>(&words[..len]);
            read_all::<3>(&words[..len]);
        }
    }
}
