//! Bounds by passes, for a player with one or two tiles.
//!
//! A player may pass at every turn. So the opponent gains at most the points of the plays that the opponent makes in a row until
//! the game ends. The words of these plays have no further tiles of the player who passes, so the plays that are legal now bound
//! them.

use super::node::Node;
use super::search::INFINITY;
use super::store::{PlayId, Store};

impl Node {
    /// A bound on the value of the node, at the end of `path`: a bound of at most `alpha` from above, or of at least `beta` from
    /// below. Returns `None` if passes show neither.
    pub(super) fn bound_by_passes(
        &self,
        store: &mut Store<'_>,
        path: &[PlayId],
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let stuck = self.stuck_value();
        let (player, sign, room) = match () {
            () if stuck <= alpha => (self.player, 1, alpha - stuck),
            () if stuck >= beta => (1 - self.player, -1, stuck - beta),
            () => return None,
        };
        if self.lens[player] > 2 || !store.more_tiles_score_more() {
            return None;
        }
        let gain = self.gain_alone(player, store, path);
        (gain <= room).then_some(stuck + sign * gain)
    }

    /// An upper bound on the points that a player with one or two tiles gains while the opponent passes, in addition to those of
    /// an end without plays.
    ///
    /// If the words of a second play have both tiles, then a play of both tiles at once is legal now, and its score is at least as
    /// high. Otherwise, the second play is legal now, with the same score.
    fn gain_alone(&self, player: usize, store: &mut Store<'_>, path: &[PlayId]) -> i32 {
        let rack = self.racks[player];
        // The value of the opponent's tiles, which the player gains by going out, counts twice then.
        let bonus = self.values[1 - player];
        let mut out = -INFINITY;
        // For each of two tiles: the tile, the best merit of its plays, and its value.
        let mut single = [(0, -INFINITY, 0); 2];
        self.for_each_play(player, store, path, |_, play| {
            if play.tiles == rack {
                out = out.max(play.merit);
            } else {
                let at = usize::from(single[0].1 > -INFINITY && single[0].0 != play.tiles);
                single[at] = (play.tiles, single[at].1.max(play.merit), play.value());
            }
        });
        let mut most = (out + bonus).max(0);
        for (tile, merit, value) in single {
            let others = single.iter().filter(|(other, ..)| rack - tile == *other);
            let second = others.map(|(_, merit, _)| *merit).max();
            let second = second.unwrap_or(-INFINITY).max(out - value) + bonus;
            most = most.max(merit + second.max(0));
        }
        most
    }
}
