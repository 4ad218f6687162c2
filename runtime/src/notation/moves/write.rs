//! Moves written as text: `8D RETSINA`, `exchange QV`, `pass`.

use core::fmt;

use lexc_formats::{Alphabet, PlacedTile};

use crate::game::{Board, Move, Play, Square};
use crate::text::{Text, pad};

pub(super) const EXCHANGE: &str = "exchange";
pub(super) const PASS: &str = "pass";

impl Move {
    /// The move as text: the play as [`Play::display`] writes it, `exchange QV` or `pass`. [`Move::parse`] reads it.
    pub fn display<'a>(
        &self,
        board: &'a Board,
        alphabet: Alphabet<'a>,
    ) -> impl fmt::Display + Copy + use<'a> {
        let action = *self;
        Text::new(move |to| match action {
            Move::Play(play) => write!(to, "{}", play.display(board, alphabet)),
            Move::Exchange(tiles) => write!(to, "{EXCHANGE} {}", tiles.display(alphabet)),
            Move::Pass => to.write_str(PASS),
        })
    }

    /// The kind of the move: `play`, `exchange` or `pass`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Move::Play(_) => "play",
            Move::Exchange(_) => EXCHANGE,
            Move::Pass => PASS,
        }
    }
}

impl Play {
    /// The play in the usual notation: the square of the word's first tile, and the word.
    ///
    /// The row number comes first for an across play (`8D`), the column letter for a down play (`D8`). The word
    /// includes the tiles on the board; `{:#}` puts them in parentheses. Designated blanks are in lower case. Tiles of
    /// several characters are in brackets, and so is a tile that would read as the start of a longer one. A `.` marks a gap: an
    /// empty square that the play leaves empty.
    pub fn display<'a>(
        &self,
        board: &'a Board,
        alphabet: Alphabet<'a>,
    ) -> impl fmt::Display + Copy + use<'a> {
        PlayText {
            has_coordinate: true,
            ..PlayText::word(self, Some(board), alphabet)
        }
    }

    /// The first square of the word in this notation: `8D` across, `D8` down.
    pub fn coordinate(&self) -> impl fmt::Display + Copy + use<> {
        self.origin().as_origin(self.direction())
    }

    /// The word as [`Play::display`] writes it, without the square: `RETSINA`, with `{:#}` `RE(TS)INA`.
    pub fn display_word<'a>(
        &self,
        board: &'a Board,
        alphabet: Alphabet<'a>,
    ) -> impl fmt::Display + Copy + use<'a> {
        PlayText::word(self, Some(board), alphabet)
    }

    /// The word with a `.` for each square without a placed tile: `RE..INA`.
    pub fn display_tiles<'a>(&self, alphabet: Alphabet<'a>) -> impl fmt::Display + Copy + use<'a> {
        PlayText::word(self, None, alphabet)
    }
}

/// A play as text, or its word.
#[derive(Clone, Copy)]
struct PlayText<'a> {
    play: Play,
    /// The board with the tiles that are not placed; `None` for a `.` in their place.
    board: Option<&'a Board>,
    alphabet: Alphabet<'a>,
    has_coordinate: bool,
}

impl fmt::Display for PlayText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parenthesize = f.alternate();
        pad(f, &|to| self.write(to, parenthesize))
    }
}

impl<'a> PlayText<'a> {
    fn word(play: &Play, board: Option<&'a Board>, alphabet: Alphabet<'a>) -> PlayText<'a> {
        PlayText {
            play: *play,
            board,
            alphabet,
            has_coordinate: false,
        }
    }

    /// Writes the play or its word, with the tiles on the board in parentheses if `parenthesize`.
    fn write(&self, to: &mut dyn fmt::Write, parenthesize: bool) -> fmt::Result {
        if self.has_coordinate {
            write!(to, "{} ", self.play.coordinate())?;
        }
        let mut is_open = false;
        let mut squares = self.play.squares();
        let tile_on = |(square, placed): (Square, Option<PlacedTile>)| {
            placed.or_else(|| self.board?.get(square))
        };
        while let Some((square, placed)) = squares.next() {
            let tile = tile_on((square, placed));
            let is_in_parentheses = parenthesize && placed.is_none() && tile.is_some();
            if is_in_parentheses != is_open {
                to.write_char(if is_in_parentheses { '(' } else { ')' })?;
                is_open = is_in_parentheses;
            }
            match tile {
                Some(tile) => {
                    let after = squares.clone().map_while(tile_on);
                    write!(to, "{}", self.alphabet.display_before(tile, after))?;
                }
                None => to.write_char('.')?,
            }
        }
        if is_open { to.write_char(')') } else { Ok(()) }
    }
}
