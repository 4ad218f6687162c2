//! Turns: moves are checked, applied and taken back.

use crate::game::state::Table;
use crate::game::{
    Bag, GameState, Move, Play, Position, Rack, RackTile, Rules, Seat, TurnError, check_placement,
    check_play,
};
use crate::lexicon::Lexicon;

/// A move that was applied, and the state before it: see [`GameState::undo`].
#[derive(Clone, Debug)]
pub struct AppliedMove {
    pub(super) play: Option<Play>,
    pub(super) before: Table,
}

impl GameState {
    /// The known tiles that the player on turn keeps after a move, before drawing; `None` if the rack lacks a tile of the move.
    pub fn leave_after(&self, action: &Move) -> Option<Rack> {
        action.leave(self.rack_for(action))
    }

    /// The known tiles of the player on turn, and the unknown ones that the move takes.
    fn rack_for(&self, action: &Move) -> Rack {
        let seat = self.next_seat();
        let (mut rack, mut bag) = (self.rack(seat), self.bag().clone());
        let (mut rest, mut unknown) = (rack, self.rack_len(seat).saturating_sub(rack.len()));
        let mut take = |tile: RackTile| {
            if !rest.remove(tile) && unknown > 0 && bag.remove(tile) && rack.add(tile) {
                unknown -= 1;
            }
        };
        match action {
            Move::Play(play) => play.placed().for_each(|(_, placed)| take(placed.into())),
            Move::Exchange(tiles) => tiles.into_iter().for_each(take),
            Move::Pass => {}
        }
        rack
    }

