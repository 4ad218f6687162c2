//! [`GameState`]: the state of a game between two turns.

use crate::game::{
    Bag, Board, GameEnd, GameError, Position, PositionError, Rack, Rules, ScorelessTurns, Seat,
};

/// The state of a game of two to four players between two turns: board, bag, racks, scores and the player on turn.
///
/// A value without rules and without a lexicon: its methods take the [`Rules`], which must be the same for all calls. A move is
/// made by [`apply`](Self::apply) and taken back by [`undo`](Self::undo).
///
/// The rules are the rules that the printed game and tournaments share, and the following. A rack is filled from the
/// bag after every play. A player may exchange or pass instead of playing. For an exchange, the bag must have at least
/// as many tiles as the exchange swaps, and at least [`Rules::exchange_bag_len`]; the exchange swaps up to
/// [`Rules::most_exchanged`]. The game ends
///
/// - when a player has no tiles left and the bag is empty, or some turns later: [`Rules::finish`];
/// - after a number of turns: [`Rules::turn_limit`];
/// - after turns in a row, of all players together, that scored no point (exchanges, passes, plays for 0 points, plays taken
///   off the board, and turns lost by a challenge), or after passes in a row: [`Rules::ends_game_of`];
/// - when a player loses it by a challenge, under [`ChallengeRule::Triple`](crate::ChallengeRule::Triple).
///
/// In all cases but the last, points are added for the tiles left, before any challenge of the last play:
/// [`Rules::end_points`] between two players. Between three or four, each loses the value of their own tiles, and a player
/// without tiles gains what all others lose.
///
/// # Tiles that are not known
///
/// A rack is known in full or in part. The tiles that nobody has named are together with those of the bag: [`bag`](Self::bag)
/// has both, and [`bag_len`](Self::bag_len) is the number of those in the bag. Unknown tiles count no points at the end. Once
/// the bag is empty and one rack alone has unknown tiles, they are known.
///
/// ```
/// use lexc_runtime::{GameState, Lexicon, Move, MoveGen, Rules, Seat};
///
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let rules = Rules::standard(lexicon.alphabet());
/// // With random numbers in place of 0, each game is another.
/// let mut state = GameState::deal(&rules, 2, |_| 0)?;
/// while state.on_turn().is_some() {
///     let best = MoveGen::new(&lexicon).best(&state.position(&rules)?);
///     let action = match best {
///         Some(play) => Move::Play(play),
///         None if state.may_exchange(&rules) => Move::Exchange(state.rack(state.next_seat())),
///         None => Move::Pass,
///     };
///     state.check(&rules, &action, Some(&lexicon))?;
///     state.apply(&rules, &action, |bag| bag.draw(0));
/// }
/// assert_eq!(state.scores().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameState {
    pub(super) board: Board,
    pub(super) table: Table,
}

/// All of a state but the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    /// The tiles of the bag, and those on racks that are not known.
    pub(super) bag: Bag,
    /// The known tiles of each player.
    pub(super) racks: [Rack; Seat::ALL.len()],
    /// The number of further tiles of each player, which are not known.
    pub(super) unknown: [u8; Seat::ALL.len()],
    pub(super) scores: [i32; Seat::ALL.len()],
    pub(super) players: u8,
    pub(super) on_turn: Seat,
    pub(super) scoreless: ScorelessTurns,
    /// Turns of all players until the game ends; `None` if no limit counts yet.
    pub(super) turns_left: Option<u16>,
    pub(super) end: Option<GameEnd>,
    /// The points at the end, part of the scores.
    pub(super) end_points: [i32; Seat::ALL.len()],
}

// Small hosts have little memory.
const _: () = assert!(size_of::<GameState>() <= 952);

impl GameState {
    /// The largest total of a player, positive or negative. An `i32` has room for it and for the points of tiles left.
    pub const MAX_TOTAL: i32 = 1_000_000_000;

