//! Places the states of an acyclic graph in layers, from left to right.
//!
//! Follows Sugiyama, Tagawa and Toda (1981). The layer of a state is twice the length of the longest path to it, so states are
//! in even layers. A state has one cell. An edge has a cell in each layer between its states; the first of these cells
//! has room for the label. Cells are sorted by the mean position of their neighbours, layer by layer, for a fixed
//! number of rounds; the order with the fewest crossings stays. Then cells move to the mean `y` of their neighbours, as
//! far as their order and heights allow.

/// An edge to be placed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Link {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// The force that keeps the edge straight.
    pub(crate) weight: f64,
}

/// The place of a state, or of an edge in one layer.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Spot {
    pub(crate) layer: usize,
    pub(crate) y: f64,
}

/// Places of states and edges.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Layers {
    pub(crate) states: Vec<Spot>,
    /// For each edge, its spots between the two states; the label is at the first one.
    pub(crate) routes: Vec<Vec<Spot>>,
    /// The number of layers.
    pub(crate) count: usize,
    pub(crate) height: f64,
}

/// Height of the cell of a state, with the space around it.
pub(crate) const STATE_HEIGHT: f64 = 36.0;
/// Height of the cell with the label of an edge, with the space around it.
const LABEL_HEIGHT: f64 = 20.0;
/// Height of any other cell of an edge, with the space around it.
const EDGE_HEIGHT: f64 = 14.0;

/// Rounds of reordering cells.
const ORDER_ROUNDS: usize = 24;
/// Rounds of moving cells.
const MOVE_ROUNDS: usize = 40;

struct Cell {
    layer: usize,
    height: f64,
    y: f64,
    /// Cells of the layer on the left that an edge links to this cell, with the weights of the edges.
    before: Vec<(usize, f64)>,
    /// Cells of the layer on the right that an edge links to this cell, with the weights of the edges.
    after: Vec<(usize, f64)>,
}

impl Layers {
    /// Places `count` states and the edges between them. State 0 is the start, and the edges form no cycle.
    pub(crate) fn of(count: usize, links: &[Link]) -> Layers {
        let ranks = ranks(count, links);
        let cell = |layer, height| Cell {
            layer,
            height,
            y: 0.0,
            before: Vec::new(),
            after: Vec::new(),
        };
        let states = ranks.iter().map(|rank| cell(2 * rank, STATE_HEIGHT));
        let mut cells: Vec<Cell> = states.collect();
        let mut chains = Vec::new();
        for link in links {
            let inner = 2 * ranks[link.from] + 1..2 * ranks[link.to];
            let first = cells.len();
            cells.extend(inner.clone().map(|layer| match layer == inner.start {
                true => cell(layer, LABEL_HEIGHT),
                false => cell(layer, EDGE_HEIGHT),
            }));
            let chain: Vec<usize> = (first..cells.len()).collect();
            let whole = [&[link.from][..], &chain, &[link.to]].concat();
            for pair in whole.windows(2) {
                // Bends between states are worse than bends at states.
                let is_inner = pair.iter().all(|&at| at >= count);
                let weight = link.weight * if is_inner { 4.0 } else { 1.0 };
                cells[pair[0]].after.push((pair[1], weight));
                cells[pair[1]].before.push((pair[0], weight));
            }
            chains.push(chain);
        }
        let mut layers = first_order(&cells);
        reorder(&cells, &mut layers);
        let height = place(&mut cells, &layers);
        let spot = |at: &usize| Spot {
            layer: cells[*at].layer,
            y: cells[*at].y,
        };
        Layers {
            states: (0..count).map(|at| spot(&at)).collect(),
            routes: chains
                .iter()
                .map(|chain| chain.iter().map(spot).collect())
                .collect(),
            count: layers.len(),
            height,
        }
    }
}

/// The length of the longest path from the start to each state.
fn ranks(count: usize, links: &[Link]) -> Vec<usize> {
    let mut ranks = vec![0; count];
    let mut waiting = vec![0; count];
    let mut after = vec![Vec::new(); count];
    for link in links {
        waiting[link.to] += 1;
        after[link.from].push(link.to);
    }
    let mut ready: Vec<usize> = (0..count).filter(|&at| waiting[at] == 0).collect();
    while let Some(at) = ready.pop() {
        for &to in &after[at] {
            ranks[to] = ranks[to].max(ranks[at] + 1);
            waiting[to] -= 1;
            if waiting[to] == 0 {
                ready.push(to);
            }
        }
    }
    ranks
}

