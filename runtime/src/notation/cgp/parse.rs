//! The parser of crossword game positions.

use lexc_formats::Alphabet;

use super::position::{Cgp, WrittenRack};
use crate::game::rack::read_rack_tiles;
use crate::game::{Board, Dimensions, Direction, Line, MAX_DIM, Rack, Seat};
use crate::text::{Part, Reader, TextError, TextErrorKind, number};

impl<'t> Cgp<'t> {
    /// Reads a position. Skips white space around it, such as a line end.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn parse(text: &'t str, alphabet: Alphabet<'_>) -> Result<Cgp<'t>, TextError> {
        let mut reader = Reader::new(text.trim_end());
        reader.skip_white_space();
        let mut cgp = Cgp::new(Board::new(Dimensions::MAX), Rack::EMPTY);
        parse_board(&mut reader, alphabet, &mut cgp.board)?;
        if !skip_spaces(&mut reader) {
            return Err(reader.error(TextErrorKind::NoRack));
        }
        let players = parse_racks(&mut reader, alphabet, &mut cgp.racks);
        cgp.players = players.map_err(in_field("the racks"))?;
        if skip_spaces(&mut reader) {
            let players = cgp.players();
            let scores = cgp.scores.iter_mut().take(players);
            parse_numbers(&mut reader, scores, |found| TextErrorKind::Scores {
                found,
                players,
            })
            .map_err(in_field("the scores"))?;
        }
        if skip_spaces(&mut reader) {
            let zero_turns = [&mut cgp.zero_turns].into_iter();
            parse_numbers(&mut reader, zero_turns, |found| {
                TextErrorKind::ScorelessTurns { found }
            })
            .map_err(in_field("the scoreless turns"))?;
        }
        skip_spaces(&mut reader);
        cgp.operations = parse_operations(&mut reader)?;
        Ok(cgp)
    }

    /// The same position with other operations, written as in `lex ENABLE; bb 50;`.
    ///
    /// # Errors
    /// [`TextErrorKind::ControlCharacter`], for example for a line break between operations. Its place counts from the
    /// start of the first operation.
    pub fn with_operations(self, operations: &'t str) -> Result<Cgp<'t>, TextError> {
        let operations = parse_operations(&mut Reader::new(operations.trim()))?;
        Ok(Cgp { operations, ..self })
    }
}

/// The error of a field of the position.
fn in_field(name: &'static str) -> impl Fn(TextError) -> TextError {
    move |error| error.in_part(Part::Field(name))
}

/// Skips the spaces between two fields. Returns `false` if there are none.
fn skip_spaces(reader: &mut Reader<'_>) -> bool {
    !reader.take_while(|c| c == ' ').is_empty()
}

/// Reads the rows of the board, which is empty and has the largest dimensions before.
fn parse_board(
    reader: &mut Reader<'_>,
    alphabet: Alphabet<'_>,
    board: &mut Board,
) -> Result<(), TextError> {
    let mut expected = None;
    for line in Dimensions::MAX.lines(Direction::Across) {
        let row = line.index() + 1;
        let in_row = |error: TextError| error.in_part(Part::BoardRow(row));
        let found = parse_row(reader, alphabet, board, line).map_err(in_row)?;
        let error = |kind| in_row(reader.error(kind));
        let dimensions = Dimensions::new(row, found).ok_or(error(TextErrorKind::EmptyRow))?;
        let expected = *expected.get_or_insert(found);
        if found != expected {
            return Err(error(TextErrorKind::RowWidth { found, expected }));
        }
        if !reader.skip('/') {
            board.crop(dimensions);
            return Ok(());
        }
    }
    Err(in_field("the board")(
        reader.error(TextErrorKind::TooManyRows),
    ))
}

/// Reads a row onto the board. Returns its number of squares.
fn parse_row(
    reader: &mut Reader<'_>,
    alphabet: Alphabet<'_>,
    board: &mut Board,
    line: Line,
) -> Result<usize, TextError> {
    let mut width = 0;
    while let Some(found) = reader.peek().filter(|&c| c != '/' && c != ' ') {
        let too_long = reader.error(TextErrorKind::RowTooLong);
        if found.is_ascii_digit() {
            let run = reader.take_while(|c| c.is_ascii_digit());
            match number::<usize>(run) {
                Some(run) if found != '0' => width = run.saturating_add(width),
                _ => return Err(too_long.with_kind(TextErrorKind::Run)),
            }
            if width > MAX_DIM {
                return Err(too_long);
            }
        } else {
            for placed_tile in reader.placed_tiles(found, alphabet)? {
                let square = line.square(width).ok_or(too_long)?;
                board.set(square, Some(placed_tile)).map_err(|_| too_long)?;
                width += 1;
            }
        }
    }
    Ok(width)
}

/// Reads one to four racks. Returns the number of players.
fn parse_racks(
    reader: &mut Reader<'_>,
    alphabet: Alphabet<'_>,
    racks: &mut [WrittenRack; Seat::ALL.len()],
) -> Result<u8, TextError> {
    let mut players = 0;
    let mut racks = racks.iter_mut();
    loop {
        let fifth_rack = reader.error(TextErrorKind::FifthRack);
        if players > 0 && !reader.skip('/') {
            return Ok(players.max(2));
        }
        parse_rack(reader, alphabet, racks.next().ok_or(fifth_rack)?)?;
        players += 1;
    }
}

/// Reads the tiles of a rack, possibly none.
fn parse_rack(
    reader: &mut Reader<'_>,
    alphabet: Alphabet<'_>,
    rack: &mut WrittenRack,
) -> Result<(), TextError> {
    while let Some(found) = reader.peek().filter(|&c| c != '/' && c != ' ') {
        read_rack_tiles(reader, found, alphabet, false, &mut |tile| rack.push(tile))?;
    }
    Ok(())
}

/// Reads the numbers of a field, separated by slashes.
fn parse_numbers<'n, N: TryFrom<i64> + 'n>(
    reader: &mut Reader<'_>,
    numbers: impl Iterator<Item = &'n mut N>,
    fault: impl Fn(Option<char>) -> TextErrorKind,
) -> Result<(), TextError> {
    for (index, number) in numbers.enumerate() {
        let is_next = index == 0 || reader.skip('/');
        let found = is_next.then(|| parse_number(reader)).flatten();
        *number = found.ok_or_else(|| reader.error(fault(reader.peek())))?;
    }
    match reader.peek() {
        None | Some(' ') => Ok(()),
        found => Err(reader.error(fault(found))),
    }
}

/// Reads a number that fits the type; otherwise reads nothing.
fn parse_number<N: TryFrom<i64>>(reader: &mut Reader<'_>) -> Option<N> {
    let is_part = |c: char| c.is_ascii_digit() || c == '-';
    let read = number(reader.clone().take_while(is_part))?;
    reader.take_while(is_part);
    Some(read)
}

/// Reads the operations, which are the rest of the text.
fn parse_operations<'t>(reader: &mut Reader<'t>) -> Result<&'t str, TextError> {
    let operations = reader.take_while(|c| !c.is_control());
    match reader.peek() {
        None => Ok(operations),
        Some(found) => {
            let error = reader.error(TextErrorKind::ControlCharacter { found });
            Err(in_field("the operations")(error))
        }
    }
}

#[cfg(test)]
mod tests;
