//! Checks of events against the rules.

use std::iter::successors;

use lexc_runtime::{
    Bag, IllegalPlayError, Move, Play, Position, PositionError, Rack, RackTile, Square,
    check_placement, score, words_formed,
};

use super::error::{GcgError, GcgFault, GcgRemedy, GcgRepair};
use super::event::{GcgEvent, GcgEventKind};
use super::final_points;
use super::rack::read_rack;
use super::replay::{GcgReplay, Outcome};
use lexc_runtime::Seat;

impl<'r> GcgReplay<'_, 'r> {
    pub(super) fn play(
        &self,
        event: &GcgEvent,
        (square, word): (&str, &str),
        repairs: &mut Vec<GcgRepair>,
    ) -> Result<Outcome<'r>, GcgError> {
        let written = self.rack(event)?;
        let mut position = self.position(event, written)?;
        let play = Play::parse_parts(square, word, &position, self.alphabet);
        let play = play.map_err(|error| {
            let place = event
                .places
                .at(column_in_play(error.column(), square, event));
            GcgError::new(place, GcgFault::Text(error.kind()))
        })?;
        let play = match whole_word(&play, &position) {
            Some(whole) => {
                let expected = whole.display(self.board(), self.alphabet).to_string();
                let place = event.places.at(event.places.kind);
                repairs.push(GcgRepair::new(place, GcgRemedy::WholeWord { expected }));
                whole
            }
            None => play,
        };
        let placed = play.placed().map(|(_, placed_tile)| placed_tile.into());
        let rack = self
            .completed(event, written, placed, repairs)
            .unwrap_or(written);
        let (rules, at_rack) = (self.rules, event.places.at(event.places.rack));
        (position.set_rack(rack))
            .map_err(|error| GcgError::new(at_rack, GcgFault::Position(error)))?;
        check_placement(&position, &play).map_err(|error| {
            let place = event.places.at(match error {
                IllegalPlayError::NotOnRack { .. } => event.places.word,
                _ => event.places.kind,
            });
            let text = error.display(self.alphabet).to_string();
            GcgError::new(place, GcgFault::IllegalPlay { error, text })
        })?;
        debug_assert_eq!(position.rules(), rules);
        self.check_counts(event.places.at(event.places.rack), rack)?;
        self.check_words(event, &play, repairs);
        Ok(Outcome {
            position,
            points: play.score(),
            action: Some(Move::Play(play)),
        })
    }

    /// Adds a repair for the first word after the total that the play does not form.
    fn check_words(&self, event: &GcgEvent, play: &Play, repairs: &mut Vec<GcgRepair>) {
        if event.words.is_empty() {
            return;
        }
        let plain = |word: &str| word.replace(['[', ']'], "").to_uppercase();
        let formed = words_formed(self.board(), play);
        let formed: Vec<String> = formed
            .map(|word| plain(&word.display(self.alphabet).to_string()))
            .collect();
        let written = event.words.split(|c: char| c.is_whitespace() || c == ',');
        let mut written = written.filter(|word| !word.is_empty());
        if let Some(found) = written.find(|word| !formed.contains(&plain(word))) {
            let found = found.to_owned();
            let place = event.places.at(event.places.words);
            repairs.push(GcgRepair::new(place, GcgRemedy::Words { found }));
        }
    }

    pub(super) fn exchange(
        &self,
        event: &GcgEvent,
        tiles: &str,
        repairs: &mut Vec<GcgRepair>,
    ) -> Result<Outcome<'r>, GcgError> {
        let written = self.rack(event)?;
        let tiles = self.read_kind(event, tiles)?;
        let place = event.places.at(event.places.kind);
        let rack = self
            .completed(event, written, tiles.into_iter(), repairs)
            .ok_or_else(|| GcgError::new(place, GcgFault::Exchange))?;
        self.check_counts(event.places.at(event.places.rack), rack)?;
        Ok(Outcome {
            position: self.position(event, rack)?,
            action: Some(Move::Exchange(tiles)),
            points: 0,
        })
    }

    pub(super) fn exchange_count(
        &self,
        event: &GcgEvent,
        count: usize,
    ) -> Result<Outcome<'r>, GcgError> {
        let rack = self.rack(event)?;
        self.check_counts(event.places.at(event.places.rack), rack)?;
        if count > self.rules.rack_size() {
            let place = event.places.at(event.places.kind);
            return Err(GcgError::new(place, GcgFault::Exchange));
        }
        Ok(Outcome {
            position: self.position(event, rack)?,
            action: (count == rack.len()).then_some(Move::Exchange(rack)),
            points: 0,
        })
    }

    pub(super) fn pass(
        &self,
        event: &GcgEvent,
        action: Option<Move>,
    ) -> Result<Outcome<'r>, GcgError> {
        let rack = self.rack(event)?;
        self.check_counts(event.places.at(event.places.rack), rack)?;
        Ok(Outcome {
            position: self.position(event, rack)?,
            action,
            points: 0,
        })
    }

    pub(super) fn withdrawal(&self, event: &GcgEvent) -> Result<Outcome<'r>, GcgError> {
        let latest = self.latest.as_ref();
        let Some(latest) = latest.filter(|latest| latest.seat == event.seat) else {
            let place = event.places.at(event.places.kind);
            return Err(GcgError::new(place, GcgFault::NoPlayToWithdraw));
        };
        let rack = self.rack(event)?;
        let [smaller, larger] = match rack.len() < latest.written_rack.len() {
            true => [rack, latest.written_rack],
            false => [latest.written_rack, rack],
        };
        if larger.checked_sub(smaller).is_none() {
            let place = event.places.at(event.places.rack);
            return Err(GcgError::new(place, GcgFault::WithdrawnRack));
        }
        // The tiles of the play are still on the board.
        let kept = latest.play.leave(latest.rack).unwrap_or_default();
        Ok(Outcome {
            position: self.position(event, kept)?,
            action: None,
            points: latest.play.score().saturating_neg(),
        })
    }

    pub(super) fn bonus(
        &self,
        event: &GcgEvent,
        repairs: &mut Vec<GcgRepair>,
    ) -> Result<Outcome<'r>, GcgError> {
        let by_total = || event.total?.checked_sub(self.state.score(event.seat));
        if event.kind == GcgEventKind::TimePenalty && self.has_penalty[event.seat] {
            let place = event.places.at(event.places.kind);
            repairs.push(GcgRepair::new(place, GcgRemedy::SecondPenalty));
        }
        Ok(Outcome {
            position: self.position(event, self.possible_rack(event, repairs))?,
            action: None,
            points: event.points.or_else(by_total).unwrap_or(0),
        })
    }

    /// The outcome of a line with points for the other player's tiles. The points are the value of these tiles or
    /// twice the value if the record has exactly this number, otherwise those of the rules. If the alphabet has counts, the player has no tiles, and the unseen tiles fit on one rack, then the
    /// unseen tiles are the other player's tiles. If the line has different tiles, a repair replaces them.
    pub(super) fn other_rack(
        &self,
        event: &GcgEvent,
        tiles: &str,
        repairs: &mut Vec<GcgRepair>,
    ) -> Result<Outcome<'r>, GcgError> {
        let place = event.places.at(event.places.kind + 1);
        let mut tiles = self.read_kind(event, tiles)?;
        let rack = self.possible_rack(event, repairs);
        let unseen = self.unseen();
        let is_end = self.has_counts && rack.is_empty();
        if is_end
            && (1..=self.rules.rack_size()).contains(&unseen.len())
            && let Some(left) = unseen.tiles().collect::<Option<Rack>>()
            && left != tiles
        {
            let expected = left.display(self.alphabet).to_string();
            repairs.push(GcgRepair::new(place, GcgRemedy::TilesLeft { expected }));
            tiles = left;
        } else {
            self.check_counts(place, tiles)?;
            self.check_end_rack(event, event.seat.other(), tiles, repairs);
        }
        let value = self.rules.rack_value(tiles);
        let form = event
            .points
            .and_then(|points| final_points::form(value, points));
        Ok(Outcome {
            position: self.position(event, rack)?,
            action: None,
            points: form.unwrap_or(self.rules.final_points()).gained(value),
        })
    }

    pub(super) fn own_rack(
        &self,
        event: &GcgEvent,
        tiles: &str,
        repairs: &mut Vec<GcgRepair>,
    ) -> Result<Outcome<'r>, GcgError> {
        let tiles = self.read_kind(event, tiles)?;
        self.check_counts(event.places.at(event.places.kind + 1), tiles)?;
        let rack = self.possible_rack(event, repairs);
        if rack != tiles && !rack.is_empty() {
            self.push_end_rack(event, rack, repairs);
        } else {
            self.check_end_rack(event, event.seat, tiles, repairs);
        }
        Ok(Outcome {
            position: self.position(event, rack)?,
            action: None,
            points: self.rules.rack_value(tiles).saturating_neg(),
        })
    }

    /// Adds a repair if the tiles left lack some that the player kept after the latest turn.
    fn check_end_rack(
        &self,
        event: &GcgEvent,
        seat: Seat,
        tiles: Rack,
        repairs: &mut Vec<GcgRepair>,
    ) {
        let kept = self.held.kept(seat);
        if tiles.checked_sub(kept).is_none() {
            self.push_end_rack(event, kept, repairs);
        }
    }

    fn push_end_rack(&self, event: &GcgEvent, rack: Rack, repairs: &mut Vec<GcgRepair>) {
        let expected = rack.display(self.alphabet).to_string();
        let place = event.places.at(event.places.kind + 1);
        repairs.push(GcgRepair::new(place, GcgRemedy::EndRack { expected }));
    }

    /// The rack as written.
    fn rack(&self, event: &GcgEvent) -> Result<Rack, GcgError> {
        self.read(event, event.places.rack, &event.rack)
    }

    /// Reads a rack at a column of the line of an event.
    pub(super) fn read(
        &self,
        event: &GcgEvent,
        column: usize,
        text: &str,
    ) -> Result<Rack, GcgError> {
        read_rack(text, self.alphabet).map_err(|error| {
            let place = event.places.at(column + error.column() - 1);
            GcgError::new(place, GcgFault::Text(error.kind()))
        })
    }

    /// Reads the tiles that follow `-` or `(` in the line of an event.
    fn read_kind(&self, event: &GcgEvent, tiles: &str) -> Result<Rack, GcgError> {
        self.read(event, event.places.kind + 1, tiles)
    }

    /// The rack in the line of a challenge bonus, of a time penalty, or of points for tiles left at the end of the
    /// game. If the rack is impossible, adds a repair and returns an empty rack.
    fn possible_rack(&self, event: &GcgEvent, repairs: &mut Vec<GcgRepair>) -> Rack {
        let rack = self.rack(event).ok();
        let rack = rack.filter(|rack| rack.len() <= self.rules.rack_size());
        rack.filter(|&rack| self.without(rack).is_ok())
            .unwrap_or_else(|| {
                let place = event.places.at(event.places.rack);
                repairs.push(GcgRepair::new(place, GcgRemedy::RackIgnored));
                Rack::EMPTY
            })
    }

    /// The written rack plus those of `tiles` that it lacks; `None` if the rack has no room for them.
    fn completed(
        &self,
        event: &GcgEvent,
        written: Rack,
        tiles: impl Iterator<Item = RackTile>,
        repairs: &mut Vec<GcgRepair>,
    ) -> Option<Rack> {
        let (mut rack, mut rest) = (written, written);
        for tile in tiles {
            let fits = rest.remove(tile) || rack.len() < self.rules.rack_size() && rack.add(tile);
            if !fits {
                return None;
            }
        }
        if rack != written && !written.is_empty() {
            let place = event.places.at(event.places.rack);
            repairs.push(GcgRepair::new(place, GcgRemedy::RackCompleted));
        }
        Some(rack)
    }

    fn position(&self, event: &GcgEvent, rack: Rack) -> Result<Position<'r>, GcgError> {
        let position = Position::try_new(self.board().clone(), rack, self.rules);
        position.map_err(|error| match error {
            PositionError::Rules(error) => GcgError::new((0, 0), GcgFault::Rules(error)),
            error => {
                let place = event.places.at(event.places.rack);
                GcgError::new(place, GcgFault::Position(error))
            }
        })
    }

    /// Returns an error at this place if the board and these tiles together have more of a tile than the alphabet has.
    fn check_counts(&self, place: (usize, usize), tiles: Rack) -> Result<(), GcgError> {
        let unseen = self.without(tiles);
        unseen
            .map(|_| ())
            .map_err(|fault| GcgError::new(place, fault))
    }

    /// The tiles that are neither on the board nor on this rack. Returns an error if the alphabet has counts, and board
    /// and rack together have more of a tile than its count.
    pub(super) fn without(&self, rack: Rack) -> Result<Bag, GcgFault> {
        let mut unseen = self.unseen();
        let lacking = rack.into_iter().find(|&tile| !unseen.remove(tile));
        match lacking.filter(|_| self.has_counts) {
            None => Ok(unseen),
            Some(tile) => Err(GcgFault::TooManyTiles {
                tile: tile
                    .letter()
                    .map_or("?", |tile| self.alphabet.text(tile))
                    .to_owned(),
                count: self.rules.full_bag().count(tile),
            }),
        }
    }
}

