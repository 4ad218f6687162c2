//! [`Record`]: a record in GCG as a game that the page continues, and the text of such a game.

use lexc_game::{Gcg, GcgEvent, GcgEventKind, GcgPlayer, GcgStep};
use lexc_runtime::{Alphabet, Move, Rules, Seat};
use serde::{Deserialize, Serialize};

/// A game of two players with its turns.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    players: [Name; 2],
    /// The name of the lexicon; empty if there is none.
    lexicon: String,
    rules: String,
    turns: Vec<Turn>,
    /// The racks of both players; empty if the game is over.
    racks: Vec<String>,
}

/// A record that was read, and where its game stands.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenedRecord {
    #[serde(flatten)]
    record: Record,
    /// The positions before the moves, from which they can be taken back.
    before: Vec<Before>,
    /// The position after the last turn. Tiles of a rack that the record does not show are missing.
    cgp: String,
    on_turn: usize,
    is_over: bool,
    /// What was repaired.
    warnings: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Name {
    nick: String,
    name: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Before {
    cgp: String,
    on_turn: usize,
    /// The number of turns before this one.
    turn_count: usize,
}

/// A line of a record.
#[derive(Serialize, Deserialize)]
struct Turn {
    seat: usize,
    rack: String,
    score: i32,
    total: i32,
    #[serde(flatten)]
    kind: Kind,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Kind {
    Play {
        square: String,
        /// The word with `.` for tiles on the board.
        word: String,
        /// The word with all its tiles.
        #[serde(default)]
        shown: String,
        #[serde(default)]
        placed: Vec<Placed>,
    },
    /// These tiles, or their number.
    Exchange {
        tiles: String,
    },
    Pass,
    /// A turn lost by a challenge.
    Lost,
    Withdrawn,
    Challenge,
    Time,
    End {
        tiles: String,
    },
}

/// A square with a tile that a play placed.
#[derive(Serialize, Deserialize)]
struct Placed {
    row: usize,
    col: usize,
}

impl OpenedRecord {
    /// Replays a record. Fails at the first line that does not fit the rules.
    pub(crate) fn read(
        (gcg, warnings): (&Gcg, Vec<String>),
        rules: &Rules,
        alphabet: Alphabet<'_>,
    ) -> Result<OpenedRecord, String> {
        let mut opened = OpenedRecord {
            record: Record {
                players: gcg.players().each_ref().map(Name::of),
                lexicon: gcg.lexicon().unwrap_or_default().to_owned(),
                rules: rules.display(alphabet).to_string(),
                turns: Vec::new(),
                racks: Vec::new(),
            },
            before: Vec::new(),
            cgp: String::new(),
            on_turn: 0,
            is_over: false,
            warnings,
        };
        let mut replay = gcg.replay(rules, alphabet);
        for step in replay.by_ref() {
            let step = step.map_err(|error| error.to_string())?;
            opened.add(&step, alphabet);
        }
        let repairs = replay.repairs();
        opened.warn(repairs);
        let mut state = replay.state();
        for event in &replay.missing_end() {
            state.adjust(event.seat(), event.points().unwrap_or_default());
            let turn = Turn::of(event, Kind::of_event(event));
            opened.record.turns.push(turn);
        }
        opened.is_over = replay.end().is_some();
        opened.cgp = state.cgp().display(alphabet).to_string();
        opened.on_turn = state.next_seat().index();
        Ok(opened)
    }

    fn warn(&mut self, repairs: impl IntoIterator<Item = impl ToString>) {
        let repairs = repairs.into_iter();
        self.warnings
            .extend(repairs.map(|repair| repair.to_string()));
    }

    fn add(&mut self, step: &GcgStep<'_, '_>, alphabet: Alphabet<'_>) {
        let (event, turns) = (step.event, &mut self.record.turns);
        if step.action.is_some() {
            self.before.push(Before {
                cgp: step.cgp().display(alphabet).to_string(),
                on_turn: event.seat().index(),
                turn_count: turns.len(),
            });
        }
        turns.push(Turn {
            score: step.points,
            total: step.total,
            ..Turn::of(event, Kind::of(step, alphabet))
        });
        self.warn(&step.repairs);
    }
}

impl Record {
    /// The text of the record.
    pub(crate) fn write(&self) -> String {
        let names = self.players.each_ref();
        let players = names.map(|name| GcgPlayer::named(&name.nick, &name.name));
        let events = self.turns.iter().map(Turn::event).collect();
        let mut gcg = Gcg::from_events(players, events).with_pragma("rules", &self.rules);
        if !self.lexicon.is_empty() {
            gcg = gcg.with_pragma("lexicon", &self.lexicon);
        }
        match &*self.racks {
            [first, second] => gcg.with_racks([first, second]).to_string(),
            _ => gcg.to_string(),
        }
    }
}

impl Name {
    fn of(player: &GcgPlayer) -> Name {
        let nick = player.nick().to_owned();
        let name = match player.full_name() {
            "" => nick.clone(),
            name => name.to_owned(),
        };
        Name { nick, name }
    }
}

impl Turn {
    fn of(event: &GcgEvent, kind: Kind) -> Turn {
        Turn {
            seat: event.seat().index(),
            rack: event.rack().to_owned(),
            score: event.points().unwrap_or_default(),
            total: event.total().unwrap_or_default(),
            kind,
        }
    }

    fn event(&self) -> GcgEvent {
        let seat = match self.seat {
            0 => Seat::First,
            _ => Seat::Second,
        };
        let kind = match &self.kind {
            Kind::Play { square, word, .. } => GcgEventKind::Play {
                square: square.clone(),
                word: word.clone(),
            },
            Kind::Exchange { tiles } => GcgEventKind::Exchange(tiles.clone()),
            Kind::Pass => GcgEventKind::Pass,
            Kind::Lost => GcgEventKind::LostTurn,
            Kind::Withdrawn => GcgEventKind::Withdrawal,
            Kind::Challenge => GcgEventKind::ChallengeBonus,
            Kind::Time => GcgEventKind::TimePenalty,
            Kind::End { tiles } => GcgEventKind::OtherRack(tiles.clone()),
        };
        GcgEvent::new((seat, &self.rack), kind, (self.score, self.total))
    }
}

impl Kind {
    fn of(step: &GcgStep<'_, '_>, alphabet: Alphabet<'_>) -> Kind {
        if let Some(Move::Play(play)) = step.action {
            let board = step.position.board();
            let placed = play.placed().map(|(square, _)| Placed {
                row: square.row(),
                col: square.col(),
            });
            return Kind::Play {
                square: play.coordinate().to_string(),
                word: play.display_tiles(alphabet).to_string(),
                shown: play.display_word(board, alphabet).to_string(),
                placed: placed.collect(),
            };
        }
        Kind::of_event(step.event)
    }

    /// The kind of an event that is no play.
    fn of_event(event: &GcgEvent) -> Kind {
        match event.kind() {
            GcgEventKind::Exchange(tiles) => Kind::Exchange {
                tiles: tiles.clone(),
            },
            GcgEventKind::ExchangeCount(count) => Kind::Exchange {
                tiles: count.to_string(),
            },
            GcgEventKind::LostTurn => Kind::Lost,
            GcgEventKind::Withdrawal => Kind::Withdrawn,
            GcgEventKind::ChallengeBonus => Kind::Challenge,
            GcgEventKind::TimePenalty => Kind::Time,
            GcgEventKind::OtherRack(tiles) | GcgEventKind::OwnRack(tiles) => Kind::End {
                tiles: tiles.clone(),
            },
            _ => Kind::Pass,
        }
    }
}
