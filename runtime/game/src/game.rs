//! [`Game`]: a game from the full bag to the end.

mod turn;

use lexc_runtime::{
    AppliedMove, Bag, Board, Cgp, ChallengeError, ChallengeOutcome, ChallengeRule, FormedWord,
    GameEnd, GameError, GameState, Lexicon, Move, Play, Position, PositionError, Rack, RackTile,
    Rules, ScorelessTurns, Seat, TurnError,
};

pub use self::turn::{Action, Turn};
use crate::random::Random;
use crate::tile_source::TileSource;

/// A game under way or over: its rules, its state and its history. [`GameState`] has the rules of a turn and of the end.
///
/// Tiles are drawn with [`Random`] numbers: with the same numbers and the same moves, a game takes the same course on
/// every host.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    state: GameState,
    turns: Vec<Turn>,
}

impl Game {
    /// Starts a game of two players: fills the rack of the first from the full bag, then that of the second.
    ///
    /// # Errors
    /// The same as for [`GameState::deal`].
    pub fn new(rules: &Rules, random: &mut Random) -> Result<Game, GameError> {
        Game::of_players(2, rules, random)
    }

    /// Starts a game of two to four players: fills the racks from the full bag, one player after the other.
    ///
    /// # Errors
    /// The same as for [`GameState::deal`].
    pub fn of_players(
        players: usize,
        rules: &Rules,
        random: &mut Random,
    ) -> Result<Game, GameError> {
        let state = GameState::deal(rules, players, |len| random.index_below(len))?;
        Ok(Game::from_state(rules, state))
    }

    /// Starts a game of two players, as [`Game::new`] does, with tiles from a source.
    ///
    /// # Errors
    /// The same as for [`GameState::deal`].
    pub fn dealt(rules: &Rules, tiles: &mut impl TileSource) -> Result<Game, GameError> {
        // Checks the rules, and counts the turns.
        let turns_left = GameState::deal(rules, 2, |_| 0)?.turns_left();
        let mut bag = rules.full_bag().clone();
        let racks = Seat::BOTH.map(|seat| {
            let drawn = std::iter::from_fn(|| tiles.draw(seat, &mut bag));
            let rack: Option<Rack> = drawn.take(rules.rack_size()).collect();
            rack.unwrap_or_default()
        });
        let mut game = Game::from_start(rules, bag, racks, Seat::First);
        game.state = game.state.with_turns_left(turns_left);
        Ok(game)
    }

    /// Continues a game from a position, with this bag. [`Seat::First`] is the player on turn. Does not fill the racks.
    ///
    /// # Errors
    /// The errors of [`Position::try_new`], for any rack.
    pub fn from_cgp(rules: &Rules, cgp: &Cgp<'_>, bag: Bag) -> Result<Game, PositionError> {
        let mut position = cgp.position(rules)?;
        let racks: Vec<Rack> = cgp.racks().collect();
        racks.iter().try_for_each(|rack| position.set_rack(*rack))?;
        #[expect(clippy::expect_used, reason = "the racks of Cgp are two to four")]
        let state = GameState::new(cgp.board().clone(), &racks, bag)
            .expect("a position has two to four racks")
            .with_scores(cgp.scores())
            .with_scoreless_turns(ScorelessTurns::new(cgp.zero_turns()));
        Ok(Game::from_state(rules, state))
    }

    /// True if the history has all turns of the game, as a record needs: the game started from the empty board, without points and turns.
    pub fn is_whole(&self) -> bool {
        let start = self.turns.first().map_or(&self.state, Turn::before);
        start.board().is_empty()
            && start.scores().iter().all(|score| *score == 0)
            && start.scoreless_turns().count() == 0
    }

    /// Starts a game of two players on the empty board with these racks and this bag.
    pub(crate) fn from_start(rules: &Rules, bag: Bag, racks: [Rack; 2], on_turn: Seat) -> Game {
        let board = Board::new(rules.layout().dimensions());
        let state = GameState::of_two(board, racks, bag).with_on_turn(on_turn);
        Game::from_state(rules, state)
    }

