//! Positions and their expected plays as text: reads `data/perft`, and prints a failing position.
//!
//! A file has a game, then positions, one a line:
//!
//! ```text
//! # A comment.
//! tiles A,a,1 C,c,3 T,t,1 L·L,l·l,10
//! words AT CAT TA[L·L]A
//! layout 1, 1
//! |=  |
//! | - |
//! |  =|
//! rack-size 3
//! bingo-bonus 50
//! blank-value 0
//! position 3/3/3 CT?   plays 3   score-sum 62   best 2A CaT 58
//! ```
//!
//! `tiles` is `english`, or a list of the tiles in alphabet order, each as its text, the text of its designated blank
//! and its value. A file may have several lines `words`. `layout` is `standard`, `super`, or a start square and a grid
//! as in a layout file, each row between bars. Layout, rack size, bingo bonus and value of a blank apply to the
//! positions below them; the defaults are those of the standard game.
//!
//! A position is the first two fields of a CGP. Then come the number of its plays, the sum of their scores, and the
//! best play: of the plays with the highest score, the first by direction (across before down), then by origin, then by
//! placed tiles. `best none` means that there is no play.

use std::fmt::Write;
use std::str::FromStr;

use lexc_formats::{Alphabet, AlphabetDefinition, TileDefinition};
use lexc_runtime::{Cgp, Layout, PlacedTile, Position, Rules, Tile, Word};

use crate::english::english;
use crate::game::Game;
use crate::oracle::{PlainPlay, all_plays, best};

/// A file of positions.
#[derive(Clone, Debug)]
pub struct Perft {
    /// The tiles and words, under the standard rules.
    pub game: Game,
    /// The positions, each with its rules and expected plays.
    pub cases: Vec<Case>,
}

/// A position and its expected plays.
#[derive(Clone, Debug)]
pub struct Case {
    /// The rules under which the position is searched.
    pub rules: Rules,
    /// The first two fields of a CGP.
    pub cgp: String,
    /// The whole line.
    pub line: String,
}

impl Perft {
    /// Reads a file.
    ///
    /// # Panics
    ///
    /// If a line is malformed; the message quotes the line or its wrong part.
    pub fn parse(text: &str) -> Perft {
        let mut tiles = AlphabetDefinition::default();
        let mut words = Vec::new();
        let mut layout = Layout::STANDARD;
        let (mut rack_size, mut bonus, mut blank) = (7, 50, 0);
        let mut positions = Vec::new();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
            match (name, rest) {
                ("" | "#", _) => {}
                ("tiles", "english") => tiles = english(),
                ("tiles", list) => tiles.tiles = list.split(' ').map(tile).collect(),
                ("words", list) => words.extend(list.split(' ')),
                ("layout", "standard") => layout = Layout::STANDARD,
                ("layout", "super") => layout = Layout::SUPER,
                ("layout", start) => {
                    let rows = std::iter::from_fn(|| lines.next_if(|line| line.starts_with('|')));
                    let rows: Vec<&str> = rows.map(|row| row.trim_matches('|')).collect();
                    let parsed = Layout::parse(&format!("{start}\n{}", rows.join("\n")));
                    layout = parsed.unwrap_or_else(|error| panic!("{line}: {error}"));
                }
                ("rack-size", number) => rack_size = parse(number),
                ("bingo-bonus", number) => bonus = parse(number),
                ("blank-value", number) => blank = parse(number),
                ("position", _) => positions.push((line, layout.clone(), rack_size, bonus, blank)),
                _ => panic!("not understood: {line}"),
            }
        }
        let section = tiles.encode().expect("an alphabet");
        let alphabet = Alphabet::from_bytes(&section).expect("the encoding is valid");
        let words = words.into_iter().map(|text| word(text, alphabet)).collect();
        let game = Game::new(&tiles, words, |rules| rules);
        let case = |(line, layout, rack_size, bonus, blank): (&str, _, _, _, _)| {
            let rules = game.rules.clone().with_layout(layout);
            let rules = rules.with_rack_size(rack_size).with_bingo_bonus(bonus);
            let rules = rules.with_blank_value(blank);
            let cgp: Vec<&str> = line.split_whitespace().skip(1).take(2).collect();
            Case {
                rules,
                cgp: cgp.join(" "),
                line: line.into(),
            }
        };
        Perft {
            cases: positions.into_iter().map(case).collect(),
            game,
        }
    }
}

