use std::collections::{BTreeMap, BTreeSet};

/// Strongly connected components of two or more nodes.
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
    for (node, others) in &reached {
        if others.contains(*node) && !cycles.iter().any(|cycle| cycle.contains(*node)) {
            let mutual = others
                .iter()
                .filter(|other| reached[**other].contains(*node));
            cycles.push(mutual.map(|other| (**other).clone()).collect());
        }
    }
    cycles
}

/// Nodes at the end of a path of one edge or more.
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
