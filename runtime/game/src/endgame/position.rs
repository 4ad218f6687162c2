//! Positions with an empty bag, and the rules that end the game.

use std::fmt;

use lexc_runtime::{Cgp, Position, PositionError, Rack, Rules};

/// A position with an empty bag: board, both racks and rules, checked together, and the number of passes in a row before it.
///
/// The rules of the end game:
///
/// - A player without tiles has gone out, which ends the game. That player gains the value of the opponent's tiles, and
///   the opponent loses the same value.
/// - Two passes in a row end the game. Each player loses the value of their own tiles.
/// - Any play, even one for no points, resets the count of passes to 0.
///
/// Tournaments end a game after six scoreless turns instead of two passes. If the count of passes is 0, both rules
/// nearly always give the same value; [`with_pass_limit`](Self::with_pass_limit) sets the number of passes that end the
/// game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndgamePosition<'r> {
    position: Position<'r>,
    opponent_rack: Rack,
    passes: u32,
    pass_limit: u32,
}

impl<'r> EndgamePosition<'r> {
    /// The position of the player on turn and the opponent's rack, after no passes.
    ///
    /// # Errors
    /// If [`Position::set_rack`] refuses the opponent's rack, or a rack is empty.
    pub fn try_new(
        position: Position<'r>,
        opponent_rack: Rack,
    ) -> Result<EndgamePosition<'r>, EndgameError> {
        let mut opponent = position.clone();
        opponent
            .set_rack(opponent_rack)
            .map_err(EndgameError::Position)?;
        if position.rack().is_empty() {
            return Err(EndgameError::EmptyRack);
        }
        if opponent_rack.is_empty() {
            return Err(EndgameError::EmptyOpponentRack);
        }
        Ok(EndgamePosition {
            position,
            opponent_rack,
            passes: 0,
            pass_limit: 2,
        })
    }

    /// The position of a CGP, under these rules. Its scoreless turns count as passes; its scores have no effect.
    ///
    /// # Errors
    /// The same as for [`Position::try_new`] and [`EndgamePosition::try_new`].
    pub fn from_cgp(cgp: &Cgp<'_>, rules: &'r Rules) -> Result<EndgamePosition<'r>, EndgameError> {
        let position = cgp.position(rules).map_err(EndgameError::Position)?;
        let position = EndgamePosition::try_new(position, cgp.opponent_rack())?;
        Ok(position.with_passes(cgp.zero_turns()))
    }

    /// The same position after another number of passes in a row. A number that would have ended the game counts as one less
    /// than the pass limit, so that the next pass ends the game.
    #[must_use]
    pub fn with_passes(self, passes: u32) -> EndgamePosition<'r> {
        EndgamePosition { passes, ..self }
    }

    /// The same position where another number of passes in a row ends the game; 0 is the same as 1, and numbers above 32 are
    /// the same as 32. The larger the number, the longer a search takes.
    #[must_use]
    pub fn with_pass_limit(self, pass_limit: u32) -> EndgamePosition<'r> {
        EndgamePosition { pass_limit, ..self }
    }

    /// Board, rack of the player on turn, and rules.
    pub const fn position(&self) -> &Position<'r> {
        &self.position
    }

    /// The opponent's rack.
    pub const fn opponent_rack(&self) -> &Rack {
        &self.opponent_rack
    }

    /// Passes in a row up to now, fewer than [`pass_limit`](Self::pass_limit).
    pub fn passes(&self) -> u32 {
        self.passes.min(self.pass_limit() - 1)
    }

    /// Passes in a row that end the game, 1 to 32.
    pub fn pass_limit(&self) -> u32 {
        // A search recurses at each pass, so a larger number could overflow the stack.
        self.pass_limit.clamp(1, 32)
    }

    /// Both racks, that of the player on turn first.
    pub(super) fn racks(&self) -> [Rack; 2] {
        [*self.position.rack(), self.opponent_rack]
    }
}

/// A position that is not an end game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EndgameError {
    /// Board, racks and rules do not fit together.
    Position(PositionError),
    /// The player on turn has no tiles.
    EmptyRack,
    /// The opponent has no tiles.
    EmptyOpponentRack,
}

impl fmt::Display for EndgameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndgameError::Position(error) => error.fmt(f),
            EndgameError::EmptyRack => {
                f.write_str("the player on turn has no tiles (an end game needs both racks)")
            }
            EndgameError::EmptyOpponentRack => {
                f.write_str("the opponent has no tiles (an end game needs both racks)")
            }
        }
    }
}

impl std::error::Error for EndgameError {}
