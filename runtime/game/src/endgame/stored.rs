//! Plays as a search reads them.

use lexc_runtime::{Direction, Play, Rules};

use super::hash::{Key, square_key};
use super::racks::{RackCode, RackCodec};
use super::table::{Label, PASS_LABEL};

/// Points that a tile placed adds to the rank of a play.
const POINTS_PER_TILE: i32 = 12;

/// Largest absolute value of a stored score: the sum of 64 scores fits an `i32`.
const SCORE_LIMIT: i32 = 1 << 23;

/// The parts of a play that a search reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredPlay {
    /// Tiles taken from the rack.
    pub(super) tiles: RackCode,
    /// Exclusive or of the keys of the placed tiles.
    pub(super) key: Key,
    /// Score in points.
    pub(super) score: i32,
    /// Sum of the score and the value of the tiles taken from the rack: tiles on the board no longer count for the opponent.
    pub(super) merit: i32,
    /// Set of the offsets in its line where the play places tiles.
    pub(super) squares: u32,
    /// Index of the line of the play.
    pub(super) line: usize,
}

impl StoredPlay {
    pub(super) fn new(play: &Play, codec: &RackCodec, rules: &Rules) -> StoredPlay {
        let score = play.score().clamp(-SCORE_LIMIT, SCORE_LIMIT);
        let (row, col) = (play.origin().row(), play.origin().col());
        let line = match play.direction() {
            Direction::Across => row,
            Direction::Down => rules.layout().dimensions().rows() + col,
        };
        let (mut tiles, mut key, mut merit, mut squares) = (0, 0, score, 0);
        for (square, tile) in play.placed() {
            tiles += codec.one(tile.into());
            key ^= square_key(square, tile);
            merit += rules.value(tile);
            squares |= match play.direction() {
                Direction::Across => 1 << square.col(),
                Direction::Down => 1 << square.row(),
            };
        }
        StoredPlay {
            tiles,
            key,
            score,
            merit,
            squares,
            line,
        }
    }

    /// The number of tiles taken from the rack.
    pub(super) fn len(&self) -> usize {
        self.squares.count_ones() as usize
    }

    /// Rank of the play among the moves of a node: nodes after many tiles are placed have few moves, and the opponent has
    /// little time.
    pub(super) fn rank(&self) -> i32 {
        self.merit + POINTS_PER_TILE * self.squares.count_ones().cast_signed()
    }

    /// Value of the tiles taken from the rack, in points.
    pub(super) fn value(&self) -> i32 {
        self.merit - self.score
    }

    /// Low bits of the key, with the lowest bit 0: no play has [`PASS_LABEL`]. Two plays of a node rarely have the same
    /// label.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "takes the low bits")]
    pub(super) fn label(&self) -> Label {
        self.key as Label & (PASS_LABEL - 1)
    }
}
