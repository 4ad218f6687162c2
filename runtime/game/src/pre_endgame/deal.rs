//! Orders of the unseen tiles.

use lexc_runtime::{Bag, Rack, RackTile};

/// The unseen tiles, divided between the opponent and the bag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Deal {
    pub(super) opponent: Rack,
    /// The tiles of the bag, in the order in which they are drawn.
    pub(super) order: Vec<RackTile>,
    /// The number of ways to draw the bag in this order, equal tiles told apart.
    pub(super) weight: u64,
}

/// All deals with `bag_len` tiles in the bag. The opponent has the `known` tiles, and the `unknown` ones that are not
/// in the bag.
pub(super) fn deals(unknown: &Bag, known: Rack, bag_len: usize) -> Vec<Deal> {
    let mut drawn = vec![(unknown.clone(), Vec::new(), 1)];
    for _ in 0..bag_len {
        let mut next = Vec::new();
        for (bag, order, weight) in &drawn {
            for (tile, count) in bag.counts() {
                let mut bag = bag.clone();
                let is_there = bag.remove(tile);
                debug_assert!(is_there, "only tiles with a count are listed");
                let order = order.iter().copied().chain([tile]).collect();
                next.push((bag, order, weight * count as u64));
            }
        }
        drawn = next;
    }
    let deals = drawn.into_iter().filter_map(|(rest, order, weight)| {
        let opponent = known.into_iter().chain(rest.tiles());
        let opponent = opponent.collect::<Option<Rack>>()?;
        Some(Deal {
            opponent,
            order,
            weight,
        })
    });
    deals.collect()
}
