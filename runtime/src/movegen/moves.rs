//! [`Moves`]: the values by which moves are ranked.

use core::fmt;

use super::all_plays::Scene;
use crate::game::candidate::{Candidate, Move};
use crate::game::leaves::Leaves;
use crate::game::rack::Rack;
use crate::game::rack_tile::RackTile;
use crate::game::static_endgame::StaticEndgame;

/// Generates plays, exchanges and the pass, and ranks the best by equity: see
/// [`MoveGen::with_moves`](crate::MoveGen::with_moves).
#[derive(Clone, Copy)]
pub struct Moves<'l> {
    bag_len: usize,
    values: Values<'l>,
}

/// Values of the tiles that moves keep.
#[derive(Clone, Copy)]
enum Values<'l> {
    /// These values, unless the bag is empty.
    Leaves(&'l dyn Leaves),
    /// The values of a [`StaticEndgame`] against an opponent with this rack.
    Opponent(Rack),
}

impl<'l> Moves<'l> {
    /// Moves with this number of tiles in the bag, and these values of leaves.
    pub(super) const fn by_leaves(bag_len: usize, leaves: &'l dyn Leaves) -> Moves<'l> {
        Moves {
            bag_len,
            values: Values::Leaves(leaves),
        }
    }

    /// Moves with an empty bag, against an opponent with this rack.
    pub(super) const fn in_endgame(opponent: Rack) -> Moves<'l> {
        Moves {
            bag_len: 0,
            values: Values::Opponent(opponent),
        }
    }

    /// Number of tiles in the bag.
    pub(super) fn bag_len(&self) -> usize {
        self.bag_len
    }

    /// Calls `search` with the values of leaves in a position.
    #[inline]
    pub(super) fn with_values<T>(
        &self,
        scene: &Scene<'_>,
        search: impl FnOnce(&dyn Leaves) -> T,
    ) -> T {
        let endgame;
        let in_endgame = || StaticEndgame::of(scene.position);
        let values: &dyn Leaves = match self.values {
            Values::Leaves(leaves) => match (self.bag_len == 0).then(in_endgame).flatten() {
                Some(found) => {
                    endgame = found;
                    &endgame
                }
                None => leaves,
            },
            Values::Opponent(opponent) => {
                endgame = StaticEndgame::new(scene.position.rules(), opponent);
                &endgame
            }
        };
        search(values)
    }
}

impl fmt::Debug for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Moves");
        fields
            .field("bag_len", &self.bag_len)
            .finish_non_exhaustive()
    }
}

/// A move from this rack, with its equity by these values of leaves. The pass keeps the whole rack. Tiles that the rack does not
/// have are not taken from it.
pub(super) fn candidate(action: Move, mut rack: Rack, leaves: &dyn Leaves) -> Candidate {
    let mut take = |tile: RackTile| {
        let _ = rack.remove(tile);
    };
    let score = match &action {
        Move::Play(play) => {
            play.placed_tiles().map(RackTile::from).for_each(&mut take);
            play.score()
        }
        Move::Exchange(tiles) => {
            tiles.into_iter().for_each(&mut take);
            0
        }
        Move::Pass => 0,
    };
    Candidate {
        action,
        equity: i64::from(score) * Candidate::PER_POINT + i64::from(leaves.value(&rack)),
    }
}