/// The cells of each layer, in the order of a depth-first walk.
fn first_order(cells: &[Cell]) -> Vec<Vec<usize>> {
    let last = cells.iter().map(|cell| cell.layer).max().unwrap_or(0);
    let mut layers = vec![Vec::new(); last + 1];
    let mut is_seen = vec![false; cells.len()];
    let mut open: Vec<usize> = (0..cells.len()).rev().collect();
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut is_seen[at], true) {
            layers[cells[at].layer].push(at);
            open.extend(cells[at].after.iter().rev().map(|(to, _)| *to));
        }
    }
    layers
}

/// Sorts the cells of each layer by the mean positions of their neighbours: on the left in even rounds, on the right in
/// odd rounds. Keeps the order with the fewest crossings.
fn reorder(cells: &[Cell], layers: &mut Vec<Vec<usize>>) {
    let mut best = (crossings(cells, layers), layers.clone());
    for round in 0..ORDER_ROUNDS {
        let is_forward = round % 2 == 0;
        let indexes: Vec<usize> = match is_forward {
            true => (1..layers.len()).collect(),
            false => (0..layers.len().saturating_sub(1)).rev().collect(),
        };
        let mut positions = positions(cells, layers);
        for index in indexes {
            let mean = |&at: &usize| {
                let neighbours = match is_forward {
                    true => &cells[at].before,
                    false => &cells[at].after,
                };
                let sum: usize = neighbours.iter().map(|(to, _)| positions[*to]).sum();
                match neighbours.len() {
                    0 => positions[at] as f64,
                    len => sum as f64 / len as f64,
                }
            };
            layers[index].sort_by(|a, b| mean(a).total_cmp(&mean(b)));
            for (position, &at) in layers[index].iter().enumerate() {
                positions[at] = position;
            }
        }
        let found = crossings(cells, layers);
        if found < best.0 {
            best = (found, layers.clone());
        }
    }
    *layers = best.1;
}

/// The place of each cell in its layer, counted from 0.
fn positions(cells: &[Cell], layers: &[Vec<usize>]) -> Vec<usize> {
    let mut positions = vec![0; cells.len()];
    for layer in layers {
        for (position, &at) in layer.iter().enumerate() {
            positions[at] = position;
        }
    }
    positions
}

/// The number of pairs of edges that cross: inversions of the edges' ends, counted with a Fenwick tree.
fn crossings(cells: &[Cell], layers: &[Vec<usize>]) -> usize {
    let positions = positions(cells, layers);
    let mut count = 0;
    for layer in layers {
        let width = layer.iter().flat_map(|&at| &cells[at].after);
        let width = width.map(|(to, _)| positions[*to] + 1).max();
        let mut tree = vec![0; width.unwrap_or(0) + 1];
        let mut seen = 0;
        for &at in layer {
            let mut ends: Vec<usize> = cells[at]
                .after
                .iter()
                .map(|(to, _)| positions[*to])
                .collect();
            ends.sort_unstable();
            for &end in &ends {
                let mut node = end + 1;
                let mut not_above = 0;
                while node > 0 {
                    not_above += tree[node];
                    node &= node - 1;
                }
                count += seen - not_above;
            }
            for end in ends {
                let mut node = end + 1;
                while node < tree.len() {
                    tree[node] += 1;
                    node += node & node.wrapping_neg();
                }
                seen += 1;
            }
        }
    }
    count
}

/// Moves the cells of each layer towards the mean `y` of their neighbours, and keeps their order. Returns the height of
/// the whole graph.
fn place(cells: &mut [Cell], layers: &[Vec<usize>]) -> f64 {
    for layer in layers {
        let mut y = 0.0;
        for &at in layer {
            cells[at].y = y + cells[at].height / 2.0;
            y += cells[at].height;
        }
    }
    for round in 0..MOVE_ROUNDS {
        let is_forward = round % 2 == 0;
        let indexes: Vec<usize> = match is_forward {
            true => (0..layers.len()).collect(),
            false => (0..layers.len()).rev().collect(),
        };
        for index in indexes {
            let wanted = |&at: &usize| {
                let cell = &cells[at];
                let (mut sum, mut weights) = (0.0, 0.0);
                // Late rounds use the neighbours on both sides, so that no direction is preferred.
                let is_late = 2 * round >= MOVE_ROUNDS;
                let sides = [
                    (is_forward || is_late, &cell.before),
                    (!is_forward || is_late, &cell.after),
                ];
                for (_, side) in sides.into_iter().filter(|(is_used, _)| *is_used) {
                    for (to, weight) in side {
                        sum += cells[*to].y * weight;
                        weights += weight;
                    }
                }
                match weights > 0.0 {
                    true => (sum / weights, weights),
                    false => (cell.y, 0.1),
                }
            };
            let wanted: Vec<(f64, f64)> = layers[index].iter().map(wanted).collect();
            let heights: Vec<f64> = layers[index].iter().map(|&at| cells[at].height).collect();
            for (&at, y) in layers[index].iter().zip(spread(&wanted, &heights)) {
                cells[at].y = y;
            }
        }
    }
    let top = cells.iter().map(|cell| cell.y - cell.height / 2.0);
    let top = top.min_by(f64::total_cmp).unwrap_or(0.0);
    for cell in cells.iter_mut() {
        cell.y -= top;
    }
    let bottom = cells.iter().map(|cell| cell.y + cell.height / 2.0);
    bottom.max_by(f64::total_cmp).unwrap_or(0.0)
}

