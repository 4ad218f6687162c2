//! [`Game`]: a game of two players, from the full bag to the end.

mod challenge;
mod total;
mod turn;

use std::fmt;

use lexc_runtime::{
    Alphabet, Bag, Board, Cgp, IllegalPlayError, Lexicon, Move, Position, PositionError, Rack,
    Rules, ScorelessTurns, check_placement, check_play,
};

pub use self::challenge::{ChallengeError, Ruling};
pub(crate) use self::total::{MAX_TOTAL, is_total};
pub use self::turn::{Action, Turn};
use crate::random::Random;

/// One of the two players of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// The player who starts the game; in a record, the player of `#player1`.
    First,
    /// The other player.
    Second,
}

impl Seat {
    /// Both players, in the order of their indices.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 0 for [`Seat::First`], 1 for [`Seat::Second`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A game of two players, under way or over.
///
/// The rules are the rules that the printed game and tournaments share, and the following. A rack is filled from the
/// bag after every play. A player may exchange or pass instead of playing. For an exchange, the bag must have at least
/// as many tiles as the exchange swaps, and at least [`Rules::exchange_bag_len`]. The game ends
///
/// - when a player has no tiles left and the bag is empty;
/// - after [`Rules::scoreless_limit`] turns in a row, of both players together, that scored no point (exchanges, passes,
///   plays for 0 points, plays taken off the board, and turns lost by a challenge), or after [`Rules::pass_limit`] passes;
/// - when a player loses it by a challenge, under [`ChallengeRule::Triple`](lexc_runtime::ChallengeRule::Triple).
///
/// In the first two cases, [`Rules::end_points`] are added for the tiles left.
///
/// Tiles are drawn with [`Random`] numbers: with the same numbers and the same moves, a game takes the same course on
/// every host.
#[derive(Clone, Debug)]
pub struct Game<'r> {
    rules: &'r Rules,
    state: State,
    turns: Vec<Turn>,
}

/// The state of a game between two turns.
#[derive(Clone, Debug)]
struct State {
    board: Board,
    bag: Bag,
    racks: [Rack; 2],
    scores: [i32; 2],
    on_turn: Seat,
    scoreless: ScorelessTurns,
    is_over: bool,
    /// The player who lost the game by a challenge.
    forfeited: Option<Seat>,
}

