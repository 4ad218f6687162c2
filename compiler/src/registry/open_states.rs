//! States under construction.

use lexc_formats::raw::node::NodeRef;

use super::nodes::{NodeRegistry, TooManyNodesError};

/// The states that may still gain edges: those over the string that was added last, the root first.
///
/// Strings come sorted. So when the next one turns off after some labels, nothing more can be added below, and those
/// states are closed, the deepest first.
#[derive(Debug)]
pub(crate) struct OpenStates {
    states: Vec<OpenState>,
    /// The finished children of the open states, those of the deepest state last.
    children: Vec<NodeRef>,
}

/// A state, as far as it is known.
#[derive(Clone, Copy, Debug, Default)]
struct OpenState {
    /// Label of the edge to it; 0 for the root.
    label: u8,
    /// Where its children start among those of all open states.
    first_child: usize,
    /// Letter set of the edge to it.
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

    /// Opens the state at the end of an edge with this label from the deepest one.
    #[inline]
    pub(crate) fn open(&mut self, label: u8) {
        self.states.push(OpenState {
            label,
            first_child: self.children.len(),
            ..OpenState::default()
        });
    }

    /// Notes that a string ends with this label after the state at this depth.
    #[inline]
    pub(crate) fn complete(&mut self, depth: usize, label: u8) {
        self.states[depth].set |= 1 << label;
    }

    /// Gives the deepest state an edge, whose label is higher than those before.
    #[inline]
    pub(crate) fn add_edge(&mut self, label: u8, node: NodeRef) {
        let state = self.states.last_mut().expect("the root is always open");
        state.mask |= 1 << label;
        self.children.push(node);
    }

    /// Closes the deepest state, which is not the root, and returns its node, now a child of the state before. `None` if
    /// there is nothing to write, as no string continues from the state.
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

    /// Writes the root's node, when all other states are closed. Its letter set holds the strings of one label.
    pub(crate) fn write_root<const W: usize>(
        &self,
        table: &mut NodeRegistry<W>,
    ) -> Result<NodeRef, TooManyNodesError> {
        let root = self.states[0];
        table.intern(root.set, root.mask, &self.children)
    }
}
