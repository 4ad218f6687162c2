//! Crossword game positions written as text.

use core::fmt;

use lexc_formats::Alphabet;

use super::position::Cgp;
use crate::game::Board;
use crate::game::rack::write_rack_tiles;
use crate::text::Text;

impl Cgp<'_> {
    /// The position as text.
    pub fn display<'a>(&'a self, alphabet: Alphabet<'a>) -> impl fmt::Display + Copy + use<'a> {
        Text::new(move |to| write_cgp(to, self, alphabet))
    }
}

impl Board {
    /// The board as text: the first field of a [`Cgp`].
    pub fn display<'a>(&'a self, alphabet: Alphabet<'a>) -> impl fmt::Display + Copy + use<'a> {
        Text::new(move |to| write_board(to, self, alphabet))
    }
}

fn write_cgp(to: &mut dyn fmt::Write, cgp: &Cgp<'_>, alphabet: Alphabet<'_>) -> fmt::Result {
    write_board(to, &cgp.board, alphabet)?;
    for (index, rack) in cgp.written_racks().enumerate() {
        to.write_char(if index == 0 { ' ' } else { '/' })?;
        write_rack_tiles(to, rack.tiles(), alphabet)?;
    }
    for (index, score) in cgp.scores().iter().enumerate() {
        to.write_char(if index == 0 { ' ' } else { '/' })?;
        write!(to, "{score}")?;
    }
    write!(to, " {}", cgp.zero_turns)?;
    match cgp.operations {
        "" => Ok(()),
        operations => write!(to, " {operations}"),
    }
}

fn write_board(to: &mut dyn fmt::Write, board: &Board, alphabet: Alphabet<'_>) -> fmt::Result {
    for (index, row) in board.rows().enumerate() {
        if index > 0 {
            to.write_char('/')?;
        }
        let mut run = 0;
        let mut squares = row.iter();
        while let Some(square) = squares.next() {
            let Some(placed_tile) = square else {
                run += 1;
                continue;
            };
            write_run(to, run)?;
            run = 0;
            let after = squares.clone().map_while(|square| *square);
            write!(to, "{}", alphabet.display_before(*placed_tile, after))?;
        }
        write_run(to, run)?;
    }
    Ok(())
}

/// Writes the number of adjacent empty squares, unless it is 0.
fn write_run(to: &mut dyn fmt::Write, run: usize) -> fmt::Result {
    match run {
        0 => Ok(()),
        _ => write!(to, "{run}"),
    }
}