    /// Starts a game on the empty board: fills the racks from the full bag, one player after the other. `index_below` is called
    /// for each tile with the number of tiles in the bag, and must return an index below it, such as a random one.
    ///
    /// # Errors
    /// [`GameError::Players`] unless there are two to four; [`GameError::Bag`] if the full bag does not fill their racks;
    /// [`GameError::Rules`] if the rules are invalid; [`GameError::Total`] if the plays of a game might score more than a
    /// total can have.
    pub fn deal(
        rules: &Rules,
        players: usize,
        mut index_below: impl FnMut(usize) -> usize,
    ) -> Result<GameState, GameError> {
        rules.check().map_err(GameError::Rules)?;
        let mut bag = rules.full_bag().clone();
        let (found, needed) = (bag.len(), players.saturating_mul(rules.rack_size()));
        // Each play covers a square, so a game has at most as many plays as the board has squares.
        let squares = rules.layout().dimensions().squares().count() as i64;
        let mut racks = [Rack::EMPTY; Seat::ALL.len()];
        let racks = racks
            .get_mut(..players)
            .ok_or(GameError::Players { found: players })?;
        if found < needed {
            return Err(GameError::Bag { found, needed });
        }
        if rules.score_bound().saturating_mul(squares) > i64::from(GameState::MAX_TOTAL) {
            return Err(GameError::Total);
        }
        for rack in &mut *racks {
            bag.fill(rack, rules.rack_size(), &mut index_below);
        }
        let board = Board::new(rules.layout().dimensions());
        let mut state =
            GameState::new(board, racks, bag).ok_or(GameError::Players { found: players })?;
        state.table.turns_left = rules.all_turns(state.table.players);
        Ok(state)
    }

    /// A state with these racks, one for each player, known in full; scores of 0, and [`Seat::First`] on turn. `None` unless there
    /// are two to four racks.
    pub fn new(board: Board, racks: &[Rack], bag: Bag) -> Option<GameState> {
        let players = u8::try_from(racks.len())
            .ok()
            .filter(|players| *players >= 2)?;
        let mut all = [Rack::EMPTY; Seat::ALL.len()];
        all.get_mut(..racks.len())?.copy_from_slice(racks);
        Some(GameState::of_racks(board, all, players, bag))
    }

    /// A state of two players with these racks, known in full; scores of 0, and [`Seat::First`] on turn.
    pub fn of_two(board: Board, [first, second]: [Rack; 2], bag: Bag) -> GameState {
        let racks = [first, second, Rack::EMPTY, Rack::EMPTY];
        GameState::of_racks(board, racks, 2, bag)
    }

    /// A state with the first of these racks.
    pub(crate) fn of_racks(
        board: Board,
        racks: [Rack; Seat::ALL.len()],
        players: u8,
        bag: Bag,
    ) -> GameState {
        let table = Table {
            bag,
            racks,
            unknown: [0; Seat::ALL.len()],
            scores: [0; Seat::ALL.len()],
            players,
            on_turn: Seat::First,
            scoreless: ScorelessTurns::NONE,
            turns_left: None,
            end: None,
            end_points: [0; Seat::ALL.len()],
        };
        GameState { board, table }
    }

    /// The same state with these scores, one for each player; more are ignored.
    #[must_use]
    pub fn with_scores(mut self, scores: &[i32]) -> GameState {
        let players = self.players();
        for (to, score) in self.table.scores.iter_mut().take(players).zip(scores) {
            *to = *score;
        }
        self
    }

    /// The same state with another player on turn.
    #[must_use]
    pub fn with_on_turn(mut self, seat: Seat) -> GameState {
        self.table.on_turn = seat;
        self
    }

