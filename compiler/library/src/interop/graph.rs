//! Word graphs as lists of siblings: checked for cycles and references out of range, and listed without recursion.
//!
//! A node has a tile, and the index of its first child. Siblings lie one after the other, and the last of them is marked.
//! Each node ends a word or has a child. So every node that a walk reaches is on the path of a word, and listing the words
//! takes at most 63 steps for each.

use lexc_formats::MAX_WORD_LEN;

use super::error::InteropError;
use crate::limits::Limits;
use crate::word_list::{WordList, WordListBuilder};

/// A node of a word graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphNode {
    /// The tile as the file has it; in Quackle's files, the code of the letter in the alphabet.
    pub(super) tile: u8,
    /// True if a word ends with the tile.
    pub(super) ends_word: bool,
    /// True if no sibling follows.
    pub(super) is_last: bool,
    /// The index of the first child; 0 for none.
    pub(super) child: u32,
}

/// The nodes of a file.
pub(super) trait Graph {
    /// The number of nodes.
    fn len(&self) -> u32;

    /// The node with this index, below [`len`](Self::len).
    fn node(&self, index: u32) -> GraphNode;

    /// The offset of a node in the file.
    fn offset(&self, index: u32) -> u64;

    /// The rule that a node breaks, alone or together with its next sibling; `None` for a valid node.
    fn problem(&self, node: GraphNode, next: Option<GraphNode>) -> Option<String>;
}

/// The state of each node in a check. Each node is checked once.
#[derive(Debug)]
pub(super) struct CheckedNodes(Vec<NodeState>);

/// The state of a node in a walk, depth first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NodeState {
    New,
    /// Its children are being visited.
    InChildren,
    /// Its next siblings are being visited.
    InSiblings,
    Done,
}

impl CheckedNodes {
    /// Starts with `len` nodes, none of them checked.
    pub(super) fn none(len: u32) -> CheckedNodes {
        CheckedNodes(vec![NodeState::New; len as usize])
    }

    /// Checks all nodes that are reached from the siblings that start at `first`, the child of node `parent`. Skips nodes that
    /// were checked before.
    pub(super) fn check(
        &mut self,
        graph: &impl Graph,
        first: u32,
        parent: u32,
    ) -> Result<(), InteropError> {
        let fault =
            |index: u32, message: String| Err(InteropError::at(graph.offset(index), message));
        let mut path = Vec::new();
        let mut enter = Some((first, parent, true));
        loop {
            if let Some((index, from, is_child)) = enter.take() {
                match self.0.get(index as usize) {
                    None if !is_child => {
                        return fault(from, "the last node of the file is not marked as the last sibling (the file was cut off: get it again)".to_owned());
                    }
                    None => {
                        let len = graph.len();
                        return fault(
                            from,
                            format!(
                                "child {index} where the file has {len} nodes (get the file again)"
                            ),
                        );
                    }
                    Some(NodeState::InChildren | NodeState::InSiblings) => {
                        return fault(
                            from,
                            format!(
                                "cycle: a walk from node {index} returns to it (get the file again)"
                            ),
                        );
                    }
                    Some(NodeState::Done) => {}
                    Some(NodeState::New) => path.push(index),
                }
            }
            let Some(&index) = path.last() else {
                return Ok(());
            };
            let node = graph.node(index);
            let state = &mut self.0[index as usize];
            match *state {
                NodeState::New => {
                    let next =
                        (!node.is_last && index + 1 < graph.len()).then(|| graph.node(index + 1));
                    if let Some(problem) = graph.problem(node, next) {
                        return fault(index, problem);
                    }
                    if node.child == 0 && !node.ends_word {
                        return fault(
                            index,
                            "a node without a child and without a word (get the file again)"
                                .to_owned(),
                        );
                    }
                    *state = NodeState::InChildren;
                    enter = (node.child != 0).then_some((node.child, index, true));
                }
                NodeState::InChildren => {
                    *state = NodeState::InSiblings;
                    enter = (!node.is_last).then_some((index + 1, index, false));
                }
                NodeState::InSiblings | NodeState::Done => {
                    *state = NodeState::Done;
                    path.pop();
                }
            }
        }
    }
}

/// Collects the words of a graph.
#[derive(Debug)]
pub(super) struct Words {
    builder: WordListBuilder,
    /// The number of words added, duplicates included.
    pub(super) count: u64,
    limits: Limits,
}

impl Words {
    /// Starts without words, and accepts up to the limit.
    pub(super) fn within(limits: &Limits) -> Words {
        Words {
            builder: WordListBuilder::default(),
            count: 0,
            limits: *limits,
        }
    }

    /// Adds a word that ends at the node at `offset`.
    pub(super) fn push(&mut self, word: &[u8], offset: u64) -> Result<(), InteropError> {
        self.count += 1;
        if self.count > self.limits.words {
            return Err(InteropError::at(offset, self.limits.too_many_words()));
        }
        let pushed = self.builder.push(word);
        pushed.map_err(|error| InteropError::at(offset, format!("{error} (split the lexicon)")))
    }

    /// The words in order, without duplicates.
    pub(super) fn finish(self) -> WordList {
        self.builder.finish().0
    }
}

/// Visits the words of checked nodes, from the siblings that start at `first`. Each word starts with the tiles `start`.
pub(super) fn for_each_word(
    graph: &impl Graph,
    first: u32,
    start: &[u8],
    mut visit: impl FnMut(&[u8], u64) -> Result<(), InteropError>,
) -> Result<(), InteropError> {
    let mut word = start.to_vec();
    let mut path = vec![first];
    while let Some(&index) = path.last() {
        let node = graph.node(index);
        word.truncate(start.len() + path.len() - 1);
        word.push(node.tile);
        if word.len() > MAX_WORD_LEN {
            let message =
                format!("a word of more than {MAX_WORD_LEN} tiles (leave it out of the lexicon)");
            return Err(InteropError::at(graph.offset(index), message));
        }
        if node.ends_word {
            visit(&word, graph.offset(index))?;
        }
        if node.child != 0 {
            path.push(node.child);
            continue;
        }
        while let Some(index) = path.pop() {
            if !graph.node(index).is_last {
                path.push(index + 1);
                break;
            }
        }
    }
    Ok(())
}
