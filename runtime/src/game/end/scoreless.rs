//! Turns in a row without points.

use crate::game::Move;

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

    /// The turns after a move. Saturates.
    #[inline]
    #[must_use]
    pub const fn after_move(self, action: &Move) -> ScorelessTurns {
        match action {
            Move::Pass => self.after_pass(),
            Move::Play(_) | Move::Exchange(_) => self.after(action.score()),
        }
    }
}
