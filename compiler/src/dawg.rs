//! Sorted words → the DAWG's records and the trie of all prefixes.
//!
//! The words `CAR`, `CARE`, `CARS`, `EAR`, in order: `CARE` adds its last letter E to the letter set of the edge that
//! leads over `CAR`, `CARS` the S. When `EAR` comes, nothing more can be added below `C`: the states of `CAR`, `CA`, `C`
//! are finished, deepest first, and each is looked up among the finished ones before it is written (Daciuk, Mihov,
//! Watson and Watson 2000, "Incremental construction of minimal acyclic finite-state automata", section 3). The
//! trie's nodes are kept all the same, one for every distinct prefix: the GADDAG's left half is made from them.

use lexc_formats::record::EdgeRef;
use lexc_formats::tile::MAX_WORD_LEN;

use crate::automaton::RecordTable;
use crate::error::CompileError;

/// The distinct prefixes of the words, as nodes that know the prefix one shorter. Node 0 is the empty prefix.
#[derive(Debug)]
pub(crate) struct PrefixTrie {
    nodes: Vec<PrefixNode>,
}

/// A prefix: the one before it, its last tile, and what may follow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrefixNode {
    pub(crate) parent: u32,
    /// What the DAWG accepts after the prefix; [`NO_RECORD`] if nothing.
    follow: u32,
    /// Code of the last tile.
    pub(crate) label: u8,
    /// Whether the prefix is a word.
    pub(crate) is_word: bool,
}

const NO_RECORD: u32 = u32::MAX;

impl PrefixNode {
    /// The record of the edge that leads over the prefix, if anything may follow.
    pub(crate) fn follow(self) -> Option<EdgeRef> {
        (self.follow != NO_RECORD).then_some(EdgeRef::from_word(self.follow))
    }
}

impl PrefixTrie {
    pub(crate) fn nodes(&self) -> &[PrefixNode] {
        &self.nodes
    }
}

/// A state that may still gain edges: one for each tile of the word inserted last.
#[derive(Clone, Copy, Debug)]
struct OpenState {
    node: u32,
    /// Where its children start among those of all open states.
    first_child: usize,
    set: u64,
    mask: u64,
}

/// Builds the DAWG of words that come sorted and distinct, as tile codes.
#[derive(Debug)]
pub(crate) struct DawgBuilder<const W: usize> {
    table: RecordTable<W>,
    trie: PrefixTrie,
    open: Vec<OpenState>,
    /// The finished children of the open states, those of the deepest state last.
    children: Vec<EdgeRef>,
    previous: Vec<u8>,
    tile_count: usize,
}

impl<const W: usize> DawgBuilder<W> {
    pub(crate) fn new(tile_count: usize) -> DawgBuilder<W> {
        let root = PrefixNode {
            parent: 0,
            follow: NO_RECORD,
            label: 0,
            is_word: false,
        };
        DawgBuilder {
            table: RecordTable::new(),
            trie: PrefixTrie { nodes: vec![root] },
            open: vec![OpenState {
                node: 0,
                first_child: 0,
                set: 0,
                mask: 0,
            }],
            children: Vec::new(),
            previous: Vec::with_capacity(MAX_WORD_LEN),
            tile_count,
        }
    }

    pub(crate) fn insert(&mut self, word: &[u8]) -> Result<(), CompileError> {
        let (&last, _) = match word.split_last() {
            Some(parts) if word.len() <= MAX_WORD_LEN => parts,
            _ => return Err(CompileError::WordLength { found: word.len() }),
        };
        let is_tile = |code: u8| code != 0 && usize::from(code) <= self.tile_count;
        if let Some(&found) = word.iter().find(|&&code| !is_tile(code)) {
            return Err(CompileError::Code {
                found,
                tile_count: self.tile_count,
            });
        }
        if self.previous.as_slice() >= word {
            return Err(CompileError::OutOfOrder {
                previous: self.previous.clone(),
                got: word.to_vec(),
            });
        }
        let common = self
            .previous
            .iter()
            .zip(word)
            .take_while(|(a, b)| a == b)
            .count();
        self.close_below(common)?;
        for &label in &word[common..] {
            let node =
                u32::try_from(self.trie.nodes.len()).map_err(|_| CompileError::TooManyRecords)?;
            let parent = self.open[self.open.len() - 1].node;
            self.trie.nodes.push(PrefixNode {
                parent,
                follow: NO_RECORD,
                label,
                is_word: false,
            });
            let first_child = self.children.len();
            self.open.push(OpenState {
                node,
                first_child,
                set: 0,
                mask: 0,
            });
        }
        let word_node = self.open[word.len()].node;
        self.trie.nodes[word_node as usize].is_word = true;
        self.open[word.len() - 1].set |= 1 << last;
        self.previous.clear();
        self.previous.extend_from_slice(word);
        Ok(())
    }

    /// Finishes the states over more than `depth` tiles.
    fn close_below(&mut self, depth: usize) -> Result<(), CompileError> {
        while self.open.len() > depth + 1 {
            let Some(state) = self.open.pop() else { break };
            if state.mask == 0 && state.set == 0 {
                continue;
            }
            let children = &self.children[state.first_child..];
            let record = self.table.intern(state.set, state.mask, children)?;
            self.children.truncate(state.first_child);
            self.children.push(record);
            let node = &mut self.trie.nodes[state.node as usize];
            node.follow = record.word();
            let parent = self.open.last_mut().expect("the root is never closed here");
            parent.mask |= 1 << node.label;
        }
        Ok(())
    }

    /// Finishes all states but the root.
    pub(crate) fn finish_children(&mut self) -> Result<(), CompileError> {
        self.close_below(0)
    }

    /// Writes the root's record. Its letter set holds the words of one tile.
    pub(crate) fn write_root(&mut self) -> Result<EdgeRef, CompileError> {
        let root = self.open[0];
        self.table.intern(root.set, root.mask, &self.children)
    }

    pub(crate) fn finish(self) -> (RecordTable<W>, PrefixTrie) {
        (self.table, self.trie)
    }
}
