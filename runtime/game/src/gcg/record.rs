//! Records and their players.

use lexc_runtime::{Clock, Seat};

use super::cursor::{MAX_NICK_LEN, one_line};
use super::encoding;
use super::event::{GcgEvent, NOTE};
use super::pragmas::{self, CLOCKS, Pragma, RACKS};

/// The largest number of characters of the value of a pragma that [`Gcg::with_pragma`] adds.
const MAX_VALUE_LEN: usize = 4096;

/// A record of a game of two players in the format GCG: the players' names, other pragmas, and the events in order.
///
/// [`Gcg::from_bytes`] reads a record, and [`Gcg::from_game`] makes one. The `Display` of a record is its text in
/// UTF-8, from which [`Gcg::from_bytes`] reads an equal record; only invisible characters are written as escapes, see
/// [`Visible`](lexc_runtime::Visible). [`Gcg::replay`] steps through the events and checks
/// them against the rules; [`Gcg::resume`] continues the game.
///
/// The lines of a text have at most 65,536 characters, in which an escaped character counts as its escape. A line is a pragma, a part of a note, or an event. Pragmas are
/// lines such as `#player1 nick full name`, `#title`, `#lexicon` and `#rack1`. Some pragmas are our own: `#rules` has the
/// text of the rules, `#seed` the seed of the tiles drawn, and `#clock1` and `#clock2` have the text of a player's [`Clock`]. A note is a line `#note` and the
/// following lines, until a line starts with `#` or is an event. A note belongs to the event that precedes it, or to the record
/// if no event does. Events are:
///
/// | event | line |
/// |---|---|
/// | play across, down | `>nick: AEGILNT 8D GELATIN +70 70`, `>nick: ABD?IST D7 b.D +4 74` |
/// | exchange | `>nick: AEIIOUU -IIUU +0 74`, `>nick: AEIIOUU -4 +0 74` |
/// | pass, also written `-0`; with the note `lost turn`, a turn lost by a challenge | `>nick: AEIIOUU - +0 74` |
/// | withdrawn phony | `>nick: AEGILNT -- -70 0` |
/// | bonus after a challenge | `>nick: AEGILNT (challenge) +5 75` |
/// | points for the opponent's tiles, penalty for own tiles | `>nick: (QZ) +40 400`, `>nick: QZ (QZ) -20 380` |
/// | penalty for overtime | `>nick: QZ (time) -10 370` |
///
/// A text after the total has the words that a play forms, as in old records. The rack `UNKNOWN` of a line without tiles
/// is none. The turn distinguishes players with the same nickname.
///
/// ```
/// use lexc_game::Gcg;
///
/// let text = "#player1 ann Ann Bell\n#player2 bob Bob\n>ann: AEGILNT 8D GELATIN +70 70\n#note Or 8H.";
/// let (gcg, repairs) = Gcg::from_bytes(text.as_bytes())?;
/// assert!(repairs.is_empty());
/// assert_eq!(gcg.players()[0].full_name(), "Ann Bell");
/// assert_eq!((gcg.events()[0].points(), gcg.events()[0].note()), (Some(70), "Or 8H."));
/// assert_eq!(gcg.to_string(), format!("#character-encoding UTF-8\n{text}\n"));
/// # Ok::<(), lexc_game::GcgError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gcg {
    pub(super) players: [GcgPlayer; 2],
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) lexicon: Option<String>,
    pub(super) rules: Option<String>,
    pub(super) seed: Option<u64>,
    pub(super) clocks: [Option<Clock>; 2],
    pub(super) racks: [Option<Pragma>; 2],
    pub(super) pragmas: Vec<Pragma>,
    pub(super) events: Vec<GcgEvent>,
}

impl Gcg {
    /// The largest file in bytes that the command and the packages read as a record; [`Gcg::from_bytes`] has no limit.
    pub const MAX_BYTES: u64 = 16 << 20;

    /// The two players.
    pub fn players(&self) -> &[GcgPlayer; 2] {
        &self.players
    }

    /// The title.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The description.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// The name of the lexicon.
    pub fn lexicon(&self) -> Option<&str> {
        self.lexicon.as_deref()
    }

