//! Threads that search the same root.
//!
//! Each thread searches the whole tree with its own store of plays, and all threads share the table. At each node, a
//! thread first searches the moves that no other thread is searching, and then finds the values of the other moves in
//! the table (Weill, "The ABDADA distributed minimax search algorithm", 1996). The first thread to finish ends the
//! search of all.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::hash::Key;

/// Nodes that threads are searching, and the end of the search.
#[derive(Debug)]
pub(super) struct Team {
    /// Keys of the nodes under search, each at the index of its low bits; 0 elsewhere. A key replaces any other key at
    /// its index: then two threads may search the same node.
    searched: [AtomicU64; SLOTS],
    is_finished: AtomicBool,
}

/// Largest number of keys, a power of two. It can be small: threads search few nodes at once.
const SLOTS: usize = 1 << 10;

impl Team {
    pub(super) fn new() -> Team {
        Team {
            searched: [const { AtomicU64::new(0) }; SLOTS],
            is_finished: AtomicBool::new(false),
        }
    }

    /// Marks a node as under search.
    pub(super) fn enter(&self, key: Key) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    /// Removes the mark of a node.
    pub(super) fn leave(&self, key: Key) {
        self.slot(key).store(0, Ordering::Relaxed);
    }

    /// Returns `true` if a thread is searching the node.
    pub(super) fn is_searched(&self, key: Key) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    /// Ends the search of all threads.
    pub(super) fn finish(&self) {
        self.is_finished.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_finished(&self) -> bool {
        self.is_finished.load(Ordering::Relaxed)
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the low bits are the index"
    )]
    fn slot(&self, key: Key) -> &AtomicU64 {
        &self.searched[key as usize & (SLOTS - 1)]
    }
}
