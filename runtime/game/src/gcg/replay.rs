//! Steps through a record, with the checks of the rules.

use lexc_runtime::{
    Alphabet, AppliedMove, Bag, Board, Cgp, GameState, Move, Play, Position, Rack, Rules,
    ScorelessTurns, Seat,
};

use super::error::{GcgError, GcgFault, GcgRemedy, GcgRepair};
use super::event::{GcgEvent, GcgEventKind};
use super::held::Held;
use super::record::Gcg;
use crate::inference::LastMove;
use crate::pair::Pair;

impl Gcg {
    /// Steps through the events, starting from the empty board, and checks each against the rules.
    ///
    /// Wrong points and totals are replaced and reported in [`GcgStep::repairs`]. An error ends the steps. Errors are,
    /// for example, a play that does not fit the board, a placed or exchanged tile that a complete rack lacks, a
    /// withdrawal with another rack, and more of a tile than the alphabet has (unless the alphabet has no counts). A
    /// rack is complete if it has as many tiles as the rules allow. Words are not looked up. Turns without points are
    /// counted, but do not end the game: a record may have more turns.
    ///
    /// The rules and the alphabet must belong together. Time is linear in the number of events, and memory constant.
    ///
    /// ```
    /// # let image = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
    /// # let alphabet = lexc_runtime::Lexicon::from_bytes(image)?.alphabet();
    /// use lexc_game::Gcg;
    /// use lexc_runtime::Rules;
    ///
    /// let (gcg, _) = Gcg::from_bytes(b">ann: AEGILNT 8D GELATIN +70 70\n>bob: GPY - +0 0")?;
    /// let rules = Rules::standard(alphabet);
    /// let mut steps = gcg.replay(&rules, alphabet);
    /// let step = steps.next().ok_or("one event")??;
    /// assert_eq!((step.points, step.total, step.unseen.len()), (70, 70, 93));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay<'g, 'r>(&'g self, rules: &'r Rules, alphabet: Alphabet<'g>) -> GcgReplay<'g, 'r> {
        let bag = rules.full_bag().clone();
        let has_counts = !bag.is_empty();
        let first_turn = self.events.iter().find(|event| event.is_turn());
        let on_turn = first_turn.map_or(Seat::First, GcgEvent::seat);
        let board = Board::new(rules.layout().dimensions());
        let state = GameState::of_two(board, [Rack::EMPTY; 2], bag)
            .with_unknown_tiles(on_turn, rules.rack_size())
            .with_unknown_tiles(on_turn.other(), rules.rack_size());
        GcgReplay {
            events: self.events.iter(),
            rules,
            alphabet,
            state,
            has_counts,
            differences: Pair::default(),
            last_turn: None,
            latest: None,
            last_move: None,
            held: Held::default(),
            has_penalty: Pair::default(),
            gcg: self,
            is_refused: false,
        }
    }
}

/// An event of a record, the position before it, and its outcome by the rules.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GcgStep<'g, 'r> {
    /// The event as written.
    pub event: &'g GcgEvent,
    /// The board before the event, and the rack of its player as far as known. An incomplete rack has at least the
    /// tiles of the move.
    pub position: Position<'r>,
    /// The scores before the event, in the order of the players of the record.
    pub scores: [i32; 2],
    /// The tiles that the player of the event does not see: neither on the board nor on the known rack.
    pub unseen: Bag,
    /// The known tiles on the other player's rack: the tiles of a withdrawn play that the other
    /// player still has. Empty once the bag is empty, because all tiles are known then.
    pub opponent_known: Rack,
    /// The number of tiles on each rack before the event, in the order of the players of the record. The numbers follow
    /// from the plays before the event. `None` if the alphabet has no counts.
    pub rack_lens: Option<[usize; 2]>,
    /// The turns in a row without a point before the event.
    pub scoreless: ScorelessTurns,
    /// The last move of the other player, if the record names it and it was not withdrawn.
    pub last_move: Option<LastMove>,
    /// `true` for a play that the record withdraws later.
    pub is_withdrawn: bool,
    /// The move, if the event is one: a play with its score by the rules, a pass, or an exchange of known tiles.
    pub action: Option<Move>,
    /// The points by the rules; for challenge bonuses and time penalties, those of the record.
    pub points: i32,
    /// The total of the player after the event: the sum of the points.
    pub total: i32,
    /// The repairs of the event.
    pub repairs: Vec<GcgRepair>,
}

