//! The tiles of the bag and of the opponent.

use lexc_runtime::{Bag, Rack};

use crate::draws::draws;

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
    let deals = draws(unknown.counts(), bag_len)
        .into_iter()
        .filter_map(|draw| {
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
