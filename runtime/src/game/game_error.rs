//! Errors of games: rules that no game can be played with, and moves that break a rule.

use core::fmt;

use lexc_formats::Alphabet;

use crate::game::{IllegalPlayError, PositionError, RulesError};
use crate::text::Text;

/// Rules and an alphabet that no game can be played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GameError {
    /// A number of players other than two, three and four.
    Players {
        /// The number of players.
        found: usize,
    },
    /// The full bag does not fill the racks.
    Bag {
        /// The number of tiles in the full bag.
        found: usize,
        /// The number of tiles on the racks.
        needed: usize,
    },
    /// The rules are invalid.
    Rules(RulesError),
    /// The plays of a game might score more than 1,000,000,000 points.
    Total,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Players { found } => {
                write!(f, "{found} players (a game has 2 to 4)")
            }
            GameError::Bag { found, needed } => write!(
                f,
                "the alphabet has {found} tiles in the bag, and the racks take {needed} (take smaller racks)"
            ),
            GameError::Rules(error) => error.fmt(f),
            GameError::Total => f.write_str(
                "a player might score more than 1,000,000,000 points (use a smaller bonus or smaller values)",
            ),
        }
    }
}

impl core::error::Error for GameError {}

/// A move that breaks a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TurnError {
    /// The game is over.
    Over,
    /// The rules are not those of the game: its board or its racks do not fit them.
    Position(PositionError),
    /// The play is illegal.
    Play(IllegalPlayError),
    /// The exchange has no tiles, or has a tile that the rack lacks.
    ExchangedTiles,
    /// The bag has too few tiles for the exchange.
    ExchangeBag {
        /// The number of tiles in the bag.
        found: usize,
        /// The number of tiles that this exchange needs.
        needed: usize,
    },
    /// The exchange has more tiles than one exchange may.
    ManyExchanged {
        /// The number of tiles of this exchange.
        found: usize,
        /// The number of tiles that one exchange may have.
        most: usize,
    },
    /// The player's score would be below -1,000,000,000 or above 1,000,000,000.
    Total,
}

impl TurnError {
    /// The error as text that spells the tile or the word; `Display` names only the square of either.
    pub fn display<'a>(&'a self, alphabet: Alphabet<'a>) -> impl fmt::Display + Copy + use<'a> {
        Text::new(move |to| match self {
            TurnError::Play(error) => write!(to, "{}", error.display(alphabet)),
            error => write!(to, "{error}"),
        })
    }
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnError::Over => {
                f.write_str("the game is over (take a turn back, or start another game)")
            }
            TurnError::Position(error) => error.fmt(f),
            TurnError::Play(error) => error.fmt(f),
            TurnError::Total => f.write_str(
                "the score would be out of range, which is 1,000,000,000 points (use fewer points)",
            ),
            TurnError::ExchangedTiles => f.write_str(
                "no tiles to exchange, or not all of them are on the rack (name tiles of the rack)",
            ),
            TurnError::ManyExchanged { found, most } => {
                write!(f, "an exchange of {found} tiles (exchange up to {most})")
            }
            TurnError::ExchangeBag { found, needed } => write!(
                f,
                "the bag has {found} tiles, and the exchange needs {needed} (play or pass)"
            ),
        }
    }
}

impl core::error::Error for TurnError {}