/// Reads `L·L,l·l,10`: text, text of the designated blank, value.
fn tile(text: &str) -> TileDefinition {
    let fields: Vec<&str> = text.split(',').collect();
    let [text, blank_text, value] = fields[..] else {
        panic!("not a tile's text, blank text and value: {text}");
    };
    TileDefinition {
        text: text.into(),
        blank_text: blank_text.into(),
        value: parse(value),
        count: 1,
        is_vowel: false,
    }
}

fn word(text: &str, alphabet: Alphabet<'_>) -> Vec<Tile> {
    let word = Word::parse(text, alphabet);
    word.unwrap_or_else(|error| panic!("{text}: {error}"))
        .to_vec()
}

fn parse<T: FromStr>(number: &str) -> T {
    let parsed = number.parse().ok();
    parsed.unwrap_or_else(|| panic!("not a number, or out of range: {number}"))
}

impl Case {
    /// Parses the position.
    pub fn position(&self, alphabet: Alphabet<'_>) -> Position<'_> {
        let cgp = Cgp::parse(&self.cgp, alphabet);
        let cgp = cgp.unwrap_or_else(|error| panic!("{}: {error}", self.line));
        let position = cgp.position(&self.rules);
        position.unwrap_or_else(|error| panic!("{}: {error}", self.line))
    }
}

/// The line of a position with these plays as the expected ones.
pub fn line(
    cgp: &str,
    position: &Position<'_>,
    plays: &[PlainPlay],
    alphabet: Alphabet<'_>,
) -> String {
    let sum: i64 = plays.iter().map(|play| i64::from(play.score)).sum();
    let best = match best(plays) {
        Some(best) => {
            let text = best
                .to_play()
                .display(position.board(), alphabet)
                .to_string();
            format!("{text} {}", best.score)
        }
        None => "none".into(),
    };
    let count = plays.len();
    format!("position {cgp}   plays {count}   score-sum {sum}   best {best}")
}

/// A file of this position alone, with the plays of the oracle as the expected ones.
pub fn file(game: &Game, position: &Position<'_>) -> String {
    let lexicon = game.lexicon();
    let alphabet = lexicon.alphabet();
    let rules = position.rules();
    let mut text = String::from("tiles");
    for tile in alphabet.tiles() {
        let [upper, lower] = [alphabet.text(tile), alphabet.blank_text(tile)];
        let value = rules.value(PlacedTile::letter(tile));
        write!(text, " {upper},{lower},{value}").expect("a string has room");
    }
    for words in game.words.chunks(12) {
        text.push_str("\nwords");
        for word in words {
            let word = word.iter().copied().map(PlacedTile::letter);
            text.push(' ');
            text.extend(word.map(|placed_tile| alphabet.display(placed_tile).to_string()));
        }
    }
    for (index, row) in rules.layout().to_string().lines().enumerate() {
        text.push('\n');
        text.push_str(&match index {
            0 => format!("layout {row}"),
            _ => format!("|{row}|"),
        });
    }
    let board = position.board().display(alphabet);
    let rack = position.rack().display(alphabet);
    let plays = all_plays(&game.words, position);
    let line = line(&format!("{board} {rack}/"), position, &plays, alphabet);
    let (size, bonus) = (rules.rack_size(), rules.bingo_bonus());
    let blank = rules.blank_value();
    format!("{text}\nrack-size {size}\nbingo-bonus {bonus}\nblank-value {blank}\n{line}\n")
}
