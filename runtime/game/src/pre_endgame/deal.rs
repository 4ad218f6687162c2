//! Sets of tiles: the bag's, and a player's draw.

use lexc_runtime::{Bag, Rack, RackTile};

/// The unseen tiles, divided between the opponent and the bag.
#[derive(Clone, Debug)]
pub(super) struct Deal {
    pub(super) opponent: Rack,
    pub(super) bag: Bag,
    /// The number of orders of the tiles in the bag, equal tiles told apart.
    pub(super) weight: u64,
}

/// All deals with `bag_len` tiles in the bag. The opponent has the `known` tiles, and the `unknown` ones that are not
/// in the bag.
pub(super) fn deals(unknown: &Bag, known: Rack, bag_len: usize) -> Vec<Deal> {
    let orders: u64 = (1..=bag_len as u64).product();
    let deals = draws(unknown, bag_len).into_iter().filter_map(|draw| {
        let rest = unknown.clone().checked_sub(draw.tiles.iter().copied())?;
        let opponent = known.into_iter().chain(rest.tiles());
        Some(Deal {
            opponent: opponent.collect::<Option<Rack>>()?,
            bag: unknown.clone().checked_sub(rest.tiles())?,
            weight: draw.ways * orders,
        })
    });
    deals.collect()
}

/// A set of tiles that a player draws.
#[derive(Clone, Debug)]
pub(super) struct Draw {
    pub(super) tiles: Vec<RackTile>,
    /// The number of ways to choose these tiles, equal tiles told apart.
    pub(super) ways: u64,
}

/// All sets of `count` tiles in a bag.
pub(super) fn draws(bag: &Bag, count: usize) -> Vec<Draw> {
    let mut draws = vec![Draw {
        tiles: Vec::with_capacity(count),
        ways: 1,
    }];
    for (tile, copies) in bag.counts() {
        let mut next = Vec::new();
        for draw in draws {
            // A binomial coefficient: the ways to choose this many copies of the tile.
            let mut choices = 1;
            for taken in 0..=copies.min(count - draw.tiles.len()) {
                let mut tiles = draw.tiles.clone();
                tiles.extend(std::iter::repeat_n(tile, taken));
                next.push(Draw {
                    tiles,
                    ways: draw.ways * choices,
                });
                choices = choices * (copies - taken) as u64 / (taken as u64 + 1);
            }
        }
        draws = next;
    }
    draws.retain(|draw| draw.tiles.len() == count);
    draws
}
