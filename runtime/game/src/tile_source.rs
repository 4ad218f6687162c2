//! [`TileSource`]: the tiles that players draw, at random or in an order that two games share.

use std::collections::VecDeque;

use lexc_runtime::{Bag, Rack, RackTile, Rules, Seat};

use crate::random::Random;

/// Decides which tiles players draw.
pub trait TileSource {
    /// Takes a tile for a player out of the bag; `None` if the bag is empty.
    fn draw(&mut self, seat: Seat, bag: &mut Bag) -> Option<RackTile>;

    /// Called with the tiles that a player has exchanged, after the player has drawn.
    fn take_back(&mut self, tiles: Rack) {
        let _ = tiles;
    }
}

impl TileSource for Random {
    fn draw(&mut self, _seat: Seat, bag: &mut Bag) -> Option<RackTile> {
        let index = self.index_below(bag.len());
        bag.draw(index)
    }
}

/// An order of the tiles in the bag, so that each seat draws the same tiles in two games, as far as the moves allow: the first player
/// draws from the front, the others from the back, and exchanged tiles go into the middle.
///
/// Luck decides two games with the same order, in which the players change seats, less than two other games.
#[derive(Clone, Debug)]
pub struct TileOrder(VecDeque<RackTile>);

impl TileOrder {
    /// A random order of the full bag.
    pub fn new(rules: &Rules, random: &mut Random) -> TileOrder {
        let mut bag = rules.full_bag().clone();
        let draws = std::iter::from_fn(|| bag.draw(random.index_below(bag.len())));
        TileOrder(draws.collect())
    }
}

impl TileSource for TileOrder {
    fn draw(&mut self, seat: Seat, bag: &mut Bag) -> Option<RackTile> {
        let tile = match seat {
            Seat::First => self.0.pop_front(),
            _ => self.0.pop_back(),
        };
        // Order and bag have the same tiles, unless the game did not start from the full bag.
        tile.filter(|tile| bag.remove(*tile))
            .or_else(|| bag.draw(0))
    }

    fn take_back(&mut self, tiles: Rack) {
        let middle = self.0.len() / 2;
        tiles
            .into_iter()
            .for_each(|tile| self.0.insert(middle, tile));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::testing::with_game;
    use lexc_runtime::Move;

    #[test]
    fn players_draw_from_the_ends_and_exchanged_tiles_go_into_the_middle() {
        with_game(|_, rules| {
            let order = TileOrder::new(rules, &mut Random::new(1, 0));
            let tiles: Vec<RackTile> = order.0.iter().copied().collect();
            let rack =
                |tiles: &[RackTile]| tiles.iter().copied().collect::<Option<Rack>>().unwrap();
            let mut source = order.clone();
            let mut game = Game::dealt(rules, &mut source).unwrap();
            let count = tiles.len();
            let [first, second] = Seat::BOTH.map(|seat| game.rack(seat));
            assert_eq!(
                (first, second),
                (rack(&tiles[..7]), rack(&tiles[count - 7..]))
            );
            game.make_from(&Move::Exchange(rack(&tiles[..2])), &mut source);
            assert_eq!(game.rack(Seat::First), rack(&tiles[2..9]));
            game.make_from(&Move::Exchange(rack(&tiles[count - 1..])), &mut source);
            assert_eq!(game.rack(Seat::Second), rack(&tiles[count - 8..count - 1]));
            let mut left: Vec<RackTile> = source.0.iter().copied().collect();
            assert_eq!(left.len(), game.bag().len());
            let middle = (count - 16) / 2;
            let mut returned: Vec<RackTile> = left.drain(middle..middle + 3).collect();
            let mut expected = [&tiles[..2], &tiles[count - 1..]].concat();
            returned.sort();
            expected.sort();
            assert_eq!(returned, expected);
            assert_eq!(left, tiles[9..count - 8]);
        });
    }
}
