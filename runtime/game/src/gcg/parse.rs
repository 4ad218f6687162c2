//! The parser of records.

use std::collections::BTreeSet;
use std::str::FromStr;

use super::cursor::{Cursor, MAX_LINE_LEN, lines, one_line};
use super::encoding;
use super::error::{GcgError, GcgFault, GcgRemedy, GcgRepair};
use super::event::{GcgEvent, NOTE};
use super::names::{Found, Names};
use super::parse_event::parse_event;
use super::pragmas::{self, Pragma, RACKS};
use super::record::Gcg;
use super::turns::Turns;
use super::write::written_len;
use crate::pair::Pair;
use lexc_runtime::{Clock, Seat};

impl Gcg {
    /// Reads a record, and returns it with the repairs.
    ///
    /// The encoding is that of a byte-order mark, or else that of `#character-encoding`. The mark of UTF-8 counts only
    /// if the text is valid UTF-8. A wrong pragma is ignored. If neither mark nor pragma gives the encoding, the text
    /// is UTF-8 if it is valid UTF-8, or else Windows-1252. Other encodings than these two need the feature `encodings`. Lines have at most 65,536 characters. Time and memory are
    /// linear in the number of bytes.
    ///
    /// Does not check tiles and scores: [`Gcg::replay`] does.
    ///
    /// # Errors
    /// The first fault that has no obvious remedy, with its place.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Gcg, Vec<GcgRepair>), GcgError> {
        let (text, repair) = encoding::decode(bytes)?;
        Gcg::read(&text, repair)
    }

    /// Reads a record in the given encoding, such as `windows-1251`, whatever `#character-encoding` says. A byte-order
    /// mark counts.
    ///
    /// # Errors
    /// The errors of [`Gcg::from_bytes`], an unknown encoding, or a text in another encoding.
    ///
    /// ```
    /// use lexc_game::Gcg;
    ///
    /// let (gcg, _) = Gcg::from_bytes_in(b"#player1 Zo\xeb\n#player2 b", "iso-8859-1")?;
    /// assert_eq!(gcg.players()[0].nick(), "Zoë");
    /// # Ok::<(), lexc_game::GcgError>(())
    /// ```
    pub fn from_bytes_in(bytes: &[u8], encoding: &str) -> Result<(Gcg, Vec<GcgRepair>), GcgError> {
        Gcg::read(&encoding::decode_as(bytes, encoding)?, None)
    }

    /// Reads a record from its decoded text, whatever `#character-encoding` says, and skips a byte-order mark.
    ///
    /// # Errors
    /// The errors of [`Gcg::from_bytes`].
    pub fn from_text(text: &str) -> Result<(Gcg, Vec<GcgRepair>), GcgError> {
        Gcg::read(text.strip_prefix('\u{feff}').unwrap_or(text), None)
    }

    fn read(text: &str, repair: Option<GcgRepair>) -> Result<(Gcg, Vec<GcgRepair>), GcgError> {
        let mut parser = Parser {
            repairs: repair.into_iter().collect(),
            ..Parser::default()
        };
        for (index, line) in lines(text).enumerate() {
            let number = index + 1;
            let len = written_len(line);
            if len > MAX_LINE_LEN {
                let fault = GcgFault::LineTooLong { found: len };
                return Err(GcgError::new((number, MAX_LINE_LEN + 1), fault));
            }
            parser.parse_line(number, line.trim_end())?;
        }
        parser.finish()
    }
}

/// The part of a record that the next line continues if it is neither a pragma nor an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// The note of the last event.
    Note,
    /// The last pragma, a note before all events.
    FirstNote,
}

/// A record that is being read.
#[derive(Debug, Default)]
struct Parser {
    names: Names,
    title: Option<String>,
    description: Option<String>,
    lexicon: Option<String>,
    rules: Option<String>,
    seed: Option<u64>,
    clocks: Pair<Option<Clock>>,
    racks: Pair<Option<Pragma>>,
    /// The pragma of the rack of the player on turn.
    incomplete: Option<Pragma>,
    /// The largest number of a player's pragma beyond those of two players, and the line of the first one.
    players: Option<(u32, usize)>,
    pragmas: Vec<Pragma>,
    /// The names of pragmas that are not obeyed, in lower case.
    strange: BTreeSet<String>,
    events: Vec<GcgEvent>,
    turns: Turns,
    repairs: Vec<GcgRepair>,
    open: Open,
    /// True if the last event has a note, possibly an empty one.
    has_note: bool,
}

impl Parser {
    fn parse_line(&mut self, number: usize, line: &str) -> Result<(), GcgError> {
        let trimmed = line.trim_start();
        if let Some(pragma) = trimmed.strip_prefix('#') {
            self.parse_pragma(number, pragma)
        } else if trimmed.starts_with('>') {
            match self.parse_event(number, line) {
                Err(_) if self.open != Open::Nothing && !self.is_event(line) => {
                    let repair = GcgRepair::new((number, 1), GcgRemedy::NoteLine);
                    self.repairs.push(repair);
                    // A record is written with the line after `#note`, which has no white space before it.
                    self.continue_note(number, trimmed)
                }
                result => result,
            }
        } else if self.open == Open::Nothing && trimmed.is_empty() {
            Ok(())
        } else {
            self.continue_note(number, line)
        }
    }