impl GcgStep<'_, '_> {
    /// The state before the event, [`Seat::First`] on turn: the known tiles of both players, and those of the bag. Without counts
    /// of tiles, the other player has as many tiles as a full rack, as far as the unseen tiles suffice.
    pub fn state(&self) -> GameState {
        let rules = self.position.rules();
        let other = self.event.seat.other();
        let len = self
            .rack_lens
            .map_or(rules.rack_size(), |lens| Pair(lens)[other]);
        let scores = [self.event.seat, other].map(|seat| Pair(self.scores)[seat]);
        let racks = [*self.position.rack(), self.opponent_known];
        let bag = self.unseen.clone().checked_sub(self.opponent_known);
        let unknown = len.saturating_sub(self.opponent_known.len());
        GameState::of_two(
            self.position.board().clone(),
            racks,
            bag.unwrap_or_default(),
        )
        .with_unknown_tiles(Seat::Second, unknown)
        .with_scores(&scores)
        .with_scoreless_turns(self.scoreless)
    }

    /// The position as CGP, with the scores and the number of scoreless turns. The opponent's rack has
    /// [`GcgStep::opponent_known`].
    pub fn cgp(&self) -> Cgp<'static> {
        let scores = [self.event.seat, self.event.seat.other()].map(|seat| Pair(self.scores)[seat]);
        Cgp::new(self.position.board().clone(), *self.position.rack())
            .with_opponent_rack(self.opponent_known)
            .with_scores(&scores)
            .with_zero_turns(self.scoreless.count())
    }
}

/// The steps through a record. Ends after an error.
#[derive(Clone, Debug)]
pub struct GcgReplay<'g, 'r> {
    events: std::slice::Iter<'g, GcgEvent>,
    pub(super) rules: &'r Rules,
    pub(super) alphabet: Alphabet<'g>,
    /// The game without the racks of the record: the tiles of both players are unknown, as long as the rest of the game does
    /// not tell them.
    pub(super) state: GameState,
    pub(super) has_counts: bool,
    /// For each player, the last written total minus the sum of the points up to its event; 0 if no total was written.
    differences: Pair<i64>,
    pub(super) last_turn: Option<Seat>,
    pub(super) held: Held,
    /// For each player, `true` after a penalty for overtime.
    pub(super) has_penalty: Pair<bool>,
    pub(super) gcg: &'g Gcg,
    /// True after an error.
    pub(super) is_refused: bool,
    pub(super) latest: Option<Latest>,
    /// The last move, and its player; `None` after a withdrawal.
    last_move: Option<(Seat, LastMove)>,
}

/// The latest play, while it can be withdrawn.
#[derive(Clone, Debug)]
pub(super) struct Latest {
    pub(super) seat: Seat,
    pub(super) play: Play,
    pub(super) written_rack: Rack,
    pub(super) rack: Rack,
    applied: AppliedMove,
    /// The tiles held before the play.
    held: Held,
}

/// An event by the rules: the position before it, with the player's rack, its move and its points.
pub(super) struct Outcome<'r> {
    pub(super) position: Position<'r>,
    pub(super) action: Option<Move>,
    pub(super) points: i32,
}

impl<'g, 'r> Iterator for GcgReplay<'g, 'r> {
    type Item = Result<GcgStep<'g, 'r>, GcgError>;

    fn next(&mut self) -> Option<Self::Item> {
        let event = self.events.next()?;
        let step = self.step(event);
        if step.is_err() {
            self.events = [].iter();
            self.is_refused = true;
        }
        Some(step)
    }
}

