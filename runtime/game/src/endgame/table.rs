//! The transposition table: bounds on the values of nodes (Slate and Atkin 1977), for any number of threads.
//!
//! Threads read and write cells without locks (Hyatt and Mann, "A lock-less transposition table implementation for
//! parallel search chess engines", 2002): a cell has the entry, and the exclusive or of entry and key. If two threads
//! write a cell at once, it may have one half from each thread; then its key is that of neither entry.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::hash::Key;

/// Relation of a stored value to the value of the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Lower,
    Upper,
    Exact,
}

/// Depth of a value to which no estimate contributed: the value holds for every depth.
pub(super) const COMPLETE: u8 = (1 << DEPTH_BITS) - 1;

/// Hash of a move in [`LABEL_BITS`] bits. Two moves of a node rarely have the same label.
pub(super) type Label = u32;

/// Label of the pass, which no play has.
pub(super) const PASS_LABEL: Label = (1 << LABEL_BITS) - 1;

/// Value of a node, or a bound on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// Label of the best move.
    pub(super) best: Label,
    /// Value for the player on turn, in points.
    pub(super) value: i32,
    /// Depth in turns, or [`COMPLETE`].
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

// From the lowest bit: label, bound, depth, value.
const LABEL_BITS: u32 = 25;
const BOUND_BITS: u32 = 2;
const DEPTH_BITS: u32 = 7;
const DEPTH_SHIFT: u32 = LABEL_BITS + BOUND_BITS;
const VALUE_SHIFT: u32 = DEPTH_SHIFT + DEPTH_BITS;

impl Entry {
    /// Returns `true` if the value or bound replaces a search to this depth with this window.
    #[inline(always)]
    pub(super) fn decides(self, depth: u8, alpha: i32, beta: i32) -> bool {
        let holds = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        holds && self.depth >= depth
    }

    /// The entry in 64 bits; `None` if the value needs more than 30 bits.
    #[inline(always)]
    fn packed(self) -> Option<u64> {
        let bound = match self.bound {
            Bound::Lower => 0,
            Bound::Upper => 1,
            Bound::Exact => 2,
        };
        let value = i64::from(self.value).cast_unsigned() << VALUE_SHIFT;
        let rest = u64::from(self.depth) << DEPTH_SHIFT | bound << LABEL_BITS;
        let packed = value | rest | u64::from(self.best & PASS_LABEL);
        (value_of(packed) == i64::from(self.value)).then_some(packed)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "each field has its bits")]
    fn unpacked(packed: u64) -> Entry {
        Entry {
            best: packed as Label & PASS_LABEL,
            value: value_of(packed) as i32,
            depth: depth_of(packed),
            bound: match packed >> LABEL_BITS & 0b11 {
                0 => Bound::Lower,
                1 => Bound::Upper,
                _ => Bound::Exact,
            },
        }
    }
}

#[inline(always)]
fn value_of(packed: u64) -> i64 {
    packed.cast_signed() >> VALUE_SHIFT
}

#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the mask takes fewer than 8 bits"
)]
fn depth_of(packed: u64) -> u8 {
    (packed >> DEPTH_SHIFT) as u8 & COMPLETE
}

/// A node and its entry. An empty cell has the key 0.
#[derive(Debug, Default)]
struct Cell {
    /// Exclusive or of the key and the packed entry.
    check: AtomicU64,
    packed: AtomicU64,
}

impl Cell {
    /// Key and packed entry.
    #[inline(always)]
    fn load(&self) -> (Key, u64) {
        let packed = self.packed.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ packed, packed)
    }

    #[inline(always)]
    fn store(&self, key: Key, packed: u64) {
        self.check.store(key ^ packed, Ordering::Relaxed);
        self.packed.store(packed, Ordering::Relaxed);
    }
}

/// Two cells for the nodes whose keys have the same low bits.
#[derive(Debug, Default)]
struct Bucket {
    /// Replaced only by an entry of the same node, or of at least the same depth.
    deep: Cell,
    /// Replaced by any entry.
    recent: Cell,
}

/// A table of buckets. It starts small and grows on request, because most searches are small, and most first accesses
/// to a large table cost a page fault. Clones share their buckets.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The number of buckets is a power of two.
    buckets: Arc<[Bucket]>,
    max_buckets: usize,
}

impl Table {
    /// A small table. It never has more than `max_bytes` bytes, but at least one bucket.
    pub(super) fn new(max_bytes: usize) -> Table {
        let max_buckets = (max_bytes / size_of::<Bucket>()).max(1);
        let max_buckets = 1 << max_buckets.ilog2();
        Table {
            buckets: empty(max_buckets.min(1 << 10)),
            max_buckets,
        }
    }

    /// A table with the same entries and at least this many buckets, or the largest number that the limit of bytes
    /// allows; `None` if this table is already that large.
    pub(super) fn grown(&self, buckets: u64) -> Option<Table> {
        let wanted = usize::try_from(buckets).unwrap_or(usize::MAX);
        let wanted = wanted.min(self.max_buckets).next_power_of_two();
        if wanted <= self.buckets.len() {
            return None;
        }
        let grown = Table {
            buckets: empty(wanted),
            ..*self
        };
        for cell in self.buckets.iter().flat_map(|at| [&at.deep, &at.recent]) {
            let (key, packed) = cell.load();
            if key != 0 {
                grown.set_packed(key, packed);
            }
        }
        Some(grown)
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Entry> {
        let bucket = &self.buckets[self.index(key)];
        let (deep, recent) = (bucket.deep.load(), bucket.recent.load());
        match () {
            () if deep.0 == key => Some(Entry::unpacked(deep.1)),
            () if recent.0 == key => Some(Entry::unpacked(recent.1)),
            () => None,
        }
    }

    pub(super) fn set(&self, key: Key, entry: Entry) {
        if let Some(packed) = entry.packed() {
            self.set_packed(key, packed);
        }
    }

    fn set_packed(&self, key: Key, packed: u64) {
        let bucket = &self.buckets[self.index(key)];
        let deep = bucket.deep.load();
        if deep.0 == key || deep.0 == 0 {
            bucket.deep.store(key, packed);
        } else if depth_of(packed) >= depth_of(deep.1) {
            bucket.recent.store(deep.0, deep.1);
            bucket.deep.store(key, packed);
        } else {
            bucket.recent.store(key, packed);
        }
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the low bits are the index"
    )]
    fn index(&self, key: Key) -> usize {
        key as usize & (self.buckets.len() - 1)
    }
}

fn empty(buckets: usize) -> Arc<[Bucket]> {
    (0..buckets).map(|_| Bucket::default()).collect()
}