    fn parse_event(&mut self, number: usize, line: &str) -> Result<(), GcgError> {
        self.check_players()?;
        let mut cursor = Cursor::new(line);
        let found = self.names.find(number, &mut cursor)?;
        let (seat, nick) = match &found {
            Found::Known(seat) | Found::Similar(seat, _) => (*seat, self.names.nick(*seat)),
            Found::New(seat, player, ..) => (*seat, &*self.names.free_nick(*seat, &player.nick)),
            Found::Shared => (Seat::First, self.names.longer_nick()),
        };
        let mut event = parse_event(number, &mut cursor, seat, nick)?;
        match found {
            Found::Known(_) => {}
            Found::Similar(_, repair) => self.repairs.push(repair),
            Found::Shared => event.seat = self.turns.seat_of(&event),
            Found::New(seat, player, found, place) => {
                let nick = player.nick.clone();
                let repair = GcgRepair::new(place, GcgRemedy::PlayerMissing { nick });
                self.repairs.push(repair);
                self.names
                    .add(seat, player, &found, place, &mut self.repairs);
            }
        }
        self.turns.add(&event);
        self.end_note();
        self.events.push(event);
        self.open = Open::Nothing;
        self.has_note = false;
        Ok(())
    }

    /// Returns `true` if the line has the nickname of a player with a name, or an event after any nickname.
    fn is_event(&self, line: &str) -> bool {
        let mut cursor = Cursor::new(line);
        match self.names.find(0, &mut cursor).map_err(|error| error.fault) {
            Ok(Found::New(..)) | Err(GcgFault::UnknownPlayer { .. } | GcgFault::NickTooLong) => {
                parse_event(0, &mut cursor, Seat::First, "").is_ok()
            }
            Ok(_) => true,
            Err(_) => false,
        }
    }

    /// Refuses a record of more than two players.
    fn check_players(&self) -> Result<(), GcgError> {
        match self.players {
            None => Ok(()),
            Some((found, line)) => Err(GcgError::new((line, 1), GcgFault::Players { found })),
        }
    }

    fn parse_pragma(&mut self, number: usize, pragma: &str) -> Result<(), GcgError> {
        let (name, value) = pragma
            .split_once(char::is_whitespace)
            .unwrap_or((pragma, ""));
        let value = value.trim_start();
        if name.eq_ignore_ascii_case(NOTE) {
            self.start_note(value);
            return Ok(());
        }
        self.open = Open::Nothing;
        let lower = name.to_ascii_lowercase();
        let slot = match lower.as_str() {
            encoding::PRAGMA => return Ok(()),
            "player1" | "player2" => {
                let repairs = &mut self.repairs;
                let seat = seat_of(lower == "player2");
                if self.names.declare(number, seat, value, repairs) {
                    return Ok(());
                }
                None
            }
            "title" => Some(&mut self.title),
            "description" => Some(&mut self.description),
            "lexicon" => Some(&mut self.lexicon),
            "rules" => Some(&mut self.rules),
            "seed" => {
                let remedy = read_once(&mut self.seed, &lower, value);
                self.ignore(number, (name, value), remedy);
                return Ok(());
            }
            "clock1" | "clock2" => {
                let seat = seat_of(lower == "clock2");
                let remedy = read_once(&mut self.clocks[seat], &lower, value);
                self.ignore(number, (name, value), remedy);
                return Ok(());
            }
            "rack1" | "rack2" | "incomplete" if !value.is_empty() => {
                self.parse_rack(number, &lower, value);
                return Ok(());
            }
            _ => {
                self.parse_other(number, name, value);
                return Ok(());
            }
        };
        match slot {
            Some(slot @ None) => *slot = Some(value.to_owned()),
            _ => {
                let remedy = GcgRemedy::Repeated { name: lower };
                self.ignore(number, (name, value), Some(remedy));
            }
        }
        Ok(())
    }

    /// If there is a remedy, reports it, and keeps the pragma, so that it is written again.
    fn ignore(&mut self, number: usize, (name, value): (&str, &str), remedy: Option<GcgRemedy>) {
        if let Some(remedy) = remedy {
            self.repairs.push(GcgRepair::new((number, 1), remedy));
            self.pragmas.push(Pragma::new(name, value).at(number));
        }
    }

    fn parse_rack(&mut self, number: usize, name: &str, value: &str) {
        let rack = match name {
            "rack1" | "rack2" => &mut self.racks[seat_of(name == "rack2")],
            _ => &mut self.incomplete,
        };
        if rack.is_none() {
            *rack = Some(Pragma::new(name, value).at(number));
        } else {
            let name = name.to_owned();
            let remedy = GcgRemedy::Repeated { name };
            self.repairs.push(GcgRepair::new((number, 1), remedy));
        }
    }