impl<'g, 'r> GcgReplay<'g, 'r> {
    /// The scores after the last step, in the order of the players of the record.
    pub fn scores(&self) -> [i32; 2] {
        Seat::BOTH.map(|seat| self.state.score(seat))
    }

    /// The board after the last step.
    pub fn board(&self) -> &Board {
        self.state.board()
    }

    /// The tiles of the full bag without those on the board.
    pub(super) fn unseen(&self) -> Bag {
        self.rules.unseen(self.board(), Rack::EMPTY)
    }

    /// The number of tiles on each rack; `None` if the alphabet has no counts.
    pub(super) fn rack_lens(&self) -> Option<[usize; 2]> {
        let lens = Seat::BOTH.map(|seat| self.state.rack_len(seat));
        self.has_counts.then_some(lens)
    }

    fn step(&mut self, event: &'g GcgEvent) -> Result<GcgStep<'g, 'r>, GcgError> {
        let mut repairs = Vec::new();
        let seat = event.seat;
        if event.is_turn() {
            if self.last_turn == Some(seat) {
                let place = event.places.at(1);
                repairs.push(GcgRepair::new(place, GcgRemedy::TurnMissing));
                self.turn(seat.other(), |state, rules| {
                    state.apply(rules, &Move::Pass, |_| None)
                });
            }
            self.last_turn = Some(seat);
        }
        let Outcome {
            position,
            action,
            points,
        } = match &event.kind {
            GcgEventKind::Play { square, word } => {
                self.play(event, (square, word), &mut repairs)?
            }
            GcgEventKind::Exchange(tiles) => self.exchange(event, tiles, &mut repairs)?,
            GcgEventKind::ExchangeCount(count) => self.exchange_count(event, *count)?,
            GcgEventKind::Pass => self.pass(event, Some(Move::Pass))?,
            GcgEventKind::LostTurn => self.pass(event, None)?,
            GcgEventKind::Withdrawal => self.withdrawal(event)?,
            GcgEventKind::ChallengeBonus | GcgEventKind::TimePenalty => {
                self.bonus(event, &mut repairs)?
            }
            GcgEventKind::OtherRack(tiles) => self.other_rack(event, tiles, &mut repairs)?,
            GcgEventKind::OwnRack(tiles) => self.own_rack(event, tiles, &mut repairs)?,
        };
        if !matches!(event.kind, GcgEventKind::Play { .. }) && !event.words.is_empty() {
            let found = event.words.clone();
            let place = event.places.at(event.places.words);
            repairs.push(GcgRepair::new(place, GcgRemedy::Words { found }));
        }
        let unseen = self.without(*position.rack());
        let unseen = unseen.unwrap_or_else(|_| self.unseen());
        let step = GcgStep {
            event,
            scores: self.scores(),
            opponent_known: self.opponent_known(seat, &unseen),
            unseen,
            rack_lens: self.rack_lens(),
            scoreless: self.state.scoreless_turns(),
            last_move: (self.last_move.clone()).and_then(|(by, last)| (by != seat).then_some(last)),
            is_withdrawn: self.is_withdrawn(event),
            action,
            points,
            total: self.add(event, points, &mut repairs)?,
            position,
            repairs,
        };
        self.apply(event, &step);
        Ok(step)
    }

    /// The tiles of the other player that are known to the player at `seat`.
    pub(super) fn opponent_known(&self, seat: Seat, unseen: &Bag) -> Rack {
        let shown = self.held.shown(seat.other());
        let Some(lens) = self.rack_lens() else {
            return shown;
        };
        let len = Pair(lens)[seat.other()];
        let fits = shown.len() <= len && unseen.clone().checked_sub(shown).is_some();
        if fits && unseen.len() > len {
            shown
        } else {
            Rack::EMPTY
        }
    }

