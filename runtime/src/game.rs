//! The game: board, racks, rules, positions and plays.

pub(crate) mod bag;
pub(crate) mod board;
pub(crate) mod candidate;
pub(crate) mod challenge;
pub(crate) mod end;
pub(crate) mod idea;
pub(crate) mod layout;
pub(crate) mod leaves;
pub(crate) mod legal;
pub(crate) mod play;
pub(crate) mod position;
pub(crate) mod premium;
pub(crate) mod rack;
pub(crate) mod rules;
pub(crate) mod score;
pub(crate) mod square;
pub(crate) mod static_endgame;

pub use self::bag::Bag;
pub use self::board::{Board, BoardError};
pub use self::candidate::{Candidate, Move, for_each_exchange};
pub use self::challenge::ChallengeRule;
pub use self::end::{FinalPoints, ScorelessTurns};
pub use self::idea::Idea;
pub use self::layout::{Layout, LayoutError};
pub use self::leaves::{LeaveKey, LeaveTable, LeaveTableError, Leaves};
pub use self::legal::{IllegalPlayError, check_placement, check_play};
pub use self::play::Play;
pub use self::position::{Position, PositionError};
pub use self::premium::Premium;
pub use self::rack::{Rack, RackError, RackTile, RackTiles};
pub use self::rules::{Rules, RulesError};
pub use self::score::{FormedWord, ScoredTile, bingo_bonus, score, words_formed, words_on};
pub use self::square::{Dimensions, Direction, Line, MAX_DIM, Square};
pub use self::static_endgame::StaticEndgame;