/// Values of `y` for cells of these heights, without overlap, that minimise the weighted sum of squared distances from
/// the wanted `y`: an isotonic regression, by pooling adjacent cells. `wanted` has a `y` and a weight for each cell.
fn spread(wanted: &[(f64, f64)], heights: &[f64]) -> Vec<f64> {
    let mut offsets = Vec::new();
    let mut offset = 0.0;
    for height in heights {
        offsets.push(offset + height / 2.0);
        offset += height;
    }
    // Pools of cells that touch each other: the common difference of `y` and offset, the weight, and the number of
    // cells.
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for (&(y, weight), offset) in wanted.iter().zip(&offsets) {
        let mut pool = (y - offset, weight, 1);
        while let Some(&(first, weight, len)) = pools.last().filter(|last| last.0 > pool.0) {
            let sum = weight + pool.1;
            pool = ((first * weight + pool.0 * pool.1) / sum, sum, len + pool.2);
            pools.pop();
        }
        pools.push(pool);
    }
    let pools = pools
        .into_iter()
        .flat_map(|(first, _, len)| std::iter::repeat_n(first, len));
    pools
        .zip(offsets)
        .map(|(first, offset)| first + offset)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(from: usize, to: usize) -> Link {
        Link {
            from,
            to,
            weight: 1.0,
        }
    }

    #[test]
    fn layers_are_longest_paths_and_cells_keep_their_distances() {
        // A diamond with a shortcut.
        let links = [link(0, 1), link(0, 2), link(1, 3), link(2, 3), link(0, 3)];
        let layers = Layers::of(4, &links);
        let ranks: Vec<_> = layers.states.iter().map(|spot| spot.layer).collect();
        assert_eq!((ranks, layers.count), (vec![0, 2, 2, 4], 5));
        let spans: Vec<_> = layers.routes.iter().map(Vec::len).collect();
        assert_eq!(spans, [1, 1, 1, 1, 3]);
        for layer in 0..layers.count {
            let all = layers.states.iter().chain(layers.routes.iter().flatten());
            let mut ys: Vec<f64> = all
                .filter(|spot| spot.layer == layer)
                .map(|spot| spot.y)
                .collect();
            ys.sort_by(f64::total_cmp);
            assert!(ys.windows(2).all(|pair| pair[1] - pair[0] > 13.9), "{ys:?}");
            assert!(ys.iter().all(|&y| (0.0..=layers.height).contains(&y)));
        }
    }

    #[test]
    fn untangles_a_planar_graph() {
        // Two layers of three states each, linked crosswise at first.
        let links = [
            link(0, 1),
            link(0, 2),
            link(0, 3),
            link(1, 6),
            link(2, 5),
            link(3, 4),
        ];
        let layers = Layers::of(7, &links);
        let order = |states: [usize; 3]| {
            let mut states = states;
            states.sort_by(|a, b| layers.states[*a].y.total_cmp(&layers.states[*b].y));
            states
        };
        assert_eq!(order([1, 2, 3]).map(|state| 7 - state), order([4, 5, 6]));
    }

    #[test]
    fn spreads_cells_around_the_place_that_they_want() {
        let even = spread(&[(10.0, 1.0), (10.0, 1.0)], &[4.0, 4.0]);
        assert_eq!(even, [8.0, 12.0]);
        assert_eq!(spread(&[(0.0, 1.0), (9.0, 1.0)], &[4.0, 4.0]), [0.0, 9.0]);
    }
}