    /// The same state with other seats: the player on turn gets this seat, and the others those after it.
    #[must_use]
    pub fn seated_from(mut self, seat: Seat) -> GameState {
        let players = self.players();
        let table = &mut self.table;
        let (racks, unknown, scores) = (table.racks, table.unknown, table.scores);
        let (mut from, mut to) = (table.on_turn, seat);
        for _ in 0..players {
            let (from_index, to_index) = (from.index(), to.index());
            copy(&mut table.racks, to_index, &racks, from_index);
            copy(&mut table.unknown, to_index, &unknown, from_index);
            copy(&mut table.scores, to_index, &scores, from_index);
            (from, to) = (from.next(players), to.next(players));
        }
        table.on_turn = seat;
        self
    }

    /// The same state after other turns without points.
    #[must_use]
    pub fn with_scoreless_turns(mut self, scoreless: ScorelessTurns) -> GameState {
        self.table.scoreless = scoreless;
        self
    }

    /// The same state with another number of turns left.
    #[must_use]
    pub fn with_turns_left(mut self, turns_left: Option<u16>) -> GameState {
        self.table.turns_left = turns_left;
        self
    }

    /// The same state in which this player has further tiles, which are not known: they are among those of
    /// [`bag`](Self::bag).
    #[must_use]
    pub fn with_unknown_tiles(mut self, seat: Seat, len: usize) -> GameState {
        self.hide(seat, len);
        self
    }

    /// Gives a player further tiles, which are not known.
    pub(crate) fn hide(&mut self, seat: Seat, len: usize) {
        if let Some(unknown) = self.table.unknown.get_mut(seat.index()) {
            *unknown = 0;
        }
        let room = Rack::MAX_LEN.saturating_sub(self.rack_len(seat));
        let len = len.min(self.bag_len()).min(room);
        if let Some(unknown) = self.table.unknown.get_mut(seat.index()) {
            *unknown = u8::try_from(len).unwrap_or(0);
        }
        self.table.name_last_tiles();
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The tiles that are not drawn yet, and those on racks that are not known.
    pub const fn bag(&self) -> &Bag {
        &self.table.bag
    }

    /// The number of tiles in the bag.
    pub fn bag_len(&self) -> usize {
        self.table.bag_len()
    }

    /// The number of players.
    pub const fn players(&self) -> usize {
        self.table.players as usize
    }

    /// The players, in the order of turns.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::ALL.into_iter().take(self.players())
    }

    /// The known tiles on the rack of a player.
    pub fn rack(&self, seat: Seat) -> Rack {
        self.table
            .racks
            .get(seat.index())
            .copied()
            .unwrap_or_default()
    }

    /// The number of tiles on the rack of a player, known or not.
    pub fn rack_len(&self, seat: Seat) -> usize {
        self.table.rack_len(seat)
    }

    /// The points of each player, in the order of turns.
    pub fn scores(&self) -> &[i32] {
        self.table.scores.get(..self.players()).unwrap_or(&[])
    }

    /// The points of a player.
    pub fn score(&self, seat: Seat) -> i32 {
        self.table.scores.get(seat.index()).copied().unwrap_or(0)
    }

    /// The player on turn; `None` if the game is over.
    pub const fn on_turn(&self) -> Option<Seat> {
        match self.table.end {
            None => Some(self.table.on_turn),
            Some(_) => None,
        }
    }

    /// The player on turn, or the player who would be next in a game that is over.
    pub const fn next_seat(&self) -> Seat {
        self.table.on_turn
    }

    /// The turns in a row, up to now, that scored no point.
    pub const fn scoreless_turns(&self) -> ScorelessTurns {
        self.table.scoreless
    }

    /// The number of turns of all players until the game ends by [`Rules::finish`] or [`Rules::turn_limit`]; `None` if no such limit
    /// counts yet. A state made of a position has none: its next turn is then the first of the turns that the rules allow and, if
    /// its bag is empty, the first of the last turns.
    pub const fn turns_left(&self) -> Option<u16> {
        self.table.turns_left
    }

    /// The way in which the game has ended; `None` if it is under way.
    pub const fn end(&self) -> Option<GameEnd> {
        self.table.end
    }