    /// Continues a game from a state, which must fit the rules.
    fn from_state(rules: &Rules, state: GameState) -> Game {
        Game {
            rules: rules.clone(),
            state,
            turns: Vec::new(),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The state of the game after the latest turn.
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.state.board()
    }

    /// The tiles that are not drawn yet.
    pub fn bag(&self) -> &Bag {
        self.state.bag()
    }

    /// The rack of a player.
    pub fn rack(&self, seat: Seat) -> Rack {
        self.state.rack(seat)
    }

    /// The points of each player, in the order of turns.
    pub fn scores(&self) -> &[i32] {
        self.state.scores()
    }

    /// The player on turn; `None` if the game is over.
    pub fn on_turn(&self) -> Option<Seat> {
        self.state.on_turn()
    }

    /// Returns `true` if the game is over. Then no player is on turn.
    pub fn is_over(&self) -> bool {
        self.state.end().is_some()
    }

    /// The player who lost the game by a challenge, whatever the scores; `None` if the scores decide.
    pub fn forfeited(&self) -> Option<Seat> {
        match self.state.end() {
            Some(GameEnd::Forfeit(loser)) => Some(loser),
            _ => None,
        }
    }

    /// The turns in a row, up to now, that scored no point.
    pub fn scoreless_turns(&self) -> ScorelessTurns {
        self.state.scoreless_turns()
    }

    /// The turns so far, the oldest first.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The position of the player on turn, or of the player who would be next in a game that is over.
    ///
    /// # Panics
    /// If the game breaks its rules, after an illegal move of [`make_unchecked`](Self::make_unchecked) or a bag with other tiles than
    /// those of the rules.
    #[expect(clippy::expect_used, reason = "moves and racks are checked before")]
    pub fn position(&self) -> Position<'_> {
        let position = self.state.position(&self.rules);
        position.expect("board and racks fit the rules")
    }

    /// Returns `true` if the game is not over and the bag has enough tiles to exchange one.
    pub fn may_exchange(&self) -> bool {
        self.state.may_exchange(&self.rules)
    }

    /// Returns `Ok` if the player on turn may make this move: see [`GameState::check`].
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check(&self, action: &Move, lexicon: Option<&Lexicon<'_>>) -> Result<(), TurnError> {
        self.state.check(&self.rules, action, lexicon)
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
        self.make_from(action, random)
    }

    /// Makes a move that was checked, and draws from a source.
    ///
    /// An illegal move leaves a game that breaks the rules.
    pub fn make_from(&mut self, action: &Move, tiles: &mut impl TileSource) -> &Turn {
        let seat = self.state.next_seat();
        let turn = self.make_with(action, |bag| tiles.draw(seat, bag));
        if let Move::Exchange(exchanged) = action {
            tiles.take_back(*exchanged);
        }
        turn
    }

    /// Makes a move that was checked, and draws as [`GameState::apply`] does.
    pub(crate) fn make_with(
        &mut self,
        action: &Move,
        draw: impl FnMut(&mut Bag) -> Option<RackTile>,
    ) -> &Turn {
        let before = self.state.clone();
        self.state.apply(&self.rules, action, draw);
        let (seat, points) = (before.next_seat(), action.score());
        self.record(Turn::new(seat, Action::of(action), points, before))
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
        self.state.check_total(seat, points)?;
        let before = self.state.clone();
        self.state.adjust(seat, points);
        Ok(self.record(Turn::new(seat, Action::Adjustment, points, before)))
    }

