//! Seats: the players of a game by the order of their turns.

/// A player of a game, by the order of turns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// The player who starts the game; in a record, the player of `#player1`.
    First,
    /// The player after the first.
    Second,
    /// The third player, if there are three or four.
    Third,
    /// The fourth player, if there are four.
    Fourth,
}

impl Seat {
    /// All seats, in the order of their indices.
    pub const ALL: [Seat; 4] = [Seat::First, Seat::Second, Seat::Third, Seat::Fourth];

    /// The seats of a game of two, in the order of their indices.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opponent in a game of two.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            _ => Seat::First,
        }
    }

    /// The player after this one, in a game of this number of players.
    #[must_use]
    pub const fn next(self, players: usize) -> Seat {
        match self {
            Seat::First if players > 1 => Seat::Second,
            Seat::Second if players > 2 => Seat::Third,
            Seat::Third if players > 3 => Seat::Fourth,
            _ => Seat::First,
        }
    }

    /// 0 for [`Seat::First`], and so on.
    pub const fn index(self) -> usize {
        self as usize
    }
}
