//! The parser of crossword game positions, and its errors.

use core::fmt;
use core::str::FromStr;

use lexc_formats::Alphabet;

use crate::game::rack::read_rack_tiles;
use crate::game::{Board, Dimensions, Direction, Line, MAX_DIM, Rack, RackError, Seat};
use crate::notation::cgp::{Cgp, WrittenRack};
use crate::text::{Quoted, Reader, TileTextError};

impl<'t> Cgp<'t> {
    /// Reads a position. Skips white space around it, such as a line end.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn parse(text: &'t str, alphabet: Alphabet<'_>) -> Result<Cgp<'t>, CgpError> {
        let mut reader = Reader::new(text.trim_end());
        reader.take_while(char::is_whitespace);
        let mut cgp = Cgp::new(Board::new(Dimensions::MAX), Rack::EMPTY);
        parse_board(&mut reader, alphabet, &mut cgp.board)?;
        if !skip_spaces(&mut reader) {
            let column = reader.column();
            return Err(CgpError::NoRack { column });
        }
        cgp.players = parse_racks(&mut reader, alphabet, &mut cgp.racks)?;
        if skip_spaces(&mut reader) {
            let players = cgp.players();
            let scores = cgp.scores.iter_mut().take(players);
            parse_numbers(&mut reader, scores, |column, found| CgpError::Score {
                column,
                found,
                players,
            })?;
        }
        if skip_spaces(&mut reader) {
            let zero_turns = [&mut cgp.zero_turns].into_iter();
            parse_numbers(&mut reader, zero_turns, |column, found| {
                CgpError::ZeroTurns { column, found }
            })?;
        }
        skip_spaces(&mut reader);
        cgp.operations = parse_operations(&mut reader)?;
        Ok(cgp)
    }

    /// The same position with other operations, written as in `lex ENABLE; bb 50;`.
    ///
    /// # Errors
    /// [`CgpError::ControlCharacter`], for example for a line break between operations. Its `column` counts from the
    /// start of the first operation.
    pub fn with_operations(self, operations: &'t str) -> Result<Cgp<'t>, CgpError> {
        let operations = parse_operations(&mut Reader::new(operations.trim()))?;
        Ok(Cgp { operations, ..self })
    }
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
) -> Result<(), CgpError> {
    let mut expected = None;
    for line in Dimensions::MAX.lines(Direction::Across) {
        let row = line.index() + 1;
        let found = parse_row(reader, alphabet, board, line)?;
        let column = reader.column();
        let dimensions = Dimensions::new(row, found).ok_or(CgpError::EmptyRow { row, column })?;
        let expected = *expected.get_or_insert(found);
        if found != expected {
            return Err(CgpError::RowWidth {
                row,
                column,
                found,
                expected,
            });
        }
        if !reader.skip('/') {
            board.crop(dimensions);
            return Ok(());
        }
    }
    let column = reader.column();
    Err(CgpError::TooManyRows { column })
}