impl<'r> Game<'r> {
    /// Starts a game: fills the rack of the first player from the full bag, then that of the second.
    ///
    /// # Errors
    /// [`GameError::Bag`] if the full bag does not fill two racks; [`GameError::Rules`] if the rules are invalid;
    /// [`GameError::Total`] if the plays of a game might score more than a total can have.
    pub fn new(
        rules: &'r Rules,
        alphabet: Alphabet<'_>,
        random: &mut Random,
    ) -> Result<Game<'r>, GameError> {
        rules.check().map_err(GameError::Rules)?;
        let mut bag = Bag::full(alphabet);
        let (found, needed) = (bag.len(), 2 * rules.rack_size());
        if found < needed {
            return Err(GameError::Bag { found, needed });
        }
        // Each play covers a square, so a game has at most as many plays as the board has squares.
        let squares = rules.layout().dimensions().squares().count() as i64;
        if rules.score_bound().saturating_mul(squares) > i64::from(MAX_TOTAL) {
            return Err(GameError::Total);
        }
        let racks = [Rack::EMPTY; 2].map(|mut rack| {
            bag.fill(&mut rack, rules.rack_size(), |len| random.index_below(len));
            rack
        });
        Ok(Game::from_start(rules, bag, racks, Seat::First))
    }

    /// Continues a game from a position, with this bag. [`Seat::First`] is the player on turn. Does not fill the racks.
    ///
    /// # Errors
    /// The errors of [`Position::try_new`], for either rack.
    pub fn from_cgp(rules: &'r Rules, cgp: &Cgp<'_>, bag: Bag) -> Result<Game<'r>, PositionError> {
        cgp.position(rules)?.set_rack(cgp.opponent_rack())?;
        Ok(Game::from_state(
            rules,
            State {
                board: cgp.board().clone(),
                bag,
                racks: [cgp.rack(), cgp.opponent_rack()],
                scores: cgp.scores(),
                on_turn: Seat::First,
                scoreless: ScorelessTurns::new(cgp.zero_turns()),
                is_over: false,
                forfeited: None,
            },
        ))
    }

    /// Starts a game on the empty board with these racks and this bag.
    pub(crate) fn from_start(
        rules: &'r Rules,
        bag: Bag,
        racks: [Rack; 2],
        on_turn: Seat,
    ) -> Game<'r> {
        Game::from_state(
            rules,
            State {
                board: Board::new(rules.layout().dimensions()),
                bag,
                racks,
                scores: [0; 2],
                on_turn,
                scoreless: ScorelessTurns::NONE,
                is_over: false,
                forfeited: None,
            },
        )
    }

    fn from_state(rules: &'r Rules, state: State) -> Game<'r> {
        Game {
            rules,
            state,
            turns: Vec::new(),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.state.board
    }

    /// The tiles that are not drawn yet.
    pub fn bag(&self) -> &Bag {
        &self.state.bag
    }

    /// The rack of a player.
    pub fn rack(&self, seat: Seat) -> Rack {
        self.state.racks[seat.index()]
    }

    /// The points of both players, in the order of [`Seat::BOTH`].
    pub fn scores(&self) -> [i32; 2] {
        self.state.scores
    }

    /// The player on turn; `None` if the game is over.
    pub fn on_turn(&self) -> Option<Seat> {
        (!self.state.is_over).then_some(self.state.on_turn)
    }

    /// Returns `true` if the game is over. Then no player is on turn.
    pub fn is_over(&self) -> bool {
        self.state.is_over
    }

    /// The player who lost the game by a challenge, whatever the scores; `None` if the scores decide.
    pub fn forfeited(&self) -> Option<Seat> {
        self.state.forfeited
    }

    /// The turns in a row, up to now, that scored no point.
    pub fn scoreless_turns(&self) -> ScorelessTurns {
        self.state.scoreless
    }

    /// The turns so far, the oldest first.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The position of the player on turn, or of the player who would be next in a game that is over.
    pub fn position(&self) -> Position<'r> {
        let rack = self.rack(self.state.on_turn);
        let position = Position::try_new(self.board().clone(), rack, self.rules);
        position.expect("board and racks fit the rules")
    }

    /// The position of the player on turn, with both racks, the scores and the number of turns without points.
    pub fn cgp(&self) -> Cgp<'static> {
        let (own, other) = (self.state.on_turn, self.state.on_turn.other());
        let scores = [own, other].map(|seat| self.state.scores[seat.index()]);
        Cgp::new(self.board().clone(), self.rack(own))
            .with_opponent_rack(self.rack(other))
            .with_scores(scores)
            .with_zero_turns(self.state.scoreless.count())
    }

    /// Returns `true` if the game is not over and the bag has enough tiles to exchange one.
    pub fn may_exchange(&self) -> bool {
        let needed = self.rules.exchange_bag_len().max(1);
        !self.is_over() && self.state.bag.len() >= needed
    }

    /// Returns `Ok` if the player on turn may make this move.
    ///
    /// Looks up the words of a play if `lexicon` is not `None`. Pass `None` in games in which phonies stay until they
    /// are challenged.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check(&self, action: &Move, lexicon: Option<&Lexicon<'_>>) -> Result<(), TurnError> {
        if self.is_over() {
            return Err(TurnError::Over);
        }
        self.check_total(self.state.on_turn, action.score())?;
        match action {
            Move::Pass => Ok(()),
            Move::Play(play) => {
                let position = self.position();
                let checked = match lexicon {
                    Some(lexicon) => check_play(lexicon, &position, play),
                    None => check_placement(&position, play),
                };
                checked.map_err(TurnError::Play)
            }
            Move::Exchange(tiles) => {
                let rack = self.rack(self.state.on_turn);
                let (found, needed) = (self.bag().len(), self.rules.exchange_bag_len());
                if tiles.is_empty() || action.leave(rack).is_none() {
                    Err(TurnError::ExchangedTiles)
                } else if found < needed.max(tiles.len()) {
                    Err(TurnError::ExchangeBag {
                        found,
                        needed: needed.max(tiles.len()),
                    })
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Makes a move for the player on turn, and draws. An exchange draws before its tiles go back into the bag.
    ///
    /// Does not look up words: [`check`](Self::check) does.
    ///
    /// # Errors
    /// The errors of [`check`](Self::check) without a lexicon. The game then stays as it was.
    pub fn make(&mut self, action: &Move, random: &mut Random) -> Result<&Turn, TurnError> {
        self.check(action, None)?;
        Ok(self.make_unchecked(action, random))
    }

    /// Makes a move that was checked, such as one that move generation found.
    ///
    /// An illegal move leaves a game that breaks the rules.
    pub fn make_unchecked(&mut self, action: &Move, random: &mut Random) -> &Turn {
        self.make_with(action, |bag, rack, rack_size| {
            bag.fill(rack, rack_size, |len| random.index_below(len));
        })
    }

    /// Makes a move that was checked. `draw(bag, rack, len)` fills the rack to `len` tiles from the bag.
    pub(crate) fn make_with(
        &mut self,
        action: &Move,
        draw: impl FnOnce(&mut Bag, &mut Rack, usize),
    ) -> &Turn {
        let before = self.state.clone();
        let (seat, points) = (before.on_turn, action.score());
        let held = before.racks[seat.index()];
        let leave = action.leave(held);
        debug_assert!(leave.is_some(), "moves are made of the rack's tiles");
        let mut rack = leave.unwrap_or(held);
        let target = match action {
            Move::Play(play) => {
                self.state.board.play_unchecked(play);
                self.rules.rack_size()
            }
            Move::Exchange(_) | Move::Pass => held.len(),
        };
        let bag = &mut self.state.bag;
        draw(bag, &mut rack, target);
        if let Move::Exchange(tiles) = action {
            for tile in *tiles {
                let is_added = bag.add(tile);
                debug_assert!(is_added, "the tile was in the bag before");
            }
        }
        self.state.racks[seat.index()] = rack;
        let scoreless = before.scoreless.after_move(action);
        self.end_turn(
            Turn::new(seat, Action::of(action), points, before),
            scoreless,
        )
    }

    /// Takes the latest turn back, and returns it; `None` if the game has no turns.
    pub fn take_back(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.state = turn.before().clone();
        Some(turn)
    }

    /// Changes the score of a player, as for a time penalty. Does not end a turn.
    ///
    /// # Errors
    /// [`TurnError::Total`] if the score would be out of range. The game then stays as it was.
    pub fn adjust(&mut self, seat: Seat, points: i32) -> Result<&Turn, TurnError> {
        self.check_total(seat, points)?;
        let before = self.state.clone();
        self.add(seat, points);
        Ok(self.record(Turn::new(seat, Action::Adjustment, points, before)))
    }

    /// Returns `Ok` if the score of this player stays in range with these points.
    fn check_total(&self, seat: Seat, points: i32) -> Result<(), TurnError> {
        match is_total(self.state.scores[seat.index()], points) {
            true => Ok(()),
            false => Err(TurnError::Total),
        }
    }

    /// Adds the points of a turn, and ends the game or puts the opponent on turn.
    fn end_turn(&mut self, turn: Turn, scoreless: ScorelessTurns) -> &Turn {
        self.add(turn.seat(), turn.points());
        self.pass_on(turn.seat(), scoreless);
        self.record(turn)
    }

    /// Ends the game after a turn of this player, or puts the opponent on turn. `scoreless` includes the turn.
    fn pass_on(&mut self, seat: Seat, scoreless: ScorelessTurns) {
        self.state.scoreless = scoreless;
        let is_out = self.rack(seat).is_empty() && self.state.bag.is_empty();
        if is_out || self.rules.ends_after(scoreless) {
            let points = self.rules.end_points(self.state.racks);
            Seat::BOTH
                .into_iter()
                .zip(points)
                .for_each(|(seat, points)| self.add(seat, points));
            self.state.is_over = true;
        }
        self.state.on_turn = seat.other();
    }

    fn record(&mut self, turn: Turn) -> &Turn {
        self.turns.push(turn);
        &self.turns[self.turns.len() - 1]
    }

    /// Adds points. [`Self::check`] keeps totals in range, and the points of tiles left are few. Saturates if an unchecked move
    /// scored too much.
    fn add(&mut self, seat: Seat, points: i32) {
        let score = &mut self.state.scores[seat.index()];
        *score = score.saturating_add(points);
    }
}

/// Rules and an alphabet that no game can be played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GameError {
    /// The full bag does not fill two racks.
    Bag {
        /// The number of tiles in the full bag.
        found: usize,
        /// The number of tiles on two racks.
        needed: usize,
    },
    /// The rules are invalid.
    Rules(lexc_runtime::RulesError),
    /// The plays of a game might score more than 1,000,000,000 points.
    Total,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Bag { found, needed } => write!(
                f,
                "the alphabet has {found} tiles in the bag, and two racks take {needed} (take smaller racks, or an alphabet with more tiles)"
            ),
            GameError::Rules(error) => error.fmt(f),
            GameError::Total => f.write_str(
                "a player might score more than 1,000,000,000 points (use a smaller bonus, or smaller values of tiles)",
            ),
        }
    }
}

impl std::error::Error for GameError {}

/// A move that breaks a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TurnError {
    /// The game is over.
    Over,
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
    /// The player's score would be below -1,000,000,000 or above 1,000,000,000.
    Total,
}

impl TurnError {
    /// The error as text that spells the tile or the word; `Display` names only the square of either.
    pub fn display(&self, alphabet: Alphabet<'_>) -> String {
        match self {
            TurnError::Play(error) => error.display(alphabet).to_string(),
            error => error.to_string(),
        }
    }
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnError::Over => {
                f.write_str("the game is over (take a turn back, or start another game)")
            }
            TurnError::Play(error) => error.fmt(f),
            TurnError::Total => f.write_str(
                "the score would be out of range, which is 1,000,000,000 points (use fewer points)",
            ),
            TurnError::ExchangedTiles => f.write_str(
                "no tiles to exchange, or not all of them are on the rack (name tiles of the rack)",
            ),
            TurnError::ExchangeBag { found, needed } => write!(
                f,
                "the bag has {found} tiles, and the exchange needs {needed} (play or pass)"
            ),
        }
    }
}

impl std::error::Error for TurnError {}

#[cfg(test)]
mod tests;
