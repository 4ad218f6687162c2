//! Warnings about positions: operations that are unknown or that the search does not follow, phonies on the board, more of a
//! tile than a full bag has, and end games with tiles in the bag.

use std::collections::HashMap;

use lexc_compiler::text::{Quoted, to_nfc};
use lexc_runtime::{Cgp, Layout, Lexicon, Rules, words_on};

use super::games::Games;
use super::table::plural;
use super::terminal::say;
use super::unseen::excess;

/// Upper bound on the words or tiles that one warning names.
const MAX_NAMED: usize = 8;

/// Number of warnings of one topic, other than operations, that are printed for one file without a note. The next
/// warning of the topic is printed with a note that no more follow.
const MAX_BOARDS: u32 = 10;

/// Operations that change no play.
const HARMLESS: [&str; 7] = ["cr", "gid", "lm", "mcnz", "ti", "tmr", "to"];

/// A warning about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    topic: Topic,
    text: String,
}

impl Warning {
    /// The warning about a position that is solved as an end game although its bag would still have tiles.
    pub fn of_bag(tiles: usize) -> Warning {
        let tiles = plural(tiles as u64, "tile");
        Warning {
            topic: Topic::Bag,
            text: format!("the bag would have {tiles} (solved as if it were empty)"),
        }
    }

    /// The text, without the word *warning*.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The topic of a warning. [`WarningLog`] bounds the warnings of each topic.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Topic {
    /// An operation with this opcode.
    Operation(String),
    Phonies,
    TileCounts,
    Bag,
}

/// Warnings about a position, except [`Warning::of_bag`]. `rules` are the rules of the search.
pub fn warnings_of(
    cgp: &Cgp<'_>,
    lexicon: &Lexicon<'_>,
    games: &Games,
    rules: &Rules,
) -> Vec<Warning> {
    let mut warnings = operation_warnings(cgp, lexicon, games, rules);
    let phonies = phonies(cgp, lexicon);
    if !phonies.is_empty() {
        warnings.push(Warning {
            topic: Topic::Phonies,
            text: format!(
                "words on the board that are not in the lexicon: {}",
                few(phonies)
            ),
        });
    }
    let excess = excess(cgp, rules, lexicon.alphabet());
    if !excess.is_empty() {
        warnings.push(Warning {
            topic: Topic::TileCounts,
            text: format!(
                "more tiles on board and racks than in a full bag: {}",
                few(excess)
            ),
        });
    }
    warnings
}

/// Says warnings about the positions of one file: the first about each operation; of every other topic the first
/// [`MAX_BOARDS`], and one more with a note that no more follow.
#[derive(Debug, Default)]
pub struct WarningLog {
    said: HashMap<Topic, u32>,
}

impl WarningLog {
    /// Says the warnings about a position at this place, such as `games.cgp:3: `.
    pub fn say(&mut self, place: &str, warnings: &[Warning]) {
        for Warning { topic, text } in warnings {
            let said = self.said.entry(topic.clone()).or_default();
            *said = said.saturating_add(1);
            match topic {
                Topic::Operation(_) if *said > 1 => {}
                Topic::Phonies | Topic::TileCounts | Topic::Bag if *said > MAX_BOARDS => {
                    if *said == MAX_BOARDS + 1 {
                        say(&format_args!(
                            "{place}warning: {text} (no more such warnings follow)"
                        ));
                    }
                }
                _ => say(&format_args!("{place}warning: {text}")),
            }
        }
    }
}

fn operation_warnings(
    cgp: &Cgp<'_>,
    lexicon: &Lexicon<'_>,
    games: &Games,
    rules: &Rules,
) -> Vec<Warning> {
    let operations = cgp.operations().filter_map(|(opcode, operand)| {
        let text = match opcode {
            "lex" => other_name("lexicon", opcode, operand, lexicon.name()),
            "ld" => other_name("alphabet", opcode, operand, lexicon.alphabet().name()),
            Cgp::BINGO_BONUS => {
                let bonus = rules.bingo_bonus().into();
                other_number("a bingo bonus", opcode, operand, bonus)
            }
            Cgp::EXCHANGE_LIMIT => {
                let limit = i64::try_from(rules.exchange_bag_len()).unwrap_or(i64::MAX);
                other_number("an exchange limit", opcode, operand, limit)
            }
            Cgp::BOARD => other_board(operand, games, rules),
            "var" => other_variant(operand),
            _ if HARMLESS.contains(&opcode) => None,
            _ => Some(format!("unknown operation {} (ignored)", Quoted(opcode))),
        };
        let topic = Topic::Operation(opcode.to_owned());
        Some(Warning { topic, text: text? })
    });
    let mut warnings: Vec<_> = operations.collect();
    warnings.dedup();
    warnings
}

/// The warning about a name that differs from the image's. Case does not matter, and `_` counts as `-`: `English_Super`
/// names the alphabet `english-super`. Any name agrees with an image without a name.
fn other_name(what: &str, opcode: &str, found: &str, expected: &str) -> Option<String> {
    let plain = |name: &str| to_nfc(name).to_ascii_lowercase().replace('_', "-");
    (!expected.is_empty() && plain(found) != plain(expected)).then(|| {
        format!(
            "the position names the {what} {} ({opcode}), but the image has {}",
            Quoted(found),
            Quoted(expected)
        )
    })
}

/// The warning about a number that the search does not use: malformed, overruled by a flag, or preceded
/// by a number of the same opcode.
fn other_number(what: &str, opcode: &str, found: &str, used: i64) -> Option<String> {
    (found.parse() != Ok(used)).then(|| {
        let found = Quoted(found);
        format!("the position has {what} of {found} ({opcode}), but the search uses {used}")
    })
}

/// The warning about a preset board whose layout is not that of the search, or, if the flags give no layout, about an unknown
/// board.
fn other_board(name: &str, games: &Games, rules: &Rules) -> Option<String> {
    let preset = match Layout::named_in_records(name) {
        Some(preset) => preset,
        None if games.has_layout() => return None,
        None => {
            let name = Quoted(name);
            return Some(format!(
                "unknown board {name} (bdn; give its layout with --layout)"
            ));
        }
    };
    (rules.layout() != preset).then(|| {
        let name = Quoted(name);
        format!("the position names the board {name} (bdn), which has another layout")
    })
}

fn other_variant(name: &str) -> Option<String> {
    let is_classic = ["classic", "classic_super"].contains(&name.to_ascii_lowercase().as_str());
    (!is_classic).then(|| {
        let name = Quoted(name);
        format!(
            "the position is of the variant {name} (var), but the plays are of the classic game"
        )
    })
}

/// The words on the board that the lexicon lacks, with their squares.
fn phonies(cgp: &Cgp<'_>, lexicon: &Lexicon<'_>) -> Vec<String> {
    let words = words_on(cgp.board()).filter(|word| !lexicon.contains(word));
    let texts = words.map(|word| {
        let text = word.display(lexicon.alphabet());
        format!("{text} on {}", word.coordinate())
    });
    texts.collect()
}

/// The first [`MAX_NAMED`] items, and the number of further items.
fn few(mut items: Vec<String>) -> String {
    let more = items.len().saturating_sub(MAX_NAMED);
    items.truncate(MAX_NAMED);
    if more > 0 {
        items.push(format!("and {more} more"));
    }
    items.join(", ")
}