/// Reads a row onto the board. Returns its number of squares.
fn parse_row(
    reader: &mut Reader<'_>,
    alphabet: Alphabet<'_>,
    board: &mut Board,
    line: Line,
) -> Result<usize, CgpError> {
    let row = line.index() + 1;
    let mut width = 0;
    while let Some(found) = reader.peek().filter(|&c| c != '/' && c != ' ') {
        let column = reader.column();
        let too_long = CgpError::RowTooLong { row, column };
        if found.is_ascii_digit() {
            let run = reader.take_while(|c| c.is_ascii_digit());
            match run.parse::<usize>() {
                Ok(run) if found != '0' => width = run.saturating_add(width),
                _ => return Err(CgpError::Run { row, column }),
            }
            if width > MAX_DIM {
                return Err(too_long);
            }
        } else {
            let placed_tiles = reader.placed_tiles(found, alphabet);
            for placed_tile in placed_tiles.map_err(|error| CgpError::BoardTile { row, error })? {
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
) -> Result<u8, CgpError> {
    let mut players = 0;
    for rack in racks {
        parse_rack(reader, alphabet, rack)?;
        players += 1;
        if !reader.skip('/') {
            return Ok(players.max(2));
        }
    }
    Err(CgpError::FifthRack {
        column: reader.column() - 1,
    })
}

/// Reads the tiles of a rack, possibly none.
fn parse_rack(
    reader: &mut Reader<'_>,
    alphabet: Alphabet<'_>,
    rack: &mut WrittenRack,
) -> Result<(), CgpError> {
    while let Some(found) = reader.peek().filter(|&c| c != '/' && c != ' ') {
        read_rack_tiles(reader, found, alphabet, false, &mut |tile| rack.push(tile))?;
    }
    Ok(())
}

/// Reads the numbers of a field, separated by slashes.
fn parse_numbers<'n, N: FromStr + 'n>(
    reader: &mut Reader<'_>,
    numbers: impl Iterator<Item = &'n mut N>,
    error: impl Fn(usize, Option<char>) -> CgpError,
) -> Result<(), CgpError> {
    for (index, number) in numbers.enumerate() {
        let is_next = index == 0 || reader.skip('/');
        let found = is_next.then(|| parse_number(reader)).flatten();
        *number = found.ok_or_else(|| error(reader.column(), reader.peek()))?;
    }
    match reader.peek() {
        None | Some(' ') => Ok(()),
        found => Err(error(reader.column(), found)),
    }
}

/// Reads a number that fits the type; otherwise reads nothing.
fn parse_number<N: FromStr>(reader: &mut Reader<'_>) -> Option<N> {
    let is_part = |c: char| c.is_ascii_digit() || c == '-';
    let number = reader.clone().take_while(is_part).parse().ok()?;
    reader.take_while(is_part);
    Some(number)
}

/// Reads the operations, which are the rest of the text.
fn parse_operations<'t>(reader: &mut Reader<'t>) -> Result<&'t str, CgpError> {
    let operations = reader.take_while(|c| !c.is_control());
    match reader.peek() {
        None => Ok(operations),
        Some(found) => Err(CgpError::ControlCharacter {
            column: reader.column(),
            found,
        }),
    }
}

/// A text that is not a position.
///
/// `column` is the place of the fault, counted in characters of the text from 1; `row` is the row of the board, counted from 1.
/// `found` is the character at the fault, `None` at the end of the text; in `RowWidth`, the number of squares of the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are explained above")]
pub enum CgpError {
    /// A text on the board that is neither a tile nor a number.
    BoardTile { row: usize, error: TileTextError },
    /// A number of empty squares that is 0, has a leading zero, or does not fit a `usize`.
    Run { row: usize, column: usize },
    /// A row has more than [`MAX_DIM`] squares.
    RowTooLong { row: usize, column: usize },
    /// A row has no squares.
    EmptyRow { row: usize, column: usize },
    /// A row has another number of squares than the first row, which has `expected`.
    RowWidth {
        row: usize,
        column: usize,
        found: usize,
        expected: usize,
    },
    /// The board has more than [`MAX_DIM`] rows.
    TooManyRows { column: usize },
    /// No rack after the board.
    NoRack { column: usize },
    /// A fault of a rack; its `column` counts from the start of the whole text.
    Rack(RackError),
    /// A fifth rack.
    FifthRack { column: usize },
    /// Scores other than one number for each player that fits an `i32`.
    Score {
        column: usize,
        found: Option<char>,
        players: usize,
    },
    /// Scoreless turns other than one number that fits a `u32`.
    ZeroTurns { column: usize, found: Option<char> },
    /// A control character, such as a line break, among the operations.
    ControlCharacter { column: usize, found: char },
}

impl fmt::Display for CgpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            CgpError::BoardTile { row, error } => {
                error.write(f, &format_args!(", in board row {row}"))
            }
            CgpError::Run { row, column } => {
                write_place(f, column, &format_args!("board row {row}"))?;
                write!(f, "a run of empty squares is a number from 1 to {MAX_DIM}")
            }
            CgpError::RowTooLong { row, column } => {
                write_place(f, column, &format_args!("board row {row}"))?;
                write!(f, "a row has at most {MAX_DIM} squares")
            }
            CgpError::EmptyRow { row, column } => {
                write_place(f, column, &format_args!("board row {row}"))?;
                f.write_str("the row has no squares")
            }
            CgpError::RowWidth {
                row,
                column,
                found,
                expected,
            } => {
                write_place(f, column, &format_args!("board row {row}"))?;
                write!(
                    f,
                    "the row has {found} squares, but the first row has {expected}"
                )
            }
            CgpError::TooManyRows { column } => {
                write_place(f, column, &"the board")?;
                write!(f, "a board has at most {MAX_DIM} rows")
            }
            CgpError::NoRack { column } => write!(
                f,
                "character {column}: no rack after the board (write / for an unknown rack)"
            ),
            CgpError::Rack(error) => error.write(f, &", in the racks"),
            CgpError::FifthRack { column } => {
                write_place(f, column, &"the racks")?;
                f.write_str("a fifth rack (write at most four)")
            }
            CgpError::Score {
                column,
                found,
                players,
            } => {
                write_unexpected(f, &"the scores", column, found)?;
                let (count, scores) = match players {
                    3 => ("three", "0/0/0"),
                    4 => ("four", "0/0/0/0"),
                    _ => ("two", "0/0"),
                };
                write!(f, "{count} scores (write {scores}, each up to 2147483647)")
            }
            CgpError::ZeroTurns { column, found } => {
                write_unexpected(f, &"the scoreless turns", column, found)?;
                f.write_str("the number of scoreless turns (write 0 to 4294967295)")
            }
            CgpError::ControlCharacter { column, found } => {
                write_place(f, column, &"the operations")?;
                write!(f, "control character {} (remove it)", Quoted(found))
            }
        }
    }
}

fn write_place(f: &mut fmt::Formatter<'_>, column: usize, part: &dyn fmt::Display) -> fmt::Result {
    write!(f, "character {column}, in {part}: ")
}

/// Writes the place and the character that was found there.
fn write_unexpected(
    f: &mut fmt::Formatter<'_>,
    part: &dyn fmt::Display,
    column: usize,
    found: Option<char>,
) -> fmt::Result {
    write_place(f, column, part)?;
    match found {
        Some(found) => write!(f, "found {} instead of ", Quoted(found)),
        None => f.write_str("the line ends instead of "),
    }
}

impl core::error::Error for CgpError {}

impl From<RackError> for CgpError {
    fn from(error: RackError) -> CgpError {
        CgpError::Rack(error)
    }
}

#[cfg(test)]
mod tests;
