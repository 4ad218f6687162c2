//! The ways in which a game ends, and the forms of the points for tiles left on racks.

use crate::game::Seat;

/// The points for the tiles left at the end. The difference of the final scores is the same for the tournament form and the printed
/// one, and so are the points if both players have tiles left: each loses the value of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FinalPoints {
    /// Twice the value of the other player's tiles; the other loses nothing. Tournaments and most programs count in this form.
    #[default]
    Tournament,
    /// The value of the other player's tiles, which the other loses: the printed rules.
    Printed,
    /// No points for tiles left.
    None,
}

impl FinalPoints {
    /// The points that a player who goes out gains for the other's tiles of this value. Saturates.
    pub const fn gained(self, value: i32) -> i32 {
        match self {
            FinalPoints::Tournament => value.saturating_mul(2),
            FinalPoints::Printed => value,
            FinalPoints::None => 0,
        }
    }
}

/// When a game ends, besides a limit of turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Finish {
    /// When a player goes out: has no tiles left while the bag is empty.
    #[default]
    Out,
    /// When each of the others has had one more turn after a player went out.
    LastTurn,
    /// When each player has had one more turn after the bag was emptied.
    Bag,
}

/// The way in which a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameEnd {
    /// This player has no tiles, and the bag is empty.
    Out(Seat),
    /// Turns in a row scored no point.
    Scoreless,
    /// The last of the turns that the rules allow is over: see [`GameState::turns_left`](crate::GameState::turns_left).
    Turns,
    /// This player has lost the game by a challenge, whatever the scores.
    Forfeit(Seat),
}
