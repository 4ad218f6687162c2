//! The usual limits of nodes.

use super::solver::Endgame;

impl Endgame<'_> {
    /// A limit of nodes for an answer within about a second. It finds the same on every machine.
    pub const NODE_LIMIT: u64 = 500_000;

    /// The limit of nodes of a player.
    pub const PLAYER_NODE_LIMIT: u64 = 25_000;
}
