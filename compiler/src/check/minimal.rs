//! Minimality of the automata.

use lexc_formats::raw::node::{NodeList, NodeRef};

use super::words::ImageAutomata;
use crate::registry::hash;

/// Returns the number of stored nodes. Fails if two are equal or if no edge or root refers to one.
///
/// Then no two states are equal. Suppose two different nodes had the same letter set and the same strings, and take the
/// two whose longest string is shortest. Their children are equal label by label; otherwise two children would be such a pair
/// with shorter strings. So the two nodes have equal contents: duplicates, which this check finds. (Nodes encoded inline
/// are never stored as well; validation checks that. Compact nodes are never encoded inline.)
///
/// If each node has an edge to it, the chain of these edges, which refer to earlier nodes only, ends at a root.
pub(super) fn check<R: NodeList>(automata: &ImageAutomata<'_, R>) -> Result<usize, String> {
    let nodes = automata.nodes;
    let children = |reference: NodeRef| nodes.children(nodes.node(reference));
    let heads: Vec<NodeRef> = nodes.stored().collect();

    let mut is_reached = vec![false; nodes.end() as usize];
    let mut reach = |reference: NodeRef| {
        is_reached[nodes.resolve(reference).unit() as usize] = true;
    };
    let roots = [automata.image.dawg(), automata.image.gaddag()];
    roots.into_iter().flatten().for_each(&mut reach);
    heads
        .iter()
        .copied()
        .flat_map(children)
        .for_each(&mut reach);
    if let Some(&head) = heads.iter().find(|head| !is_reached[head.unit() as usize]) {
        return Err(format!("{}: unreachable node", automata.place(head)));
    }

    // Compares hashes first, which nearly always differ; ties compare the nodes.
    let mut sorted: Vec<(u32, NodeRef)> = heads
        .iter()
        .map(|&head| {
            let node = nodes.node(head);
            (hash(node.set, node.mask, children(head)), head)
        })
        .collect();
    let content = |head: NodeRef| {
        let node = nodes.node(head);
        (node.set, node.mask)
    };
    sorted.sort_unstable_by(|(hash_a, a), (hash_b, b)| {
        hash_a
            .cmp(hash_b)
            .then_with(|| content(*a).cmp(&content(*b)))
            .then_with(|| children(*a).cmp(children(*b)))
            .then_with(|| a.cmp(b))
    });
    for pair in sorted.windows(2) {
        let (a, b) = (pair[0].1, pair[1].1);
        if content(a) == content(b) && children(a).eq(children(b)) {
            return Err(format!(
                "{}: this node is like the one at {}",
                automata.place(b),
                automata.place(a)
            ));
        }
    }
    Ok(heads.len())
}
