//! Positions with an empty bag.

use std::fmt;

use lexc_runtime::{Cgp, Move, Position, PositionError, Rack, Rules, ScorelessTurns};

/// A position with an empty bag: board, both racks and rules, checked together, and the turns without points before it.
///
/// The end game ends by the rules: when a player goes out, or by [`Rules::ends_after`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndgamePosition<'r> {
    position: Position<'r>,
    opponent_rack: Rack,
    scoreless: ScorelessTurns,
}

impl<'r> EndgamePosition<'r> {
    /// The position of the player on turn and the opponent's rack, after a turn that scored.
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
            scoreless: ScorelessTurns::NONE,
        })
    }

    /// The position of a CGP, with its scoreless turns, under these rules. Its scores have no effect.
    ///
    /// # Errors
    /// The same as for [`Position::try_new`] and [`EndgamePosition::try_new`].
    pub fn from_cgp(cgp: &Cgp<'_>, rules: &'r Rules) -> Result<EndgamePosition<'r>, EndgameError> {
        let position = cgp.position(rules).map_err(EndgameError::Position)?;
        let position = EndgamePosition::try_new(position, cgp.opponent_rack())?;
        Ok(position.with_scoreless_turns(ScorelessTurns::new(cgp.zero_turns())))
    }

    /// The same position after other turns without points. If they would have ended the game, the next turn without points ends
    /// it.
    #[must_use]
    pub fn with_scoreless_turns(self, scoreless: ScorelessTurns) -> EndgamePosition<'r> {
        EndgamePosition { scoreless, ..self }
    }

    /// Board, rack of the player on turn, and rules.
    pub const fn position(&self) -> &Position<'r> {
        &self.position
    }

    /// The opponent's rack.
    pub const fn opponent_rack(&self) -> &Rack {
        &self.opponent_rack
    }

    /// The turns in a row, up to now, that scored no point.
    pub const fn scoreless_turns(&self) -> ScorelessTurns {
        self.scoreless
    }

    /// The position after a legal play or a pass, or the racks if the move ends the game. An exchange, which needs tiles in the bag,
    /// counts as a pass.
    ///
    /// # Panics
    /// Never. If the play is illegal, the position is meaningless.
    pub fn after(&self, action: &Move) -> AfterMove<'r> {
        let (mut board, mut rack) = (self.position.board().clone(), *self.position.rack());
        let mut scoreless = self.scoreless.after_pass();
        if let Move::Play(play) = action {
            scoreless = self.scoreless.after(play.score());
            rack = play.leave(rack).unwrap_or(rack);
            board.play_unchecked(play);
        }
        let rules = self.position.rules();
        let is_over = rack.is_empty() || rules.ends_after(scoreless);
        match Position::try_new(board, self.opponent_rack, rules) {
            Ok(position) if !is_over => AfterMove::Next(Box::new(EndgamePosition {
                position,
                opponent_rack: rack,
                scoreless,
            })),
            _ => AfterMove::End {
                racks: [rack, self.opponent_rack],
            },
        }
    }

    /// Both racks, that of the player on turn first.
    pub(super) fn racks(&self) -> [Rack; 2] {
        [*self.position.rack(), self.opponent_rack]
    }
}

/// The state of an end game after a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AfterMove<'r> {
    /// The game is not over: the position of the next turn.
    Next(Box<EndgamePosition<'r>>),
    /// The game is over.
    End {
        /// The racks, that of the player who made the move first. [`Rules::end_points`] counts them.
        racks: [Rack; 2],
    },
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
