use std::collections::{BTreeMap, BTreeSet};

/// Strongly connected components with a cycle: of two or more nodes, or of one with an edge to itself.
pub(super) fn cycles<N: Ord + Clone>(edges: impl IntoIterator<Item = (N, N)>) -> Vec<BTreeSet<N>> {
    let mut targets: BTreeMap<N, BTreeSet<N>> = BTreeMap::new();
    for (from, to) in edges {
        targets.entry(to.clone()).or_default();
        targets.entry(from).or_default().insert(to);
    }
    let reached: BTreeMap<&N, BTreeSet<&N>> = targets
        .keys()
        .map(|node| (node, reachable(&targets, node)))
        .collect();
    let mut cycles: Vec<BTreeSet<N>> = Vec::new();
    for (node, targets_of_node) in &reached {
        if targets_of_node.contains(*node) && !cycles.iter().any(|cycle| cycle.contains(*node)) {
            let mutual = targets_of_node
                .iter()
                .filter(|other| reached[**other].contains(*node));
            cycles.push(mutual.map(|other| (**other).clone()).collect());
        }
    }
    cycles
}

/// Nodes that paths of at least one edge from `node` reach.
fn reachable<'a, N: Ord>(targets: &'a BTreeMap<N, BTreeSet<N>>, node: &'a N) -> BTreeSet<&'a N> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&N> = vec![node];
    while let Some(node) = open.pop() {
        for target in &targets[node] {
            if reached.insert(target) {
                open.push(target);
            }
        }
    }
    reached
}