    /// Challenges the play of the latest turn, at the price of [`Rules::challenge`]. The challenger
    /// is the player after the one who made it: see [`GameState::challenge`]. Returns the
    /// play's first formed word that is not in the lexicon, if the play came off the board; `None` if it stays.
    ///
    /// # Errors
    /// [`ChallengeError::Void`] under [`ChallengeRule::Void`]; [`ChallengeError::NoPlay`] if there is no turn yet, or
    /// the latest turn was not a play.
    pub fn challenge(
        &mut self,
        lexicon: &Lexicon<'_>,
    ) -> Result<Option<FormedWord>, ChallengeError> {
        self.challenge_at(self.rules.challenge(), lexicon)
    }

    /// Challenges the play of the latest turn, as [`challenge`](Self::challenge) does, but at this price.
    ///
    /// # Errors
    /// The same as for [`challenge`](Self::challenge).
    pub fn challenge_at(
        &mut self,
        rule: ChallengeRule,
        lexicon: &Lexicon<'_>,
    ) -> Result<Option<FormedWord>, ChallengeError> {
        if rule == ChallengeRule::Void {
            return Err(ChallengeError::Void);
        }
        let (maker, play, applied) = self.latest_play().ok_or(ChallengeError::NoPlay)?;
        let now = self.state.clone();
        let challenger = now.next_seat();
        let outcome = (self.state).challenge(&self.rules, rule, lexicon, &applied)?;
        let (seat, action, points) = match outcome {
            ChallengeOutcome::Withdrawn(_) => (maker, Action::Withdrawal(play), -play.score()),
            ChallengeOutcome::LostTurn => (challenger, Action::LostTurn, 0),
            ChallengeOutcome::Forfeit(loser) => (loser, Action::Forfeit, 0),
            ChallengeOutcome::Points(seat, points) => (seat, Action::of_points(points), points),
            ChallengeOutcome::Stands => return Ok(None),
        };
        self.record(Turn::new(seat, action, points, now));
        Ok(match outcome {
            ChallengeOutcome::Withdrawn(phony) => Some(phony),
            _ => None,
        })
    }

    /// Takes the latest play off the board. Returns `false` if there is no turn, or if the latest turn is not a play.
    pub(crate) fn withdraw(&mut self) -> bool {
        let Some((seat, play, applied)) = self.latest_play() else {
            return false;
        };
        let now = self.state.clone();
        self.state.withdraw(&self.rules, &applied);
        let withdrawal = Action::Withdrawal(play);
        self.record(Turn::new(seat, withdrawal, -play.score(), now));
        true
    }

    /// The play of the latest turn, with its player and the value that takes it back; `None` if the turn was none.
    fn latest_play(&self) -> Option<(Seat, Play, AppliedMove)> {
        let latest = self.turns.last()?;
        let Action::Play(play) = *latest.action() else {
            return None;
        };
        let applied = latest.before().applied(&Move::Play(play));
        Some((latest.seat(), play, applied))
    }

    /// Ends the turn of the player on turn, who has challenged valid words.
    pub(crate) fn lose_turn(&mut self) {
        let now = self.state.clone();
        self.state.lose_turn(&self.rules);
        self.record(Turn::new(now.next_seat(), Action::LostTurn, 0, now));
    }

    /// Adds points for a challenge of valid words: to the score of the player who made the play, or, if negative, to that of the
    /// challenger.
    pub(crate) fn add_challenge_points(&mut self, seat: Seat, points: i32) {
        let now = self.state.clone();
        self.state.adjust(seat, points);
        self.record(Turn::new(seat, Action::of_points(points), points, now));
    }

    /// Ends the game: this player has lost it by a challenge of valid words. No points are added for tiles left.
    pub(crate) fn forfeit(&mut self, loser: Seat) {
        let now = self.state.clone();
        self.state.forfeit(loser);
        self.record(Turn::new(loser, Action::Forfeit, 0, now));
    }

    #[expect(clippy::indexing_slicing, reason = "the turn is pushed first")]
    fn record(&mut self, turn: Turn) -> &Turn {
        self.turns.push(turn);
        &self.turns[self.turns.len() - 1]
    }
}

#[cfg(test)]
mod tests;
