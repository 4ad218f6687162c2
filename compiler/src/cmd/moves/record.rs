//! A play as it is printed: its parts as text.

use std::fmt::Write;

use lexc_runtime::{Alphabet, Direction, Play, Position};
use serde::Serialize;

/// The parts of a play. The fields are those of the JSON object of a play, and in their order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayRecord {
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
    /// The word with the tiles on the board: `RETSINA`.
    pub word: String,
    /// The word with a `.` for each tile on the board: `RE..INA`.
    pub tiles: String,
    /// In points.
    pub score: i32,
    /// The number of tiles placed.
    pub placed: usize,
    /// What stays on the rack.
    pub leave: String,
}

impl PlayRecord {
    /// The parts of a play of this position.
    pub fn new(play: &Play, position: &Position<'_>, alphabet: Alphabet<'_>) -> PlayRecord {
        let text = play.display(position.board(), alphabet).to_string();
        let (coordinate, word) = text.split_once(' ').unwrap_or((&text, ""));
        let mut tiles = String::new();
        for (_, placed_tile) in play.squares() {
            match placed_tile {
                Some(placed_tile) => {
                    // A string takes everything.
                    let _ = write!(tiles, "{}", alphabet.display(placed_tile));
                }
                None => tiles.push('.'),
            }
        }
        let mut leave = *position.rack();
        for (_, placed_tile) in play.placed() {
            let is_there = leave.remove(placed_tile);
            debug_assert!(is_there, "plays are made of the rack's tiles");
        }
        PlayRecord {
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