    /// Returns `Ok` if the player on turn may make this move.
    ///
    /// Looks up the words of a play if `lexicon` is not `None`. Pass `None` in games in which phonies stay until they
    /// are challenged.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check(
        &self,
        rules: &Rules,
        action: &Move,
        lexicon: Option<&Lexicon<'_>>,
    ) -> Result<(), TurnError> {
        if self.end().is_some() {
            return Err(TurnError::Over);
        }
        // The score of a position may be out of range: moves that leave it as it is are legal.
        if action.score() != 0 {
            self.check_total(self.next_seat(), action.score())?;
        }
        match action {
            Move::Pass => Ok(()),
            Move::Play(play) => {
                let rack = self.rack_for(action);
                let position = Position::try_new(self.board.clone(), rack, rules);
                let position = position.map_err(TurnError::Position)?;
                let checked = match lexicon {
                    Some(lexicon) => check_play(lexicon, &position, play),
                    None => check_placement(&position, play),
                };
                checked.map_err(TurnError::Play)
            }
            Move::Exchange(tiles) => {
                let (found, needed) = (self.bag_len(), rules.bag_len_for_exchange(tiles.len()));
                if tiles.len() > rules.most_exchanged() {
                    return Err(TurnError::ManyExchanged {
                        found: tiles.len(),
                        most: rules.most_exchanged(),
                    });
                }
                if tiles.is_empty() || self.leave_after(action).is_none() {
                    Err(TurnError::ExchangedTiles)
                } else if found < needed {
                    Err(TurnError::ExchangeBag { found, needed })
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Returns `Ok` if the score of this player stays in range with these points.
    ///
    /// # Errors
    /// [`TurnError::Total`].
    pub fn check_total(&self, seat: Seat, points: i32) -> Result<(), TurnError> {
        match GameState::is_total(self.score(seat), points) {
            true => Ok(()),
            false => Err(TurnError::Total),
        }
    }

    /// Returns `true` if the sum of a total and points is a total in range.
    pub fn is_total(total: i32, points: i32) -> bool {
        let sum = i64::from(total) + i64::from(points);
        sum.unsigned_abs() <= u64::from(GameState::MAX_TOTAL.unsigned_abs())
    }

    /// Makes a move for the player on turn: puts its tiles on the board, draws, adds the points, and ends the game or puts the
    /// next player on turn. Returns what [`undo`](Self::undo) takes.
    ///
    /// `draw` is called for each tile to draw, with the bag, from which it takes the tile: `|bag| bag.draw(index)` for an index
    /// below the number of its tiles. If it returns `None`, the tile is not known. An exchange draws before its tiles go back
    /// into the bag. Tiles of the move that the rack lacks are taken from the player's unknown tiles.
    ///
    /// Does not check the move: [`check`](Self::check) does. An illegal move leaves a state that breaks the rules.
    pub fn apply(
        &mut self,
        rules: &Rules,
        action: &Move,
        mut draw: impl FnMut(&mut Bag) -> Option<RackTile>,
    ) -> AppliedMove {
        let applied = self.applied(action);
        let had_bag = self.bag_len() > 0;
        let seat = self.next_seat();
        let held = self.rack_len(seat);
        let target = match action {
            Move::Play(play) => {
                self.board.play_unchecked(play);
                for (_, placed_tile) in play.placed() {
                    self.table.take(seat, placed_tile.into());
                }
                rules.rack_size()
            }
            Move::Exchange(tiles) => {
                tiles
                    .into_iter()
                    .for_each(|tile| self.table.take(seat, tile));
                held
            }
            Move::Pass => held,
        };
        self.table.fill(seat, target, &mut draw);
        if let Move::Exchange(tiles) = action {
            for tile in *tiles {
                // There is room: the tile was in the bag before.
                let _ = self.table.bag.add(tile);
            }
        }
        self.table.add(seat, action.score());
        self.table
            .end_turn(rules, self.table.scoreless.after_move(action), had_bag);
        applied
    }

    /// Takes back the move that was made from this state last. States in between must have been taken back.
    pub fn undo(&mut self, applied: &AppliedMove) {
        for (square, _) in applied.play.iter().flat_map(Play::placed) {
            // Fails only for a square outside the board.
            let _ = self.board.set(square, None);
        }
        self.table = applied.before.clone();
    }

    /// The value that takes back this move, if it is made from this state.
    pub fn applied(&self, action: &Move) -> AppliedMove {
        AppliedMove {
            play: match action {
                Move::Play(play) => Some(*play),
                Move::Exchange(_) | Move::Pass => None,
            },
            before: self.table.clone(),
        }
    }

    /// Fills the racks of all players from the bag, that of the player on turn first, and draws their unknown tiles anew, which
    /// are then known: as for a game that continues from a record. `draw` is that of [`apply`](Self::apply).
    pub fn fill_racks(
        &mut self,
        rules: &Rules,
        mut draw: impl FnMut(&mut Bag) -> Option<RackTile>,
    ) {
        self.table.unknown = [0; Seat::ALL.len()];
        let mut seat = self.next_seat();
        for _ in 0..self.players() {
            self.table.fill(seat, rules.rack_size(), &mut draw);
            seat = seat.next(self.players());
        }
    }

    /// Adds points to a score, as for a time penalty. Does not end a turn. Saturates: see [`check_total`](Self::check_total).
    pub fn adjust(&mut self, seat: Seat, points: i32) {
        self.table.add(seat, points);
    }
}

impl Table {
    /// Takes a tile from a player: a known tile, or else an unknown one.
    fn take(&mut self, seat: Seat, tile: RackTile) {
        let index = seat.index();
        let (Some(rack), Some(unknown)) = (self.racks.get_mut(index), self.unknown.get_mut(index))
        else {
            return;
        };
        if !rack.remove(tile) && *unknown > 0 && self.bag.remove(tile) {
            *unknown -= 1;
        }
    }

    /// Fills the rack of a player up to `target` tiles.
    // Not generic, so that it is compiled once.
    fn fill(
        &mut self,
        seat: Seat,
        target: usize,
        draw: &mut dyn FnMut(&mut Bag) -> Option<RackTile>,
    ) {
        let len = target
            .min(Rack::MAX_LEN)
            .saturating_sub(self.rack_len(seat));
        for _ in 0..len.min(self.bag_len()) {
            let tile = draw(&mut self.bag);
            let index = seat.index();
            match (tile, self.racks.get_mut(index), self.unknown.get_mut(index)) {
                (Some(tile), Some(rack), _) => {
                    // There is room: the rack has fewer tiles than it can hold.
                    let _ = rack.add(tile);
                }
                (None, _, Some(unknown)) => *unknown += 1,
                _ => {}
            }
        }
        self.name_last_tiles();
    }

    /// Adds points. Saturates if an unchecked move scored too much.
    fn add(&mut self, seat: Seat, points: i32) {
        if let Some(score) = self.scores.get_mut(seat.index()) {
            *score = score.saturating_add(points);
        }
    }
}

#[cfg(test)]
mod tests;
