//! Continues games from records.

use lexc_runtime::{Alphabet, Bag, Move, Rack, Rules, Seat};

use super::error::{GcgError, GcgFault, GcgRemedy};
use super::event::{GcgEvent, GcgEventKind};
use super::rack::read_rack;
use super::record::Gcg;
use crate::game::Game;
use crate::pair::Pair;

impl Gcg {
    /// Makes a game from the events of the record. The game stands where the record ends, and has all turns in its
    /// history.
    ///
    /// [`Seat::First`] is the first player of the record. While the bag has tiles, the record must have complete racks:
    /// each turn its own, and the last position the racks of `#rack1` and `#rack2`. The game counts turns without
    /// points and adds the points at the end of the game by the given rules; it ignores the record's points for tiles
    /// left, whose form is [`Gcg::final_points`]. If a player has two turns in a row, the game has a pass of the other player between them.
    ///
    /// # Errors
    /// The errors of [`Gcg::replay`], invalid rules, an invalid or incomplete rack, a rack that does not follow from
    /// the turns before it, or a play or an exchange after the end of the game.
    ///
    /// ```
    /// # let image = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
    /// # let alphabet = lexc_runtime::Lexicon::from_bytes(image)?.alphabet();
    /// use lexc_game::{Game, Gcg, Random};
    /// use lexc_runtime::{Move, Rules};
    ///
    /// let (rules, mut random) = (Rules::standard(alphabet), Random::new(1, 0));
    /// let mut game = Game::new(&rules, &mut random)?;
    /// game.make(&Move::Pass, &mut random)?;
    /// let saved = Gcg::from_game(&game, alphabet, ["Ann", "Bob"])?.to_string();
    ///
    /// let (gcg, _) = Gcg::from_bytes(saved.as_bytes())?;
    /// let resumed = gcg.resume(&rules, alphabet)?;
    /// assert_eq!(resumed.state(), game.state());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(&self, rules: &Rules, alphabet: Alphabet<'_>) -> Result<Game, GcgError> {
        rules
            .check()
            .map_err(|error| GcgError::new((0, 0), GcgFault::Rules(error)))?;
        let events = self.replay(rules, alphabet).map(|step| {
            let step = step?;
            Ok(Checked {
                event: step.event,
                action: step.action,
                points: step.points,
                rack: *step.position.rack(),
                next_rack: None,
                tiles_left: step.repairs.iter().find_map(|repair| match &repair.remedy {
                    GcgRemedy::TilesLeft { expected } => Some(expected.clone()),
                    _ => None,
                }),
                is_withdrawn: false,
            })
        });
        let mut events = events.collect::<Result<Vec<_>, GcgError>>()?;
        let racks = self.find_next_racks(&mut events, alphabet)?;
        let mut bag = rules.full_bag().clone();
        for (seat, rack) in Seat::BOTH.into_iter().zip(racks) {
            let mut turns = events.iter().map(|checked| checked.event);
            let turn = turns.find(|event| event.is_turn() && event.seat == seat);
            let place = turn.map_or((0, 0), |event| event.places.at(event.places.rack));
            let rack = rack.filter(|rack| rack.len() == rules.rack_size());
            let rack = rack.ok_or_else(|| GcgError::new(place, GcgFault::RackUnknown))?;
            let rest = bag.checked_sub(rack);
            bag = rest.ok_or_else(|| GcgError::new(place, GcgFault::RackImpossible))?;
        }
        let first_turn = events.iter().find(|checked| checked.event.is_turn());
        let on_turn = first_turn.map_or(Seat::First, |checked| checked.event.seat);
        let racks = racks.map(Option::unwrap_or_default);
        let mut game = Game::from_start(rules, bag, racks, on_turn);
        for checked in &events {
            checked
                .make(&mut game)
                .map_err(|fault| GcgError::new(checked.event.places.at(1), fault))?;
        }
        Ok(game)
    }

    /// Finds, for each event, the next rack of its player. Returns the first racks of both players.
    fn find_next_racks(
        &self,
        events: &mut [Checked<'_>],
        alphabet: Alphabet<'_>,
    ) -> Result<[Option<Rack>; 2], GcgError> {
        let read = |text: &str| {
            let rack = read_rack(text, alphabet);
            rack.map_err(|error| GcgError::new((0, 0), GcgFault::Text(error.kind())))
        };
        let mut next = Pair([None; 2]);
        for (next, rack) in next.0.iter_mut().zip(&self.racks) {
            *next = rack.as_ref().map(|rack| read(&rack.value)).transpose()?;
        }
        let mut withdrawn = None;
        for checked in events.iter_mut().rev() {
            let seat = checked.event.seat;
            checked.next_rack = next[seat];
            match &checked.event.kind {
                GcgEventKind::Withdrawal => withdrawn = Some(seat),
                GcgEventKind::OtherRack(tiles) => {
                    next[seat] = Some(Rack::EMPTY);
                    let tiles = checked.tiles_left.as_deref().unwrap_or(tiles);
                    next[seat.other()] = Some(read(tiles)?);
                }
                GcgEventKind::OwnRack(tiles) => next[seat] = Some(read(tiles)?),
                _ if checked.event.is_turn() => {
                    checked.is_withdrawn = withdrawn.take() == Some(seat);
                    next[seat] = Some(checked.rack);
                }
                _ => {}
            }
        }
        Ok(next.0)
    }
}

