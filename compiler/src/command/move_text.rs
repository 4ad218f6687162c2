//! Moves as text: their squares, words and leaves.

use lexc_runtime::{Alphabet, Candidate, Direction, Move, Play, Position};
use serde::Serialize;

/// The number of other moves of the same idea that a line names.
const NAMED: usize = 3;

/// The parts of a play, an exchange or the pass, as text. The fields are those of the move's JSON object, in the same order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveText {
    /// The whole move: `8D RETSINA`, `exchange QV`, `pass`.
    pub play: String,
    #[serde(flatten)]
    pub squares: Option<SquaresText>,
    /// The score in points.
    pub score: i32,
    /// The number of tiles placed.
    pub placed: usize,
    /// The tiles that stay on the rack.
    pub leave: String,
    #[serde(flatten)]
    pub values: Option<Values>,
}

/// The squares and the word of a play, as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SquaresText {
    /// The square of the word's first tile: `8D` across, `D8` down.
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
}

/// For a move ranked by equity: the value of its leave, and its equity, in points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Values {
    pub leave_value: f64,
    pub equity: f64,
}

impl MoveText {
    /// The parts of a move of this position. `equity` is in thousandths of a point.
    pub fn new(
        action: &Move,
        equity: Option<i64>,
        position: &Position<'_>,
        alphabet: Alphabet<'_>,
    ) -> MoveText {
        let leave = action.leave(*position.rack());
        debug_assert!(leave.is_some(), "a move uses tiles of the rack");
        let text = action.display(position.board(), alphabet).to_string();
        let (squares, placed) = match action {
            Move::Play(play) => {
                let squares = SquaresText::new(play, &text, alphabet);
                (Some(squares), play.placed_len())
            }
            Move::Exchange(_) | Move::Pass => (None, 0),
        };
        let score = action.score();
        let points = |thousandths: i64| thousandths as f64 / Candidate::PER_POINT as f64;
        let values = equity.map(|equity| Values {
            leave_value: points(equity - i64::from(score) * Candidate::PER_POINT),
            equity: points(equity),
        });
        MoveText {
            play: text,
            squares,
            score,
            placed,
            leave: leave.unwrap_or_default().display(alphabet).to_string(),
            values,
        }
    }

    /// Names other moves of the same idea, as ` (also 8G, 8F and 3 more)`: a play of the same word by its square, a play that
    /// starts on the same square by its word. Empty if there are no others.
    pub fn also(&self, mut others: impl ExactSizeIterator<Item = MoveText>) -> String {
        let (square, word) = self.columns();
        let named = others.by_ref().take(NAMED);
        let names = named.map(|other| match other.columns() {
            (other_square, other_word) if other_word == word => other_square.to_owned(),
            (other_square, other_word) if other_square == square => other_word.to_owned(),
            _ => other.play,
        });
        let names = names.collect::<Vec<_>>().join(", ");
        match (&*names, others.len()) {
            ("", _) => String::new(),
            (_, 0) => format!(" (also {names})"),
            (_, more) => format!(" (also {names} and {more} more)"),
        }
    }

    /// The coordinate and the word of a play; for other moves, an empty coordinate and the whole text.
    pub fn columns(&self) -> (&str, &str) {
        match &self.squares {
            Some(squares) => (&squares.coordinate, &squares.word),
            None => ("", &self.play),
        }
    }
}

impl SquaresText {
    /// The squares of a play with this text.
    fn new(play: &Play, text: &str, alphabet: Alphabet<'_>) -> SquaresText {
        let (coordinate, word) = text.split_once(' ').unwrap_or((text, ""));
        let tiles = play.tiles();
        let tile_texts = tiles.iter().enumerate().map(|(at, placed)| match *placed {
            Some(placed_tile) => {
                let after = tiles[at + 1..].iter().map_while(|placed| *placed);
                alphabet.display_before(placed_tile, after).to_string()
            }
            None => ".".to_owned(),
        });
        SquaresText {
            coordinate: coordinate.to_string(),
            direction: match play.direction() {
                Direction::Across => "across",
                Direction::Down => "down",
            },
            row: play.origin().row(),
            col: play.origin().col(),
            word: word.to_string(),
            tiles: tile_texts.collect(),
        }
    }
}
