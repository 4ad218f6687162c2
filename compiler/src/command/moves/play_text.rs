//! The parts of a play as text.

use std::fmt::Write;

use lexc_runtime::{Alphabet, Direction, Play, Position};
use serde::Serialize;

/// The parts of a play, as text. The fields are those of a play's JSON object, in its order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayText {
    /// The whole play: `8D RETSINA`.
    pub play: String,
    /// The square of the word's first tile, row first across, column first down: `8D`, `D8`.
    pub coordinate: String,
    /// `across` or `down`.
    pub direction: &'static str,
    /// The row of the word's first tile, counted from 0.
    pub row: usize,
    /// The column of the word's first tile, counted from 0.
    pub col: usize,
    /// The word, tiles on the board included: `RETSINA`.
    pub word: String,
    /// The word with a `.` for each tile on the board: `RE..INA`.
    pub tiles: String,
    /// The score in points.
    pub score: i32,
    /// The number of tiles placed.
    pub placed: usize,
    /// The tiles that stay on the rack.
    pub leave: String,
}

impl PlayText {
    /// The parts of a play of this position.
    pub fn new(play: &Play, position: &Position<'_>, alphabet: Alphabet<'_>) -> PlayText {
        let text = play.display(position.board(), alphabet).to_string();
        let (coordinate, word) = text.split_once(' ').unwrap_or((&text, ""));
        let mut tiles = String::new();
        for (_, placed_tile) in play.squares() {
            match placed_tile {
                Some(placed_tile) => {
                    // Writing to a string can't fail.
                    let _ = write!(tiles, "{}", alphabet.display(placed_tile));
                }
                None => tiles.push('.'),
            }
        }
        let mut leave = *position.rack();
        for (_, placed_tile) in play.placed() {
            let is_removed = leave.remove(placed_tile);
            debug_assert!(is_removed, "a play uses tiles of the rack");
        }
        PlayText {
            coordinate: coordinate.to_string(),
            direction: match play.direction() {
                Direction::Across => "across",
                Direction::Down => "down",
            },
            row: play.origin().row(),
            col: play.origin().col(),
            word: word.to_string(),
            tiles,
            score: play.score(),
            leave: leave.display(alphabet).to_string(),
            placed: play.placed_len(),
            play: text,
        }
    }
}
