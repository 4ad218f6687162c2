//! Positions with an empty bag.

use std::fmt;

use lexc_runtime::{
    Bag, Cgp, GameState, Move, Position, PositionError, Rack, Rules, RulesKey, ScorelessTurns,
};

/// A position with an empty bag: board, both racks and rules, checked together, and the turns without points before it.
///
/// The end game ends by the rules: when a player goes out, or by [`Rules::ends_game_of`].
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
    /// If [`Position::set_rack`] refuses the opponent's rack, or a rack is empty; [`EndgameError::Rules`] for rules with
    /// [`Rules::unsolved`].
    pub fn try_new(
        position: Position<'r>,
        opponent_rack: Rack,
    ) -> Result<EndgamePosition<'r>, EndgameError> {
        if let Some(key) = position.rules().unsolved() {
            return Err(EndgameError::Rules(key));
        }
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

    /// The position of a CGP, with its scoreless turns, under these rules. Its scores have no effect. If the text has no rack of
    /// the opponent, the opponent has all unseen tiles; otherwise, the bag counts as empty.
    ///
    /// # Errors
    /// The same as for [`EndgamePosition::from_state`].
    pub fn from_cgp(cgp: &Cgp<'_>, rules: &'r Rules) -> Result<EndgamePosition<'r>, EndgameError> {
        if cgp.opponent_rack().is_empty() {
            let state = cgp.state(rules).map_err(EndgameError::Position)?;
            return EndgamePosition::from_state(&state, rules);
        }
        if cgp.players() != 2 {
            return Err(EndgameError::Players);
        }
        let position = cgp.position(rules).map_err(EndgameError::Position)?;
        let position = EndgamePosition::try_new(position, cgp.opponent_rack())?;
        Ok(position.with_scoreless_turns(ScorelessTurns::new(cgp.zero_turns())))
    }

    /// The position of the player on turn in a state, with its turns without points, under these rules. Its scores have no effect.
    ///
    /// # Errors
    /// The same as for [`Position::try_new`] and [`EndgamePosition::try_new`]; [`EndgameError::Bag`] if the bag has tiles, and [`EndgameError::Players`] if there are more than two.
    pub fn from_state(
        state: &GameState,
        rules: &'r Rules,
    ) -> Result<EndgamePosition<'r>, EndgameError> {
        if state.players() != 2 {
            return Err(EndgameError::Players);
        }
        if !state.bag().is_empty() {
            let tiles = match state.bag_len() {
                0 => state.bag().len(),
                tiles => tiles,
            };
            return Err(EndgameError::Bag { tiles });
        }
        let position = state.position(rules).map_err(EndgameError::Position)?;
        let position = EndgamePosition::try_new(position, state.opponent_rack())?;
        Ok(position.with_scoreless_turns(state.scoreless_turns()))
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

    /// The state of the game after a legal play or a pass; before it, both players have no points, and the first is on turn. An
    /// exchange, which needs tiles in the bag, counts as a pass.
    pub fn state_after(&self, action: &Move) -> GameState {
        let action = match action {
            Move::Play(_) => action,
            Move::Exchange(_) | Move::Pass => &Move::Pass,
        };
        let mut state = self.state();
        state.apply(self.position.rules(), action, |_| None);
        state
    }

    /// The state of the game: both players have no points, and the first is on turn.
    pub fn state(&self) -> GameState {
        let board = self.position.board().clone();
        GameState::of_two(board, self.racks(), Bag::EMPTY).with_scoreless_turns(self.scoreless)
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
    /// More than two players.
    Players,
    /// Rules that the solver does not follow: a game ends in another way by this setting.
    Rules(RulesKey),
    /// Tiles in the bag, or unknown ones.
    Bag {
        /// The number of tiles.
        tiles: usize,
    },
    /// The player on turn has no tiles.
    EmptyRack,
    /// The opponent has no tiles.
    EmptyOpponentRack,
}

impl fmt::Display for EndgameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndgameError::Position(error) => error.fmt(f),
            EndgameError::Players => {
                f.write_str("more than two players (end games are solved for games of two)")
            }
            EndgameError::Rules(key) => write_unsolved(f, *key),
            EndgameError::Bag { tiles } => write!(
                f,
                "the bag has {tiles} tiles (leave none, or give both racks)"
            ),
            EndgameError::EmptyRack => {
                f.write_str("the player on turn has no tiles (an end game needs both racks)")
            }
            EndgameError::EmptyOpponentRack => {
                f.write_str("the opponent has no tiles (an end game needs both racks)")
            }
        }
    }
}

/// Writes that solvers do not follow rules with this setting.
pub(crate) fn write_unsolved(f: &mut fmt::Formatter<'_>, key: RulesKey) -> fmt::Result {
    let key = key.name();
    write!(
        f,
        "end games by the rules' setting of {key} are not solved (leave {key} out)"
    )
}

impl std::error::Error for EndgameError {}
