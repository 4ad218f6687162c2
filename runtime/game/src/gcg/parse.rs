//! The parser of records.

use super::cursor::{Cursor, lines};
use super::encoding;
use super::error::{GcgError, GcgFault, GcgRemedy, GcgRepair};
use super::event::GcgEvent;
use super::parse_event::parse_event;
use super::{Gcg, GcgPlayer, MAX_LINE_LEN, MAX_NICK_LEN, NOTE, Pragma};
use crate::game::Seat;

impl Gcg {
    /// Reads a record, and returns it with the repairs.
    ///
    /// The encoding is that of a byte-order mark, or else that of `#character-encoding`. The mark of UTF-8 counts only
    /// if the text is valid UTF-8. A wrong pragma is ignored. If neither mark nor pragma gives the encoding, the text
    /// is UTF-8 if it is valid UTF-8, or else Windows-1252. Lines have at most 65,536 characters. Time and memory are
    /// linear in the number of bytes.
    ///
    /// Does not check tiles and scores: [`Gcg::replay`] does.
    ///
    /// # Errors
    /// The first fault that has no obvious remedy, with its place.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Gcg, Vec<GcgRepair>), GcgError> {
        let (text, repair) = encoding::decode(bytes);
        let mut parser = Parser {
            repairs: repair.into_iter().collect(),
            ..Parser::default()
        };
        for (index, line) in lines(&text).enumerate() {
            let number = index + 1;
            let len = line.chars().count();
            if len > MAX_LINE_LEN {
                let fault = GcgFault::LineTooLong { found: len };
                return Err(GcgError::new((number, MAX_LINE_LEN + 1), fault));
            }
            parser.parse_line(number, line.trim_end())?;
        }
        parser.finish()
    }
}

/// The part of a record that the next line continues if it starts with neither `#` nor `>`.
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
    racks: [Option<String>; 2],
    pragmas: Vec<Pragma>,
    events: Vec<GcgEvent>,
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
            let mut cursor = Cursor::new(line);
            let seat = self.names.read(number, &mut cursor, &mut self.repairs)?;
            let event = parse_event(number, &mut cursor, seat, self.names.nick(seat))?;
            self.end_note();
            self.events.push(event);
            self.open = Open::Nothing;
            self.has_note = false;
            Ok(())
        } else if self.open == Open::Nothing && trimmed.is_empty() {
            Ok(())
        } else {
            self.continue_note(number, line)
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
                let seat = match lower.as_str() {
                    "player1" => Seat::First,
                    _ => Seat::Second,
                };
                if self.names.declare(number, seat, value)? {
                    return Ok(());
                }
                None
            }
            "title" => Some(&mut self.title),
            "description" => Some(&mut self.description),
            "lexicon" => Some(&mut self.lexicon),
            "rules" => Some(&mut self.rules),
            "seed" => {
                self.parse_seed(number, value);
                return Ok(());
            }
            "rack1" => self.racks.first_mut(),
            "rack2" => self.racks.last_mut(),
            _ => {
                self.pragmas.push(Pragma::new(name, value));
                return Ok(());
            }
        };
        match slot {
            Some(slot @ None) => *slot = Some(value.to_owned()),
            _ => {
                let remedy = GcgRemedy::Repeated { name: lower };
                self.repairs.push(GcgRepair::new((number, 1), remedy));
            }
        }
        Ok(())
    }

    fn parse_seed(&mut self, number: usize, value: &str) {
        let remedy = match (self.seed, value.parse()) {
            (None, Ok(seed)) => {
                self.seed = Some(seed);
                return;
            }
            (None, Err(_)) => GcgRemedy::SeedIgnored {
                found: value.to_owned(),
            },
            (Some(_), _) => GcgRemedy::Repeated {
                name: "seed".to_owned(),
            },
        };
        self.repairs.push(GcgRepair::new((number, 1), remedy));
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
                let found = "#note ".len() + line.trim_start().chars().count();
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

    fn finish(mut self) -> Result<(Gcg, Vec<GcgRepair>), GcgError> {
        self.end_note();
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
            racks: self.racks,
            pragmas: self.pragmas,
            events: self.events,
        };
        Ok((gcg, self.repairs))
    }
}

fn add_line(text: &mut String, line: &str) {
    text.push('\n');
    text.push_str(line);
}

/// The players whom pragmas or events have named so far.
#[derive(Debug, Default)]
struct Names([Option<Name>; 2]);

/// A player, and the player's nickname as events write it.
#[derive(Debug)]
struct Name {
    player: GcgPlayer,
    in_events: String,
}

