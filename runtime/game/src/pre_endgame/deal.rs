//! The tiles of the bag and of the opponent.

use lexc_runtime::{Bag, Rack};

use crate::draws::draws;
use crate::inference::KeptTiles;

/// The unseen tiles, divided between the opponent and the bag.
#[derive(Clone, Debug)]
pub(super) struct Deal {
    pub(super) opponent: Rack,
    pub(super) bag: Bag,
    /// The number of orders of the tiles in the bag, equal tiles told apart.
    pub(super) orders: u64,
    /// What the deal counts among all deals: its orders, unless the opponent's last move tells of the racks.
    pub(super) weight: u64,
}

/// All deals with `bag_len` tiles in the bag. The opponent has the `known` tiles, and the `unknown` ones that are not
/// in the bag.
pub(super) fn deals(unknown: &Bag, known: Rack, bag_len: usize) -> Vec<Deal> {
    let orders = orders_of(bag_len);
    let deals = draws(unknown.counts(), bag_len)
        .into_iter()
        .filter_map(|draw| {
            let rest = unknown.clone().checked_sub(draw.tiles.iter().copied())?;
            let opponent = known.into_iter().chain(rest.tiles());
            Some(Deal {
                opponent: opponent.collect::<Option<Rack>>()?,
                bag: unknown.clone().checked_sub(rest.tiles())?,
                orders: draw.ways * orders,
                weight: draw.ways * orders,
            })
        });
    deals.collect()
}

/// The number of orders of so many tiles.
fn orders_of(len: usize) -> u64 {
    (1..=len as u64).product()
}

/// Weighs the deals by the likelihood of the opponent's racks. Each deal keeps a weight.
pub(super) fn weigh(deals: &mut [Deal], kept: &KeptTiles, unseen: &Bag) {
    let likelihoods = deals
        .iter()
        .map(|deal| kept.likelihood(&deal.opponent, unseen));
    let likelihoods: Vec<u64> = likelihoods.collect();
    let most = likelihoods.iter().copied().max().unwrap_or(0);
    // Sums of weights and results fit an i64.
    let shift = (u64::BITS - most.leading_zeros()).saturating_sub(20);
    for (deal, likelihood) in deals.iter_mut().zip(likelihoods) {
        // Each order has the same part.
        deal.weight = (likelihood >> shift).max(1) * orders_of(deal.bag.len());
    }
}
