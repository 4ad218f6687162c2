//! The position after the last event, and the pragmas that need the rules.

use lexc_runtime::{Bag, Cgp, FinalPoints, GameEnd, GameState, Rack};

use super::error::{GcgFault, GcgRemedy, GcgRepair};
use super::event::{GcgEvent, GcgEventKind};
use super::pragmas::{self, Pragma};
use super::rack::read_rack;
use super::replay::GcgReplay;
use super::write::end_lines;
use crate::pair::Pair;
use lexc_runtime::Seat;

impl GcgReplay<'_, '_> {
    /// The repairs of pragmas: racks after the last event that are impossible, and pragmas that ask for another board or
    /// other tiles than the rules and the alphabet give. To be called after the last step; after an error, without the
    /// racks.
    pub fn repairs(&self) -> Vec<GcgRepair> {
        let pragmas = self.gcg.pragmas.iter();
        let strange = pragmas.filter(|pragma| !pragma.is_obeyed_by(self.rules, self.alphabet));
        let strange =
            strange.map(|one| pragmas::not_obeyed(one.places.at(1), &one.name, &one.value));
        let mut repairs: Vec<GcgRepair> = strange.collect();
        let mut unseen = self.unseen();
        for seat in Seat::BOTH.into_iter().filter(|_| !self.is_refused) {
            let Some((pragma, rack)) = self.last_rack(seat) else {
                continue;
            };
            let rack = rack.and_then(|rack| match unseen.clone().checked_sub(rack) {
                Some(rest) => {
                    unseen = rest;
                    Ok(())
                }
                None if !self.has_counts => Ok(()),
                None => Err("both racks have more of a tile than are left".to_owned()),
            });
            if let Err(reason) = rack {
                let remedy = GcgRemedy::LastRack { reason };
                repairs.push(GcgRepair::new(pragma.places.at(1), remedy));
            }
        }
        repairs
    }

    /// The game after the last event, by the rules. [`Seat::First`] is the first player of the record. Racks have the tiles of `#rack1`,
    /// `#rack2` and `#incomplete`, or else those that their players kept; further tiles are unknown unless the rest of the game tells
    /// them. To be called after the last step.
    pub fn state(&self) -> GameState {
        let on_turn = self.last_turn.map_or(Seat::First, Seat::other);
        let lens = self.rack_lens().unwrap_or([self.rules.rack_size(); 2]);
        let mut bag = self.unseen();
        let racks = Seat::BOTH.map(|seat| {
            let last = self.last_rack(seat).and_then(|(_, rack)| rack.ok());
            let rack = last.unwrap_or(self.held.kept(seat));
            match bag.clone().checked_sub(rack) {
                Some(rest) if rack.len() <= Pair(lens)[seat] => {
                    bag = rest;
                    rack
                }
                _ => Rack::EMPTY,
            }
        });
        let mut racks = Pair(racks);
        let unknown = |racks: &Pair<Rack>, seat| Pair(lens)[seat].saturating_sub(racks[seat].len());
        for seat in Seat::BOTH {
            let is_alone = unknown(&racks, seat.other()) == 0;
            if is_alone && self.has_counts && unknown(&racks, seat) == bag.len() {
                let tiles = racks[seat].into_iter().chain(bag.tiles());
                racks[seat] = tiles.collect::<Option<Rack>>().unwrap_or(racks[seat]);
                bag = Bag::default();
            }
        }
        let unknown = Pair(Seat::BOTH.map(|seat| unknown(&racks, seat)));
        let state = GameState::of_two(self.board().clone(), racks.0, bag);
        let state = (Seat::BOTH.into_iter()).fold(state, |state, seat| {
            state.with_unknown_tiles(seat, unknown[seat])
        });
        state
            .with_scores(self.state.scores())
            .with_scoreless_turns(self.state.scoreless_turns())
            .with_on_turn(on_turn)
    }