    /// The points that a player gained or lost at the end, which are part of the [score](Self::score); 0 in a game that is under
    /// way.
    pub fn end_points(&self, seat: Seat) -> i32 {
        let points = self.table.end_points.get(seat.index());
        points.copied().unwrap_or(0)
    }

    /// The points by which the player on turn is ahead of the next one.
    pub fn lead(&self) -> i64 {
        let next = self.next_seat().next(self.players());
        i64::from(self.score(self.next_seat())) - i64::from(self.score(next))
    }

    /// The known tiles of the player after the one on turn: the opponent in a game of two.
    pub fn opponent_rack(&self) -> Rack {
        self.rack(self.next_seat().next(self.players()))
    }

    /// The tiles that a player does not see: those in the bag and on the racks of all others.
    pub fn unseen(&self, seat: Seat) -> Bag {
        let mut unseen = self.bag().clone();
        for other in self.seats().filter(|&other| other != seat) {
            for tile in self.rack(other) {
                // There is room: a bag had the tile before.
                let _ = unseen.add(tile);
            }
        }
        unseen
    }

    /// The state as this player sees it: all tiles on the racks of others are unknown, unless the bag is empty and there is only
    /// one other player.
    #[must_use]
    pub fn seen_by(&self, seat: Seat) -> GameState {
        let mut seen = self.clone();
        seen.table.bag = self.unseen(seat);
        for other in self.seats().filter(|&other| other != seat) {
            let len = u8::try_from(self.rack_len(other)).unwrap_or(u8::MAX);
            let table = &mut seen.table;
            let rack = table.racks.get_mut(other.index());
            if let (Some(rack), Some(unknown)) = (rack, table.unknown.get_mut(other.index())) {
                (*rack, *unknown) = (Rack::EMPTY, len);
            }
        }
        seen.table.name_last_tiles();
        seen
    }

    /// The board and the known tiles of the player on turn, or of the player who would be next in a game that is over.
    ///
    /// # Errors
    /// The same as for [`Position::try_new`].
    pub fn position<'r>(&self, rules: &'r Rules) -> Result<Position<'r>, PositionError> {
        Position::try_new(self.board.clone(), self.rack(self.next_seat()), rules)
    }

    /// Returns `true` if the game is not over and the bag has enough tiles to exchange one.
    pub fn may_exchange(&self, rules: &Rules) -> bool {
        self.end().is_none() && self.bag_len() >= rules.bag_len_for_exchange(1)
    }
}

/// Copies an element, if both indices are within the arrays.
fn copy<T: Copy>(to: &mut [T], to_index: usize, from: &[T], from_index: usize) {
    if let (Some(to), Some(from)) = (to.get_mut(to_index), from.get(from_index)) {
        *to = *from;
    }
}

impl Table {
    pub(super) fn bag_len(&self) -> usize {
        let unknown: usize = self.unknown.iter().map(|&len| usize::from(len)).sum();
        self.bag.len().saturating_sub(unknown)
    }

    pub(super) fn rack_len(&self, seat: Seat) -> usize {
        let known = self.racks.get(seat.index()).map_or(0, Rack::len);
        known
            + self
                .unknown
                .get(seat.index())
                .map_or(0, |&len| usize::from(len))
    }

    /// Once the bag is empty and one rack alone has unknown tiles, they are known: all that are left.
    pub(super) fn name_last_tiles(&mut self) {
        let mut hidden = self.unknown.iter_mut().zip(&mut self.racks);
        let mut hidden = hidden.by_ref().filter(|(unknown, _)| **unknown > 0);
        let (Some((unknown, rack)), None) = (hidden.next(), hidden.next()) else {
            return;
        };
        if self.bag.len() == usize::from(*unknown) {
            *unknown = 0;
            while let Some(tile) = self.bag.draw(0) {
                // There is room: the number of tiles on the rack is as before.
                let _ = rack.add(tile);
            }
        }
    }
}