/// An event that was replayed, and the next rack of its player.
struct Checked<'g> {
    event: &'g GcgEvent,
    action: Option<Move>,
    points: i32,
    rack: Rack,
    next_rack: Option<Rack>,
    /// The tiles left at the end, if a repair replaced those of the record.
    tiles_left: Option<String>,
    /// True for a play that is withdrawn later: the tiles drawn after it go back into the bag.
    is_withdrawn: bool,
}

impl Checked<'_> {
    /// Makes the turn, or changes the scores.
    fn make(&self, game: &mut Game) -> Result<(), GcgFault> {
        let (seat, is_turn) = (self.event.seat, self.event.is_turn());
        if is_turn && game.on_turn() == Some(seat.other()) {
            game.make_with(&Move::Pass, |_| None);
        }
        if is_turn && game.is_over() {
            // A player who challenges valid words of the last play loses a turn, but the game is already over.
            let is_lost = matches!(self.event.kind, GcgEventKind::Pass | GcgEventKind::LostTurn);
            return is_lost.then_some(()).ok_or(GcgFault::AfterEnd);
        }
        match self.event.kind {
            GcgEventKind::Withdrawal if !game.withdraw() => {
                return Err(GcgFault::NoPlayToWithdraw);
            }
            GcgEventKind::Withdrawal | GcgEventKind::OtherRack(_) | GcgEventKind::OwnRack(_) => {}
            GcgEventKind::LostTurn => game.lose_turn(),
            GcgEventKind::ChallengeBonus if self.event.is_forfeit(game.rules()) => {
                game.forfeit(seat.other());
            }
            GcgEventKind::ChallengeBonus => game.add_challenge_points(seat, self.points),
            GcgEventKind::TimePenalty => {
                let adjusted = game.adjust(seat, self.points);
                adjusted.map_err(|_| GcgFault::TotalOutOfRange)?;
            }
            GcgEventKind::Play { .. }
            | GcgEventKind::Exchange(_)
            | GcgEventKind::ExchangeCount(_)
            | GcgEventKind::Pass => {
                let (action, drawn) = self.action_and_draw(game)?;
                let mut drawn = drawn.into_iter();
                game.make_with(&action, |bag| drawn.next().filter(|tile| bag.remove(*tile)));
            }
        }
        Ok(())
    }

    /// The move, and the tiles that its player draws after it.
    fn action_and_draw(&self, game: &Game) -> Result<(Move, Rack), GcgFault> {
        let rack = game.rack(self.event.seat);
        let action = match (self.action, &self.event.kind) {
            (None, GcgEventKind::ExchangeCount(count)) => {
                Move::Exchange(self.exchanged(rack, *count, game.bag())?)
            }
            (action, _) => action.unwrap_or(Move::Pass),
        };
        let kept = action.leave(rack).ok_or(GcgFault::RackImpossible)?;
        let room = match action {
            Move::Play(_) => game.rules().rack_size() - kept.len(),
            _ => rack.len() - kept.len(),
        };
        let bag = game.bag();
        let len = room.min(bag.len());
        let wanted = self
            .next_rack
            .filter(|next| next.len() == kept.len() + len && !self.is_withdrawn);
        let drawn = match wanted {
            Some(wanted) => wanted.checked_sub(kept).ok_or(GcgFault::RackImpossible)?,
            None if self.is_withdrawn || len == 0 || len == bag.len() => {
                let drawn = bag.tiles().take(len).collect::<Option<Rack>>();
                drawn.unwrap_or_default()
            }
            None => return Err(GcgFault::RackUnknown),
        };
        match bag.clone().checked_sub(drawn) {
            Some(_) => Ok((action, drawn)),
            None => Err(GcgFault::RackImpossible),
        }
    }

    /// Infers the exchanged tiles from their number: the tiles that the next rack lacks and, if these are too few,
    /// tiles that the player can have drawn again because the bag has them.
    fn exchanged(&self, rack: Rack, count: usize, bag: &Bag) -> Result<Rack, GcgFault> {
        let mut next = self.next_rack.ok_or(GcgFault::RackUnknown)?;
        let mut kept_len = rack.len().checked_sub(count).ok_or(GcgFault::Exchange)?;
        let mut left = bag.clone();
        let not_drawn = next.into_iter().filter(|&tile| !left.remove(tile));
        let mut not_drawn = not_drawn.collect::<Option<Rack>>().unwrap_or_default();
        let (first, others): (Vec<_>, Vec<_>) =
            rack.into_iter().partition(|&tile| not_drawn.remove(tile));
        let exchanged = first.into_iter().chain(others).filter(|&tile| {
            let is_kept = kept_len > 0 && next.remove(tile);
            kept_len -= usize::from(is_kept);
            !is_kept
        });
        let exchanged = exchanged.collect::<Option<Rack>>().unwrap_or_default();
        match exchanged.len() == count {
            true => Ok(exchanged),
            false => Err(GcgFault::RackImpossible),
        }
    }
}

#[cfg(test)]
mod tests;
