//! The transposition table: bounds on the values of nodes (Slate and Atkin 1977).

use super::hash::Key;

/// Relation of a stored value to the value of the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Lower,
    Upper,
    Exact,
}

/// Depth of a complete value: it holds for every depth.
pub(super) const COMPLETE: u8 = u8::MAX;

/// Value of a node, or a bound on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// Label of the best move.
    pub(super) best: u32,
    /// Value for the player on turn, in points.
    pub(super) value: i32,
    /// Depth in turns, or [`COMPLETE`].
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

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
}

/// A node and its entry.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// 0 in an empty cell.
    key: Key,
    entry: Entry,
}

/// Index of the cell of a bucket that is replaced only by an entry of the same node, or of at least the same depth.
const DEEP: usize = 0;

/// Index of the cell of a bucket that is replaced by any entry.
const RECENT: usize = 1;

/// A table with buckets of two cells. It starts small and grows on request, because most searches are small, and most first
/// accesses to a large table cost a page fault.
#[derive(Debug)]
pub(super) struct Table {
    /// Buckets. Their number is a power of two.
    buckets: Vec<[Cell; 2]>,
    max_buckets: usize,
}

impl Table {
    /// A small table. It never has more than `max_bytes` bytes, but at least one bucket.
    pub(super) fn new(max_bytes: usize) -> Table {
        let max_buckets = (max_bytes / size_of::<[Cell; 2]>()).max(1);
        let mut table = Table {
            buckets: vec![[Cell::EMPTY; 2]; 1],
            max_buckets: 1 << max_buckets.ilog2(),
        };
        table.grow(1 << 10);
        table
    }

    /// Grows to at least this many buckets, within the limit of bytes, and keeps the entries.
    pub(super) fn grow(&mut self, buckets: u64) {
        let wanted = usize::try_from(buckets).unwrap_or(usize::MAX);
        let wanted = wanted.min(self.max_buckets).next_power_of_two();
        if wanted <= self.buckets.len() {
            return;
        }
        let grown = vec![[Cell::EMPTY; 2]; wanted];
        for cell in std::mem::replace(&mut self.buckets, grown)
            .into_iter()
            .flatten()
        {
            if cell.key != 0 {
                self.set(cell.key, cell.entry);
            }
        }
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Entry> {
        let bucket = &self.buckets[self.index(key)];
        let cell = bucket.iter().find(|cell| cell.key == key)?;
        Some(cell.entry)
    }

    pub(super) fn set(&mut self, key: Key, entry: Entry) {
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let deep = bucket[DEEP];
        if deep.key == key || deep.key == 0 {
            bucket[DEEP] = Cell { key, entry };
        } else if entry.depth >= deep.entry.depth {
            *bucket = [Cell { key, entry }, deep];
        } else {
            bucket[RECENT] = Cell { key, entry };
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

impl Cell {
    const EMPTY: Cell = Cell {
        key: 0,
        entry: Entry {
            best: 0,
            value: 0,
            depth: 0,
            bound: Bound::Upper,
        },
    };
}