    /// Keeps a pragma. Adds a repair if it may change the meaning of the record, once for each name.
    fn parse_other(&mut self, number: usize, name: &str, value: &str) {
        let lower = name.to_lowercase();
        let player = pragmas::player(&lower).filter(|&player| player > 2);
        if let Some(player) = player.filter(|_| !value.is_empty()) {
            let (largest, line) = self.players.unwrap_or((player, number));
            self.players = Some((largest.max(player), line));
        } else if pragmas::is_strange(&lower, value) && self.strange.insert(lower) {
            let repair = pragmas::not_obeyed((number, 1), name, value);
            self.repairs.push(repair);
        }
        self.pragmas.push(Pragma::new(name, value).at(number));
    }

    /// Starts the note of the last event, or adds a line to this note if it exists. If there is no event yet, adds a
    /// line to the last pragma if that is a note; otherwise starts a note of the record.
    fn start_note(&mut self, value: &str) {
        let Some(event) = self.events.last_mut() else {
            self.open = Open::FirstNote;
            match self.pragmas.last_mut().filter(|pragma| pragma.is_note()) {
                Some(pragma) => add_line(&mut pragma.value, value),
                None => self.pragmas.push(Pragma::new(NOTE, value)),
            }
            return;
        };
        if self.has_note {
            add_line(&mut event.note, value);
        } else {
            event.note.push_str(value);
        }
        self.has_note = true;
        self.open = Open::Note;
    }

    /// Adds a line to the open note. If no note is open, adds the line to the note of the last event, with a repair.
    /// Returns an error if there is no event either.
    fn continue_note(&mut self, number: usize, line: &str) -> Result<(), GcgError> {
        match (self.open, self.events.last_mut()) {
            (Open::FirstNote, _) => {
                if let Some(pragma) = self.pragmas.last_mut() {
                    add_line(&mut pragma.value, line);
                }
            }
            (Open::Note, Some(event)) => add_line(&mut event.note, line),
            (Open::Nothing, Some(_)) => {
                let found = "#note ".len() + written_len(line.trim_start());
                if found > MAX_LINE_LEN {
                    let fault = GcgFault::LineTooLong { found };
                    return Err(GcgError::new((number, 1), fault));
                }
                let repair = GcgRepair::new((number, 1), GcgRemedy::OutsideNote);
                self.repairs.push(repair);
                self.start_note(line.trim_start());
            }
            (_, None) => return Err(GcgError::new((number, 1), GcgFault::Line)),
        }
        Ok(())
    }

    fn end_note(&mut self) {
        if let Some(event) = self.events.last_mut() {
            event.end_note();
        }
    }

    /// Gives the rack of `#incomplete` to the player on turn.
    fn end_incomplete(&mut self) {
        let Some(found) = self.incomplete.take() else {
            return;
        };
        let seat = self.turns.on_turn();
        let name = Pair(RACKS)[seat].to_owned();
        match &mut self.racks[seat] {
            rack @ None => *rack = Some(Pragma { name, ..found }),
            Some(rack) if rack.value == found.value => {}
            Some(_) => {
                let place = found.places.at(1);
                let remedy = GcgRemedy::Repeated { name };
                self.repairs.push(GcgRepair::new(place, remedy));
            }
        }
    }

    fn finish(mut self) -> Result<(Gcg, Vec<GcgRepair>), GcgError> {
        self.check_players()?;
        self.end_note();
        self.end_incomplete();
        for pragma in &mut self.pragmas {
            pragma.value.truncate(pragma.value.trim_end().len());
        }
        if self.names.is_empty() {
            return Err(GcgError::new((1, 1), GcgFault::Empty));
        }
        let gcg = Gcg {
            players: self.names.finish(&mut self.repairs),
            title: self.title,
            description: self.description,
            lexicon: self.lexicon,
            rules: self.rules,
            seed: self.seed,
            clocks: self.clocks.0,
            racks: self.racks.0,
            pragmas: self.pragmas,
            events: self.events,
        };
        Ok((gcg, self.repairs))
    }
}

const fn seat_of(is_second: bool) -> Seat {
    if is_second { Seat::Second } else { Seat::First }
}

/// Reads the value of a pragma that counts once. Returns a remedy if the value can't be read, or if there is one already.
fn read_once<T: FromStr>(slot: &mut Option<T>, name: &str, value: &str) -> Option<GcgRemedy> {
    let name = name.to_owned();
    match (&slot, value.parse()) {
        (None, Ok(read)) => {
            *slot = Some(read);
            None
        }
        (Some(_), Ok(_)) => Some(GcgRemedy::Repeated { name }),
        (_, Err(_)) => Some(GcgRemedy::ValueIgnored {
            name,
            found: one_line(value, pragmas::MAX_SHOWN_LEN),
        }),
    }
}

fn add_line(text: &mut String, line: &str) {
    text.push('\n');
    text.push_str(line);
}

#[cfg(test)]
mod tests;
