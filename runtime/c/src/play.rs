//! Plays and placed tiles, as plain data that C can read.

use lexc_runtime::{Dimensions, Direction, PlacedTile, Play, RackTile, Square};

use crate::status::Failure;

use lexc_direction::*;

/// Largest number of rows, of columns, and of tiles on a rack.
pub const LEXC_MAX_DIM: usize = 21;

/// Code of a blank in a bag and on a rack. The placed tile of a designated blank is LEXC_BLANK plus the code of the
/// tile that the blank stands for.
pub const LEXC_BLANK: u8 = 0x80;

const _: () = assert!(LEXC_BLANK == PlacedTile::BLANK);

const _: () =
    assert!(LEXC_MAX_DIM == lexc_runtime::MAX_DIM && LEXC_MAX_DIM == lexc_runtime::Rack::MAX_LEN);

/// Directions in which a word is read.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum lexc_direction {
    /// From left to right.
    LEXC_ACROSS = 0,
    /// From top to bottom.
    LEXC_DOWN = 1,
}

/// A play: tiles placed in one row or column, and the word that they form with tiles on the board. 32 bytes of plain data.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct lexc_play {
    /// Points.
    pub score: i32,
    /// Row of the origin, the first square of the word.
    pub row: u8,
    /// Column of the origin.
    pub col: u8,
    /// A lexc_direction.
    pub direction: u8,
    /// Number of tiles of the word, including tiles already on the board.
    pub len: u8,
    /// Number of tiles placed, at least 1. Functions that take a play ignore this member, and count the tiles in
    /// `placed_tiles` instead.
    pub placed_len: u8,
    /// Placed tile of each square of the word, or 0 if a tile is already on the square. The bytes after the word are 0.
    pub placed_tiles: [u8; LEXC_MAX_DIM],
    /// Always 0.
    pub reserved: [u8; 2],
}

const _: () = assert!(size_of::<lexc_play>() == 32);

impl lexc_play {
    pub(crate) fn new(play: &Play) -> lexc_play {
        let mut placed_tiles = [0; LEXC_MAX_DIM];
        for (to, (_, placed_tile)) in placed_tiles.iter_mut().zip(play.squares()) {
            *to = placed_tile.map_or(0, PlacedTile::byte);
        }
        lexc_play {
            score: play.score(),
            row: byte(play.origin().row()),
            col: byte(play.origin().col()),
            direction: byte_of_direction(play.direction()),
            len: byte(play.len()),
            placed_len: byte(play.placed_len()),
            placed_tiles,
            reserved: [0; 2],
        }
    }

    /// Play of the runtime with the same tiles and score.
    ///
    /// # Errors
    /// A member is out of range, the word has no placed tile, or it leaves the largest board.
    #[inline(never)]
    pub(crate) fn to_play(self) -> Result<Play, Failure> {
        let origin = Square::new(self.row.into(), self.col.into());
        let origin = origin.ok_or(Failure::OutOfRange("square"))?;
        let direction = direction_of(self.direction.into())?;
        let mut word = [None; LEXC_MAX_DIM];
        for (to, &from) in word.iter_mut().zip(&self.placed_tiles) {
            *to = placed_tile_of(from, "placed_tiles")?;
        }
        let word = word.get(..usize::from(self.len)).ok_or(Failure::NoPlay)?;
        Play::new(origin, direction, word, self.score).ok_or(Failure::NoPlay)
    }
}

/// A number as a byte; 255 for larger numbers.
pub(crate) fn byte(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// Placed tile of a byte; `None` for 0.
pub(crate) fn placed_tile_of(byte: u8, name: &'static str) -> Result<Option<PlacedTile>, Failure> {
    match PlacedTile::from_byte(byte) {
        None if byte != 0 => Err(Failure::UnknownTile(name, byte)),
        placed_tile => Ok(placed_tile),
    }
}

/// Tile of a rack or bag: a code, or [`LEXC_BLANK`].
pub(crate) fn rack_tile_of(byte: u8, name: &'static str) -> Result<RackTile, Failure> {
    RackTile::from_byte(byte).ok_or(Failure::UnknownTile(name, byte))
}

/// Code of a tile, or [`LEXC_BLANK`].
pub(crate) fn byte_of(tile: RackTile) -> u8 {
    tile.byte()
}

/// Square of the board at a row and a column.
pub(crate) fn square_of(board: Dimensions, row: u8, col: u8) -> Result<Square, Failure> {
    Square::new(row.into(), col.into())
        .filter(|&square| board.contains(square))
        .ok_or(Failure::OutOfRange("square"))
}

/// The [`lexc_direction`] of a direction.
pub(crate) fn byte_of_direction(direction: Direction) -> u8 {
    match direction {
        Direction::Across => lexc_direction::LEXC_ACROSS as u8,
        Direction::Down => lexc_direction::LEXC_DOWN as u8,
    }
}

/// Direction that a [`lexc_direction`] stands for.
pub(crate) fn direction_of(direction: i32) -> Result<Direction, Failure> {
    match direction {
        number if number == LEXC_ACROSS as i32 => Ok(Direction::Across),
        number if number == LEXC_DOWN as i32 => Ok(Direction::Down),
        _ => Err(Failure::OutOfRange("direction")),
    }
}
