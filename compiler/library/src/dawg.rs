//! Builds the DAWG's nodes and the list of distinct prefixes from sorted words.
//!
//! The words `CAR`, `CARE`, `CARS`, `EAR`, in order: `CARE` adds E to the letter set after `CAR`, and `CARS` adds S.
//! `EAR` shares no prefix with `CARS`, so nothing more can be added below `C`: the states after `CAR`, `CA` and `C` are
//! finished, deepest first. Unless a state is encoded inline, it is looked up before it is written (Daciuk, Mihov,
//! Watson and Watson 2000, "Incremental construction of minimal acyclic finite-state automata", section 3). Each prefix
//! is stored with the node of the state after it, if that state has a node, because the GADDAG's left half (the nodes
//! before the separator) is built from the prefixes.

use lexc_formats::MAX_WORD_LEN;
use lexc_formats::raw::node::NodeRef;

use crate::error::CompileError;
use crate::gaddag::Prefixes;
use crate::registry::{NodeRegistry, OpenStates, TooManyNodesError};

/// Builds the DAWG of words that come sorted and distinct, as tile codes.
#[derive(Debug)]
pub(crate) struct DawgBuilder<const W: usize> {
    table: NodeRegistry<W>,
    open: OpenStates,
    prefixes: Prefixes<W>,
    /// Indices of the prefixes of the word inserted last, the shortest first. The states after these prefixes are open.
    path: Vec<u32>,
    previous: Vec<u8>,
    tile_count: usize,
}

impl<const W: usize> DawgBuilder<W> {
    pub(crate) fn new(tile_count: usize) -> DawgBuilder<W> {
        DawgBuilder {
            table: NodeRegistry::new(tile_count),
            open: OpenStates::new(),
            prefixes: Prefixes::default(),
            path: Vec::with_capacity(MAX_WORD_LEN),
            previous: Vec::with_capacity(MAX_WORD_LEN),
            tile_count,
        }
    }

    pub(crate) fn insert(&mut self, word: &[u8]) -> Result<(), CompileError> {
        if word.is_empty() || word.len() > MAX_WORD_LEN {
            return Err(CompileError::WordLength { found: word.len() });
        }
        let pairs = self.previous.iter().zip(word);
        let common = pairs.take_while(|(a, b)| a == b).count();
        let new = &word[common..];
        let is_tile = |code: u8| code != 0 && usize::from(code) <= self.tile_count;
        if let Some(&found) = new.iter().find(|&&code| !is_tile(code)) {
            return Err(CompileError::Code {
                found,
                tile_count: self.tile_count,
            });
        }
        if self.previous.get(common..) >= Some(new) {
            return Err(CompileError::OutOfOrder {
                previous: self.previous.clone(),
                got: word.to_vec(),
            });
        }
        self.close_below(common)?;
        for (len, &label) in (common + 1..).zip(new) {
            let is_word = len == word.len();
            let prefix = self.prefixes.add(&self.path, label, is_word)?;
            self.path.push(prefix);
            if is_word {
                self.open.complete(len - 1, label);
            }
            self.open.open(label);
        }
        self.previous.truncate(common);
        self.previous.extend_from_slice(new);
        Ok(())
    }

    /// Finishes the states after more than `depth` tiles.
    #[inline]
    fn close_below(&mut self, depth: usize) -> Result<(), TooManyNodesError> {
        while self.open.depth() > depth {
            let node = self.open.close(&mut self.table)?;
            if let (Some(prefix), Some(node)) = (self.path.pop(), node) {
                self.prefixes.set_follow(prefix, node);
            }
        }
        Ok(())
    }

    /// Finishes all states but the root.
    pub(crate) fn finish_children(&mut self) -> Result<(), TooManyNodesError> {
        self.close_below(0)
    }

    /// Writes the root's node. Its letter set holds the words of one tile.
    pub(crate) fn write_root(&mut self) -> Result<NodeRef, TooManyNodesError> {
        self.open.write_root(&mut self.table)
    }

    pub(crate) fn finish(self) -> (NodeRegistry<W>, Prefixes<W>) {
        (self.table, self.prefixes)
    }
}
