//! Nodes of the search tree.

use super::hash::{Key, mix};
use super::racks::RackCode;
use super::store::{Lines, PASS, PlayId, Store};
use super::stored::StoredPlay;
use super::turns::{TurnLimits, Turns};

/// A node of the search tree: the state of the game after a path of moves. The board itself follows from the path.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) lines: Lines,
    /// Racks of both players.
    pub(super) racks: [RackCode; 2],
    /// Values of the racks in points.
    pub(super) values: [i32; 2],
    /// Numbers of tiles on the racks.
    pub(super) lens: [usize; 2],
    /// Key of the plays made since the root.
    pub(super) board: Key,
    /// The player on turn.
    pub(super) player: usize,
    /// Turns without points up to now.
    pub(super) turns: Turns,
}

impl Node {
    /// Makes the last move of `path`, which must not end the game. `before` is an equal node.
    pub(super) fn make(
        &mut self,
        before: &Node,
        store: &mut Store<'_>,
        path: &[PlayId],
        limits: TurnLimits,
    ) {
        let player = before.player;
        self.player = 1 - player;
        self.turns = limits.after_pass(before.turns);
        if let Some(&id) = path.last().filter(|&&id| id != PASS) {
            store.update_lines(&mut self.lines, &before.lines, path);
            let play = store.stored(id);
            self.racks[player] -= play.tiles;
            self.values[player] -= play.value();
            self.lens[player] -= play.len();
            self.board ^= play.key;
            self.turns = limits.after_play(before.turns, play.score);
        }
    }

    /// Key of the node.
    pub(super) fn key(&self) -> Key {
        key(self.board, self.racks, self.player, self.turns)
    }

    /// Key of the node after a move, and the move's score. Costs less than [`Node::make`], which computes the whole node.
    #[inline]
    pub(super) fn key_after(
        &self,
        store: &Store<'_>,
        id: PlayId,
        limits: TurnLimits,
    ) -> (Key, i32) {
        let (mut racks, mut board) = (self.racks, self.board);
        let (mut turns, mut score) = (limits.after_pass(self.turns), 0);
        if id != PASS {
            let play = store.stored(id);
            racks[self.player] -= play.tiles;
            board ^= play.key;
            (turns, score) = (limits.after_play(self.turns, play.score), play.score);
        }
        (key(board, racks, 1 - self.player, turns), score)
    }

    /// Tiles of the player on turn.
    pub(super) fn rack(&self) -> RackCode {
        self.racks[self.player]
    }

    /// Points that the player on turn gains by going out, in addition to the score: twice the value of the opponent's
    /// tiles.
    pub(super) fn out_bonus(&self) -> i32 {
        2 * self.values[1 - self.player]
    }

    /// Visits the plays that a player can make at this node, which is at the end of `path`.
    #[inline]
    pub(super) fn for_each_play(
        &self,
        player: usize,
        store: &mut Store<'_>,
        path: &[PlayId],
        visit: impl FnMut(PlayId, &StoredPlay),
    ) {
        let rack = (self.racks[player], self.lens[player]);
        store.for_each(&self.lines, player, rack, path, visit);
    }

    /// Number of tiles on both racks together.
    pub(super) fn tiles(&self) -> usize {
        self.lens[0] + self.lens[1]
    }

    /// Returns `true` if the opponent of the player on turn has one tile.
    pub(super) fn opponent_has_one_tile(&self) -> bool {
        self.lens[1 - self.player] == 1
    }

    /// Returns `true` if the player on turn has two tiles, and the opponent one.
    pub(super) fn has_two_tiles_against_one(&self) -> bool {
        self.lens[self.player] == 2 && self.opponent_has_one_tile()
    }

    /// Points that the player on turn gains by a play that does not go out, scores no point, and ends the game thereby.
    pub(super) fn value_of_end_by(&self, play: &StoredPlay) -> i32 {
        // Tiles on the board no longer count against the player.
        self.stuck_value() + play.value()
    }

    /// Points that the player on turn gains if the game ends here, with tiles on both racks.
    pub(super) fn stuck_value(&self) -> i32 {
        self.values[1 - self.player] - self.values[self.player]
    }
}

#[inline(always)]
fn key(board: Key, racks: [RackCode; 2], player: usize, turns: Turns) -> Key {
    // Codes of racks take fewer than 63 bits, so no two of the three arguments of `mix` can be equal.
    let counts = u64::from(turns.scoreless) << 16 | u64::from(turns.passes);
    let turn = 0b10 << 62 | (player as u64) << 32 | counts;
    board ^ mix(racks[0]) ^ mix(!racks[1]) ^ mix(turn)
}