    /// The text of the rules, which the record keeps as written.
    pub fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    /// The seed of the tiles drawn.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The clock of a player after the last event.
    pub fn clock(&self, seat: Seat) -> Option<Clock> {
        *self.clocks.get(seat.index())?
    }

    /// The rack of a player after the last event, as written in `#rack1`, `#rack2` or `#incomplete`.
    pub fn rack(&self, seat: Seat) -> Option<&str> {
        Some(self.rack_pragma(seat)?.value.as_str())
    }

    pub(super) fn rack_pragma(&self, seat: Seat) -> Option<&Pragma> {
        self.racks.get(seat.index())?.as_ref()
    }

    /// The names and values of the pragmas in order, except those of players, title, description, lexicon, rules, seed,
    /// clocks, racks and encoding. Ignored ones are among them: repetitions, except of racks, and seeds and clocks that can't be
    /// read. A note before the first event is among them, too; its value may have several lines.
    pub fn pragmas(&self) -> impl Iterator<Item = (&str, &str)> {
        let pragmas = self.pragmas.iter();
        pragmas.map(|pragma| (pragma.name.as_str(), pragma.value.as_str()))
    }

    /// The events in order.
    pub fn events(&self) -> &[GcgEvent] {
        &self.events
    }

    /// The same record with this seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Gcg {
        let seed = Some(seed);
        Gcg { seed, ..self }
    }

    /// The same record with these clocks of the players.
    #[must_use]
    pub fn with_clocks(self, clocks: [Option<Clock>; 2]) -> Gcg {
        Gcg { clocks, ..self }
    }

    /// The same record with these racks after the last event.
    #[must_use]
    pub fn with_racks(self, racks: [&str; 2]) -> Gcg {
        let rack = |name, value| Some(Pragma::new(name, &one_line(value, MAX_VALUE_LEN)));
        let ([first, second], [one, other]) = (RACKS, racks);
        Gcg {
            racks: [rack(first, one), rack(second, other)],
            ..self
        }
    }

    /// The same record with another title, description, lexicon or rules, or with one more pragma.
    ///
    /// White space in the value becomes single spaces, and characters after the first 4,096 are removed. The name loses
    /// its white space and all characters after the first 64. Pragmas of players, the seed, clocks, racks, notes and the
    /// encoding are ignored.
    #[must_use]
    pub fn with_pragma(mut self, name: &str, value: &str) -> Gcg {
        let name: String = name.split_whitespace().collect();
        let name: String = name.chars().take(MAX_NICK_LEN).collect();
        let value = one_line(value, MAX_VALUE_LEN);
        match name.to_ascii_lowercase().as_str() {
            "title" => self.title = Some(value),
            "description" => self.description = Some(value),
            "lexicon" => self.lexicon = Some(value),
            "rules" => self.rules = Some(value),
            "seed" | "incomplete" | NOTE | encoding::PRAGMA => {}
            lower if RACKS.contains(&lower) || CLOCKS.contains(&lower) => {}
            lower if pragmas::player(lower).is_some() => {}
            _ => self.pragmas.push(Pragma::new(&name, &value)),
        }
        self
    }
}

/// A player of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgPlayer {
    pub(super) nick: String,
    pub(super) full_name: String,
}

impl GcgPlayer {
    /// A player with this name. The nickname is the first 64 characters of the name, with `_` for each space, or
    /// `player` if the name is empty.
    pub(super) fn new(name: &str) -> GcgPlayer {
        GcgPlayer::named(name, name)
    }

    /// A player with this nickname, in which `_` replaces each space, and this full name. The nickname is `player` if it is empty.
    pub fn named(nick: &str, full_name: &str) -> GcgPlayer {
        let full_name = one_line(full_name, 256);
        let nick: String = one_line(nick, MAX_NICK_LEN);
        let nick: Vec<&str> = nick.split_whitespace().collect();
        let nick = match nick.join("_") {
            nick if nick.is_empty() => "player".to_owned(),
            nick => nick,
        };
        GcgPlayer { nick, full_name }
    }

    /// The nickname: the player's name in the lines of events. It has no spaces.
    pub fn nick(&self) -> &str {
        &self.nick
    }

    /// The full name; empty if the record has none.
    pub fn full_name(&self) -> &str {
        &self.full_name
    }
}
