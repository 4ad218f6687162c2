//! Minimal automata under construction: a registry of distinct nodes, and the states that may still gain edges.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use lexc_formats::raw::int::U32Le;
use lexc_formats::raw::node::{FastWriter, NodeRef, Nodes, SetCodes, inline_limit};

use crate::error::CompileError;

/// Writes each distinct node once, except nodes that fit an inline reference.
///
/// Two nodes are equal if and only if their letter sets, masks and children are. Children are written first, so one
/// look-up per node makes the automaton minimal (Appel and Jacobson 1988, section 3.2.2; Gordon 1994, "Partial and full
/// minimization").
#[derive(Debug)]
pub(crate) struct NodeRegistry<const W: usize> {
    writer: FastWriter<W>,
    /// References to all stored nodes, with hashes of the nodes. A look-up reads a node only if the hashes are equal,
    /// and growing the table reads no nodes.
    table: HashTable<(u32, NodeRef)>,
}

/// There are more units of nodes, or more prefixes of words, than can be indexed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooManyNodesError;

impl From<TooManyNodesError> for CompileError {
    fn from(_: TooManyNodesError) -> CompileError {
        CompileError::TooManyNodes
    }
}

impl<const W: usize> NodeRegistry<W> {
    pub(crate) fn new(tile_count: usize) -> NodeRegistry<W> {
        NodeRegistry {
            writer: FastWriter::new(tile_count),
            table: HashTable::new(),
        }
    }

    /// The number of stored nodes.
    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    pub(crate) fn writer(&self) -> &FastWriter<W> {
        &self.writer
    }

    pub(crate) fn finish(self) -> (Vec<U32Le>, SetCodes) {
        self.writer.finish()
    }

    /// Node with this letter set, mask and children (by ascending label): inline if possible, otherwise written if new.
    #[inline(always)]
    pub(crate) fn intern(
        &mut self,
        set: u64,
        mask: u64,
        children: &[NodeRef],
    ) -> Result<NodeRef, TooManyNodesError> {
        if set == 0
            && let &[child] = children
        {
            return self.intern_single(mask, child);
        }
        self.look_up(set, mask, children)
    }

    /// Node with one edge and without a letter set: inline if an inline reference has room for the edge and for the
    /// child's reference. If the child is inline and its reference does not fit, for example because it holds two inline
    /// nodes, the child is written to a unit between nodes. The node is then inline with the index of that unit, as long
    /// as an inline reference has room for the index.
    #[inline]
    fn intern_single(&mut self, mask: u64, child: NodeRef) -> Result<NodeRef, TooManyNodesError> {
        let label = u8::try_from(mask.trailing_zeros()).unwrap_or(0);
        if let Some(inline) = NodeRef::inline(label, child, W) {
            return Ok(inline);
        }
        if let Some((label_of_child, target)) = self.writer.nodes().inline_edge(child)
            && self.writer.nodes().units().len() < inline_limit(W) as usize
        {
            let stored = self.look_up(0, 1 << label_of_child, &[target])?;
            if let Some(inline) = NodeRef::inline(label, stored, W) {
                return Ok(inline);
            }
        }
        self.look_up(0, mask, &[child])
    }

    #[inline(never)]
    fn look_up(
        &mut self,
        set: u64,
        mask: u64,
        children: &[NodeRef],
    ) -> Result<NodeRef, TooManyNodesError> {
        let NodeRegistry { writer, table } = self;
        let hash = hash(set, mask, children.iter().copied());
        let nodes = writer.nodes();
        let is_same = |&(other, reference): &(u32, NodeRef)| {
            other == hash && {
                let node = nodes.node(reference);
                let mut ranked = (0..).zip(children);
                node.set == set
                    && node.mask == mask
                    && ranked.all(|(rank, &child)| nodes.child(node, rank) == child)
            }
        };
        match table.entry(spread(hash), is_same, |&(hash, _)| spread(hash)) {
            Entry::Occupied(entry) => Ok(entry.get().1),
            Entry::Vacant(entry) => {
                let reference = writer.push(set, mask, children);
                let reference = reference.ok_or(TooManyNodesError)?;
                entry.insert((hash, reference));
                Ok(reference)
            }
        }
    }

    /// Makes room for `additional` nodes in the table.
    pub(crate) fn reserve(&mut self, additional: usize) {
        self.table.reserve(additional, |&(hash, _)| spread(hash));
    }
}

/// Hash of the content of a node: the top bits of a product, which depend on all bits of its factors.
#[inline]
pub(crate) fn hash(set: u64, mask: u64, children: impl Iterator<Item = NodeRef>) -> u32 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let fold = |state: u64, value: u64| (state.rotate_left(26) ^ value).wrapping_mul(MULTIPLIER);
    let state = children.fold(fold(set.wrapping_mul(MULTIPLIER), mask), |state, child| {
        fold(state, u64::from(child.unit()))
    });
    (state >> 32) as u32
}

/// The hash in both halves: a [`HashTable`] uses the lowest bits and the highest.
#[inline]
pub(crate) fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

