//! Pragmas of records, and the question if they are obeyed.

use lexc_runtime::{Alphabet, Layout, Rules};

use super::cursor::one_line;
use super::error::{GcgRemedy, GcgRepair};
use super::event::{NOTE, Places};

/// The names of the pragmas of racks.
pub(super) const RACKS: [&str; 2] = ["rack1", "rack2"];

/// The names of the pragmas of clocks.
pub(super) const CLOCKS: [&str; 2] = ["clock1", "clock2"];

/// The largest number of characters of a value that a repair repeats.
pub(super) const MAX_SHOWN_LEN: usize = 64;

/// Returns `true` for a pragma that is not obeyed, whatever the rules of the game are: an unknown one, or an unknown
/// type of game.
pub(super) fn is_strange(name: &str, value: &str) -> bool {
    match name {
        // A comment, and the continuation of the preceding pragma.
        "" | "-" => false,
        "id" | "incomplete" | NOTE => false,
        "board-layout" | "game-board" | "tile-distribution" | "tile-set" => false,
        "game-type" => {
            let known = ["", "classic", "classic_super"];
            !known
                .iter()
                .any(|name| value.trim().eq_ignore_ascii_case(name))
        }
        _ => true,
    }
}

/// The number of a player's pragma.
pub(super) fn player(lower: &str) -> Option<u32> {
    lower.strip_prefix("player")?.parse().ok()
}

/// The repair of a pragma that is not obeyed.
pub(super) fn not_obeyed(place: (usize, usize), name: &str, value: &str) -> GcgRepair {
    let remedy = GcgRemedy::NotObeyed {
        name: one_line(name, MAX_SHOWN_LEN),
        value: one_line(value, MAX_SHOWN_LEN),
    };
    GcgRepair::new(place, remedy)
}

/// A pragma of a record: a line that starts with `#`. Only a note may have a value of several lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pragma {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) places: Places,
}

impl Pragma {
    pub(super) fn new(name: &str, value: &str) -> Pragma {
        Pragma {
            name: name.to_owned(),
            value: value.to_owned(),
            places: Places::default(),
        }
    }

    /// The same pragma in this line.
    pub(super) fn at(self, line: usize) -> Pragma {
        let places = Places {
            line,
            ..self.places
        };
        Pragma { places, ..self }
    }

    pub(super) fn is_note(&self) -> bool {
        self.name == NOTE
    }

    /// Returns `true` unless the pragma asks for another board or other tiles than the game has.
    pub(super) fn is_obeyed_by(&self, rules: &Rules, alphabet: Alphabet<'_>) -> bool {
        let plain = |text: &str| text.to_lowercase().replace(['-', '_'], " ");
        let (value, alphabet) = (plain(&self.value), plain(alphabet.name()));
        match self.name.to_lowercase().as_str() {
            "game-type" => value.trim() != "classic super" || *rules.layout() == Layout::SUPER,
            "board-layout" => Layout::named_in_records(self.value.trim()) == Some(rules.layout()),
            "tile-distribution" => value.trim() == alphabet.trim(),
            "tile-set" => value.trim().trim_end_matches(" set") == alphabet.trim(),
            "game-board" => false,
            _ => true,
        }
    }
}