    /// Returns `true` for a play that is withdrawn before the next turn.
    fn is_withdrawn(&self, event: &GcgEvent) -> bool {
        // Searches visit each event at most once: a search starts at a play, and ends at the next turn or withdrawal.
        if !matches!(event.kind, GcgEventKind::Play { .. }) {
            return false;
        }
        let is_withdrawal = |later: &GcgEvent| later.kind == GcgEventKind::Withdrawal;
        let mut later = self.events.clone();
        let next = later.find(|later| later.is_turn() || is_withdrawal(later));
        next.is_some_and(|next| is_withdrawal(next) && next.seat == event.seat)
    }

    /// Makes a turn of this player in all but the scores: the record has the points, also those at the end, in its lines.
    fn turn<T>(&mut self, seat: Seat, make: impl FnOnce(&mut GameState, &Rules) -> T) -> T {
        let mut state = self.state.clone().with_on_turn(seat);
        let made = make(&mut state, self.rules);
        self.state = state.with_scores(self.state.scores());
        made
    }

    /// Makes the turn of an event, or takes back the latest play.
    fn apply(&mut self, event: &GcgEvent, step: &GcgStep<'_, '_>) {
        let held = self.held;
        if event.is_turn() || event.kind == GcgEventKind::Withdrawal {
            let board = || step.position.board().clone();
            let last = step.action.map(|action| LastMove::new(board(), &action));
            self.last_move = last.map(|last| (event.seat, last));
        }
        if event.is_turn() {
            let rack = *step.position.rack();
            self.held.turn(event, rack, step.action);
        }
        if event.kind == GcgEventKind::TimePenalty {
            self.has_penalty[event.seat] = true;
        }
        match (event.kind(), step.action) {
            (GcgEventKind::Play { .. }, Some(Move::Play(play))) => {
                let applied = self.turn(event.seat, |state, rules| {
                    state.apply(rules, &Move::Play(play), |_| None)
                });
                self.latest = Some(Latest {
                    seat: event.seat,
                    play,
                    written_rack: self
                        .read(event, event.places.rack, event.rack())
                        .unwrap_or_default(),
                    rack: *step.position.rack(),
                    applied,
                    held,
                });
            }
            (GcgEventKind::Withdrawal, _) => {
                if let Some(latest) = self.latest.take() {
                    self.turn(latest.seat, |state, rules| {
                        state.withdraw(rules, &latest.applied);
                    });
                    self.held = latest.held;
                    self.held.withdraw(latest.seat, latest.rack, &latest.play);
                }
            }
            (kind, _) if event.is_turn() => {
                let is_pass = *kind == GcgEventKind::Pass;
                self.turn(event.seat, |state, rules| match is_pass {
                    true => _ = state.apply(rules, &Move::Pass, |_| None),
                    // An exchange, too, changes neither the board nor the numbers of tiles.
                    false => state.lose_turn(rules),
                });
                self.latest = None;
            }
            _ => {}
        }
    }

    /// Adds the points to the player's score, and returns the sum. Compares points and sum with the written points and
    /// total, and adds repairs.
    ///
    /// # Errors
    /// If the sum is out of range.
    fn add(
        &mut self,
        event: &GcgEvent,
        points: i32,
        repairs: &mut Vec<GcgRepair>,
    ) -> Result<i32, GcgError> {
        if let Some(found) = event.points.filter(|&found| found != points) {
            let expected = points;
            repairs.push(GcgRepair::new(
                event.places.at(event.places.points),
                GcgRemedy::Points { found, expected },
            ));
        }
        if self.state.check_total(event.seat, points).is_err() {
            let place = event.places.at(event.places.points);
            return Err(GcgError::new(place, GcgFault::TotalOutOfRange));
        }
        self.state.adjust(event.seat, points);
        let expected = self.state.score(event.seat);
        if let Some(found) = event.total {
            let difference = i64::from(found) - i64::from(expected);
            if difference != 0 && difference != self.differences[event.seat] {
                repairs.push(GcgRepair::new(
                    event.places.at(event.places.total),
                    GcgRemedy::Total { found, expected },
                ));
            }
            self.differences[event.seat] = difference;
        }
        Ok(expected)
    }
}

#[cfg(test)]
mod tests;