    /// The end of the game, if it is over after the last event: by the rules, by points for tiles left, or because a player lost it by a
    /// challenge.
    pub fn end(&self) -> Option<GameEnd> {
        let by_rules = match self.state.end() {
            // A record may have turns after the last one that the rules allow.
            Some(GameEnd::Scoreless) => {
                let turns = self.state.scoreless_turns();
                let is_last = self.rules.ends_game_of(2, turns);
                is_last.then_some(GameEnd::Scoreless)
            }
            end => end,
        };
        let by_event = |event: &GcgEvent| match event.kind() {
            GcgEventKind::OtherRack(_) => Some(GameEnd::Out(event.seat)),
            GcgEventKind::OwnRack(_) => Some(GameEnd::Scoreless),
            _ if event.is_forfeit(self.rules) => Some(GameEnd::Forfeit(event.seat.other())),
            _ => None,
        };
        let mut events = self.gcg.events.iter();
        by_rules.or_else(|| events.find_map(by_event))
    }

    /// The lines of points for tiles left that the record lacks: none if it has one, if the game goes on or was lost by a challenge, if
    /// no points count, or if not all tiles on racks are known.
    pub fn missing_end(&self) -> Vec<GcgEvent> {
        let counts = match self.end() {
            None | Some(GameEnd::Forfeit(_)) => false,
            Some(_) => self.rules.final_points() != FinalPoints::None,
        };
        let state = self.state();
        let is_known = |seat| state.rack(seat).len() == state.rack_len(seat);
        if !counts
            || self.gcg.events.iter().any(GcgEvent::is_end)
            || !Seat::BOTH.into_iter().all(is_known)
        {
            return Vec::new();
        }
        let racks = Seat::BOTH.map(|seat| state.rack(seat));
        let lines = end_lines(self.rules, racks, self.alphabet).into_iter();
        let event = |(seat, kind, points): (Seat, GcgEventKind, i32)| {
            let rack = state.rack(seat).display(self.alphabet).to_string();
            let total = state.score(seat).saturating_add(points);
            GcgEvent::new((seat, &rack), kind, (points, total))
        };
        lines.map(event).collect()
    }

    /// The position after the last event, for the player on turn. Has the rack of `#rack1`, `#rack2` or `#incomplete`,
    /// and the known tiles of the other player. `None` without a possible rack. To be called after
    /// the last step.
    pub fn open_turn(&self) -> Option<(Seat, Cgp<'static>)> {
        if self.is_refused {
            return None;
        }
        let seat = self.last_turn.map_or(Seat::First, Seat::other);
        let (_, rack) = self.last_rack(seat)?;
        let rack = rack.ok()?;
        let known = self.opponent_known(seat, &self.without(rack).ok()?);
        let scores = [seat, seat.other()].map(|seat| self.state.score(seat));
        let cgp = Cgp::new(self.board().clone(), rack)
            .with_opponent_rack(known)
            .with_scores(&scores)
            .with_zero_turns(self.state.scoreless_turns().count());
        Some((seat, cgp))
    }

    /// The pragma of a player's rack after the last event, and the rack. An error if the rack is not possible.
    fn last_rack(&self, seat: Seat) -> Option<(&Pragma, Result<Rack, String>)> {
        let pragma = self.gcg.rack_pragma(seat)?;
        let rack = read_rack(&pragma.value, self.alphabet);
        let rack = rack.map_err(|error| GcgFault::Text(error.kind()));
        let rack = rack.and_then(|rack| self.without(rack).map(|_| rack));
        let rack = rack.map_err(|fault| fault.to_string()).and_then(|rack| {
            let lens = self.rack_lens();
            let len = lens.map_or(self.rules.rack_size(), |lens| Pair(lens)[seat]);
            let is_full = rack.len() == len;
            let keeps_all = rack.checked_sub(self.held.kept(seat)).is_some();
            match rack.len() <= len && (!is_full || keeps_all) {
                true => Ok(rack),
                false => Err("it does not follow from the turns of the player".to_owned()),
            }
        });
        Some((pragma, rack))
    }
}
