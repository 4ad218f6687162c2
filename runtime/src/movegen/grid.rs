//! The board turned so that the lines of one direction are its rows, with empty places all around.

use lexc_formats::Face;

use super::line::PLACES;
use crate::position::Position;
use crate::square::{Direction, MAX_DIM};

/// The faces on the board as bytes, 0 for an empty place. Lines and places count from 1; those around are empty.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    faces: [[u8; PLACES]; MAX_DIM + 2],
    /// The places of each line where a tile lies.
    taken: [u32; MAX_DIM + 2],
}

impl Grid {
    pub(super) fn new(position: &Position<'_>, direction: Direction) -> Grid {
        let board = position.board();
        let mut grid = Grid {
            faces: [[0; PLACES]; MAX_DIM + 2],
            taken: [0; MAX_DIM + 2],
        };
        let lines = grid.faces.iter_mut().zip(&mut grid.taken).skip(1);
        for ((faces, taken), line) in lines.zip(board.dimensions().lines(direction)) {
            for (place, face) in (1..).zip(board.line(line)) {
                if let (Some(entry), Some(face)) = (faces.get_mut(place), face) {
                    *entry = face.byte();
                    *taken |= 1 << place;
                }
            }
        }
        grid
    }

    /// The face at a place of a line.
    #[inline(always)]
    pub(super) fn face(&self, line: usize, place: usize) -> u8 {
        self.faces
            .get(line)
            .and_then(|line| line.get(place))
            .copied()
            .unwrap_or(0)
    }

    /// The code of the tile at a place of a line; 0 if there is none.
    #[inline(always)]
    pub(super) fn code(&self, line: usize, place: usize) -> u8 {
        Face::from_byte(self.face(line, place)).map_or(0, |face| face.tile().code())
    }

    /// The places of a line where a tile lies.
    #[inline(always)]
    pub(super) fn taken(&self, line: usize) -> u32 {
        self.taken.get(line).copied().unwrap_or(0)
    }

    /// The last line of the tiles that lie at a place from `line` on, across the lines.
    pub(super) fn end_of_block(&self, mut line: usize, place: usize) -> usize {
        while self.face(line + 1, place) != 0 {
            line += 1;
        }
        line
    }
}