impl Names {
    fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    fn nick(&self, seat: Seat) -> &str {
        let name = self.0[seat.index()].as_ref();
        name.map_or("", |name| &name.player.nick)
    }

    /// Reads the value of a player's pragma. Returns `false` if the value has a nickname, but the player already has a
    /// name.
    fn declare(&mut self, number: usize, seat: Seat, value: &str) -> Result<bool, GcgError> {
        let mut cursor = Cursor::new(value);
        let (nick, full_name) = (cursor.take(), cursor.rest.trim());
        if nick.is_empty() {
            return Ok(true);
        }
        if self.0[seat.index()].is_some() {
            return Ok(false);
        }
        if self.nick(seat.other()) == nick {
            let nick = nick.to_owned();
            return Err(GcgError::new((number, 1), GcgFault::SameNick { nick }));
        }
        self.0[seat.index()] = Some(Name {
            player: GcgPlayer {
                nick: nick.to_owned(),
                full_name: full_name.to_owned(),
            },
            in_events: nick.to_owned(),
        });
        Ok(true)
    }

    /// Reads the start of an event's line, `>nick:`.
    fn read(
        &mut self,
        number: usize,
        cursor: &mut Cursor<'_>,
        repairs: &mut Vec<GcgRepair>,
    ) -> Result<Seat, GcgError> {
        cursor.skip_spaces();
        cursor.advance('>'.len_utf8());
        cursor.skip_spaces();
        let place = (number, cursor.column);
        let known = Seat::BOTH.into_iter().filter_map(|seat| {
            let name = self.0[seat.index()].as_ref()?;
            let rest = cursor.rest.strip_prefix(&name.in_events)?;
            rest.starts_with(':')
                .then_some((name.in_events.len(), seat))
        });
        if let Some((len, seat)) = known.max_by_key(|(len, _)| *len) {
            cursor.advance(len + ':'.len_utf8());
            return Ok(seat);
        }
        let (found, _) = cursor.rest.split_once(':').unwrap_or(("", ""));
        cursor.advance(found.len());
        let found = found.trim();
        if found.is_empty() {
            return Err(GcgError::new(place, GcgFault::NoPlayer));
        }
        cursor.advance(':'.len_utf8());
        if let Some(seat) = self.find(|name| *name.in_events == *found || name.player.nick == found)
        {
            return Ok(seat);
        }
        let lower = found.to_lowercase();
        let similar = self.find(|name| {
            let names = [&name.player.nick, &name.player.full_name];
            names.into_iter().any(|name| name.to_lowercase() == lower)
        });
        if let Some(seat) = similar {
            let (found, nick) = (found.to_owned(), self.nick(seat).to_owned());
            repairs.push(GcgRepair::new(
                place,
                GcgRemedy::NickSpelling { found, nick },
            ));
            return Ok(seat);
        }
        let missing = Seat::BOTH
            .into_iter()
            .find(|seat| self.0[seat.index()].is_none());
        let Some(seat) = missing else {
            let nick = found.to_owned();
            return Err(GcgError::new(place, GcgFault::UnknownPlayer { nick }));
        };
        if found.chars().count() > MAX_NICK_LEN {
            return Err(GcgError::new(place, GcgFault::NickTooLong));
        }
        let player = GcgPlayer::new(found);
        let nick = player.nick.clone();
        if self.nick(seat.other()) == nick {
            return Err(GcgError::new(place, GcgFault::SameNick { nick }));
        }
        repairs.push(GcgRepair::new(place, GcgRemedy::PlayerMissing { nick }));
        self.0[seat.index()] = Some(Name {
            player,
            in_events: found.to_owned(),
        });
        Ok(seat)
    }

    fn find(&self, is_right: impl Fn(&Name) -> bool) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.0[seat.index()].as_ref().is_some_and(&is_right))
    }

    /// Both players. A player without a name gets a default nickname.
    fn finish(self, repairs: &mut Vec<GcgRepair>) -> [GcgPlayer; 2] {
        let nicks = Seat::BOTH.map(|seat| self.nick(seat).to_owned());
        let mut seats = Seat::BOTH.into_iter();
        self.0.map(|name| {
            let seat = seats.next().unwrap_or(Seat::First);
            name.map_or_else(
                || {
                    let default = ["player1", "player2"][seat.index()];
                    let is_free = nicks[seat.other().index()] != default;
                    let nick = if is_free { default } else { "player" }.to_owned();
                    let remedy = GcgRemedy::PlayerMissing { nick: nick.clone() };
                    repairs.push(GcgRepair::new((1, 1), remedy));
                    GcgPlayer {
                        nick,
                        full_name: String::new(),
                    }
                },
                |name| name.player,
            )
        })
    }
}

#[cfg(test)]
mod tests;
