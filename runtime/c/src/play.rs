//! Plays, as plain data that C can read.

use lexc_runtime::{Direction, MAX_DIM, PlacedTile, Play, Square};

use crate::failure::Failure;
use crate::position::face_of;

/// `lexc_play`: tiles placed in one row or column, with their score.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CPlay {
    /// Points.
    pub score: i32,
    /// Row of the word's first tile, from 0.
    pub row: u8,
    /// Column of the word's first tile, from 0.
    pub col: u8,
    /// 0 across, 1 down.
    pub direction: u8,
    /// Tiles of the word, those on the board included.
    pub len: u8,
    /// Tiles placed.
    pub placed: u8,
    /// What is placed on each square of the word; 0 where a tile lies already, and after the word.
    pub placed_tiles: [u8; MAX_DIM],
    /// 0.
    pub reserved: [u8; 2],
}

const _: () = assert!(size_of::<CPlay>() == 32);

impl CPlay {
    /// No play.
    pub(crate) const NONE: CPlay = CPlay {
        score: 0,
        row: 0,
        col: 0,
        direction: 0,
        len: 0,
        placed: 0,
        placed_tiles: [0; MAX_DIM],
        reserved: [0; 2],
    };

    pub(crate) fn new(play: &Play) -> CPlay {
        // All are at most 21.
        let byte = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        let mut placed_tiles = [0; MAX_DIM];
        for (to, (_, placed_tile)) in placed_tiles.iter_mut().zip(play.squares()) {
            *to = placed_tile.map_or(0, PlacedTile::byte);
        }
        CPlay {
            score: play.score(),
            row: byte(play.origin().row()),
            col: byte(play.origin().col()),
            direction: match play.direction() {
                Direction::Across => 0,
                Direction::Down => 1,
            },
            len: byte(play.len()),
            placed: byte(play.placed_len()),
            placed_tiles,
            reserved: [0; 2],
        }
    }

    /// The play that C has written down. How many tiles are placed is counted, not read.
    pub(crate) fn to_play(self) -> Result<Play, Failure> {
        let lead = Square::new(self.row.into(), self.col.into());
        let lead = lead.ok_or(Failure::OutOfRange { what: "square" })?;
        let direction = direction_of(self.direction.into())?;
        let mut word = [None; MAX_DIM];
        for (to, &from) in word.iter_mut().zip(&self.placed_tiles) {
            *to = face_of(from, "placed_tiles")?;
        }
        let word = word.get(..usize::from(self.len)).ok_or(Failure::NoPlay)?;
        Play::new(lead, direction, word, self.score).ok_or(Failure::NoPlay)
    }
}

/// The direction that a number stands for.
pub(crate) fn direction_of(direction: i32) -> Result<Direction, Failure> {
    match direction {
        0 => Ok(Direction::Across),
        1 => Ok(Direction::Down),
        _ => Err(Failure::OutOfRange { what: "direction" }),
    }
}
