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
//! - A **lone reference** (bit 30 set) stands for a record that need not be written: no letter set and a single edge,
//!   which is 52 % of them. It holds that edge: its label ([`label_bits`] bits below bit 30) and, in the bits below, the index
//!   of the record it refers to. A traversal learns all about such a state without touching another cache line.
//! - **Chaining**: where the edge with the highest label refers to the record that ends right before this one, its
//!   reference is left out. The word in its place is then that record's head, and bit 31 tells.

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

    /// What the edge with this label refers to, if there is one.
    #[inline(always)]
    fn step(self, record: Record, label: u8) -> Option<EdgeRef> {
        record
            .has_edge(label)
            .then(|| self.child(record, record.rank(label)))
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

/// The records of an image whose masks take `W` words.
#[derive(Clone, Copy, Debug)]
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
        if head & HAS_SET == 0 {
            Record {
                set: 0,
                mask,
                slots: below & !HEAD,
            }
        } else {
            let set = self.bits(self.word(below), below);
            Record {
                set,
                mask,
                slots: below.wrapping_sub(Self::WIDTH) & !HEAD,
            }
        }
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
