//! Size of an image's automaton with terminal nodes in place of letter sets, as Appel and Jacobson draw it.

use std::collections::HashSet;

use lexc_compiler::AutomatonSize;
use lexc_formats::raw::node::{NodeRef, Nodes, labels};
use lexc_formats::{Image, with_nodes};

/// Counts the states and edges below `root`, `root` included. A state is terminal if a word ends there. A terminal
/// state and a state that is not terminal are never merged, even if their edges are equal. States without edges are not
/// counted.
pub fn terminal_node_size(image: &Image<'_>, root: NodeRef) -> AutomatonSize {
    with_nodes!(*image.node_store(), |nodes| count(nodes, root))
}

fn count<N: Nodes>(nodes: N, root: NodeRef) -> AutomatonSize {
    let mut size = AutomatonSize::default();
    let mut found: HashSet<(u32, bool)> = HashSet::from([(root.unit(), false)]);
    let mut open = vec![root];
    while let Some(reference) = open.pop() {
        let node = nodes.node(reference);
        size.states += 1;
        size.edges += u64::from((node.mask | node.set).count_ones());
        for label in labels(node.mask) {
            let target = nodes.dereference(nodes.follow(node, label));
            let is_terminal = node.set >> label & 1 != 0;
            if found.insert((target.unit(), is_terminal)) {
                open.push(target);
            }
        }
    }
    size
}
