//! The nicknames of a record's players.

use super::cursor::{Cursor, MAX_NICK_LEN};
use super::error::{GcgError, GcgFault, GcgRemedy, GcgRepair};
use super::record::GcgPlayer;
use crate::pair::Pair;
use lexc_runtime::Seat;

/// The players whom pragmas or events have named so far.
#[derive(Debug, Default)]
pub(super) struct Names(Pair<Option<Name>>);

/// A player, and the player's nickname as events write it.
#[derive(Debug)]
struct Name {
    player: GcgPlayer,
    in_events: String,
}

/// The player whom the line of an event names.
#[derive(Debug)]
pub(super) enum Found {
    /// A player with a name.
    Known(Seat),
    /// A player with a name, spelled in another way.
    Similar(Seat, GcgRepair),
    /// Both players have this nickname.
    Shared,
    /// A player without a name, the name that the event gives, and its place.
    New(Seat, GcgPlayer, String, (usize, usize)),
}

impl Names {
    pub(super) fn is_empty(&self) -> bool {
        self.0.0.iter().all(Option::is_none)
    }

    /// The nickname of a player; empty if the player has no name.
    pub(super) fn nick(&self, seat: Seat) -> &str {
        let name = self.0[seat].as_ref();
        name.map_or("", |name| &name.player.nick)
    }

    /// The longer one of the nicknames.
    pub(super) fn longer_nick(&self) -> &str {
        let [first, second] = Seat::BOTH.map(|seat| self.nick(seat));
        if first.len() > second.len() {
            first
        } else {
            second
        }
    }

    /// Reads the value of a player's pragma. Returns `false` if the value has a nickname, but the player already has a
    /// name.
    pub(super) fn declare(
        &mut self,
        number: usize,
        seat: Seat,
        value: &str,
        repairs: &mut Vec<GcgRepair>,
    ) -> bool {
        let mut cursor = Cursor::new(value);
        let (nick, full_name) = (cursor.take(), cursor.rest.trim());
        if nick.is_empty() {
            return true;
        }
        if self.0[seat].is_some() {
            return false;
        }
        let player = GcgPlayer {
            nick: nick.to_owned(),
            full_name: full_name.to_owned(),
        };
        self.add(seat, player, nick, (number, 1), repairs);
        true
    }

    /// The nickname, with `_2` at its end if the other player has it.
    pub(super) fn free_nick(&self, seat: Seat, nick: &str) -> String {
        let end = match self.nick(seat.other()) == nick {
            true => "_2",
            false => "",
        };
        format!("{nick}{end}")
    }

    /// Adds a player, with a nickname that the other player does not have.
    pub(super) fn add(
        &mut self,
        seat: Seat,
        mut player: GcgPlayer,
        in_events: &str,
        place: (usize, usize),
        repairs: &mut Vec<GcgRepair>,
    ) {
        let used = self.free_nick(seat, &player.nick);
        let nick = std::mem::replace(&mut player.nick, used.clone());
        if nick != used {
            let remedy = GcgRemedy::SameNick { nick, used };
            repairs.push(GcgRepair::new(place, remedy));
        }
        self.0[seat] = Some(Name {
            player,
            in_events: in_events.to_owned(),
        });
    }

    /// Reads the start of an event's line, `>nick:`.
    pub(super) fn find(&self, number: usize, cursor: &mut Cursor<'_>) -> Result<Found, GcgError> {
        cursor.skip_spaces();
        cursor.advance('>'.len_utf8());
        cursor.skip_spaces();
        let place = (number, cursor.column);
        let known = Seat::BOTH.into_iter().filter_map(|seat| {
            let name = self.0[seat].as_ref()?;
            let rest = cursor.rest.strip_prefix(&name.in_events)?;
            rest.starts_with(':')
                .then_some((name.in_events.len(), seat))
        });
        if let Some((len, seat)) = known.max_by_key(|(len, _)| *len) {
            cursor.advance(len + ':'.len_utf8());
            return Ok(self.known(seat));
        }
        let (found, _) = cursor.rest.split_once(':').unwrap_or(("", ""));
        cursor.advance(found.len());
        let found = found.trim();
        if found.is_empty() {
            return Err(GcgError::new(place, GcgFault::NoPlayer));
        }
        cursor.advance(':'.len_utf8());
        if let Some(seat) = self.seat(|name| name.player.nick == found && name.in_events != found) {
            return Ok(Found::Known(seat));
        }
        if let Some(seat) = self.seat(|name| name.in_events == found) {
            return Ok(self.known(seat));
        }
        let lower = found.to_lowercase();
        let similar = self.seat(|name| {
            let names = [&name.player.nick, &name.player.full_name, &name.in_events];
            names.into_iter().any(|name| name.to_lowercase() == lower)
        });
        if let Some(seat) = similar {
            let (found, nick) = (found.to_owned(), self.nick(seat).to_owned());
            let repair = GcgRepair::new(place, GcgRemedy::NickSpelling { found, nick });
            return Ok(match self.known(seat) {
                Found::Known(seat) => Found::Similar(seat, repair),
                shared => shared,
            });
        }
        match Seat::BOTH.into_iter().find(|seat| self.0[*seat].is_none()) {
            None => {
                let nick = found.to_owned();
                Err(GcgError::new(place, GcgFault::UnknownPlayer { nick }))
            }
            Some(_) if found.chars().count() > MAX_NICK_LEN => {
                Err(GcgError::new(place, GcgFault::NickTooLong))
            }
            Some(seat) => {
                let player = GcgPlayer::new(found);
                Ok(Found::New(seat, player, found.to_owned(), place))
            }
        }
    }

    /// The player, or both if events write the same for both.
    fn known(&self, seat: Seat) -> Found {
        let in_events = |seat: Seat| self.0[seat].as_ref().map(|name| &name.in_events);
        match in_events(seat) == in_events(seat.other()) {
            true => Found::Shared,
            false => Found::Known(seat),
        }
    }

    fn seat(&self, is_right: impl Fn(&Name) -> bool) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.0[*seat].as_ref().is_some_and(&is_right))
    }

    /// Both players. A player without a name gets a default nickname.
    pub(super) fn finish(self, repairs: &mut Vec<GcgRepair>) -> [GcgPlayer; 2] {
        let nicks = Pair(Seat::BOTH.map(|seat| self.nick(seat).to_owned()));
        let mut seats = Seat::BOTH.into_iter();
        self.0.0.map(|name| {
            let seat = seats.next().unwrap_or(Seat::First);
            name.map_or_else(
                || {
                    let default = Pair(["player1", "player2"])[seat];
                    let is_free = nicks[seat.other()] != default;
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
