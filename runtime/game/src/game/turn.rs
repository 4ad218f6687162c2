//! Turns: the history of a game.

use lexc_runtime::{Alphabet, Bag, Board, GameState, Move, Play, Rack, Seat};

use crate::inference::LastMove;

/// The event of a turn. The subject of each description is the player of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Placed tiles.
    Play(Play),
    /// Exchanged these tiles.
    Exchange(Rack),
    /// Did nothing.
    Pass,
    /// Took this play, the player's latest, off the board after a challenge.
    Withdrawal(Play),
    /// Lost a turn after a challenge of valid words.
    LostTurn,
    /// Got points because the opponent challenged valid words.
    ChallengeBonus,
    /// Lost points for a challenge of valid words.
    ChallengeLoss,
    /// Lost the game by a challenge of valid words.
    Forfeit,
    /// Got or lost points by decision of a director, as for overtime.
    Adjustment,
}

impl Action {
    /// The move; `None` for other events.
    pub fn as_move(&self) -> Option<Move> {
        match *self {
            Action::Play(play) => Some(Move::Play(play)),
            Action::Exchange(tiles) => Some(Move::Exchange(tiles)),
            Action::Pass => Some(Move::Pass),
            _ => None,
        }
    }

    /// The name of the event, such as `exchange` or `lost turn`.
    pub fn name(&self) -> &'static str {
        match self {
            Action::Play(_) => "play",
            Action::Exchange(_) => "exchange",
            Action::Pass => "pass",
            Action::Withdrawal(_) => "withdrawal",
            Action::LostTurn => "lost turn",
            Action::ChallengeBonus => "challenge bonus",
            Action::ChallengeLoss => "challenge loss",
            Action::Forfeit => "forfeit",
            Action::Adjustment => "adjustment",
        }
    }

    pub(super) fn of(action: &Move) -> Action {
        match *action {
            Move::Play(play) => Action::Play(play),
            Move::Exchange(tiles) => Action::Exchange(tiles),
            Move::Pass => Action::Pass,
        }
    }

    /// The event of points for a challenge of valid words.
    pub(super) fn of_points(points: i32) -> Action {
        match points {
            ..0 => Action::ChallengeLoss,
            _ => Action::ChallengeBonus,
        }
    }
}

/// A turn of a game, or another event of its history, with the state of the game before it.
#[derive(Clone, Debug)]
pub struct Turn {
    seat: Seat,
    action: Action,
    points: i32,
    before: Box<GameState>,
}

impl Turn {
    pub(super) fn new(seat: Seat, action: Action, points: i32, before: GameState) -> Turn {
        Turn {
            seat,
            action,
            points,
            before: Box::new(before),
        }
    }

    /// The player whose turn it was, or whose score changed.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The event.
    pub fn action(&self) -> &Action {
        &self.action
    }

    /// The move, or the play that a withdrawal took off the board, in notation; empty for other events.
    pub fn move_text(&self, alphabet: Alphabet<'_>) -> String {
        let made = match self.action {
            Action::Withdrawal(play) => Some(Move::Play(play)),
            action => action.as_move(),
        };
        let text = made.map(|made| made.display(self.board(), alphabet).to_string());
        text.unwrap_or_default()
    }

    /// The points that the event added to the player's score, without the points for tiles left at the end of the game.
    pub fn points(&self) -> i32 {
        self.points
    }

    /// The board before the turn.
    pub fn board(&self) -> &Board {
        self.before.board()
    }

    /// The player's rack before the turn.
    pub fn rack(&self) -> Rack {
        self.before.rack(self.seat)
    }

    /// The bag before the turn.
    pub fn bag(&self) -> &Bag {
        self.before.bag()
    }

    /// The scores before the turn, in the order of turns.
    pub fn scores(&self) -> &[i32] {
        self.before.scores()
    }

    /// Returns `true` if the game was over before the event, such as a challenge of the last play.
    pub fn is_after_end(&self) -> bool {
        self.before.end().is_some()
    }

    /// What the turn tells the player at `seat` of the tiles that another player kept; `None` for that player's own turn, and for events
    /// other than moves.
    pub fn told_to(&self, seat: Seat) -> Option<LastMove> {
        let action = self.action.as_move().filter(|_| self.seat != seat)?;
        Some(LastMove::new(self.board().clone(), &action))
    }

    /// The state of the game before the turn.
    pub fn before(&self) -> &GameState {
        &self.before
    }
}
