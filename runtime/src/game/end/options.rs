//! Turns in a row without points, the ways in which a game ends, and the forms of the points for tiles left on racks.

use crate::game::Seat;

/// Turns in a row, up to now, that scored no point, and the passes at their end.
///
/// Passes, exchanges, plays for no points, withdrawn phonies and lost turns score no point; the turns of all players count.
/// [`Rules::ends_game_of`](crate::Rules::ends_game_of) tells whether they end a game.
///
/// ```
/// use lexc_runtime::ScorelessTurns;
///
/// let turns = ScorelessTurns::new(1).after_pass();
/// assert_eq!((turns.count(), turns.passes()), (2, 2));
/// let turns = turns.after(0).after_pass();
/// assert_eq!((turns.count(), turns.passes()), (4, 1));
/// assert_eq!(turns.after(8), ScorelessTurns::NONE);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ScorelessTurns {
    count: u32,
    passes: u32,
}

impl ScorelessTurns {
    /// No scoreless turn: the latest turn scored, or there is none.
    pub const NONE: ScorelessTurns = ScorelessTurns::new(0);

    /// This number of scoreless turns, as a position gives it. Positions do not say which of the turns were passes, so all of
    /// them count as passes.
    pub const fn new(count: u32) -> ScorelessTurns {
        ScorelessTurns {
            count,
            passes: count,
        }
    }

    /// The number of turns in a row without a point.
    #[inline]
    pub const fn count(self) -> u32 {
        self.count
    }

    /// The number of passes in a row that are the latest turns.
    #[inline]
    pub const fn passes(self) -> u32 {
        self.passes
    }

    /// The turns after one more turn that was not a pass, for these points. Saturates.
    #[inline]
    #[must_use]
    pub const fn after(self, points: i32) -> ScorelessTurns {
        match points {
            0 => ScorelessTurns {
                count: self.count.saturating_add(1),
                passes: 0,
            },
            _ => ScorelessTurns::NONE,
        }
    }

    /// The turns after a pass. Saturates.
    #[inline]
    #[must_use]
    pub const fn after_pass(self) -> ScorelessTurns {
        ScorelessTurns {
            count: self.count.saturating_add(1),
            passes: self.passes.saturating_add(1),
        }
    }
}

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