/// The play with the tiles on the board that are adjacent to the ends of its word. `None` if there are none.
fn whole_word(play: &Play, position: &Position<'_>) -> Option<Play> {
    let (board, direction) = (position.board(), play.direction());
    let is_taken = |square: &Square| board.get(*square).is_some();
    let (last, _) = play.squares().last()?;
    let before = successors(play.origin().previous(direction), |at| {
        at.previous(direction)
    });
    let before: Vec<Square> = before.take_while(is_taken).collect();
    let after = successors(last.next(direction), |at| at.next(direction));
    let after = after.take_while(is_taken).count();
    if before.len() + after == 0 {
        return None;
    }
    let word: Vec<_> = std::iter::repeat_n(None, before.len())
        .chain(play.tiles().iter().copied())
        .chain(std::iter::repeat_n(None, after))
        .collect();
    let origin = before.last().copied().unwrap_or(play.origin());
    let whole = Play::new(origin, direction, &word, 0)?;
    Some(whole.with_score(score(position, &whole)))
}

/// The column in the line of the event for a column of the text of a play, which is in the square or in the word.
fn column_in_play(column: usize, square: &str, event: &GcgEvent) -> usize {
    // Columns count as if there were a space between the square and the word.
    let word_column = square.chars().count() + 2;
    match column.checked_sub(word_column) {
        Some(offset) => event.places.word + offset,
        None => event.places.kind + column - 1,
    }
}