/// The states that may still gain edges: the root, and states on the path of the string that was added last.
///
/// Strings come sorted. When a string is added, the states of the previous string below the common prefix of the two
/// strings gain no more edges, so they are closed, the deepest first.
#[derive(Debug)]
pub(crate) struct OpenStates {
    states: Vec<OpenState>,
    /// The finished children of the open states; the children of the deepest state are last.
    children: Vec<NodeRef>,
}

/// A state whose edges may be incomplete.
#[derive(Clone, Copy, Debug, Default)]
struct OpenState {
    /// Label of the edge to the state; 0 for the root.
    label: u8,
    /// Index of the state's first child in [`OpenStates::children`].
    first_child: usize,
    /// Letter set of the edge to the state.
    set: u64,
    mask: u64,
}

impl OpenStates {
    /// The root alone.
    pub(crate) fn new() -> OpenStates {
        OpenStates {
            states: vec![OpenState::default()],
            children: Vec::new(),
        }
    }

    /// Number of labels on the path to the deepest state.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.states.len() - 1
    }

    /// Opens the state at the end of an edge with this label from the deepest state.
    #[inline]
    pub(crate) fn open(&mut self, label: u8) {
        self.states.push(OpenState {
            label,
            first_child: self.children.len(),
            ..OpenState::default()
        });
    }

    /// Adds a label to the letter set of the open state at this depth.
    #[inline]
    pub(crate) fn complete(&mut self, depth: usize, label: u8) {
        self.states[depth].set |= 1 << label;
    }

    /// Adds an edge from the deepest state, whose other edges must have lower labels.
    #[inline]
    pub(crate) fn add_edge(&mut self, label: u8, node: NodeRef) {
        let state = self.states.last_mut().expect("the root is always open");
        state.mask |= 1 << label;
        self.children.push(node);
    }

    /// Closes the deepest state, which must not be the root. Adds an edge to its node from the state above, and returns the
    /// node. If no string continues from the state, adds no edge and returns `None`.
    #[inline]
    pub(crate) fn close<const W: usize>(
        &mut self,
        table: &mut NodeRegistry<W>,
    ) -> Result<Option<NodeRef>, TooManyNodesError> {
        let state = self.states.pop().expect("the root is always open");
        if state.mask == 0 && state.set == 0 {
            return Ok(None);
        }
        let children = &self.children[state.first_child..];
        let node = table.intern(state.set, state.mask, children)?;
        self.children.truncate(state.first_child);
        self.add_edge(state.label, node);
        Ok(Some(node))
    }

    /// Interns the root's node, whose letter set stands for the strings of one label. All other states must be closed.
    pub(crate) fn write_root<const W: usize>(
        &self,
        table: &mut NodeRegistry<W>,
    ) -> Result<NodeRef, TooManyNodesError> {
        let root = self.states[0];
        table.intern(root.set, root.mask, &self.children)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_each_node_once() {
        let mut table = NodeRegistry::<1>::new(26);
        let leaf = table.intern(2, 0, &[]).unwrap();
        // Each node refers to the node before it, so nodes differ only in their children. The table grows on the way.
        let mut made = vec![leaf];
        for step in 0..10_000 {
            let last = made[step];
            let children = [leaf, last];
            made.push(table.intern(0, 6, &children[..]).unwrap());
        }
        assert_eq!(table.len(), 10_001);
        table.reserve(100_000);
        for step in 0..10_000 {
            assert_eq!(
                table.intern(0, 6, &[leaf, made[step]]).unwrap(),
                made[step + 1]
            );
        }
        assert_eq!(table.intern(2, 0, &[]).unwrap(), leaf);
        assert_eq!(table.len(), 10_001);
        // The letter set and the mask tell nodes apart as well.
        assert_ne!(table.intern(0, 10, &[leaf, leaf]).unwrap(), made[1]);
        assert_ne!(table.intern(2, 6, &[leaf, leaf]).unwrap(), made[1]);
        assert_eq!(table.len(), 10_003);
    }

    #[test]
    fn encodes_single_edges_inline() {
        let mut table = NodeRegistry::<1>::new(26);
        let leaf = table.intern(2, 0, &[]).unwrap();
        let inline = table.intern(0, 8, &[leaf]).unwrap();
        assert_eq!(Some(inline), NodeRef::inline(3, leaf, 1));
        assert_eq!(table.len(), 1);
        let two = table.intern(0, 8, &[inline]).unwrap();
        assert_eq!(Some(two), NodeRef::inline(3, inline, 1));
        assert_eq!(table.len(), 1);
        // An inline reference has no room for three edges: it holds the new edge, and a unit holds the other two.
        for label in [3, 4] {
            let three = table.intern(0, 1 << label, &[two]).unwrap();
            let nodes = table.writer().nodes();
            let (found, rest) = nodes.inline_edge(three).unwrap();
            assert_eq!((found, nodes.dereference(rest)), (label, two));
            assert_eq!(table.len(), 2);
        }
        assert!(!table.intern(2, 8, &[leaf]).unwrap().is_inline());
        assert_eq!(table.len(), 3);
    }
}
