//! Cross-sets computed one line at a time.

use lexc_formats::TileSet;
use lexc_formats::raw::node::Nodes;

use super::run::{RunLine, RunWalker};
use super::table::CrossSetSource;
use crate::game::board::Board;
use crate::game::position::Position;
use crate::game::square::{Line, MAX_DIM};
use crate::movegen::line::{LineCrossSets, LineState};
use crate::movegen::place::{Place, PlaceSet};

/// Computes the cross-sets of a line when a search gets there. Takes under 1 KiB of stack where the table of the whole board
/// takes 11, and two walks along each run where that takes one.
#[derive(Clone, Copy, Debug)]
pub(in crate::movegen) struct ComputedByLine<N> {
    walker: RunWalker<N>,
}

impl<N: Nodes> ComputedByLine<N> {
    pub(in crate::movegen) fn new(walker: RunWalker<N>) -> ComputedByLine<N> {
        ComputedByLine { walker }
    }

    /// Cross-set and cross-score of an empty square, for the plays across a line that it is on.
    #[inline(never)]
    pub(in crate::movegen) fn cross_set(
        &self,
        position: &Position<'_>,
        line: Line,
        place: Place,
    ) -> (TileSet, i32) {
        let taken = taken(position.board(), line);
        let values = values(position, line);
        let runs = RunLine::new(self.walker, position.board(), line, taken, &values);
        let (before, after) = (runs.run_at(place.previous()), runs.run_at(place.next()));
        let found = runs.cross_set(before.as_ref(), after.as_ref());
        let (cross_set, score) = found.unwrap_or((TileSet::ALL, 0));
        // Letter sets of an unvalidated image may have tiles outside the alphabet.
        (cross_set & position.rules().tiles(), score)
    }
}

impl<N: Nodes> CrossSetSource for ComputedByLine<N> {
    #[inline(never)]
    fn set_line(&self, state: &mut LineState, position: &Position<'_>, line: Line) -> bool {
        let board = position.board();
        let len = board.dimensions().line_len(line.direction());
        let here = taken(board, line);
        let beside = |index: Option<usize>| {
            let line = index.and_then(|index| Line::new(line.direction(), index));
            line.map_or(PlaceSet::EMPTY, |line| taken(board, line))
        };
        let above = beside(line.index().checked_sub(1));
        let crossed = (above | beside(Some(line.index() + 1))) & !here;
        let mut values = values(position, line);
        let mut cross_sets = [position.rules().tiles(); MAX_DIM];
        let squares = cross_sets.iter_mut().zip(&mut values).enumerate();
        for (offset, (cross_set, value)) in squares.take(len) {
            let place = Place::of_offset(offset);
            if here.contains(place) {
                *cross_set = TileSet::EMPTY;
            } else if crossed.contains(place)
                && let Some(square) = line.square(offset)
            {
                let across = square.line(line.direction().crossing());
                let place = Place::of_offset(line.index());
                (*cross_set, *value) = self.cross_set(position, across, place);
            }
        }
        let sets = LineCrossSets {
            cross_sets: &cross_sets,
            values: &values,
            taken: here,
            crossed,
        };
        state.set(position, line, sets);
        true
    }
}

/// Occupied places of a line.
fn taken(board: &Board, line: Line) -> PlaceSet {
    let placed_tiles = (1..).zip(board.line(line));
    let taken = placed_tiles.filter(|(_, placed_tile)| placed_tile.is_some());
    PlaceSet(taken.fold(0, |taken, (place, _)| taken | 1 << place))
}

/// Values of the tiles on a line, by offset; 0 for empty squares.
fn values(position: &Position<'_>, line: Line) -> [i32; MAX_DIM] {
    let placed_tiles = position.board().line(line);
    placed_tiles
        .map(|placed_tile| placed_tile.map_or(0, |placed_tile| position.rules().value(placed_tile)))
}
